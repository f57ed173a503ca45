"""Who a run trains against: continuing with another player of the same name would mix two runs into one."""

from collections.abc import Mapping
from pathlib import Path

from dixie_agents.names import parse_name
from dixie_agents.registry import ENTRIES
from dixie_arena.identity import Identity, load_agent
from dixie_training.checkpoint import CheckpointError
from dixie_training.schema import Config, ExpertConfig, FastPPOConfig, SB3Config

AGENTS = "agents.json"


def identify(config: Config) -> dict[str, Identity]:
    """Return the identities of all agents of a run that are made of files: policies and other classes.

    Built-in bots are part of the package, and the run's policy card names its version.
    """
    names = set(config.evaluation.rungs) | {config.evaluation.main}
    if config.init is not None:
        names.add(config.init)
    if isinstance(config, FastPPOConfig | ExpertConfig | SB3Config):
        names.update(config.opponents.bots)
        if isinstance(config, FastPPOConfig):
            names.update(rule.init for rule in config.opponents.exploiters if rule.init is not None)
        if config.warm_start is not None:
            names.add(config.warm_start.teacher)
    return {name: Identity.of(load_agent(name)) for name in sorted(names) if _is_file(name)}


def check_identities(folder: Path, before: Mapping[str, str], now: Mapping[str, Identity]) -> None:
    """Make sure that a run goes on against the agents it began with.

    Args:
        folder: The folder of the run.
        before: The fingerprints at the beginning, by name.
        now: The agents as they are.

    Raises:
        CheckpointError: One of them has changed; the message names it.
    """
    for name, identity in now.items():
        if before.get(name) != identity.fingerprint:
            raise CheckpointError(
                f"{folder}: {name} has changed since the run began; put the old one back, "
                "or begin a new run with another --out"
            )


def fingerprints(identities: Mapping[str, Identity]) -> dict[str, str]:
    """Return the fingerprints by name, as ``agents.json`` has them."""
    return {name: identity.fingerprint for name, identity in identities.items()}


def _is_file(text: str) -> bool:
    name = parse_name(text)
    return name.name not in ENTRIES or name.argument is not None
