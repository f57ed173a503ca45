"""The Stable-Baselines3 environment: masks, rewards and ends of games."""

import numpy as np
import pytest

from dixie_agents.compiled.bots import choose_from_mask
from dixie_env import DixieError, Setup
from dixie_env.layout import make_layout
from dixie_env.rewards import Reward
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER
from dixie_training.sb3_env import DixieVecEnv
from tests.agents.test_policy import some_weights

pytest.importorskip("sb3_contrib")


def make_env(games=None, bots=("sane",), snapshots=0, reward="win", seed=5):
    games = games or {2: 3, 4: 4}
    setups = [Setup(players) for players in games]
    return DixieVecEnv(setups, games, Pool(bots, snapshots, self_play=0), reward, seed)


def choices(env, number=0):
    masks = env.action_masks().view(np.uint8)
    return np.array([choose_from_mask(mask, number * 1000 + row) for row, mask in enumerate(masks)])


def test_masks_belong_to_the_observations_returned_last_also_after_the_end_of_a_game():
    env = make_env()
    observations = env.reset()
    asked = make_layout()["decision"]
    ends = 0
    for number in range(400):
        masks = env.action_masks()
        assert np.array_equal(np.stack(env.env_method("action_masks")), masks)
        assert masks.any(axis=1).all()
        assert np.array_equal(observations, env.games.observations)
        assert (observations[:, asked].sum(axis=1) == 1).all()  # the learner is asked something
        rows = np.arange(env.num_envs)
        assert (env.games.lineups[rows, env.games.seats] == LEARNER).all()
        observations, _, done, _ = env.step(choices(env, number))
        ends += done.sum()
    assert ends > 5


def test_what_was_returned_is_not_written_over():
    env = make_env()
    kept = env.reset()
    masks = env.action_masks()
    copies = kept.copy(), masks.copy()
    for number in range(4):
        env.step(choices(env, number))
    assert np.array_equal(kept, copies[0])
    assert np.array_equal(masks, copies[1])


def test_the_end_of_a_game():
    """The last observation is that of the finished game, from the learner's seat; the next one is new."""
    env = make_env({3: 6})
    env.reset()
    layout = make_layout()
    ends = 0
    for number in range(400):
        own = (env.games.lineups == LEARNER).argmax(axis=1)
        _, rewards, done, infos = env.step(choices(env, number))
        for row in np.flatnonzero(done):
            last = infos[row]["terminal_observation"]
            assert last[layout["decision"]].sum() == 0
            assert last[layout["phase.over"]] == 1
            assert last[layout["own.present"]] == 1
            assert infos[row]["episode"]["l"] > 0
            ends += 1
        for row in np.flatnonzero(~done):
            assert infos[row] == {}
            assert rewards[row] == 0  # without shaping only the end pays
        assert own.shape == (6,)
    assert ends > 5


def test_rewards_are_those_of_the_learners_seat():
    env = make_env({4: 8}, reward="score")
    env.reset()
    seen = []
    step = env.games.step

    def noted(options, rows=None):
        result = step(options, rows)
        seen.extend(result[2])
        return result

    env.games.step = noted
    for number in range(300):
        seen.clear()
        _, rewards, done, _ = env.step(choices(env, number))
        for ended in seen:
            final = Reward("score").final(ended.ranks, ended.scores)
            for game, row in enumerate(ended.rows):
                assert done[row]
                own = ended.lineups[game].tolist().index(LEARNER)
                assert rewards[row] == pytest.approx(final[game, own])


def test_shaping_sums_to_the_final_reward():
    """With discount 1, what shaping pays over a game cancels out, but for what came before it began."""
    plain, shaped = (
        make_env({2: 6}, bots=["random"]),
        make_env({2: 6}, bots=["random"], reward=Reward("win", 1.0)),
    )
    totals = [np.zeros(6), np.zeros(6)]
    begun = shaped.reset() is not None
    plain.reset()
    compared = 0
    start = shaped.games._potential[np.arange(6), (shaped.games.lineups == LEARNER).argmax(axis=1)].copy()
    for number in range(200):
        options = choices(plain, number)
        results = [env.step(options) for env in (plain, shaped)]
        assert np.array_equal(results[0][2], results[1][2])
        for total, result in zip(totals, results, strict=True):
            total += result[1]
        for row in np.flatnonzero(results[0][2]):
            assert totals[1][row] + start[row] == pytest.approx(totals[0][row], abs=1e-5)
            own = (shaped.games.lineups == LEARNER).argmax(axis=1)
            start[row] = shaped.games._potential[row, own[row]]
            totals[0][row] = totals[1][row] = 0
            compared += 1
    assert begun and compared > 5


def test_players_that_are_not_compiled_choose_in_batches():
    env = make_env({4: 16}, bots=["sane"], snapshots=1)
    env.pool.add_snapshot(some_weights())
    (place,) = env.pool.snapshots
    env.pool.players[place] = None
    asked = []

    def choose(observations, masks, keys):
        asked.append(len(observations))
        rows = zip(np.ascontiguousarray(masks).view(np.uint8), keys.tolist(), strict=True)
        return np.array([choose_from_mask(mask, key) for mask, key in rows])

    env.choosers[place] = choose
    env.reset()
    for number in range(50):
        env.step(choices(env, number))
        assert (env.games.waiting == LEARNER).all()
    assert max(asked) > 1


def test_a_learner_in_every_seat_is_refused():
    with pytest.raises(DixieError, match="self_play=0"):
        DixieVecEnv([Setup(2)], {2: 1}, Pool(["sane"], self_play=0.5))
    with pytest.raises(DixieError, match="needs a bot"):
        DixieVecEnv([Setup(2)], {2: 1}, Pool([], self_play=0))


def test_the_recipe_learns_and_goes_on_exactly():
    import torch

    from dixie_training.sb3_ppo import SB3PPO
    from tests.training.small import small_config, with_players

    torch.set_num_threads(1)
    config = small_config("sb3", **with_players(2, 8))
    learner = SB3PPO(config)
    learner.rollout()
    watched = learner.learn()
    assert watched["entropy"] > 0
    arrays, counters = learner.save()
    for _ in range(2):
        learner.rollout()
        learner.learn()
    other = SB3PPO(config)
    other.load(arrays, counters)
    for _ in range(2):
        other.rollout()
        other.learn()
    assert all(np.array_equal(learner.weights()[name], other.weights()[name]) for name in learner.weights())


def test_weights_mean_the_same_in_both_worlds():
    import torch

    from dixie_agents.policy import Policy
    from dixie_training.sb3_ppo import SB3PPO
    from tests.training.small import small_config, with_players

    learner = SB3PPO(small_config("sb3", **with_players(2, 8)))
    observations = learner.env.games.observations
    with torch.no_grad():
        values = learner.model.policy.predict_values(torch.from_numpy(observations))
    assert np.allclose(Policy(learner.weights()).evaluate(observations)[1], values[:, 0].numpy(), atol=1e-5)
