"""A whole study: which experiments are played, in which folders, and how they are analysed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dixie_arena.ability_effects.compare import compare_orders
from dixie_arena.ability_effects.designs import games_in_replicate
from dixie_arena.ability_effects.draft import draft_experiment, summarize_draft
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.estimate import estimate_dealt, estimate_twins, twin_correlation
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.interactions import Interactions, estimate_interactions
from dixie_arena.ability_effects.parting import measure_parting
from dixie_arena.ability_effects.restricted import all_bans, estimate_losses, restricted_experiment
from dixie_arena.ability_effects.runs import identify_agents, run_experiment
from dixie_arena.ability_effects.sample import METRICS, Sample, read_sample
from dixie_arena.ability_effects.sensitivity import boards_experiment, estimate_boards, summarize_boards
from dixie_arena.ability_effects.sources import decompose, decompose_roads
from dixie_arena.config import DEFAULT_TIME_LIMIT, ArenaError
from dixie_arena.findings import Findings, drawn
from dixie_arena.folder import TIMING, RunFolder
from dixie_arena.guard import Guests, seat_agent
from dixie_arena.identity import Identities
from dixie_env import Setup
from dixie_env.config import NEWEST_RULES
from dixie_env.engine.words import ABILITIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

PARTING_TWINS = 60
HELD, SWAPPED = "held", "swapped"
STAY = "own:ability"
"""The option that nobody may choose when players keep the ability they were dealt (R4.23)."""
TWIN_DESIGNS = ("swap", "carousel")
TWIN_GAMES = "twin games"


@dataclass(frozen=True)
class Study:
    """The settings of a study.

    In the main combination nobody may swap abilities: players hold the ability they are dealt to the end, so
    the effect is that of holding it. Under the full rules abilities change hands (action 16), and being dealt
    one is worth less than holding it; this is played and reported too. Draft and restricted play follow the
    full rules.

    Attributes:
        agents: The agents. Each plays all seats of its own games. The first is the main one.
        players: Numbers of players; the first is the main one.
        editions: Names or files; the first is the main one.
        board: Name or file.
        cross: Play all combinations of agents, players and editions, not only those that differ from the main
            one in one thing.
        games: Dealt games for each combination.
        seed: Seed of deals, games and the agents' random numbers.
        twin_games: Games of each of the two paired designs, for the main combination; 0 for none.
        until_se: Stop a combination when no standard error of an effect on win share is above this; 0 never.
        minutes: Stop a combination after this many minutes of playing; 0 never.
        restricted_games: Games for each ban of restricted play; 0 for none.
        draft_games: Games with a draft; 0 for none.
        boards: Number of random variants of the board.
        board_games: Games on each of them.
        rounds: Rounds of a game.
        rules: The edition of the rules page that named editions are meant by; see `Setup`.
        isolate: Whether external bots (``module:Class``) run in separate processes.
        time_limit: Seconds such a bot has for a decision.
        doctored: Changed rules, for tests of the statistics.
    """

    agents: tuple[str, ...]
    players: tuple[int, ...] = (4,)
    editions: tuple[Any, ...] = ("de",)
    board: Any = "standard"
    cross: bool = False
    games: int = 20_000
    seed: int = 1
    twin_games: int = 0
    until_se: float = 0.0
    minutes: float = 0.0
    restricted_games: int = 0
    draft_games: int = 0
    boards: int = 0
    board_games: int = 2_000
    rounds: int = 7
    rules: int = NEWEST_RULES
    isolate: bool = True
    time_limit: float = DEFAULT_TIME_LIMIT
    doctored: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name in ("agents", "players", "editions"):
            values = getattr(self, name)
            if not values or len(set(map(str, values))) < len(values):
                raise ArenaError(f"{name} must be one or more different values, not {list(values)}")
        for name in ("twin_games", "restricted_games", "draft_games", "boards"):
            if getattr(self, name) < 0:
                raise ArenaError(f"{name} must be 0 or more, not {getattr(self, name)}")
        self._check_enough()
        for name in ("until_se", "minutes"):
            if not 0 <= getattr(self, name) < 1e6:
                raise ArenaError(f"{name} must be 0 or more, not {getattr(self, name):g}")

    def _check_enough(self) -> None:
        """Refuse so few games that their luck can't be measured: it takes two replicates of a design."""
        for words, games, design in (
            (TWIN_GAMES, self.twin_games, TWIN_DESIGNS[0]),
            ("games of restricted play", self.restricted_games, "restricted"),
            ("games with a draft", self.draft_games, "draft"),
        ):
            least = 2 * games_in_replicate(design, self.players[0])
            if 0 < games <= least // 2:
                hint = " (by default they are a quarter of the games)" if words == TWIN_GAMES else ""
                raise ArenaError(f"{games} {words} are too few: give at least {least}, or 0 for none{hint}")

    def setup(self, players: int, edition: Any, abilities: str) -> Setup:
        """Return the game of one combination."""
        forbidden = [[STAY]] * players if abilities == HELD else None
        return Setup(
            players,
            edition,
            self.board,
            "random",
            rounds=self.rounds,
            forbidden=forbidden,
            doctored=self.doctored,
            rules=self.rules,
        )

    @property
    def guests(self) -> Guests:
        """How external bots are guarded."""
        return Guests(self.isolate, self.time_limit)

    @property
    def main_setup(self) -> Setup:
        """The setup of the main combination."""
        return self.setup(self.players[0], self.editions[0], HELD)

    @property
    def full_setup(self) -> Setup:
        """The setup of the main combination with the full rules."""
        return self.setup(self.players[0], self.editions[0], SWAPPED)

    def combinations(self) -> list[tuple[str, int, Any, str]]:
        """Return agent, players, edition, and what may happen to abilities, the main combination first."""
        main = self.agents[0], self.players[0], self.editions[0], HELD
        every = product(self.agents, self.players, self.editions, (HELD, SWAPPED))
        return [
            combination
            for combination in every
            if self.cross or sum(one != other for one, other in zip(combination, main, strict=True)) <= 1
        ]

    def dealt(self) -> Experiment:
        """Return the experiment with dealt abilities."""
        cells = tuple(
            Cell("dealt", agent, self.setup(players, edition, abilities), self.games)
            for agent, players, edition, abilities in self.combinations()
        )
        return Experiment("dealt", cells, self.seed, self.until_se, self.minutes)

    def twins(self) -> Experiment:
        """Return the paired experiment."""
        cells = tuple(
            Cell(design, self.agents[0], self.main_setup, self.twin_games) for design in TWIN_DESIGNS
        )
        return Experiment("twins", cells, self.seed, minutes=self.minutes)

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        return {
            item.name: list(value) if isinstance(value := getattr(self, item.name), tuple) else value
            for item in fields(self)
        }


