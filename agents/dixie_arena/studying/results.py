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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.analysis import Effort, analyse, look_up, summarise
from dixie_arena.studying.board_posterior import describe_boards, nearest_board
from dixie_arena.studying.cells import Cells, collect, effective_number, normalised
from dixie_arena.studying.draft_games import describe_values, draft_gain
from dixie_arena.studying.draft_values import estimate_values
from dixie_arena.studying.drafted import describe_drafted
from dixie_arena.studying.exports import board_rows, effect_rows, write_table
from dixie_arena.studying.fits import Fitted, fit_stage
from dixie_arena.studying.plan_file import DEALT, DRAFTED, HELD, Study
from dixie_arena.studying.runner import LIMIT, SUFFICE, Reading, Runner
from dixie_arena.studying.sampling import inclusion_probabilities
from dixie_arena.studying.strongest import Rule
from dixie_arena.studying.study_folder import PLAUSIBLE, RESULTS, TIMING, StudyFolder
from dixie_env.boards.files import write_board
from dixie_env.version import __version__, commit

__all__ = ["is_primary", "run_study"]

FORMAT, VERSION = "dixie-study", 1
FEWEST_BOARDS = 5
"""With a smaller effective number of boards, a secondary answer is not computed."""

Progress = Callable[[str, int, int], None]


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
        progress: Called with the name of a stage, its finished games, and all its games.
        note: Called with a few words when something other than playing begins.

    Raises:
        ArenaError: The folder can't be used, an argument is wrong, or there are too few games.
        AgentError: There is no such agent.
    """
    folder = StudyFolder(path)
    runner = Runner(study, path, workers, backend, progress)
    with folder.opened(study.as_object(), resume=resume):
        if not (path / RESULTS).exists():
            estimates = Estimates(study, runner, folder, note)
            results = estimates.everything()
            folder.write_json(TIMING, runner.timing)
            folder.write_json(RESULTS, results)  # last: a folder with results is complete
        found: dict[str, Any] = folder.read_json(RESULTS)
        return found


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
        others = self._play_left_out(main)
        limit = self._play_limit()
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
            "agents": self.study.pool.describe(),
            "primary": is_primary(self.study),
            "rule": vars(self.rule),
            "weighing": {SUFFICE: self._weighing(main)},
            "answers": answers,
            "look_up": look_up(cells, [runner.board(board) for board in boards], self.effort),
            "equilibrium_weights": self._equilibrium(cells),
            "left_out": {} if others is None else self._left_out(main, dealt, *others),
            "limit": None,
            "clones": self._clones(main),
            "search": self._search(main),
            "others": self._others(main),
            "draft": self._draft(main, dealt),
            "plausible": self._plausible(main),
        }
        rows = self._board_rows(main)
        if limit is not None:
            reading, fitted = limit
            weighed = fitted.cells(reading.sample.weights)
            found["limit"] = self._answer("dealt, 5 are the limit", fitted, weighed, reading)
            found["weighing"][LIMIT] = self._weighing(reading)
            rows += self._board_rows(reading)
        write_table(self.folder, "boards", rows)
        write_table(self.folder, "effects", self._effects)
        return found

    # --- games ----------------------------------------------------------------------------------------------

    def _play_left_out(self, main: Reading) -> tuple[Fitted, list[int], NDArray[np.float64]] | None:
        """Play the boards for answers with a statement left out that did not answer before.

        Returns:
            Their fits, their numbers, and each weighed board's probability to be there.
        """
        part = self.file.left_out
        if part is None:
            return None
        count = min(part.boards, len(main.weighed.boards))
        sample = main.weighed.sample_others(count, self.file.seed + 1)
        mean = np.mean(list(main.weighed.alternatives().values()), axis=0)
        new = sorted(set(sample.boards.tolist()) - set(main.sample.boards.tolist()))
        boards = [main.weighed.boards[number] for number in new]
        table = self.runner.answer("left-out", boards, part.games).table if boards else None
        fitted = Fitted((), None, ()) if table is None else self._fit("left-out", table)
        return fitted, new, inclusion_probabilities(mean, count)

    def _play_limit(self) -> tuple[Reading, Fitted] | None:
        if self.file.limit is None:
            return None
        reading = self.runner.weigh(LIMIT)
        boards = [reading.weighed.boards[number] for number in reading.sample.boards.tolist()]
        table = self.runner.answer("limit-dealt", boards, self.file.limit.games, limited=True).table
        return reading, self._fit("limit-dealt", table)

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

    def _left_out(
        self, main: Reading, dealt: Fitted, fitted: Fitted, new: list[int], inclusion: NDArray[np.float64]
    ) -> dict[str, Any]:
        """Return the answers with each statement left out, from the boards of both samples."""
        self._note("answers with a statement left out")
        numbers = [*main.sample.boards.tolist(), *new]
        first = inclusion_probabilities(main.weighed.weights, len(main.sample.boards))
        either = (1 - (1 - first) * (1 - inclusion))[numbers]  # the samples are independent
        found: dict[str, Any] = {}
        for key, weights in main.weighed.alternatives().items():
            shares = weights[numbers] / either
            number = effective_number(shares) if shares.sum() > 0 else 0.0
            if number < FEWEST_BOARDS:
                found[key] = {"boards": len(numbers), "effective_boards": number, "effects": None}
                continue
            cells = collect((*dealt.fits, *fitted.fits), shares)
            lengths = main.weighed.length_shares(weights)
            answer = summarise(cells, self.file.players, self.rule, self.effort)
            found[key] = answer | {"track_length": lengths}
        return found

    def _clones(self, main: Reading) -> dict[str, Any] | None:
        part = self.file.clones
        if part is None:
            return None
        places, weights, boards = self._some(main, part.boards, "clones")
        table = self.runner.clones(boards, part.games).table
        self._note("effects, clones")
        answers = {}
        for agent, label in enumerate(self.labels):
            own = range(agent * len(places), (agent + 1) * len(places))
            fitted = fit_stage(table, self.file.players, 1, only=own)
            answers[label] = summarise(fitted.cells(weights), self.file.players, self.rule, self.effort)
        return {"estimand": "dealt, one agent on all seats", "agents": answers}

    def _search(self, main: Reading) -> dict[str, Any] | None:
        part = self.file.search
        if part is None:
            return None
        _, weights, boards = self._some(main, part.boards, "search")
        table = self.runner.search(part.agent, boards, part.games).table
        self._note("effects, search")
        fitted = fit_stage(table, self.file.players, self.agents + 1)
        guest = np.eye(self.agents + 1)[self.agents]
        answer = summarise(fitted.cells(weights, guest), self.file.players, self.rule, self.effort)
        estimand = "dealt, one searching seat among the pool"
        return {"estimand": estimand, "agent": part.agent, "games": fitted.games, **answer}

    def _others(self, main: Reading) -> list[dict[str, Any]]:
        """Return the answers for other numbers of players and editions."""
        found = []
        for players, edition in self.file.other_games:
            assert self.file.others is not None
            _, weights, boards = self._some(main, self.file.others.boards, "others")
            table = self.runner.other(players, edition, boards, self.file.others.games).table
            self._note(f"effects, {players} players, edition {edition}")
            fitted = fit_stage(table, players, self.agents)
            answer = summarise(fitted.cells(weights), players, self.rule, self.effort)
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

    def _draft(self, main: Reading, dealt: Fitted) -> dict[str, Any] | None:
        part = self.file.draft
        if part is None:
            return None
        self._note("values of the draft")
        values = estimate_values(dealt.seats, main.sample.weights.tolist())
        _, weights, boards = self._some(main, part.boards, "draft")
        tables = self.runner.drafts(values, boards, part.games)
        gain = draft_gain(tables["none"], tables["one"], tables["all"], self.file.players, weights)
        return {"values_from": DEALT, **describe_values(values), "gain": gain}

    def _some(self, main: Reading, count: int, name: str) -> tuple[list[int], NDArray[np.float64], list[Any]]:
        count = min(count, len(main.sample.boards))
        places, weights = self.runner.subsample(main.sample, count, name)
        numbers = main.sample.boards[places].tolist()
        return places.tolist(), weights, [main.weighed.boards[number] for number in numbers]

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
        write_board(boards[number], self.folder.path / PLAUSIBLE, about, replace=True)
        return {
            "file": PLAUSIBLE,
            "number": drawn.number,
            "track_length": drawn.length,
            "reading": main.name,
            "share_of_length": float(normalised(weighed.weights)[_same_length(main, drawn.length)].sum()),
        }


def _same_length(main: Reading, length: int) -> NDArray[np.bool_]:
    return np.array([board.length == length for board in main.weighed.boards], np.bool_)
