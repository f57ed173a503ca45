"""The parts of the site's build, each on small texts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dixie_arena.verify import NotVerified
from dixie_arena.wide_benchmark import DRAFT, FROZEN, load_wide_benchmark
from docs.site import leaderboard as board
from docs.site import rule_numbers
from docs.site.building import _forget_other_builders
from docs.site.checking import find_faults
from docs.site.citation import citation_page
from docs.site.leaderboard import leaderboard_tables
from docs.site.notebook import notebook_page
from docs.site.staging import stage

ROOT = Path(__file__).parents[2]


def site(folder: Path, body: str) -> list[str]:
    (folder / "other.html").write_text('<h1 id="there">Other</h1><img src="data:,x">', encoding="utf-8")
    (folder / "page.html").write_text(f"<body>{body}</body>", encoding="utf-8")
    return find_faults(folder)


@pytest.mark.parametrize(
    "body",
    [
        '<a href="other.html#there">x</a><a href="#own">y</a><p id="own">z</p>',
        '<a href="https://example.org/">elsewhere</a>',
        '<img src="data:image/png;base64,AAAA">',
    ],
)
def test_a_good_page_has_no_faults(tmp_path: Path, body: str) -> None:
    assert site(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="gone.html">x</a>', "page.html: the link gone.html leads to no file"),
        (
            '<a href="other.html#gone">x</a>',
            "page.html: the link other.html#gone leads to no anchor on other.html",
        ),
        ('<a href="#gone">x</a>', "page.html: the link #gone leads to no anchor on page.html"),
        ('<img src="gone.png">', "page.html: <img> shows gone.png, which is missing"),
        ('<iframe src="gone.html"></iframe>', "page.html: <iframe> shows gone.html, which is missing"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, body: str, fault: str) -> None:
    assert site(tmp_path, body) == [fault]


@pytest.mark.parametrize(
    "body",
    [
        '<script src="https://example.org/x.js"></script>',
        '<link rel="stylesheet" href="//example.org/x.css">',
        '<img src="http://example.org/x.png">',
        '<a href="file:///etc/passwd">x</a>',
    ],
)
def test_nothing_comes_from_another_host(tmp_path: Path, body: str) -> None:
    assert len(site(tmp_path, body)) == 1


def test_rule_numbers_become_links_outside_of_code() -> None:
    text = "# About R1.1\nSee R4.22, (R10.3) and `R4.1`.\n\n```\nR4.2\n```\n\n[R4.3](x.md) R4.4."
    assert rule_numbers.link(text) == (
        "# About R1.1\nSee [R4.22](#r4-22), ([R10.3](#r10-3)) and `R4.1`.\n\n```\nR4.2\n```\n\n"
        "[R4.3](x.md) [R4.4](#r4-4)."
    )


def test_rules_get_anchors_where_they_are_defined() -> None:
    text = "- R1.1 Goods, as R1.2 says\n| R4.1 | steal |\n| R | action |"
    assert rule_numbers.define(text) == (
        "- [R1.1]{#r1-1 .rule} Goods, as R1.2 says\n| [R4.1]{#r4-1 .rule} | steal |\n| R | action |"
    )


def test_a_notebook_shows_the_richest_form_of_each_output() -> None:
    def result(**data: str) -> dict[str, object]:
        return {
            "output_type": "execute_result",
            "data": {key.replace("_", "/"): [text] for key, text in data.items()},
        }

    svg = {"output_type": "display_data", "data": {"image/svg+xml": ["<svg/>"], "text/plain": ["a picture"]}}
    notebook = {
        "cells": [
            {"cell_type": "markdown", "source": ["# Title\n", "words"]},
            {
                "cell_type": "code",
                "source": ["print(1)"],
                "outputs": [
                    {"output_type": "stream", "text": ["1\n"]},
                    svg,
                    result(text_html="<b>\n\nx</b>", text_plain="x"),
                ],
            },
        ]
    }
    page, pictures = notebook_page(notebook, "mine")
    assert page.startswith("# Title\nwords\n\n```python\nprint(1)\n```\n\n")
    assert "![Output of the cell above](mine-1.svg)" in page and pictures == {"mine-1.svg": b"<svg/>"}
    assert "a picture" not in page
    assert "<b>\nx</b>" in page  # no blank line, which would end the HTML


def test_links_of_the_repository_fit_the_site(tmp_path: Path) -> None:
    stage(ROOT, tmp_path)
    boards = (tmp_path / "boards.md").read_text(encoding="utf-8")
    assert "](configs/priors/standard.yaml)" in boards and "](../configs" not in boards
    assert (tmp_path / "configs" / "priors" / "standard.yaml").is_file()
    assert "](../notebooks/training.md)" in (tmp_path / "tutorials" / "train.md").read_text(encoding="utf-8")
    assert '<a href="replay.html">' in (tmp_path / "watch.md").read_text(encoding="utf-8")


def test_staging_again_writes_nothing_and_removes_what_is_gone(tmp_path: Path) -> None:
    stage(ROOT, tmp_path)
    times = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()}
    (tmp_path / "old.md").write_text("# Old\n", encoding="utf-8")
    stage(ROOT, tmp_path)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()} == times


def test_the_citation_has_the_version_and_the_authors() -> None:
    page = citation_page((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert "version = {0.1.0}," in page and "The Dixie authors" in page
    people = "message: m\ntitle: t\nversion: 1\nlicense: MIT\ndate-released: 2027-01-02\nauthors:\n"
    people += "  - {family-names: Bell, given-names: Ann}\n  - {family-names: Roe, given-names: Bo}\n"
    assert "author = {Bell, Ann and Roe, Bo}," in citation_page(people)
    assert "year = {2027}," in citation_page(people)


def test_the_leaderboard_is_sorted_and_refuses_a_wrong_card(tmp_path: Path) -> None:
    assert leaderboard_tables(tmp_path).startswith("No results have been submitted yet.")
    for name in ("greedy", "sane", "balanced"):
        source = ROOT / "docs" / "leaderboard" / f"v1-{name}.json"
        (tmp_path / source.name).write_bytes(source.read_bytes())
    table = leaderboard_tables(tmp_path)
    assert table.startswith("## Benchmark version 1")
    assert table.index("`balanced` |") < table.index("`greedy` |") < table.index("`sane` |")
    entry = json.loads((tmp_path / "v1-sane.json").read_text(encoding="utf-8"))
    entry["card"]["score"] = {"value": 99.0, "low": 98.0, "high": 100.0}
    (tmp_path / "v1-sane.json").write_text(json.dumps(entry), encoding="utf-8")
    with pytest.raises(
        NotVerified, match=r"leaderboard/v1-sane\.json: the score is 99\.0, but -35\.\d+ by its cells"
    ):
        leaderboard_tables(tmp_path)


def test_the_leaderboard_says_that_version_2_is_a_draft_and_lists_it_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = load_wide_benchmark()
    monkeypatch.setattr(board, "load_wide_benchmark", lambda: replace(draft, status=DRAFT))
    assert board.DRAFT_NOTE in board.leaderboard_tables(tmp_path)
    score = {"value": 0.671, "low": 0.61, "high": 0.74}
    card = {
        "benchmark": 2,
        "agent": {"name": "balanced"},
        "score": score,
        "worst": {
            "value": -3.44,
            "low": -4.26,
            "high": -2.08,
            "opponent": "ring",
            "table": "2 players, en, standard",
        },
        "games": 7200,
        "dixie": "0.1.0",
        "engine": "87cc79a4ff",
    }
    (tmp_path / "v2.json").write_text(
        json.dumps({"card": card, "verified": {"replayed": 9}}), encoding="utf-8"
    )
    monkeypatch.setattr(board, "load_wide_benchmark", lambda: replace(draft, status=FROZEN))
    monkeypatch.setattr(board, "check_entry", lambda entry: entry["card"])
    tables = board.leaderboard_tables(tmp_path).replace("\N{NO-BREAK SPACE}", " ")
    assert "## Benchmark version 2" in tables and board.DRAFT_NOTE not in tables
    assert (
        "| 1 | `balanced` | +0.67 [+0.61, +0.74] | -3.44 [-4.26, -2.08] against `ring` (2 players," in tables
    )


def test_the_keys_of_training_files_are_complete_and_explained() -> None:
    pytest.importorskip("torch", reason="needs the extra train")
    from docs.site.training_keys import LEARNERS, key_tables

    tables = key_tables()
    for learner in LEARNERS:
        for name, field in learner.model_fields.items():
            assert f"| `{name}` |" in tables
            inner = getattr(field.annotation, "model_fields", {})
            assert [key for key in inner if f"| `{key}` |" not in tables] == []
    assert (
        "| `updates` | `Positive` | `1000` | Rollouts, each followed by some epochs of learning. |" in tables
    )
    assert "Annotated" not in tables and "FieldInfo" not in tables


def test_changed_code_of_the_site_makes_sphinx_read_all_pages_again(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    _forget_other_builders(tmp_path)
    assert not pages.exists()
    pages.mkdir()
    _forget_other_builders(tmp_path)
    assert pages.exists()  # the same code
    (tmp_path / "builder.txt").write_text("another", encoding="utf-8")
    _forget_other_builders(tmp_path)
    assert not pages.exists()
