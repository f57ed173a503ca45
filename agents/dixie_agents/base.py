"""What an agent is: something that chooses an option for each decision of a batch."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.fingerprint import fingerprint_class
from dixie_env import Game, ObservationSpec
from dixie_env.engine import CompiledRules
from dixie_env.family import Family
from dixie_env.layout import Layout


@dataclass(frozen=True)
class Decisions:
    """Decisions that one agent must make, one for each of several games.

    Attributes:
        observations: float32, one row for each decision: what the seat that decides knows.
        masks: uint8, one row for each decision: 1 for each legal option.
        keys: uint64, one for each decision: the seed for the agent's random numbers. A key depends on the
            game, the seat and the number of decisions made before, never on how decisions are batched. So an
            agent that draws its random numbers from the keys plays the same games alone, in a batch, and on
            any number of workers.
        games: Only for agents with ``searches``: each game as the seat that decides knows it, with
            everything else resampled. Never the true game.
        tables: uint64, one for each decision, or None: a number that all decisions of one game share, and
            other games don't. Single games and matches pass it to agents with ``searches``, so that an agent
            can remember what it did in a game, such as the time it has used. It tells nothing else.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    games: Sequence[Game] | None = None
    tables: NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        return len(self.masks)


class Agent(ABC):
    """Chooses options.

    To write your own agent, implement ``act``. Nothing else is required.

    Attributes:
        name: The name it was created from. Results use it.
        searches: Set this if the agent looks ahead. Its decisions then come with games.
        observation: Set this if the agent needs an observation other than the default. Every agent gets the
            observation that it asks for, so agents with different observations can play each other.
        repeatable: Whether the agent makes the same choices for the same decisions and keys. Set this to
            False for an agent that looks at the clock or uses other random numbers: its games can't be
            replayed to verify a result.
        slow: Whether a decision takes seconds. Commands then say who is thinking.
        trained_for: The games that a policy was trained for; None for other agents. Playing anything else
            gives a warning (`dixie_agents.trained_for`).
    """

    name: str = ""
    searches: bool = False
    repeatable: bool = True
    slow: bool = False
    _fingerprint: str = ""
    observation: ObservationSpec = ObservationSpec()
    trained_for: Family | None = None
    _checked_for: CompiledRules | None = None

    @abstractmethod
    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        """Return the id of a legal option for each decision."""

    def fingerprint(self) -> str:
        """Return what identifies the agent in results: agents with the same one play the same.

        For an agent created by name it covers its code, its arguments, and the files and folders that they
        name, all at the time of creation; see ``dixie_agents.fingerprint``. For an object that you create
        yourself it covers the code of its class. If your agent reads anything else, return a fingerprint
        that covers that too.
        """
        return self._fingerprint or fingerprint_class(type(self))

    def make_layout(self) -> Layout:
        """Return the layout of the observations that this agent gets: it names every slice of a row.

        It needs no environment and no game: ``layout = self.make_layout()`` works in a constructor, and
        ``decisions.observations[:, layout["own.goods"]]`` are the seat's own goods.
        """
        return self.observation.make_layout()

    def act_one(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.integer | np.bool_],
        key: int,
        game: Game | None = None,
    ) -> int:
        """Choose for a single decision."""
        decisions = Decisions(
            observation[None],
            mask.astype(np.uint8, copy=False)[None],
            np.array([key], np.uint64),
            None if game is None else [game],
        )
        return int(self.act(decisions)[0])
