"""The AEC environment, past what PettingZoo's suites look at."""

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_env import DixieError, IllegalChoice, decision_name, dixie_v0, phase_name
from dixie_env.config import ConfigError
from dixie_env.engine import option_name
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.aec import DixieAEC, SavedGame
from dixie_env.rewards import rewards_of
from tests.api.playing import EDITIONS, PLAYERS, SHALLOW_BOARD, pick, same

SHAPED = dixie_v0.Reward("win", shaping=0.7, discount=0.97)


def started(seed: int = 1, **arguments: Any) -> DixieAEC:
    env = dixie_v0.env(**arguments)
    env.reset(seed=seed)
    return env


def play_on(env: DixieAEC, random: Random, steps: int = 10**6, sense: float = 0.97) -> int:
    """Play random options up to the end of the game, or so many steps; return how many it were."""
    for done in range(steps):
        if env.over:
            return done
        env.step(pick(env.observe(env.agent_selection)["action_mask"], random, sense))
    return steps


def all_that_is_told(env: DixieAEC) -> dict[str, Any]:
    return {
        "agents": list(env.agents),
        "selection": env.agent_selection if env.agents else None,
        "observations": {agent: env.observe(agent) for agent in env.agents},
        "rewards": {agent: env.rewards[agent] for agent in env.agents},
        "cumulative": {agent: env._cumulative_rewards[agent] for agent in env.agents},
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {agent: env.infos[agent] for agent in env.agents},
        "state": env.state(),
    }


