"""From a clean folder with only the wheel: the commands of the README, as they stand, timed.

    pytest -m long -s tests/packaging/test_first_contact.py

It prints how long each takes. On two free cores they take some minutes together; training takes longest.
"""

import re
import shlex
import time
from pathlib import Path

import pytest

from tests.packaging.building import CONSTRAINTS, ROOT, Installed, build

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packaging")]

README = (ROOT / "README.md").read_text(encoding="utf-8")
VERIFY = "dixie verify runs/ladder"
"""In the middle of a sentence there."""
MADE = ("runs/selfplay-4p/best", "runs/challenge/report.html", "runs/ladder/report.html", "runs/abilities")
PATIENCE = 4 * 3600


def commands() -> list[str]:
    """Return the five commands, in their order."""
    fenced = re.findall(r"^```(\w*)\n(.+?)^```", README, re.MULTILINE | re.DOTALL)
    found = [line.removeprefix("$ ") for kind, block in fenced if not kind for line in block.splitlines()]
    found = [line for line in found if line.startswith("dixie ")]
    after = next(number for number, line in enumerate(found, start=1) if "runs/ladder" in line)
    return [*found[:after], VERIFY, *found[after:]]


def test_the_commands_of_the_readme_run_from_a_clean_folder(tmp_path: Path) -> None:
    assert f"`{VERIFY}`" in README
    assert len(commands()) == 5
    _, wheel = build(tmp_path / "build")
    place = Installed(tmp_path / "place")
    times = []

    def timed(name: str, *arguments: str) -> None:
        began = time.perf_counter()
        place.ok(name, *arguments, timeout=PATIENCE)
        times.append((time.perf_counter() - began, " ".join([name, *arguments])))
        print(f"{times[-1][0]:7.1f} s  {times[-1][1]}")

    install = f"-m pip install -q -c {CONSTRAINTS} {wheel}[arena,train]"
    timed("python", *install.split())
    for command in commands():
        timed(*shlex.split(command))
    for made in MADE:
        assert (place.home / made).exists(), made
