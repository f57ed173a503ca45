"""The functions of `dixie_arena` give what the commands give, and what is in the files."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import typer

import dixie_arena
import dixie_training
from dixie_agents import Agent, AgentError, make_agent
from dixie_arena import benchmarking
from dixie_arena.config import ArenaError
from dixie_arena.findings import Findings, flat
from dixie_env import Setup
from dixie_env.cli.app import app
from tests.arena.study.small_study import ONLY_DEALT, write_study
from tests.arena.superstitious import Superstitious
from tests.cli.helpers import Ran

SHORT: dict[str, Any] = {"players": 3, "rounds": 1, "seed": 5}
OPTIONS = ("--players", 3, "--rounds", 1, "--seed", 5)


def same_files(one: Path, other: Path, *names: str) -> None:
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def check(found: Findings, *tables: str) -> None:
    """What all findings have in common."""
    assert list(found.tables)[: len(tables)] == list(tables)
    assert all(isinstance(table, pd.DataFrame) and len(table) for table in found.tables.values())
    assert found.to_frame() is found.tables[tables[0]]
    assert found.sentences and all(isinstance(line, str) for line in found.sentences)
    page = found._repr_html_()
    assert page.count("<table>") >= 1 and "<script" not in page
    assert len(page) < 40_000
    if found.path is not None:
        assert str(found.path) in page
        assert all(path.is_file() for path in found.paths.values())


# --- each function and its command ------------------------------------------------------------------------


def test_tournament(tmp_path: Path) -> None:
    agents = ["sane", "random"]
    found = dixie_arena.tournament(agents, games=24, out=tmp_path / "python", report=False, **SHORT)
    ran = Ran(
        *("tournament", "--agents", "sane,random", "--games", 24, *OPTIONS, "--no-report"),
        *("--out", tmp_path / "command", "--json"),
    )
    assert ran.code == 0, ran.err
    same_files(tmp_path / "python", tmp_path / "command", "summary.json", "games.parquet", "tournament.json")
    assert json.loads(ran.out)["summary"] == found.summary
    check(found, "agents", "differences", "head_to_head")
    assert found.path == tmp_path / "python"
    rows = found.to_frame().set_index("label")
    (stored,) = (row for row in found.summary["agents"] if row["label"] == "sane")
    assert rows.loc["sane", "win_share"] == stored["win_share"]["value"]
    assert rows.loc["sane", "win_share_low"] == stored["win_share"]["low"]
    games = found.tables["games"]
    assert len(games) == 24 * 3
    assert games[games.agent == "sane"].win_share.mean() == pytest.approx(rows.loc["sane", "win_share"])
    assert found.paths["summary.json"] == tmp_path / "python" / "summary.json"
    again = dixie_arena.tournament(
        agents, games=24, out=tmp_path / "python", resume=True, report=False, **SHORT
    )
    assert again == found


def test_figures_are_drawn_when_asked_for() -> None:
    found = dixie_arena.tournament("sane,random", games=12, **SHORT)
    assert "ladder" in found.figures
    assert found.figures["ladder"] is found.figures["ladder"]
    assert found.figures["ladder"].axes[0].get_xlabel().startswith("rating")
    with pytest.raises(KeyError, match="no figure 'ladders'; available: ladder"):
        found.figures["ladders"]


def test_a_temporary_folder_goes_with_its_findings() -> None:
    found = dixie_arena.tournament("sane,random", games=12, **SHORT)
    folder = found.path
    assert (folder / "summary.json").is_file()
    assert "report.html" not in found.paths
    del found
    assert not folder.exists()


def test_a_folder_gets_a_report(tmp_path: Path) -> None:
    found = dixie_arena.tournament("sane,random", games=12, out=tmp_path / "run", **SHORT)
    assert found.paths["report.html"].is_file()


def test_compare(tmp_path: Path) -> None:
    found = dixie_arena.compare(
        "sane", "random", games=108, company=["greedy"], out=tmp_path / "python", **SHORT
    )
    ran = Ran(
        *("compare", "sane", "random", "--with", "greedy", "--games", 108, *OPTIONS),
        *("--out", tmp_path / "command", "--json"),
    )
    assert ran.code == 0, ran.err
    same_files(tmp_path / "python", tmp_path / "command", "comparison.json", "lineups.csv", "games.parquet")
    assert json.loads(ran.out) == found.as_object()
    check(found, "lineups")
    stored = pd.read_csv(found.paths["lineups.csv"])
    pd.testing.assert_frame_equal(found.to_frame(), stored, check_dtype=False)
    assert len(found.figures["lineups"].axes[0].get_yticklabels()) == len(stored)


def test_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(benchmarking.load_benchmark(), games=12, rounds=1, opponents=("sane", "random"))
    short = replace(short, opponents_checksum=short.check_opponents())
    monkeypatch.setattr(benchmarking, "load_benchmark", lambda version: short)
    monkeypatch.chdir(tmp_path)
    found = dixie_arena.benchmark("sane", version=1)
    assert found.path == Path("runs/benchmark-v1-sane")
    ran = Ran("benchmark", "sane", "--version", 1, "--out", "command", "--json")
    assert ran.code == 0, ran.err
    same_files(found.path, Path("command"), "card.json", "players-3/games.parquet")
    assert json.loads(ran.out) == found.card
    check(found, "cells")
    assert found.value == found.card["score"]["value"]
    assert found.to_frame().win_share.tolist() == [cell["win_share"]["value"] for cell in found.card["cells"]]
    assert len(found.figures["cells"].axes[0].get_yticklabels()) == 8


def test_abilities(tmp_path: Path) -> None:
    found = dixie_arena.abilities(["sane"], games=60, twins=0, out=tmp_path / "python", report=True, **SHORT)
    ran = Ran(
        *("abilities", "--agents", "sane", "--games", 60, "--twins", 0, *OPTIONS),
        *("--out", tmp_path / "command", "--json"),
    )
    assert ran.code == 0, ran.err
    same_files(tmp_path / "python", tmp_path / "command", "effects.csv", "dealt/games.parquet")
    stored = json.loads(found.paths["summary.json"].read_text())
    assert json.loads(ran.out)["cells"][0]["effects"] == stored["cells"][0]["effects"]
    check(found, "effects", "rank_probabilities")
    table = pd.read_parquet(found.paths["effects.parquet"])
    pd.testing.assert_frame_equal(found.to_frame(), table, check_dtype=False)
    assert {"forest", "ranks"} <= set(found.figures)
    assert set(found.figures) == {name[:-4] for name in found.paths if name.endswith(".png")}


def test_contrast(tmp_path: Path) -> None:
    found = dixie_arena.contrast(
        "players", [2, 3], "sane", games=90, rounds=1, seed=5, out=tmp_path / "python"
    )
    ran = Ran(
        *("abilities", "--agents", "sane", "--contrast", "players=2,3", "--games", 90, "--rounds", 1),
        *("--seed", 5, "--out", tmp_path / "command", "--json"),
    )
    assert ran.code == 0, ran.err
    same_files(tmp_path / "python", tmp_path / "command", "contrast.json", "contrast.csv")
    assert json.loads(ran.out) == found.as_object()
    check(found, "contrast")
    pd.testing.assert_frame_equal(
        found.to_frame(), pd.read_parquet(found.paths["contrast.parquet"]), check_dtype=False
    )
    assert len(found.figures["contrast"].axes[0].get_yticklabels()) == 10
    with pytest.raises(ArenaError, match="a contrast of players needs an agent"):
        dixie_arena.contrast("players", [2, 3])
    with pytest.raises(ArenaError, match="agents names them as its values"):
        dixie_arena.contrast("agents", ["sane", "greedy"], "sane")


def test_calibrate(tmp_path: Path) -> None:
    found = dixie_arena.calibrate("ppo:zoo/second", games=6, opponents=["sane"], save=False)
    ran = Ran(
        *("calibrate", "ppo:zoo/second", "--games", 6, "--opponents", "sane", "--no-save", "--json"),
    )
    assert ran.code == 0, ran.err
    assert json.loads(ran.out) == json.loads(found.to_json())
    check(found, "rounds", "reliability")
    row = found.to_frame().iloc[0]
    assert row.predicted == found.measured[0]["rounds"][0]["predicted"]
    assert len(found.figures["reliability"].axes) == 2
    with pytest.raises(AgentError, match="'sane' makes no predictions"):
        dixie_arena.calibrate("sane")
    with pytest.raises(ArenaError, match="games must be 1 or more, not 0"):
        dixie_arena.calibrate("ppo:zoo/second", games=0)


def test_study(tmp_path: Path) -> None:
    file = write_study(tmp_path, **ONLY_DEALT)
    found = dixie_arena.study(file, out=tmp_path / "python")
    ran = Ran("study", file, "--out", tmp_path / "command", "--json")
    assert ran.code == 0, ran.err
    same_files(tmp_path / "python", tmp_path / "command", "results.json", "effects.csv", "boards.csv")
    assert json.loads(ran.out) == found.results
    check(found, "dealt")
    assert {"effects", "boards"} <= set(found.tables)
    stored = found.results["answers"]["dealt"]["effects"]
    assert found.to_frame().effect.tolist() == [row["effect"] for row in stored]
    assert found.report == found.paths["report.html"]
    assert {f"figures/{name}.png" for name in found.figures} <= set(found.paths)


# --- what they are given ----------------------------------------------------------------------------------


class Nested:
    class Bot(Superstitious):
        pass


def test_agents_can_be_classes_objects_and_labelled() -> None:
    found = dixie_arena.tournament(
        {"mine": Superstitious, "other": make_agent("random"), "third": "sane"},
        games=6,
        isolate=False,
        **SHORT,
    )
    names = {row["label"]: row["name"] for row in found.summary["agents"]}
    assert names == {
        "mine": "tests.arena.superstitious:Superstitious",
        "other": "random",
        "third": "sane",
    }


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (Nested.Bot, "can't be imported: define the class at the top level of a module"),
        (Superstitious(), r"give its class, or a name with the arguments, such as 'tests.+:Superstitious\?"),
        (Setup, "is not a subclass of dixie_agents.Agent"),
        (3, "3 is not an agent; give a name such as 'balanced'"),
        ("nobody", "there is no agent 'nobody'"),
    ],
)
def test_agents_that_are_refused(agent: object, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        dixie_arena.tournament(["sane", agent], games=6, **SHORT)  # type: ignore[list-item]


NOTEBOOK = """
import dixie_arena
from dixie_agents import Agent, AgentError

