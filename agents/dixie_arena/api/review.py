"""`dixie_arena.review`: where was a recorded game won and lost?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_agents.registry import make_agent
from dixie_agents.reviewing.analysis import BY, WORKERS, Progress, analyse
from dixie_agents.reviewing.page import review_page, said, words_of
from dixie_agents.reviewing.results import Analysis, Turn
from dixie_agents.reviewing.trust import calibration_of
from dixie_agents.reviewing.walk import walk
from dixie_agents.trained_for import warn_untrained
from dixie_arena.config import ArenaError
from dixie_arena.findings import Findings
from dixie_env.files import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Review", "review"]

FORMATS = ("svg", "pdf")


@dataclass(frozen=True)
class Review(Findings):
    """A reviewed game.

    Its tables are ``players`` (a summary for each seat), ``turns`` (what each turn changed), ``mistakes``
    (what would have been better, and why) and ``probabilities`` (win shares at every decision). The figures
    are ``probabilities`` and ``luck``.

    Attributes:
        file: The record.
        analysis: The review, with everything that the page shows.
        calibration: How well the probabilities agree with results, in a sentence.
        path: The folder with tables and figures; None if there is none.
    """

    file: Path
    analysis: Analysis = field(repr=False)
    calibration: str
    path: Path | None = None

    @property
    def sentences(self) -> list[str]:
        """The summary of each player, and how far to trust the probabilities."""
        return [*(self._sentence(seat) for seat in range(len(self.analysis.players))), self.calibration]

    def to_html(self) -> str:
        """Return the page."""
        return review_page(self.file, self.analysis, calibration=self.calibration)

    def name(self, seat: int) -> str:
        """Return a seat with its player."""
        names = self.analysis.walk.header.get("agents")
        return f"seat {seat} ({names[seat]})" if names else f"seat {seat}"

    def _sentence(self, seat: int) -> str:
        player = self.analysis.players[seat]
        counts = [f"{number} {_plural(mark, number)}" for mark, number in player.marks.items() if number]
        return (
            f"{self.name(seat)}: accuracy {player.accuracy:.0%}, {', '.join(counts) or 'no mistakes'}; "
            f"{player.start:.0%} at the start {_signed(player.luck)} luck {_signed(player.own)} own choices "
            f"{_signed(player.others)} others' choices = {player.end:.0%}"
        )

    def _rows(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        found = self.analysis
        return {
            "players": [
                {
                    "seat": player.seat,
                    "start": player.start,
                    "luck": player.luck,
                    "own": player.own,
                    "others": player.others,
                    "end": player.end,
                    "accuracy": player.accuracy,
                    "lost": player.lost,
                    **{f"{mark}s".replace("ys", "ies"): number for mark, number in player.marks.items()},
                    **{
                        f"turning_point_{place}": number + 1 for place, number in enumerate(player.turning, 1)
                    },
                }
                for player in found.players
            ],
            "turns": [self._turn(turn) for turn in found.turns],
            "mistakes": [
                {
                    "turn": turn.number + 1,
                    "decision": step.moment.number,
                    "seat": turn.seat,
                    "mark": step.mark,
                    "lost": step.lost,
                    "standard_error": step.margin,
                    "chosen": said(step, step.moment.choice),
                    "best": said(step, step.best),
                    "because": step.because,
                    "expected": "; ".join(step.line),
                }
                for turn in found.turns
                for step in turn.steps
                if step.mark
            ],
            "probabilities": [
                {"decision": number, **{f"seat_{seat}": share for seat, share in enumerate(row)}}
                for number, row in enumerate(found.shares.tolist())
            ],
        }

    def _turn(self, turn: Turn) -> dict[str, Any]:
        first = turn.steps[0].moment
        seats = range(len(self.analysis.players))
        return {
            "turn": turn.number + 1,
            "decision": first.number,
            "round": first.game.round,
            "phase": first.game.phase,
            "seat": turn.seat,
            "words": words_of(turn.steps),
            "mark": turn.mark,
            "lost": turn.lost,
            **{f"choice_{seat}": float(turn.choice[seat]) for seat in seats},
            **{f"luck_{seat}": float(turn.luck[seat]) for seat in seats},
        }

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.review import mistakes_table, players_table

        return [players_table(self), mistakes_table(self)]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        from dixie_arena.review_pictures import draw_luck, draw_probabilities

        names = [self.name(player.seat) for player in self.analysis.players]
        return {
            "probabilities": partial(draw_probabilities, self.analysis, names),
            "luck": partial(draw_luck, self.analysis, names),
        }


def review(
    file: Path | str,
    *,
    by: str = BY,
    html: Path | str | None = None,
    out: Path | str | None = None,
    workers: int = WORKERS,
    seed: int = 0,
    progress: bool | Progress = True,
) -> Review:
    """Review a recorded game: who was ahead when, luck and choice apart, mistakes and what was better.

    It does what ``dixie review`` does.

    Example::

        from dixie_arena import review

        found = review("games/game-3.jsonl", html="review.html")
        found.to_frame()                      # by player
        found.tables["mistakes"]
        found.figures["probabilities"].savefig("probabilities.pdf")

    Args:
        file: A record of a finished game, of people or agents.
        by: Who reviews: a policy that predicts who wins, with or without a search.
        html: File for the page.
        out: Folder for the tables as CSV and the figures as SVG and PDF.
        workers: Threads. They don't change the result.
        seed: Where the luck of continuations comes from.
        progress: Whether to show a bar on a terminal; or a function that gets what is being done, how much of
            it is done, and how much there is.

    Raises:
        AgentError: There is no such agent, or it does not predict who wins.
        RecordError: The record is invalid or not finished.
        ArenaError: An argument is wrong.
        OSError: A file can't be read or written.
    """
    if workers < 1:
        raise ArenaError(f"workers must be 1 or more, not {workers}")
    agent = make_agent(by)
    game = walk(file)
    warn_untrained([agent], [game.end.rules])
    if progress is True:
        from dixie_env.cli.output import progress_bar

        with progress_bar(counted=False) as bar:
            task = bar.add_task("reviewing", total=None)

            def show(what: str, done: int, total: int) -> None:
                bar.update(task, description=what, completed=done, total=total)

            found = analyse(game, agent, workers=workers, seed=seed, progress=show)
    else:
        show_done = progress if callable(progress) else lambda what, done, total: None
        found = analyse(game, agent, workers=workers, seed=seed, progress=show_done)
    result = Review(Path(file), found, calibration_of(agent), None if out is None else Path(out))
    if html is not None:
        write_whole(Path(html), result.to_html())
    if result.path is not None:
        _write(result, result.path)
    return result


def _write(found: Review, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in found.tables.items():
        write_whole(folder / f"{name}.csv", table.to_csv(index=False))
    for name, figure in found.figures.items():
        for kind in FORMATS:
            figure.savefig(folder / f"{name}.{kind}")


def _plural(mark: str, number: int) -> str:
    if number == 1:
        return mark
    return f"{mark[:-1]}ies" if mark.endswith("y") else f"{mark}s"


def _signed(value: float) -> str:
    return f"{'-' if value < 0 else '+'} {abs(100 * value):.0f}"
