"""The drawing of a board alone points at what somebody is asked for."""

import xml.etree.ElementTree as ET

import pytest

from dixie_env.boards.answers import answer
from dixie_env.boards.questions import QUESTIONS, Question
from dixie_env.boards.sampler import draw
from dixie_env.drawing.board import WIDTH
from dixie_env.drawing.printed import HEIGHT, area, draw_printed
from tests.boards.test_lengths import LENGTHS

SVG = "{http://www.w3.org/2000/svg}"


def example(question: Question, length: int) -> str:
    """An answer in which every entry is new."""
    if question.kind == "length":
        return str(length)
    return question.hint(draw("standard", 1, 1, length=length)).rpartition(": ")[2]


@pytest.mark.parametrize("length", LENGTHS[:3])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.title)
def test_the_frame_is_around_what_is_asked_for(question: Question, length: int) -> None:
    board = answer(draw("standard", 1, 1, length=length), question, example(question, length)).board
    root = ET.fromstring(draw_printed(board, lit=(question.key, question.row)))
    (lit,) = (group for group in root.iter() if group.attrib.get("data-place") == "lit")
    (frame,) = lit.iter(f"{SVG}rect")
    x, y, width, height = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
    assert (x, y, width, height) == pytest.approx(area(question.key, question.row), rel=1e-4)
    assert x >= 0 and x + width <= WIDTH and y >= 0 and y + height <= HEIGHT
    inside = []
    for group in root.iter(f"{SVG}g"):
        if group.attrib.get("data-place") in (None, "legend", "lit"):
            continue
        for cell in group.iter(f"{SVG}rect"):
            if not cell.attrib["class"].startswith("is-"):
                continue
            left, top = float(cell.attrib["x"]), float(cell.attrib["y"])
            right, bottom = left + float(cell.attrib["width"]), top + float(cell.attrib["height"])
            if left >= x and right <= x + width and top >= y and bottom <= y + height:
                inside.append(cell.attrib["class"])
            else:
                assert cell.attrib["class"] != "is-entered", "an answer outside of the frame"
    assert inside.count("is-entered") >= 1
    assert 'data-place="lit"' not in draw_printed(board)
