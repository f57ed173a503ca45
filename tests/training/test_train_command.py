"""``dixie train``: shipped configurations by name, from any folder."""

import json

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
        def __init__(self, config, folder, watcher, *, resume, **more):
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
        ((), "name a configuration: expert-4p, quick"),
        (("slow",), "there is no shipped configuration of this name"),
        (("no/such.yaml",), "there is no such file"),
    ],
)
def test_what_is_wrong(arguments, message):
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert message in " ".join(str(ran.stderr or ran.exception).split())


OWN = (
    "updates: 1\ngame: {players: 2, rounds: 2}\ngames: 4\nnum_steps: 8\nhidden: [8]\n"
    "evaluation: {games: 2, rungs: [sane], main: sane}\n"
)


def test_values_can_be_set_on_the_command_line(tmp_path):
    (tmp_path / "own.yaml").write_text(OWN)
    ran = run("own.yaml", "--seed", 7, "--set", "updates=2", "--set", "opponents.bots=[sane]",
              "--set", "learning_rate=1e-4", "--set", "games.2=6")  # fmt: skip
    assert ran.exit_code == 2  # `games: 4` has no parts
    assert "games.2: games is 4, which has no keys of its own" in str(ran.stderr or ran.exception)
    ran = run("own.yaml", "--seed", 7, "--set", "updates=2", "--set", "opponents.bots=[sane]",
              "--set", "learning_rate=1e-4", "--set", "games={2: 6}")  # fmt: skip
    assert ran.exit_code == 0, ran.output
    config = json.loads((tmp_path / "runs" / "own-seed7" / "config.json").read_text())
    assert (config["seed"], config["updates"], config["learning_rate"]) == (7, 2, 1e-4)
    assert config["opponents"]["bots"] == ["sane"]
    assert config["games"] == {"2": 6}
    lines = [line for line in ran.stderr.splitlines() if line.startswith("training")]
    assert "training 2 of 2 (100%), 0:00 left" in lines[-1]


def test_another_seed_is_another_run(tmp_path):
    (tmp_path / "own.yaml").write_text(OWN)
    for seed in (1, 2):
        assert run("own.yaml", "--seed", seed).exit_code == 0
    first, second = ((tmp_path / "runs" / f"own-seed{seed}" / "last" / "card.json") for seed in (1, 2))
    assert json.loads(first.read_text())["sha256"] != json.loads(second.read_text())["sha256"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("updates", "--set: found 'updates'; write KEY=VALUE"),
        ("=5", "--set: found '=5'; write KEY=VALUE"),
        ("a..b=5", "write KEY=VALUE"),
        ("update=5", "update: unknown key"),
        ("updates=many", "updates: found 'many'"),
        ("updates=[1", "--set updates: found '[1'"),
        ("opponents.bots=*a", "aliases such as *a are not allowed"),
        ("opponents.bot=[sane]", "opponents.bot: unknown key"),
    ],
)
def test_wrong_values_are_refused(tmp_path, change, message):
    (tmp_path / "own.yaml").write_text(OWN)
    ran = run("own.yaml", "--set", change)
    assert ran.exit_code == 2
    assert message in " ".join(str(ran.stderr or ran.exception).split())
    assert not (tmp_path / "runs").exists()
