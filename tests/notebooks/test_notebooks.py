"""Every notebook runs from its first cell to its last, and shows pictures."""

from pathlib import Path

import nbformat
import pytest

from tests.notebooks.running import FOLDER, pictures, run

NAMES = ("quickstart", "tournament", "abilities", "study", "training", "own_bot")
"""In the order in which one reads them. They are stored with pictures: people look without running them."""


def test_all_notebooks_are_there() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda file: file.stem)
def test_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    monkeypatch.setenv("DIXIE_NOTEBOOKS", "short")
    assert pictures(run(file))


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_in_the_repository(name: str) -> None:
    stored = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    assert pictures(stored)
