"""The games of a stage: who sits where, who holds what, and that nothing depends on how it is played."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_arena.ability_effects.runs import identify_agents
from dixie_arena.config import ArenaError
from dixie_arena.studying.boards import DrawnBoard, child_seed, drawn_boards, make_board
from dixie_arena.studying.draft_tree import best_pick
from dixie_arena.studying.draft_values import DraftValues
from dixie_arena.studying.fits import fit_stage, split_cells
from dixie_arena.studying.stage import GAME_COLUMNS, Cell, GameStage, WeighStage
from dixie_arena.studying.stage_run import run_stage
from dixie_env import Setup, compile_rules
from dixie_env.boards.prior import load_prior
from dixie_env.boards.sampler import draw

AGENTS = (("sane", "sane"), ("greedy", "greedy"), ("random", "random"))
BOARDS = (DrawnBoard(0, 6), DrawnBoard(3, 9))
OFF = {str(ability): {"bonus": 0, "off": True, "agents": None, "shortest": 1} for ability in range(1, 11)}
VALUES = DraftValues(
    np.linspace(0.1, 0.4, 40).reshape(4, 10)[:, [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]], np.zeros((10, 10))
)


def make_stage(games: int = 60, *, rounds: int = 1, agents: Any = AGENTS, **options: Any) -> GameStage:
    cells = tuple(Cell(board, child_seed(1, "test", board.number), games) for board in BOARDS)
    return GameStage("test", agents, "standard", 1_000_001, "de", rounds, cells, 4, **options)


def load(agents: Any) -> Any:
    return [make_agent(name) for _, name in agents]


def cells_of(stage: GameStage) -> list[dict[str, Any]]:
    agents = load(stage.agents)
    return [
        next(split_cells(stage.play_cell(number, agents), stage.players))
        for number in range(len(stage.cells))
    ]


def test_boards_are_those_of_the_prior_with_a_held_length():
    board = make_board("standard", 1_000_001, DrawnBoard(3, 9))
    assert board == draw("standard", 1_000_001, 3, length=9)
    prior = load_prior("standard")
    assert make_board(prior.model_dump(mode="json"), 1_000_001, DrawnBoard(3, 9)) == board
    boards = drawn_boards(prior, [0.4, *[0.1] * 6], 20)
    assert [board.number for board in boards] == list(range(20))
    assert sum(board.length == 6 for board in boards) == 8
    assert drawn_boards(prior, [0.4, *[0.1] * 6], 10) == boards[:10]


def test_every_board_has_its_own_seeds_and_deals():
    seeds = {child_seed(seed, name, board) for seed in (1, 2) for name in ("a", "b") for board in range(5)}
    assert len(seeds) == 20
    one, other = cells_of(make_stage())
    assert (one["ability"] != other["ability"]).any()
    assert (one["agent"] != other["agent"]).any()


def test_deals_are_balanced_and_seats_draw_their_agents():
    one, _ = cells_of(make_stage(120))
    counts = np.array([[(one["ability"][:, seat] == k).sum() for k in range(1, 11)] for seat in range(4)])
    assert (counts == 12).all()
    agents = np.bincount(one["agent"].ravel(), minlength=3)
    assert agents.sum() == 480 and agents.min() > 120
    assert len(np.unique(one["agent"], axis=0)) > 40  # of 81 line-ups
    assert (np.sort(one["place"], axis=1) == np.arange(4)).all()


@pytest.mark.parametrize("picking", ["dealt", "agents"])
def test_games_are_those_of_a_match(picking: Any):
    stage = make_stage(rounds=3, picking=picking)
    cell = stage.cells[1]
    found = cells_of(stage)[1]
    agents = [make_agent(name) for _, name in AGENTS]
    seeds, deals, _ = stage._deal(cell)
    setup = Setup(4, "de", stage.board(cell), "choose", rounds=3)
    results = play_matches(compile_rules(setup), agents, found["agent"].astype(int), seeds, deals=deals)
    assert (found["score"] == results.scores).all()
    assert (found["rank"] == results.ranks).all()
    assert (found["win_share"] == results.win_shares).all()
    if picking == "agents":
        assert len(np.unique(seeds)) == len(seeds)
        shown = found["display"][:, :1] >> found["ability"] & 1
        assert (shown == 1).all()
        assert all(int(display).bit_count() == 6 for display in found["display"][:, 0])
        last = results.states["ability"][:, :4]
        assert ((found["ability"] == last) == found["kept"]).all()


def test_nobody_swaps_an_ability_that_is_held():
    # Whoever falls into the pit loses it.
    for held in (False, True):
        cells = cells_of(make_stage(180, rounds=3, held=held))
        assert all((cell["kept"] | cell["in_pit"]).all() for cell in cells) == held


def test_clones_sit_on_all_seats():
    cells = tuple(Cell(board, 1, 60, agent) for agent in range(3) for board in BOARDS)
    stage = GameStage("clones", AGENTS, "standard", 1_000_001, "de", 1, cells, 4, seating="clones")
    for cell, found in zip(cells, cells_of(stage), strict=True):
        assert (found["agent"] == cell.agent).all()


def test_a_guest_sits_on_one_seat_and_holds_everything():
    found = cells_of(make_stage(240, seating="guest"))[0]
    guest = found["agent"] == 2
    assert (guest.sum(axis=1) == 1).all()
    assert (guest == found["focal"]).all()
    assert len(np.unique(found["ability"][guest])) == 10


def test_one_seat_picks_by_induction_and_the_others_as_their_agents_do():
    known = {"by_place": VALUES.by_place.tolist(), "pairs": VALUES.pairs.tolist()}
    base = cells_of(make_stage(15, picking="agents"))[0]
    one = cells_of(make_stage(60, picking="one", values=known))[0]
    everyone = cells_of(make_stage(15, picking="all", values=known))[0]
    assert (one["focal"].reshape(15, 4, 4) == np.eye(4, dtype=bool)).all()
    assert (one["agent"].reshape(15, 4, 4) == base["agent"][:, None]).all()
    assert (everyone["agent"] == base["agent"]).all()
    for game in range(len(one["ability"])):
        picks = one["ability"][game][np.argsort(-one["place"][game])].tolist()
        shown = [k for k in range(1, 11) if one["display"][game, 0] >> k & 1]
        number = 3 - int(one["place"][game][one["focal"][game]][0])
        left = [k for k in shown if k not in picks[:number]]
        assert picks[number] == best_pick(VALUES, left, picks[:number])
        if number == 3:  # whoever picks last changes nothing before
            same = base["ability"][game // 4][np.argsort(-base["place"][game // 4])].tolist()
            assert picks[:3] == same[:3]
    for game in range(15):
        shown = [k for k in range(1, 11) if everyone["display"][game, 0] >> k & 1]
        picks = everyone["ability"][game][np.argsort(-everyone["place"][game])].tolist()
        taken: list[int] = []
        for pick in picks:
            assert pick == best_pick(VALUES, [k for k in shown if k not in taken], taken)
            taken.append(pick)


def test_a_planted_bonus_is_paid_to_the_agent_and_on_the_boards_that_it_is_for():
    careless = (("a", "sane"), ("b", "sane"))  # they never look at points
    plain = cells_of(make_stage(120, agents=careless, planted=OFF))
    change = {"bonus": 50, "off": True, "agents": [1], "shortest": 8}
    planted = cells_of(make_stage(120, agents=careless, planted=OFF | {"3": change}))
    assert (plain[0]["score"] == planted[0]["score"]).all()  # its tracks have 6 spaces
    paid = (planted[1]["ability"] == 3) & (planted[1]["agent"] == 1)
    assert paid.sum() > 5
    gain = planted[1]["score"] - plain[1]["score"]
    assert (gain[~planted[1]["in_pit"]] == 50 * paid[~planted[1]["in_pit"]]).all()


def test_boards_with_too_few_games_are_left_out_where_that_is_allowed():
    stage = make_stage(60, rounds=1)
    table = pa.concat_tables([stage.play_cell(number, load(AGENTS)) for number in range(2)])
    never = (
        (table["cell"].to_numpy() == 1)
        & (table["agent"].to_numpy() == 2)
        & (table["ability"].to_numpy() == 7)
    )
    agents = np.where(never, 0, table["agent"].to_numpy()).astype(
        np.int8
    )  # on the second board agent 2 never holds 7
    table = table.set_column(table.schema.get_field_index("agent"), "agent", pa.array(agents))
    with pytest.raises(ArenaError, match="board 3 of the study, 60 games: agent 2 held ability 7 in no game"):
        fit_stage(table, 4, 3)
    with pytest.raises(ArenaError, match="board 3 of the study"):
        fit_stage(table, 4, 3, fewest=2)
    found = fit_stage(table, 4, 3, fewest=1)
    assert found.fitted.tolist() == [True, False]
    assert (found.fits[0].effects == fit_stage(table, 4, 3, only=[0]).fits[0].effects).all()
    assert found.cells([0.25, 0.75]).boards.tolist() == [1.0]


def test_a_guest_is_compared_with_the_pool_as_a_whole():
    """An effect for each agent of the pool would need more games than a search can play."""
    guest = make_stage(240, seating="guest", rounds=2)
    table = pa.concat_tables([guest.play_cell(number, load(AGENTS)) for number in range(2)])
    found = fit_stage(table, 4, 2, guest=2)
    assert found.fitted.all() and found.fits[0].effects.shape == (2, 10)
    own = table.filter(pc.and_(pc.equal(table["agent"], 2), pc.equal(table["cell"], 0)))
    means = np.array(
        [own.filter(pc.equal(own["ability"], k))["win_share"].to_numpy().mean() for k in range(1, 11)]
    )
    # Places in the order of play move it a little.
    assert found.fits[0].effects[1] == pytest.approx(means - means.mean(), abs=0.06)
    assert abs(found.fits[0].effects[1] - found.fits[0].effects[0]).max() > 0.02


def test_a_stage_survives_json():
    known = {"by_place": VALUES.by_place.tolist(), "pairs": VALUES.pairs.tolist()}
    cells = (Cell(BOARDS[0], 3, 10),)
    for stage in (
        make_stage(planted=OFF, held=True),
        make_stage(picking="one", values=known),
        WeighStage("weigh", AGENTS, "standard", 1_000_001, "de", 1, cells, (3, 5), "choose"),
    ):
        assert type(stage).from_object(json.loads(json.dumps(stage.as_object()))) == stage


@pytest.mark.parametrize("options", [{"seating": "standing"}, {"picking": "one"}, {"values": {}}])
def test_a_stage_that_makes_no_sense_is_refused(options: Any):
    with pytest.raises(ValueError, match=r"must be one of|values are for"):
        make_stage(**options)


def test_parts_change_nothing(tmp_path: Path):
    stage = make_stage(120)
    identities = identify_agents([name for _, name in AGENTS])
    whole, _ = run_stage(stage, tmp_path / "whole", identities=identities)
    assert stage.chunks == 1 and whole.column_names == list(GAME_COLUMNS)
    other = make_stage(120, part_games=100)
    assert other.chunks == 2
    parts, timing = run_stage(other, tmp_path / "parts", identities=identities)
    assert parts.equals(whole)
    assert timing["games"] == 240


def test_weighing_plays_each_number_of_players():
    cells = tuple(Cell(board, child_seed(1, "w", board.number), 12) for board in BOARDS)
    stage = WeighStage("weigh", AGENTS, "standard", 1_000_001, "de", 1, cells, (3, 5), "choose")
    assert stage.games == 48
    agents = [make_agent(name) for _, name in AGENTS]
    table = stage.play_cell(1, agents)  # type: ignore[arg-type]
    rows = table.to_pylist()
    assert [row["players"] for row in rows] == [3] * 12 + [5] * 12
    assert {row["board"] for row in rows} == {3}
    assert all((row["agent_4"] == -1) == (row["players"] == 3) for row in rows)
