"""The result of a benchmark as an object."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_arena.findings import Findings

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Score"]


@dataclass(frozen=True)
class Score(Findings):
    """The result of a benchmark.

    Its table is ``cells``, as in ``card.json``: a row for each opponent and kind of table.

    Attributes:
        line: One line to quote.
        card: Everything about it, as in ``card.json``.
        path: The folder of the benchmark.
    """

    line: str
    card: dict[str, Any] = field(repr=False)
    path: Path = field(compare=False)

    @property
    def value(self) -> float:
        """The score."""
        return float(self.card["score"]["value"])

    @property
    def sentences(self) -> list[str]:
        """The line to quote."""
        return [self.line]

    def _rows(self) -> Mapping[str, Any]:
        return {"cells": self.card["cells"]}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.benchmark import score_table

        return [score_table(self.card)]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        return {"cells": self._draw_cells}

    def _draw_cells(self) -> "Figure":
        from dixie_arena.forest import forest

        rows = [
            (f"{cell['opponent']}, {cell.get('table') or str(cell['players']) + ' players'}", cell)
            for cell in self.card["cells"]
        ]
        return forest(
            [(name, cell["win_share"]) for name, cell in rows],
            f"win share of one {self.card['agent']['name']} against identical opponents",
        )
