"""The game as a PettingZoo AEC environment: one decision of one player per step."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable

from dixie_env.engine import DixieError, Game, GameEvent, IllegalChoice
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.arguments import RENDER_MODES, Arguments
from dixie_env.envs.rendering import FRAMES_PER_SECOND, Renderer
from dixie_env.envs.seeds import next_seed
from dixie_env.infos import DECISION_NUMBERS, NOTHING, PHASE_NUMBERS
from dixie_env.layout import make_layout
from dixie_env.rewards import Reward, rewards_of
from dixie_env.text_view import TextOption, observe_text, text_options

Observation: TypeAlias = Any
"""A dictionary with the vector and the mask; with `mask="info"`, the vector alone."""
Info: TypeAlias = dict[str, Any]
"""Numbers, under the same keys from the first step to the last."""


class _NoGame(dict[str, Any]):
    """What players have before the first `reset`: nothing, and a look at it says why."""

    def __missing__(self, agent: str) -> Any:
        raise DixieError("no game is running: call reset() first")


@dataclass(frozen=True)
class SavedGame:
    """A saved game of a `DixieAEC`, for `restore`. Opaque; can be pickled."""

    game: bytes
    agents: tuple[str, ...]
    selection: str
    over: bool
    rewards: dict[str, float]
    cumulative: dict[str, float]


class DixieAEC(AECEnv[str, Observation, int | None]):
    """One game of Dixie Queen. See `dixie_env.dixie_v0` for arguments, spaces and rewards.

    The engine itself checks legality, in the same call that makes the step, so you need no wrapper for it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dixie_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(self, **arguments: Any) -> None:
        super().__init__()
        self.arguments = Arguments.named(arguments)
        self.rules = self.arguments.rules
        self.layout = self.arguments.vector_layout
        self.reward = Reward.of(self.arguments.reward)
        self.render_mode = self.arguments.render_mode
        self._renderer = Renderer(self.render_mode, self.metadata["render_fps"])
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self.over = False
        self.game: Game | None = None
        self._listener: Callable[[list[GameEvent]], object] | None = None
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._screened = self.arguments.screened
        self._layout = self.arguments.game.observation.layout
        self._board = self.arguments.with_board
        self._mask_in_info = self.arguments.mask_in_info
        self.agent_selection = self.possible_agents[0]
        self.infos: dict[str, Info] = _NoGame()
        self.rewards: dict[str, float] = _NoGame()
        self._cumulative_rewards: dict[str, float] = _NoGame()
        self.terminations: dict[str, bool] = _NoGame()
        self.truncations: dict[str, bool] = _NoGame()
        self._pit = int(self.rules.array["pit"][0])
        space = self.arguments.observation_space(OPTION_COUNT)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        # one for each player, so that callers who sample actions can seed them differently
        self.action_spaces: dict[str, Discrete[Any]] = {
            agent: Discrete(OPTION_COUNT) for agent in self.possible_agents
        }

    # --- spaces -----------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        """Return the space of `observe`: a vector and a mask, or with `mask="info"` a vector."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "Discrete[Any]":
        """Return all options."""
        return self.action_spaces[agent]

    @cached_property
    def state_space(self) -> Box:
        """The space of `state`."""
        layout = make_layout(state=True, layout=self.arguments.game.observation.layout)
        return Box(layout.low, layout.high, dtype=np.float32)

    # --- playing ----------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: The engine's seed: the same seed gives the same chance outcomes. By default the seed is
                derived from the last game's (see `next_seed`), or drawn from the system's entropy for the
                first game.
            options: Ignored.
        """
        if seed is None:
            seed = next_seed(None if self.game is None else self.game.seed)
        self._begin(Game(self.rules, seed, listener=self._listener))
        if self._renderer.draws_steps:
            self.render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """Return the players in the order in which they decide, until the game is over."""
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return super().agent_iter(max_iter)

    def listen(self, listener: Callable[[list[GameEvent]], object] | None) -> None:
        """Send the events of this game and all that follow to a listener; None removes it.

        The listener is called once per step, and by `reset` for the setup, with a list of `GameEvent`s: see
        docs/events.md. Events are public, so no seat learns more from them than from the tracked observation.
        Call this on the unwrapped environment: ``env.unwrapped.listen(events.extend)``.
        """
        self._listener = listener
        if self.game is not None:
            self.game.listener = listener

    def _begin(self, game: Game) -> None:
        self.game = game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self.over = False
        self._when = (-1, -1)  # round and phase in the infos
        self._paid = False  # is anything in `rewards` not 0?
        self._potential = self._potentials() if self.reward.shaping else None
        self._ask()

    def _ask(self) -> None:
        """Select the player who decides and update the infos."""
        game = self.game
        assert game is not None
        round_, phase = when = game.round, PHASE_NUMBERS[game.phase]
        if when != self._when:
            self._when = when
            self.infos = {
                agent: {"decision": NOTHING, "round": round_, "phase": phase} for agent in self.agents
            }
        else:
            self.infos[self.agent_selection] = {"decision": NOTHING, "round": round_, "phase": phase}
        seat = None if self.over else game.seat
        if seat is not None:
            self.agent_selection = agent = self.possible_agents[seat]
            self.infos[agent] = {"decision": DECISION_NUMBERS[game.decision], "round": round_, "phase": phase}
        if self._mask_in_info:
            for agent, info in self.infos.items():
                if "action_mask" not in info:  # what a player keeps while it waits stays as it is
                    info["action_mask"] = self._mask(self._seat_of[agent])

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """The mask of a seat: its options if it decides, otherwise none; all when the game is over."""
        assert self.game is not None
        if self.over:
            return np.ones(OPTION_COUNT, np.int8)
        return self.game.mask() if seat == self.game.seat else np.zeros(OPTION_COUNT, np.int8)

    def step(self, action: int | None) -> None:
        """Take one option for the player who decides.

        Raises:
            IllegalChoice: The option is not legal; nothing has changed. With `illegal="lose"` the game ends
                instead: the offender gets the worst reward, the others 0.
        """
        game = self.game
        if game is None or not self.agents:
            raise DixieError("no game is running: call reset() first")
        agent = self.agent_selection
        if self.over:
            self._was_dead_step(action)
            return
        try:
            game.step(action)  # type: ignore[arg-type]
        except IllegalChoice:
            if self.arguments.illegal == "raise":
                raise
            self.lose(agent)
            if self._renderer.draws_steps:
                self.render()
            return
        self._clear(agent)
        if self._potential is not None:
            self._shape()
        if game.over:
            final = rewards_of(game.state, self.reward).tolist()
            self._end(dict(zip(self.possible_agents, final, strict=True)))
        else:
            self._ask()
            if self._paid:
                self._accumulate_rewards()
        if self._renderer.draws_steps:
            self.render()

    def leave_drawing(self) -> None:
        """Let a wrapper, whose steps are other ones, decide when a window shows the game."""
        self._renderer.draws_steps = False

    def lose(self, agent: str) -> None:
        """End the game: this player gets the worst reward, the others 0.

        Shaping is settled as at any other end of a game, where potentials are 0.
        """
        self._clear(self.agent_selection)
        if self._potential is not None:
            self._pay_shaping(np.zeros_like(self._potential), -1)
        self._end({agent: self.reward.worst})

    def _clear(self, agent: str) -> None:
        """Clear the rewards of the previous step, and those that the player has just received."""
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False

    def _potentials(self) -> NDArray[np.float32]:
        assert self.game is not None
        potentials: NDArray[np.float32] = self.reward.potential(np.atleast_1d(self.game.state), self._pit)[0]
        return potentials

    def _shape(self) -> None:
        """Pay the shaping of this step."""
        assert self.game is not None
        seat = self.game.seat
        self._pay_shaping(self._potentials(), -1 if seat is None else seat)

    def shaping_of_a_turn(self, seat: int) -> float:
        """Return what shaping pays a seat when its turn comes, apart from changes in its potential."""
        if self._potential is None:
            return 0.0
        return (self.reward.discount - 1) * float(self._potential[seat])

    def _pay_shaping(self, potential: NDArray[np.float32], deciding: int) -> None:
        assert self._potential is not None
        paid = self.reward.shape(self._potential[None], potential[None], np.array([deciding]))[0]
        self._potential = potential
        self.rewards = dict(zip(self.possible_agents, paid.tolist(), strict=True))
        self._paid = True

    def _end(self, rewards: dict[str, float]) -> None:
        """End the game for all players at once."""
        for agent, reward in rewards.items():
            self.rewards[agent] += reward
        self._paid = True
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.over = True
        self._when = (-1, -1)
        self._ask()
        self.agent_selection = self.agents[0]

    # --- looking ----------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """Return a player's observation and action mask; with `mask="info"` the observation alone.

        The mask is all zero for a player who does not decide. It is all one when the game is over, for
        libraries that sample an action even then; `step` accepts only None at that point.
        """
        game = self.game
        if game is None:
            raise DixieError("no game is running: call reset() first")
        if self._mask_in_info:
            seat = self._seat_of[agent]
            return game.observe(seat, screened=self._screened, board=self._board, layout=self._layout)
        observation = game.look(self._seat_of[agent], self._screened, self._board, self._layout)
        if self.over:
            observation["action_mask"][:] = 1
        return observation

    def observe_text(self, agent: str) -> str:
        """Return what a player knows as text, with the question it must answer and its numbered options.

        `text_options` returns the options with their ids, and `dixie_env.rules_primer(env.unwrapped.rules)`
        the rules on a page. Call these on the unwrapped environment.
        """
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return observe_text(self.game, self._seat_of[agent], screened=self._screened)

    def text_options(self, agent: str) -> list[TextOption]:
        """Return a player's options with number, id, name and words; none if it has nothing to decide."""
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return text_options(self.game) if self._seat_of[agent] == self.game.seat and not self.over else []

    def state(self) -> NDArray[np.float32]:
        """Return the whole state: all seats' views combined, with secret offerings, in absolute seats."""
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return self.game.observe_all(self._layout)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text (`ansi`) or as a picture (`rgb_array`), or show it (`human`)."""
        if self.render_mode is None:
            raise DixieError(f"nothing to render: make the environment with render_mode {RENDER_MODES}")
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return self._renderer.render(self.game)

    def _repr_svg_(self) -> str | None:
        """Draw the board in a notebook."""
        return None if self.game is None else self._renderer.svg(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    # --- saving -----------------------------------------------------------------------------------------

    def save(self) -> SavedGame:
        """Save the current game, with rewards not yet collected, for `restore`."""
        if self.game is None:
            raise DixieError("no game is running: call reset() first")
        return SavedGame(
            self.game.to_bytes(),
            tuple(self.agents),
            self.agent_selection,
            self.over,
            dict(self.rewards),
            dict(self._cumulative_rewards),
        )

    def restore(self, saved: SavedGame) -> None:
        """Resume a saved game, in an environment made with the same arguments."""
        game = Game.from_bytes(self.rules, saved.game)
        game.listener = self._listener
        self._begin(game)
        self.agents = list(saved.agents)
        self.rewards = dict(saved.rewards)
        self._paid = any(self.rewards.values())
        self._cumulative_rewards = dict(saved.cumulative)
        self.terminations = dict.fromkeys(self.agents, saved.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.over = saved.over
        self._when = (-1, -1)
        self._ask()
        self.agent_selection = saved.selection
