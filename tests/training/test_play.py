"""How a trained policy plays: `play` in the training file."""

import pytest

from dixie_agents.policy_file import read_card
from dixie_agents.registry import make_agent
from dixie_env.yaml_file import ConfigError
from dixie_training.config import parse_config
from dixie_training.run import Run
from tests.training.small import Silent, small_config, small_data, with_players


def test_the_temperature_reaches_the_card_and_the_evaluation(tmp_path, monkeypatch):
    import dixie_training.run as module

    evaluated = []
    whole = module.evaluate  # type: ignore[attr-defined]

    def evaluate(agent, *rest, **more):
        evaluated.append(agent.temperature)
        return whole(agent, *rest, **more)

    monkeypatch.setattr(module, "evaluate", evaluate)
    config = small_config(updates=1, **with_players(2, 4), play={"temperature": 0.4})
    Run(config, tmp_path / "run", Silent()).train()
    assert read_card(tmp_path / "run" / "last").temperature == 0.4
    assert make_agent(f"ppo:{tmp_path / 'run' / 'last'}").temperature == 0.4  # type: ignore[attr-defined]
    assert evaluated == [0.4, 0.4]


def test_without_it_policies_take_their_best_option():
    assert small_config().temperature == 0


@pytest.mark.parametrize("play", [{"temperature": -1}, {"temperature": 1000}, {"heat": 1}])
def test_nonsense_is_refused(play):
    with pytest.raises(ConfigError, match="play"):
        parse_config(small_data(play=play), "x")
