"""What an installation weighs and how fast it starts.

Owns: start times against bare Python, and with `--install` the number and size of the distributions of a plain
`pip install .`. Never: installs anything outside a temporary folder.

    python -m bench.footprint [--install]
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
BOOKING = ROOT / "examples" / "booking" / "booking.states"
RUNS = 15
IMPORT_MS, CHECK_S, DISTRIBUTIONS, INSTALLED_MB = 150.0, 0.5, 6, 15.0
"""The bars: `import decidable` over bare Python, `decidable check`, distributions beside our own, size of the core."""
_LISTING = """
import json, importlib.metadata as m
found = {}
for d in m.distributions():
    files = [f for f in d.files or [] if "__pycache__" not in str(f)]
    found[d.metadata["Name"].lower()] = sum(p.stat().st_size for f in files if (p := f.locate()).is_file())
print(json.dumps(found))
"""


def taken(*command: str) -> float:
    """The seconds that a process takes, the median of several (the first, which warms the disk, left out)."""
    times: list[float] = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        times.append(time.perf_counter() - start)
    return median(times[1:])


def start_times() -> bool:
    """Print what a start costs; whether the bars hold."""
    python = sys.executable
    bare = taken(python, "-c", "pass")
    imported = taken(python, "-c", "import decidable")
    bound = taken(python, "-c", "from decidable import load_machine")
    command = "import sys; from decidable.cli.main import run; sys.exit(run())"
    checked = taken(python, "-c", command, "check", str(BOOKING))
    helped = taken(python, "-c", command, "--help")
    over = (imported - bare) * 1000
    print(f"bare Python {bare * 1000:.0f} ms; `import decidable` {over:.0f} ms more (bar {IMPORT_MS:.0f})")
    print(f"`from decidable import load_machine` {(bound - bare) * 1000:.0f} ms more than bare Python")
    print(f"`decidable check` on the booking {checked:.2f} s (bar {CHECK_S}), `decidable --help` {helped:.2f} s")
    return over <= IMPORT_MS and checked < CHECK_S


def installed() -> bool:
    """Install into a fresh environment and print what came with it; whether the bars hold."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "Scripts" if os.name == "nt" else "bin", "python"))
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(ROOT)], check=True
        )
        listed = subprocess.run([python, "-c", _LISTING], check=True, capture_output=True, encoding="utf-8")
        sizes: dict[str, int] = json.loads(listed.stdout)
    for name in ("pip", "setuptools"):
        sizes.pop(name, None)
    others = sorted(name for name in sizes if name != "decidable")
    size = sum(sizes.values()) / 1e6
    print(f"pip install .: {len(others)} distributions beside our own (bar {DISTRIBUTIONS}): {', '.join(others)}")
    print(f"installed {size:.1f} MB (bar {INSTALLED_MB:.0f}), our own {sizes['decidable'] / 1e6:.1f} MB")
    return len(others) <= DISTRIBUTIONS and size < INSTALLED_MB


def main() -> int:
    """Print the figures; 1 where a bar is missed."""
    print(f"{platform.machine()}, {platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    held = start_times()
    if "--install" in sys.argv[1:]:
        held = installed() and held
    else:
        print("pip install .: measured with --install")
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
