"""The page about boards: its programs run, and its tables say what the files say."""

import re
from pathlib import Path

import pytest

from dixie_env.boards.evidence import load_evidence
from dixie_env.config import STATUSES

DOCS = Path(__file__).parents[2] / "docs" / "boards.md"
TEXT = DOCS.read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.+?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_runs(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "docs/boards.md", "exec"), {"__name__": "docs"})


def test_tables_are_complete() -> None:
    assert len(PROGRAMS) == 2
    for word in (*STATUSES, *(statement.key for statement in load_evidence().statements)):
        assert f"`{word}`" in TEXT
    for link in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (DOCS.parent / link).exists(), link
