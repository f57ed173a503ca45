"""Reviews: probabilities that add up, luck apart from choice, and planted blunders that are found."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dixie_agents.deciding import decide
from dixie_agents.registry import AgentError, make_agent
from dixie_agents.reviewing.analysis import analyse
from dixie_agents.reviewing.outlook import Outlook, Start
from dixie_agents.reviewing.page import company, review_data, words_of
from dixie_agents.reviewing.results import MARKS, Analysis, mark_of
from dixie_agents.reviewing.walk import Walk, turns_of, walk
from dixie_env import DixieError, Game, make_rules
from dixie_env.engine import option_id
from dixie_env.engine.words import CUBES
from dixie_env.records import Recorder, RecordError

POLICY = "ppo:zoo/third"


@cache
def policy() -> Any:
    return make_agent(POLICY)


def play(
    path: Path,
    players: int,
    agents: list[str],
    *,
    rounds: int = 2,
    seed: int = 4,
    instead: Callable[[Game, int], str | None] = lambda game, number: None,
    chance: Callable[[Game], Any] | None = None,
    edition: str = "de",
) -> Path:
    """Write a record. `instead` may name another choice than the agent's."""
    recorder = Recorder(make_rules(players, edition, rounds=rounds), seed, agents, chance=chance)
    number = 0
    while (seat := recorder.game.seat) is not None:
        game = recorder.game
        choice = instead(game, number)
        option = (
            decide(policy() if agents[seat] == POLICY else make_agent(agents[seat]), game, number)
            if choice is None
            else option_id(choice, seat, players)
        )
        recorder.step(option)
        number += 1
    recorder.save(path)
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    return walk(play(tmp_path_factory.mktemp("review") / "game.jsonl", 3, [POLICY, "balanced", "sane"]))


@pytest.fixture(scope="module")
def found(game: Walk) -> Analysis:
    return analyse(game, policy(), draws=4)


# --- the sums ----------------------------------------------------------------------------------------------


def check_sums(found: Analysis) -> None:
    """Luck and choice add up to the whole change: of a decision, a turn, a seat."""
    shares, players = found.shares, found.walk.end.players
    assert shares.shape == (len(found.walk.moments) + 1, players)
    assert shares.sum(axis=1) == pytest.approx(1)
    for step in found.steps:
        number = step.moment.number
        assert step.choice + step.luck == pytest.approx(shares[number + 1] - shares[number], abs=1e-12)
        assert step.moment.chance or not step.luck.any()
    for turn in found.turns:
        first, last = turn.steps[0].moment.number, turn.steps[-1].moment.number + 1
        assert turn.choice + turn.luck == pytest.approx(shares[last] - shares[first], abs=1e-12)
    for player in found.players:
        assert player.start == pytest.approx(1 / players)
        assert player.luck + player.own + player.others == pytest.approx(player.end - player.start, abs=1e-9)
    assert sum(player.end for player in found.players) == pytest.approx(1)
    for part in ("luck", "end", "start"):
        whole = sum(getattr(player, part) for player in found.players)
        assert whole == pytest.approx(0 if part == "luck" else 1, abs=1e-9)


def test_luck_and_choice_add_up_to_the_whole_change(found: Analysis) -> None:
    check_sums(found)
    assert any(step.luck.any() for step in found.steps)


@pytest.mark.parametrize(("players", "edition"), [(2, "fr"), (4, "en"), (5, "proto")])
def test_any_number_of_players_and_any_edition(tmp_path: Path, players: int, edition: str) -> None:
    file = play(tmp_path / "game.jsonl", players, ["sane"] * players, rounds=1, edition=edition)
    check_sums(analyse(walk(file), policy(), draws=2))


def test_the_end_is_the_result_and_the_beginning_is_fair(found: Analysis) -> None:
    ranks = found.walk.end.state["ranks"][:3]
    assert (found.shares[-1] > 0).tolist() == (ranks == 1).tolist()
    assert found.setup == pytest.approx(found.shares[0] - 1 / 3)


def test_the_same_review_with_any_number_of_threads(game: Walk, found: Analysis) -> None:
    assert review_data(analyse(game, policy(), draws=4, workers=1)) == review_data(found)


def test_without_chance_a_choice_leads_to_exactly_the_next_position(game: Walk) -> None:
    """The same draws give the same continuations: nothing is left that could look like luck."""
    outlook = Outlook(policy().policy, game.end.rules, draws=4)
    quiet = [moment for moment in game.moments[:-1] if not moment.chance][:12]
    for moment in quiet:
        after = game.moments[moment.number + 1]
        taken = Start(moment.game.state, moment.number, moment.option)
        one, other = outlook.judge([taken, Start(after.game.state, after.number)])
        assert (one.shares == other.shares).all()
        assert (one.ends == other.ends).all()


