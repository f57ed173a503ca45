"""Playing the stages of a study, each in a folder of its own, which the next one starts from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_arena.ability_effects.runs import identify_agents
from dixie_arena.config import ArenaError
from dixie_arena.identity import Identities
from dixie_arena.parts import check_workers
from dixie_arena.studying.boards import DrawnBoard, child_seed, drawn_boards, make_board, prior_source
from dixie_arena.studying.draft_values import DraftValues
from dixie_arena.studying.evidence_weight import EvidenceWeights
from dixie_arena.studying.plan_file import Study, Weigh
from dixie_arena.studying.sampling import BoardSample, draw_sample
from dixie_arena.studying.stage import GAMES_IN_PART, Cell, GameStage, Stage, WeighStage
from dixie_arena.studying.stage_run import run_stage
from dixie_arena.studying.weighing import Weighed, more_games, read_weighings, without_markers
from dixie_env.boards.evidence import Evidence
from dixie_env.config import Board, load_edition

__all__ = ["LIMIT", "SUFFICE", "Games", "Reading", "Runner", "StudyStopped", "stage_names"]

SUFFICE, LIMIT = "5 suffice", "5 are the limit"
"""The two readings of the reward markers."""

GUEST = "(search)"
"""The label of the searching seat; no agent of a pool can have it."""

Progress = Callable[[str, int, int], None]


class StudyStopped(Exception):
    """The time for this piece of a study is over. Its games are stored, the next piece goes on from there."""


@dataclass(frozen=True)
class Reading:
    """Boards weighed by one reading of the markers, and those that answer.

    Attributes:
        name: `SUFFICE` or `LIMIT`.
        weighed: The weighed boards.
        sample: The boards that answer.
        lowered: How many boards were asked for, if there are fewer; else None.
    """

    name: str
    weighed: Weighed
    sample: BoardSample
    lowered: int | None


@dataclass(frozen=True)
class Games:
    """The games of a stage.

    Attributes:
        table: The games.
        boards: The board of each cell.
    """

    table: pa.Table
    boards: tuple[DrawnBoard, ...]


class Runner:
    """Plays the stages of a study. What was played before is read.

    Args:
        study: What is studied.
        path: The folder of the study.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        progress: Called with the name of a stage, its finished games and all its games.
        stop_after: Minutes after which nothing new is begun; None for no limit.

    Raises:
        ArenaError: An argument is wrong.
    """

    def __init__(
        self,
        study: Study,
        path: Path,
        workers: int,
        backend: str,
        progress: Progress,
        stop_after: float | None = None,
    ) -> None:
        check_workers(backend, workers)
        if stop_after is not None and not stop_after > 0:
            raise ArenaError(f"stop_after must be a number of minutes above 0, not {stop_after}")
        self.study, self.path = study, path
        self._workers, self._backend, self._progress = workers, backend, progress
        self._end = None if stop_after is None else monotonic() + 60 * stop_after
        self.timing: dict[str, Any] = {}
        """Games and seconds of each stage."""

    @cached_property
    def identities(self) -> Identities:
        """The identities of all agents."""
        names = [agent.name for agent in self.study.pool.agents]
        search = self.study.file.search
        return identify_agents([*names, *([search.agent] if search else [])])

    def board(self, drawn: DrawnBoard) -> Board:
        """Return a board of the study."""
        return make_board(
            prior_source(self.study.prior), self.study.file.board_seed, drawn, self.study.owner_data
        )

    # --- weighing -------------------------------------------------------------------------------------------

    def weigh(self, reading: str) -> Reading:
        """Weigh boards by a reading of the markers and draw those that answer."""
        file, limited = self.study.file, reading == LIMIT
        plan = file.limit.weigh if limited and file.limit else file.weigh
        count = file.limit.boards if limited and file.limit else file.answer.boards
        weighed = self._weigh(plan, limited, count)
        enough = min(count, int(weighed.number)) if self.study.evidence else count
        if enough < 2:
            raise ArenaError(
                f"the evidence leaves an effective number of {weighed.number:.1f} boards of "
                f"{len(weighed.boards)}; weigh more boards, or give the proposal more of the likely lengths"
            )
        seed = child_seed(file.seed, "sample", reading)
        return Reading(reading, weighed, weighed.sample(enough, seed), count if enough < count else None)

    def _weigh(self, plan: Weigh, limited: bool, wanted: int) -> Weighed:
        """Weigh boards in batches until there are enough, or no more may be drawn."""
        study, evidence = self.study, self.study.evidence
        levels = tuple(study.prior.track_length)
        if evidence is None:
            boards = drawn_boards(study.prior, study.proposal(plan), plan.boards)
            return Weighed(boards, levels, None, np.ones(len(boards), np.bool_))
        said = without_markers(evidence) if limited else evidence
        agents = len(study.pool.agents)
        tables: list[pa.Table] = []
        kept: list[NDArray[np.bool_]] = []
        batch = 0
        while True:
            first = batch * plan.boards
            last = min(first + plan.boards, plan.most_boards)
            boards = drawn_boards(study.prior, study.proposal(plan), last)
            name = f"{'limit-' if limited else ''}weigh-{batch + 1}"
            new = boards[first:]
            played = self._play(self._weighing(name, said, limited, dict.fromkeys(new, plan.games)))
            tables.append(played)
            weighings = read_weighings([_numbered_from(played, first)], said, agents, len(new))
            more = more_games(weighings, plan.games, plan.more, plan.most)
            kept.append(np.isin(np.arange(len(new)), list(more)))
            if more:
                again = {new[number]: games for number, games in more.items()}
                tables.append(self._play(self._weighing(f"{name}-more", said, limited, again)))
            found = read_weighings(tables, said, agents, len(boards))
            weighed = Weighed(boards, levels, EvidenceWeights.of(found), np.concatenate(kept))
            if last >= plan.most_boards or (weighed.kept.any() and weighed.number >= wanted):
                break
            batch += 1
        if not weighed.kept.any():
            raise ArenaError(
                f"no board of {len(boards)} fits the evidence: all have a log weight below -6. Is the "
                "evidence right? `dixie board weigh` shows how a board fits"
            )
        return weighed

    def _weighing(
        self, name: str, evidence: Evidence, limited: bool, games: Mapping[DrawnBoard, int]
    ) -> WeighStage:
        return WeighStage(
            name,
            self._agents(),
            prior_source(self.study.prior),
            self.study.file.board_seed,
            self._edition(evidence.edition, limited),
            self.study.file.rounds,
            tuple(Cell(board, self._seed(name, board), count) for board, count in games.items()),
            tuple(evidence.players),
            evidence.draft,
            owner=self.study.owner_data,
            part_games=GAMES_IN_PART,
        )

    # --- answering ------------------------------------------------------------------------------------------

    def answer(
        self,
        name: str,
        boards: Sequence[DrawnBoard],
        games: int,
        *,
        held: bool = False,
        drafted: bool = False,
        limited: bool = False,
    ) -> Games:
        """Play mixed tables on boards."""
        cells = tuple(Cell(board, self._seed(name, board), games) for board in boards)
        picking = "agents" if drafted else "dealt"
        stage = self._stage(name, cells, limited=limited, held=held, picking=picking)
        return Games(self._play(stage), tuple(boards))

    def clones(self, boards: Sequence[DrawnBoard], games: int) -> Games:
        """Play tables of one agent, for each agent: a cell for each agent and board, agent 0 first."""
        cells = tuple(
            Cell(board, self._seed(f"clones {agent.label}", board), games, number)
            for number, agent in enumerate(self.study.pool.agents)
            for board in boards
        )
        stage = self._stage("clones", cells, seating="clones")
        return Games(self._play(stage), tuple(cell.board for cell in cells))

    def search(self, agent: str, boards: Sequence[DrawnBoard], games: int) -> Games:
        """Play tables with one searching seat among the pool; its number is that after the pool."""
        cells = tuple(Cell(board, self._seed("search", board), games) for board in boards)
        # Search is slow: each board is a part of its own, so that a study that is killed loses little.
        stage = self._stage("search", cells, seating="guest", guest=(GUEST, agent), part_games=1)
        return Games(self._play(stage), tuple(boards))

    def other(self, players: int, edition: str, boards: Sequence[DrawnBoard], games: int) -> Games:
        """Play mixed tables of another game: another number of players, or another edition."""
        name = other_name(players, edition)
        cells = tuple(Cell(board, self._seed(name, board), games) for board in boards)
        return Games(self._play(self._stage(name, cells, players=players, edition=edition)), tuple(boards))

    def drafts(self, values: DraftValues, boards: Sequence[DrawnBoard], games: int) -> dict[str, pa.Table]:
        """Play drafts on the same seeds: as the agents do, one seat by induction, all seats by induction."""
        known = {"by_place": values.by_place.tolist(), "pairs": values.pairs.tolist()}
        seats = self.study.file.players
        tables = {}
        for arm, picking in (("none", "agents"), ("one", "one"), ("all", "all")):
            count = games if picking == "one" else -(-games // seats)
            cells = tuple(Cell(board, self._seed("draft", board), count) for board in boards)
            stage = self._stage(
                f"draft-{arm}", cells, picking=picking, values=None if arm == "none" else known
            )
            tables[arm] = self._play(stage)
        return tables

    def subsample(
        self, sample: BoardSample, count: int, name: str
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Draw some of the boards that answer; return their places among them, and their weights."""
        again = draw_sample(sample.weights, count, child_seed(self.study.file.seed, "subsample", name))
        return again.boards, again.weights

    # --- shared ---------------------------------------------------------------------------------------------

    def _stage(
        self,
        name: str,
        cells: tuple[Cell, ...],
        *,
        limited: bool = False,
        guest: tuple[str, str] | None = None,
        players: int | None = None,
        edition: str | None = None,
        part_games: int | None = None,
        **more: Any,
    ) -> GameStage:
        file = self.study.file
        labels = self.study.pool.labels
        planted = None
        if file.planted:
            planted = {
                ability: {
                    **change.model_dump(),
                    "agents": None if change.agents is None else [labels.index(one) for one in change.agents],
                }
                for ability, change in file.planted.items()
            }
        return GameStage(
            name,
            (*self._agents(), *([guest] if guest else [])),
            prior_source(self.study.prior),
            file.board_seed,
            self._edition(edition or file.edition, limited),
            file.rounds,
            cells,
            players or file.players,
            planted=planted,
            owner=self.study.owner_data,
            part_games=part_games or GAMES_IN_PART,
            **more,
        )

    def _agents(self) -> tuple[tuple[str, str], ...]:
        return tuple((agent.label, agent.name) for agent in self.study.pool.agents)

    def _edition(self, name: str, limited: bool) -> Any:
        edition = load_edition(name)
        if not limited:
            return edition.as_header()
        return edition.model_copy(update={"markers": "limited"}).as_header()

    def _seed(self, name: str, board: DrawnBoard) -> int:
        return child_seed(self.study.file.seed, name, board.number)

    def _play(self, stage: Stage) -> pa.Table:
        table, self.timing[stage.name] = run_stage(
            stage,
            self.path / stage.name,
            workers=self._workers,
            backend=self._backend,
            identities=self.identities,
            progress=lambda done, total: self._show(stage.name, done, total),
        )
        return table

    def _show(self, name: str, done: int, total: int) -> None:
        """Show the progress of a stage, and stop it between two parts if the time is over."""
        self._progress(name, done, total)
        if done < total:
            self.check_time()

    def check_time(self) -> None:
        """Stop if the time for this piece is over.

        Raises:
            StudyStopped: It is.
        """
        if self._end is not None and monotonic() >= self._end:
            raise StudyStopped


def other_name(players: int, edition: str) -> str:
    """Return the name of the stage of another game."""
    return f"other-{players}p-{Path(edition).stem}"


def stage_names(study: Study) -> list[str]:
    """Return the stages of a study in the order in which they are played.

    If too few boards turn out to be believable, there are more (``weigh-2``).
    """
    file = study.file
    names = ["weigh-1", "weigh-1-more"] if study.evidence is not None else []
    names += file.answer.estimands
    names += ["left-out"] if file.left_out else []
    names += ["limit-weigh-1", "limit-weigh-1-more", "limit-dealt"] if file.limit else []
    names += [name for name in ("clones", "search") if getattr(file, name)]
    names += [other_name(*game) for game in file.other_games]
    names += ["draft-none", "draft-one", "draft-all"] if file.draft else []
    return names


def _numbered_from(table: pa.Table, first: int) -> pa.Table:
    """Return games with boards numbered from 0."""
    place = table.schema.get_field_index("board")
    numbers = table.column("board").to_numpy() - first
    return table.set_column(place, "board", pa.array(numbers))
