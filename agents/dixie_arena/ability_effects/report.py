"""The report of a study: one HTML file that needs no network, pictures, and tables beside it."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from dixie_arena.ability_effects import verdict
from dixie_arena.ability_effects.designs import games_in_replicate
from dixie_arena.ability_effects.exports import make_exports, to_csv, to_parquet
from dixie_arena.ability_effects.pictures import all_pictures
from dixie_arena.ability_effects.words import ability_name, source_name
from dixie_arena.folder import REPORT, SUMMARY, TIMING
from dixie_arena.pictures import png
from dixie_env.checksums import CheckedFolder

TEMPLATE = "ability_effects/report.html.j2"


def write_report(summary: dict[str, Any], path: Path, timing: Mapping[str, Sequence[float]]) -> Path:
    """Write ``summary.json``, ``timing.json``, tables, pictures and ``report.html``; return the last one.

    Args:
        summary: Everything about the study.
        path: The folder.
        timing: Seconds of each experiment's cells.
    """
    folder = CheckedFolder(path)
    folder.write(SUMMARY, to_json(summary, indent=1) + "\n")
    folder.write(TIMING, json.dumps(timing, indent=1) + "\n")
    tables = make_exports(summary)
    for name, rows in tables.items():
        folder.write(f"{name}.csv", to_csv(rows))
        folder.write(f"{name}.parquet", to_parquet(rows))
    pictures = []
    for name, (title, figure) in all_pictures(summary).items():
        data = png(figure)
        folder.write(f"{name}.png", data)
        pictures.append({"name": name, "title": title, "data": b64encode(data).decode()})
    environment = Environment(
        loader=PackageLoader("dixie_arena", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(ability=ability_name, source=source_name, points=_points, plain=_plain)
    main = summary["cells"][0]
    text = environment.get_template(TEMPLATE).render(
        summary=summary,
        main=main,
        seconds=timing["dealt"],
        verdict=verdict,
        pictures=pictures,
        tables=sorted(tables),
        games_in_replicate=games_in_replicate("dealt", main["players"]),
    )
    folder.write(REPORT, text)
    return path / REPORT


def to_json(summary: dict[str, Any], indent: int | None = None) -> str:
    """Return a summary as JSON. A number that needs more games is null."""
    return json.dumps(_defined(summary), indent=indent, ensure_ascii=False, allow_nan=False)


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _defined(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_defined(inside) for inside in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _points(share: float, digits: int = 1) -> str:
    return f"{100 * share:+.{digits}f}"


def _plain(number: float, digits: int = 2) -> str:
    return f"{number:+.{digits}f}"
