"""`dixie abilities`."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from dixie_env.engine.words import ABILITIES
from tests.cli.helpers import Ran

SMALL = ["--rounds", 2, "--games", 120, "--twins", 60]


def run(folder: Path, *options: object, agents: str = "sane") -> Ran:
    return Ran("abilities", "--agents", agents, "--out", folder, *SMALL, *options)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """A small study with all there is."""
    folder = tmp_path_factory.mktemp("abilities") / "study"
    more = ["--players", "4,2", "--edition", "de,fr", "--restricted", 8, "--draft", 20]
    boards = ["--vary-board", 8, "--board-games", 60]
    return run(folder, *more, *boards, agents="sane,random"), folder


def test_the_answer_as_a_table(everything: tuple[Ran, Path]) -> None:
    ran, _ = everything
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "sane, 4 players, edition de: effect of holding an ability",
        "95 % for all ten",
        "indistinguishable from average",
        "effects of holding an ability to the end",
        "Twins (one seat's ability swapped) agree with dealt games",
        "times as many games. The correlation between twins is",
        "Pairing does not halve the number of games, because twins diverge early",
        "Kendall's tau between",
        "drafts by the value of being dealt each ability",
        "On 8 boards drawn from the prior",
        "Everything is in",
    ):
        assert words in ran.out, words
    assert all(ability in ran.out for ability in ABILITIES)


def test_the_summary_is_json_for_every_reader(everything: tuple[Ran, Path]) -> None:
    """A number that the games were too few for is null: NaN is no JSON."""
    _, folder = everything

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    json.loads((folder / "summary.json").read_text(encoding="utf-8"), parse_constant=refuse)
    from dixie_arena.ability_effects.report import to_json

    assert to_json({"a": [float("nan"), 1.5, float("inf")]}) == '{"a": [null, 1.5, null]}'


def test_the_report_needs_no_network(everything: tuple[Ran, Path]) -> None:
    _, folder = everything
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "http" not in text
    names = [
        *("forest", "ranks", "by_agent", "by_players", "by_edition", "by_abilities"),
        *("sources", "interactions", "restricted", "draft", "board_ranks", "sensitivity"),
    ]
    assert text.count("data:image/png;base64,") == len(names)
    for name in names:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    for words in ("Methods", "balanced incomplete", "Holm", "Limits", "engine", "All combinations"):
        assert words in " ".join(text.split()), words


def test_tables_lie_beside_the_report(everything: tuple[Ran, Path]) -> None:
    _, folder = everything
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert len(summary["cells"]) == 5
    effects = pq.read_table(folder / "effects.parquet")
    assert effects.num_rows == 5 * 3 * 10 + 2 * 3 * 10
    assert len((folder / "effects.csv").read_text().splitlines()) == effects.num_rows + 1
    assert len((folder / "restricted.csv").read_text().splitlines()) == 34 + 1
    assert pq.read_table(folder / "dealt" / "games.parquet").num_rows == 4 * (4 * 120) + 2 * 180


def test_json_and_resume_give_the_same_numbers(tmp_path: Path) -> None:
    first = run(tmp_path / "run", "--json", "--no-report")
    assert (first.code, first.err) == (0, "")
    assert not (tmp_path / "run" / "report.html").exists()
    again = run(tmp_path / "run", "--json", "--no-report", "--resume")
    assert again.out == first.out
    other = run(tmp_path / "other", "--json", "--no-report", "--workers", 2)
    assert other.out == first.out


def test_stopping_by_precision(tmp_path: Path) -> None:
    ran = run(tmp_path, "--games", 50_000, "--twins", 0, "--until-se", 0.05, "--json")
    cell = json.loads(ran.out)["cells"][0]
    assert cell["worst_se"] <= 0.05 and cell["games"] < 5_000
    assert "largest standard error was at most" in " ".join((tmp_path / "report.html").read_text().split())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--players", "two"],
            "players must be numbers from 2 to 5, separated by commas or in a list, not 'two'",
        ),
        (["--players", 6], "players must be a whole number from 2 to 5, not 6"),
        (["--players", "4,4"], "players must be one or more different values, not [4, 4]"),
        (["--edition", "xx"], "edition 'xx': there is no edition of this name"),
        (["--games", 0], "the number of games must be from 1 to 1000000000, not 0"),
        (["--twins", -1], "twin_games must be 0 or more, not -1"),
        (["--until-se", -1], "until_se must be 0 or more, not -1"),
        (["--agents", "nobody"], "there is no agent 'nobody'"),
        (["--backend", "cloud"], "the backend must be one of local, ray, not 'cloud'"),
    ],
)
def test_wrong_usage(tmp_path: Path, options: list[object], words: str) -> None:
    ran = run(tmp_path / "run", *options)
    assert ran.code == 2
    assert words in ran.error
    assert not (tmp_path / "run").exists()


def test_a_finished_study_is_not_overwritten(tmp_path: Path) -> None:
    assert run(tmp_path / "run", "--no-report").code == 0
    ran = run(tmp_path / "run", "--no-report")
    assert ran.code == 2 and "use --resume" in ran.error


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--games", 40],
            "10 twin games are too few: give at least 20, or 0 for none (by default they are a quarter",
        ),
        (["--games", 400, "--twins", 1], "1 twin games are too few: give at least 20"),
        (["--games", 400, "--restricted", 4], "4 games of restricted play are too few: give at least 8"),
        (["--games", 400, "--draft", 3], "3 games with a draft are too few: give at least 8"),
    ],
)
def test_too_few_games_are_refused_before_playing(tmp_path: Path, options: list[object], words: str) -> None:
    ran = Ran("abilities", "--agents", "sane", "--out", tmp_path / "new", "--rounds", 1, *options)
    assert ran.code == 2
    assert words in ran.error
    assert not (tmp_path / "new").exists()


def test_the_fewest_games_that_are_enough(tmp_path: Path) -> None:
    enough = ["--games", 1, "--twins", 11, "--restricted", 5, "--draft", 5]
    ran = Ran("abilities", "--agents", "sane", "--out", tmp_path, "--rounds", 1, "--no-report", *enough)
    assert ran.code == 0, ran.err
