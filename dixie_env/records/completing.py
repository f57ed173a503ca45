"""Completing a plain record: the full record of the same game."""

import json
from pathlib import Path
from typing import Any

from dixie_env.records.reader import read_events, read_header
from dixie_env.records.state_line import describe_state


def complete_record(path: Path | str) -> str:
    """Replay a record and return it as a full one, with options and states.

    The header stays as it is, and the lines have the form of its key ``rules``, so a record by the first
    edition of the rules page remains one.

    Raises:
        RecordError: The record is invalid.
    """
    rules = read_header(path).get("rules", 1)
    lines = [Path(path).read_text("utf-8").splitlines()[0]]
    options: list[str] = []
    state: dict[str, Any] | None = None
    for event in read_events(path):
        kind = event.line["type"]
        if kind in ("decision", "result") and state is not None:
            lines.append(_written(state))
            state = None
        if kind == "decision":
            lines.append(_written(_with_options(event.line, options)))
            state = describe_state(event.game, rules)
        elif kind != "state":
            lines.append(_written(event.line))
        options = event.game.option_names()
    return "\n".join(lines) + "\n"


def _with_options(line: dict[str, Any], options: list[str]) -> dict[str, Any]:
    head = {key: line[key] for key in ("type", "seat", "kind", "choice")}
    return {**head, "options": options, **{key: line[key] for key in line if key not in (*head, "options")}}


def _written(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False)
