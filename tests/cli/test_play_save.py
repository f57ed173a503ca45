"""`dixie play --save` looks at the file before the game, not after it."""

from pathlib import Path

import pytest

from tests.cli.helpers import Ran


@pytest.mark.parametrize(("name", "words"), [("", "Is a directory"), ("x" * 300, "File name too long")])
def test_a_file_that_can_not_be_written(tmp_path: Path, name: str, words: str) -> None:
    ran = Ran("play", "--save", tmp_path / name)
    assert ran.code == 2
    assert ran.error == f"--save {tmp_path / name}: the game could not be saved there: {words}"
    assert ran.out == ""


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    ran = Ran("play", "--save", tmp_path / "new" / "game.jsonl")
    assert ran.code == 2 and "does not exist" in ran.error


def test_a_folder_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *arguments: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    ran = Ran("play", "--save", tmp_path / "game.jsonl")
    monkeypatch.undo()
    assert ran.code == 2
    assert ran.error.endswith("game.jsonl: the game could not be saved there: Permission denied")
