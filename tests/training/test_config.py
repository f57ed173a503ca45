"""Configuration files."""

import pytest

from dixie_env.config import ConfigError
from dixie_env.paths import configs_dir
from dixie_training.config import load_config, parse_config


@pytest.mark.parametrize(
    "file", sorted((configs_dir() / "training").glob("*.yaml")), ids=lambda file: file.stem
)
def test_shipped_configurations_are_right(file):
    assert load_config(file).updates > 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"epoch": 3}, "epoch: unknown key"),
        ({"epochs": "3"}, "epochs: found '3'"),
        ({"epochs": 0}, "epochs: found 0"),
        ({"games": {6: 10}}, "games.6"),
        ({"opponents": {"bot": []}}, "opponents.bot: unknown key; the keys are bots"),
        ({"opponents": {"self_play": 1.5}}, "opponents.self_play: found 1.5"),
        ({"reward": "money"}, "reward: found 'money'"),
    ],
)
def test_errors_name_file_and_key(data, message):
    with pytest.raises(ConfigError) as caught:
        parse_config(data, "my.yaml")
    assert str(caught.value).startswith("my.yaml: ")
    assert message in str(caught.value)


def test_there_is_no_such_file(tmp_path):
    with pytest.raises(ConfigError, match="no such file"):
        load_config(tmp_path / "nothing.yaml")