# --- rewards and the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["win", "rank", "score", SHAPED])
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_of_the_rewards_is_lost(players: int, reward: Any) -> None:
    """What `last` tells adds up, for each player, to what the steps paid; without shaping to the result."""
    for seed in range(3):
        env = started(seed, players=players, reward=reward)
        random = Random(seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        told = dict.fromkeys(env.possible_agents, 0.0)
        turns = dict.fromkeys(env.possible_agents, 0)
        final = None
        for agent in env.agent_iter():
            observation, collected, terminated, truncated, _ = env.last()
            assert observation is not None and not truncated
            told[agent] += collected
            turns[agent] += 1
            if terminated:
                if final is None:
                    assert env.game is not None
                    final = rewards_of(env.game.state, env.reward).tolist()
                env.step(None)
                continue
            env.step(pick(observation["action_mask"], random))
            for other, amount in env.rewards.items():
                paid[other] += amount
        assert final is not None and not env.agents
        assert min(turns.values()) >= 1
        for seat, agent in enumerate(env.possible_agents):
            assert told[agent] == pytest.approx(paid[agent], abs=1e-5)
            if reward is not SHAPED:
                assert told[agent] == final[seat]


def test_rewards_are_those_of_the_last_step_only() -> None:
    env = started(3, players=3, reward=SHAPED)
    random = Random(3)
    seen = 0
    while not env.over:
        before = env._potential
        play_on(env, random, 1)
        if env.over:
            break
        assert before is not None and env._potential is not None and env.game is not None
        expected = env.reward.shape(before[None], env._potential[None], np.array([env.game.seat]))[0]
        assert list(env.rewards.values()) == pytest.approx(expected.tolist())
        seen += any(env.rewards.values())
    assert seen > 3


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_stops_together(players: int) -> None:
    for seed in range(4):
        env = started(seed, players=players)
        while not env.over:
            assert not any(env.terminations.values())
            assert env.agents == env.possible_agents
            play_on(env, Random(seed), 1)
        assert all(env.terminations[agent] for agent in env.possible_agents)
        assert not any(env.truncations.values())
        assert env.agents == env.possible_agents
        assert env.game is not None and env.game.over
        assert {phase_name(info["phase"]) for info in env.infos.values()} == {"over"}
        assert {info["decision"] for info in env.infos.values()} == {0}
        for left in range(players, 0, -1):
            assert len(env.agents) == left
            assert env.last()[2]
            env.step(None)
        assert env.agents == []
        with pytest.raises(DixieError, match="reset"):
            env.step(None)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_in_the_pit_stays_but_is_not_selected(players: int) -> None:
    fallen_games = 0
    for seed in range(12):
        env = started(seed, players=players, board=SHALLOW_BOARD)
        random = Random(seed)
        fallen: set[int] = set()
        collected = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            assert env.game is not None
            if not env.over:
                fallen = set(np.flatnonzero(env.game.state["fallen"]).tolist())
                assert env.agents == env.possible_agents
                assert not any(env.terminations.values())
                assert int(agent[-1]) not in fallen
                for seat in fallen:
                    assert not env.observe(f"player_{seat}")["action_mask"].any()
            _, reward, terminated, _, _ = env.last()
            collected[agent] += reward
            env.step(None if terminated else pick(env.observe(agent)["action_mask"], random))
        assert env.game is not None
        final = rewards_of(env.game.state, env.reward).tolist()
        assert list(collected.values()) == final
        fallen_games += bool(fallen)
        for seat in fallen:
            assert final[seat] < 0
    assert fallen_games >= 3


def test_masks_at_the_end_are_all_ones() -> None:
    env = started()
    play_on(env, Random(0))
    for agent in env.possible_agents:
        observation = env.observe(agent)
        assert observation["action_mask"].all()
        assert env.observation_space(agent).contains(observation)


def test_only_none_is_a_step_once_the_game_is_over() -> None:
    env = started(players=2)
    play_on(env, Random(0))
    with pytest.raises(ValueError, match="None"):
        env.step(3)
    assert len(env.agents) == 2


# --- illegal actions ----------------------------------------------------------------------------------------

BAD: list[Any] = [
    "dump:gold",
    -1,
    OPTION_COUNT,
    10**30,
    3.5,
    "x",
    None,
    True,
    np.float32(3),
    [3],
    np.array([1, 2]),
]


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_an_illegal_action_raises_and_changes_nothing(bad: Any) -> None:
    env = started(5, players=4, reward=SHAPED)
    random = Random(1)
    for _ in range(25):
        play_on(env, random, 3)
        assert env.game is not None
        if isinstance(bad, str) and bad == "dump:gold":
            bad = OPTION_COUNT - 1  # an id that exists
        if type(bad) is int and bad in env.game.options():
            continue
        saved, told = env.save(), all_that_is_told(env)
        with pytest.raises(IllegalChoice) as caught:
            env.step(bad)
        message = str(caught.value)
        assert f"seat {env.game.seat} " in message
        assert f"'{env.game.decision}'" in message
        assert (
            f"{OPTION_COUNT - 1} (dump:gold)" if type(bad) is int and bad == OPTION_COUNT - 1 else repr(bad)
        ) in message
        for option in env.game.options():
            assert f"{option} ({option_name(option, env.game.seat or 0, 4)})" in message
        assert env.save() == saved
        assert same(all_that_is_told(env), told)
        assert not env.over


@pytest.mark.parametrize("kind", [int, np.int64, np.int8, np.uint16, np.array])
def test_legal_actions_come_in_all_kinds_of_integers(kind: Callable[[int], Any]) -> None:
    env, plain = started(players=3), started(players=3)
    for _ in range(40):
        mask = env.observe(env.agent_selection)["action_mask"]
        option = int(np.flatnonzero(mask)[-1])
        if option < 128:
            env.step(kind(option))
            plain.step(option)
    assert env.game == plain.game


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
@pytest.mark.parametrize("bad", [OPTION_COUNT - 1, None, -1, 3.5, "x"])
def test_an_illegal_action_can_lose_the_game(bad: Any, reward: str) -> None:
    env = started(2, players=3, illegal="lose", reward=reward)
    play_on(env, Random(2), 33)
    offender = env.agent_selection
    env.step(bad)
    assert env.over and all(env.terminations.values()) and env.agents == env.possible_agents
    worst = {"win": -1.0, "rank": -1.0, "score": -2.0}[reward]
    collected = {}
    for agent in env.agent_iter():
        observation, collected[agent], terminated, _, info = env.last()
        assert terminated and observation is not None
        assert observation["action_mask"].all()
        assert info["decision"] == 0
        env.step(None)
    assert collected == {agent: worst if agent == offender else 0.0 for agent in env.possible_agents}
    env.reset(seed=3)
    assert not env.over and not any(env.rewards.values())


def test_the_worst_reward_is_no_better_than_any_result() -> None:
    for reward in ("win", "rank", "score"):
        worst = dixie_v0.Reward(reward).worst
        for seed in range(20):
            env = started(seed, players=2 + seed % 4, reward=reward)
            play_on(env, Random(seed), sense=0.3)
            assert min(env.rewards.values()) >= worst


def test_legal_play_never_loses() -> None:
    env = started(4, players=3, illegal="lose")
    twin = started(4, players=3)
    for one in (env, twin):
        play_on(one, Random(9))
    assert env.game == twin.game and env.rewards == twin.rewards


# --- before and after ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["step", "observe", "state", "save", "render"])
def test_everything_says_that_a_reset_is_missing(call: str) -> None:
    env = dixie_v0.env(players=2, render_mode="ansi")
    arguments = {"step": (0,), "observe": ("player_0",)}.get(call, ())
    with pytest.raises(DixieError, match="reset"):
        getattr(env, call)(*arguments)


def test_nothing_to_render_says_so() -> None:
    with pytest.raises(DixieError, match="render_mode"):
        started().render()


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    seeds = []
    for _ in range(2):
        env = started(77)
        for _ in range(3):
            env.reset()
            assert env.game is not None
            seeds.append(env.game.seed)
    assert seeds[:3] == seeds[3:] and len(set(seeds)) == 3
    one, two = dixie_v0.env(), dixie_v0.env()
    one.reset()
    two.reset()
    assert one.game is not None and two.game is not None and one.game.seed != two.game.seed


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x"])
def test_a_bad_seed_says_so(seed: Any) -> None:
    env = started(3)
    play_on(env, Random(1), 5)
    saved = env.save()
    with pytest.raises((DixieError, TypeError, ValueError), match="seed"):
        env.reset(seed=seed)
    assert env.save() == saved


# --- looking ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_infos_and_what_a_waiting_seat_sees(players: int) -> None:
    env = started(8, players=players, edition=EDITIONS[players - 2])
    random = Random(8)
    while not env.over:
        game = env.game
        assert game is not None
        for seat, agent in enumerate(env.agents):
            asked = agent == env.agent_selection
            assert asked == (seat == game.seat)
            info = env.infos[agent]
            assert list(info) == ["decision", "round", "phase"] and info["round"] == game.round
            assert decision_name(info["decision"]) == (game.decision if asked else "nothing")
            assert phase_name(info["phase"]) == game.phase
            observation = env.observe(agent)
            mask, vector = observation["action_mask"], observation["observation"]
            assert mask.dtype == np.int8 and mask.shape == (OPTION_COUNT,) and vector.dtype == np.float32
            assert mask.any() == asked
            assert vector[: env.layout["pending"].stop].any() == asked
            assert vector[env.layout[f"phase.{game.phase}"]] == 1
            assert np.rint(vector[env.layout["round"]] * 7) == game.round
            assert env.observation_space(agent).contains(observation)
        play_on(env, random, 1)


def test_observations_are_the_callers_own() -> None:
    env = started(8, players=3)
    first = env.observe(env.agent_selection)
    kept = {name: array.copy() for name, array in first.items()}
    play_on(env, Random(0), 5)
    assert same(first, kept)
    first["action_mask"][:] = 7
    assert env.observe(env.agent_selection)["action_mask"].max() == 1


def test_the_state_is_the_whole_state() -> None:
    env = started(8, players=3)
    random = Random(8)
    shown = 0
    space = env.state_space
    while not env.over:
        state = env.state()
        assert space.contains(state)
        assert env.game is not None
        if env.game.decision == "amount" and env.game.reason == "offering":
            states = []
            for option in env.game.options():
                other = env.game.copy()
                other.step(option)
                if other.reason == "offering":
                    states.append(other.observe_all().tobytes())
            assert len(set(states)) == len(states)
            shown += len(states)
        play_on(env, random, 1)
    assert space.contains(env.state())
    assert shown > 10


# --- saving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [{}, {"reward": SHAPED}, {"observation": "screened", "edition": "en"}])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_saved_game_goes_on_alike(players: int, arguments: dict[str, Any]) -> None:
    env = started(players, players=players, **arguments)
    random = Random(players)
    for _ in range(12):
        play_on(env, random, random.randrange(50))
        saved: SavedGame = pickle.loads(pickle.dumps(env.save()))
        assert saved == env.save()
        twin = dixie_v0.env(players=players, **arguments)
        twin.restore(saved)
        assert same(all_that_is_told(twin), all_that_is_told(env))
        luck = random.random()
        first, second = Random(luck), Random(luck)
        for _ in range(25):
            play_on(env, first, 1)
            play_on(twin, second, 1)
            assert same(all_that_is_told(twin), all_that_is_told(env))
        assert env.save() == twin.save()
        if env.over:
            break


def test_restoring_undoes_what_was_played_since() -> None:
    env = started(3, players=3, reward=SHAPED)
    play_on(env, Random(1), 60)
    saved, told = env.save(), all_that_is_told(env)
    play_on(env, Random(2))
    assert env.over
    env.restore(saved)
    assert same(all_that_is_told(env), told)
    play_on(env, Random(3))
    assert env.over and all(env.terminations.values())


@pytest.mark.parametrize("lost", [False, True])
def test_a_game_that_is_over_can_be_saved(lost: bool) -> None:
    env = started(3, players=3, illegal="lose")
    play_on(env, Random(1), 40 if lost else 10**6)
    if lost:
        env.step(-1)
    for left in (3, 2, 1, 0):
        assert len(env.agents) == left
        saved = env.save()
        twin = dixie_v0.env(players=3, illegal="lose")
        twin.restore(saved)
        assert same(all_that_is_told(twin), all_that_is_told(env))
        assert twin.over and twin.save() == saved
        if left:
            assert same(twin.last(), env.last())
            env.step(None)
            twin.step(None)
    with pytest.raises(DixieError, match="reset"):
        twin.step(None)


def test_a_game_of_other_rules_is_refused() -> None:
    saved = started(3, players=3).save()
    other = started(3, players=4)
    before = other.save()
    with pytest.raises(DixieError):
        other.restore(saved)
    assert other.save() == before


def test_environments_can_be_pickled_and_copied() -> None:
    from copy import deepcopy

    env = started(3, players=3, reward=SHAPED)
    play_on(env, Random(1), 77)
    for twin in (pickle.loads(pickle.dumps(env)), deepcopy(env)):
        assert same(all_that_is_told(twin), all_that_is_told(env))
        play_on(twin, Random(5))
        assert twin.over and not env.over


# --- arguments ----------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players"),
    ({"players": 6}, "players"),
    ({"players": "3"}, "players"),
    ({"players": 3.0}, "players"),
    ({"players": True}, "players"),
    ({"edition": "xx"}, "xx"),
    ({"board": "xx"}, "xx"),
    ({"draft": "auction"}, "draft"),
    ({"draft": "fixed"}, "abilities"),
    ({"abilities": [1, 2, 3, 4]}, "abilities"),
    ({"draft": "fixed", "abilities": [1, 2, 3]}, "abilities"),
    ({"draft": "fixed", "abilities": [1, 2, 3, 3]}, "abilities"),
    ({"draft": "fixed", "abilities": [1, 2, 3, 11]}, "abilit"),
    ({"rounds": 0}, "rounds"),
    ({"rounds": 8}, "rounds"),
    ({"observation": "all"}, "observation must be one of tracked, screened, not 'all'"),
    ({"observation": None}, "observation"),
    ({"observation": ["tracked"]}, "observation"),
    ({"observe_board": "yes"}, "observe_board"),
    ({"reward": "money"}, "win, rank, score"),
    ({"reward": None}, "reward"),
    ({"reward": 1}, "reward"),
    ({"illegal": "ignore"}, "illegal must be one of raise, lose, not 'ignore'"),
    ({"render_mode": "svg"}, "render_mode must be one of ansi, rgb_array, human, not 'svg'"),
    ({"colour": "red"}, "colour"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG, ids=[str(wrong) for wrong, _ in WRONG])
@pytest.mark.parametrize("make", [dixie_v0.env, dixie_v0.raw_env, dixie_v0.parallel_env])
def test_wrong_arguments_say_what_is_wrong(make: Any, wrong: dict[str, Any], says: str) -> None:
    with pytest.raises((DixieError, ConfigError, TypeError), match=says):
        make(**wrong)


@pytest.mark.parametrize(
    "wrong", [{"shaping": -1.0}, {"shaping": float("nan")}, {"discount": 0}, {"discount": 1.5}]
)
def test_a_wrong_shaping_says_so(wrong: dict[str, Any]) -> None:
    with pytest.raises(DixieError, match=next(iter(wrong))):
        dixie_v0.Reward("win", **wrong)


def test_a_listener_hears_all_games() -> None:
    from dixie_env import GameEvent

    events: list[GameEvent] = []
    env = dixie_v0.env(players=3, rounds=1)
    env.unwrapped.listen(events.extend)
    for game in range(2):
        events.clear()
        env.reset(seed=game)
        assert [event.kind for event in events][:2] == ["phase_began", "order_drawn"]
        for number, _ in enumerate(env.agent_iter()):
            over = all(env.terminations.values())
            env.step(None if over else env.unwrapped.game.random_option(number))
        assert [event.kind for event in events][-3:] == ["seat_ranked"] * 3
    events.clear()
    env.unwrapped.listen(None)
    env.reset(seed=5)
    assert events == []


def test_a_listener_stays_with_a_restored_game() -> None:
    events: list[object] = []
    env = dixie_v0.env(players=3)
    env.reset(seed=1)
    saved = env.unwrapped.save()
    env.unwrapped.listen(events.extend)
    env.unwrapped.restore(saved)
    env.step(env.unwrapped.game.options()[0])
    assert events
