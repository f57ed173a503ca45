"""Every extra alone, from the wheel, in an environment of its own. Slow, and it needs the network."""

import tomllib
from pathlib import Path

import pytest

from tests.packaging.building import CONSTRAINTS, ROOT, Installed, build

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packaging")]

FOR_DEVELOPERS = {"bench", "dev", "dist", "docs"}
"""They are for work in a clone; `make` installs and uses them there."""

IMPORTS = {
    "arena": "jinja2, matplotlib, openskill, pandas, pyarrow, scipy, statsmodels, dixie_arena.run",
    "train": "torch, tensorboard, stable_baselines3, sb3_contrib, dixie_training.sb3_ppo",
    "ray": "ray.rllib, ray.tune, torch, tensorboard, dixie_training.rllib",
    "web": "fastapi, uvicorn, dixie_web.server",
    "draw": "PIL, pygame, resvg_py, dixie_env.drawing.raster",
    "notebooks": "jupyterlab, nbclient, ipykernel, matplotlib, pandas, dixie_arena.run",
    "openspiel": "pyspiel, dixie_env.open_spiel",
    "minari": "minari, h5py, PIL, dixie_training.minari_dataset",
}

GAME = "dixie record --players 3 --agents sane,sane,sane --rounds 1 --seed 5 --out games"
TRAIN = """
learner: fast_ppo
game: {players: 2}
games: 4
updates: 1
num_steps: 8
hidden: [16]
minibatch_size: 16
evaluation: {every: 1, games: 4, rungs: [random], main: random}
opponents: {bots: [random], self_play: 0.5}
"""
RLLIB = """
learner: rllib
game: {players: 2}
games: 2
num_steps: 50
updates: 1
hidden: [16]
update_epochs: 1
minibatch_size: 100
evaluation: {every: 1, games: 4, rungs: [random], main: random}
"""
WEB = """
import subprocess, sys, re, urllib.request
command = [sys.executable, "-u", "-m", "dixie_env.cli", "web", "--port", "0"]
table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
try:
    address = next(found[0] for line in table.stdout if (found := re.search(r"http://\\S+", line)))
    assert b"<html" in urllib.request.urlopen(address, timeout=30).read()
finally:
    table.terminate()
"""
SPIEL = """
import random, dixie_env.open_spiel, pyspiel
state = pyspiel.load_game("dixie(players=2,rounds=1)").new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        actions = [action for action, _ in state.chance_outcomes()]
    elif state.is_simultaneous_node():
        state.apply_actions([random.choice(state.legal_actions(seat) or [0]) for seat in range(2)])
        continue
    else:
        actions = state.legal_actions()
    state.apply_action(random.choice(actions))
assert len(state.returns()) == 2
"""
LOAD = "import minari; assert minari.load_dataset('sane-v0').total_episodes == 2"
FILES = {"train.yaml": TRAIN, "rllib.yaml": RLLIB, "web.py": WEB, "spiel.py": SPIEL}

COMMANDS = {
    "arena": ["dixie tournament --agents random,sane --games 8 --out cup", "dixie verify cup"],
    "train": [
        "dixie train train.yaml --out run",
        "dixie record --agents ppo:run/best,sane --players 2 --out games",
    ],
    "ray": ["dixie train rllib.yaml --out run"],
    "web": ["python web.py"],
    "draw": [GAME, "dixie draw games/game-5.jsonl --at 9 --out board.png"],
    "notebooks": ["jupyter execute tournament.ipynb"],
    "openspiel": ["python spiel.py"],
    "minari": ["dixie dataset sane-v0 --agents sane --games 2 --format minari"],
}


def extras() -> dict[str, list[str]]:
    """Return the extras of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def try_extra(extra: str, wheel: Path, folder: Path) -> None:
    """Install a wheel with one extra into an empty environment, and use what the extra promises."""
    place = Installed(folder)
    place.hide_compilers()
    place.pip("install", "-c", str(CONSTRAINTS), f"{wheel}[{extra}]")
    place.ok("python", "-m", "pip", "check")
    place.ok("python", "-c", f"import {IMPORTS[extra]}")
    for name, content in FILES.items():
        (place.home / name).write_text(content)
    notebook = (ROOT / "notebooks" / "tournament.ipynb").read_text("utf-8")
    (place.home / "tournament.ipynb").write_text(notebook, "utf-8")
    for command in COMMANDS[extra]:
        place.ok(*command.split())
    if extra == "minari":
        place.ok("env", f"MINARI_DATASETS_PATH={place.home}", str(place.venv / "bin" / "python"), "-c", LOAD)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))[1]


def test_every_extra_is_tried() -> None:
    assert set(extras()) == set(IMPORTS) | FOR_DEVELOPERS
    assert set(IMPORTS) == set(COMMANDS)


@pytest.mark.parametrize("extra", IMPORTS)
def test_an_extra_alone(extra: str, wheel: Path, tmp_path: Path) -> None:
    try_extra(extra, wheel, tmp_path)
