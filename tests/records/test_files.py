"""A file is there whole or not at all, and on the disk before it has its name."""

import os
from pathlib import Path

import pytest

from dixie_env.files import check_writable, write_whole


def test_the_content_is_on_the_disk_before_it_has_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, bool]] = []
    path = tmp_path / "new" / "file"
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append((os.fstat(handle).st_size, path.exists())))
    write_whole(path, "words")
    assert synced == [(5, False)]
    assert path.read_text() == "words"
    assert [file.name for file in path.parent.iterdir()] == ["file"]


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "file", b"old")

    def fail(handle: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_file_that_could_not_be_written_is_known_before(tmp_path: Path) -> None:
    check_writable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
    for path in (tmp_path, tmp_path / "missing" / "file", tmp_path / ("long" * 100)):
        with pytest.raises(OSError, match=r".") as caught:
            check_writable(path)
        assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []
