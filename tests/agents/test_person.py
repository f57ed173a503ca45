"""A person at the terminal: every option by its number, undo, leaving, and a record at the end."""

from pathlib import Path

import pytest

from dixie_agents.person import GameLeft, TerminalGame, option_numbers
from dixie_agents.registry import make_agent
from dixie_env import make_rules
from dixie_env.records import check_record
from dixie_env.text import describe_result
from tests.agents.typist import Typist


def sit_down(typist: Typist, seat: int = 0, seed: int = 3, **options: object) -> TerminalGame:
    rules = make_rules(3, rounds=2, **options)  # type: ignore[arg-type]
    return TerminalGame(rules, seed, seat, [make_agent("sane")] * 2, ask=typist.ask, tell=typist.tell)


def test_a_whole_game_becomes_a_record(tmp_path: Path) -> None:
    for seat in range(3):
        typist = Typist()
        recorder = sit_down(typist, seat).play()
        recorder.save(tmp_path / "game.jsonl")
        check_record(tmp_path / "game.jsonl")
        assert recorder.lines[0]["agents"][seat] == "person"
        text = "\n".join(typist.told)
        assert f"You are seat {seat}" in text
        assert "The queen demands" in text
        assert describe_result(recorder.game) in text


def test_a_choice_can_be_taken_back() -> None:
    first = Typist("1", "1")
    untouched = sit_down(first, draft="random")
    untouched.play()
    second = Typist("1", "u", "1", "1")
    undone = sit_down(second, draft="random")
    undone.play()
    assert "Undone." in second.told
    assert undone.recorder.lines == untouched.recorder.lines


def test_nothing_to_take_back() -> None:
    typist = Typist("u")
    sit_down(typist).play()
    assert any("can't undo now" in line for line in typist.told)


@pytest.mark.parametrize("answer", ["0", "99", "x", "-1", "1.5", ""])
def test_a_wrong_answer_is_asked_again(answer: str) -> None:
    typist = Typist(answer)
    sit_down(typist).play()
    assert any("is not an option: type one of 1, 2, 3" in line for line in typist.told)


def test_leaving() -> None:
    with pytest.raises(GameLeft):
        sit_down(Typist("q")).play()


def test_offerings_of_others_are_told_when_all_are_shown() -> None:
    typist = Typist()
    table = sit_down(typist, seed=5)
    table.play()
    shown = typist.told.index("All offerings are shown.")
    assert not any("offer" in line and line.startswith("seat ") for line in typist.told[:shown])
    assert any("offer" in line and line.startswith("seat ") for line in typist.told[shown:])


def test_the_board_is_shown_when_asked_for() -> None:
    typist = Typist("b")
    sit_down(typist).play()
    assert sum("servant space: free" in line for line in typist.told) == 1
    assert any("1 steal food" in line and "5 silver" in line for line in typist.told)


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["action:2", "action:15", "pass"], [2, 15, 0]),
        (["amount:1", "amount:2"], [1, 2]),
        (["amount:0", "amount:1", "stop"], [0, 1, 22]),  # 0 would mean two options
        (["rock:first", "action:4", "rock:second", "pass"], [22, 4, 23, 0]),
        (["good:apple", "good:gold", "stop"], [1, 2, 3]),
        (["pass"], [1]),
    ],
)
def test_actions_and_amounts_have_their_own_numbers(names: list[str], numbers: list[int]) -> None:
    assert option_numbers(names) == numbers


def test_typing_15_digs_in_the_mine() -> None:
    typist = Typist("15")
    game = sit_down(typist, draft="random")
    game.play()
    choices = [line["choice"] for line in game.recorder.lines if line.get("seat") == 0 and "choice" in line]
    assert choices[0] == "action:15"
    options = [line for line in typist.told if "digs in the mine" in line and "seat" not in line]
    assert "15  digs in the mine" in options[0] and "(15)" not in options[0]


def test_what_happened_fits_a_small_terminal_with_the_question() -> None:
    """Between the last moves and the prompt there is no position, and options take few lines."""
    typist = Typist()
    sit_down(typist, draft="random").play()
    asked = [place for place, line in enumerate(typist.told) if line == "You decide: act"]
    assert len(asked) > 3
    for place in asked[1:]:
        before = typist.told[place - 6 : place]
        assert any("(sane)" in line or "(person)" in line for line in before)
    for line in typist.told:
        if line.startswith("  ") and "seat" not in line:
            assert len(line) <= 80
