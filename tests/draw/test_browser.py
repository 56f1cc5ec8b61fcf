"""The page in a real browser: the script opens a cell's lines, heads stay in sight, text fits its boxes as it is painted.

Skipped where there is no Chromium. A script of the test's own is added to the page and writes down what it finds.
"""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from decidable.draw import Theme, as_html
from tests.draw.generated import machine
from tests.draw.test_grid import booking
from tests.draw.test_svg import PATH

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--window-size=900,700"),
)
PROBE = """
const found = {};
const errors = [];
addEventListener("error", (event) => errors.push(event.message));
const link = document.querySelector('a[data-cell^="confirm x user_yes:"]');
if (link) {
  link.click();
  const dialog = document.getElementById("cell");
  found.opened = dialog.open;
  found.lines = [...dialog.querySelectorAll("tr")].map((row) => row.innerText);
  found.title = dialog.querySelector("h3").textContent;
  document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
  found.closed = !dialog.open;
}
const scroll = document.querySelector(".scroll");
scroll.scrollTo(300, 0);
const corner = scroll.getBoundingClientRect();
const head = document.querySelector(".grid tbody th").getBoundingClientRect();
found.stays = Math.abs(head.left - corner.left) < 3;
found.tooWide = [];
for (const group of document.querySelectorAll("svg g")) {
  const rect = group.querySelector(":scope > rect");
  if (!rect) continue;
  const box = rect.getBBox();
  for (const text of group.querySelectorAll(":scope > text")) {
    const inside = text.getBBox();
    if (inside.x < box.x || inside.x + inside.width > box.x + box.width) found.tooWide.push(text.textContent);
  }
}
found.texts = document.querySelectorAll("svg text").length;
found.widerThanTheWindow = document.documentElement.scrollWidth > innerWidth;
found.paper = getComputedStyle(document.body).backgroundColor;
found.errors = errors;
const said = document.createElement("pre");
said.id = "found";
said.textContent = JSON.stringify(found);
document.body.append(said);
"""


def seen(page: str, tmp_path: Path) -> dict[str, Any]:  # JSON as it comes
    """What the probe finds in a page."""
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", f"<script>{PROBE}</script></body>"), encoding="utf-8")
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", file.as_uri()],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    said = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert said is not None
    found: dict[str, Any] = json.loads(html.unescape(said[1]))
    return found


def test_the_booking_in_a_browser(tmp_path: Path) -> None:
    found = seen(as_html(booking(), traces=[PATH], theme=Theme.DARK), tmp_path)
    assert found["errors"] == []
    assert (found["opened"], found["closed"], found["stays"]) == (True, True, True)
    assert found["title"] == "confirm x user_yes: named"
    assert [line.split("\t")[1:3] for line in found["lines"]] == [
        ["user_yes when approved", "-> book / perform"],
        ["user_yes else", "stay / ask again"],
    ]
    assert found["texts"] > 100
    assert found["tooWide"] == []
    assert not found["widerThanTheWindow"]
    assert found["paper"] == "rgb(16, 21, 28)"


def test_40_states_in_a_browser(tmp_path: Path) -> None:
    found = seen(as_html(machine(40, 30, 1)), tmp_path)
    assert (found["errors"], found["tooWide"], found["widerThanTheWindow"]) == ([], [], False)
    assert found["texts"] > 200
