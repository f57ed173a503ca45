"""The numbers of a study as CSV and Parquet files, one row for each estimate."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from dixie_arena.columns import to_bytes
from dixie_env.engine.words import ABILITIES

_KEYS = ("agent", "players", "edition", "abilities")


def make_exports(summary: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the tables of a summary by name; each is a list of rows with the same keys."""
    tables = {
        "effects": [*_dealt_rows(summary), *_twin_rows(summary)],
        "rank_probabilities": _rank_rows(summary),
        "sources": [
            {"source": source, "ability": ability, "effect": effect}
            for source, effects in summary["sources"].items()
            for ability, effect in effects.items()
        ],
        "interactions": list(summary["interactions"]),
    }
    if "restricted" in summary:
        tables["restricted"] = list(summary["restricted"])
    if "draft" in summary:
        tables["draft_picks"] = list(summary["draft"]["picks"])
    if "boards" in summary:
        tables["boards"] = [
            {**row, "hangs_on": "; ".join(row["hangs_on"])} for row in summary["boards"]["abilities"]
        ]
        tables["board_conclusions"] = list(summary["boards"]["conclusions"])
        tables["board_knobs"] = list(summary["boards"]["knobs"])
    return {name: rows for name, rows in tables.items() if rows}


def to_csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows as the bytes of a CSV file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def to_parquet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return rows as the bytes of a Parquet file."""
    return to_bytes(pa.Table.from_pylist([dict(row) for row in rows]))


def _dealt_rows(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "design": "dealt",
            **{key: cell[key] if key != "edition" else str(cell[key]) for key in _KEYS},
            "games": cell["games"],
            "metric": metric,
            **row,
        }
        for cell in summary["cells"]
        for metric, rows in cell["effects"].items()
        for row in rows
    ]


def _twin_rows(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    cell = summary["cells"][0]
    return [
        {
            "design": design,
            **{key: cell[key] if key != "edition" else str(cell[key]) for key in _KEYS},
            "games": found["games"],
            "metric": metric,
            **row,
        }
        for design, metrics in summary.get("twins", {}).items()
        if design != "parting"
        for metric, found in metrics.items()
        for row in found["effects"]
    ]


def _rank_rows(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"label": cell["label"], "ability": ability, "rank": rank, "probability": probability}
        for cell in summary["cells"]
        for ability, probabilities in zip(ABILITIES, cell["rank_probabilities"], strict=True)
        for rank, probability in enumerate(probabilities, start=1)
    ]