@dataclass(eq=False)
class Answer(Findings):
    """The results of a study.

    Its tables are those that the report writes as CSV and Parquet files: ``effects``,
    ``rank_probabilities``, ``sources``, ``interactions`` and more. Its figures are those of the report.

    Attributes:
        study: The settings.
        path: The folder of the study.
        summary: Everything as plain data: ``summary.json``. The same for every run of the same study.
        effects: Effects from dealt games, for each combination (by its label) and metric.
        twins: Effects for each paired design and metric.
        sources: Effects on each part of the score, for the main combination.
        interactions: Interactions in the main combination.
        timing: Seconds of each experiment's cells: ``timing.json``.
    """

    study: Study
    path: Path
    summary: dict[str, Any]
    effects: dict[str, dict[str, Effects]]
    twins: dict[str, dict[str, Effects]] = field(default_factory=dict)
    sources: dict[str, Effects] = field(default_factory=dict)
    interactions: Interactions | None = None
    timing: dict[str, list[float]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Answer(agents={list(self.study.agents)}, path={self.path!r})"

    @property
    def sentences(self) -> list[str]:
        """What the study says."""
        from dixie_arena.ability_effects.verdict import sentences  # which imports this module

        return list(sentences(self.summary))

    def _rows(self) -> Mapping[str, Any]:
        from dixie_arena.ability_effects.exports import make_exports

        return make_exports(self.summary)

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.abilities import answer_table, answer_title

        table = answer_table(self.summary["cells"][0])
        table.title = answer_title(self.summary["cells"][0])
        return [table]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        from dixie_arena.ability_effects.pictures import all_pictures

        return drawn({name: figure for name, (_, figure) in all_pictures(self.summary).items()})

    @property
    def main(self) -> dict[str, Effects]:
        """The effects of the main combination, by metric."""
        return next(iter(self.effects.values()))

    @property
    def full(self) -> dict[str, Effects]:
        """The effects of being dealt an ability in the main combination with the full rules, by metric."""
        study = self.study
        main = study.agents[0], study.players[0], study.editions[0], SWAPPED
        return self.effects[labels(study)[study.combinations().index(main)]]


Progress = Callable[[str, int, int, str], None]


def run_study(
    study: Study,
    path: Path,
    *,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    progress: Progress = lambda name, done, total, note: None,
    warn: Callable[[str], None] = lambda message: None,
) -> Answer:
    """Play all experiments of a study, each in its own folder under ``path``, and analyse them.

    Args:
        study: The settings.
        path: Folder of the study.
        resume: Continue the study in the folder.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        progress: Called with the name of the experiment, games done, games in all, and a note.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The folder can't be used, or a setting is wrong.
        AgentError: There is no such agent.
    """
    cards: dict[str, Any] = {}
    identities = identify_agents(study.agents, study.guests, warn)
    guests: dict[str, dict[str, Any]] = {}
    timing: dict[str, list[float]] = {}

    def play(experiment: Experiment) -> pa.Table:
        experiment = replace(experiment, isolate=study.isolate, time_limit=study.time_limit)
        table, cards[experiment.name] = run_experiment(
            experiment,
            path / experiment.name,
            resume=resume,
            workers=workers,
            backend=backend,
            identities=identities,
            progress=lambda done, total, note: progress(experiment.name, done, total, note),
            warn=warn,
        )
        _add_troubles(guests, experiment, cards[experiment.name])
        timing[experiment.name] = RunFolder(path / experiment.name).read_json(TIMING)["seconds"]
        return table

    dealt = study.dealt()
    table = play(dealt)
    effects = {
        label: estimate_dealt(read_sample(table, number, cell.players), *METRICS)
        for number, (label, cell) in enumerate(zip(labels(study), dealt.cells, strict=True))
    }
    main = read_sample(table, 0, study.players[0])
    answer = Answer(study, path, {}, effects, sources=decompose(main), timing=timing)
    answer.interactions = estimate_interactions(main)
    summary: dict[str, Any] = {
        "study": study.as_object(),
        "cells": _cells(study, effects, table),
    }
    summary["sources"] = {
        name: dict(zip(ABILITIES, effect.values.tolist(), strict=True))
        for name, effect in answer.sources.items()
    }
    summary["roads"] = {road: effect.rows() for road, effect in decompose_roads(main).items()}
    summary["interactions"] = answer.interactions.rows()
    summary["orders"] = compare_orders({label: cell["win_share"] for label, cell in effects.items()})
    if study.twin_games:
        answer.twins, summary["twins"] = _twins(study, play(study.twins()), answer.main, identities)
    if study.restricted_games:
        bans = all_bans()
        restricted = restricted_experiment(
            study.agents[0], study.full_setup, study.restricted_games, study.seed, bans
        )
        summary["restricted"] = estimate_losses(restricted, play(restricted), bans)
    if study.draft_games:
        # A drafted ability may be swapped, so its value is that of a dealt one under the full rules.
        values = answer.full["win_share"].values.tolist()
        draft = draft_experiment(study.agents[0], study.full_setup, study.draft_games, study.seed, values)
        found = summarize_draft(draft, play(draft), values)
        summary["draft"] = {**found, "values": dict(zip(ABILITIES, values, strict=True))}
    if study.boards:
        boards = boards_experiment(
            study.agents[0], study.main_setup, study.board_games, study.seed, study.boards
        )
        on_boards = estimate_boards(boards, play(boards))
        summary["boards"] = summarize_boards(boards, on_boards, answer.main["win_share"])
    summary["versions"] = {key: cards["dealt"][key] for key in ("dixie", "commit", "engine")}
    summary["guests"] = guests
    summary["agents"] = {name: identity.fingerprint for name, identity in identities.items()}
    answer.summary = summary
    return answer


def labels(study: Study) -> list[str]:
    """Return the labels of the combinations: what they differ in."""
    names = []
    for agent, players, edition, abilities in study.combinations():
        parts = [agent]
        if len(study.players) > 1:
            parts.append(f"{players} players")
        if len(study.editions) > 1:
            parts.append(f"edition {edition}")
        if abilities == SWAPPED:
            parts.append("abilities swapped")
        names.append(", ".join(parts))
    return names


def _add_troubles(guests: dict[str, dict[str, Any]], experiment: Experiment, card: Mapping[str, Any]) -> None:
    """Add up how many decisions were made for external bots, by bot and reason."""
    for cell, played in zip(experiment.cells, card["cells"], strict=True):
        if "troubles" not in played:
            continue
        row = guests.setdefault(cell.agent, {"troubles": {}, "trouble": None})
        for kind, count in played["troubles"].items():
            row["troubles"][kind] = row["troubles"].get(kind, 0) + count
        row["trouble"] = played["trouble"]


def _cells(
    study: Study, effects: Mapping[str, Mapping[str, Effects]], table: pa.Table
) -> list[dict[str, Any]]:
    rows = []
    for number, ((label, metrics), (agent, players, edition, abilities)) in enumerate(
        zip(effects.items(), study.combinations(), strict=True)
    ):
        share = metrics["win_share"]
        rows.append(
            {
                "label": label,
                "agent": agent,
                "players": players,
                "edition": edition,
                "abilities": abilities,
                "kept": _kept(read_sample(table, number, players)),
                "games": share.games,
                "worst_se": share.worst_error,
                "half_width": float(share.half_width(corrected=True).max()),
                "effects": {metric: effect.rows() for metric, effect in metrics.items()},
                "strongest": share.strongest(),
                "rank_probabilities": share.rank_probabilities().tolist(),
                "means": {metric: effect.mean for metric, effect in metrics.items()},
            }
        )
    return rows


def _kept(sample: Sample) -> float | None:
    """Return the share of players outside the pit who keep their ability to the end."""
    left = ~sample.columns["in_pit"]
    return float(sample.columns["kept"][left].mean()) if left.any() else None


def _twins(
    study: Study, table: pa.Table, main: Mapping[str, Effects], identities: Identities
) -> tuple[dict[str, dict[str, Effects]], dict[str, Any]]:
    """Return the effects from twins, and how they compare with those from dealt games."""
    found: dict[str, dict[str, Effects]] = {}
    summary: dict[str, Any] = {}
    for number, design in enumerate(TWIN_DESIGNS):
        sample = read_sample(table, number, study.players[0]).focal()
        found[design] = estimate_twins(sample, *METRICS)
        summary[design] = {
            metric: {
                **precision(main[metric], effect),
                "correlation": twin_correlation(sample, metric),
                "effects": effect.rows(),
            }
            for metric, effect in found[design].items()
        }
    name = study.agents[0]
    with seat_agent(name, study.guests, identities[name]) as agent:
        summary["parting"] = measure_parting(study.twins().cells[0], agent, study.seed, PARTING_TWINS)
    return found, summary


def precision(dealt: Effects, twins: Effects) -> dict[str, Any]:
    """Compare two estimates of the same effects.

    Returns:
        ``games_needed``: how many twin games are worth 1 dealt game (below 1 is a gain);
        ``largest_z``: the largest of the ten differences, in standard errors; ``agree``: whether it is within
        what ten comparisons allow.
    """
    needed = (twins.errors**2 * twins.games).mean() / (dealt.errors**2 * dealt.games).mean()
    error = (dealt.errors**2 + twins.errors**2) ** 0.5
    largest = float((abs(dealt.values - twins.values) / error).max())
    return {
        "games": twins.games,
        "se": float(twins.errors.mean()),
        "dealt_games": dealt.games,
        "dealt_se": float(dealt.errors.mean()),
        "games_needed": float(needed),
        "largest_z": largest,
        "agree": largest < 2.8,
    }
