"""The report of a tournament: one HTML file that needs no network, and its pictures as files."""

from base64 import b64encode
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from dixie_agents.assisted import describe_counts
from dixie_arena.columns import COLUMNS
from dixie_arena.folder import CARD, REPORT, SUMMARY, TIMING, RunFolder
from dixie_arena.pictures import PICTURES, png
from dixie_arena.population_pictures import pictures_of
from dixie_arena.results import read_results

TEMPLATE = "report.html.j2"


def write_report(path: Path) -> Path:
    """Write ``report.html`` and the pictures into the folder of a finished tournament; return the file.

    Raises:
        ArenaError: The tournament is not finished.
    """
    folder = RunFolder(path)
    tournament = folder.read_tournament()
    card, summary, timing = (folder.read_json(name) for name in (CARD, SUMMARY, TIMING))
    labels = [entrant.label for entrant in tournament.entrants]
    table = folder.read_games()
    results = read_results(table, labels, tournament.rules.players)
    pictures = []
    for name, (title, draw) in (PICTURES | pictures_of(summary)).items():
        data = png(draw(summary, results))
        folder.write(f"{name}.png", data)
        pictures.append({"name": name, "title": title, "data": b64encode(data).decode()})
    environment = Environment(
        loader=PackageLoader("dixie_arena", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        percent=_percent, estimate=_estimate, together=_together, counts=describe_counts
    )
    ranking = sorted(summary["agents"], key=lambda row: -row["rating"]["value"])
    text = environment.get_template(TEMPLATE).render(
        summary=summary,
        timing=timing,
        card=card,
        ranking=ranking,
        population=summary.get("population"),
        pictures=pictures,
        columns=COLUMNS,
        strict=tournament.strict,
    )
    folder.write(REPORT, text)
    return path / REPORT


def _together(estimate: dict[str, Any]) -> dict[str, Any]:
    """Return a difference with the interval that holds for all pairs together."""
    return {"value": estimate["value"], "low": estimate["low_all"], "high": estimate["high_all"]}


def _percent(estimate: dict[str, Any]) -> str:
    return _estimate(
        {key: None if value is None else 100 * value for key, value in estimate.items()}, 1, " %"
    )


def _estimate(estimate: dict[str, Any], digits: int = 2, unit: str = "") -> str:
    """Return an estimate with its interval."""
    text = f"{estimate['value']:.{digits}f}{unit}"
    low, high = estimate["low"], estimate["high"]
    if low is None and high is None:
        return text
    ends = ("" if end is None else f"{end:.{digits}f}" for end in (low, high))
    return f"{text} [{', '.join(ends)}]"
