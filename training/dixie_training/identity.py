"""Who a run trains against: resuming with another player of the same name would mix two runs into one."""

import json
from pathlib import Path

from dixie_agents.names import parse_name
from dixie_agents.registry import ENTRIES, make_agent
from dixie_env.files import write_whole
from dixie_training.checkpoint import CheckpointError
from dixie_training.schema import Config, ExpertConfig, FastPPOConfig, SB3Config

AGENTS = "agents.json"


def identities(config: Config) -> dict[str, str]:
    """Return the fingerprints of all agents of a run that are made of files: policies and other classes.

    Built-in bots are part of the package, and the run's policy card names its version.
    """
    names = set(config.evaluation.rungs)
    if config.init is not None:
        names.add(config.init)
    if isinstance(config, FastPPOConfig | ExpertConfig | SB3Config):
        names.update(config.opponents.bots)
        if config.warm_start is not None:
            names.add(config.warm_start.teacher)
    return {name: make_agent(name).fingerprint() for name in sorted(names) if _is_file(name)}


def write_identities(folder: Path, config: Config) -> None:
    """Write down who a run begins against."""
    write_whole(folder / AGENTS, json.dumps(identities(config), indent=2) + "\n")


def check_identities(folder: Path, config: Config) -> None:
    """Make sure that a run resumes against the agents it began with.

    Raises:
        CheckpointError: One of them has changed; the message names it.
    """
    before = json.loads((folder / AGENTS).read_text("utf-8"))
    for name, now in identities(config).items():
        if before.get(name) != now:
            raise CheckpointError(
                f"{folder}: {name} has changed since the run began; put the old one back, "
                "or begin a new run with another --out"
            )


def _is_file(text: str) -> bool:
    name = parse_name(text)
    return name.name not in ENTRIES or name.argument is not None
