"""Rewards: what each kind pays, and that shaping takes back whatever it gives."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from dixie_env import dixie_v0
from dixie_env.envs.vector import DixieVector
from dixie_env.rewards import KINDS, Reward
from tests.api.playing import PLAYERS, SHALLOW_BOARD, pick

DISCOUNTS = (1.0, 0.99, 0.9)


def pay(kind: str, ranks: list[int], scores: list[int]) -> list[float]:
    rewards = Reward(kind).final(np.array([ranks], np.int8), np.array([scores], np.int16))
    assert rewards.dtype == np.float32 and rewards.shape == (1, len(ranks))
    return rewards[0].tolist()


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2], [1, -1]),
        ([2, 1], [-1, 1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [-1 / 2, 1, -1 / 2]),
        ([1, 1, 3], [1 / 2, 1 / 2, -1]),
        ([1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([1, 1, 1], [0, 0, 0]),
        ([4, 3, 2, 1], [-1 / 3, -1 / 3, -1 / 3, 1]),
        ([1, 1, 3, 4], [1 / 2, 1 / 2, -1 / 2, -1 / 2]),
        ([1, 1, 1, 4], [1 / 3, 1 / 3, 1 / 3, -1]),
        ([5, 4, 3, 2, 1], [-1 / 4, -1 / 4, -1 / 4, -1 / 4, 1]),
        ([1, 1, 3, 4, 5], [1 / 2, 1 / 2, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_win(ranks: list[int], expected: list[float]) -> None:
    assert pay("win", ranks, [0] * len(ranks)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 1, 3], [1 / 2, 1 / 2, -1]),
        ([1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([4, 3, 2, 1], [-1, -1 / 3, 1 / 3, 1]),
        ([1, 2, 2, 4], [1, 0, 0, -1]),
        ([1, 2, 3, 4, 5], [1, 1 / 2, 0, -1 / 2, -1]),
        ([1, 2, 2, 2, 5], [1, 0, 0, 0, -1]),
    ],
)
def test_rank(ranks: list[int], expected: list[float]) -> None:
    assert pay("rank", ranks, [0] * len(ranks)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([30, -30], [0.5, -0.5]),
        ([-7, -7], [0, 0]),
        ([10, -20, -20], [1 / 3, -1 / 6, -1 / 6]),
        ([-60, -60, 0, 0], [-0.5, -0.5, 0.5, 0.5]),
        ([0, 0, 0, 0, -60], [0.2, 0.2, 0.2, 0.2, -0.8]),
    ],
)
def test_score(scores: list[int], expected: list[float]) -> None:
    assert pay("score", [1] * len(scores), scores) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_sums_and_ranges_over_many_games(kind: str, players: int) -> None:
    vector = DixieVector(64, players=players, reward=kind)
    vector.reset(seed=players)
    ended = 0
    for _ in range(500):
        step = vector.step(vector.batch.random_options())
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5
        assert not step.rewards[~step.done].any()
        worst, best = Reward(kind).worst, 1 if kind != "score" else 2
        assert step.rewards.min() >= worst and step.rewards.max() <= best
        ended += len(step.episodes.games)
        for row, game in enumerate(step.episodes.games):
            best_rank = step.episodes.ranks[row].argmin()
            assert step.rewards[game].argmax() == best_rank or kind == "score"
    assert ended > 30


def test_shaping_is_off_by_default_and_settings_are_checked() -> None:
    assert Reward().shaping == 0 and Reward().kind == "win"
    assert Reward.of("rank") == Reward("rank")
    assert Reward.of(Reward("score", 1.0)) == Reward("score", 1.0)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_potential_is_the_running_score_against_the_mean(players: int) -> None:
    env = dixie_v0.env(players=players, board=SHALLOW_BOARD)
    reward = Reward("win", shaping=0.5)
    random = Random(2)
    fallen = 0
    for seed in range(6):
        env.reset(seed=seed)
        while not env.over:
            assert env.game is not None
            state = env.game.state
            running = [
                float(state["rewards"][seat]) - float(state["penalties"][seat]) for seat in range(players)
            ]
            for seat in range(players):
                if not state["in_play"][seat]:
                    running[seat] = -23.0
                    fallen += 1
            expected = (np.array(running) - np.mean(running)) * 0.5 / 60
            assert reward.potential(np.atleast_1d(state), 23)[0].tolist() == pytest.approx(
                expected.tolist(), abs=1e-6
            )
            env.step(pick(env.observe(env.agent_selection)["action_mask"], random))
        assert env.game is not None
        assert not reward.potential(np.atleast_1d(env.game.state), 23).any()
    assert fallen or players == 2


def discounted(rewards: list[float], discount: float) -> float:
    return sum(reward * discount**index for index, reward in enumerate(rewards))


def aec_returns(env: Any, seed: int, random: Random) -> dict[str, list[float]]:
    """For each player what it got before its first decision, after the first, after the second, ..."""
    env.reset(seed=seed)
    told: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        told[agent].append(reward)
        env.step(None if terminated else pick(observation["action_mask"], random))
    return told


@pytest.mark.parametrize("discount", DISCOUNTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_shaping_telescopes_in_the_aec_environment(players: int, discount: float) -> None:
    """The discounted return of each seat is the unshaped one, less the potential it began with: that is 0."""
    shaped = dixie_v0.env(players=players, reward=Reward("win", 0.8, discount), board=SHALLOW_BOARD)
    plain = dixie_v0.env(players=players, board=SHALLOW_BOARD)
    paid = 0
    for seed in range(4):
        with_shaping = aec_returns(shaped, seed, Random(seed))
        without = aec_returns(plain, seed, Random(seed))
        for agent in plain.possible_agents:
            # from a seat's first decision on: what came before it was paid for no decision
            start = with_shaping[agent][0]  # discount x potential at the first decision
            total = discounted(with_shaping[agent][1:], discount)
            assert total == pytest.approx(
                discounted(without[agent][1:], discount) - start / discount, abs=1e-4
            )
            paid += sum(map(bool, with_shaping[agent])) - 1
    assert paid > 20


@pytest.mark.parametrize("discount", DISCOUNTS)
def test_shaping_telescopes_when_a_game_is_lost(discount: float) -> None:
    shaped = dixie_v0.env(players=3, reward=Reward("win", 0.8, discount), illegal="lose")
    for seed in range(5):
        shaped.reset(seed=seed)
        random = Random(seed)
        told: dict[str, list[float]] = {agent: [] for agent in shaped.possible_agents}
        offender = ""
        for number, agent in enumerate(shaped.agent_iter()):
            observation, reward, terminated, _, _ = shaped.last()
            told[agent].append(reward)
            if number == 150:
                offender = agent
            assert observation is not None
            option = -1 if number == 150 else pick(observation["action_mask"], random)
            shaped.step(None if terminated else option)
        for agent, rewards in told.items():
            end = -(discount ** (len(rewards) - 2)) if agent == offender else 0.0
            assert discounted(rewards[1:], discount) == pytest.approx(end - rewards[0] / discount, abs=1e-4)


@pytest.mark.parametrize("discount", DISCOUNTS)
@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_shaping_telescopes_in_gymnasium(discount: float, illegal: str) -> None:
    reward = Reward("rank", 0.8, discount)
    made = [
        gymnasium.make("dixie_env/Dixie-v0", players=3, illegal=illegal, reward=each).unwrapped
        for each in (reward, "rank")
    ]
    for seed in range(5):
        returns = []
        begun = []
        for env in made:
            random = Random(seed)
            env.reset(seed=seed)
            begun.append(env._potential())  # type: ignore[attr-defined]
            rewards: list[float] = []
            terminated = False
            while not terminated:
                bad = illegal == "lose" and len(rewards) == 40
                option = -1 if bad else pick(env.action_masks(), random)  # type: ignore[attr-defined]
                _, paid, terminated, _, _ = env.step(option)
                rewards.append(float(paid))
            returns.append(discounted(rewards, discount))
            assert len(rewards) > 10
        assert begun[1] == 0
        assert returns[0] == pytest.approx(returns[1] - begun[0], abs=1e-4)


@pytest.mark.parametrize("discount", DISCOUNTS)
def test_shaping_telescopes_in_the_vector(discount: float) -> None:
    """Collected as its documentation says: for each seat from one of its decisions to the next."""
    players, games = 3, 6
    shaped = DixieVector(games, players=players, reward=Reward("win", 0.8, discount), board=SHALLOW_BOARD)
    plain = DixieVector(games, players=players, board=SHALLOW_BOARD)
    checked = 0
    steps = [vector.reset(seed=4) for vector in (shaped, plain)]
    told: list[list[list[list[float]]]] = [
        [[[0.0] for _ in range(players)] for _ in range(games)] for _ in range(2)
    ]
    for number in range(900):
        actions = np.array(
            [pick(mask, Random(number * 100 + row)) for row, mask in enumerate(steps[0].masks)]
        )
        deciding = steps[0].seats
        steps = [vector.step(actions) for vector in (shaped, plain)]
        assert (steps[0].done == steps[1].done).all()
        for game in range(games):
            for which in range(2):
                told[which][game][deciding[game]].append(0.0)
                for seat in range(players):
                    told[which][game][seat][-1] += float(steps[which].rewards[game, seat])
            if steps[0].done[game]:
                for seat in range(players):
                    one, two = told[0][game][seat], told[1][game][seat]
                    expected = discounted(two[1:], discount) - one[0] / discount
                    assert discounted(one[1:], discount) == pytest.approx(expected, abs=1e-4)
                    checked += 1
                for which in range(2):
                    told[which][game] = [[0.0] for _ in range(players)]
    assert checked > 15


@pytest.mark.parametrize("players", PLAYERS)
def test_with_discount_1_shaped_rewards_sum_to_0_in_every_step(players: int) -> None:
    env = dixie_v0.env(players=players, reward=Reward("score", 2.0))
    vector = DixieVector(8, players=players, reward=Reward("score", 2.0))
    env.reset(seed=1)
    random = Random(1)
    while not env.over:
        env.step(pick(env.observe(env.agent_selection)["action_mask"], random))
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-5)
    vector.reset(seed=1)
    for _ in range(200):
        assert np.abs(vector.step(vector.batch.random_options()).rewards.sum(axis=1)).max() < 1e-5


def test_interfaces_pay_the_same_shaped_rewards() -> None:
    """One game through AEC, the parallel environment and the vector: step by step the same numbers."""
    reward = Reward("win", 0.6, 0.95)
    env = dixie_v0.env(players=4, reward=reward)
    vector = DixieVector(1, players=4, reward=reward)
    env.reset(seed=9)
    step = vector.reset(seed=9)
    random = Random(9)
    while not env.over:
        option = pick(step.masks[0], random)
        env.step(option)
        step = vector.step([option])
        assert list(env.rewards.values()) == pytest.approx(step.rewards[0].tolist(), abs=1e-6)
    assert step.done[0]


@pytest.mark.parametrize("discount", DISCOUNTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_shaping_telescopes_in_the_parallel_environment(players: int, discount: float) -> None:
    """From one own decision (not `noop`) to the next, with offerings that are chosen together."""
    reward = Reward("win", 0.8, discount)
    made = [dixie_v0.parallel_env(players=players, reward=each) for each in (reward, "win")]
    for seed in range(4):
        told: list[dict[str, list[float]]] = []
        for env in made:
            random = Random(seed)
            env.reset(seed=seed)
            got: dict[str, list[float]] = {agent: [0.0] for agent in env.possible_agents}
            while env.agents:
                actions = {agent: pick(env.observe(agent)["action_mask"], random) for agent in env.agents}
                for agent, action in actions.items():
                    if action != dixie_v0.NOOP:
                        got[agent].append(0.0)
                for agent, paid in env.step(actions)[1].items():
                    got[agent][-1] += paid
            told.append(got)
        for agent, rewards in told[0].items():
            expected = discounted(told[1][agent][1:], discount) - rewards[0] / discount
            assert discounted(rewards[1:], discount) == pytest.approx(expected, abs=1e-4)
