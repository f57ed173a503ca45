"""Tries an installed wheel with the extra `arena`: files, entry points, environments, commands.

cibuildwheel runs this file alone in an empty folder, and so does `make dist`.
"""

import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

FILES = {
    "dixie_env": ("py.typed", "configs/editions/de.yaml", "configs/training/quick.yaml", "engine/game.pyi"),
    "dixie_agents": ("py.typed", "zoo/second/card.json", "zoo/second/weights.safetensors"),
    "dixie_arena": ("py.typed", "report.html.j2"),
    "dixie_training": ("py.typed",),
    "dixie_web": ("py.typed", "static/table.js"),
}
COMMANDS = (
    "dixie agents",
    "dixie demo --seconds 1",
    "dixie record --players 3 --agents balanced,ppo:zoo/second,mcts:8 --rounds 2 --seed 5 --out games",
    "dixie check games/game-5.jsonl",
    "dixie replay games/game-5.jsonl --html game.html",
    "dixie draw games/game-5.jsonl --at 9 --out board.svg",
    "dixie board show standard",
    "dixie train --list",
    "dixie tournament --agents random,greedy,ppo:zoo/second --games 9 --out cup",
    "dixie verify cup",
)


def main() -> None:
    """Run everything, or stop at the first thing that fails."""
    for package, names in FILES.items():
        for name in names:
            assert files(package).joinpath(name).is_file(), f"{package} lacks {name}"
    points = distribution("dixie-env").entry_points
    for point in points:
        if not point.value.startswith("dixie_training"):  # its learners need torch
            point.load()
    assert {"dixie", "tournament", "web", "Dixie-v0"} <= {point.name for point in points}
    play()
    folder = Path(tempfile.mkdtemp())
    program = Path(sys.executable).with_name("dixie")
    for command in COMMANDS:
        done = subprocess.run(
            [str(program), *command.split()[1:]],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            timeout=600,
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        print("ok", command, flush=True)
    for name in ("game.html", "board.svg", "cup/report.html", "cup/card.json"):
        assert (folder / name).stat().st_size > 1000, name


def play() -> None:
    """Play with PettingZoo's and Gymnasium's interfaces."""
    import gymnasium

    from dixie_env import dixie_v0

    env = dixie_v0.env(players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert env.unwrapped.game.over
    games = gymnasium.make_vec("dixie_env/Dixie-v0", num_envs=8, players=4, opponents="sane")
    _, infos = games.reset(seed=7)
    for _ in range(20):
        _, _, _, _, infos = games.step(infos["action_mask"].argmax(axis=1))
    print("ok games")


if __name__ == "__main__":
    main()
