"""Small studies for tests: fast agents, short games, few boards."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dixie_arena.studying.plan_file import Study, load_study
from dixie_arena.studying.results import run_study

POOL: dict[str, Any] = {
    "name": "fast",
    "status": "draft",
    "agents": [{"label": "sane", "name": "sane"}, {"label": "greedy", "name": "greedy"}],
}
WEIGH: dict[str, Any] = {
    "boards": 14,
    "most_boards": 28,
    "games": 10,
    "more": 10,
    "most": 20,
    "proposal": None,
}
TINY: dict[str, Any] = {
    "name": "tiny",
    "small": True,
    "players": 4,
    "edition": "de",
    "rounds": 1,
    "pool": "pool.json",
    "prior": "standard",
    "evidence": "standard",
    "seed": 5,
    "board_seed": 1_000_001,
    "weigh": WEIGH,
    "answer": {"boards": 6, "games": 120, "estimands": ["dealt", "held", "drafted"]},
    "left_out": {"boards": 4, "games": 120},
    "limit": {"weigh": WEIGH | {"most_boards": 14}, "boards": 4, "games": 120},
    "clones": {"boards": 3, "games": 60},
    "search": {"agent": "mcts:1", "boards": 2, "games": 120},
    "others": {"boards": 3, "games": 60, "players": [3, 4], "editions": ["de", "fr"]},
    "draft": {"boards": 3, "games": 40},
}
ONLY_DEALT: dict[str, Any] = {
    "answer": {"boards": 6, "games": 120, "estimands": ["dealt"]},
    "evidence": None,
    "left_out": None,
    "limit": None,
    "clones": None,
    "search": None,
    "others": None,
    "draft": None,
}
"""What is different in a study without evidence, of one estimand."""
RESULTS = (
    "results.json",
    "effects.csv",
    "effects.parquet",
    "boards.csv",
    "boards.parquet",
    "plausible.yaml",
    "dealt/games.parquet",
    "drafted/games.parquet",
    "weigh-1/games.parquet",
)


def write_study(folder: Path, pool: dict[str, Any] = POOL, **changes: Any) -> Path:
    """Write the files of a study and return that of the study."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pool.json").write_text(json.dumps(pool))
    file = folder / "study.json"
    file.write_text(json.dumps(TINY | {"pool": str(folder / "pool.json")} | changes))
    return file


def make_study(folder: Path, **changes: Any) -> Study:
    return load_study(write_study(folder, **changes))


def results_of(folder: Path) -> dict[str, bytes]:
    """The files of results; a study without a stage has no games of it."""
    assert (folder / "results.json").exists()
    return {name: (folder / name).read_bytes() for name in RESULTS if (folder / name).exists()}


def play(
    study: Study, folder: Path, *, progress: Callable[[str, int, int], None] | None = None, **options: Any
):
    return run_study(study, folder, progress=progress or (lambda stage, done, total: None), **options)
