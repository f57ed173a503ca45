"""The game and its states for OpenSpiel."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from dixie_env.engine.model import OPTION_COUNT
from dixie_env.engine.names import option_name
from dixie_env.envs.simultaneous import NOOP
from dixie_env.observation import ObservationSpec
from dixie_env.open_spiel import luck
from dixie_env.open_spiel.observer import DixieObserver
from dixie_env.open_spiel.position import Position, Table
from dixie_env.rewards import Reward, rewards_of
from dixie_env.rules import compile_rules
from dixie_env.setup import MAX_PLAYERS, MIN_PLAYERS, ROUNDS, RulesError, Setup
from dixie_env.text import describe_position

SHORT_NAME = "dixie"
DEFAULTS: dict[str, int | str] = {
    "players": 2,
    "edition": "de",
    "board": "standard",
    "rounds": ROUNDS,
    "draft": "choose",
    "abilities": "",
    "reward": "win",
    "observation": "tracked",
}
DECISIONS_PER_TURN = 250
"""More decisions than a seat can make in a round: four actions with up to 20 whips each, the goods it steals,
its offering, and two for each step of its pixies."""
DRAWS_PER_TURN = 16
"""More chance nodes than a seat can cause in a round: four actions, each with one copy, of two cubes each."""

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Dixie Queen",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,  # some nodes are: the offerings
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


def make_table(params: Mapping[str, Any]) -> Table:
    """Return the rules, reward and observation that the parameters of a game ask for.

    Raises:
        DixieError: A parameter has a wrong value.
    """
    values = {**DEFAULTS, **params}
    observation = ObservationSpec(values["observation"])
    setup = Setup(
        players=values["players"],
        edition=values["edition"],
        board=values["board"],
        draft=values["draft"],
        abilities=_abilities(values["abilities"]),
        rounds=values["rounds"],
        observation=observation,
    )
    return Table(compile_rules(setup), Reward.of(values["reward"]), observation)


def _abilities(text: str) -> list[int] | None:
    """Read `1/4/7`: a comma would end the parameter, and OpenSpiel takes `1-4-7` for a number."""
    if not text:
        return None
    try:
        return [int(ability) for ability in text.split("/")]
    except ValueError:
        raise RulesError(
            f"abilities must be one number for each seat, such as 1/4/7/10, not {text!r}"
        ) from None


class DixieGame(pyspiel.Game):
    """Dixie Queen with given parameters; `pyspiel.load_game` makes it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        table = make_table(params or {})
        players, turns = table.rules.players, table.rules.players * table.rules.config.rounds
        worst = table.reward.worst
        info = pyspiel.GameInfo(
            num_distinct_actions=OPTION_COUNT + 1,
            max_chance_outcomes=luck.CHANCE_COUNT,
            num_players=players,
            min_utility=worst,
            max_utility=-worst * (players - 1) if table.reward.kind == "score" else 1.0,
            utility_sum=0.0,
            max_game_length=players + DECISIONS_PER_TURN * turns,
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))
        self._most_draws: int = (
            2 * MAX_PLAYERS + luck.DISPLAYED + table.rules.config.rounds + DRAWS_PER_TURN * turns
        )
        self._table = table
        self._first = Position.first(table)

    def new_initial_state(self) -> "DixieState":
        """Return the beginning of a game: a chance node that draws the first seat in the order."""
        return DixieState(self, self._first)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number that the chance nodes of a game can't exceed."""
        return self._most_draws

    def make_py_observer(
        self, wanted: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> DixieObserver:
        """Return an observer of what one seat knows."""
        if wanted is None:
            wanted = pyspiel.IIGObservationType(perfect_recall=False)
        return DixieObserver(wanted, params, self._table.observation)


class DixieState(pyspiel.State):
    """One position of a game. `position` has the engine's game: `state.position.game`."""

    def __init__(self, game: DixieGame, first: Position) -> None:
        super().__init__(game)
        self.position = first

    def current_player(self) -> int:
        """Return who moves: a seat, chance, all seats together, or nobody any more."""
        position = self.position
        if position.offerings is not None:
            player = pyspiel.PlayerId.SIMULTANEOUS
        elif position.game.over:
            player = pyspiel.PlayerId.TERMINAL
        elif position.game.awaited is not None:
            player = pyspiel.PlayerId.CHANCE
        else:
            assert position.game.seat is not None
            return position.game.seat
        return int(player)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.game.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.options(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return [(outcome, float(chance)) for outcome, chance in self.position.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.position = self.position.after(tuple(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return luck.NAMES[action]
        return "noop" if action == NOOP else option_name(action, player, self.position.game.players)

    def returns(self) -> list[float]:
        """Return what the game was worth to each seat; zeros before its end. The sum is 0."""
        position = self.position
        if not position.game.over:
            return [0.0] * position.game.players
        return [float(paid) for paid in rewards_of(position.game.state, position.table.reward)]

    def __str__(self) -> str:
        """Return an overview of the table, for people."""
        position = self.position
        if position.game.awaited is None:
            return describe_position(position.game)
        drawn = ", ".join(luck.NAMES[outcome] for outcome in position.drawn)
        return f"Chance: {position.game.awaited}" + (f", so far {drawn}" if drawn else "")
