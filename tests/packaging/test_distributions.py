"""What is inside the wheel and the sdist, and whether the wheel works where nothing else of ours is."""

import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.building import Installed, build, put_foreign_agents

pytestmark = pytest.mark.xdist_group("packaging")

PLAY = """
import gymnasium
import dixie_env
import agents

assert agents.MARK == "somebody else", agents
env = gymnasium.make("dixie_env/Dixie-v0", players=3, opponents=["sane", "ppo:zoo/second"])
observation, info = env.reset(seed=7)
over = False
while not over:
    _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
print(dixie_env.__file__)
"""


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("distributions"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, distributions: tuple[Path, Path]) -> Installed:
    place = Installed(tmp_path_factory.mktemp("installed"))
    place.borrow()
    put_foreign_agents(place.site)
    place.pip("install", "--no-deps", "--no-index", str(distributions[1]))
    return place


def test_the_wheel_has_our_names_only(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = wheel.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {
        "dixie_env",
        "dixie_agents",
        "dixie_arena",
        "dixie_web",
        "dixie_training",
    }
    assert not [name for name in names if name.endswith((".pyx", ".pxd", ".c", ".pyc"))]
    for odd in ("test", "debug", "generate"):
        assert not [name for name in names if odd in Path(name).name], odd


def test_the_wheel_has_all_data(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = set(wheel.namelist())
    for package in ("dixie_env", "dixie_agents", "dixie_arena", "dixie_web", "dixie_training"):
        assert f"{package}/py.typed" in names
    assert {"dixie_env/engine/game.pyi", "dixie_env/engine/batch.pyi"} <= names
    assert "dixie_agents/zoo/second/weights.safetensors" in names
    assert "dixie_env/configs/training/selfplay-4p.yaml" in names
    assert "dixie_env/configs/editions/de.yaml" in names
    assert "dixie_web/static/table.js" in names
    assert {f"dixie_agents/reviewing/review.{kind}" for kind in ("html", "css", "js")} <= names
    assert "dixie_arena/report.html.j2" in names


def test_the_sdist_can_be_built_from_and_has_no_tests(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"dixie_env/engine/play.pyx", "agents/dixie_agents/compiled/mcts.pxd", "setup.py"} <= names
    assert not [name for name in names if name.startswith(("tests", "docs", "benchmarks", "notebooks"))]
    assert not [name for name in names if name.endswith((".so", ".c", ".pyc"))]


def test_it_plays_beside_a_foreign_package_called_agents(installed: Installed) -> None:
    (installed.home / "training").mkdir(exist_ok=True)  # a folder of the user's own
    (installed.home / "training" / "__init__.py").write_text("raise RuntimeError('not ours')\n")
    where = installed.ok("python", "-c", PLAY)
    assert str(installed.site) in where


def test_the_commands_work_from_another_folder(installed: Installed) -> None:
    listed = installed.ok("dixie", "agents")
    assert "balanced" in listed and "zoo/second" in listed
    installed.ok("dixie", "record", "--players", "3", "--rounds", "2", "--seed", "5", "--out", "games")
    assert installed.ok("dixie", "check", "games/game-5.jsonl").startswith("ok ")
    assert "Round 1" in installed.ok("dixie", "replay", "games/game-5.jsonl")
    installed.ok("dixie", "replay", "games/game-5.jsonl", "--html", "game.html")
    assert (installed.home / "game.html").stat().st_size > 10_000


def test_a_tournament_opens_its_report(installed: Installed) -> None:
    installed.ok(
        "dixie", "tournament", "--agents", "random,sane,ppo:zoo/first", "--games", "12", "--out", "cup"
    )
    report = (installed.home / "cup" / "report.html").read_text("utf-8")
    assert "ppo:zoo/first" in report and "<img" in report
    assert installed.ok("dixie", "verify", "cup").startswith("ok ")


def test_uninstalling_leaves_the_foreign_package(installed: Installed) -> None:
    installed.pip("uninstall", "-y", "dixie-env")
    assert not list(installed.site.glob("dixie_*"))
    assert installed.ok("python", "-c", "import agents; print(agents.MARK)") == "somebody else\n"
