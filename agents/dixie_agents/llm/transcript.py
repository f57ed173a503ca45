"""Transcripts: every request and answer of a game, one JSON Lines file for each seat.

The first line of a file has the type ``game`` and the system prompt. A line of the type ``request`` has one
question and its answer, and a line of the type ``replaced`` a decision that was made for the model.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from dixie_agents.llm.secret import Secret


class Transcripts:
    """The transcripts of an agent.

    Args:
        folder: Where they are kept. Created when it is needed.
        secret: Its key is removed from every line.
    """

    def __init__(self, folder: Path, secret: Secret) -> None:
        self.folder = folder
        self._secret = secret
        self._lock = Lock()

    def file(self, table: int | None, seat: int) -> Path:
        """Return the file of a seat in a game; games without a number share one."""
        return self.folder / (
            f"games-seat-{seat}.jsonl" if table is None else f"{table:016x}-seat-{seat}.jsonl"
        )

    def write(self, file: Path, start: Mapping[str, Any], lines: list[dict[str, Any]]) -> None:
        """Append lines to a file, after the line `start` if the file is new."""
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as opened:
                if opened.tell() == 0:
                    opened.write(self._line({"type": "game", **start}))
                opened.writelines(self._line(line) for line in lines)

    def _line(self, data: Mapping[str, Any]) -> str:
        return json.dumps(_each_text(data, self._secret.redact), ensure_ascii=False) + "\n"


def _each_text(data: Any, change: Any) -> Any:
    """Return data with every text in it changed."""
    if isinstance(data, str):
        return change(data.encode("utf-8", "replace").decode())  # a lone surrogate can't be written
    if isinstance(data, Mapping):
        return {key: _each_text(value, change) for key, value in data.items()}
    if isinstance(data, list):
        return [_each_text(value, change) for value in data]
    return data


def now() -> str:
    """Return the time, for a transcript."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
