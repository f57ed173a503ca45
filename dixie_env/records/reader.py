"""Reading, replaying and verifying records.

A record is never trusted: every line is replayed by the rules, and the first impossible line is rejected with
its number and the reason.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from dixie_env.config import ConfigError, load_board, load_edition
from dixie_env.engine import ChanceError, CompiledRules, DixieError, Game, GameEvent, option_id
from dixie_env.engine.words import DRAFTS
from dixie_env.records.state_line import describe_result, describe_state
from dixie_env.records.writer import FORMAT, VERSION
from dixie_env.rules import compile_rules
from dixie_env.setup import ROUNDS, Setup, check_rules

_REQUIRED = ("edition", "board", "players", "draft")
_TOO_DEEP = "something nested too deeply"


class RecordError(DixieError):
    """A record is invalid.

    Attributes:
        source: The file.
        line: The number of the line, from 1.
        reason: What is wrong.
    """

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(source, line, reason)
        self.source, self.line, self.reason = source, line, reason

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.reason}"


@dataclass(frozen=True)
class Event:
    """A replayed line of a record, and the game after it (live: it advances with the replay).

    A decision is yielded after the chance outcomes that it caused have been applied, and before their own
    lines.

    Attributes:
        number: The number of the line, from 1.
        line: The content of the line.
        game: The game after it.
        happened: The engine's events (docs/events.md): all that a decision led to, up to the next one. The
            first chance outcome has the events of the setup; other lines have none.
    """

    number: int
    line: dict[str, Any]
    game: Game
    happened: tuple[GameEvent, ...] = ()


def read_events(path: Path | str) -> Iterator[Event]:
    """Replay and verify a record file; yield an event for each line after the header.

    Raises:
        RecordError: At the first impossible line, or where the record is cut off.
        OSError: The file can't be read.
    """
    return _Replay(str(path), Path(path).read_bytes()).events()


def read_header(path: Path | str) -> dict[str, Any]:
    """Return the header of a record file, checked."""
    return _Replay(str(path), Path(path).read_bytes()).header


def check_record(path: Path | str) -> dict[str, Any]:
    """Replay a whole record file and return its result line; raise ``RecordError`` if it is invalid."""
    result: dict[str, Any] = {}
    for event in read_events(path):
        result = event.line
    return result


class _Replay:
    """Replays the lines of one record on a game."""

    def __init__(self, source: str, data: bytes) -> None:
        self.source = source
        self.lines = data.split(b"\n")
        if self.lines[-1] == b"":
            self.lines.pop()
        self.number = 0
        if not self.lines:
            raise RecordError(source, 1, "the file is empty")
        self.header = self.next_line()
        self.rules = self.read_header()
        self.outcomes: list[tuple[int, dict[str, Any]]] = []
        self.full: bool | None = None
        self.heard: list[GameEvent] = []

    def refuse(self, reason: str) -> NoReturn:
        raise RecordError(self.source, self.number, reason)

    # --- lines ----------------------------------------------------------------------------------------------

    def next_line(self) -> dict[str, Any]:
        self.number += 1
        if self.number > len(self.lines):
            self.refuse("the record is cut off: there are no more lines, but the game is not over")
        try:
            line = json.loads(
                self.lines[self.number - 1].decode("utf-8"),
                object_pairs_hook=_no_duplicates,
                parse_constant=_no_constants,
                parse_float=_finite,
            )
        except (ValueError, RecursionError) as error:
            last = " (the last line: is the record cut off?)" if self.number == len(self.lines) else ""
            self.refuse(f"not a JSON object{last}: {_reason(error)}")
        if not isinstance(line, dict):
            self.refuse(f"a line must be a JSON object, not {_short(line)}")
        return line

    def expect(self, line: dict[str, Any], kind: str, what: str) -> None:
        if line.get("type") != kind:
            self.refuse(f"expected {what}, but the line has the type {_short(line.get('type'))}")

    # --- header ---------------------------------------------------------------------------------------------

    def read_header(self) -> CompiledRules:
        header = self.header
        if header.get("format") != FORMAT:
            self.refuse(f"not a game record: format must be {FORMAT!r}, not {_short(header.get('format'))}")
        if type(header.get("version")) is not int or header["version"] != VERSION:
            self.refuse(
                f"unknown version {_short(header.get('version'))}: this program reads only version {VERSION}"
            )
        for key in _REQUIRED:
            if key not in header:
                self.refuse(f"the header lacks {key!r}")
        if header["draft"] not in DRAFTS:
            self.refuse(f"draft must be one of {', '.join(DRAFTS)}, not {_short(header['draft'])}")
        try:
            self.page = header.get("rules", 1)
            check_rules(self.page)
            setup = Setup(
                header["players"],
                load_edition(self.named("edition"), label="header, edition", rules=self.page),
                load_board(self.named("board"), label="header, board"),
                # a fixed list is not in the header: it is in the line `deal`, like a random one
                draft="choose" if header["draft"] == "choose" else "random",
                rounds=header.get("rounds", ROUNDS),
                forbidden=header.get("forbidden"),
                doctored=header.get("doctored"),
                rules=self.page,
            )
            rules = compile_rules(setup)
        except (DixieError, ConfigError, TypeError, RecursionError) as error:
            self.refuse(f"the game can't be set up: {error}")
        self.check_names(rules.players)
        return rules

    def check_names(self, players: int) -> None:
        """Check the header's seed and agents, which the rules don't need."""
        header = self.header
        seed = header.get("seed")
        if seed is not None and (type(seed) is not int or seed < 0):
            self.refuse(f"seed must be a whole number, 0 or more, or null, not {_short(seed)}")
        agents = header.get("agents")
        if "agents" in header and not (
            isinstance(agents, list)
            and len(agents) == players
            and all(isinstance(agent, str) for agent in agents)
        ):
            self.refuse(f"agents must be {players} names, one for each seat, not {_short(agents)}")

    def named(self, key: str) -> Any:
        """Return a shipped name or an object; reading a record never opens another file."""
        value = self.header[key]
        if isinstance(value, str) and not value.isidentifier():
            self.refuse(f"{key} must be a shipped name or an object, not {_short(value)}")
        if not isinstance(value, str | dict):
            self.refuse(f"{key} must be a name or an object, not {_short(value)}")
        return value

    # --- the game -------------------------------------------------------------------------------------------

    def chance(self, game: Game) -> Any:
        """Give the game the outcome it awaits, from the next line."""
        line = self.next_line()
        self.expect(line, "chance", f"chance ({game.awaited})")
        if line.get("kind") != game.awaited:
            self.refuse(f"expected chance of the kind {game.awaited!r}, not {_short(line.get('kind'))}")
        if "value" not in line:
            self.refuse("the line lacks 'value'")
        self.outcomes.append((self.number, line))
        return line["value"]

    def flush(self, game: Game) -> Iterator[Event]:
        outcomes, self.outcomes = self.outcomes, []
        for number, line in outcomes:
            yield Event(number, line, game, self.happened())

    def happened(self) -> tuple[GameEvent, ...]:
        """Return the events since the last call."""
        events = tuple(self.heard)
        self.heard.clear()
        return events

    def events(self) -> Iterator[Event]:
        try:
            game = Game(self.rules, 0, self.chance, listener=self.heard.extend)
        except ChanceError as error:
            self.refuse(str(error))
        yield from self.flush(game)
        while not game.over:
            yield from self.decision(game)
        line = self.next_line()
        self.expect(line, "result", "the result")
        self.compare(line, describe_result(game))
        yield Event(self.number, line, game)
        if self.number < len(self.lines):
            self.number += 1
            self.refuse("the result must be the last line")

    def decision(self, game: Game) -> Iterator[Event]:
        line = self.next_line()
        number = self.number
        self.expect(line, "decision", f"a decision of seat {game.seat} ({game.decision})")
        self.check_decision(line, game)
        option = option_id(line["choice"], game.seat or 0, game.players)
        try:
            game.step(option)
        except ChanceError as error:
            self.refuse(str(error))
        yield Event(number, line, game, self.happened())
        yield from self.flush(game)
        if self.full:
            state = self.next_line()
            self.expect(state, "state", "a state line")
            self.compare(state, describe_state(game, self.page))
            yield Event(self.number, state, game)

    def check_decision(self, line: dict[str, Any], game: Game) -> None:
        for key, right in (("seat", game.seat), ("kind", game.decision)):
            if type(line.get(key)) is not type(right) or line[key] != right:
                found = f"{key} {_short(line.get(key))}"
                self.refuse(f"seat {game.seat} decides ({game.decision}), but the line has {found}")
        options = game.option_names()
        if line.get("choice") not in options:
            self.refuse(
                f"choice {_short(line.get('choice'))} is not legal: the options are {', '.join(options)}"
            )
        if self.full is None:
            self.full = "options" in line
        if self.full != ("options" in line):
            self.refuse("a full record has 'options' in every decision, a plain record in none")
        if self.full and line["options"] != options:
            self.refuse(
                f"options differ: {_short(line['options'])} in the record, {options} according to the rules"
            )

    def compare(self, found: dict[str, Any], right: dict[str, Any]) -> None:
        difference = _difference(found, right, "")
        if difference:
            self.refuse(f"the {right['type']} is wrong: {difference}")


def _difference(found: Any, right: Any, path: str) -> str | None:
    """Say where two JSON values first differ."""
    if isinstance(right, dict) and isinstance(found, dict):
        for key in right:
            if key not in found:
                return f"{path}{key} is missing"
            if difference := _difference(found[key], right[key], f"{path}{key}."):
                return difference
        if unknown := [key for key in found if key not in right]:
            return f"{path}{_short(unknown[0])} is unknown"
        return None
    if isinstance(right, list) and isinstance(found, list) and len(right) == len(found):
        for index, (one, other) in enumerate(zip(found, right, strict=True)):
            if difference := _difference(one, other, f"{path}{index}."):
                return difference
        return None
    if type(found) is not type(right) or found != right:
        return f"{path.rstrip('.')} is {_short(found)} in the record, {_short(right)} according to the rules"
    return None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key is given twice in {keys}")
    return dict(pairs)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text[:40]} is too large a number")
    return number


def _no_constants(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a JSON number")


def _reason(error: Exception) -> str:
    """Say what the JSON parser found wrong, without its own line number."""
    if isinstance(error, RecursionError):
        return _TOO_DEEP
    return f"{error.msg} (column {error.colno})" if isinstance(error, json.JSONDecodeError) else str(error)


def _short(value: Any) -> str:
    """Show a value of any size in a printable length."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return _TOO_DEEP
    return text if len(text) <= 80 else text[:77] + "..."
