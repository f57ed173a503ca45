"""Help texts at 80 columns: nothing is lost, and lines end at the margin."""

import os
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from dixie_env.cli.app import app
from dixie_env.cli.help_text import fill_paragraphs, keep_brackets

WIDTH = 80
NOTHING: tuple[Any, ...] = (None, False, "", (), [])


def all_commands() -> Iterator[tuple[str, Any]]:
    def walk(path: str, command: Any) -> Iterator[tuple[str, Any]]:
        if hasattr(command, "commands"):
            for name, below in command.commands.items():
                yield from walk(f"{path} {name}".strip(), below)
        else:
            yield path, command

    yield from walk("", typer.main.get_command(app))


COMMANDS = dict(all_commands())


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("TERMINAL_WIDTH", str(WIDTH))
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", WIDTH)


def help_of(name: str) -> list[str]:
    ran = CliRunner().invoke(app, [*name.split(), "--help"], prog_name="dixie")
    assert ran.exit_code == 0
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in ran.stdout.splitlines()]
    assert max(map(len, lines)) <= WIDTH
    return lines


def words_in_boxes(lines: list[str], column: int) -> str:
    """What is written from a column on, as one line."""
    cells = [line[column:].rstrip(" │") for line in lines if line.startswith("│")]
    return " ".join(" ".join(cells).split())


def test_all_commands_are_here() -> None:
    assert {"tournament", "train", "exploit", "board show", "play"} <= set(COMMANDS)
    assert os.environ["COLUMNS"] == str(WIDTH)


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_lost(name: str) -> None:
    """Every help text is there as it was written, and every default."""
    lines = help_of(name)
    for parameter in COMMANDS[name].params:
        if getattr(parameter, "hidden", False) or not (text := getattr(parameter, "help", "")):
            continue
        plain = text.replace("\\[", "[")
        column = next(
            at
            for line in lines
            if line.startswith("│")
            and (at := line.find(plain.split()[0])) > 0
            and any(
                opt in line.split() for opt in (*parameter.opts, f"{parameter.name}...", parameter.metavar)
            )
        )
        written = words_in_boxes(lines, column)
        assert " ".join(plain.split()) in written
        shown = parameter.show_default
        if parameter.default in NOTHING or callable(parameter.default) or shown is False:
            if parameter.default not in NOTHING:
                assert "Default" in plain, f"{name} {parameter.name} does not say its default"
            continue
        if parameter.is_flag if hasattr(parameter, "is_flag") else False:
            value = parameter.opts[0].lstrip("-") if parameter.default else parameter.secondary_opts[0][2:]
        else:
            value = f"({shown})" if isinstance(shown, str) else str(parameter.default)
        assert f"[default: {value}]" in written


@pytest.mark.parametrize("name", COMMANDS)
def test_lines_end_at_the_margin(name: str) -> None:
    """A line is broken only where the next word has no room."""
    prose = [line.rstrip() for line in help_of(name) if line.startswith(" ")]
    for line, following in pairwise(prose):
        if line.strip() and following.strip() and not following.startswith("  "):
            assert len(line) + 1 + len(following.split()[0]) > WIDTH - 2, f"broken early: {line!r}"


def test_brackets_stay() -> None:
    assert "opponents.bots=[sane]" in words_in_boxes(help_of("train"), 29)
    from rich.text import Text

    for text in ("bots=[sane]", "[2, 4]", "a [b] c [/d]", "none"):
        assert Text.from_markup(keep_brackets(text)).plain == text


def test_paragraphs_are_filled() -> None:
    assert fill_paragraphs("One\n    two.\n\n    Three\n    four.") == "One two.\n\nThree four."
    assert fill_paragraphs("List:\n\n    - a\n      b") == "List:\n\n- a\n  b"
    assert fill_paragraphs(None) == ""
