"""Running commands in this process, and small things that several tests need."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from dixie_env.cli.app import app


class Ran:
    """What a command left behind."""

    def __init__(self, *arguments: object) -> None:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="dixie")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.code = result.exit_code
        self.out = result.stdout
        self.err = result.stderr

    @property
    def error(self) -> str:
        """The one line on the standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        return lines[0].removeprefix("error: ")


def record(folder: Path, *arguments: object) -> list[Path]:
    """Record games into a folder and return the files, in the order of their seeds."""
    ran = Ran("record", "--out", folder, *arguments)
    assert ran.code == 0, ran.err
    return sorted(folder.glob("*.jsonl"), key=lambda file: int(file.stem.removeprefix("game-")))


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def write_lines(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
