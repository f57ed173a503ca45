"""What the notebooks show can be read: plain titles, whole boards, labels that don't collide."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import nbformat
import numpy as np
import pytest

from dixie_env import Game, make_rules
from tests.notebooks.running import FOLDER
from tests.notebooks.test_notebooks import NAMES

mpl.use("Agg")


def cells(name: str) -> list[Any]:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells


@pytest.mark.parametrize("name", NAMES)
def test_titles_have_no_numbers(name: str) -> None:
    """Their order is that of README and site; a number in one of them is soon wrong."""
    title = cells(name)[0].source.split("\n")[0]
    assert re.match(r"# [A-Z]", title)


@pytest.mark.parametrize("name", ["quickstart", "own_bot"])
def test_stored_boards_fit_the_page(name: str) -> None:
    drawings = [
        output.data["image/svg+xml"]
        for cell in cells(name)
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    assert drawings
    assert all("max-width:100%" in drawing.partition(">")[0] for drawing in drawings)


def test_a_low_score_that_wins_is_explained() -> None:
    stored = "".join(
        output.text for cell in cells("quickstart") for output in cell.get("outputs", ()) if "text" in output
    )
    (score,) = re.findall(r"with a score of (-?\d+)\.", stored)
    fallen = re.search(r"in the pit .*yes", stored) is not None
    assert ("even behind lower scores" in stored) == (fallen and int(score) < -60)
    assert "(R10.17)" in "".join(cell.source for cell in cells("quickstart"))


def test_the_labels_of_the_learning_curve_do_not_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cell that plots, with as many decisions as a whole run has."""
    import matplotlib.pyplot as plt

    (source,) = [cell.source for cell in cells("training") if "plt.plot" in cell.source]
    monkeypatch.setattr(plt, "show", lambda: None)
    plt.close("all")
    shares = np.linspace(0, 1, 11)
    exec(source, {"curve": np.stack([np.linspace(0, 819_200, 11), shares, shares], axis=1)})
    figure = plt.gcf()
    figure.canvas.draw()
    (axes,) = figure.axes
    boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
    low, high = (axes.transData.transform((x, 0))[0] for x in axes.get_xlim())
    seen = [box for box in boxes if low - 1 <= (box.x0 + box.x1) / 2 <= high + 1]
    assert len(seen) > 4
    space = figure.dpi / 72 * 4  # a gap that can be seen
    assert all(right.x0 - left.x1 > space for left, right in pairwise(seen))
    plt.close("all")


def test_a_board_shrinks_with_the_page_in_a_browser(tmp_path: Path) -> None:
    from tests.web.browser import open_browser

    page_file = tmp_path / "page.html"
    drawing = Game(make_rules(3), 7)._repr_svg_()
    page_file.write_text(
        f"<!doctype html><body style='margin:0'><div id='cell' style='width:700px'>{drawing}</div>"
    )
    with open_browser() as context:
        page = context.new_page()
        page.goto(page_file.as_uri())
        box = page.evaluate(
            "(({width, height}) => [width, height])(document.querySelector('svg').getBoundingClientRect())"
        )
        assert box == pytest.approx([700, 700 * 950 / 1200], abs=1)
        page.evaluate("document.getElementById('cell').style.width = '1500px'")
        width = page.evaluate("document.querySelector('svg').getBoundingClientRect().width")
        assert width == 1200
