"""The result card: everything needed to trust or repeat a result."""

import hashlib
import platform
from dataclasses import asdict
from typing import Any

import numpy as np

from dixie_agents.fingerprint import fingerprint_package
from dixie_arena.config import Tournament
from dixie_arena.identity import Identities
from dixie_env.engine.model import SOURCE_HASH
from dixie_env.version import __version__, commit

FORMAT = "dixie-result-card"
VERSION = 2
"""Cards of version 1 had checksums of agents that did not cover policies and bots in the current folder."""


def make_card(tournament: Tournament, identities: Identities, files: dict[str, bytes]) -> dict[str, Any]:
    """Return the card of a finished tournament.

    Args:
        tournament: What was played.
        identities: Who played.
        files: The files of results, by name, whose checksums the card carries.
    """
    schedule = tournament.schedule
    return {
        "format": FORMAT,
        "version": VERSION,
        "dixie": __version__,
        "commit": commit(),
        "engine": SOURCE_HASH,
        "package": fingerprint_package(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "tournament": tournament.as_object(),
        "fingerprint": tournament.fingerprint(),
        "rules": tournament.rules.config.header(),
        "games": schedule.games,
        "blocks": schedule.blocks,
        "seeds": hashlib.sha256(schedule.seeds().tobytes()).hexdigest(),
        "agents": [
            {"label": entrant.label, "name": entrant.name, **asdict(identities[entrant.name])}
            for entrant in tournament.entrants
        ],
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
