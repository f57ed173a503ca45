"""The programs and commands on the pages of the site run as they stand, commands with fewer games."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from dixie_env.cli.app import app
from tests.cli.helpers import Ran

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [
    "start.md",
    "watch.md",
    "ecosystem.md",
    *(
        f"{folder}/{file.name}"
        for folder in ("tutorials", "howto", "concepts")
        for file in (DOCS / folder).glob("*.md")
    ),
]
BLOCK = re.compile(r"^```(python|bash)\n(.+?)^```", re.MULTILINE | re.DOTALL)
FEWER = {
    r"--games \d+": "--games 4",
    r"^dixie abilities (.*)--games 4": r"dixie abilities \1--games 60 --rounds 1",
    r"^dixie train quick$": "dixie train quick --set updates=1 --set games=8 --set num_steps=8 "
    "--set minibatch_size=32 --set evaluation.games=2",
    r"^dixie compare (.*)": r"dixie compare \1 --games 72 --rounds 1",
}
"""How commands become short."""
LONG = {"benchmark"}
"""Commands that can't become short: they are only understood, not run."""


def parse(arguments: list[str]) -> None:
    """Understand a command without running it."""
    group = typer.main.get_command(app)
    with group.make_context("dixie", arguments[:1], resilient_parsing=True) as context:
        command = group.get_command(context, arguments[0])  # type: ignore[attr-defined]
        assert command is not None, f"there is no command {arguments[0]}"
        command.make_context(arguments[0], arguments[1:], parent=context).close()


def run_command(line: str) -> None:
    for long, short in FEWER.items():
        line = re.sub(long, short, line)
    arguments = shlex.split(line)[1:]
    if arguments[0] in LONG:
        parse(arguments)
        return
    ran = Ran(*arguments)
    assert ran.code == 0, f"{line}\n{ran.out}{ran.err}"


def test_every_kind_of_page_has_programs() -> None:
    assert len(PAGES) >= 12
    blocks = {page: BLOCK.findall((DOCS / page).read_text(encoding="utf-8")) for page in PAGES}
    assert {page for page, found in blocks.items() if not found} == {"concepts/game.md"}


@pytest.mark.parametrize("page", PAGES)
def test_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    if "sb3_contrib" in text or "dixie train" in text:
        pytest.importorskip("torch", reason="needs the extra train").set_num_threads(1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = {"__name__": "page"}
    for kind, block in BLOCK.findall(text):
        if kind == "python":
            saved = re.search(r"Save this as `(\w+\.py)`:\n\n```python\n" + re.escape(block), text)
            if saved:
                (tmp_path / saved[1]).write_text(block, encoding="utf-8")
            exec(compile(block, page, "exec"), names)
        else:
            for line in block.strip().splitlines():
                run_command(line)
