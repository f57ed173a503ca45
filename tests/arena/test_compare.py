"""Comparing two agents: exchanged seats, an honest verdict, and the same result however it is run."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from dixie_agents.names import AgentError
from dixie_arena import compare
from dixie_arena.bootstrap import Interval
from dixie_arena.comparing.estimate import (
    Estimate,
    KindOfTable,
    estimate_difference,
    expected_detectable,
    flip_signs,
)
from dixie_arena.comparing.run import Exchange, plan_comparison, play_comparison
from dixie_arena.comparing.verdict import Comparison
from dixie_arena.config import ArenaError
from dixie_arena.folder import RunFolder
from dixie_arena.records import record_game
from dixie_arena.schedule import Schedule
from dixie_arena.verify import verify_folder
from dixie_env import RulesError, Setup
from tests.arena.exchanged import planted_exchange, split_difference, true_difference
from tests.arena.helpers import HOSTILE
from tests.arena.test_intervals import too_few
from tests.arena.test_run import wait_for_chunks

SHORT = Setup(3, rounds=2)


def small(one: str = "sane", other: str = "random", **options: Any) -> Exchange:
    return plan_comparison(one, other, **{"games": 48, "setup": SHORT, **options})


def files_of(folder: Path) -> list[bytes]:
    names = ("games.parquet", "summary.json", "comparison.json", "lineups.csv")
    return [(folder / name).read_bytes() for name in names]


# --- who sits where ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("company", [0, 1, 3])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_two_are_exchanged_on_every_deal(players: int, company: int) -> None:
    plan = Schedule(2 + company, players, "exchange", 5, 7)
    for tables in plan.seatings(0, 5):
        seated = Counter(map(tuple, tables.reshape(-1, players).tolist()))
        turned = {0: 1, 1: 0}
        exchanged = Counter(tuple(turned.get(agent, agent) for agent in row) for row in seated.elements())
        assert seated == exchanged
        splits = {row.count(0) for row in seated if row.count(0) + row.count(1) == players}
        assert splits == set(range(1, players))
        among = {(row.count(0), row.count(1)) for row in seated if max(row) > 1}
        both = {(1, 1)} if players > 2 else set()
        assert among == ({(1, 0), (0, 1)} | both if company else set())
        for seat in range(players):
            assert sum(row[seat] == 0 for row in seated) == sum(row[seat] == 1 for row in seated)


def test_company_is_drawn_for_each_deal() -> None:
    seats = Schedule(5, 4, "exchange", 60, 1).seatings(0, 60)
    counts = Counter(seats.ravel().tolist())
    assert min(counts[2], counts[3], counts[4]) > 0.8 * max(counts[2], counts[3], counts[4])
    assert (seats == Schedule(5, 4, "exchange", 60, 1).seatings(0, 60)).all()
    assert (seats != Schedule(5, 4, "exchange", 60, 2).seatings(0, 60)).any()


# --- the statistics ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "deals", "options"),
    [(0.0, 20, {}), (0.5, 8, {}), (4.0, 12, {}), (0.4, 30, {"players": 2})],
)
def test_the_interval_covers_and_finds(lead: float, deals: int, options: dict[str, Any]) -> None:
    players, repetitions = options.get("players", 4), 100
    truth = true_difference(lead, players)
    covered = said = 0
    for seed in range(repetitions):
        found = estimate_difference(*planted_exchange(lead, deals, seed, **options))
        low, high = found.difference.low, found.difference.high
        assert low is not None and high is not None and high - low > 0.01
        covered += low <= truth <= high
        said += found.p_value < 0.05 and not low <= 0 <= high
    assert not too_few(covered, repetitions)
    if lead == 0:
        assert not too_few(repetitions - said, repetitions)
    if lead == 4:
        assert said == repetitions


def test_the_interval_covers_where_deals_differ() -> None:
    """The lead varies between deals, and others sit at the table, too."""
    options: dict[str, Any] = {"company": (0.2, -0.5), "players": 3, "moods": 1.0, "alike": 1.0}
    truth = estimate_difference(*planted_exchange(0.5, 4000, 999, **options), company=True).difference.value
    covered = 0
    for seed in range(80):
        found = estimate_difference(*planted_exchange(0.5, 15, seed, **options), company=True).difference
        assert found.low is not None and found.high is not None
        covered += found.low <= truth <= found.high
    assert not too_few(covered, 80)


def test_the_promised_power_is_kept() -> None:
    """A true difference as large as the one that is promised is found in about 80 %, said before or after."""
    lead = 0.4
    deals = next(
        n for n in range(6, 200) if expected_detectable(4, n, company=False) < true_difference(lead, 4)
    )
    found = [estimate_difference(*planted_exchange(lead, deals, seed)) for seed in range(100)]
    power = np.mean([one.p_value < 0.05 for one in found])
    assert 0.66 < power < 0.92
    said = np.mean([one.detectable for one in found])
    assert said == pytest.approx(true_difference(lead, 4), rel=0.1)


def test_every_lineup_has_its_own_difference() -> None:
    results, lineups = planted_exchange(0.7, 600, 3, company=(0.0,))
    found = estimate_difference(results, lineups, company=True)
    assert [(row.first, row.second, row.company) for row in found.kinds] == [
        *((1, 3, 0), (2, 2, 0), (3, 1, 0)),
        *((1, 1, 3), (1, 1, 2)),
    ]
    for row in found.kinds[:3]:
        truth = split_difference(0.7, row.first, 4)
        assert row.wide.low is not None and row.wide.high is not None
        assert row.wide.low < truth < row.wide.high
        assert row.difference.value == pytest.approx(row.share_first.value - row.share_second.value)
    assert sum(row.games for row in found.kinds) == found.games == results.games
    mean = np.mean([row.difference.value for row in found.kinds])
    assert found.difference.value == pytest.approx(mean)
    assert found.deals == 600


def test_exchanging_the_names_turns_the_verdict() -> None:
    results, lineups = planted_exchange(0.3, 12, 5)
    there = estimate_difference(results, lineups)
    turned = replace(results, agents=1 - results.agents)
    # what was "1 of the first, 3 of the second" is "3 of the first, 1 of the second" now
    lineups = np.where(lineups < 2, 1 - lineups, lineups)
    back = estimate_difference(turned, lineups)
    assert back.difference.value == pytest.approx(-there.difference.value)
    assert back.difference.low == pytest.approx(-(there.difference.high or 0))
    assert back.p_value == there.p_value


def test_signs_are_flipped_in_all_ways_or_in_many() -> None:
    assert flip_signs(np.array([1.0] * 6)) == 2 / 2**6
    assert flip_signs(np.zeros(9)) == 1
    assert flip_signs(np.array([3.0, -1.0, -2.0])) == 1
    few = np.random.default_rng(1).normal(0.3, 1, 14)
    with pytest.MonkeyPatch.context() as patch:
        exact = flip_signs(few)
        patch.setattr("dixie_arena.comparing.estimate.EXACT_GROUPS", 5)
        assert flip_signs(few) == pytest.approx(exact, abs=0.015)
    assert flip_signs(np.full(400, 0.01)) == 1 / 20_001


def test_one_that_never_wins_has_an_interval_all_the_same() -> None:
    found = estimate_difference(*planted_exchange(-60.0, 10, 1))
    assert found.difference.value == pytest.approx(-(1 / 3 + 1 / 2 + 1) / 3)
    assert found.difference.low == pytest.approx(found.difference.value)
    assert found.difference.high is not None
    assert 0.03 < found.difference.high - found.difference.value < 0.2
    assert found.p_value == 2 / 2**10 and found.detectable > 0.02
    for row in found.kinds:
        assert row.difference.high is not None and row.difference.high > row.difference.value
    among = estimate_difference(*planted_exchange(-60.0, 10, 1, company=(0.0,)), company=True)
    assert among.difference.high is not None and among.difference.high > among.difference.value


# --- the verdict -------------------------------------------------------------------------------------------


def verdict(value: float, low: float, high: float, p_value: float, rows: Any = ()) -> Comparison:
    estimate = Estimate(Interval(value, low, high, 0.01), p_value, 0.041, tuple(rows), 100, 1200)
    return Comparison("balanced", "greedy", (), Setup(), estimate, {}, {})


def test_the_sentence() -> None:
    tail = (
        "; a difference of 4.1 points would have been found in 80 % of such comparisons "
        "(4 players, 1,200 games on 100 deals)."
    )
    won = verdict(0.357, 0.299, 0.408, 0.0001)
    assert won.sentence == f"balanced beats greedy by 35.7 points [29.9, 40.8], p < 0.001{tail}"
    assert won.winner == "balanced"
    lost = verdict(-0.1, -0.15, -0.05, 0.012)
    assert lost.sentence == f"greedy beats balanced by 10.0 points [5.0, 15.0], p = 0.012{tail}"
    even = verdict(0.01, -0.02, 0.04, 0.512)
    assert even.sentence == (
        f"balanced and greedy are not apart: balanced - greedy = 1.0 points [-2.0, 4.0], p = 0.512{tail}"
    )
    assert even.winner is None
    assert verdict(0.1, 0.01, 0.19, 0.06).winner is None  # both must say so
    assert verdict(0.1, -0.01, 0.21, 0.04).winner is None


def test_lineups_that_disagree_are_named() -> None:
    def row(number: int, value: float) -> KindOfTable:
        there = Interval(value, value - 0.05, value + 0.05, 0.02)
        return KindOfTable(number, number + 1, 3 - number, 0, 400, there, there, there, there)

    split = verdict(0.0, -0.03, 0.03, 0.9, [row(0, 0.2), row(1, 0.0), row(2, -0.2)])
    assert split.disagreement is not None
    assert "balanced is ahead at 1 balanced, 3 greedy; greedy is ahead at 3 balanced, 1 greedy" in (
        split.disagreement
    )
    assert verdict(0.1, 0.05, 0.15, 0.001, [row(0, 0.2), row(1, 0.1)]).disagreement is None


# --- playing -----------------------------------------------------------------------------------------------


def test_agents_that_decide_alike_are_not_apart() -> None:
    """They share deals and luck, so the difference is exactly 0; but nobody is sure after a few deals."""
    found = compare("a=sane", "b=sane", games=48, setup=SHORT)
    low, high = found.difference.low, found.difference.high
    assert found.difference.value == pytest.approx(0) and found.p_value == 1
    assert low is not None and high is not None and low < -0.005 and high > 0.005
    assert "a and b are not apart" in found.sentence


def test_a_better_agent_wins_and_the_table_agrees(tmp_path: Path) -> None:
    found = compare(
        "greedy", "random", company=["sane", "x=random"], players=3, games=180, out=tmp_path / "run"
    )
    assert found.winner == "greedy" and found.sentence.startswith("greedy beats random by ")
    frame = found.to_frame()
    assert list(frame["lineup"]) == [
        "1 greedy, 2 random",
        "2 greedy, 1 random",
        "greedy or random, 2 others",
        "greedy and random, 1 other",
        "mean of the line-ups",
    ]
    games = pq.read_table(tmp_path / "run" / "games.parquet").to_pandas()
    alone = games[games["lineup"] == 0]
    assert frame["share_one"][0] == pytest.approx(alone[alone["agent"] == "greedy"]["win_share"].mean())
    assert frame["share_other"][0] == pytest.approx(
        alone[alone["agent"] == "random"]["win_share"].mean(), abs=1e-5
    )
    written = json.loads((tmp_path / "run" / "comparison.json").read_text(encoding="utf-8"))
    assert written == json.loads(found.to_json())
    assert written["sentence"] == found.sentence and written["company"] == ["sane", "x"]
    assert set(written["fingerprints"]) == {"greedy", "random", "sane", "x"}
    assert len((tmp_path / "run" / "lineups.csv").read_text().splitlines()) == 6
    assert verify_folder(tmp_path / "run", 10).games == written["games"]


def test_records_replay_the_games_of_a_comparison(tmp_path: Path) -> None:
    plan = small("a=sane", "b=random")
    play_comparison(plan, tmp_path / "run")
    games = pq.read_table(tmp_path / "run" / "games.parquet").to_pandas()
    there = games[(games["block"] == 3) & (games["lineup"] == 1) & (games["rotation"] == 2)]
    again = record_game(plan, 3, 1, 2).game.state["scores"][:3]
    assert again.tolist() == there["score"].tolist()


RUN = """
import sys
from dataclasses import replace
from dixie_arena.comparing.run import plan_comparison, play_comparison
if __name__ == "__main__":
    plan = replace(plan_comparison("sane", "random", games=1200), chunk_games=12)
    play_comparison(plan, sys.argv[1], resume=True)
