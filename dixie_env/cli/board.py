"""``dixie board``: look at boards, check and compare them, enter them, draw them from a prior."""

from pathlib import Path
from typing import Annotated

import typer

from dixie_env.cli.board_new import new
from dixie_env.cli.board_picture import write_picture
from dixie_env.cli.output import styled
from dixie_env.cli.panels import CHECK, panel

app = panel(CHECK)(
    typer.Typer(
        name="board",
        help="Enter a real board; show, check, diff and sample boards; weigh them against evidence.",
        no_args_is_help=True,
    )
)

AnyBoard = Annotated[
    str, typer.Argument(help="standard, prior:PRIOR:SEED:NUMBER, or a file.", show_default=False)
]
app.command("new")(new)


@app.command()
def show(
    board: AnyBoard,
    out: Annotated[
        Path | None, typer.Option(help="Write a picture instead: .svg or .png.", show_default=False)
    ] = None,
    theme: Annotated[str, typer.Option(help="Of the picture: light, dark, or auto (.svg only).")] = "light",
    width: Annotated[int, typer.Option(help="With .png: in pixels.")] = 1200,
) -> None:
    """Show a board, each number with its status."""
    from dixie_env.boards.show import board_lines, legend
    from dixie_env.cli.output import make_console
    from dixie_env.config import load_board

    found = load_board(board)
    if out is not None:
        write_picture(found, board, out, theme, width)
        make_console().print(f"wrote {out}", soft_wrap=True)
        return
    for line in [*board_lines(found), [], legend(found)]:
        make_console().print(styled(line), soft_wrap=True)


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(help="Board files, or names such as standard.", show_default=False)
    ],
) -> None:
    """Check boards, and say how much of each is still assumed.

    A number that differs from what the rulebooks state is only pointed out: a printed board is right.
    """
    from dixie_env.boards.books import against_the_books
    from dixie_env.boards.show import status_counts
    from dixie_env.cli.errors import WRONG_USAGE, complain
    from dixie_env.cli.output import make_console
    from dixie_env.config import ConfigError, load_board

    console, wrong = make_console(), False
    for file in files:
        try:
            board = load_board(file)
        except ConfigError as error:
            complain(error)
            wrong = True
            continue
        counts = ", ".join(f"{count} {word}" for word, count in status_counts(board).items() if count)
        console.print(f"ok {file}: {board.track_length} track spaces; {counts}", soft_wrap=True)
        for remark in against_the_books(board):
            console.print(f"note: {remark}", soft_wrap=True)
    if wrong:
        raise typer.Exit(WRONG_USAGE)


@app.command()
def diff(
    first: AnyBoard,
    second: AnyBoard,
    statuses: Annotated[
        bool, typer.Option("--statuses", help="Also list numbers that differ in their status only.")
    ] = False,
) -> None:
    """List where two boards differ, each number with its status."""
    from dixie_env.boards.compare import differences
    from dixie_env.cli.output import make_console
    from dixie_env.config import load_board

    console = make_console()
    found = list(differences(load_board(first), load_board(second), statuses=statuses))
    rows = [(_where(one.key, one.place), _entry(one.first, one.first_status)) for one in found]
    left = max((len(where) for where, _ in rows), default=0)
    middle = max((len(words) for _, words in rows), default=0)
    for (where, words), one in zip(rows, found, strict=True):
        second_words = _entry(one.second, one.second_status)
        console.print(f"{where:<{left}}  {words:<{middle}}  {second_words}", soft_wrap=True)
    if not found:
        console.print("the boards are the same", soft_wrap=True)


@app.command()
def sample(
    prior: Annotated[str, typer.Argument(help="standard, wide, or a file.", show_default=False)],
    seed: Annotated[
        int, typer.Argument(help="Below 1,000,000 for training, from there on for evaluation.", min=0)
    ],
    number: Annotated[int, typer.Argument(help="The number of the board, from 0.", min=0)],
    out: Annotated[Path, typer.Option(help="The file: .yaml or .json.", show_default=False)],
    given: Annotated[
        str | None,
        typer.Option(help="A board whose known and entered numbers stay.", show_default=False),
    ] = None,
) -> None:
    """Draw a board from a prior and write it as a file."""
    from dixie_env.boards.files import write_board
    from dixie_env.boards.sampler import board_name, draw
    from dixie_env.cli.output import make_console
    from dixie_env.config import load_board

    board = draw(prior, seed, number, board=load_board(given) if given is not None else None)
    about = f"Drawn as {board_name(Path(prior).stem, seed, number)}"
    if board.name is None and given is not None:
        about += f", with the entries of {Path(given).name} that are known or entered"
    write_board(board, out, f"{about}.")
    make_console().print(f"wrote {out}: {board.track_length} track spaces", soft_wrap=True)


def _where(key: str, place: int | None) -> str:
    if place is None:
        return key
    return f"{key}, space {place}" if key == "icons" else f"{key}, entry {place}"


def _entry(value: object, status: str | None) -> str:
    from collections.abc import Mapping

    from dixie_env.boards.show import foods_text

    if status is None:
        return "nothing"
    return f"{foods_text(value) if isinstance(value, Mapping) else value} ({status})"
