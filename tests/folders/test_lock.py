"""One process at a time owns a folder."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from dixie_env import DixieError
from dixie_env.folder_lock import LOCK, FolderInUse, own_folder

SCRIPT = """
import sys, time
from pathlib import Path
from dixie_env.folder_lock import own_folder
with own_folder(Path(sys.argv[1]), "dixie other"):
    print("owned", flush=True)
    time.sleep(60)
"""


@contextmanager
def other_process(path: Path, script: str = SCRIPT) -> Iterator["subprocess.Popen[str]"]:
    """Another process that owns a folder."""
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "owned\n"
        yield process
    finally:
        process.kill()
        process.wait()


def test_the_holder_is_named(tmp_path: Path) -> None:
    with (
        other_process(tmp_path / "run") as process,
        pytest.raises(
            FolderInUse, match=rf"run is in use: dixie other writes to it, process {process.pid} on "
        ),
        own_folder(tmp_path / "run", "dixie test"),
    ):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_it_ends_with_its_process(tmp_path: Path) -> None:
    with other_process(tmp_path / "run") as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with own_folder(tmp_path / "run", "dixie test"):
            assert (tmp_path / "run" / LOCK).read_text().startswith("dixie test writes to it, process ")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_does_not_keep_it(tmp_path: Path) -> None:
    # The forked process says so itself: when it does, it has closed what it inherited.
    forking = SCRIPT.replace("    print", "    import os\n    if os.fork(): time.sleep(60)\n    print")
    with other_process(tmp_path / "run", forking) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        with own_folder(tmp_path / "run", "dixie test"):
            pass


def test_a_command_may_call_another_one(tmp_path: Path) -> None:
    with own_folder(tmp_path, "dixie outer"):
        with own_folder(tmp_path, "dixie inner"):
            pass
        with (
            ThreadPoolExecutor(1) as pool,
            pytest.raises(FolderInUse, match="another thread of this process"),
        ):
            pool.submit(own_folder(tmp_path, "dixie thread").__enter__).result()
    with own_folder(tmp_path, "dixie next"):
        pass


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), own_folder(tmp_path / "new", "dixie test"):
        raise RuntimeError
    assert not (tmp_path / "new").exists()
    (tmp_path / "empty").mkdir()
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter1.tex").touch()
    for name in ("empty", "thesis"):
        with own_folder(tmp_path / name, "dixie test"):
            pass
    assert list((tmp_path / "empty").iterdir()) == []
    assert [file.name for file in (tmp_path / "thesis").iterdir()] == ["chapter1.tex"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(DixieError, match="is a file; give a folder"),
        own_folder(tmp_path / "file", "dixie test"),
    ):
        pass


def test_many_at_once(tmp_path: Path) -> None:
    """Only one at a time gets in, though the file of the lock comes and goes."""
    script = (
        "import sys, os\nfrom pathlib import Path\n"
        "from dixie_env.folder_lock import FolderInUse, own_folder\n"
        "got = 0\n"
        "while got < 30:\n"
        "    try:\n"
        "        with own_folder(Path(sys.argv[1]), 'dixie x'):\n"
        "            flag = Path(sys.argv[1]) / 'flag'\n"
        "            flag.open('x').close(); flag.unlink(); got += 1\n"
        "    except FolderInUse: pass\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "run")]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    for process in running:
        assert process.wait(120) == 0, process.stderr and process.stderr.read()
