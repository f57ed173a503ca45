"""The report of a study: complete, with the numbers of the results, and readable for everybody."""

import json
import re
from copy import deepcopy
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dixie_arena.ability_effects.words import ability_name
from dixie_arena.config import ArenaError
from dixie_arena.studying.report import FIGURES, REPORT, write_report
from dixie_arena.studying.report.calibration import board_deviations, rank_ratios
from dixie_arena.studying.report.canvas import drawing, figure_files, inline_svg, new_figure
from dixie_arena.studying.report.first_page import limits, rule_line, warning_lines
from dixie_arena.studying.report.formats import MISSING, between, fixed, number, percent, points, signed
from dixie_arena.studying.report.numbers import threshold_gain
from dixie_arena.studying.report.page import make_sections
from dixie_arena.studying.report.pieces import Plot, Section, Table
from dixie_arena.studying.report.players import corrected
from dixie_arena.studying.words import readable
from tests.arena.study.small_study import ONLY_DEALT, make_study, play
from tests.web.browser import open_browser

SECTIONS = (
    "answer",
    "limits",
    "dealt",
    "held",
    "evidence",
    "readings",
    "boards",
    "players",
    "clones",
    "others",
    "numbers",
    "draft",
    "drafted",
    "calibration",
    "methods",
    "files",
)
PLOTS = {
    "forest-dealt",
    "forest-held",
    "evidence",
    "readings",
    "others",
    "track-length",
    "track-length-limit",
    "board-numbers",
    "board-numbers-limit",
    "agents-dealt",
    "agents-held",
    "clones",
    "look-up-1",
    "draft-tree",
    "calibration",
}
ESTIMAND = re.compile(r"^(Dealt|Held|Drafted|All estimands)\b")


class Page(HTMLParser):
    """What the tests ask of a page: tags in order, tables as lists of cells, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.text: list[str] = []
        self.captions: list[str] = []
        self._open: list[str] = []
        self._table = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.tags.append((tag, own))
        if tag not in ("meta", "link", "br"):
            self._open.append(tag)
        if tag == "table":
            self._table = own["id"]
            self.tables[self._table] = []
        elif tag == "tr":
            self.tables[self._table].append([])
        elif tag in ("td", "th"):
            self.tables[self._table][-1].append("")
        elif tag in ("caption", "figcaption"):
            self.captions.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if "style" in self._open:
            return
        self.text.append(data)
        if {"td", "th"} & set(self._open):
            self.tables[self._table][-1][-1] += data.replace("\N{NO-BREAK SPACE}", " ")
        if {"caption", "figcaption"} & set(self._open):
            self.captions[-1] += data

    def attributes(self, tag: str) -> list[dict[str, str]]:
        return [own for name, own in self.tags if name == tag]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study with everything, and its report."""
    path = tmp_path_factory.mktemp("report")
    play(make_study(path), path / "out")
    write_report(path / "out")
    return path / "out"


