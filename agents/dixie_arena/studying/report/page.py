"""The report of a study, made from its folder alone: ``report.html`` and ``figures/``."""

from collections.abc import Mapping, Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from matplotlib.figure import Figure

from dixie_arena.config import ArenaError
from dixie_arena.studying.analysis import Effort
from dixie_arena.studying.report.boards import boards_section
from dixie_arena.studying.report.calibration import calibration_section
from dixie_arena.studying.report.canvas import drawing, figure_files, inline_svg
from dixie_arena.studying.report.draft import draft_section, drafted_section
from dixie_arena.studying.report.effects import answer_section
from dixie_arena.studying.report.evidence import evidence_section, readings_section
from dixie_arena.studying.report.first_page import answer_lines, limits, rule_line, warning_lines
from dixie_arena.studying.report.formats import game_of
from dixie_arena.studying.report.numbers import numbers_section
from dixie_arena.studying.report.others import others_section
from dixie_arena.studying.report.pieces import Plot, Section, Table
from dixie_arena.studying.report.players import clones_section, players_section
from dixie_arena.studying.study_folder import PLAUSIBLE, RESULTS, TIMING, StudyFolder
from dixie_arena.studying.words import sentence_groups

__all__ = ["FIGURES", "REPORT", "draw_figures", "write_report"]

REPORT, FIGURES = "report.html", "figures"
FILES = {
    RESULTS: "all numbers",
    "effects.csv": "effects by estimand, board, agent and ability",
    "effects.parquet": "the same",
    "boards.csv": "the weighed boards: weights and numbers",
    "boards.parquet": "the same",
    PLAUSIBLE: "the most plausible board, to play on",
    "study.json": "what was studied: pool, prior, evidence, seeds",
    TIMING: "games and seconds of each stage",
}


def write_report(path: Path) -> Path:
    """Write the report of a finished study into its folder, and return the page.

    Args:
        path: The folder of the study.

    Raises:
        ArenaError: The study is not finished.
    """
    folder = StudyFolder(path)
    results = folder.read_json(RESULTS)
    with drawing():
        sections = make_sections(results, path)
        drawn = {plot.name: _save(plot, folder) for plot in _plots(sections)}
    environment = Environment(
        loader=PackageLoader("dixie_arena", "studying/report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template("report.html.j2").render(
        results=results,
        game=game_of(results),
        effort=Effort(results["study"]["small"]),
        style=resources("dixie_arena.studying.report").joinpath("report.css").read_text("utf-8"),
        warnings=warning_lines(results),
        answer=answer_lines(results),
        limits=limits(results),
        rule=rule_line(results),
        sections=sections,
        drawn=drawn,
        files={name: about for name, about in FILES.items() if (path / name).exists()},
        stages=_stages(path),
    )
    folder.write(REPORT, text.lstrip())
    return path / REPORT


def draw_figures(results: Mapping[str, Any], path: Path) -> dict[str, Figure]:
    """Draw the figures of the report of a finished study, by name."""
    with drawing():
        return {plot.name: plot.figure for plot in _plots(make_sections(results, path))}


def make_sections(results: Mapping[str, Any], path: Path) -> list[Section]:
    """Return all sections that the study has something for; call it in `drawing`."""
    words = sentence_groups(results)
    game = game_of(results)
    found: list[Section | None] = [
        # The first page has the sentences about dealt abilities.
        answer_section(
            key, results["answers"][key], f"{key.capitalize()}, {game}", [] if key == "dealt" else words[key]
        )
        for key in ("dealt", "held")
        if key in results["answers"]
    ]
    found += [
        evidence_section(results, words["robust"]),
        readings_section(results),
        boards_section(results, words["boards"]),
        players_section(results, words["players"]),
        clones_section(results),
        others_section(results),
        numbers_section(results, words["look_up"]),
        draft_section(results, words["draft"]),
        drafted_section(results, words["drafted"]),
        calibration_section(results, StudyFolder(path).read_table("effects")),
    ]
    return [section for section in found if section is not None]


def _plots(sections: Sequence[Section]) -> list[Plot]:
    return [piece for section in sections for piece in section.pieces if isinstance(piece, Plot)]


def _save(plot: Plot, folder: StudyFolder) -> str:
    """Write a figure's files and return it as a part of the page."""
    files = figure_files(plot.figure)
    for kind, data in files.items():
        folder.write(f"{FIGURES}/{plot.name}.{kind}", data)
    return inline_svg(files["svg"], plot.name, plot.caption.split(". ")[0], plot.description)


def _stages(path: Path) -> Table | None:
    try:
        timing = StudyFolder(path).read_json(TIMING)
    except ArenaError:
        return None  # only the time is lost
    return Table(
        "stages",
        "All estimands: games and time of each stage",
        ["stage", "games", "seconds"],
        [(name, f"{row['games']:,}", f"{row['seconds']:,.0f}") for name, row in timing.items()],
        note=f"{sum(row['games'] for row in timing.values()):,} games in all.",
    )
