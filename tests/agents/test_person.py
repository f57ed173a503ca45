"""A person at the terminal: every option by its number, undo, leaving, and a record at the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dixie_agents.person import GameLeft, TerminalGame
from dixie_agents.registry import make_agent
from dixie_env import make_rules
from dixie_env.records import check_record
from dixie_env.text import describe_result


class Typist:
    """Answers questions from a list, then always with the first option."""

    def __init__(self, *answers: str) -> None:
        self.answers: Iterator[str] = iter(answers)
        self.told: list[str] = []

    def ask(self) -> str:
        return next(self.answers, "1")

    def tell(self, lines: str) -> None:
        self.told += lines.split("\n")


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
    assert any("is not an option: type a number from 1 to" in line for line in typist.told)


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
