"""Records that visitors upload: finished games are replayed, unfinished ones continued."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dixie_agents.base import Agent
from dixie_env import DixieError, IllegalChoice
from dixie_env.engine import CompiledRules
from dixie_env.records import RecordError, read_events, read_header
from dixie_env.replay import collect, replay_page
from dixie_web.table import Table

_OTHER_CHANCE = "the chance of this record does not come from its seed: it can be replayed, but not continued"


@dataclass(frozen=True)
class Loaded:
    """A record, verified.

    Attributes:
        header: Its first line.
        rules: The rules of the game.
        lines: Chance and decisions so far.
        page: The replay page of a finished game, otherwise None.
    """

    header: dict[str, Any]
    rules: CompiledRules
    lines: list[dict[str, Any]]
    page: str | None


def read_record(data: bytes, *, page: bool = True) -> Loaded:
    """Read and verify a record, finished or not.

    Args:
        data: Content of the file.
        page: Whether to make the replay page of a finished game.

    Raises:
        DixieError: It is not a record, or one of its lines is impossible.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record"
        path.write_bytes(data)
        try:
            return _read(path, page)
        except RecordError as error:
            raise DixieError(f"the record is not valid, line {error.line}: {error.reason}") from None


def _read(path: Path, page: bool) -> Loaded:
    header = read_header(path)
    lines: list[dict[str, Any]] = []
    rules: CompiledRules | None = None
    over = False
    try:
        for event in read_events(path):
            rules = event.game.rules
            if event.line["type"] in ("chance", "decision"):
                lines.append(event.line)
            over = event.line["type"] == "result"
    except RecordError as error:
        whole = len(path.read_bytes().splitlines())
        if rules is None or error.line <= whole:
            raise
    assert rules is not None
    made = replay_page(collect(header, read_events(path))) if over and page else None
    return Loaded(header, rules, lines, made)


def continue_record(
    record: Loaded,
    make_agent: Callable[[str], Agent],
    *,
    closed: bool = False,
    seat_secrets: Sequence[str] | None = None,
) -> Table:
    """Return a table that continues the recorded game.

    Raises:
        DixieError: Its chance does not come from its seed (a game from a real table, or with abilities
            fixed), or it has agents that are not allowed here.
    """
    seed, seats = record.header.get("seed"), record.header.get("agents")
    if not isinstance(seed, int) or seats is None:
        raise DixieError("a record without seed or agents can be replayed, but not continued")
    table = Table(record.rules, seed, seats, make_agent, closed=closed, seat_secrets=seat_secrets)
    try:
        table.catch_up([line for line in record.lines if line["type"] == "decision"])
    except IllegalChoice:
        raise DixieError(_OTHER_CHANCE) from None
    made = [line for line in table.recorder.lines if line.get("type") == "chance"]
    wanted = [line for line in record.lines if line["type"] == "chance"]
    if [(line["kind"], line["value"]) for line in made] != [(line["kind"], line["value"]) for line in wanted]:
        raise DixieError(_OTHER_CHANCE)
    return table
