"""Games as arrays."""

import numpy as np
import pytest
from typer.testing import CliRunner

from dixie_agents.base import Agent
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.registry import make_agent
from dixie_env import DixieError, Game, IllegalChoice, make_rules
from dixie_env.cli.app import app
from dixie_env.cli.errors import UsageError
from dixie_env.rewards import Reward
from dixie_training.dataset import from_agents, read_dataset, write_dataset


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), standalone_mode=False)


def test_self_play_replays_to_the_same_observations(tmp_path):
    """Playing the actions of a game again gives its observations, masks, seats and returns."""
    lineups = np.tile([0, 1, 0], (5, 1)).astype(np.int32)
    agents = [make_agent("sane"), make_agent("greedy")]
    parts = list(from_agents(make_rules(3), agents, lineups, 7, Reward("score")))
    data = parts[0]
    for number in range(5):
        game = Game(make_rules(3), 7 + number)
        rows = np.flatnonzero(data.games == number)
        for row in rows:
            assert game.seat == data.seats[row]
            assert np.array_equal(game.observe(game.seat), data.observations[row])
            assert np.array_equal(game.mask().astype(bool), data.masks[row])
            game.step(int(data.actions[row]))
        assert game.over
        scores = game.state["scores"][:3].astype(float)
        assert data.returns[rows] == pytest.approx((scores - scores.mean())[data.seats[rows]] / 60, abs=1e-6)


def test_records_and_self_play_agree(tmp_path):
    recorded = run("record", "--agents", "sane", "--players", 2, "--seed", 3, "--games", 2, "--out", tmp_path)
    assert recorded.exception is None
    records = sorted(tmp_path.glob("*.jsonl"))
    assert run("dataset", tmp_path / "data", *records).exception is None
    data = read_dataset(tmp_path / "data")
    assert set(data.games.tolist()) == {0, 1}
    game = Game(make_rules(2), 3)
    for row in np.flatnonzero(data.games == 0):
        assert np.array_equal(game.observe(game.seat), data.observations[row])
        game.step(int(data.actions[row]))
    assert game.over


def test_the_command_lets_agents_play(tmp_path):
    result = run("dataset", tmp_path / "data", "--agents", "random", "--games", 3, "--players", 2)
    assert result.exception is None
    data = read_dataset(tmp_path / "data")
    assert data.masks[np.arange(len(data.actions)), data.actions].all()
    assert set(np.unique(data.returns)) <= {-1.0, 0.0, 1.0}


def test_the_command_takes_the_game_and_the_observation(tmp_path):
    options = [
        "--players",
        2,
        "--edition",
        "pl",
        "--rounds",
        2,
        "--observation",
        "screened",
        "--observe-board",
    ]
    result = run("dataset", tmp_path / "data", "--agents", "sane", "--games", 2, *options)
    assert result.exception is None
    data = read_dataset(tmp_path / "data")
    game = Game(make_rules(2, "pl", rounds=2), 0)
    for row in np.flatnonzero(data.games == 0):
        assert np.array_equal(game.observe(game.seat, screened=True, board=True), data.observations[row])
        game.step(int(data.actions[row]))
    assert game.over


@pytest.mark.parametrize("options", [("--seed", -1), ("--games", 0), ("--games", 10**11)])
def test_impossible_numbers_are_refused_at_once(tmp_path, options):
    result = run("dataset", tmp_path / "data", *options)
    assert isinstance(result.exception, UsageError)
    assert not (tmp_path / "data").exists()


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "something").touch()
    with pytest.raises(DixieError, match="not empty"):
        write_dataset(tmp_path, [], {})


def test_a_folder_that_is_no_dataset(tmp_path):
    with pytest.raises(DixieError, match="not a dataset"):
        read_dataset(tmp_path)


class Answering(Agent):
    """Answers every decision in the same way, right or wrong."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def act(self, decisions):
        return self.answer(decisions)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda decisions: decisions.masks.argmin(axis=1), "legal options"),
        (lambda decisions: np.full(len(decisions), -1), "legal options"),
        (lambda decisions: np.full(len(decisions), 10**12), "legal options"),
        (lambda decisions: np.zeros((len(decisions), 2), int), "array of one option id each"),
        (lambda decisions: np.zeros(len(decisions) + 1, int), "array of one option id each"),
        (lambda decisions: np.full(len(decisions), 0.5), "array of one option id each"),
    ],
)
def test_an_illegal_answer_never_reaches_the_engine(answer, said):
    lineups = np.zeros((8, 2), np.int32)
    with pytest.raises(IllegalChoice, match=said):
        list(from_agents(make_rules(2), [Answering(answer)], lineups, 1, Reward("win")))


def test_a_bot_that_scribbles_on_what_it_is_shown_spoils_nothing():
    def scribble(decisions):
        options = decisions.masks.argmax(axis=1)
        decisions.masks[:] = 1
        decisions.observations[:] = np.nan
        return options

    lineups = np.zeros((4, 2), np.int32)
    scribbled = next(from_agents(make_rules(2), [Answering(scribble)], lineups, 1, Reward("win")))
    honest = Answering(lambda decisions: decisions.masks.argmax(axis=1))
    clean = next(from_agents(make_rules(2), [honest], lineups, 1, Reward("win")))
    for name in scribbled._fields:
        assert np.array_equal(getattr(scribbled, name), getattr(clean, name))


def test_the_loop_itself_refuses_what_is_not_legal_and_changes_nothing():
    loop = MatchLoop(make_rules(2), [None], np.zeros((3, 2), np.int32), np.arange(3, dtype=np.uint64), 0)
    loop.run(0, 3, np.zeros(1))
    before = loop.states.tobytes()
    rows = np.arange(3)
    legal = loop.ask(rows)[1].argmax(axis=1).astype(np.int64)
    for wrong in (-1, 156, 157, 2**40):
        with pytest.raises(IllegalChoice, match="row 2"):
            loop.take(rows, np.array([legal[0], legal[1], wrong]))
    with pytest.raises(IllegalChoice, match="no row 3"):
        loop.take(np.array([3]), legal[:1])
    with pytest.raises(IllegalChoice, match="as many options"):
        loop.take(rows, legal[:2])
    assert loop.states.tobytes() == before
