"""Checks any finished folder of the arena: tournaments, benchmarks and all kinds of studies."""

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dixie_arena.ability_effects.contrast_run import CONTRAST, Condition, run_contrast
from dixie_arena.ability_effects.report import to_json
from dixie_arena.ability_effects.study import Study, run_study
from dixie_arena.config import ArenaError, read_setup
from dixie_arena.folder import CARD, SUMMARY, TOURNAMENT, RunFolder
from dixie_arena.studying.plan_file import study_from_object
from dixie_arena.studying.results import recompute
from dixie_arena.studying.study_folder import RESULTS, STUDY, TIMING, StudyFolder
from dixie_arena.verify import NotVerified, Verified, check_sums, verify_folder
from dixie_arena.verify_parts import Progress, verify_parts

VERSIONS = ("dixie", "commit", "versions")
"""What may differ: the version that computes the results again."""
_CONTRAST = f"{CONTRAST}.json"


def verify(
    path: Path,
    games: int = 64,
    seed: int | None = None,
    progress: Progress = lambda done, total: None,
    note: Callable[[str], None] = lambda words: None,
) -> Verified:
    """Check a finished folder of any kind.

    Of a study all results are computed again from its games, which takes as long as it took the first time.

    Args:
        path: The folder.
        games: Minimum number of games to replay in each folder of games. Whole parts are replayed.
        seed: Seed that selects the games; None for random ones.
        progress: Called with the number of games replayed and to replay.
        note: Called with a few words when something else begins.

    Raises:
        NotVerified: A check failed.
        ArenaError: This is not a finished folder of the arena.
    """
    if (path / TOURNAMENT).exists():
        what = RunFolder(path).read_json(TOURNAMENT)
        checker = verify_folder if isinstance(what, dict) and "entrants" in what else verify_parts
        return checker(path, games, seed, progress)
    parts = sorted(file.parent for file in path.glob(f"*/{TOURNAMENT}"))
    known = [name for name in (STUDY, _CONTRAST, SUMMARY, CARD) if (path / name).exists()]
    if not parts or not known:
        raise ArenaError(
            f"{path} is not a finished folder of dixie tournament, compare, abilities, study or benchmark"
        )
    check_sums(path)
    if unfinished := [part.name for part in parts if not (part / CARD).exists()]:
        raise ArenaError(f"{path / unfinished[0]} is not finished: continue with --resume first")
    found = []
    for part in parts:
        note(f"replaying games of {part.name}")
        try:
            found.append(verify(part, games, seed, progress))
        except NotVerified as error:
            raise NotVerified(f"{part.name}: {error}") from None
    note("computing the results again")
    if known[0] == STUDY:
        _check_results(path)
    elif known[0] == _CONTRAST:
        _check_contrast(path)
    elif known[0] == SUMMARY:
        _check_summary(path)
    return _together(found, "checksums and agents" if known[0] == CARD else "checksums, agents and results")


def _together(found: Sequence[Verified], what: str) -> Verified:
    return Verified(
        sum(one.games for one in found),
        sum(one.replayed for one in found),
        sum(one.skipped for one in found),
        what,
    )


def _check_summary(path: Path) -> None:
    """Compute the summary of a study of abilities again."""
    stored = json.loads(RunFolder(path).read(SUMMARY))
    given: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in stored["study"].items()
    }
    study = Study(**given)
    names = {"dealt": True, "twins": study.twin_games, "restricted": study.restricted_games}
    names |= {"draft": study.draft_games, "boards": study.boards}
    _check_there(path, [name for name, wanted in names.items() if wanted])
    right = json.loads(to_json(run_study(study, path, resume=True).summary))
    _compare(stored, right, SUMMARY)


def _check_contrast(path: Path) -> None:
    """Compute a contrast again."""
    stored = json.loads(RunFolder(path).read(_CONTRAST))
    plan = RunFolder(path / CONTRAST).read_json(TOURNAMENT)
    conditions = [Condition(one["name"], one["agent"], read_setup(one)) for one in stored["conditions"]]
    found = run_contrast(
        stored["key"],
        conditions,
        path,
        games=plan["cells"][0]["games"],
        seed=plan["seed"],
        guests=_guests(plan),
        resume=True,
        write=False,
    )
    _compare(stored, json.loads(found.to_json()), _CONTRAST)


def _guests(plan: dict[str, Any]) -> Any:
    from dixie_arena.guard import Guests

    return Guests(plan["isolate"], plan["time_limit"])


def _check_results(path: Path) -> None:
    """Compute the results of a study again, in another folder."""
    folder = StudyFolder(path)
    stored = folder.read_json(RESULTS)
    study = study_from_object(folder.read_json(STUDY))
    _check_there(path, list(folder.read_json(TIMING)))
    with tempfile.TemporaryDirectory(prefix="dixie-") as beside:
        right = recompute(study, path, Path(beside))
        _compare(stored, right, RESULTS)
        for name in ("effects.csv", "boards.csv"):
            if (Path(beside) / name).read_bytes() != folder.read(name):
                raise NotVerified(f"{name} does not follow from the games")


def _check_there(path: Path, names: Sequence[str]) -> None:
    """Nothing is played to verify it: the games must all be there."""
    for name in names:
        if not (path / name / CARD).exists():
            raise NotVerified(f"the games of {name} are missing")


def _compare(stored: dict[str, Any], right: dict[str, Any], name: str) -> None:
    for key in {**stored, **right}:
        if key not in VERSIONS and stored.get(key) != right.get(key):
            raise NotVerified(
                f"{name} does not follow from the games: {key} is another when it is computed again"
            )
