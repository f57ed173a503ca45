"""PettingZoo's own suites, with every warning an error but the two that Dict observations always get."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from dixie_env import dixie_v0
from dixie_env.envs.aec import DixieAEC
from dixie_env.envs.simultaneous import SimultaneousOfferings
from tests.api.playing import EDITIONS, LONG_BOARD, PLAYERS

ALWAYS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@contextmanager
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in ALWAYS:
            warnings.filterwarnings("ignore", message)
        yield


MODES: list[dict[str, Any]] = [
    {"observation": "tracked"},
    {"observation": "screened"},
    {"observation": "screened", "observe_board": True},
]
CASES: list[dict[str, Any]] = [
    {"players": players, "edition": edition, **MODES[(index + place) % 3]}
    for index, players in enumerate(PLAYERS)
    for place, edition in enumerate(EDITIONS)
]
CASES += [
    {"players": 3, "observation": "tracked", "observe_board": True, "board": LONG_BOARD},
    {"players": 4, "draft": "random", "rounds": 2, "reward": "rank"},
    {"players": 2, "draft": "fixed", "abilities": [8, 5], "reward": dixie_v0.Reward("score", 0.5, 0.99)},
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(str(v)[:9] for v in case.values()))


def test_the_cases_cover_all_editions_players_and_modes() -> None:
    assert {(case["players"], case.get("edition", "de")) for case in CASES} >= {
        (players, edition) for players in PLAYERS for edition in EDITIONS
    }
    for players in PLAYERS:
        assert {case["observation"] for case in CASES[:20] if case["players"] == players} == {
            "tracked",
            "screened",
        }


@cases
def test_api(case: dict[str, Any]) -> None:
    with strict():
        api_test(dixie_v0.env(**case), num_cycles=120)


@cases
def test_seeds(case: dict[str, Any]) -> None:
    with strict():
        seed_test(partial(dixie_v0.env, **case), num_cycles=60)


@cases
def test_parallel_api(case: dict[str, Any]) -> None:
    with strict():
        parallel_api_test(dixie_v0.parallel_env(**case), num_cycles=150)


@cases
def test_parallel_seeds(case: dict[str, Any]) -> None:
    """This one samples without masks: most games are lost at the first step."""
    with strict():
        parallel_seed_test(partial(dixie_v0.parallel_env, illegal="lose", **case), num_cycles=60)


@pytest.mark.parametrize("illegal", ["raise", "lose"])
@pytest.mark.parametrize("players", PLAYERS)
def test_api_with_both_ways_to_treat_illegal_actions(players: int, illegal: str) -> None:
    with strict():
        api_test(dixie_v0.raw_env(players=players, illegal=illegal), num_cycles=400)
        parallel_api_test(dixie_v0.parallel_env(players=players, illegal=illegal), num_cycles=200)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("make", [dixie_v0.env, dixie_v0.parallel_env])
def test_rendering(make: Any, players: int) -> None:
    shown = {
        "ansi": lambda result: isinstance(result, str) and len(result) > 100,
        "human": lambda result: result is None,
    }
    with strict():
        if make is dixie_v0.env:
            render_test(partial(make, players=players), custom_tests=shown)
        else:
            for mode, right in shown.items():
                env = make(players=players, render_mode=mode)
                env.reset(seed=1)
                assert right(env.render())


def test_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with strict():
        performance_benchmark(dixie_v0.env(players=4))
    assert "turns per second" in capsys.readouterr().out.lower()


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="this PettingZoo has no registry")
def test_the_registry_makes_both() -> None:
    aec = pettingzoo.make("aec", "dixie_env/dixie_v0", players=3)
    parallel = pettingzoo.make("parallel", "dixie_env/dixie_v0", players=5)
    assert isinstance(aec.unwrapped, DixieAEC) and len(aec.possible_agents) == 3
    assert isinstance(parallel.unwrapped, SimultaneousOfferings) and len(parallel.possible_agents) == 5
    aec.reset(seed=2)
    assert aec.last()[0]["action_mask"].any()


def test_metadata_and_names() -> None:
    env, parallel = dixie_v0.env(), dixie_v0.parallel_env()
    assert env.metadata["name"] == "dixie_v0"
    assert set(env.metadata["render_modes"]) == {"ansi", "rgb_array", "human"}
    assert not env.metadata["is_parallelizable"]  # `aec_to_parallel` would give offerings away
    assert parallel.metadata["is_parallelizable"]
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert str(env.unwrapped)
