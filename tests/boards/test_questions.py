"""The questions for an owner, apart from any terminal: what is understood and refused, what stays open."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dixie_env.boards.answers import AnswerError, answer
from dixie_env.boards.entering import enter, enter_length, reopen
from dixie_env.boards.files import board_data
from dixie_env.boards.pictures import PLAIN, picture
from dixie_env.boards.questions import QUESTIONS, Question
from dixie_env.config import Board, ConfigError, load_board

STANDARD = load_board("standard")
BY_TITLE = {question.title: question for question in QUESTIONS}
BY_KEY = {question.key: question for question in QUESTIONS if not question.row}
ROWS = {question.row: question for question in QUESTIONS if question.row}


def answered(board: Board, question: Question, text: str) -> Board:
    return answer(board, question, text).board


def test_the_order_and_that_nothing_is_forgotten():
    assert [question.key for question in QUESTIONS] == [
        "track_length",
        "track_penalties",
        "silver_per_gold",
        "gold_per_ring",
        "mine_symbols",
        "offering_tiles",
        "servant_tiles",
        "ring_tiles",
        "whip_die",
        "casino_die",
        *["icons"] * 4,
    ]
    assert list(ROWS) == [1, 2, 3, 4]
    assert [place for row in ROWS.values() for place in row.places(STANDARD)] == list(range(14))
    asked = {question.key for question in QUESTIONS}
    assert set(Board.model_fields) - asked == {"track_rewards", "pit", "golden"}  # the rulebooks say these


@pytest.mark.parametrize("length", [3, 7, 12, 13, 32])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.title)
def test_hints_are_right_and_pictures_fit(question: Question, length: int):
    board = enter_length(STANDARD, length)
    hint = question.hint(board)
    example = re.split(r"[Ff]or example:? ", hint)[1].rstrip(".")
    entered = answered(board, question, example)
    assert {word for _, word in question.entries(entered)} <= {"entered", "known"}
    assert [value for value, _ in question.entries(entered)] != [
        value for value, _ in question.entries(board)
    ] or (
        length < 4 or question.key == "track_length"
    )  # an example that looks like the assumed board would be taken for it
    lines = ["".join(piece.text for piece in line) for line in picture(board, question)]
    assert max(map(len, lines)) <= 80
    assert all(line.translate(PLAIN).isascii() for line in lines)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.title)
def test_nothing_and_question_marks_leave_all_open(question: Question):
    assert answer(STANDARD, question, " ") == (STANDARD, ())
    for text in ("?", " ".join("?" * len(question.places(STANDARD)))):
        board = answered(STANDARD, question, text)
        assert board == STANDARD and board.length_status == "assumed"
        assert all(board.statuses(key) == STANDARD.statuses(key) for key in Board.model_fields)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.title)
def test_an_answer_can_be_taken_back(question: Question):
    example = re.split(r"[Ff]or example:? ", question.hint(STANDARD))[1].rstrip(".")
    board = answered(answered(STANDARD, question, example), question, "?")
    if question.key not in ("track_length", "mine_symbols"):  # these keep how many there are
        assert board == STANDARD
    assert "entered" not in {word for _, word in question.entries(board)}


def test_entries_that_are_seen():
    board = answered(STANDARD, BY_KEY["ring_tiles"], "? 9 ? 5 ? ? 5")
    assert board.ring_tiles == (9, 9, 6, 5, 5, 5, 5)
    assert [word for _, word in BY_KEY["ring_tiles"].entries(board)].count("entered") == 3
    board = answered(board, BY_KEY["ring_tiles"], "? ? ? 5 ? ? ?")
    assert board.ring_tiles == (8, 7, 6, 5, 4, 3, 2)  # the others are as nobody had entered them
    board = answered(STANDARD, BY_KEY["mine_symbols"], "-10 \u221220 ? 40")
    assert board.mine_symbols == (10, 20, 36, 40)
    board = answered(STANDARD, BY_KEY["mine_symbols"], "? ? 3")
    assert board.mine_symbols == (1, 2, 3)
    assert answered(STANDARD, BY_KEY["track_penalties"], "-9 8 7 6 5 0 ?").track_penalties[:2] == (9, 8)


def test_a_number_of_the_books_stays_known_unless_the_board_differs():
    question = BY_KEY["silver_per_gold"]
    board, notes = answer(STANDARD, question, "5 4 3 2 2 1 1")
    assert board.statuses("silver_per_gold")[3] == "known" and notes == ()
    board, notes = answer(board, question, "5 4 3 3 2 1 1")
    assert board.statuses("silver_per_gold")[3] == "entered"
    assert notes == ("The price of gold on space 4 is 3; the rulebooks say 2.",)
    assert answered(board, question, "5 4 3 ? 2 1 1").silver_per_gold[3] == 2


@pytest.mark.parametrize(
    ("key", "text", "note"),
    [
        ("track_length", "5", "5 spaces: we expected 6 to 12."),
        ("track_penalties", "3 4 2 2 1", "The penalty rises from 3 on space 1 to 4 on space 2."),
        ("gold_per_ring", "4 3 3 2 2 1 2", "The price rises from 1 on space 6 to 2 on space 7."),
        ("whip_die", "1 2 3 4 5 6", "The faces are not just 1, 2 and 3, as on the die of the prototype."),
        ("casino_die", "f f f s s s", "No face gives gold; the rulebooks name food, silver and gold."),
    ],
)
def test_surprises(key: str, text: str, note: str):
    assert answer(STANDARD, BY_KEY[key], text).notes == (note,)


@pytest.mark.parametrize(
    ("question", "text", "says"),
    [
        (BY_KEY["track_length"], "33", "33 can't be right here. Type one number from 3 to 32."),
        (BY_KEY["track_length"], "9" * 5000, "is not a whole number"),
        (BY_KEY["track_penalties"], "1 2 3", "go back with b and enter how many"),
        (BY_KEY["track_penalties"], "3 3 2 2 1 1 0", "the last two numbers must be 0"),
        (
            BY_KEY["silver_per_gold"],
            "4 3 3 2 2 2 0",
            "0 can't be right here. Type whole numbers from 1 to 60",
        ),
        (BY_KEY["silver_per_gold"], "4 3 3 2 2 2 -1", '"-1" is not a whole number'),
        (BY_KEY["mine_symbols"], "10 20 60", "60 can't be right: every symbol comes before the pit"),
        (BY_KEY["mine_symbols"], "10 20 20", "20 follows 20"),
        (BY_KEY["mine_symbols"], "10 ? 11", "no room for 1 symbols between 10 and 11"),
        (BY_KEY["mine_symbols"], "? 1", "no room for 1 symbols between 0 and 1"),
        (BY_KEY["mine_symbols"], " ".join(map(str, range(1, 40))), "These are 39 symbols. Type 32 at most."),
        (
            BY_KEY["offering_tiles"],
            "3 ? 2 4 5 6 7",
            "never fall along the row, but tile 1 has 3 and tile 3 has 2",
        ),
        (
            BY_KEY["ring_tiles"],
            "3 4 3 2 1 1 1",
            "never rise along the row, but tile 1 has 3 and tile 2 has 4",
        ),
        (BY_KEY["ring_tiles"], "3 2 1", "You typed 3 entries, but there are 7 tiles to fill in. Type ? for"),
        (BY_KEY["whip_die"], "1 2 3 4 5 \u0663", "is not a whole number"),
        (BY_KEY["casino_die"], "f f s s g x", '"x" is not on this die'),
        (ROWS[1], "a b h a x", '"x" is not food'),
        (ROWS[1], "ab b h a b", '"ab" has 2. A space in row 1 needs 1 letter'),
        (ROWS[2], "ab ab ab a?", '"a?" is not food'),
        (ROWS[4], "apple+bread abhh", '"apple+bread" has 2. A space in row 4 needs 4 letters'),
    ],
)
def test_nonsense(question: Question, text: str, says: str):
    with pytest.raises(AnswerError) as caught:
        answer(STANDARD, question, text)
    assert says in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_another_length_is_not_entered_over_entries_by_accident():
    board = answered(
        answered(STANDARD, BY_KEY["track_length"], "9"), BY_KEY["gold_per_ring"], "9 8 7 6 5 4 3 2 1"
    )
    with pytest.raises(AnswerError, match="Type 7! to change the length"):
        answer(board, BY_KEY["track_length"], "7")
    longer = answered(board, BY_KEY["track_length"], "10")
    assert longer.gold_per_ring[:9] == board.gold_per_ring
    shorter = answered(board, BY_KEY["track_length"], "7!")
    assert shorter.gold_per_ring == STANDARD.gold_per_ring and shorter.track_length == 7


def test_reopen():
    board = enter(enter(STANDARD, "pit", 50), "icons", {"1": {"honey": 1}, "7": {"honey": 2}})
    assert reopen(board, "pit").pit == 60 and reopen(board, "pit").statuses("pit") == ("known",)
    some = reopen(board, "icons", [6])
    assert some.icons["7"] == STANDARD.icons["7"] and some.icons["1"] == {"honey": 1}
    assert reopen(board, "icons").icons == STANDARD.icons
    longer = enter(enter_length(STANDARD, 9), "track_penalties", {0: 9, 8: 4})
    assert reopen(longer, "track_penalties").track_penalties == (3, 3, 3, 2, 2, 2, 1, 0, 0)
    data = board_data(STANDARD)
    data["ring_tiles"]["status"] = "review"
    assert reopen(load_board(data), "ring_tiles").statuses("ring_tiles") == ("review",) * 7
    with pytest.raises(ConfigError, match="there is no key 'rings'"):
        reopen(board, "rings")


WORDS = st.sampled_from(
    [*"?abhfsg-!,;+", *map(str, range(14)), "abh", "ab", "aabb", "food", "60", "9!", "  "]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(QUESTIONS), st.lists(WORDS, max_size=9).map(" ".join))))
def test_whatever_is_typed_in_whatever_order_the_board_is_valid(typed):
    board = STANDARD
    for question, text in typed:
        try:
            board = answered(board, question, text)
        except AnswerError as error:
            assert str(error) and "\n" not in str(error)
        assert load_board(board_data(board)) == board


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(QUESTIONS), st.text(max_size=40))
def test_any_text_is_an_answer_or_refused(question, text):
    try:
        answer(STANDARD, question, text)
    except AnswerError as error:
        assert str(error).splitlines() == [str(error)]
