"""The stages of a study as plans: games that are played in parts, stored and resumed.

`WeighStage` plays what the evidence speaks of on many boards. `GameStage` plays the games of one estimand, of
clones, with a searching seat, or of drafts. What is played depends on the plan alone, never on workers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from time import perf_counter
from typing import Any, ClassVar, Literal, NamedTuple, Self, get_args
from warnings import catch_warnings, simplefilter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_agents.bots import CompiledAgent
from dixie_agents.match import play_matches
from dixie_agents.trained_for import UntrainedGame
from dixie_arena.ability_effects.designs import deal_replicate, games_in_replicate
from dixie_arena.ability_effects.study import STAY
from dixie_arena.chunk import Chunk
from dixie_arena.config import ArenaError, Entrant
from dixie_arena.identity import Identities, load_agent
from dixie_arena.studying.boards import DrawnBoard, make_board
from dixie_arena.studying.draft_values import DraftValues
from dixie_arena.studying.tables import Induction, play_table
from dixie_arena.weigh import summarize
from dixie_env import Setup, compile_rules
from dixie_env.config import Board

__all__ = ["GAMES_IN_PART", "GAME_COLUMNS", "Cell", "GameStage", "Seating", "Stage", "WeighStage"]

GAMES_IN_PART = 1500
"""About how many games a part has. Never depends on the machine or on workers."""
SEATS = 5

Seating = Literal["mixed", "clones", "guest"]
"""Each seat draws its agent; one agent on all seats; the last agent on one seat, the others draw theirs."""
Picking = Literal["dealt", "agents", "one", "all"]
"""Abilities are dealt; or drafted: by the agents, by induction in one seat, by induction in all seats."""

GAME_COLUMNS: dict[str, str] = {
    "cell": "number of the cell: a board, or a board and an agent",
    "board": "number of the board among those of the study",
    "game": "number of the game in the cell",
    "seat": "seat, from 0",
    "place": "place in the first order of play, from 0",
    "agent": "number of the agent in the pool, from 0",
    "ability": "ability dealt or chosen before the first round, 1 to 10",
    "kept": "whether the seat still has it at the end",
    "focal": "whether this is the seat of the guest, or the one that picks by induction",
    "win_share": "1 for the winner, split among those who tie",
    "rank": "final rank, 1 is best; tied seats share the better one",
    "score": "final score",
    "in_pit": "fell into the pit",
    "display": "abilities on display before the draft, one bit each (bit 1 is ability 1); 0 if dealt",
}
"""All columns of a stage's ``games.parquet`` with what they mean."""


class Cell(NamedTuple):
    """Games on one board.

    Attributes:
        board: The board.
        seed: Seed of its deals, line-ups and games.
        games: How many; of a `WeighStage`, for each number of players.
        agent: With clones, the agent's number in the pool.
    """

    board: DrawnBoard
    seed: int
    games: int
    agent: int = 0


