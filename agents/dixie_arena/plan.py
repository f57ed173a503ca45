"""What can be played in parts, stored and resumed: a tournament, or another experiment."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self

from dixie_arena.config import Entrant
from dixie_arena.identity import Identities


class Plan(Protocol):
    """A description of games from which every part of them can be played, here or on another machine."""

    noun: ClassVar[str]
    """What users call such a plan."""

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """All agents that take part."""

    @property
    def chunks(self) -> int:
        """Number of parts."""

    def games_in_chunk(self, index: int) -> int:
        """Number of games in a part."""

    def play_part(self, index: int, identities: Identities) -> bytes:
        """Play a part. The result (``Chunk.to_bytes``) depends only on the plan and the part.

        Raises:
            AnotherAgent: An agent is not the one that the plan began with.
        """

    def as_object(self) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Create a plan from what ``as_object`` returned."""
