"""The programs under "From Python" in the docs run as they stand, with fewer games and updates."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
SMALLER = {
    "games=120": "games=24, rounds=1",
    "games=1200": "games=72, rounds=1",
    "games=400": "games=24, rounds=1",
    "games=600": "games=90, rounds=1",
    '"updates": 200': '"updates": 1, "evaluation.games": 4, "game.rounds": 1',
}
"""What takes less time; the numbers stand in the pages."""


def programs() -> list[tuple[str, str]]:
    return [
        (page, program)
        for page in ("arena.md", "abilities.md", "training.md")
        for program in re.findall(
            r"^```python\n(.+?)^```", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
    ]


def test_the_pages_have_their_programs() -> None:
    pages = [
        page for page, program in programs() if re.search(r"from dixie_(arena|training) import", program)
    ]
    assert pages == ["arena.md", "arena.md", "arena.md", "abilities.md", "training.md"]


@pytest.mark.parametrize(("page", "program"), programs(), ids=[page for page, _ in programs()])
def test_program_runs(
    page: str,
    program: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if page == "training.md":
        pytest.importorskip("torch", reason="needs the extra train")
    monkeypatch.chdir(tmp_path)
    for usual, small in SMALLER.items():
        program = re.sub(rf"{usual}\b", small, program)
    space: dict[str, object] = {"__name__": "__main__"}
    if "class " in program:  # a class of a script is found in its module
        main = type(re)("__main__")
        monkeypatch.setitem(__import__("sys").modules, "__main__", main)
        space = main.__dict__
    exec(compile(program, page, "exec"), space)
    assert "Traceback" not in capsys.readouterr().err