class Mine(Agent):
    def act(self, decisions):
        return decisions.masks.argmax(axis=1)

options = dict(players=3, games=6, rounds=1, progress=False)
try:
    dixie_arena.tournament(["sane", Mine], **options)
except AgentError as error:
    print(error)
found = dixie_arena.tournament(["sane", Mine], isolate=False, **options)
print(found.summary["agents"][1]["name"], found.summary["agents"][1]["substitutions"])
"""


def test_a_class_of_a_script_plays_in_its_process(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(NOTEBOOK)
    ran = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    refused, played = ran.stdout.splitlines()
    assert "Mine is defined in a notebook or script" in refused
    assert "isolate=False and workers=1" in refused
    assert played == "__main__:Mine 0"
    assert ran.stderr == ""  # no bar where there is no terminal


def test_the_game_can_be_an_object() -> None:
    game = Setup(2, "fr", rounds=1)
    found = dixie_arena.tournament("sane,random", games=4, setup=game)
    assert found.summary["players"] == 2
    assert json.loads(found.paths["tournament.json"].read_text())["game"]["edition"] == "fr"
    changed = dixie_arena.tournament("sane,random", games=6, setup=game, players=3, draft="fixed:1,2,3")
    stored = json.loads(changed.paths["tournament.json"].read_text())["game"]
    assert (stored["players"], stored["edition"], stored["abilities"]) == (3, "fr", [1, 2, 3])


def test_a_training_board_is_refused() -> None:
    with pytest.raises(Exception, match="1,000,000"):
        dixie_arena.tournament("sane,random", games=6, board="prior:standard:5:1")


@pytest.mark.parametrize("name", ["tournament", "compare", "abilities", "study"])
def test_only_a_folder_can_be_resumed(name: str) -> None:
    arguments = {"compare": ["sane", "random"], "study": ["small"]}.get(name, ["sane,random"])
    with pytest.raises(ArenaError, match="can be resumed: name the folder"):
        getattr(dixie_arena, name)(*arguments, resume=True)


def test_progress_can_be_followed() -> None:
    seen: list[tuple[int, int]] = []
    dixie_arena.tournament(
        "sane,random", games=12, progress=lambda done, total: seen.append((done, total)), **SHORT
    )
    assert seen[-1] == (12, 12)


def test_warnings_are_python_warnings() -> None:
    with pytest.warns(UserWarning, match="was not trained for this game"):
        dixie_arena.tournament(["ppo:zoo/first", "sane"], games=4, players=2, rounds=1, edition="pl")


# --- the package ------------------------------------------------------------------------------------------


def python(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.mark.parametrize("package", ["dixie_env", "dixie_agents", "dixie_arena", "dixie_training"])
def test_imports_are_cheap(package: str) -> None:
    heavy = "{'pandas', 'matplotlib', 'torch', 'scipy', 'pyarrow', 'jinja2', 'openskill', 'rich', 'ray'}"
    assert python(f"import sys, {package}; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_everything_has_its_name() -> None:
    for name in [*dixie_arena.__all__, "exploit"]:
        function = getattr(dixie_arena, name)
        assert function.__name__ == name
        assert name in dir(dixie_arena)
        assert "Args:" in function.__doc__ and "Example::" in function.__doc__
    with pytest.raises(AttributeError, match="has no attribute 'tournaments'"):
        dixie_arena.tournaments  # noqa: B018


WORDS = {"with": "company"}
"""Options that are no names in Python."""
NOT_THERE = {"help", "json", "contrast", "list"}
"""How a command shows its result, and what is a function of its own."""


@pytest.mark.parametrize(
    "name",
    ["tournament", "compare", "benchmark", "exploit", "calibrate", "abilities", "study", "review", "train"],
)
def test_arguments_are_the_options_of_the_command(name: str) -> None:
    function = dixie_training.train if name == "train" else getattr(dixie_arena, name)
    parameters = signature(function).parameters
    commands: Any = typer.main.get_command(app)
    for option in commands.commands[name].params:
        word = max(option.opts, key=len).removeprefix("--").replace("-", "_")
        if word in NOT_THERE:
            continue
        parameter = parameters[WORDS.get(word, word)]
        if parameter.default not in (None, Parameter.empty, ()) and option.default is not None:
            assert str(parameter.default) == str(option.default), word
    assert "progress" in parameters


def test_importing_what_is_behind_a_function_leaves_it_alone() -> None:
    """A package with the name of a function would take its place."""
    code = (
        "import dixie_arena.ability_effects.study, dixie_arena.studying.results, dixie_arena.benchmarking;"
        "import dixie_training.exploiting.protocol, dixie_training;"
        "print(all(callable(getattr(dixie_arena, name)) for name in dixie_arena.__all__),"
        "callable(dixie_arena.exploit), dixie_arena.exploit is dixie_training.exploit)"
    )
    assert python(code) == "True True True"


def test_what_is_missing_is_said() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None; import dixie_arena\n"
        "try: dixie_arena.tournament\n"
        "except ImportError as error: print(error)"
    )
    assert re.search(
        r"dixie_arena.tournament needs pyarrow.*: pip install \"\.\[arena\]\" in a clone", python(code)
    )


def test_rows_become_flat() -> None:
    row = {"a": 1, "b": {"value": 2, "low": 1}, "c": {"d": {"value": 3}, "e": [4]}}
    assert flat(row) == {"a": 1, "b": 2, "b_low": 1, "c_d": 3, "c_e": [4]}


def test_labels_are_escaped() -> None:
    class Odd(Findings):
        path = None

        @property
        def sentences(self) -> list[str]:
            return ["<script>"] * 14

        def _rows(self):
            return {"one": [{"a": 1}]}

        def _shown(self):
            from rich.table import Table

            table = Table("<b>", title="<i>")
            table.add_row("x<y\nz")
            return [table]

    page = Odd()._repr_html_()
    assert ">&lt;i&gt;</caption>" in page
    assert ">&lt;b&gt;</th>" in page and "x&lt;y<br>z" in page and page.count("&lt;script&gt;") == 12
    assert "… and 2 more in" in page
    assert issubclass(Superstitious, Agent)
