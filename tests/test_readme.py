"""The README's programs run as they stand."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SECTIONS = [section.partition("\n") for section in README.split("\n## ")]
BLOCKS = [
    (title, program)
    for title, _, text in SECTIONS
    for program in re.findall(r"^```python\n(.+?)^```", text, re.MULTILINE | re.DOTALL)
]


def test_the_readme_has_its_programs() -> None:
    assert [title.partition(":")[0] for title, _ in BLOCKS] == [
        "Play a game",
        "Secret offerings",
        "Many games at once",
        "Train with Stable-Baselines3",
    ]


@pytest.mark.parametrize(("title", "program"), BLOCKS, ids=[title for title, _ in BLOCKS])
def test_program_runs(title: str, program: str) -> None:
    if "sb3_contrib" in program:
        torch = pytest.importorskip("torch", reason="needs the extra train")
        torch.set_num_threads(1)
    assert len(program.splitlines()) <= 20
    exec(compile(program, f"README.md: {title}", "exec"), {"__name__": "readme"})