@dataclass(frozen=True)
class Stage:
    """What both kinds have.

    Attributes:
        name: Its name, and that of its folder.
        agents: The agents, as label and name.
        prior: The prior of the boards: a name, or its content.
        board_seed: The seed of the boards.
        edition: The edition, a name or its content.
        rounds: Rounds of a game.
        cells: The games.
        owner: The content of an owner's board, whose entries stay; None without one.
        part_games: Boards are played and stored together until a part has this many games.
    """

    noun: ClassVar[str] = "stage of a study"

    name: str
    agents: tuple[tuple[str, str], ...]
    prior: Any
    board_seed: int
    edition: Any
    rounds: int
    cells: tuple[Cell, ...]
    owner: Any = field(default=None, kw_only=True)
    part_games: int = field(default=GAMES_IN_PART, kw_only=True)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """All agents that take part."""
        return tuple(Entrant(label, name) for label, name in self.agents)

    @property
    def games(self) -> int:
        """Games of all cells."""
        return sum(self.games_in_cell(cell) for cell in self.cells)

    def games_in_cell(self, cell: Cell) -> int:
        """Return how many games a cell has."""
        raise NotImplementedError

    def play_cell(self, number: int, agents: Sequence[CompiledAgent]) -> pa.Table:
        """Play the games of a cell."""
        raise NotImplementedError

    @cached_property
    def parts(self) -> tuple[range, ...]:
        """The cells of each part."""
        parts: list[range] = []
        start = games = 0
        for number, cell in enumerate(self.cells):
            games += self.games_in_cell(cell)
            if games >= self.part_games or number == len(self.cells) - 1:
                parts.append(range(start, number + 1))
                start, games = number + 1, 0
        return tuple(parts)

    @property
    def chunks(self) -> int:
        """Number of parts."""
        return len(self.parts)

    def games_in_chunk(self, index: int) -> int:
        """Return how many games a part has."""
        return sum(self.games_in_cell(self.cells[number]) for number in self.parts[index])

    def board(self, cell: Cell) -> Board:
        """Return the board of a cell."""
        return make_board(self.prior, self.board_seed, cell.board, self.owner)

    def play_part(self, index: int, identities: Identities) -> bytes:
        """Play the games of one part."""
        start = perf_counter()
        agents = []
        for entrant in self.entrants:
            agent = load_agent(entrant.name, identities[entrant.name])
            if not isinstance(agent, CompiledAgent):
                raise ArenaError(f"a study plays compiled agents only, not {entrant.name}")
            agents.append(agent)
        with catch_warnings():
            simplefilter(
                "ignore", UntrainedGame
            )  # most policies never saw boards of the prior; results say so
            tables = [self.play_cell(number, agents) for number in self.parts[index]]
        timing = {"seconds": perf_counter() - start, "games": self.games_in_chunk(index)}
        return Chunk(pa.concat_tables(tables), timing).to_bytes()

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        data = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            **data,
            "agents": [list(agent) for agent in self.agents],
            "cells": [[*cell.board, cell.seed, cell.games, cell.agent] for cell in self.cells],
        }

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Create a stage from what ``as_object`` returned."""
        try:
            return cls(**cls._read(data))
        except (KeyError, TypeError, ValueError) as error:
            raise ArenaError(f"this is not a description of a stage of a study: {error}") from error

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        cells = (
            Cell(DrawnBoard(number, length), *rest) for number, length, *rest in map(tuple, data["cells"])
        )
        return {**data, "agents": tuple(map(tuple, data["agents"])), "cells": tuple(cells)}


@dataclass(frozen=True)
class WeighStage(Stage):
    """Games that are compared with the evidence: mixed tables, a row for each game.

    Attributes:
        players: The numbers of players.
        draft: How abilities are given.
    """

    players: tuple[int, ...]
    draft: str

    def games_in_cell(self, cell: Cell) -> int:
        """Return how many games a cell has, with all numbers of players."""
        return cell.games * len(self.players)

    def play_cell(self, number: int, agents: Sequence[CompiledAgent]) -> pa.Table:
        """Play the games of a cell and count what the evidence speaks of."""
        cell = self.cells[number]
        tables = []
        for players in self.players:
            rules = compile_rules(
                Setup(players, self.edition, self.board(cell), self.draft, rounds=self.rounds)
            )
            random = np.random.default_rng([cell.seed, players])
            lineups = random.integers(len(agents), size=(cell.games, players))
            seeds = random.integers(2**63, size=cell.games, dtype=np.uint64)
            values = summarize(play_matches(rules, agents, lineups, seeds))
            columns: dict[str, NDArray[Any]] = {
                "board": np.full(cell.games, cell.board.number, np.int32),
                "players": np.full(cell.games, players, np.int8),
            }
            for seat in range(SEATS):
                absent = np.full(cell.games, -1)
                columns[f"agent_{seat}"] = (lineups[:, seat] if seat < players else absent).astype(np.int8)
            columns.update({str(name): value for name, value in values.items()})
            tables.append(pa.table(columns))
        return pa.concat_tables(tables)

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        return {**super()._read(data), "players": tuple(data["players"])}


@dataclass(frozen=True)
class GameStage(Stage):
    """Games whose abilities are compared: a row for each seat of each game.

    Attributes:
        players: The number of players.
        seating: Who sits where.
        picking: How seats get their abilities.
        held: Whether nobody may swap abilities.
        values: With induction: what abilities are worth, ``by_place`` and ``pairs``.
        planted: Planted truths by ability, for tests of the statistics: ``bonus``, ``off``, ``agents`` (their
            numbers, or None for all) and ``shortest``.
    """

    players: int
    seating: Seating = "mixed"
    picking: Picking = "dealt"
    held: bool = False
    values: Any = None
    planted: Any = None

    def __post_init__(self) -> None:
        for name, value, right in (("seating", self.seating, Seating), ("picking", self.picking, Picking)):
            if value not in get_args(right):
                raise ValueError(f"{name} must be one of {', '.join(get_args(right))}, not {value!r}")
        if (self.picking in ("one", "all")) != (self.values is not None):
            raise ValueError("values are for picking by induction, and only for that")

    def games_in_cell(self, cell: Cell) -> int:
        """Return how many games a cell has: whole replicates of the design."""
        return self._replicates(cell) * self._in_replicate

    @property
    def _in_replicate(self) -> int:
        if self.picking == "dealt":
            return games_in_replicate("dealt", self.players)
        return self.players if self.picking == "one" else 1

    def _replicates(self, cell: Cell) -> int:
        return -(-cell.games // self._in_replicate)

    @cached_property
    def _induction(self) -> Induction | None:
        if self.values is None:
            return None
        by_place, pairs = (np.array(self.values[key]) for key in ("by_place", "pairs"))
        return Induction(DraftValues(by_place, pairs))

    def play_cell(self, number: int, agents: Sequence[CompiledAgent]) -> pa.Table:
        """Play the games of a cell."""
        cell = self.cells[number]
        seeds, deals, focal = self._deal(cell)
        lineups = self._seat(cell, len(seeds), focal)
        rules, index = self._rules(cell, lineups)
        inducing = {"one": focal, "all": np.ones_like(focal)}.get(self.picking)
        played = play_table(
            rules,
            index,
            agents,
            lineups,
            seeds,
            deals=deals,
            induction=self._induction,
            inducing=inducing,
        )
        games = len(seeds)
        columns = {
            "cell": np.full(games * self.players, number, np.int32),
            "board": np.full(games * self.players, cell.board.number, np.int32),
            "game": np.repeat(np.arange(games, dtype=np.int32), self.players),
            "seat": np.tile(np.arange(self.players, dtype=np.int8), games),
            "agent": lineups.astype(np.int8).ravel(),
            "focal": focal.ravel(),
            "display": np.repeat(played.display, self.players),
            **{
                name: getattr(played, name).ravel()
                for name in ("place", "ability", "kept", "win_share", "rank", "score", "in_pit")
            },
        }
        return pa.table({name: columns[name] for name in GAME_COLUMNS})

    def _deal(self, cell: Cell) -> tuple[NDArray[np.uint64], NDArray[np.int8] | None, NDArray[np.bool_]]:
        """Return seeds, deals and focal seats. Where one seat picks by induction, each does on every seed."""
        count, each = self._replicates(cell), self._in_replicate
        focal = np.zeros((count * each, self.players), np.bool_)
        turn = np.arange(len(focal)) % self.players
        if self.seating == "guest":  # drawn: in the order of the design a seat would hold one ability often
            turn = np.random.default_rng([cell.seed, 4]).integers(self.players, size=len(focal))
        if self.seating == "guest" or self.picking == "one":
            focal[np.arange(len(focal)), turn] = True
        if self.picking != "dealt":
            seeds = np.random.default_rng([cell.seed, 2]).integers(2**63, size=count, dtype=np.uint64)
            return np.repeat(seeds, each), None, focal
        parts = [deal_replicate(self.players, cell.seed, replicate) for replicate in range(count)]
        deals = np.concatenate([part.deals for part in parts if part.deals is not None])
        return np.concatenate([part.seeds for part in parts]), deals, focal

    def _seat(self, cell: Cell, games: int, focal: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return who sits where. Games on the same seed have the same line-up."""
        random = np.random.default_rng([cell.seed, 3])
        count = len(self.agents)
        if self.seating == "clones":
            return np.full((games, self.players), cell.agent, np.int32)
        if self.seating == "guest":
            drawn = random.integers(count - 1, size=(games, self.players))
            return np.where(focal, count - 1, drawn).astype(np.int32)
        each = self.players if self.picking == "one" else 1
        drawn = random.integers(count, size=(games // each, self.players))
        return np.repeat(drawn, each, axis=0).astype(np.int32)

    def _rules(self, cell: Cell, lineups: NDArray[np.int32]) -> tuple[list[Any], NDArray[np.int32]]:
        """Return the rules, and which of them each game has: planted ones depend on who sits where."""
        setup = Setup(
            self.players,
            self.edition,
            self.board(cell),
            "random" if self.picking == "dealt" else "choose",
            rounds=self.rounds,
            forbidden=[[STAY]] * self.players if self.held else None,
        )
        if not self.planted:
            return [compile_rules(setup)], np.zeros(len(lineups), np.int32)
        kinds, index = np.unique(lineups, axis=0, return_inverse=True)
        changes = [self._doctored(cell, lineup) for lineup in kinds.tolist()]
        different = {repr(change): change for change in changes}
        numbers = {text: number for number, text in enumerate(different)}
        rules = [compile_rules(setup.replace(doctored=change)) for change in different.values()]
        which = np.array([numbers[repr(change)] for change in changes], np.int32)
        return rules, which[index.ravel()]

    def _doctored(self, cell: Cell, lineup: list[int]) -> dict[str, dict[str, Any]]:
        found = {}
        for ability, plan in self.planted.items():
            paid = plan["bonus"] if cell.board.length >= plan["shortest"] else 0
            seats = list(range(self.players))
            if plan["agents"] is not None:
                seats = [seat for seat in seats if lineup[seat] in plan["agents"]]
            found[ability] = {"bonus": paid, "seats": seats, "off": plan["off"]}
        return found
