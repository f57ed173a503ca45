"""Files with checksums: what was written is read again, anything else is noticed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dixie_env.checksums import SUMS, CheckedFolder, Damaged
from tests.folders.flipping import flip


def filled(path: Path) -> CheckedFolder:
    folder = CheckedFolder(path)
    folder.write("a.json", "{}\n")
    folder.write("inside/b.bin", bytes(range(64)))
    folder.write("a.json", '{"a": 1}\n')
    return folder


def test_what_was_written_is_read(tmp_path: Path) -> None:
    filled(tmp_path)
    again = CheckedFolder(tmp_path)
    assert again.names() == ["a.json", "inside/b.bin"]
    assert again.read("a.json") == b'{"a": 1}\n'
    assert again.read("inside/b.bin") == bytes(range(64))
    assert list(again.problems()) == []
    with pytest.raises(FileNotFoundError):
        again.read("c")


@pytest.mark.skipif(sys.platform != "linux", reason="the command is one of Linux")
def test_the_usual_command_reads_them_too(tmp_path: Path) -> None:
    filled(tmp_path)
    command = ["sha256sum", "--check", "--strict", SUMS]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    flip(tmp_path / "a.json", 9)
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 1


@pytest.mark.parametrize("name", ["a.json", "inside/b.bin", SUMS])
def test_every_flipped_bit_is_noticed(tmp_path: Path, name: str) -> None:
    folder = filled(tmp_path)
    file = tmp_path / name
    for bit in range(8 * file.stat().st_size):
        flip(file, bit)
        assert list(CheckedFolder(tmp_path).problems()), bit
        if name != SUMS:
            with pytest.raises(Damaged, match=rf"{file.name} is damaged"):
                folder.read(name)
        flip(file, bit)
    assert list(folder.problems()) == []


def test_killed_between_checksum_and_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old content is still right then, and so is the new one when it is written again."""
    folder = filled(tmp_path)

    def killed(path: Path, content: bytes) -> None:
        if path.name == "a.json":
            raise KeyboardInterrupt
        write_whole(path, content)

    from dixie_env.files import write_whole

    with monkeypatch.context() as patch:
        patch.setattr("dixie_env.checksums.write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            folder.write("a.json", "new")
    again = CheckedFolder(tmp_path)
    assert again.read("a.json") == b'{"a": 1}\n'
    again.write("a.json", "new")
    assert again.read("a.json") == b"new"
    assert len((tmp_path / SUMS).read_text().splitlines()) == 2


def test_kill_at_any_moment(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from dixie_env.checksums import CheckedFolder\n"
        "folder = CheckedFolder(Path(sys.argv[1])); print('go', flush=True)\n"
        "for number in range(10**9): folder.write(f'{number % 3}.txt', str(number) * 1000)"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    while not (tmp_path / "2.txt").exists():
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    folder = CheckedFolder(tmp_path)
    assert list(folder.problems()) == []
    assert {len(set(folder.read(name).decode())) > 0 for name in folder.names()} == {True}


def test_names_that_lead_out_of_the_folder_are_not_read(tmp_path: Path) -> None:
    (tmp_path / SUMS).write_text(f"{'0' * 64}  ../secret\n{'0' * 64}  /etc/passwd\n")
    folder = CheckedFolder(tmp_path)
    assert folder.names() == []
    assert list(folder.problems()) == [f"{SUMS} was changed: it is not as dixie writes it"]


def test_a_folder_of_an_earlier_version_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("{}")
    folder = CheckedFolder(tmp_path)
    folder.write("new.json", "[]")
    folder.forget(["old.json"])
    assert not folder.has_sums
    assert (folder.read("old.json"), folder.read("new.json")) == (b"{}", b"[]")


def test_other_files_do_not_keep_a_new_run_from_its_checksums(tmp_path: Path) -> None:
    """Such as the output of the command."""
    (tmp_path / "log.txt").write_text("training\n")
    folder = CheckedFolder(tmp_path)
    folder.begin()
    folder.write("config.json", "{}")
    assert folder.names() == ["config.json"]
    folder.begin()
    assert folder.names() == ["config.json"]
