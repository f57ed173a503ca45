"""Checks folders of games that are not tournaments: experiments, contrasts and the stages of a study."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dixie_agents.names import AgentError
from dixie_arena.ability_effects.experiment import Experiment
from dixie_arena.ability_effects.runs import identify_agents
from dixie_arena.chunk import Chunk
from dixie_arena.config import ArenaError, Entrant
from dixie_arena.folder import CARD, CODE, GAMES, TOURNAMENT, RunFolder
from dixie_arena.identity import Identities, code_changes, code_of
from dixie_arena.studying.stage import GameStage, Stage, WeighStage
from dixie_arena.verify import NotVerified, Verified, check_sums, compare_games

Progress = Callable[[int, int], None]


def verify_parts(path: Path, games: int, seed: int | None, progress: Progress) -> Verified:
    """Check the games in one folder, and replay some. The arguments are those of `verify_folder`.

    Raises:
        NotVerified: A check failed.
        ArenaError: The games are not finished.
    """
    folder = RunFolder(path)
    if folder.complete:
        check_sums(path)
    plan, card = read_plan(folder), folder.read_json(CARD)
    identities = _check_code(folder, plan, card)
    table = folder.read_games()
    places = list(_places(plan, table))
    if sum(rows for _, _, rows in places) != table.num_rows:
        raise NotVerified(f"{path / GAMES} has {table.num_rows} rows, which are not whole parts of its games")
    total = sum(plan.games_in_chunk(index) for index, _, _ in places)
    wanted, replayed, skipped = min(games, total), 0, 0
    for number in np.random.default_rng(seed).permutation(len(places)).tolist():
        if replayed >= wanted:
            break
        index, start, rows = places[number]
        size = plan.games_in_chunk(index)
        if _was_late(plan, card, index):
            skipped += size
        else:
            again = Chunk.from_bytes(plan.play_part(index, identities)).table
            columns = [
                name for name in ("cell", "board", "replicate", "game", "seat") if name in again.column_names
            ]
            compare_games(table.slice(start, rows), again, start, columns)
        replayed += size
        progress(min(replayed, wanted), wanted)
    return Verified(total, replayed, skipped, "checksums and agents")


def read_plan(folder: RunFolder) -> Experiment | Stage:
    """Return what is played in a folder.

    Raises:
        ArenaError: It is not the folder of an experiment or a stage.
    """
    data: Mapping[str, Any] = folder.read_json(TOURNAMENT)
    if "until_se" in data:
        return Experiment.from_object(data)
    return (WeighStage if "draft" in data else GameStage).from_object(data)


def _check_code(folder: RunFolder, plan: Experiment | Stage, card: Mapping[str, Any]) -> Identities:
    """Check that rules and agents are those that played."""
    names = [entrant.name for entrant in plan.entrants]
    try:
        identities = identify_agents(names, plan.guests if isinstance(plan, Experiment) else None)
    except AgentError as error:
        raise NotVerified(f"an agent that played is not available here: {error}") from None
    here = code_of(plan.entrants, identities)
    for there in (folder.read_json(CODE), card):
        if changed := code_changes(there, here):
            raise NotVerified(f"the games were played with {', '.join(changed)}")
    _check_repeatable(plan.entrants, identities)
    return identities


def _check_repeatable(entrants: tuple[Entrant, ...], identities: Identities) -> None:
    for entrant in entrants:
        if not identities[entrant.name].repeatable:
            raise NotVerified(
                f"{entrant.name} is not repeatable, because it decides by the clock or uses other random "
                "numbers: its games can't be replayed"
            )


def _places(plan: Experiment | Stage, table: pa.Table) -> Iterator[tuple[int, int, int]]:
    """Yield the number of each part that was played, its first row, and its number of rows."""
    start = 0
    if isinstance(plan, Experiment):
        counts = np.bincount(np.asarray(table.column("cell")), minlength=len(plan.cells)).tolist()
        for number, cell in enumerate(plan.cells):
            end = start + counts[number]
            for index in plan.indices(number, 0, cell.parts):  # a cell that was precise enough has fewer
                rows = plan.games_in_chunk(index) * cell.players
                if start + rows > end:
                    break
                yield index, start, rows
                start += rows
        return
    for index in range(plan.chunks):
        rows = plan.games_in_chunk(index) * (plan.players if isinstance(plan, GameStage) else 1)
        yield index, start, rows
        start += rows


def _was_late(plan: Experiment | Stage, card: Mapping[str, Any], index: int) -> bool:
    """Whether a bot was ever too slow in the cell of a part. Such games can't be repeated."""
    if not isinstance(plan, Experiment):
        return False
    try:
        return bool(card["cells"][plan.locate(index)[0]].get("troubles", {}).get("timeouts"))
    except (KeyError, IndexError, AttributeError):
        raise ArenaError(f"{CARD} is not the card of these games") from None
