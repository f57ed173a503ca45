"""Offerings chosen by all players in the same step: the AEC environment as a PettingZoo ParallelEnv.

In every other phase one player decides and the others can only wait (`noop`). While players choose offerings,
each of them acts on a copy of the game in which only its own offering is missing. After the last step of the
phase, the choices go into the real game, in large order. The number of steps is fixed in advance: two for
each kind that the player with the most kinds may offer (a public number). So the length of the phase reveals
nothing.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from dixie_env.engine import DixieError, Game, IllegalChoice
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.aec import DixieAEC, Info, Observation, SavedGame
from dixie_env.infos import DECISION_NUMBERS, NOTHING, PHASE_NUMBERS
from dixie_env.text_view import TextOption, observe_text, text_options

NOOP = OPTION_COUNT
"""The only option of a player who has nothing to decide."""


@dataclass(frozen=True)
class SavedOfferings:
    """A saved game of a `SimultaneousOfferings`, for `restore`. Opaque; can be pickled."""

    game: SavedGame
    steps_left: int
    copies: dict[int, bytes]
    chosen: dict[int, list[int]]


class SimultaneousOfferings(ParallelEnv[str, Observation, int]):
    """A wrapper around `DixieAEC` in which all players act in every step; see `dixie_env.dixie_v0`.

    Args:
        env: The environment to wrap. The same decisions lead to the same game in both.
    """

    metadata: ClassVar[dict[str, Any]] = {**DixieAEC.metadata, "is_parallelizable": True}

    def __init__(self, env: DixieAEC) -> None:
        self.aec_env = env
        self.arguments = env.arguments
        self.layout = env.layout
        self.render_mode = env.render_mode
        env.leave_drawing()
        self.possible_agents = env.possible_agents[:]
        self.agents: list[str] = []
        space = self.arguments.observation_space(OPTION_COUNT + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Discrete[Any]] = {
            agent: Discrete(OPTION_COUNT + 1) for agent in self.possible_agents
        }
        self._steps_left = 0
        self._copies: dict[int, Game] = {}
        self._chosen: dict[int, list[int]] = {}

    @property
    def unwrapped(self) -> "SimultaneousOfferings":
        """This environment: the wrapped one is `aec_env`."""
        return self

    @property
    def game(self) -> Game:
        """The real game. While players choose offerings, it stays where that phase began."""
        if self.aec_env.game is None:
            raise DixieError("no game is running: call reset() first")
        return self.aec_env.game

    def observation_space(self, agent: str) -> Any:
        """Return the space of an observation: a vector and a mask of 158 options, or just the vector."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "Discrete[Any]":
        """Return all options and `noop`."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> Box:
        """The space of `state`."""
        return self.aec_env.state_space

    # --- playing ----------------------------------------------------------------------------------------

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a new game; the seed works as in the AEC environment."""
        self.aec_env.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._steps_left = 0
        self._copies, self._chosen = {}, {}
        self._look_for_offerings()
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Take one action of every player.

        Raises:
            IllegalChoice: An action is missing or not legal; nothing has changed. With `illegal="lose"` the
                game ends instead, and the first offender in the order of seats loses it.
        """
        if not self.agents:
            if not actions and self.aec_env.over:  # as PettingZoo's own: some wrappers step once more
                return {}, {}, {}, {}, {}
            raise DixieError("no game is running: call reset() first")
        offender = self._find_offender(actions)
        if offender is not None:
            rewards = self._lose(offender)
        elif self._steps_left:
            rewards = self._step_offerings(actions)
        else:
            env = self.aec_env
            env.step(actions[env.agent_selection])
            rewards = dict(env.rewards)
        agents = self.agents
        over = self.aec_env.terminations[agents[0]]
        if over:
            self._steps_left = 0
        elif not self._steps_left:
            self._look_for_offerings()
            self._pay_turns(rewards, [seat for seat in self._copies if seat != self.game.seat])
        result = (
            self._observations(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self._infos(),
        )
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result

    def _look_for_offerings(self) -> None:
        """If players choose offerings now, give each of them a separate copy of the game."""
        game = self.game
        if not game.offering_is_secret:
            return
        state = game.state
        kinds = (2 if game.players == 2 else 1) + int(state["announced"].max())
        self._steps_left = 2 * kinds
        copies = {seat: game.offering_of(seat) for seat in range(game.players)}
        self._chosen = {seat: [] for seat in copies}
        self._copies = {seat: copy for seat, copy in copies.items() if copy is not None}

    def _pay_turns(self, rewards: dict[str, float], seats: list[int]) -> None:
        """Pay discounted shaping to the seats whose turn has come."""
        for seat in seats:
            rewards[self.possible_agents[seat]] += self.aec_env.shaping_of_a_turn(seat)

    def _step_offerings(self, actions: dict[str, int]) -> dict[str, float]:
        """Take each player's next choice; after the last one, all offerings are shown."""
        for seat in list(self._copies):
            action = actions[self.possible_agents[seat]]
            copy = self._copies[seat]
            copy.step(action)
            self._chosen[seat].append(int(action))
            if copy.seat != seat or not copy.offering_is_secret:
                del self._copies[seat]
        self._steps_left -= 1
        rewards = dict.fromkeys(self.agents, 0.0)
        self._pay_turns(rewards, list(self._copies))
        if self._steps_left:
            return rewards
        env = self.aec_env
        while any(self._chosen.values()):
            asked = self.game.seat
            assert asked is not None
            env.step(self._chosen[asked].pop(0))
        return dict(env.rewards)  # of the reveal; payments for turns before it are already made

    def _lose(self, agent: str) -> dict[str, float]:
        """End the game by an illegal action."""
        env = self.aec_env
        env.lose(agent)
        self._copies = {}
        return dict(env.rewards)

    def _find_offender(self, actions: dict[str, int]) -> str | None:
        """Return the first player whose action is illegal, or raise an error if `illegal` says so."""
        for seat, agent in enumerate(self.possible_agents):
            try:
                self._check(seat, agent, actions)
            except IllegalChoice:
                if self.arguments.illegal == "raise":
                    raise
                return agent
        return None

    def _check(self, seat: int, agent: str, actions: dict[str, int]) -> None:
        if agent not in actions:
            raise IllegalChoice(f"{agent} has no action: every player acts in every step ({NOOP} is noop)")
        game = self._asks(seat)
        if game is not None:
            game.check(actions[agent], seat)
        elif actions[agent] != NOOP:
            raise IllegalChoice(
                f"{agent} can't choose {actions[agent]!r}: it has nothing to decide, "
                f"so only {NOOP} (noop) is legal"
            )

    # --- looking ----------------------------------------------------------------------------------------

    def _asks(self, seat: int) -> Game | None:
        """The game in which the seat must decide now: the real one or its own copy; None if it waits."""
        if self._steps_left:
            return self._copies.get(seat)
        game = self.game
        return game if game.seat == seat else None

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(OPTION_COUNT + 1, np.int8)
        if self.aec_env.over:
            mask[:] = 1
            return mask
        game = self._asks(seat)
        if game is None:
            mask[NOOP] = 1
        else:
            mask[:OPTION_COUNT] = game.mask()
        return mask

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return a player's observation and action mask; with `mask="info"` the observation alone."""
        seat = self.possible_agents.index(agent)
        game = self._asks(seat)
        if game is None:
            game = self._waiting(seat)
        arguments = self.arguments
        vector = game.observe(seat, **arguments.game.observation.arguments)
        if arguments.mask_in_info:
            return vector
        return {"observation": vector, "action_mask": self._mask(seat)}

    def observe_text(self, agent: str) -> str:
        """Return what a player knows as text, with the question it must answer and its numbered options.

        While offerings are chosen, every player who must choose one gets its own question.
        """
        seat = self.possible_agents.index(agent)
        return observe_text(self._asks(seat) or self._waiting(seat), seat, screened=self.arguments.screened)

    def text_options(self, agent: str) -> list[TextOption]:
        """Return a player's options with number, id, name and words; none for a player who can only wait."""
        game = None if self.aec_env.over else self._asks(self.possible_agents.index(agent))
        return [] if game is None else text_options(game)

    def _waiting(self, seat: int) -> Game:
        """What a seat sees while it waits: the real game, in which another seat decides."""
        game = self.game
        if self._steps_left and game.seat == seat:
            game = game.copy()
            game.state["seat"] = -1
        return game

    def _infos(self) -> dict[str, Info]:
        round_, phase = self.game.round, PHASE_NUMBERS[self.game.phase]
        infos: dict[str, Info] = {}
        for agent in self.agents:
            seat = self.possible_agents.index(agent)
            asks = self._asks(seat)
            decision = NOTHING if asks is None or self.aec_env.over else DECISION_NUMBERS[asks.decision]
            infos[agent] = {"decision": decision, "round": round_, "phase": phase}
            if self.arguments.mask_in_info:
                infos[agent]["action_mask"] = self._mask(seat)
        return infos

    def state(self) -> NDArray[np.float32]:
        """Return the whole state; it has no offerings until all of them are shown."""
        return self.aec_env.state()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text (`ansi`) or as a picture (`rgb_array`), or show it (`human`)."""
        return self.aec_env.render()

    def _repr_svg_(self) -> str | None:
        """Draw the board in a notebook, without offerings that are still being chosen."""
        return self.aec_env._repr_svg_()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.aec_env.close()

    # --- saving -----------------------------------------------------------------------------------------

    def save(self) -> SavedOfferings:
        """Save the current game for `restore`."""
        return SavedOfferings(
            self.aec_env.save(),
            self._steps_left,
            {seat: copy.to_bytes() for seat, copy in self._copies.items()},
            {seat: list(choices) for seat, choices in self._chosen.items()},
        )

    def restore(self, saved: SavedOfferings) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Resume a saved game, in an environment made with the same arguments; return what `reset` does."""
        copies = {seat: Game.from_bytes(self.aec_env.rules, data) for seat, data in saved.copies.items()}
        self.aec_env.restore(saved.game)
        self.agents = [] if self.aec_env.over else self.possible_agents[:]
        self._steps_left = saved.steps_left
        self._copies = copies
        self._chosen = {seat: list(choices) for seat, choices in saved.chosen.items()}
        return self._observations(), self._infos()
