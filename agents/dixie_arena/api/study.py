"""`dixie_arena.study`: which permanent ability is strongest, over players and boards?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_arena.config import ArenaError
from dixie_arena.findings import Findings, drawn, in_folder
from dixie_arena.progress import ShowStage, show_stages
from dixie_arena.studying.outlook import Outlook
from dixie_arena.studying.plan_file import load_study
from dixie_arena.studying.report import REPORT, draw_figures, write_report
from dixie_arena.studying.results import run_study
from dixie_arena.studying.runner import StudyStopped
from dixie_arena.studying.study_folder import StudyFolder
from dixie_arena.studying.words import sentences

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["ALL_GAMES", "StudyFindings", "StudyStopped", "study"]

ALL_GAMES = "all games"
"""What progress calls the games of all stages together."""


@dataclass(frozen=True)
class StudyFindings(Findings):
    """The results of a study.

    Its tables are ``dealt`` and ``held`` (what an ability is worth, the strongest first, as in
    ``results.json``), and ``effects`` and ``boards``, as in the files of these names. Its figures are those
    of the report.

    Attributes:
        results: All numbers, as in ``results.json``.
        path: The folder of the study.
    """

    results: dict[str, Any] = field(repr=False)
    path: Path = field(compare=False)

    @property
    def report(self) -> Path:
        """The page with figures, tables and methods."""
        return self.path / REPORT

    @property
    def sentences(self) -> list[str]:
        """What the study says."""
        return list(sentences(self.results))

    def _answers(self) -> dict[str, Any]:
        answers = self.results["answers"]
        return {name: answers[name] for name in ("dealt", "held") if name in answers}

    def _rows(self) -> Mapping[str, Any]:
        files = {name: StudyFolder(self.path).read_table(name).to_pandas() for name in ("effects", "boards")}
        return {**{name: answer["effects"] for name, answer in self._answers().items()}, **files}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.study import effects_table, effects_title

        tables = []
        for name, answer in self._answers().items():
            table = effects_table(answer)
            table.title = effects_title(self.results, name)
            tables.append(table)
        return tables

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        return drawn(draw_figures(self.results, self.path))


def study(
    run: str | Path,
    *,
    out: Path | str | None = None,
    resume: bool = False,
    workers: int = 1,
    backend: str = "local",
    stop_after: float | None = None,
    progress: bool | ShowStage = True,
) -> StudyFindings:
    """Find out which permanent ability is strongest, as ``dixie study`` does.

    Example::

        from dixie_arena import study

        found = study("small", out="runs/small")  # about 2 minutes
        found.sentences
        found.to_frame()                           # what an ability is worth when it is dealt

    Args:
        run: ``study-4p``, ``small``, or a file like them.
        out: Folder for the results. By default a temporary one, removed together with the returned object.
        resume: Continue the study in the folder.
        workers: Number of processes. Results don't depend on it.
        backend: ``local`` or ``ray``.
        stop_after: Minutes after which no more games are begun, to play a study in pieces.
        progress: Whether to show bars on a terminal; or a function that gets the name of a stage, its
            finished games, all its games, and a note. "all games" counts those of all stages.

    Raises:
        StudyStopped: The time was over before the study. What was played is kept; go on with ``resume``.
        ArenaError: The file is wrong, the folder can't be used, or there are too few games.
        AgentError: There is no such agent.
    """
    for wanted, doing in ((resume, "resumed"), (stop_after is not None, "played in pieces")):
        if wanted and out is None:
            raise ArenaError(f"only a study with a folder can be {doing}: name the folder (out)")
    plan = load_study(run)
    outlook = Outlook(plan)

    def play(path: Path) -> StudyFindings:
        with show_stages(progress) as show:

            def show_games(stage: str, done: int, total: int) -> None:
                all_done, in_all = outlook.update(stage, done, total)
                show(ALL_GAMES, all_done, in_all, "")
                show(stage, done, total, outlook.place(stage))

            def show_words(words: str) -> None:
                show("estimating", 0, 0, words)

            results = run_study(
                plan,
                path,
                resume=resume,
                workers=workers,
                backend=backend,
                stop_after=stop_after,
                progress=show_games,
                note=show_words,
            )
            show_words("report and figures")
            write_report(path)
        return StudyFindings(results, path)

    return in_folder(out, "dixie study", play)
