"""Training games with a board of its own for each: the rules follow from the seed of the game."""

from typing import Any

import numpy as np
import pytest

from dixie_agents import make_agent
from dixie_agents.compiled.match import observe_states
from dixie_env import Game, Setup, compile_rules
from dixie_env.family import Family
from dixie_env.rewards import Reward
from dixie_training.family_rules import FamilyRules
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER, RunningGames
from dixie_training.sb3_env import DixieVecEnv

FAMILY = Family.from_object(
    {"players": [2, 4], "rounds": 1, "board": "prior:standard", "observation": {"board": True}}
)
SETUPS = list(FAMILY)
GAMES = {2: 5, 4: 6}
BOT: Any = make_agent("sane")
REWARD = Reward("win", 0.7, 0.9)


def seating(players: int, games: int) -> np.ndarray[Any, Any]:
    lineups = np.full((games, players), 1, np.int32)
    lineups[:, 0] = LEARNER
    return lineups


def make_games(rules: FamilyRules | None, threads: int = 1) -> RunningGames:
    return RunningGames(SETUPS, GAMES, [None, BOT.bot], seating, REWARD, 50, threads, rules)


def play(games: RunningGames, steps: int, check: Any = None) -> list[Any]:
    paid = []
    for _ in range(steps):
        options = np.array([np.flatnonzero(mask)[-1] for mask in games.masks])
        seeds = games.seeds.copy()
        rewards, _, endings = games.step(options)
        paid.append(rewards)
        for ended in endings:
            if check is not None:
                check(ended, seeds[ended.rows])
    return paid


def rules_as_drawn(setup: Setup, seed: int) -> Any:
    return compile_rules(FAMILY.draw(setup, seed))


@pytest.mark.parametrize("threads", [1, 2])
def test_every_game_has_the_board_of_its_seed(threads: int) -> None:
    games = make_games(FamilyRules(FAMILY), threads)
    ended = 0

    def check(found: Any, seeds: Any) -> None:
        nonlocal ended
        setup = SETUPS[found.lineups.shape[1] // 2 - 1]
        for rules, seed in zip(found.rules, seeds.tolist(), strict=True):
            assert rules == rules_as_drawn(setup, seed)
            ended += 1

    play(games, 150, check)
    assert ended > 30
    numbers = games.observation.make_layout()
    assert len(numbers) == games.observations.shape[1]
    for row, seed in enumerate(games.seeds.tolist()):
        own = Game(rules_as_drawn(SETUPS[row >= 5], seed), seed).observe(board=True)
        size = len(Game(compile_rules(SETUPS[0])).observe())
        assert (games.observations[row, size:] == own[size:]).all()
    assert len({observation[size:].tobytes() for observation in games.observations}) == 11


def test_equal_rules_for_all_games_change_nothing() -> None:
    plain = make_games(None)
    own = RunningGames(
        SETUPS, GAMES, [None, BOT.bot], seating, REWARD, 50, 1, lambda setup, _: compile_rules(setup)
    )
    for one, other in zip(play(plain, 120), play(own, 120), strict=True):
        assert (one == other).all()
    assert (plain.observations == own.observations).all() and (plain.seeds == own.seeds).all()


def test_saved_games_go_on_with_their_boards() -> None:
    games = make_games(FamilyRules(FAMILY))
    play(games, 70)
    twin = make_games(FamilyRules(FAMILY), 2)
    twin.load(games.save())
    assert (twin.observations == games.observations).all()
    for one, other in zip(play(games, 70), play(twin, 70), strict=True):
        assert (one == other).all()
    assert (twin.observations == games.observations).all()
    assert not any("rules" in name for name in games.save())


def test_stable_baselines_gets_the_last_observation_on_the_right_board() -> None:
    env = DixieVecEnv(SETUPS, GAMES, Pool(["sane"], 0, self_play=0), rules=FamilyRules(FAMILY))
    env.reset()
    seen = 0
    for _ in range(60):
        seeds, own = env.games.seeds.copy(), env._own.copy()
        _, _, done, infos = env.step(np.array([np.flatnonzero(mask)[0] for mask in env.action_masks()]))
        for row in np.flatnonzero(done).tolist():
            rules = rules_as_drawn(SETUPS[row >= 5], int(seeds[row]))
            size = len(Game(rules).observe())
            right = observe_states(rules, np.atleast_1d(Game(rules).state), own[row : row + 1], board=True)[
                0, size:
            ]
            assert (infos[row]["terminal_observation"][size:] == right).all()
            seen += 1
    assert seen > 10


def test_rules_are_compiled_once() -> None:
    rules = FamilyRules(FAMILY)
    assert rules(SETUPS[0], 1) is rules(SETUPS[0], 1)
    assert rules(SETUPS[0], 1) != rules(SETUPS[0], 2)
    assert rules(SETUPS[1], 1).players == 4


def test_a_wrong_number_of_players() -> None:
    with pytest.raises(ValueError, match="game with 2 players can't be for 3"):
        RunningGames(SETUPS, GAMES, [None], seating, REWARD, rules=lambda *_: compile_rules(Setup(3)))