def test_what_comes_of_the_same_choice_with_other_cubes_is_luck(tmp_path: Path) -> None:
    """Two records differ in one draw from the bag. The choice counts the same, the luck does not."""

    def digs(game: Game, number: int) -> str | None:
        return "action:15" if game.decision == "act" and "action:15" in game.option_names() else None

    reviews = []
    for wanted in ("gold", "rock"):
        cube = CUBES.index(wanted)
        drawn: list[Any] = []

        def chance(now: Game, cube: int = cube, drawn: list[Any] = drawn) -> Any:
            value = now.sampled_outcome()
            if now.awaited == "draw" and not drawn:
                most = min(len(value), int(now.state["bag"][cube]))
                drawn.append(now.awaited)
                name = CUBES[cube]
                return [name] * most + [one for one in value if one != name][: len(value) - most]
            return value

        file = play(tmp_path / f"{wanted}.jsonl", 2, ["sane", "sane"], instead=digs, chance=chance)
        found = analyse(walk(file), policy(), draws=8)
        check_sums(found)
        reviews.append(
            next(
                step for step in found.steps if step.moment.chance[:1] and step.moment.chance[0][0] == "draw"
            )
        )
    gold, rock = reviews
    assert gold.moment.number == rock.moment.number
    seat = gold.moment.seat
    assert gold.choice == pytest.approx(rock.choice, abs=1e-12)
    assert gold.luck[seat] > rock.luck[seat]
    assert gold.luck[seat] > 0


# --- mistakes ----------------------------------------------------------------------------------------------


def test_a_planted_blunder_is_found(tmp_path: Path) -> None:
    """Everybody plays the policy, but once a seat passes with all its discs still in hand."""
    planted: list[int] = []

    def once(game: Game, number: int) -> str | None:
        if not planted and game.round == 2 and game.decision == "act" and "pass" in game.option_names():
            planted.append(number)
            return "pass"
        return None

    file = play(tmp_path / "game.jsonl", 3, [POLICY] * 3, rounds=7, seed=11, instead=once)
    found = analyse(walk(file), policy(), draws=4)
    worst = max(found.steps, key=lambda step: step.lost)
    assert worst.moment.number == planted[0] and worst.moment.choice == "pass"
    assert worst.mark and worst.lost > 0.03
    assert worst.best != "pass" and worst.because
    turn = next(turn for turn in found.turns if planted[0] in [step.moment.number for step in turn.steps])
    assert turn.mark == mark_of(turn.lost)
    guilty = found.players[worst.moment.seat]
    assert guilty.lost == max(player.lost for player in found.players)
    assert guilty.accuracy == min(player.accuracy for player in found.players) < 1


def test_who_plays_like_the_reviewer_makes_no_mistakes(found: Analysis) -> None:
    assert found.players[0].lost == 0 and found.players[0].accuracy == 1
    assert all(step.best == step.moment.choice for step in found.steps if step.moment.seat == 0)


def test_a_search_says_what_it_thought(tmp_path: Path) -> None:
    file = play(tmp_path / "game.jsonl", 2, ["sane", "sane"], rounds=1)
    found = analyse(walk(file), make_agent(f"mcts:8:{POLICY}"), draws=2)
    thoughts = [step.thoughts for step in found.steps if any(one.visits for one in step.thoughts)]
    assert thoughts
    for rows in thoughts:
        assert sum(one.visits for one in rows) <= 8
        assert all(one.value is None or 0 <= one.value <= 1 for one in rows)


def test_marks_go_by_what_was_lost() -> None:
    assert [mark_of(lost) for lost in (0.0, 0.019, 0.02, 0.05, 0.1, 0.9)] == (
        ["", "", "inaccuracy", "mistake", "blunder", "blunder"]
    )
    assert [least for _, least in MARKS] == sorted((least for _, least in MARKS), reverse=True)


# --- turns and words ---------------------------------------------------------------------------------------


def test_turns_are_consecutive_decisions_of_one_seat(game: Walk, found: Analysis) -> None:
    places = turns_of(game.moments)
    assert [number for turn in places for number in turn] == list(range(len(game.moments)))
    assert any(len(turn) > 1 for turn in places)
    for turn in places:
        assert len({game.moments[number].seat for number in turn}) == 1
        assert all(game.moments[number].game.decision != "act" for number in turn[1:])
    assert all(words_of(turn.steps) for turn in found.turns)


def test_other_seats_are_played_by_agents_that_every_table_has() -> None:
    assert company({"agents": ["person", "greedy", POLICY]}) == ["balanced", "greedy", "balanced"]
    assert company({}) == []


# --- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["balanced", "mcts:40", "random", "ppo:zoo/first"])
def test_an_agent_that_does_not_predict_the_winner_is_refused(game: Walk, name: str) -> None:
    with pytest.raises(AgentError, match=r"can't review a game: .*does not predict who wins; give a policy"):
        analyse(game, make_agent(name))


def test_only_finished_games_can_be_reviewed(tmp_path: Path) -> None:
    whole = play(tmp_path / "game.jsonl", 2, ["sane", "sane"], rounds=1).read_text()
    part = tmp_path / "part.jsonl"
    part.write_text("".join(whole.splitlines(keepends=True)[:-3]))
    with pytest.raises(RecordError, match="cut off"):
        walk(part)
    broken = tmp_path / "broken.jsonl"
    broken.write_text(whole.replace('"choice"', '"chosen"', 1))
    with pytest.raises(DixieError, match="line"):
        walk(broken)


def test_probabilities_of_a_finished_continuation_are_results(game: Walk) -> None:
    moment = game.moments[-1]
    outlook = Outlook(policy().policy, game.end.rules, draws=3)
    shares = outlook.judge([Start(moment.game.state, moment.number, moment.option)])[0].shares
    assert np.isin(shares, (0, 1 / 3, 1 / 2, 1)).all()