"""


def test_killed_and_resumed_ends_the_same(tmp_path: Path) -> None:
    """Killed with one worker, finished with two, compared with a run that nobody interrupted."""
    plan = replace(plan_comparison("sane", "random", games=1200), chunk_games=12)
    whole = play_comparison(plan, tmp_path / "whole")
    script = tmp_path / "run.py"
    script.write_text(RUN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path / "broken")], env=environment)
    wait_for_chunks(process, tmp_path / "broken", 3)
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    assert not RunFolder(tmp_path / "broken").complete
    found = play_comparison(plan, tmp_path / "broken", resume=True, workers=2)
    assert found.to_json() == whole.to_json()
    assert files_of(tmp_path / "broken") == files_of(tmp_path / "whole")


def test_workers_make_no_difference(tmp_path: Path) -> None:
    plan = replace(small(company=["x=sane"], games=108), chunk_games=18)
    for workers in (1, 2):
        play_comparison(plan, tmp_path / str(workers), workers=workers)
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")


BOT = """
from dixie_agents import Agent

class Bot(Agent):
    def act(self, decisions):
        return decisions.masks.argmax(axis=1)
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my_compared_bot.py"
    file.write_text(BOT)
    path = list(sys.path)
    yield file
    sys.path[:] = path
    sys.modules.pop("my_compared_bot", None)


