"""`dixie web`: starts, says where, ends; and what is wrong with its arguments."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.helpers import Ran

pytest.importorskip("uvicorn", reason="needs the extra web")


def test_it_serves_on_this_machine_and_ends_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "dixie_env.cli", "web", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            address = process.stdout.readline().partition("http://")[2].partition("/")[0]
            assert address.startswith("127.0.0.1:")
            assert "Dixie Queen" in httpx.get(f"http://{address}/", timeout=30).text
            process.send_signal(signal.SIGINT)
            process.wait(30)
        finally:
            process.kill()
        assert "Traceback" not in process.stderr.read()


def test_with_a_host_it_says_what_others_can_open() -> None:
    command = [sys.executable, "-u", "-m", "dixie_env.cli", "web", "--port", "0", "--host", "127.0.0.2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            here, there = process.stdout.readline(), process.stdout.readline()
            assert "open http://127.0.0.1:" in here
            assert "the links of tables at http://127.0.0.2:" in there
            address = there.rpartition("http://")[2].strip()
            assert httpx.get(f"http://{address}/", timeout=60).status_code == 403
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "--port must be from 0 to 65535"),
        (["--agent", "no_such_module:Bot"], "--agent: there is no agent"),
        (["--host", "0.0.0.0"], "--host: 0.0.0.0 is not the address of one machine"),
    ],
)
def test_wrong_arguments_are_explained(arguments: list[str], words: str) -> None:
    ran = Ran("web", *arguments)
    assert ran.code == 2
    assert words in ran.error


def test_a_taken_port_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = Ran("web", "--port", taken.getsockname()[1])
    assert ran.code == 2
    assert "can't be used" in ran.error
