"""The result of a comparison: an object with a sentence, a table and JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dixie_arena.bootstrap import CONFIDENCE, Interval
from dixie_arena.comparing.estimate import Estimate, KindOfTable
from dixie_arena.comparison import POWER
from dixie_arena.findings import Findings
from dixie_env import Setup

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

SIGNIFICANT = 1 - CONFIDENCE
SMALLEST_P = 0.001


@dataclass(frozen=True)
class Comparison(Findings):
    """Two agents, compared. Shares and differences are fractions: 0.357 is 35.7 points.

    Its table is ``lineups``, as in ``lineups.csv``; the last row is the mean of the line-ups, the verdict.

    Attributes:
        one: Label of the first agent.
        other: Label of the second agent.
        company: Labels of those who filled the other seats of mixed tables.
        setup: The game.
        estimate: The difference, and the same for each line-up.
        fingerprints: The fingerprint of each agent, by label.
        substitutions: How many decisions the arena made for agents that failed, by label.
        path: The folder of the comparison; None if nothing is kept.
    """

    one: str
    other: str
    company: tuple[str, ...]
    setup: Setup
    estimate: Estimate
    fingerprints: dict[str, str]
    substitutions: dict[str, int]
    path: Path | None = field(default=None, compare=False)

    @property
    def difference(self) -> Interval:
        """Win share of a seat of the first agent minus that of the second, with its 95 % interval."""
        return self.estimate.difference

    @property
    def p_value(self) -> float:
        """Of "the two play alike", by flipping the signs of deals."""
        return self.estimate.p_value

    @property
    def detectable(self) -> float:
        """The smallest difference that is found in 80 % of such comparisons."""
        return self.estimate.detectable

    @property
    def winner(self) -> str | None:
        """Label of the better agent; None if they are not apart.

        The interval must exclude 0, and p must be below 5 %.
        """
        low, high = self.difference.low, self.difference.high
        if low is None or high is None or self.p_value >= SIGNIFICANT or low <= 0 <= high:
            return None
        return self.one if low > 0 else self.other

    @property
    def sentence(self) -> str:
        """The verdict."""
        p_value = f"p = {self.p_value:.3f}" if self.p_value >= SMALLEST_P else f"p < {SMALLEST_P}"
        if self.winner is None:
            first = f"{self.one} and {self.other} are not apart: {self.one} - {self.other} = "
            first += points_with_interval(self.difference)
        elif self.winner == self.one:
            first = f"{self.one} beats {self.other} by {points_with_interval(self.difference)}"
        else:
            first = f"{self.other} beats {self.one} by {points_with_interval(_turned(self.difference))}"
        return (
            f"{first}, {p_value}; a difference of {_points(self.detectable)} points would have been found in "
            f"{100 * POWER:.0f} % of such comparisons ({self.setup.players} players, "
            f"{self.estimate.games:,} games on {self.estimate.deals:,} deals)."
        )

    @property
    def disagreement(self) -> str | None:
        """A sentence if each of the two is better somewhere, which the mean of the line-ups hides."""
        ahead: dict[str, list[str]] = {self.one: [], self.other: []}
        for row in self.estimate.kinds:
            if row.wide.low is not None and row.wide.low > 0:
                ahead[self.one].append(self.lineup(row))
            if row.wide.high is not None and row.wide.high < 0:
                ahead[self.other].append(self.lineup(row))
        if not all(ahead.values()):
            return None
        where = "; ".join(f"{label} is ahead at {', '.join(rows)}" for label, rows in ahead.items())
        return f"The line-ups disagree: {where}. The mean of the line-ups hides that."

    def lineup(self, row: KindOfTable) -> str:
        """Return the name of a line-up."""
        if not row.company:
            return f"{row.first} {self.one}, {row.second} {self.other}"
        others = f"{row.company} other{'s' if row.company > 1 else ''}"
        both = row.company == self.setup.players - 2
        return f"{self.one} {'and' if both else 'or'} {self.other}, {others}"

    @property
    def sentences(self) -> list[str]:
        """The verdict, and where the line-ups disagree."""
        return [self.sentence, *([self.disagreement] if self.disagreement else [])]

    def _rows(self) -> Mapping[str, Any]:
        return {"lineups": self.rows()}

    def _shown(self) -> "list[Table]":
        from dixie_arena.cli.compare import comparison_table

        return [comparison_table(self)]

    def _drawings(self) -> "Mapping[str, Callable[[], Figure]]":
        return {"lineups": self._draw_lineups}

    def _draw_lineups(self) -> "Figure":
        from dixie_arena.forest import forest

        rows = [(self.lineup(row), row.difference.as_object()) for row in self.estimate.kinds]
        rows.append(("mean of the line-ups", self.difference.as_object()))
        return forest(rows, f"win share of a seat: {self.one} minus {self.other}", 0.0)

    def rows(self) -> list[dict[str, Any]]:
        """Return the line-ups as plain rows, the mean of all last."""
        rows = [
            {
                "lineup": self.lineup(row),
                "games": row.games,
                **_ends("share_one", row.share_first),
                **_ends("share_other", row.share_second),
                **_ends("difference", row.difference),
            }
            for row in self.estimate.kinds
        ]
        none = Interval(float("nan"), None, None, None)
        mean = {
            "lineup": "mean of the line-ups",
            "games": self.estimate.games,
            **_ends("share_one", none),
            **_ends("share_other", none),
            **_ends("difference", self.difference),
        }
        return [*rows, mean]

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "format": "dixie-comparison",
            "version": 1,
            "one": self.one,
            "other": self.other,
            "company": list(self.company),
            "game": self.setup.as_object(),
            "games": self.estimate.games,
            "deals": self.estimate.deals,
            "confidence": CONFIDENCE,
            "power": POWER,
            "difference": self.difference.as_object(),
            "p_value": round(self.p_value, 6),
            "detectable": round(self.detectable, 6),
            "winner": self.winner,
            "sentence": self.sentence,
            "disagreement": self.disagreement,
            "lineups": [
                {
                    "lineup": self.lineup(row),
                    "seats_one": row.first,
                    "seats_other": row.second,
                    "seats_company": row.company,
                    "games": row.games,
                    "share_one": row.share_first.as_object(),
                    "share_other": row.share_second.as_object(),
                    "difference": row.difference.as_object(),
                }
                for row in self.estimate.kinds
            ],
            "fingerprints": self.fingerprints,
            "substitutions": self.substitutions,
        }

    def to_json(self) -> str:
        """Return everything as JSON."""
        return json.dumps(self.as_object(), indent=2, ensure_ascii=False, allow_nan=False)


def points_with_interval(difference: Interval) -> str:
    """Return a difference in points with its interval: ``35.7 points [29.9, 40.8]``."""
    text = f"{_points(difference.value)} points"
    if difference.low is None or difference.high is None:
        return text
    return f"{text} [{_points(difference.low)}, {_points(difference.high)}]"


def _turned(difference: Interval) -> Interval:
    low, high = (None if end is None else -end for end in (difference.high, difference.low))
    return Interval(-difference.value, low, high, difference.error)


def _points(share: float) -> str:
    return f"{round(100 * share, 1) + 0.0:.1f}"  # never -0.0


def _ends(name: str, interval: Interval) -> dict[str, float | None]:
    rounded = interval.as_object()
    return {name: rounded["value"], f"{name}_low": rounded["low"], f"{name}_high": rounded["high"]}
