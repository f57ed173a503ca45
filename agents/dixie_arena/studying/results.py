"""A whole study: plays what is missing, estimates, and writes everything that a report needs.

| file | what it has |
| --- | --- |
| `study.json` | what is studied: the file of the study, pool, prior and evidence |
| a folder for each stage | its games (`games.parquet`) |
| `results.json` | all numbers; the same bytes for the same study, however it was played |
| `effects.csv`, `effects.parquet` | effects by estimand, board, agent and ability |
| `boards.csv`, `boards.parquet` | the weighed boards: weights and numbers |
| `plausible.yaml` | the board nearest to the posterior's centre |
| `timing.json` | games and seconds of each stage |
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_arena.identity import Identity, check_identity
from dixie_arena.studying.analysis import Effort, analyse, look_up, summarise
from dixie_arena.studying.board_posterior import describe_boards, nearest_board
from dixie_arena.studying.cells import Cells, collect, effective_number, normalised
from dixie_arena.studying.draft_games import describe_values, draft_gain
from dixie_arena.studying.draft_values import DraftValues, estimate_values
from dixie_arena.studying.drafted import describe_drafted
from dixie_arena.studying.exports import board_rows, effect_rows, write_table
from dixie_arena.studying.fits import Fitted, fit_stage, read_games
from dixie_arena.studying.plan_file import DEALT, DRAFTED, HELD, Study
from dixie_arena.studying.runner import LIMIT, SUFFICE, Reading, Runner, other_name
from dixie_arena.studying.sampling import inclusion_probabilities
from dixie_arena.studying.strongest import Rule
from dixie_arena.studying.study_folder import PLAUSIBLE, RESULTS, TIMING, StudyFolder
from dixie_env.boards.files import board_text
from dixie_env.version import __version__, commit

__all__ = ["is_primary", "recompute", "run_study"]

FORMAT, VERSION = "dixie-study", 1
FEWEST_BOARDS = 5
"""With a smaller effective number of boards, a secondary answer is not computed."""

FEWEST_FITTED = 2
"""A secondary answer needs as many boards on which each agent held each ability."""

Progress = Callable[[str, int, int], None]


class LeftOut(NamedTuple):
    """Games for the answers with a statement left out.

    Attributes:
        table: The games; None if all these boards answer anyway.
        boards: The numbers of their boards.
        inclusion: Each weighed board's probability to be there.
    """

    table: pa.Table | None
    boards: list[int]
    inclusion: NDArray[np.float64]


class Some(NamedTuple):
    """Games on some of the boards that answer.

    Attributes:
        weights: The weights of these boards.
        tables: The games, by name.
        values: What picks are worth; of drafts only.
    """

    weights: NDArray[np.float64]
    tables: dict[str, pa.Table]
    values: DraftValues | None = None


def is_primary(study: Study) -> bool:
    """Whether this study may say "is the strongest" without qualification, of its estimand dealt."""
    file = study.file
    return (
        not file.small
        and not file.planted
        and file.players == 4
        and file.edition == "de"
        and file.rounds == 7
    )


def run_study(
    study: Study,
    path: Path,
    *,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    stop_after: float | None = None,
    progress: Progress = lambda stage, done, total: None,
    note: Callable[[str], None] = lambda words: None,
) -> dict[str, Any]:
    """Play or resume a study and return its results, as in ``results.json``.

    Args:
        study: What is studied.
        path: The folder of the study.
        resume: Continue what is there.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        stop_after: Minutes after which nothing new is begun; None for no limit.
        progress: Called with the name of a stage, its finished games, and all its games.
        note: Called with a few words when something other than playing begins.

    Raises:
        StudyStopped: The time was over before the study. What was played is stored.
        ArenaError: The folder can't be used, an argument is wrong, or there are too few games.
        AgentError: There is no such agent.
    """
    folder = StudyFolder(path)
    runner = Runner(study, path, workers, backend, progress, stop_after)
    with folder.opened(study.as_object(), resume=resume):
        if not (path / RESULTS).exists():
            estimates = Estimates(study, runner, folder, note)
            results = estimates.everything()
            folder.write_json(TIMING, runner.timing)
            folder.write_json(RESULTS, results)  # last: a folder with results is complete
        found: dict[str, Any] = folder.read_json(RESULTS)
        return found


def recompute(study: Study, path: Path, beside: Path) -> dict[str, Any]:
    """Return the results of a finished study, computed again from its games.

    Args:
        study: What was studied.
        path: The folder of the study. Nothing is written there.
        beside: The folder for the tables.
    """
    runner = Runner(study, path, 1, "local", lambda stage, done, total: None)
    folder = StudyFolder(beside)
    folder.write_json(RESULTS, Estimates(study, runner, folder, lambda words: None).everything())
    results: dict[str, Any] = folder.read_json(RESULTS)
    return results


class Estimates:
    """From games to results, section by section of the design."""

    def __init__(
        self, study: Study, runner: Runner, folder: StudyFolder, note: Callable[[str], None]
    ) -> None:
        self.study, self.runner, self.folder, self._note = study, runner, folder, note
        self.file, self.labels = study.file, study.pool.labels
        self.agents = len(self.labels)
        self.rule, self.effort = Rule(), Effort(study.file.small)
        self._effects: list[dict[str, Any]] = []

    def everything(self) -> dict[str, Any]:
        """Play all stages in order, estimate, and write the tables."""
        file, runner = self.file, self.runner
        main = runner.weigh(SUFFICE)
        boards = [main.weighed.boards[number] for number in main.sample.boards.tolist()]
        # All games first, estimates afterwards: whoever waits sees games go by.
        played = {
            estimand: runner.answer(
                estimand, boards, file.answer.games, held=estimand == HELD, drafted=estimand == DRAFTED
            )
            for estimand in file.answer.estimands
        }
        left_out = self._play_left_out(main)
        limit = self._play_limit()
        some = self._play_some(main, played[DEALT].table)
        runner.check_time()  # estimates take minutes, and nothing is stored until they are made
        dealt = self._fit(DEALT, played[DEALT].table, ranks=True)
        cells = dealt.cells(main.sample.weights)
        answers = {DEALT: self._answer(DEALT, dealt, cells, main)}
        if HELD in played:
            held = self._fit(HELD, played[HELD].table, ranks=True)
            answers[HELD] = self._answer(HELD, held, held.cells(main.sample.weights), main)
        if DRAFTED in played:
            drafted = describe_drafted(played[DRAFTED].table, file.players, main.sample.weights)
            answers[DRAFTED] = {"estimand": DRAFTED, "reading": main.name, **drafted}
        self._note("which numbers to look up first")
        found: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "dixie": __version__,
            "commit": commit(),
            **self.study.as_object(),
            "agents": self._pool(),
            "primary": is_primary(self.study),
            "rule": vars(self.rule),
            "weighing": {SUFFICE: self._weighing(main)},
            "answers": answers,
            "look_up": look_up(cells, [runner.board(board) for board in boards], self.effort),
            "equilibrium_weights": self._equilibrium(cells),
            "left_out": {} if left_out is None else self._left_out(main, dealt, left_out),
            "limit": None,
            "clones": self._clones(some.get("clones")),
            "search": self._search(some.get("search")),
            "others": self._others(some.get("others")),
            "draft": self._draft(some.get("draft")),
            "plausible": self._plausible(main),
        }
        rows = self._board_rows(main)
        if limit is not None:
            reading, table = limit
            weighed = self._fit("limit-dealt", table)
            found["limit"] = self._answer(
                "dealt, 5 are the limit", weighed, weighed.cells(reading.sample.weights), reading
            )
            found["weighing"][LIMIT] = self._weighing(reading)
            rows += self._board_rows(reading)
        write_table(self.folder, "boards", rows)
        write_table(self.folder, "effects", self._effects)
        return found

    def _pool(self) -> list[dict[str, Any]]:
        """Return who is in the pool; nobody may have changed since the first game."""
        rows = self.study.pool.describe()
        for row in rows:
            name = row["name"]
            check_identity(name, Identity(row["fingerprint"]), self.runner.identities[name])
        return rows

    # --- games ----------------------------------------------------------------------------------------------

    def _play_left_out(self, main: Reading) -> LeftOut | None:
        """Play the boards for answers with a statement left out that did not answer before."""
        part = self.file.left_out
        if part is None:
            return None
        count = min(part.boards, len(main.weighed.boards))
        sample = main.weighed.sample_others(count, self.file.seed + 1)
        mean = np.mean(list(main.weighed.alternatives().values()), axis=0)
        new = sorted(set(sample.boards.tolist()) - set(main.sample.boards.tolist()))
        boards = [main.weighed.boards[number] for number in new]
        table = self.runner.answer("left-out", boards, part.games).table if boards else None
        return LeftOut(table, new, inclusion_probabilities(mean, count))

    def _play_limit(self) -> tuple[Reading, pa.Table] | None:
        if self.file.limit is None:
            return None
        reading = self.runner.weigh(LIMIT)
        boards = [reading.weighed.boards[number] for number in reading.sample.boards.tolist()]
        return reading, self.runner.answer("limit-dealt", boards, self.file.limit.games, limited=True).table

    def _play_some(self, main: Reading, dealt: pa.Table) -> dict[str, Some]:
        """Play what is played on some of the boards that answer only."""
        file, runner = self.file, self.runner
        found: dict[str, Some] = {}
        tables: dict[str, pa.Table]
        for key in ("clones", "search", "others", "draft"):
            part = getattr(file, key)
            if part is None:
                continue
            count = min(part.boards, len(main.sample.boards))
            places, weights = runner.subsample(main.sample, count, key)
            boards = [main.weighed.boards[number] for number in main.sample.boards[places].tolist()]
            values = None
            if key == "clones":
                tables = {"clones": runner.clones(boards, part.games).table}
            elif key == "search":
                tables = {"search": runner.search(part.agent, boards, part.games).table}
            elif key == "others":
                tables = {
                    other_name(*game): runner.other(*game, boards, part.games).table
                    for game in file.other_games
                }
            else:
                values = self._values(dealt, main)
                tables = runner.drafts(values, boards, part.games)
            found[key] = Some(weights, tables, values)
        return found

    def _values(self, dealt: pa.Table, main: Reading) -> DraftValues:
        """Return what picks are worth."""
        self._note("values of the draft")
        games = read_games(dealt, self.file.players, self.agents)
        return estimate_values(games, main.sample.weights.tolist())

    def _fit(self, name: str, table: Any, *, ranks: bool = False) -> Fitted:
        self._note(f"effects, {name}")
        return fit_stage(table, self.file.players, self.agents, ranks=ranks)

    # --- estimates ------------------------------------------------------------------------------------------

    def _answer(self, estimand: str, fitted: Fitted, cells: Cells, reading: Reading) -> dict[str, Any]:
        self._note(f"what may be said, {estimand}")
        self._effects += effect_rows(estimand, cells, self.labels, reading.sample.boards.tolist())
        by_ranks = fitted.rank_means(cells.pool)
        found = analyse(cells, self.labels, self.file.players, by_ranks, self.rule, self.effort)
        return {"estimand": estimand, "reading": reading.name, "games": fitted.games, **found}

    def _equilibrium(self, cells: Cells) -> dict[str, Any] | None:
        weights = self.study.pool.equilibrium
        if weights is None:
            return None
        return {
            "weights": dict(zip(self.labels, weights.tolist(), strict=True)),
            **summarise(cells.with_pool(weights), self.file.players, self.rule, self.effort),
        }

    def _left_out(self, main: Reading, dealt: Fitted, left_out: LeftOut) -> dict[str, Any]:
        """Return the answers with each statement left out, from the boards of both samples."""
        fits = () if left_out.table is None else self._fit("left-out", left_out.table).fits
        self._note("answers with a statement left out")
        numbers = [*main.sample.boards.tolist(), *left_out.boards]
        first = inclusion_probabilities(main.weighed.weights, len(main.sample.boards))
        either = (1 - (1 - first) * (1 - left_out.inclusion))[numbers]  # the samples are independent
        found: dict[str, Any] = {}
        for key, weights in main.weighed.alternatives().items():
            shares = weights[numbers] / either
            number = effective_number(shares) if shares.sum() > 0 else 0.0
            if number < FEWEST_BOARDS:
                found[key] = {"boards": len(numbers), "effective_boards": number, "effects": None}
                continue
            cells = collect((*dealt.fits, *fits), shares)
            lengths = main.weighed.length_shares(weights)
            answer = summarise(cells, self.file.players, self.rule, self.effort)
            found[key] = answer | {"track_length": lengths}
        return found

    def _clones(self, some: Some | None) -> dict[str, Any] | None:
        if some is None:
            return None
        self._note("effects, clones")
        answers = {}
        boards = len(some.weights)
        for agent, label in enumerate(self.labels):
            own = range(agent * boards, (agent + 1) * boards)
            fitted = fit_stage(some.tables["clones"], self.file.players, 1, only=own)
            answers[label] = summarise(fitted.cells(some.weights), self.file.players, self.rule, self.effort)
        return {"estimand": "dealt, one agent on all seats", "agents": answers}

    def _search(self, some: Some | None) -> dict[str, Any] | None:
        if some is None or self.file.search is None:
            return None
        self._note("effects, search")
        table = some.tables["search"]
        fitted = fit_stage(table, self.file.players, 2, guest=self.agents, fewest=FEWEST_FITTED)
        cells = fitted.cells(some.weights, [0, 1])
        answer = summarise(cells, self.file.players, self.rule, self.effort)
        estimand = "dealt, one searching seat among the pool"
        return {"estimand": estimand, "agent": self.file.search.agent, "games": fitted.games, **answer}

    def _others(self, some: Some | None) -> list[dict[str, Any]]:
        """Return the answers for other numbers of players and editions."""
        found = []
        for players, edition in self.file.other_games if some else ():
            assert some is not None
            self._note(f"effects, {players} players, edition {edition}")
            table = some.tables[other_name(players, edition)]
            fitted = fit_stage(table, players, self.agents, fewest=FEWEST_FITTED)
            answer = summarise(fitted.cells(some.weights), players, self.rule, self.effort)
            estimand = f"dealt, {players} players, edition {edition}"
            found.append(
                {
                    "estimand": estimand,
                    "players": players,
                    "edition": edition,
                    "games": fitted.games,
                    **answer,
                }
            )
        return found

    def _draft(self, some: Some | None) -> dict[str, Any] | None:
        if some is None or some.values is None:
            return None
        none, one, everyone = (some.tables[arm] for arm in ("none", "one", "all"))
        gain = draft_gain(none, one, everyone, self.file.players, some.weights)
        return {"values_from": DEALT, **describe_values(some.values), "gain": gain}

    # --- boards ---------------------------------------------------------------------------------------------

    def _weighing(self, reading: Reading) -> dict[str, Any]:
        weighed = reading.weighed
        boards = [self.runner.board(board) for board in weighed.boards]
        evidence = weighed.evidence
        return {
            "boards": len(boards),
            "kept": int(weighed.kept.sum()),
            "effective_boards": weighed.number,
            "asked_for": reading.lowered,
            "answering": len(reading.sample.boards),
            "answering_effective": effective_number(reading.sample.weights),
            "statements": [] if evidence is None else list(evidence.keys),
            "says_nothing": [] if evidence is None else evidence.says_nothing(),
            "track_length": {
                "prior": weighed.length_shares(weighed.prior_weights),
                "posterior": weighed.length_shares(weighed.weights),
                **{
                    f"without {key}" if key != "no evidence" else key: weighed.length_shares(weights)
                    for key, weights in weighed.alternatives().items()
                },
            },
            "best_proposal": weighed.best_proposal(),
            "numbers": describe_boards(boards, weighed.prior_weights, weighed.weights),
        }

    def _board_rows(self, reading: Reading) -> list[dict[str, Any]]:
        weighed = reading.weighed
        boards = [self.runner.board(board) for board in weighed.boards]
        answering = set(reading.sample.boards.tolist())
        rows = [{**row, "answers": row["board"] in answering} for row in weighed.rows()]
        return board_rows(rows, boards, reading.name)

    def _plausible(self, main: Reading) -> dict[str, Any]:
        weighed = main.weighed
        boards = [self.runner.board(board) for board in weighed.boards]
        number = nearest_board(boards, weighed.prior_weights, weighed.weights)
        drawn = weighed.boards[number]
        about = (
            f"The most plausible board of the study {self.file.name} (reading of the markers: {main.name}).\n"
            f"Of the boards with the commonest track length, {drawn.length}, it is the one nearest to the\n"
            "weighted mean of all numbers. Nobody read it off a real board. It is board "
            f"{drawn.number} of\nthe prior {self.study.prior.name}, seed {self.file.board_seed}, with this "
            "track length."
        )
        self.folder.write(PLAUSIBLE, board_text(boards[number], about))
        return {
            "file": PLAUSIBLE,
            "number": drawn.number,
            "track_length": drawn.length,
            "reading": main.name,
            "share_of_length": float(normalised(weighed.weights)[_same_length(main, drawn.length)].sum()),
        }


def _same_length(main: Reading, length: int) -> NDArray[np.bool_]:
    return np.array([board.length == length for board in main.weighed.boards], np.bool_)
