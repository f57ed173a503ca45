"""What an agent is: something that chooses an option for each of a batch of decisions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_agents.fingerprint import fingerprint_class
from dixie_env import Game, ObservationSpec


@dataclass(frozen=True)
class Decisions:
    """Decisions that one agent has to make, one for each of several games.

    Attributes:
        observations: float32, one row a decision: what the seat that decides knows.
        masks: uint8, one row a decision: 1 for each option that is legal.
        keys: uint64, one a decision: the agent's luck. A key depends on the game, the seat and how many
            decisions were made before, never on how decisions are put together into batches, so an agent
            that draws its random numbers from them plays the same games alone, in a batch, and on any
            number of workers.
        games: For agents with ``searches`` only: each game as the seat that decides knows it, with
            everything else drawn anew. Never the true one.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    games: Sequence[Game] | None = None

    def __len__(self) -> int:
        return len(self.masks)


class Agent(ABC):
    """Chooses options.

    A class of your own needs ``act`` and nothing more.

    Attributes:
        name: The name it was made from, as results call it.
        searches: Set it if the agent looks ahead: its decisions then come with games.
        observation: Set it if the agent needs another observation than the usual one. Whoever lets agents
            play gives each the observation that it asks for, so agents with different ones can meet.
        repeatable: Whether it makes the same choices when the same decisions come with the same keys. Clear
            it for an agent that looks at the clock or has random numbers of its own: its games can't be
            played again to verify a result.
    """

    name: str = ""
    searches: bool = False
    repeatable: bool = True
    _fingerprint: str = ""
    observation: ObservationSpec = ObservationSpec()

    @abstractmethod
    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        """Return the id of one legal option for each decision."""

    def fingerprint(self) -> str:
        """Return what identifies the agent in results: agents with the same one play the same.

        For an agent made by name it covers the code it was made of, its arguments, and the files and folders
        that they name, as they were when it was made; see ``dixie_agents.fingerprint``. For an object of your
        own it covers the code of its class. If your agent reads anything else, return a fingerprint that
        covers that too.
        """
        return self._fingerprint or fingerprint_class(type(self))

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
