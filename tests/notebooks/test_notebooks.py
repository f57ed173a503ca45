"""Every notebook runs from its first cell to its last, and shows pictures."""

from pathlib import Path

import nbformat
import pytest

from tests.notebooks.running import FOLDER, pictures, run

WITH_PICTURES = ("quickstart", "own_bot")
"""Notebooks that are stored with their outputs: people look at them without running them."""


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda file: file.stem)
def test_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    monkeypatch.setenv("DIXIE_NOTEBOOKS", "short")
    assert pictures(run(file))


@pytest.mark.parametrize("name", WITH_PICTURES)
def test_pictures_are_in_the_repository(name: str) -> None:
    stored = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    assert "image/svg+xml" in pictures(stored)
