"""Simultaneous offerings: the parallel environment tells nothing, loses nothing, and plays the same game."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_env import DixieError, IllegalChoice, decision_name, dixie_v0, phase_name
from dixie_env.envs.aec import DixieAEC
from dixie_env.envs.simultaneous import NOOP, SimultaneousOfferings
from dixie_env.rewards import Reward
from tests.api.playing import EDITIONS, PLAYERS, SHALLOW_BOARD, pick, same

Result = tuple[Any, ...]
CASES = [(2, "de"), (2, "en"), (3, "proto"), (3, "de"), (4, "fr"), (5, "pl")]
cases = pytest.mark.parametrize(("players", "edition"), CASES)


def started(seed: int = 1, **arguments: Any) -> SimultaneousOfferings:
    env = dixie_v0.parallel_env(**arguments)
    env.reset(seed=seed)
    return env


def choose(env: SimultaneousOfferings, random: Random, sense: float = 0.97) -> dict[str, int]:
    """A random legal action of every player."""
    return {agent: pick(env.observe(agent)["action_mask"], random, sense) for agent in env.agents}


def play_to(env: SimultaneousOfferings, wanted: Callable[[], bool], random: Random) -> bool:
    """Play until something holds; False if the game ends before."""
    while env.agents:
        if wanted():
            return True
        env.step(choose(env, random))
    return False


def choosing(env: SimultaneousOfferings) -> list[str]:
    """Who owes an offering now."""
    return [
        agent
        for agent, info in env._infos().items()
        if decision_name(info["decision"]) in ("offer", "amount") and env.game.reason == "offering"
    ]


def starts_offerings(env: SimultaneousOfferings) -> bool:
    return env._steps_left > 0 and not any(env._chosen.values())


def whole(env: SimultaneousOfferings) -> dict[str, Any]:
    return {
        "agents": list(env.agents),
        "observations": {agent: env.observe(agent) for agent in env.agents},
        "infos": env._infos(),
        "state": env.state(),
    }


# --- together -----------------------------------------------------------------------------------------------


@cases
def test_all_who_owe_an_offering_act_in_the_same_step(players: int, edition: str) -> None:
    """At every other time one player has options, and everybody else only `noop`."""
    env = started(4, players=players, edition=edition)
    random = Random(4)
    together = 0
    while env.agents:
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        for agent, mask in masks.items():
            assert mask.shape == (158,) and mask.dtype == np.int8 and mask.any()
            assert mask[NOOP] == (not mask[:NOOP].any())
            asked = env._infos()[agent]["decision"] != 0
            assert asked == (not mask[NOOP])
        deciding = [agent for agent, mask in masks.items() if not mask[NOOP]]
        if starts_offerings(env):
            state = env.game.state
            owed = [
                f"player_{seat}"
                for seat in range(players)
                if state["in_play"][seat] and state["goods"][seat][[state["demand"], 3, 4]].any()
            ]
            assert deciding == owed  # whoever has anything to offer may also stop: it is a choice
            together += len(owed) > 1
        elif not env._steps_left:
            assert deciding == [f"player_{env.game.seat}"]
        env.step({agent: pick(mask, random) for agent, mask in masks.items()})
    assert together > 2


def test_everybody_gets_everything_in_every_step() -> None:
    env = started(2, players=4)
    random = Random(2)
    while env.agents:
        results = env.step(choose(env, random))
        for result in results:
            assert list(result) == env.possible_agents
        observations, rewards, terminations, truncations, infos = results
        over = not env.agents
        assert set(terminations.values()) == {over} and set(truncations.values()) == {False}
        for agent, observation in observations.items():
            assert env.observation_space(agent).contains(observation)
            assert (
                infos[agent]["round"] == env.game.round
                and phase_name(infos[agent]["phase"]) == env.game.phase
            )
            assert observation["action_mask"].all() == over
            assert isinstance(rewards[agent], float) and (over or rewards[agent] == 0)
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6) and max(rewards.values()) > 0
    with pytest.raises(DixieError, match="reset"):
        env.step({"player_0": 0})
    assert env.step({}) == ({}, {}, {}, {}, {})  # as in PettingZoo's own environments


@pytest.mark.parametrize("reward", ["win", Reward("rank", 0.5, 0.98)])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_in_the_pit_ends_with_the_others(players: int, reward: Any) -> None:
    for seed in range(3):
        env = started(seed, players=players, board=SHALLOW_BOARD, reward=reward)
        random = Random(seed)
        while env.agents:
            fallen = np.flatnonzero(env.game.state["fallen"]).tolist()
            for seat in fallen:
                mask = env.observe(f"player_{seat}")["action_mask"]
                assert mask[NOOP] == 1 and mask.sum() == 1
            _, rewards, _, _, _ = env.step(choose(env, random))
            assert list(rewards) == env.possible_agents


# --- nothing shows ------------------------------------------------------------------------------------------


def variations(env: SimultaneousOfferings, agent: str, random: Random) -> list[list[int]]:
    """Different ways for one player to make its offering: its options, step by step, without noops."""
    ways: dict[tuple[int, ...], list[int]] = {}
    for _ in range(30):
        copy = deepcopy(env._copies[int(agent[-1])])
        way = []
        while copy.seat == int(agent[-1]) and copy.reason == "offering":
            option = random.choice(copy.options())
            way.append(option)
            copy.step(option)
        ways[tuple(way)] = way
    return list(ways.values())[:6]


@pytest.mark.parametrize("observation", ["tracked", "screened"])
@cases
def test_nothing_of_an_offering_can_be_told_before_the_reveal(
    players: int, edition: str, observation: str
) -> None:
    """One player offers something else, or nothing: all others get the same, for the same number of steps."""
    arguments: dict[str, Any] = {"players": players, "edition": edition, "observation": observation}
    arguments["reward"] = Reward("win", 0.5, 0.9)
    env = started(11, **arguments)
    twin = dixie_v0.parallel_env(**arguments)
    random = Random(11)
    compared = lengths = 0
    while play_to(env, lambda: starts_offerings(env), random):
        saved = env.save()
        kinds = (2 if players == 2 else 1) + int(env.game.state["announced"].max())
        chooser = random.choice(choosing(env))
        ways = variations(env, chooser, random)
        seen = []
        for way in ways:
            twin.restore(saved)
            luck = Random(5)
            told: list[Any] = []
            left = list(way)
            while twin._steps_left:
                told.append({agent: what_it_gets(twin, agent) for agent in twin.agents if agent != chooser})
                others = {
                    agent: pick(twin.observe(agent)["action_mask"], luck)
                    for agent in twin.agents
                    if agent != chooser
                }
                own = left.pop(0) if left else NOOP
                results = twin.step({**others, chooser: own})
                if twin._steps_left:  # the last of these steps is the reveal
                    told.append([{a: r for a, r in result.items() if a != chooser} for result in results])
            assert not left
            seen.append(told)
        for told in seen[1:]:
            assert same(told, seen[0])
            compared += 1
        assert len(seen[0]) == 4 * kinds - 1
        lengths += len({len(way) for way in ways}) > 1
        env.step(choose(env, random))
    assert compared > 5 and lengths > 0  # ways of different length were among them


def what_it_gets(env: SimultaneousOfferings, agent: str) -> tuple[Any, ...]:
    return env.observe(agent), env._infos()[agent], tuple(env.agents)


def test_a_seat_that_has_chosen_sees_what_all_who_wait_see() -> None:
    """Its own offering leaves no trace in its decision block either."""
    env = started(3, players=2)
    random = Random(3)
    seen = 0
    while play_to(env, lambda: env._steps_left > 0, random):
        for agent in env.agents:
            observation = env.observe(agent)
            waits = bool(observation["action_mask"][NOOP])
            assert observation["observation"][: env.layout["pending"].stop].any() != waits
            seen += waits
        env.step(choose(env, random, 0.3))
    assert seen > 3


# --- the same game ------------------------------------------------------------------------------------------


def decisions_of(env: SimultaneousOfferings, random: Random) -> list[tuple[int, int, Any]]:
    """Play to the end; for every decision its seat, its option, and what the seat was shown."""
    made: list[tuple[int, int, Any]] = []
    offerings: dict[int, list[tuple[int, int, Any]]] = {}
    large: list[int] = []
    while env.agents:
        actions = choose(env, random, 0.9)
        shown = {agent: env.observe(agent) for agent in env.agents}
        if env._steps_left:
            large = [seat for seat in env.game.state["large"].tolist() if seat >= 0]
        chose = bool(env._steps_left)
        for agent, action in actions.items():
            if action != NOOP:
                seat = int(agent[-1])
                decision = (seat, action, shown[agent])
                if chose:
                    offerings.setdefault(seat, []).append(decision)
                else:
                    made.append(decision)
        env.step(actions)
        if offerings and not env._steps_left:
            made += [decision for seat in large for decision in offerings.get(seat, [])]  # in large order
            offerings = {}
    return made


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_decisions_give_the_same_game_as_in_aec(players: int, edition: str) -> None:
    """And each decision is made with the same observation and the same options as there."""
    arguments: dict[str, Any] = {"players": players, "edition": edition, "reward": Reward("score", 0.3, 0.9)}
    for seed in range(2):
        env = started(seed, **arguments)
        aec = dixie_v0.env(**arguments)
        aec.reset(seed=seed)
        for seat, option, shown in decisions_of(env, Random(seed)):
            assert aec.agent_selection == f"player_{seat}"
            observation = aec.observe(aec.agent_selection)
            assert (observation["observation"] == shown["observation"]).all()
            assert (observation["action_mask"] == shown["action_mask"][:NOOP]).all()
            aec.step(option)
        assert aec.over
        assert aec.game == env.game


@pytest.mark.parametrize("reward", ["win", Reward("win", 0.5, 1.0), Reward("win", 0.5, 0.9)])
def test_rewards_add_up_to_those_of_the_aec_environment(reward: Any) -> None:
    for seed in range(3):
        env = started(seed, players=3, reward=reward)
        sums = dict.fromkeys(env.possible_agents, 0.0)
        made = []
        random = Random(seed)
        twin = started(seed, players=3, reward=reward)
        made = decisions_of(twin, Random(seed))
        while env.agents:
            for agent, amount in env.step(choose(env, random, 0.9))[1].items():
                sums[agent] += amount
        aec = dixie_v0.env(players=3, reward=reward)
        aec.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        for _, option, _ in made:
            aec.step(option)
            for agent, amount in aec.rewards.items():
                paid[agent] += amount
        assert sums == pytest.approx(paid, abs=1e-5)


# --- wrong actions ------------------------------------------------------------------------------------------


def moments(env: SimultaneousOfferings, random: Random) -> Any:
    """Some moments of a game, with offerings under way and without."""
    number = 0
    while env.agents:
        number += 1
        if env._steps_left or number % 15 == 0:
            yield
        env.step(choose(env, random))


@pytest.mark.parametrize("bad", [None, -1, 156, 158, 3.5, "x", True], ids=repr)
def test_a_wrong_action_raises_and_changes_nothing(bad: Any) -> None:
    env = started(6, players=3, edition="en")
    random = Random(6)
    checked = 0
    for _ in moments(env, random):
        saved, before = env.save(), whole(env)
        actions = choose(env, random)
        for agent in env.agents:
            if type(bad) is int and 0 <= bad < 158 and env.observe(agent)["action_mask"][bad]:
                continue
            with pytest.raises(IllegalChoice, match=rf"{agent}|seat {agent[-1]}") as caught:
                env.step({**actions, agent: bad})
            assert "legal" in str(caught.value)
            assert env.save() == saved and same(whole(env), before)
            checked += 1
    assert checked > 60


def test_a_missing_action_or_a_noop_out_of_place_raises() -> None:
    env = started(6, players=3)
    random = Random(6)
    for _ in moments(env, random):
        saved, actions = env.save(), choose(env, random)
        for agent in env.agents:
            with pytest.raises(IllegalChoice, match=agent):
                env.step({other: action for other, action in actions.items() if other != agent})
            if actions[agent] != NOOP:
                with pytest.raises(IllegalChoice, match="legal"):
                    env.step({**actions, agent: NOOP})
            assert env.save() == saved
    with pytest.raises(DixieError, match="reset"):
        env.step({"player_0": NOOP})


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
@pytest.mark.parametrize("offering", [False, True])
def test_an_illegal_action_can_lose_the_game(reward: str, offering: bool) -> None:
    for bad in (-1, NOOP, None, "missing"):
        env = started(7, players=3, illegal="lose", reward=reward)
        random = Random(7)
        while (env._steps_left == 1) != offering or env.game.round != 1:
            env.step(choose(env, random))
        actions: dict[str, Any] = choose(env, random)
        offenders = [agent for agent in env.agents if bad != NOOP or actions[agent] != NOOP]
        if not offenders:
            continue
        offender = offenders[-1]
        if bad == "missing":
            del actions[offender]
        else:
            actions[offender] = bad
        observations, rewards, terminations, _, infos = env.step(actions)
        worst = Reward(reward).worst
        assert rewards == {agent: worst if agent == offender else 0.0 for agent in env.possible_agents}
        assert all(terminations.values()) and env.agents == []
        assert all(observation["action_mask"].all() for observation in observations.values())
        assert {info["decision"] for info in infos.values()} == {0}
        env.reset(seed=8)
        assert env.agents and not env._steps_left


def test_everything_says_that_a_reset_is_missing() -> None:
    env = dixie_v0.parallel_env(players=2, render_mode="ansi")
    for call in (env.state, env.save, env.render, lambda: env.step({}), lambda: env.observe("player_0")):
        with pytest.raises(DixieError, match="reset"):
            call()


# --- saving -------------------------------------------------------------------------------------------------


@cases
def test_a_saved_game_goes_on_alike(players: int, edition: str) -> None:
    """Most of all in the middle of offerings."""
    arguments: dict[str, Any] = {"players": players, "edition": edition, "reward": Reward("win", 0.5, 0.9)}
    env = started(9, **arguments)
    random = Random(9)
    middle = 0
    for _ in moments(env, random):
        middle += env._steps_left > 0 and any(env._chosen.values())
        saved = pickle.loads(pickle.dumps(env.save()))
        assert saved == env.save()
        twin, luck = dixie_v0.parallel_env(**arguments), random.random()
        observations, infos = twin.restore(saved)
        assert same(observations, {agent: env.observe(agent) for agent in env.agents})
        assert same(infos, env._infos())
        going_on = pickle.loads(pickle.dumps(env))
        first, second = Random(luck), Random(luck)
        for _ in range(12):
            if not twin.agents:
                break
            assert same(twin.step(choose(twin, first)), going_on.step(choose(going_on, second)))
        assert twin.save() == going_on.save()
    assert middle > 0


def test_a_game_that_is_over_can_be_saved() -> None:
    env = started(3, players=3)
    play_to(env, lambda: False, Random(3))
    twin = dixie_v0.parallel_env(players=3)
    observations, infos = twin.restore(env.save())
    assert twin.agents == [] and observations == {} and infos == {}
    with pytest.raises(DixieError, match="reset"):
        twin.step({"player_0": NOOP})


def test_what_was_saved_is_not_touched_by_going_on() -> None:
    env = started(3, players=3)
    random = Random(3)
    assert play_to(env, lambda: env._steps_left == 1, random)
    saved = env.save()
    kept = pickle.dumps(saved)
    play_to(env, lambda: False, random)
    env.restore(saved)
    env.step(choose(env, random))
    assert pickle.dumps(saved) == kept


# --- numbers of steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (2, "en"), (4, "de"), (4, "en")])
def test_the_phase_has_two_steps_for_each_kind(players: int, edition: str) -> None:
    """1 kind, 2 with an announced double; one more each with 2 players."""
    seen: dict[int, int] = {}
    base = 2 if players == 2 else 1
    for seed in range(40):
        env = started(seed, players=players, edition=edition)
        random = Random(seed)
        while play_to(env, lambda env=env: starts_offerings(env), random):  # type: ignore[misc]
            kinds = base + int(env.game.state["announced"].max())
            round_, steps = env.game.round, 0
            while env._steps_left:
                assert env.game.round == round_ and env.game.phase == "offerings"
                env.step(choose(env, random, random.choice([0.0, 1.0])))
                steps += 1
            assert steps == 2 * kinds
            seen[kinds] = seen.get(kinds, 0) + 1
        if set(seen) == {base, base + 1}:
            break
    assert set(seen) == {base, base + 1}


def test_it_wraps_an_environment() -> None:
    aec = DixieAEC(players=3)
    env = SimultaneousOfferings(aec)
    assert env.aec_env is aec and env.unwrapped is env
    assert env.action_space("player_0").n == 158
    env.reset(seed=1)
    assert env.state_space.contains(env.state())


def test_a_reset_in_the_middle_of_offerings_begins_anew() -> None:
    env, fresh = started(3, players=3), dixie_v0.parallel_env(players=3)
    random = Random(3)
    assert play_to(env, lambda: env._steps_left == 1, random)
    assert same(env.reset(seed=5), fresh.reset(seed=5))
    for _ in range(30):
        actions = choose(fresh, random)
        assert same(env.step(actions), fresh.step(actions))
    assert env.save() == fresh.save()