@pytest.mark.parametrize("finished", [False, True])
def test_another_bot_is_refused(tmp_path: Path, bot: Path, finished: bool) -> None:
    """Also if the comparison is finished: its verdict is not about the bot that is here now."""
    plan = replace(small("mine=my_compared_bot:Bot", "random", games=36, isolate=False), chunk_games=6)

    def stop(done: int, total: int) -> None:
        if done and not finished:
            raise KeyboardInterrupt

    try:
        play_comparison(plan, tmp_path / "run", progress=stop)
    except KeyboardInterrupt:
        assert not finished
    bot.write_text(BOT.replace("masks.argmax", "masks.copy().argmax"))
    sys.modules.pop("my_compared_bot", None)
    with pytest.raises(ArenaError, match="begun with another mine"):
        play_comparison(plan, tmp_path / "run", resume=True)
    bot.write_text(BOT)
    sys.modules.pop("my_compared_bot", None)
    assert play_comparison(plan, tmp_path / "run", resume=True).estimate.games == 36


@pytest.mark.parametrize("isolate", [True, False])
def test_a_failing_bot_is_guarded_and_counted(isolate: bool) -> None:
    plan = small(f"bot={HOSTILE}:Raises", "sane", games=36, isolate=isolate, time_limit=20.0)
    found = play_comparison(plan)
    assert found.substitutions["bot"] > 36 and set(found.substitutions) == {"bot"}
    random = play_comparison(small("bot=random", "sane", games=36))
    assert found.difference == random.difference


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"games": 20}, ArenaError, "20 games are too few: .* 6 games on each deal .* 6 deals, 36 games"),
        ({"games": 0}, Exception, "1 or more, not 0"),
        ({"other": "sane"}, AgentError, "'sane' is there 2 times; .* a=sane and b=sane"),
        ({"company": ["random"]}, AgentError, "'random' is there 2 times"),
        ({"other": ""}, AgentError, "has no name"),
        ({"players": 6}, RulesError, "from 2 to 5, not 6"),
        ({"seed": -1}, ArenaError, "seed"),
        ({"time_limit": 0}, ArenaError, "time limit"),
    ],
)
def test_what_can_not_be_compared(options: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        small(**options)


def test_folders_that_are_refused(tmp_path: Path) -> None:
    play_comparison(small(), tmp_path / "run")
    with pytest.raises(ArenaError, match="already holds this comparison, finished: use --resume"):
        play_comparison(small(), tmp_path / "run")
    with pytest.raises(ArenaError, match="another comparison: seed is 1 there and 2 here"):
        play_comparison(small(seed=2), tmp_path / "run", resume=True)
    with pytest.raises(ArenaError, match="name the folder"):
        play_comparison(small(), resume=True)
    with pytest.raises(AgentError, match="no agent 'nobody'"):
        play_comparison(small("nobody"))
