"""Playing a contrast: the balanced design of dealt abilities under each condition, in one folder."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dixie_arena.ability_effects.contrast import Contrast, contrast_effects
from dixie_arena.ability_effects.contrast_words import PHRASES, contrast_sentences
from dixie_arena.ability_effects.effects import CONFIDENCE, Effects
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.exports import to_csv, to_parquet
from dixie_arena.ability_effects.runs import identify_agents, run_experiment
from dixie_arena.ability_effects.sample import read_sample
from dixie_arena.ability_effects.study import HELD, Study
from dixie_arena.config import ArenaError
from dixie_arena.findings import Findings
from dixie_arena.guard import Guests
from dixie_env import Setup
from dixie_env.checksums import CheckedFolder
from dixie_env.engine.words import ABILITIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

KEYS = tuple(PHRASES)
"""What may differ between conditions."""
CONTRAST = "contrast"
_GAMES = 0xC027245
"""Keeps these seeds apart from those that designs derive from the seed of a study."""


@dataclass(frozen=True)
class Condition:
    """One value of the question.

    Attributes:
        name: What tables call it: ``3``, ``fr``, ``standard``, ``greedy``.
        agent: The agent in all seats.
        setup: Which game is played.
    """

    name: str
    agent: str
    setup: Setup


@dataclass(frozen=True, eq=False)
class ContrastResult(Findings):
    """The answer to "does it depend on ...?".

    Its table is ``contrast``, as in ``contrast.csv``: a row for each condition after the first and ability.

    Attributes:
        key: What differs: ``players``, ``edition``, ``board`` or ``agents``.
        conditions: The conditions; all are compared with the first.
        effects: Effects on win share under each condition.
        contrast: The differences.
        fingerprints: The fingerprint of each agent.
        path: The folder of the contrast.
    """

    key: str
    conditions: tuple[Condition, ...]
    effects: tuple[Effects, ...]
    contrast: Contrast
    fingerprints: dict[str, str]
    path: Path

    def __repr__(self) -> str:
        return f"ContrastResult({self.key}: {', '.join(one.name for one in self.conditions)}; {self.path!r})"

    @property
    def sentence(self) -> str:
        """What differs, in words."""
        names = [condition.name for condition in self.conditions]
        return " ".join(contrast_sentences(self.key, names, self.contrast))

    def rows(self) -> list[dict[str, Any]]:
        """Return the differences as plain rows, the largest first within each condition.

        Effects and differences are divided by the fair share. Intervals hold for all rows together.
        """
        found = self.contrast
        rows = []
        for number, condition in enumerate(self.conditions[1:]):
            for place in np.argsort(-np.abs(found.differences[number]), kind="stable").tolist():
                rows.append(
                    {
                        "estimand": HELD,
                        "key": self.key,
                        "first": self.conditions[0].name,
                        "second": condition.name,
                        "ability": ABILITIES[place],
                        "effect_first": _rounded(found.scaled[0, place]),
                        "effect_second": _rounded(found.scaled[number + 1, place]),
                        "difference": _rounded(found.differences[number, place]),
                        "se": _rounded(found.errors[number, place]),
                        "low_all": _rounded(found.low[number, place]),
                        "high_all": _rounded(found.high[number, place]),
                        "p": _rounded(found.p_values[number, place]),
                        "p_holm": _rounded(found.p_holm[number, place]),
                        "differs": bool(found.said[number, place]),
                    }
                )
        return rows

    @property
    def sentences(self) -> list[str]:
        """What differs, in words."""
        return [self.sentence]

    def _rows(self) -> Mapping[str, Any]:
        return {CONTRAST: self.rows()}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.contrast import contrast_table

        return [contrast_table(self, condition.name) for condition in self.conditions[1:]]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        return {CONTRAST: partial(_draw, self.key, self.rows())}

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "format": "dixie-contrast",
            "version": 1,
            "estimand": HELD,
            "key": self.key,
            "confidence": CONFIDENCE,
            "comparisons": self.contrast.differences.size,
            "sentence": self.sentence,
            "conditions": [
                {
                    "name": condition.name,
                    "agent": condition.agent,
                    "game": condition.setup.as_object(),
                    "games": effects.games,
                    "effects": effects.rows(),
                }
                for condition, effects in zip(self.conditions, self.effects, strict=True)
            ],
            "rows": self.rows(),
            "agents": self.fingerprints,
        }

    def to_json(self) -> str:
        """Return everything as JSON."""
        return json.dumps(self.as_object(), indent=1, ensure_ascii=False, allow_nan=False)


def conditions_of(study: Study, key: str, values: Sequence[Any], names: Sequence[str]) -> list[Condition]:
    """Return the conditions of a question; everything but one setting is the same.

    Args:
        study: Agent, players, edition and board; one of each.
        key: One of ``KEYS``.
        values: The values of that setting.
        names: What tables call them.

    Raises:
        ArenaError: The question can't be asked in this way.
    """
    if key not in KEYS:
        raise ArenaError(f"a contrast is about {', '.join(KEYS[:-1])} or {KEYS[-1]}, not {key!r}")
    if len(values) < 2 or min(len(set(names)), len(set(map(str, values)))) < len(values):
        raise ArenaError(
            f"a contrast needs two or more different values, such as players=3,5, not {key}={','.join(names)}"
        )
    for other in ("agents", "players", "editions"):
        given = getattr(study, other)
        if len(given) > 1:
            raise ArenaError(f"a contrast of {key} needs a single value for {other}, not {list(given)}")
    conditions = []
    for value, name in zip(values, names, strict=True):
        players = value if key == "players" else study.players[0]
        edition = value if key == "edition" else study.editions[0]
        agent = value if key == "agents" else study.agents[0]
        of_value = replace(study, board=value) if key == "board" else study
        conditions.append(Condition(name, agent, of_value.setup(players, edition, HELD)))
    return conditions


def run_contrast(
    key: str,
    conditions: Sequence[Condition],
    path: Path,
    *,
    games: int = 20_000,
    seed: int = 1,
    guests: Guests | None = None,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    write: bool = True,
    progress: Callable[[int, int, str], None] = lambda done, total, note: None,
    warn: Callable[[str], None] = lambda message: None,
) -> ContrastResult:
    """Play all conditions with the same number of games, each on its own seeds, and compare them.

    The folder gets ``contrast.json``, ``contrast.csv``, ``contrast.parquet``, and the games in ``contrast/``.

    Args:
        key: What differs: one of ``KEYS``.
        conditions: From `conditions_of`, or your own.
        path: Folder of the study.
        games: Games for each condition, rounded up to whole replicates of the design.
        seed: Seed of deals, games and the agents' random numbers.
        guests: How external bots are guarded.
        resume: Continue what is in the folder.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        write: Whether to write the results.
        progress: Called with the number of finished games, of all games, and a note.
        warn: Called with warnings before the first game.

    Raises:
        ArenaError: The folder can't be used, or a setting is wrong.
        AgentError: There is no such agent.
    """
    guarded = guests or Guests()
    cells = tuple(
        Cell("dealt", one.agent, one.setup, games, seed=_seed_of(seed, number))
        for number, one in enumerate(conditions)
    )
    experiment = Experiment(CONTRAST, cells, seed, isolate=guarded.isolate, time_limit=guarded.time_limit)
    identities = identify_agents([one.agent for one in conditions], guarded, warn)
    table, card = run_experiment(
        experiment,
        path / CONTRAST,
        resume=resume,
        workers=workers,
        backend=backend,
        identities=identities,
        progress=progress,
        warn=warn,
    )
    for one, played in zip(conditions, card["cells"], strict=True):
        if troubles := played.get("troubles"):
            counts = ", ".join(f"{count} {kind}" for kind, count in troubles.items())
            warn(f"random legal moves were played for {one.agent} ({one.name}): {counts}")
    players = [one.setup.players for one in conditions]
    effects = [
        estimate_dealt(read_sample(table, number, count), "win_share")["win_share"]
        for number, count in enumerate(players)
    ]
    found = ContrastResult(
        key,
        tuple(conditions),
        tuple(effects),
        contrast_effects(effects, players),
        {name: identity.fingerprint for name, identity in identities.items()},
        path,
    )
    if write:
        folder = CheckedFolder(path)
        folder.write(f"{CONTRAST}.json", found.to_json() + "\n")
        folder.write(f"{CONTRAST}.csv", to_csv(found.rows()))
        folder.write(f"{CONTRAST}.parquet", to_parquet(found.rows()))
    return found


def _seed_of(seed: int, number: int) -> int:
    """Return the seed of a condition. Conditions with common deals would err together."""
    state = np.random.SeedSequence([seed, number, _GAMES]).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(1))


def _draw(key: str, rows: Sequence[Mapping[str, Any]]) -> "Figure":
    from dixie_arena.forest import forest

    points = [
        (
            f"{row['ability']}, {row['second']}",
            {"value": row["difference"], "low": row["low_all"], "high": row["high_all"]},
        )
        for row in rows
    ]
    words = f"effect of holding an ability, in % of the fair share: {key}, minus {rows[0]['first']}"
    return forest(points, words, 0.0)


def _rounded(value: float) -> float:
    return round(float(value), 6)
