"""Every example learns in an environment that has only the wheel, the library and what they need.

    pytest -m long tests/ecosystem/test_matrix.py -k tianshou

The results go to ``docs/examples/measured.json``; `make docs` then makes the table of the docs from them.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.tools import TOOLS, Tool, pinned
from tests.ecosystem.matrix import has_small_torch, install, read_outcome, run, version_of, write_measured
from tests.packaging.building import Installed, build

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packaging")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One wheel for all: compiling takes longest."""
    return build(tmp_path_factory.mktemp("wheel"))[1]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Installed]:
    """An empty environment, removed afterwards: each takes one or two gigabytes."""
    place = Installed(tmp_path)
    yield place
    shutil.rmtree(place.venv)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.folder)
def test_the_example_learns(tool: Tool, wheel: Path, place: Installed) -> None:
    if not has_small_torch(place, pinned(tool, "torch")):
        pytest.skip("pip would install torch with several gigabytes of CUDA here")
    install(tool, wheel, place)
    assert version_of(place, tool.package).partition("+")[0] == pinned(tool, tool.package)
    printed = run(tool, place)
    if tool.least is None:
        assert printed.count("legal decisions") == 2
        write_measured(tool, place, None)
        return
    outcome = read_outcome(printed)
    assert outcome.share >= tool.least
    write_measured(tool, place, outcome)
