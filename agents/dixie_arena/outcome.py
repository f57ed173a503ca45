"""A finished tournament as an object."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_arena.findings import Findings
from dixie_arena.folder import RunFolder

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Outcome"]

_TABLES = ("agents", "differences", "head_to_head", "duels", "seats", "turns")


@dataclass(frozen=True)
class Outcome(Findings):
    """A finished tournament.

    Its tables are ``agents``, ``differences``, ``head_to_head``, ``duels``, ``seats`` and ``turns``, as in
    ``summary.json``, and ``games``: a row for each seat of each game, as in ``games.parquet``.

    Attributes:
        summary: As in ``summary.json``: the same for every run of the same tournament.
        timing: As in ``timing.json``: how long the agents took, and their failures.
        card: As in ``card.json``.
        path: The folder of the run.
    """

    summary: dict[str, Any] = field(repr=False)
    timing: dict[str, Any] = field(repr=False)
    card: dict[str, Any] = field(repr=False)
    path: Path = field(compare=False)

    @property
    def sentences(self) -> list[str]:
        """Who beats whom, with intervals for all pairs together."""
        from dixie_arena.cli.standings import verdicts

        return verdicts(self.summary)

    def _rows(self) -> Mapping[str, Any]:
        tables: dict[str, Any] = {name: self.summary[name] for name in _TABLES if self.summary[name]}
        return {**tables, "games": RunFolder(self.path).read_games().to_pandas()}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.standings import standings_table, standings_title

        table = standings_table(self.summary, self.timing)
        table.title = standings_title(self.summary)
        return [table]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        from dixie_arena.pictures import PICTURES
        from dixie_arena.population_pictures import pictures_of
        from dixie_arena.results import read_results

        folder = RunFolder(self.path)
        tournament = folder.read_tournament()
        labels = [entrant.label for entrant in tournament.entrants]
        results = read_results(folder.read_games(), labels, tournament.setup.players)
        pictures = PICTURES | pictures_of(self.summary)
        return {name: partial(draw, self.summary, results) for name, (_, draw) in pictures.items()}
