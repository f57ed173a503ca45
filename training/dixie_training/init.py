"""Where a run starts from: the weights of an existing policy (`init` in a training file)."""

import numpy as np
from numpy.typing import NDArray

from dixie_agents.names import AgentError, parse_name
from dixie_agents.policy import heads_of, weight_shapes
from dixie_agents.policy_file import PolicyError, load_weights
from dixie_env.yaml_file import ConfigError
from dixie_training.schema import Config, ExpertConfig


def initial_weights(config: Config) -> dict[str, NDArray[np.float32]] | None:
    """Return the weights that a run starts from, None if it starts from new ones.

    Raises:
        ConfigError: The policy can't be read, has other layers or another observation, or lacks the head that
            a search needs.
    """
    if config.init is None:
        return None
    try:
        name = parse_name(config.init)
    except AgentError as error:
        raise ConfigError("init", str(error)) from None
    if name.name != "ppo" or not name.argument or name.options:
        raise ConfigError(
            "init", f"found {config.init!r}; it must be a policy without options: ppo:PATH or ppo:zoo/NAME"
        )
    try:
        weights, card = load_weights(name.argument)
    except PolicyError as error:
        raise ConfigError("init", str(error)) from None
    problems = []
    if card.hidden != config.hidden:
        problems.append(
            f"{config.init} has the layers {list(card.hidden)}, but hidden is {list(config.hidden)}; "
            f"write hidden: {list(card.hidden)}"
        )
    if card.observation != config.observation:
        wanted, found = (
            f"{{mode: {seen.mode}, board: {str(seen.board).lower()}}}"
            for seen in (card.observation, config.observation)
        )
        problems.append(
            f"{config.init} observes {wanted}, but game.observation is {found}; write observation: {wanted}"
        )
    if isinstance(config, ExpertConfig) and config.winner_coef > 0 and "winner" not in heads_of(weights):
        problems.append(
            f"{config.init} does not predict who wins, which the search would take as its value; write "
            "winner_coef: 0 to search by its value, or start from a policy trained with winner_coef"
        )
    if problems:
        raise ConfigError("init", *problems)
    shapes = weight_shapes(config.observation.size, config.hidden, config.heads)
    return {name: array for name, array in weights.items() if name in shapes}
