"""One learner against agents in the other seats: the game as a Gymnasium environment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from dixie_agents.base import Agent
from dixie_agents.deciding import decide
from dixie_agents.opponents import check_seat, seat_of_game, seat_opponents
from dixie_env.engine import DixieError, Game, IllegalChoice
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.arguments import RENDER_MODES, Arguments
from dixie_env.envs.rendering import FRAMES_PER_SECOND, Renderer
from dixie_env.envs.seeds import next_seed
from dixie_env.infos import DECISION_NUMBERS, NOTHING, PHASE_NUMBERS
from dixie_env.rewards import Reward, rewards_of


@dataclass(frozen=True)
class SavedEpisode:
    """A running game of a `DixieGym`, for `restore`. Opaque and picklable."""

    game: bytes
    seat: int
    decisions: int
    over: bool


class DixieGym(gymnasium.Env[Any, int]):
    """One seat learns; agents play the others.

    The observation is the flat vector of `dixie_env.layout`. Read the mask from `action_masks()` or
    `info["action_mask"]`; it is all ones once the game is over. The reward of a step covers everything up to
    the learner's next decision. If the learner falls into the pit, the others play on, and the episode ends
    with the game.

    The info has the same keys in every step, and only numbers: `action_mask`, `decision` and `phase` (see
    `dixie_env.decision_name` and `dixie_env.phase_name`), `round`, `seat`, and `scores` and `ranks` by seat,
    which are 0 until the game is over.

    Args:
        opponents: The agents in the other seats, in seat order after the learner's: names (see `dixie
            agents`) or `dixie_agents.Agent` objects, one for each seat or one for all. The default is
            `random`.
        seat: The learner's seat, or `random` to draw one for each game, independently of the game's chance.
        mask: `info` for the plain vector as the observation; `observation` for a dictionary with the vector
            and the mask. The mask is in the info in any case.
        arguments: Those of `dixie_env.dixie_v0`.
    """

    metadata = {  # noqa: RUF012  (Gymnasium's own way)
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        opponents: Sequence[str | Agent] | str | Agent | None = None,
        seat: int | str = "random",
        mask: str = "info",
        **arguments: Any,
    ) -> None:
        self.arguments = Arguments.named({"mask": mask, **arguments}, "opponents", "seat")
        self.rules = self.arguments.rules
        self.layout = self.arguments.vector_layout
        self.reward = Reward.of(self.arguments.reward)
        self.render_mode = self.arguments.render_mode
        self._renderer = Renderer(self.render_mode, self.metadata["render_fps"])
        self.observation_space = self.arguments.observation_space(OPTION_COUNT)
        self.action_space = Discrete(OPTION_COUNT)
        self._wanted_seat = check_seat(seat, self.rules.players)
        self.opponents = seat_opponents(opponents, self.rules.players - 1)
        self._pit = int(self.rules.array["pit"][0])
        players = self.rules.players  # these zeros are faster to copy than those of the state
        self._no_result = np.zeros(players, np.int16), np.zeros(players, np.int8)
        self.game: Game | None = None
        self.seat = 0
        self._decisions = 0
        self._over = False

    # --- playing ----------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game and let the others play up to the learner's first decision.

        Args:
            seed: The engine's seed. Without it, the seed follows from that of the last game.
            options: Ignored.
        """
        super().reset(seed=seed)
        number = next_seed(None if self.game is None else self.game.seed) if seed is None else seed
        while True:
            self.game = Game(self.rules, number)
            self.seat = seat_of_game(self._wanted_seat, number, self.rules.players)
            self._decisions = 0
            self._over = False
            self._let_others_play()
            if not self.game.over:  # on a custom board the game may end before the learner's first turn
                break
            number = next_seed(number)
        if self._renderer.draws_steps:
            self.render()
        return self._observe(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Choose an option and let the others play up to the learner's next decision or the end.

        Raises:
            IllegalChoice: The option is not legal. Nothing has changed. With `illegal="lose"` the game ends
                instead, with the worst reward.
        """
        game = self.game
        if game is None or self._over:
            raise DixieError("no game is running: call reset() first")
        before = self._potential()
        try:
            game.step(action)
        except IllegalChoice:
            if self.arguments.illegal == "raise":
                raise
            self._over = True
            if self._renderer.draws_steps:
                self.render()
            return self._observe(), self.reward.worst - before, True, False, self._info()
        self._decisions += 1
        self._let_others_play()
        reward = self.reward.discount * self._potential() - before
        if game.over:
            self._over = True
            reward += float(rewards_of(game.state, self.reward)[self.seat])
        if self._renderer.draws_steps:
            self.render()
        return self._observe(), reward, self._over, False, self._info()

    def _let_others_play(self) -> None:
        game = self.game
        assert game is not None
        players, seat = self.rules.players, self.seat
        while (asked := game.seat) is not None and asked != seat:
            distance = (asked - seat) % players
            try:
                game.step(decide(self.opponents[distance - 1], game, self._decisions))
            except IllegalChoice as error:
                self._over = True  # this game can't continue
                raise IllegalChoice(f"an opponent made an illegal move: {error}") from None
            self._decisions += 1

    def _potential(self) -> float:
        if not self.reward.shaping:
            return 0.0
        assert self.game is not None
        return float(self.reward.potential(np.atleast_1d(self.game.state), self._pit)[0, self.seat])

    # --- looking ----------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal options of the learner; all of them once the game is over."""
        if self.game is None or self._over:
            return np.ones(OPTION_COUNT, np.bool_)
        return self.game.mask().view(np.bool_)

    def _observe(self) -> Any:
        assert self.game is not None
        arguments = self.arguments
        vector = self.game.observe(self.seat, **arguments.game.observation.arguments)
        if arguments.mask_in_info:
            return vector
        return {"observation": vector, "action_mask": self.action_masks().view(np.int8)}

    def _info(self) -> dict[str, Any]:
        game = self.game
        assert game is not None
        scores, ranks = self._no_result
        if game.over:
            players = self.rules.players
            scores, ranks = game.state["scores"][:players], game.state["ranks"][:players]
        return {
            "action_mask": self.action_masks(),
            "decision": NOTHING if self._over else DECISION_NUMBERS[game.decision],
            "round": game.round,
            "phase": PHASE_NUMBERS[game.phase],
            "seat": self.seat,
            "scores": scores.copy(),
            "ranks": ranks.copy(),
        }

    def render(self) -> str | NDArray[np.uint8] | None:  # type: ignore[override]
        """Return the game as text (`ansi`) or as an image (`rgb_array`), or show it (`human`)."""
        if self.render_mode is None:
            raise DixieError(f"nothing to render: make the environment with render_mode {RENDER_MODES}")
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return self._renderer.render(self.game, self.seat, closed=self.arguments.screened)

    def _repr_svg_(self) -> str | None:
        """Draw the game in a notebook, as the learner sees it."""
        if self.game is None:
            return None
        return self._renderer.svg(self.game, self.seat, closed=self.arguments.screened)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    # --- saving -----------------------------------------------------------------------------------------

    def save(self) -> SavedEpisode:
        """Return the running game for `restore`."""
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return SavedEpisode(self.game.to_bytes(), self.seat, self._decisions, self._over)

    def restore(self, saved: SavedEpisode) -> tuple[Any, dict[str, Any]]:
        """Continue a saved game; return what `reset` does. Make the environment with the same arguments."""
        self.game = Game.from_bytes(self.rules, saved.game)
        self.seat = saved.seat
        self._decisions = saved.decisions
        self._over = saved.over
        return self._observe(), self._info()
