"""What an attack finds."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, settings


class Broken(AssertionError):
    """An attack has succeeded: something crashed, was lost, or went in unnoticed."""


@dataclass
class Report:
    """How often something was tried, and what came of it.

    Attributes:
        outcomes: How often each came about; all of them are right.
    """

    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        """How often."""
        return sum(self.outcomes.values())


def times(examples: int) -> settings:
    """Settings of hypothesis for this many examples, the same ones whenever there are few."""
    return settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=examples < 100,
        print_blob=False,
        phases=[Phase.generate] if examples < 100 else [Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
