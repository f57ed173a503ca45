"""What a review finds: decisions, turns, players, and the whole game."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.reviewing.walk import Moment, Walk

MARKS = (("blunder", 0.10), ("mistake", 0.05), ("inaccuracy", 0.02))
"""Names of mistakes and the probability that each costs at least."""
CERTAIN = 2.0
"""A mistake counts if it costs more than this many standard errors."""


def mark_of(lost: float) -> str:
    """Return the name of a mistake that costs this probability; empty if it is none."""
    return next((name for name, least in MARKS if lost >= least), "")


@dataclass(frozen=True)
class Thought:
    """What the reviewer thinks of an option.

    Attributes:
        option: Its name.
        visits: How often the search tried it; 0 without a search.
        value: The mean win share that the search found for the seat that decides; None without visits.
    """

    option: str
    visits: int
    value: float | None


@dataclass(frozen=True)
class Step:
    """A decision under review.

    Attributes:
        moment: The decision.
        before: Win shares at the decision.
        choice: Change by the choice, for each seat.
        luck: Change by the chance that followed, for each seat; zeros if nothing was drawn.
        thoughts: What the reviewer thinks of the options, best first; empty if it did not have to think.
        best: The option it would have taken.
        lost: What the choice cost the seat that decided, in probability; 0 if it was the best.
        margin: The standard error of that.
        because: Why the best option is better, in words; empty if nothing counts as lost.
        line: How the game could have gone on after the best option, in phrases, up to the next chance.
    """

    moment: Moment
    before: NDArray[np.float64]
    choice: NDArray[np.float64]
    luck: NDArray[np.float64]
    thoughts: tuple[Thought, ...]
    best: str
    lost: float
    margin: float
    because: str = ""
    line: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """The name of the mistake, or nothing."""
        return mark_of(self.lost) if self.lost > CERTAIN * self.margin else ""


@dataclass(frozen=True)
class Turn:
    """Decisions of one seat that belong together.

    Attributes:
        number: Its place in the game, from 0.
        steps: Its decisions.
    """

    number: int
    steps: tuple[Step, ...]

    @property
    def seat(self) -> int:
        """Who decided."""
        return self.steps[0].moment.seat

    @property
    def lost(self) -> float:
        """What its mistakes cost together."""
        return sum(step.lost for step in self.steps if step.mark)

    @property
    def mark(self) -> str:
        """The mark of all its mistakes together."""
        return mark_of(self.lost)

    @property
    def choice(self) -> NDArray[np.float64]:
        """Change by its choices, for each seat."""
        return np.asarray(sum(step.choice for step in self.steps))

    @property
    def luck(self) -> NDArray[np.float64]:
        """Change by its chance, for each seat."""
        return np.asarray(sum(step.luck for step in self.steps))


@dataclass(frozen=True)
class Player:
    """The whole game for one seat. `luck` + `own` + `others` is the change from `start` to `end`.

    Attributes:
        seat: Who.
        start: Its win share before the game: an equal share.
        end: Its share of the win.
        luck: Change by chance.
        own: Change by its own choices.
        others: Change by the choices of all others.
        turns: Its turns in which it had a choice.
        accuracy: From 0 to 1: the mean over these turns of exp(-lost / 0.1).
        lost: What its mistakes cost together.
        marks: Turns with each mark.
        turning: The numbers of the three turns that changed its win share most.
    """

    seat: int
    start: float
    end: float
    luck: float
    own: float
    others: float
    turns: int
    accuracy: float
    lost: float
    marks: dict[str, int]
    turning: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """A reviewed game.

    Attributes:
        walk: The game.
        by: The name of the agent that reviewed it.
        shares: Win shares at each decision and at the end: a row for each position, a column for each seat.
        setup: Luck before the first decision: who begins and which abilities there are.
        turns: All turns.
        players: A summary for each seat.
    """

    walk: Walk
    by: str
    shares: NDArray[np.float64]
    setup: NDArray[np.float64]
    turns: tuple[Turn, ...]
    players: tuple[Player, ...]

    @property
    def steps(self) -> list[Step]:
        """All decisions."""
        return [step for turn in self.turns for step in turn.steps]
