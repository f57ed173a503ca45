"""Restricted play, the draft, and boards that are not known."""

import json
from pathlib import Path

import numpy as np
import pytest

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_arena.ability_effects.boards import KNOBS, draw_board
from dixie_arena.ability_effects.draft import draft_experiment, summarize_draft
from dixie_arena.ability_effects.drafter import Drafter
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.play import play_replicates
from dixie_arena.ability_effects.restricted import (
    all_bans,
    check_symmetry,
    estimate_losses,
    restricted_experiment,
)
from dixie_arena.ability_effects.runs import identify_agents, run_experiment
from dixie_arena.ability_effects.sample import read_sample
from dixie_arena.ability_effects.sensitivity import boards_experiment, estimate_boards, summarize_boards
from dixie_arena.chunk import Chunk
from dixie_arena.config import ArenaError
from dixie_env import make_rules
from dixie_env.boards.files import board_data
from dixie_env.config import load_board
from tests.arena.abilities_helpers import play, setup

SANE = identify_agents(["sane"])


def test_all_actions_roads_and_abilities_can_be_banned(tmp_path: Path):
    bans = all_bans()
    assert [sum(ban.kind == kind for ban in bans) for kind in ("action", "road", "ability")] == [21, 3, 10]
    for ban in bans:
        make_rules(4, forbidden=[list(ban.options), [], [], []])
    experiment = restricted_experiment("sane", setup(rounds=7), 40, 3, bans)
    table, _ = run_experiment(experiment, tmp_path)
    rows = estimate_losses(experiment, table, bans)
    assert {row["name"] for row in rows} == {ban.name for ban in bans}
    assert all(row["win_share_low"] <= row["win_share_value"] <= row["win_share_high"] for row in rows)
    assert all(row["games"] == 40 for row in rows)
    losses = [row["win_share_value"] for row in rows]
    assert losses == sorted(losses, reverse=True)
    assert check_symmetry(experiment, table).se == 0


def test_a_ban_is_kept_and_its_loss_is_found(tmp_path: Path):
    """A seat that may neither mine, nor offer specially, nor move up a track has less than its share."""
    bans = [ban for ban in all_bans() if ban.name in ("15 mine", "19 special offering", "9 mercy")]
    experiment = restricted_experiment("sane", setup(rounds=7), 800, 1, bans)
    table, _ = run_experiment(experiment, tmp_path)
    rows = {row["name"]: row for row in estimate_losses(experiment, table, bans)}
    assert rows["19 special offering"]["win_share_low"] > 0
    assert rows["19 special offering"]["win_share_p_holm"] < 0.01
    sane = [make_agent("sane")]
    for cell in experiment.cells[1:]:
        action = int(cell.ban[0].removeprefix("action:"))
        for seat, rules in enumerate(cell.rules):
            taken = play_matches(rules, sane, np.zeros((40, 4), int), np.arange(40)).states["actions_taken"]
            assert not taken[:, seat, action].any()
            assert taken[:, :4, action].any()


def test_drafting_by_estimated_values_gains(tmp_path: Path):
    values = estimate_dealt(play("dealt", 4000, rounds=7), "win_share")["win_share"].values.tolist()
    experiment = draft_experiment("sane", setup(rounds=7), 1000, 2, values)
    table, _ = run_experiment(experiment, tmp_path)
    found = summarize_draft(experiment, table, values)
    gain = found["gain"]["win_share"]
    assert gain["low"] > 0
    for usual, knowing in zip(found["positions"]["agent"], found["positions"]["by_value"], strict=True):
        assert knowing["value_over_replacement"] > usual["value_over_replacement"]
    picks = found["picks"]
    assert len(picks) == 10
    assert sum(row["pick_rate"] * row["shown"] for row in picks) == pytest.approx(4 * found["games"])
    assert sum(row["first_pick_rate"] * row["shown"] for row in picks) == pytest.approx(found["games"])


@pytest.mark.parametrize("values", [(), tuple(float(number) for number in range(10))])
def test_the_table_says_who_drafted_what(values):
    """The draft is made once more for the table; where nobody swaps tiles, they stay where they were."""
    cell = Cell("draft", "greedy", setup(draft="choose", forbidden=[["action:16"]] * 4), 60, values=values)
    sample = read_sample(play_replicates(cell, 0, range(cell.replicates), 1).table, 0, 4)
    drafted = sample.columns["ability"].reshape(-1, 4)
    seeds = sample.columns["seed"].reshape(-1, 4)[:, 0]
    greedy = make_agent("greedy")
    agents = [greedy, Drafter(greedy, values)] if values else [greedy]
    lineups = (sample.columns["focal"] & bool(values)).reshape(-1, 4).astype(int)
    states = play_matches(cell.rules[0], agents, lineups, seeds).states
    assert (drafted == states["ability"][:, :4]).all()
    assert sample.columns["kept"].all()
    if values:
        shown = sample.columns["display"].reshape(-1, 4)[:, 0]
        first = sample.columns["turn"].reshape(-1, 4) == 3
        best = np.array(
            [max(number for number in range(1, 11) if display >> number & 1) for display in shown]
        )
        picks_first = (first & (lineups == 1)).any(axis=1)
        assert (drafted[first][picks_first] == best[picks_first]).all()


