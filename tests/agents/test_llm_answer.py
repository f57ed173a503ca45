"""Answers of language models: what is read as which option, and what is not."""

import pytest

from dixie_agents.llm.answer import Unusable, read_answer
from dixie_env import TextOption

OPTIONS = [
    TextOption(1, 0, "action:1", "steals food (1)"),
    TextOption(2, 12, "action:13", "forges a ring (13)"),
    TextOption(3, 21, "pass", "passes"),
]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"option": 2}', 2),
        ('{"option": "2"}', 2),
        ('{"option": 2.0}', 2),
        ('{"Option": "action:13"}', 2),
        ('{"reason": "rings {are} good", "option": 2}', 2),
        ('```json\n{"choice": 3}\n```', 3),
        ('First I thought of {"option": 1}, but now {"option": 3}', 3),
        ('<think>{"option": 1} or 2?</think>\n{"option": 3}', 3),
        ("2", 2),
        (" 2. ", 2),
        ("**2**", 2),
        ("#3", 3),
        ("I need gold for rings.\n\nAnswer: 2", 2),
        ("Option 3", 3),
        ("My choice is 3.", 3),
        ("The answer is: pass", 3),
        ("action:13", 2),
        ("ACTION:13", 2),
        ("Forges a ring (13)", 2),
        ("`pass`", 3),
        ("action:13 - forges a ring (13)", 2),
    ],
)
def test_answers_that_name_an_option(text: str, number: int) -> None:
    assert read_answer(text, OPTIONS).number == number


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty"),
        ("<think>2</think>", "it is empty"),
        ("13", "there is no option 13; the options have the numbers 1 to 3"),
        ("0", "there is no option 0"),
        ('{"option": 4}', "there is no option 4"),
        ('{"option": -1}', "there is no option -1"),
        ('{"option": true}', "'True' is not the number of an option"),
        ('{"option": null}', "'None' is not the number"),
        ('{"option": 1.5}', "'1.5' is not the number"),
        ('{"option": NaN}', "'nan' is not the number"),
        ('{"option": [1]}', "is not the number"),
        ('{"option": "action:14"}', "'action:14' is neither the number nor the name of an option"),
        ("1 or 2", "'1 or 2' is neither"),
        ("I would take the ring.", "neither the number nor the name"),
        ("9" * 5000, "neither the number nor the name"),
        ('{"option": ' + "[" * 20000, "neither the number nor the name"),
        ("{" * 3000, "neither"),
    ],
)
def test_answers_that_name_none(text: str, words: str) -> None:
    with pytest.raises(Unusable, match=words) as found:
        read_answer(text, OPTIONS)
    assert len(str(found.value)) < 200
