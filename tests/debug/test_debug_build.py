"""The build with sanitizers plays the identical games, clean, and no bytes can break either build."""

import shutil
import subprocess
import sys

import pytest

from tests.debug import build
from tests.debug.fuzz_states import fuzz

BYTES = 100_000


@pytest.fixture(scope="module")
def debug_build() -> None:
    if sys.platform != "linux" or shutil.which("gcc") is None:
        pytest.skip("the debug build needs gcc and its sanitizers, on Linux")
    build.build()


@pytest.mark.xdist_group("debug")
@pytest.mark.usefixtures("debug_build")
def test_both_builds_play_the_same_games() -> None:
    command = ["-m", "tests.debug.play_games", "100"]
    release = subprocess.run(
        [sys.executable, *command], cwd=build.ROOT, capture_output=True, text=True, check=True
    )
    debug = build.run(*command)
    assert debug.returncode == 0, debug.stderr[-4000:]
    assert debug.stderr == ""
    assert len(release.stdout.splitlines()) == 60
    assert debug.stdout == release.stdout


@pytest.mark.xdist_group("debug")
@pytest.mark.usefixtures("debug_build")
def test_agents_play_the_same_games_in_both_builds() -> None:
    command = ["-m", "tests.debug.play_agents", "4"]
    release = subprocess.run(
        [sys.executable, *command], cwd=build.ROOT, capture_output=True, text=True, check=True
    )
    debug = build.run(*command)
    assert debug.returncode == 0, debug.stderr[-4000:]
    assert debug.stderr == ""
    assert len(release.stdout.splitlines()) == 20
    assert debug.stdout == release.stdout


@pytest.mark.xdist_group("debug")
@pytest.mark.usefixtures("debug_build")
def test_the_debug_build_survives_any_bytes() -> None:
    done = build.run("-m", "tests.debug.fuzz_states", str(BYTES))
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stderr == ""
    assert done.stdout.startswith("refused")


@pytest.mark.xdist_group("debug")
@pytest.mark.usefixtures("debug_build")
def test_the_debug_build_does_look() -> None:
    """A deliberate error is caught: the sanitizers and assertions are really on."""
    done = build.run("-c", "from tests.debug import debug_check; debug_check.read_beyond(9)")
    assert done.returncode != 0
    assert "runtime error" in done.stderr or "AddressSanitizer" in done.stderr


@pytest.mark.parametrize("seed", [1, 2])
def test_the_release_build_survives_any_bytes(seed: int) -> None:
    refused, accepted = fuzz(BYTES // 2, seed)
    assert refused > BYTES // 4
    assert accepted > BYTES // 50  # so that playing on from strange positions is tested too