def test_the_drafter_takes_the_best_on_display_and_plays_on_as_the_other():
    values = [float(number) for number in range(10)]
    drafter, sane = Drafter(make_agent("sane"), values), make_agent("sane")
    rules = make_rules(4)
    seeds = np.arange(30)
    lineups = np.zeros((30, 4), int)
    both = play_matches(rules, [drafter, sane], lineups, seeds)
    again = play_matches(rules, [drafter, sane], lineups, seeds)
    assert (both.states == again.states).all()
    dealt = play_matches(make_rules(4, draft="random"), [drafter], lineups, seeds)
    plain = play_matches(make_rules(4, draft="random"), [sane], lineups, seeds)
    assert (dealt.states == plain.states).all()
    with pytest.raises(ValueError, match="there must be 10 values, one for each ability, not 2"):
        Drafter(sane, [1.0, 2.0])


def test_boards_of_a_study_come_from_the_prior():
    base = load_board("standard")
    boards = [draw_board(base, 3, number) for number in range(200)]
    assert boards[7] == load_board("prior:standard:1000003:7")  # no board that training has seen
    for knob, read in KNOBS.items():
        numbers = [read(board) for board in boards]
        assert min(numbers) < read(base) < max(numbers), knob
        assert len(set(numbers)) > 2, knob


def test_boards_share_neither_seeds_nor_deals(tmp_path: Path):
    """With common deals the errors of all boards would be correlated."""
    experiment = boards_experiment("sane", setup(), 60, 1, 3)
    tables = [Chunk.from_bytes(experiment.play_part(part, SANE)).table for part in range(experiment.chunks)]
    seeds = [set(table.column("seed").to_pylist()) for table in tables]
    standard = play("dealt", 60)
    seeds.append(set(standard.columns["seed"].tolist()))
    assert len(set.union(*seeds)) == sum(map(len, seeds))
    deals = [tuple(table.column("ability").to_pylist()) for table in tables]
    assert len(set(deals)) == 3
    again = Experiment.from_object(json.loads(json.dumps(experiment.as_object())))
    assert [again.seed_of(cell) for cell in range(3)] == [experiment.seed_of(cell) for cell in range(3)]
    with pytest.raises(ArenaError, match="the seed of a cell must be from 0"):
        Cell("dealt", "sane", setup(), 10, seed=-1)


def test_what_is_entered_stays_on_the_boards_of_a_study():
    data = board_data(load_board("prior:standard:7:3"))
    data["track_length"]["status"] = data["ring_tiles"]["status"] = "entered"
    experiment = boards_experiment("sane", setup().replace(board=data), 10, 1, 5)
    boards = [cell.setup.board for cell in experiment.cells]
    given = load_board(data)
    assert {board.ring_tiles for board in boards} == {given.ring_tiles}
    assert {board.track_length for board in boards} == {given.track_length}
    assert len({board.servant_tiles for board in boards}) > 2


def test_ranks_on_other_boards_are_counted(tmp_path: Path):
    experiment = boards_experiment("sane", setup(), 120, 1, 9)
    table, _ = run_experiment(experiment, tmp_path)
    standard = estimate_dealt(play("dealt", 600), "win_share")["win_share"]
    found = summarize_boards(experiment, estimate_boards(experiment, table), standard)
    assert found["boards"] == 9 and found["games"] == 9 * 120
    assert [row["rank"] for row in found["abilities"]] == list(range(1, 11))
    for row in found["abilities"]:
        ranks = found["ranks"][row["ability"]]
        assert row["rank_kept"] == pytest.approx(ranks.count(row["rank"]) / 9)
        assert row["highest_rank"] == min(ranks) and row["lowest_rank"] == max(ranks)
    assert len(found["knobs"]) == 10 * len(KNOBS)
    assert all(0 <= row["probability"] <= 1 for row in found["conclusions"])


def test_an_assumption_that_matters_is_named(tmp_path: Path):
    """Values that follow the number on the board: `ring_bonus` is worth more where rings are."""
    experiment = boards_experiment("sane", setup(), 60, 1, 24)
    random = np.random.default_rng(1)
    standard = estimate_dealt(play("dealt", 600), "win_share")["win_share"]
    boards = []
    for cell in experiment.cells:
        values = 0.002 * random.standard_normal(10)
        values[2] += 0.03 * (KNOBS["ring tiles (mean)"](cell.setup.board) - 5)
        boards.append(type(standard)("win_share", values - values.mean(), np.eye(10) * 4e-6, 500, 60, 0.25))
    rows = summarize_boards(experiment, boards, standard)["abilities"]
    assert next(row for row in rows if row["ability"] == "ring_bonus")["hangs_on"][0] == "ring tiles (mean)"
