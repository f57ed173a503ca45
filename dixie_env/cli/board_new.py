"""``dixie board new``: enter what is printed on a real board, one question after the other."""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dixie_env.cli.board_picture import check_ending, write_picture
from dixie_env.cli.errors import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from dixie_env.boards.progress import Progress
    from dixie_env.config import Board

BACK, STOP = "b", "q"
PROMPT = "> "


def new(
    file: Annotated[Path, typer.Argument(help="The file: my-board.yaml.", show_default=False)],
    picture: Annotated[
        Path | None,
        typer.Option(
            help="The picture at the end: .svg or .png. By default my-board.svg.", show_default=False
        ),
    ] = None,
) -> None:
    """Enter what is printed on a real board.

    You are asked 14 questions, which takes about ten minutes. The file is written after every answer. Give
    the same command again to go on where you stopped.
    """
    from dixie_env.boards.progress import read_progress
    from dixie_env.cli.output import make_console

    progress = read_progress(file)
    out = picture or file.with_suffix(".svg")
    check_ending(out, "--picture")
    if picture is None and not _may_replace(out):
        raise UsageError(f"{out} exists and is not a picture of a board; choose another name with --picture")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # so that a line can be edited; not on every system

    screen = Screen(make_console())
    interview = Interview(file, progress, screen, ask=lambda: input(PROMPT))
    try:
        board = interview.run()
    except KeyboardInterrupt:
        interview.say_goodbye()
        raise typer.Exit(INTERRUPTED) from None
    if board is None:
        interview.say_goodbye()
        return
    write_picture(board, str(file), out, option="--picture")
    _finish(screen, board, file, out)


class Screen:
    """Where the questions appear: words are wrapped, pictures are not."""

    def __init__(self, console: "Console") -> None:
        self.console = console
        self.width = min(80, max(40, console.width))
        self._plain = not _can_show("┌─▶…", console.encoding)

    def clear(self) -> None:
        """Begin a screen; what is not a terminal gets an empty line."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
        else:
            self.line()

    def line(self, text: object = "", style: str = "") -> None:
        """Write a line as it is."""
        from rich.text import Text

        from dixie_env.boards.pictures import PLAIN

        words = text if isinstance(text, Text) else Text(str(text), style)
        if self._plain:
            words.plain = words.plain.translate(PLAIN)
        self.console.print(words, soft_wrap=True)

    def words(self, text: str, style: str = "") -> None:
        """Write sentences."""
        import textwrap

        lines = textwrap.wrap(text, self.width, break_long_words=False, break_on_hyphens=False)
        for line in lines if self.console.is_terminal else [text]:
            self.line(line, style)


class Interview:
    """The questions, one after the other; the file is whole after every step.

    Args:
        file: Where the board is kept.
        progress: How far it has come.
        screen: Where to write.
        ask: Returns what somebody typed.
    """

    def __init__(self, file: Path, progress: "Progress", screen: Screen, ask: Callable[[], str]) -> None:
        from dixie_env.boards.questions import QUESTIONS

        self.file, self.screen, self.ask = file, screen, ask
        self.board, self.number = progress.board, progress.asked
        self.written = not progress.new
        self._notes: list[str] = []
        if progress.new:
            self._notes.append(
                "Put the real game on the table. A ? marks what nobody has seen yet, a ! what you entered."
            )
        elif self.number == len(QUESTIONS):
            self.number = 0
            self._notes.append(
                f"All of {file} has been asked. Here it is once more; Enter keeps what is there."
            )
        elif self.number:
            self._notes.append(f"Welcome back. {file} goes on where you stopped.")

    def run(self) -> "Board | None":
        """Ask until all is answered; return the board, or None if somebody stops before."""
        from dixie_env.boards.answers import AnswerError, answer
        from dixie_env.boards.questions import QUESTIONS

        while self.number < len(QUESTIONS):
            question = QUESTIONS[self.number]
            self._show()
            while True:
                try:
                    typed = self.ask().strip()
                except EOFError:
                    self.screen.line()
                    return None
                except UnicodeDecodeError:
                    self.screen.words("These are not letters that can be read. Please type it again.", "red")
                    continue
                if typed.lower() == STOP:
                    return None
                if typed.lower() == BACK:
                    if self.number:
                        break
                    self.screen.words("This is the first question; there is none before it.", "red")
                    continue
                try:
                    self.board, notes = answer(self.board, question, typed)
                except AnswerError as error:
                    self.screen.words(str(error), "red")
                    continue
                break
            if typed.lower() == BACK:
                self._keep(self.number - 1, ())
            else:
                self._keep(self.number + 1, notes)
        for note in self._notes:
            self.screen.words(f"Note: {note}", "yellow")
        return self.board

    def say_goodbye(self) -> None:
        """Say what is kept, after somebody stopped."""
        self.screen.line()
        if self.written:
            self.screen.words(
                f"Stopped. {self.file} has all you entered; the same command goes on from here."
            )
        else:
            self.screen.words("Stopped. You have entered nothing, so no file was written.")

    def _keep(self, number: int, notes: Sequence[str]) -> None:
        from dixie_env.boards.progress import write_progress

        write_progress(self.file, self.board, number)
        self.number, self.written = number, True
        self._notes = [f"{note} If you misread it, go back with b." for note in notes]

    def _show(self) -> None:
        """Show the screen of a question."""
        from dixie_env.boards.pictures import picture
        from dixie_env.boards.questions import QUESTIONS
        from dixie_env.cli.output import styled

        question, screen = QUESTIONS[self.number], self.screen
        screen.clear()
        count = f"{self.number + 1} of {len(QUESTIONS)}"
        screen.line(f"{question.title}{count:>{max(1, screen.width - len(question.title))}}", "bold")
        screen.line("─" * screen.width)
        for note in self._notes:
            screen.words(note, "yellow")
        if self._notes:
            screen.line()
        screen.words(question.text(self.board))
        screen.line()
        for line in picture(self.board, question):
            screen.line(styled(line))
        screen.line()
        screen.words(question.hint(self.board))
        screen.line("Enter: leave it as it is | ?: can't see it | b: back | q: stop and keep all", "dim")


def _finish(screen: Screen, board: "Board", file: Path, out: Path) -> None:
    from dixie_env.boards.show import status_counts

    counts = status_counts(board)
    screen.line()
    entered = "1 number" if counts["entered"] == 1 else f"{counts['entered']} numbers"
    screen.words(f"Thank you. {file} has {entered} from you; {counts['assumed']} are still assumed.", "bold")
    screen.words(f"Compare {out} with the real board. To correct something, give the same command again.")
    screen.words(
        f"Now play on your board with `dixie play --board {file}`, and share the file with the project: it "
        "settles what no analysis can."
    )


def _may_replace(picture: Path) -> bool:
    """Whether there is no such file, or it is a picture that this command has made."""
    if not picture.exists():
        return True
    try:
        return 'class="dixie ' in picture.read_text(encoding="utf-8")[:1000]
    except (OSError, ValueError):
        return False


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
