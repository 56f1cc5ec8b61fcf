"""The HTML page: balanced, complete, self-contained; every link leads somewhere; nothing of a file acts as markup."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from decidable.core.problem import Problem, Severity
from decidable.draw import Part, Theme, Trace, TraceStep, as_html
from tests.cases.test_c45_picture import hostile
from tests.draw.generated import machine
from tests.draw.test_grid import booking, table
from tests.draw.test_layout import CHECKOUT
from tests.draw.test_svg import PATH

VOID = {"meta", "br"}
FINDINGS = (
    Problem("undecided", "gather x sent is undecided", "write it", 12, 1),
    Problem("override", "sent in notify overrides line 43", "", 110, 3, severity=Severity.NOTE),
    Problem("no-reason", "this line gives no reason", "write <why>", 14, severity=Severity.WARNING),
    Problem("conflict", "confirm x details has 2 rules", "", 0),
)


class Page(HTMLParser):
    """A page as read: elements in balance, ids, links and texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.wrong: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        for name, value in attrs:
            self.attributes.append((name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


PAGES = {
    "booking": as_html(booking(), findings=FINDINGS, path="b.states", traces=[PATH, PATH]),
    "first drawing": as_html(booking("first_drawing")),
    "two edits": as_html(booking("two_edits"), theme=Theme.DARK),
    "hostile names": as_html(hostile(), path="<i>"),
    "200 states": as_html(machine(200, 40, 1)),
    "states in states": as_html(table(CHECKOUT)),
    "no events": as_html(table("s (start)\n")),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_balanced_and_its_links_lead_somewhere(name: str) -> None:
    read = Page(PAGES[name])
    assert (read.wrong, read.open) == ([], [])
    assert [one for one, count in Counter(read.ids).items() if count > 1] == []
    assert {link.removeprefix("#") for link in read.links} <= set(read.ids)
    assert all(link.startswith("#") for link in read.links)
    for addresses in (value for key, value in read.attributes if key == "data-lines"):
        assert set(addresses.split()) <= set(read.ids)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_nothing_from_outside_and_runs_only_its_own_script(name: str) -> None:
    text = PAGES[name].replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|@import|@font-face|<img|<link", text)
    read = Page(PAGES[name])
    assert read.elements["script"] == 1
    assert not [key for key, _ in read.attributes if key.startswith("on") or key == "src"]


@pytest.mark.parametrize("name", ["booking", "first_drawing", "two_edits"])
def test_every_cell_is_in_the_grid(name: str) -> None:
    drawn = booking(name)
    read = Page(as_html(drawn, only=Part.GRID))
    rows = sum(map(bool, drawn.rows.values()))
    columns = len({event for row in drawn.rows.values() for event in row})
    assert read.elements["th"] == rows + columns
    assert read.elements["td"] >= rows * columns
    decided = sum(bool(cell.options) for row in drawn.rows.values() for cell in row.values())
    assert sum(key == "data-cell" for key, _ in read.attributes) == decided


def test_open_cells_are_signs_and_not_only_colours() -> None:
    assert PAGES["first drawing"].count('<td class="open"><span><b class="undecided">?</b></span></td>') == 106
    assert '<b class="badge">2 rules</b><br>&rarr;&nbsp;gather' in PAGES["two edits"]
    assert "<b>106</b> undecided" in PAGES["first drawing"]
    assert '<li class="alarm"><b>1</b> with 2 rules</li>' in PAGES["two edits"]


def test_a_row_names_its_parents() -> None:
    text = PAGES["states in states"]
    assert '<th scope="row"><small>shop / payment /</small> card</th>' in text
    assert "<summary>shop</summary>" in text


def test_a_cell_tells_its_lines_with_numbers_and_reasons() -> None:
    text = PAGES["booking"]
    cell = re.search(r'<a href="#(l\d+)" data-cell="notify x sent: named" data-lines="(l\d+)" title="([^"]*)">', text)
    assert cell is not None
    assert cell[1] == cell[2]
    assert re.fullmatch(r"notify x sent: named\n\d+: sent   -&gt; report : the group knows", cell[3])
    row = re.search(rf'<tr id="{cell[1]}"><td class="number">(\d+)</td><td><code>sent</code></td>', text)
    assert row is not None
    assert "the group knows" in text[row.end() : row.end() + 120]


def test_findings_are_listed_loudest_first_and_undecided_cells_only_counted() -> None:
    text = PAGES["booking"]
    found = text[text.index('id="findings"') : text.index('id="traces"')]
    assert "One cell is undecided" in found
    assert (
        found.index("confirm x details has 2 rules") < found.index("this line gives no reason") < found.index("1 note")
    )
    assert "write &lt;why&gt;" in found
    assert '<span class="place">b.states:110:3</span>' in found
    assert "2</b> errors" in text
    many = [Problem("no-reason", f"line {n}", "", n) for n in range(1, 251)]
    assert "50 more are left out here" in as_html(booking(), findings=many)
    assert "2 notes: allowed" in as_html(booking(), findings=[FINDINGS[1], FINDINGS[1]._replace(line=9)])


def test_traces_are_lists_of_steps_each_with_a_picture() -> None:
    read = Page(PAGES["booking"])
    assert read.elements["svg"] == 3
    assert read.text.count("asked twice") == 4, "the title of each list and of each picture"
    assert "<li><b>book</b> <code>user_cancels</code> stays</li>" in PAGES["booking"]
    large = machine(121, 30, 1)
    start = next(iter(large.states))
    assert Page(as_html(large, traces=[Trace("t", (TraceStep(start, "x", start),))])).elements["svg"] == 0


def test_what_the_browser_paints_itself_is_of_the_same_theme() -> None:
    """Scroll bars, that is."""
    schemes = {theme: re.findall(r"color-scheme: ?(\w+)\}", as_html(booking(), theme=theme)) for theme in Theme}
    assert schemes == {Theme.LIGHT: ["light"], Theme.DARK: ["dark"], Theme.AUTO: ["light", "dark"]}


def test_only_the_grid_or_only_the_diagram() -> None:
    assert Page(as_html(booking(), only=Part.GRID)).elements["svg"] == 0
    diagram = Page(as_html(booking(), only=Part.DIAGRAM))
    assert (diagram.elements["svg"], diagram.elements["th"]) == (1, 0)


def test_a_large_machine_has_its_grid_and_a_sentence() -> None:
    assert "200 states are beyond what a diagram can show readably" in PAGES["200 states"]
    assert "pointing at it explains nothing in a grid of this size" in PAGES["200 states"]
    assert "The machine has no event, so it has no cell." in PAGES["no events"]


def test_nothing_of_a_file_acts_as_markup() -> None:
    drawn = Page(
        as_html(table('s (start)\n  a -> t : </td><script>alert(1)</script> "ünï" \x07\nt\n  a stay : &lt;\n'))
    )
    assert drawn.elements["script"] == 1
    assert '</td><script>alert(1)</script> "ünï" \N{REPLACEMENT CHARACTER}' in drawn.text
    assert Page(PAGES["hostile names"]).elements["b"] < 60
    assert "<i>" not in PAGES["hostile names"]


def test_the_same_bytes_each_time() -> None:
    assert as_html(booking(), findings=FINDINGS, path="b.states", traces=[PATH, PATH]) == PAGES["booking"]
