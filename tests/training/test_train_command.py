"""``dixie train``: shipped configurations by name, from any folder."""

import pytest
from typer.testing import CliRunner

from dixie_env.cli.app import app
from dixie_training.config import shipped_configs


def run(*arguments):
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_list():
    ran = run("--list")
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(shipped_configs())
    assert any("2 to 5 players" in line for line in lines)


def test_a_name_runs_a_shipped_configuration(tmp_path, monkeypatch):
    begun = []

    class Run:
        def __init__(self, config, folder, watcher, *, resume):
            begun.append((config.updates, config.players, str(folder), resume))

        def train(self):
            pass

    monkeypatch.setattr("dixie_training.run.Run", Run)
    ran = run("selfplay-all")
    assert ran.exit_code == 0, ran.output
    assert begun == [(600, (2, 3, 4, 5), "runs/selfplay-all", False)]
    assert "ppo:runs/selfplay-all/best" in ran.stdout


def test_a_file_of_ones_own_is_trained(tmp_path):
    (tmp_path / "own.yaml").write_text(
        "updates: 1\ngame: {players: 2, rounds: 2}\ngames: 4\nnum_steps: 8\nhidden: [8]\n"
        "evaluation: {games: 2, rungs: [sane], main: sane}\n"
    )
    ran = run("own.yaml", "--out", "here")
    assert ran.exit_code == 0, ran.output
    assert (tmp_path / "here" / "best" / "measured.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a configuration: quick"),
        (("slow",), "there is no shipped configuration of this name"),
        (("no/such.yaml",), "there is no such file"),
    ],
)
def test_what_is_wrong(arguments, message):
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert message in " ".join(str(ran.stderr or ran.exception).split())
