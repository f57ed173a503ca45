"""What a viewer may see of a game: the only source of facts for the drawing.

This module removes everything that is hidden from the viewer, so that it can't appear in a picture: offerings
that are not shown yet and, with closed screens, the other seats' goods and reward points. The seed, the order
of the bag and the future round tiles never get through.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dixie_env.config import Board
from dixie_env.engine import DixieError, Game
from dixie_env.engine.model import DUMMY
from dixie_env.engine.words import FOODS, GOODS
from dixie_env.records import describe_state

MAJORITY_POINTS = 3
"""What a majority costs (R11.3)."""


@dataclass(frozen=True)
class View:
    """A position, as one viewer sees it.

    Attributes:
        state: The state as records write it. With closed screens `goods` and `rewards` of others are None.
        board: The numbers on the board.
        rounds: The number of rounds in the game.
        viewer: The seat that looks, or None for a spectator.
        decider: The seat that decides.
        decision: Its decision, in words; only "offering" if another seat chooses in secret.
        past: Demands of earlier rounds; the state does not keep their order.
        offers: For each seat what it offers, or None if the viewer does not know.
        ready: For each seat whether its offering is chosen but still hidden.
        names: A name for each seat.
        scores: The final scores, or None until the game is over.
        ranks: The final ranks.
        rocks: The points that rocks cost each seat at the end (R11.2), or None until then.
        majorities: The points that majorities cost each seat at the end (R11.3), or None until then.
    """

    state: Mapping[str, Any]
    board: Board
    rounds: int
    viewer: int | None
    decider: int | None
    decision: str
    past: tuple[str, ...]
    offers: tuple[Mapping[str, int] | None, ...]
    ready: tuple[bool, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...] | None
    ranks: tuple[int, ...] | None
    rocks: tuple[int, ...] | None
    majorities: tuple[int, ...] | None

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.names)

    @property
    def favourite(self) -> int | None:
        """The first in the large order."""
        order = self.state["large"]
        return order[0] if order else None

    @property
    def colours(self) -> list[int]:
        """All colours with pixies: the seats, and `DUMMY` for the dummy of a 2-player game."""
        return [*range(self.players), *([DUMMY] if self.state["dummy"] is not None else [])]

    def pixies(self, colour: int) -> Mapping[str, Any]:
        """Return what is known about the pixies of a colour: `mine` and `spaces`."""
        found: Mapping[str, Any] = self.state["dummy"] if colour == DUMMY else self.state["seats"][colour]
        return found


def make_view(
    game: Game, viewer: int | None = None, *, closed: bool = False, names: Sequence[str] | None = None
) -> View:
    """Return what a viewer may see.

    Args:
        game: The game.
        viewer: A seat, or None for a spectator, who sees all goods but no offering before it is shown.
        closed: Hide the other seats' goods and reward points, like the screens of the real game.
        names: A name for each seat.

    Raises:
        DixieError: There is no such seat, or the number of names is wrong.
    """
    players = game.players
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < players):
        raise DixieError(f"viewer must be a seat from 0 to {players - 1} or None, not {viewer!r}")
    if names is not None and len(names) != players:
        raise DixieError(f"{players} players need {players} names, not {len(names)}")
    raw = game.state
    state = describe_state(game)
    if closed and not game.over:
        for seat, facts in enumerate(state["seats"]):
            if seat != viewer:
                facts["goods"] = facts["rewards"] = None
    choosing = game.offering_is_secret
    shown = game.offerings_shown
    offers: list[Mapping[str, int] | None] = []
    for seat in range(players):
        visible = shown or (choosing and seat == viewer)
        goods = raw["offer"][seat].tolist() if visible else None
        offers.append(None if goods is None else dict(zip(GOODS, goods, strict=True)))
    demanded = dict(zip(FOODS, raw["demanded"].tolist(), strict=True))
    if state["demand"] is not None:
        demanded[state["demand"]] -= 1
    secret = choosing and game.seat != viewer
    return View(
        state=state,
        board=game.rules.config.board,
        rounds=game.rules.config.rounds,
        viewer=viewer,
        decider=game.seat,
        decision="offering" if secret else str(game.decision or "").replace("_", " "),
        past=tuple(food for food, count in demanded.items() for _ in range(count)),
        offers=tuple(offers),
        ready=tuple(choosing and bool(raw["offered"][seat]) for seat in range(players)),
        names=tuple(map(_printable, names)) if names is not None else ("",) * players,
        scores=tuple(raw["scores"][:players].tolist()) if game.over else None,
        ranks=tuple(raw["ranks"][:players].tolist()) if game.over else None,
        rocks=tuple(raw["rocks_left"][:players].tolist()) if game.over else None,
        majorities=tuple((MAJORITY_POINTS * raw["hoards"][:players]).tolist()) if game.over else None,
    )


def _printable(name: str) -> str:
    """Return a name without characters that a document can't contain: names may come from files."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
