"""The programs in docs/environments.md run as they stand."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "environments.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_has_its_programs() -> None:
    assert len(PROGRAMS) == 4
    assert [word for word in ("make_vec", "supersuit", "DixieVector") if word not in "".join(PROGRAMS)] == []


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_program_runs(program: str) -> None:
    exec(compile(program, "environments.md", "exec"), {"__name__": "page"})