@pytest.fixture(scope="module")
def results(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    return found


@pytest.fixture(scope="module")
def html(folder: Path) -> str:
    return (folder / REPORT).read_text("utf-8")


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_every_section_and_figure_is_there(page: Page, folder: Path):
    titles = [own["id"] for own in page.attributes("h2")]
    assert [title for title in titles if title != "contents"] == list(SECTIONS)
    found = {own["id"].removeprefix("figure-") for own in page.attributes("figure")}
    assert {name for name in found if not re.fullmatch(r"look-up-[234]", name)} == PLOTS
    for name in found:
        starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
        for kind, start in starts.items():
            assert (folder / FIGURES / f"{name}.{kind}").read_bytes().startswith(start)
    assert b'fill="#ffffff"' in (folder / FIGURES / "clones.svg").read_bytes()


def test_nothing_is_undefined(page: Page):
    text = " ".join(page.text)
    assert not re.search(r"\b(nan|NaN|None|inf|null|undefined)\b", text)
    assert not re.search(r"\{\{|\}\}|\{%", text)
    for rows in page.tables.values():
        assert len({len(row) for row in rows}) == 1


def test_numbers_are_those_of_the_results(page: Page, results: dict[str, Any]):
    for estimand in ("dealt", "held"):
        answer = results["answers"][estimand]
        rows = {row[0]: row for row in page.tables[f"effects-{estimand}"]}
        doubts = {row[0]: row for row in page.tables[f"doubt-{estimand}"]}
        for row in answer["effects"]:
            shown = rows[ability_name(row["ability"])]
            effect, low, high = (signed(100 * row[key]) for key in ("effect", "low", "high"))
            assert shown[1] == effect
            assert shown[2] == f"[{low}, {high}]"
            assert shown[4] == f"{100 * row['probability_strongest']:.0f} %"
            doubt = doubts[ability_name(row["ability"])][2:6]
            assert [cell.rstrip("°") for cell in doubt] == [
                f"{row['doubt']['percent'][source]:.0f} %"
                for source in ("luck", "players", "board", "board_players")
            ]
        assert len(page.tables[f"pairs-{estimand}"]) == 46
    numbers = {row[0]: row for row in page.tables["look-up-numbers-1"]}
    for row in results["look_up"][0]["numbers"]:
        assert numbers[row["title"]][2] == signed(100 * row["gain"])
    lengths = {row[0]: row[1:] for row in page.tables["track-length-numbers"]}
    shares = results["weighing"]["5 suffice"]["track_length"]
    assert lengths["posterior"] == [f"{100 * share:.1f} %" for share in shares["posterior"].values()]
    wins = results["draft"]["gain"]["one_seat"]["wins"]
    assert page.tables["draft-gains"][1][1] == signed(100 * wins["value"])
    agents = page.tables["agents-numbers-dealt"]
    for row in results["answers"]["dealt"]["agents"]:
        line = next(line for line in agents if line[0] == ability_name(row["ability"]))
        assert line[agents[0].index(row["agent"])].startswith(signed(100 * row["effect"]) + " ")
    limited = {row[0]: row for row in page.tables["readings-numbers"]}
    for row in results["limit"]["effects"]:
        assert limited[ability_name(row["ability"])][4] == signed(100 * row["effect"])


def test_probabilities_stand_under_each_part_of_the_evidence(page: Page, results: dict[str, Any]):
    heads, *rows = page.tables["evidence-numbers"]
    keys = [one["key"] for one in results["evidence"]["statements"]]
    assert heads[1:] == [
        "all the evidence",
        *(f"without {key}" for key in keys),
        "no evidence",
        "5 are the limit",
        "one searching seat",
    ]
    for key, answer in results["left_out"].items():
        column = heads.index(key if key == "no evidence" else f"without {key}")
        if answer["effects"] is None:
            assert {row[column] for row in rows} == {"too few boards"}
            continue
        known = {ability_name(row["ability"]): row["probability_strongest"] for row in answer["effects"]}
        assert all(row[column] == f"{100 * known[row[0]]:.0f} %" for row in rows)


def test_every_caption_names_its_estimand(page: Page, html: str):
    assert len(page.captions) > 2 * len(PLOTS)
    for caption in page.captions:
        assert ESTIMAND.match(caption), caption
    titles = re.findall(r'<title id="[^"]*">([^<]*)</title>', html)
    assert len(titles) >= len(PLOTS) and all(ESTIMAND.match(title) for title in titles)


def test_the_first_page_says_what_it_can_not_say(page: Page, results: dict[str, Any]):
    text = " ".join(" ".join(page.text).split())
    first = text[: text.index("Contents")]
    assert "This is a small study" in first and "The pool fast is a draft" in first
    assert "No expert person has played" in first and "dixie board new" in first
    assert "docs/study/rule.md" in first and "no ability is named the strongest" in first
    assert results["commit"].removesuffix("+changes") in first
    assert "_" not in re.sub(r"\S*(ppo|/)\S*", "", text[: text.index("What it can't say")])


def test_a_page_for_keyboard_and_screen_reader(page: Page, html: str):
    assert page.attributes("html")[0]["lang"] == "en"
    levels = [int(name[1]) for name, _ in page.tags if re.fullmatch(r"h[1-6]", name)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [own["id"] for _, own in page.tags if "id" in own]
    assert len(ids) == len(set(ids))
    assert all(own["role"] == "img" for own in page.attributes("svg"))
    for own in page.attributes("svg"):
        assert set(own["aria-labelledby"].split()) <= set(ids)
    assert len(re.findall(r"<caption id=", html)) == len(page.tables)
    assert all(own.get("scope") in ("row", "col") for own in page.attributes("th"))
    regions = [own for _, own in page.tags if "scroll" in own.get("class", "").split()]
    assert len(regions) == len(page.tables) + len(page.attributes("svg"))
    assert all(own["tabindex"] == "0" and own["role"] == "region" for own in regions)
    links = [own["href"] for own in page.attributes("a")]
    assert links[0] == "#answer"
    assert all(link[1:] in ids for link in links if link.startswith("#"))


def test_the_page_loads_nothing_and_its_links_lead_somewhere(page: Page, html: str, folder: Path):
    assert not page.attributes("img") and not page.attributes("script")
    assert [own["href"] for own in page.attributes("link")] == ["data:,"]
    bare = re.sub(r'xmlns(:\w+)?="[^"]*"', "", html)
    assert "http:" not in bare and "https:" not in bare and "@import" not in bare
    assert set(re.findall(r"url\(([^)]{1,2})", bare)) <= {
        "#" + letter for letter in "abcdefghijklmnopqrstuvwxyz"
    }
    files = [own["href"] for own in page.attributes("a") if not own["href"].startswith("#")]
    assert {"effects.csv", "effects.parquet", "boards.csv", "boards.parquet", "results.json"} <= set(files)
    assert all((folder / name).exists() for name in files)


def test_colours_of_figures_are_those_of_the_style_sheet(html: str):
    style = html[html.index("<style>") : html.index("</style>")]
    drawn = html[html.index("</style>") :]
    assert not re.search(r"(fill|stroke): #[0-9a-f]{6}", drawn)
    for name in set(re.findall(r"var\(--(\w+)\)", drawn)):
        assert style.count(f"--{name}:") == 3  # light, dark, paper


def test_in_a_browser_nothing_is_cut(folder: Path):
    overflow = """width => [...document.querySelectorAll("body *")]
        .filter(part => part.getBoundingClientRect().right > width + 1 && INSIDE)
        .map(part => part.tagName + " " + part.textContent.slice(0, 40))"""
    with open_browser(dark=True) as context:
        view = context.pages[0]
        asked: list[str] = []
        view.on("request", lambda request: asked.append(request.url))
        view.set_viewport_size({"width": 390, "height": 844})
        view.goto((folder / REPORT).as_uri())
        assert view.evaluate("document.documentElement.scrollWidth") == 390
        assert view.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
        view.keyboard.press("Tab")
        assert view.evaluate("document.activeElement.className") == "skip"
        view.emulate_media(media="print")
        view.set_viewport_size({"width": 688, "height": 1000})  # A4 paper between its margins
        assert view.evaluate(overflow.replace("INSIDE", "true"), 688) == []
        assert view.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert asked == [(folder / REPORT).as_uri()]


def test_a_study_of_one_question_has_a_shorter_report(tmp_path: Path):
    results = play(make_study(tmp_path, **ONLY_DEALT), tmp_path / "out")
    with drawing():
        sections = make_sections(results, tmp_path / "out")
    assert [section.key for section in sections] == [
        "dealt",
        "evidence",
        "boards",
        "players",
        "numbers",
        "calibration",
    ]
    assert "no evidence" in limits(results)[0]


def test_an_unfinished_study_has_no_report(tmp_path: Path):
    with pytest.raises(ArenaError, match=r"has no results\.json: the study is not finished"):
        write_report(tmp_path)


def test_the_prior_s_edge_is_said_first(results: dict[str, Any]):
    changed = deepcopy(results)
    for row in changed["weighing"]["5 suffice"]["numbers"]:
        row["edge"] = None
    changed["weighing"]["5 suffice"]["numbers"][0]["edge"] = 12.0
    changed["weighing"]["5 are the limit"]["numbers"] = []
    assert sum("At the prior's edge" in line for line in warning_lines(changed)) == 1
    assert "length of the tracks (12)" in warning_lines(changed)[-1]


def test_the_commit_of_the_rule(results: dict[str, Any]):
    assert rule_line(results | {"commit": "abc"}).endswith("commit abc.")
    assert "had been changed" in rule_line(results | {"commit": "abc+changes"})
    assert "not known" in rule_line(results | {"commit": None})


def test_cells_that_do_not_count_look_so(folder: Path, results: dict[str, Any]):
    changed = deepcopy(results)
    cells = changed["answers"]["dealt"]["agents"]
    for row in cells:
        row.update(effect=0.01, se=0.02)
    cells[0].update(effect=0.5, se=0.001)
    p_values = corrected(cells, 12.0)
    assert p_values[0] < 0.001 and min(p_values[1:]) > 0.5
    with drawing():
        plots = _plots(make_sections(changed, folder))
        texts = plots["agents-dealt"].figure.axes[0].texts
    bold = [text.get_text() for text in texts if text.get_fontweight() == "bold"]
    assert bold == ["+50.0"]
    grey = [text for text in texts if text.get_text() == "+1.0"]
    assert len(grey) == len(cells) - 1 and all(float(text.get_fontsize()) < 8 for text in grey)
    opaque = [patch.get_alpha() or 0.0 for patch in plots["agents-dealt"].figure.axes[0].patches]
    assert sorted(opaque)[-2] == 0 and max(opaque) > 0.5


def test_calibration_has_unit_spread_where_errors_are_right(results: dict[str, Any]):
    random = np.random.default_rng(3)
    boards, sd, between_boards = 400, 0.02, 0.03
    names = [row["ability"] for row in results["answers"]["dealt"]["effects"]]
    weight = random.uniform(0.5, 1.5, boards)
    weight /= weight.sum()
    effect = random.normal(0, np.hypot(sd, between_boards), (boards, len(names)))
    table = pa.table(
        {
            "estimand": ["dealt"] * effect.size,
            "agent": ["pool"] * effect.size,
            "ability": names * boards,
            "weight": np.repeat(weight, len(names)),
            "effect": effect.ravel(),
        }
    )
    luck = sd**2 * float(weight @ weight)
    row = {"doubt": {"variance": {"luck": luck, "board": between_boards**2}}}
    planted = {"answers": {"dealt": {"effects": [row | {"ability": name} for name in names]}}}
    assert board_deviations(planted, table, board=True).std() == pytest.approx(1, abs=0.05)
    assert board_deviations(planted, table, board=False).std() == pytest.approx(
        np.hypot(sd, between_boards) / sd, rel=0.05
    )


def test_calibration_takes_what_the_study_has(folder: Path, results: dict[str, Any]):
    ratios = rank_ratios(results)
    first = results["answers"]["dealt"]["effects"][0]["by_ranks"]
    assert len(ratios) == 20 and ratios[0] == pytest.approx(first["delta"] / first["se"])
    deviations = board_deviations(results, pq.read_table(folder / "effects.parquet"), board=False)
    assert len(deviations) == 2 * 10 * 6


def test_the_threshold_of_a_number_is_in_its_own_gain():
    row = {"gain": 0.30, "by_chance": 0.10, "z": 4.0}
    assert threshold_gain(row, 2.0) == pytest.approx(0.20)
    assert threshold_gain({"gain": 0.1, "by_chance": 0.1, "z": 0.0}, 2.0) is None


def test_an_svg_in_a_page_has_names_of_its_own():
    with drawing():
        figure, (axes,) = new_figure(1.0)
        axes.plot([0, 1], [0, 1], color="#0072b2")
        svg = figure_files(figure)["svg"]
        assert figure_files(figure)["svg"] == svg
    text = inline_svg(svg, "mine", "A <title>", "words")
    assert text.startswith("<svg") and "A &lt;title&gt;" in text and "#ffffff" not in text
    assert "var(--blue)" in text and "#0072b2" not in text and "<metadata>" not in text
    assert all(name.startswith("mine-") for name in re.findall(r'\bid="([^"]*)"', text))
    assert all(name.startswith("mine-") for name in re.findall(r"url\(#([^)]*)\)", text))


def test_numbers_in_words():
    assert points(0.0123) == "+1.2" and points(None) == MISSING == percent(None) == number(None)
    assert points(-0.0001) == "0.0" and between(-0.01, 1) == "[0.0, +1.0]" and fixed(-0.001) == "0.00"
    assert number(2.50) == "2.5" and number(3.0) == "3" and number(10, 0) == "10"
    assert between(None, 1.0) == MISSING and between(-1, 2.5) == "[-1.0, +2.5]"
    assert readable("no. light_mine and ring_bonus") == "no. Light mine and ring bonus"


def _plots(sections: list[Section]) -> dict[str, Plot]:
    pieces: list[Plot | Table] = [piece for section in sections for piece in section.pieces]
    return {piece.name: piece for piece in pieces if isinstance(piece, Plot)}
