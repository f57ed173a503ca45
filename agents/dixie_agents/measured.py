"""Measurements of a policy: ``measured.json`` beside its card.

A card is written once. Measuring a policy never changes its identity. Each entry says what was measured and
for which fingerprint (the checksum of the card), so entries for other weights are ignored.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dixie_agents.policy_file import Card, PolicyError, policy_folder, read_card
from dixie_env import __version__
from dixie_env.family import DrawnFrom
from dixie_env.files import write_whole
from dixie_env.shares import exact_interval

MEASURED = "measured.json"
FORMAT = "dixie-measured"
VERSION = 1
EVALUATION = "evaluation"
CALIBRATION = "calibration"
REVIEW = "review"
"""How well the probabilities of a review agree with results."""


def add_measured(
    source: str | Path, kind: str, results: list[dict[str, Any]], measured: str | None = None
) -> None:
    """Store a measurement of a policy. It replaces an earlier one of the same kind.

    Args:
        source: The policy: a folder, or ``zoo/NAME``.
        kind: What was measured, such as ``evaluation``.
        results: Rows of plain data.
        measured: The checksum of the card of the policy that was measured, if that was read some time ago.

    Raises:
        PolicyError: There is no such policy, or another one has taken its place.
    """
    folder = policy_folder(source)
    fingerprint = read_card(folder).checksum
    if measured not in (None, fingerprint):
        raise PolicyError(
            f"{folder} has another policy now than the one that was measured, so the result is not "
            "stored there"
        )
    kept = [entry for entry in read_measured(folder) if entry["kind"] != kind]
    entry = {"kind": kind, "fingerprint": fingerprint, "dixie": __version__, "results": results}
    content = {"format": FORMAT, "version": VERSION, "entries": [*kept, entry]}
    write_whole(folder / MEASURED, (json.dumps(content, indent=2) + "\n").encode())


def read_measured(source: str | Path) -> list[dict[str, Any]]:
    """Return the measurements of exactly this policy. Entries for other weights are left out.

    Raises:
        PolicyError: There is no such policy, or its measurements can't be read.
    """
    folder = policy_folder(source)
    card = read_card(folder)
    path = folder / MEASURED
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["format"] != FORMAT or content["version"] != VERSION:
            raise PolicyError(f"{path} does not hold measurements of version {VERSION}")
        return [entry for entry in content["entries"] if entry["fingerprint"] == card.checksum]
    except FileNotFoundError:
        return []
    except PolicyError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PolicyError(f"{path}: the measurements can't be read: {error!r}") from None


def describe_policy(source: str | Path) -> str:
    """Return the card of a policy and its measurements as text."""
    card = read_card(source)
    lines = [
        f"fingerprint  {card.checksum}",
        f"game         {_game(card)}",
        f"network      {card.observation.size} -> {' -> '.join(map(str, card.hidden))}",
        f"trained by   dixie {card.dixie or '?'}, commit {card.commit or '?'}",
    ]
    if card.temperature:
        lines.append(f"plays with   temperature {card.temperature:g}")
    done = {key: card.training[key] for key in ("updates", "decisions", "seconds") if key in card.training}
    if done:
        lines.append("training     " + ", ".join(f"{value:,} {key}" for key, value in done.items()))
    rows = [row for row in card.evaluation.values() if isinstance(row, dict)]  # in a card of version 1
    for entry in read_measured(source):
        rows += entry["results"] if entry["kind"] == EVALUATION else []
        if entry["kind"] != EVALUATION:
            lines += [f"{entry['kind']:<12} {_told(result)}" for result in entry["results"]]
    for row in rows:
        low, high = exact_interval(row["share"], row["games"])
        share = f"{row['share']:.1%} [{100 * low:.1f}, {100 * high:.1f}]"
        lines.append(f"evaluation   {row['players']} players, against {row['rung']}: {share}")
    return "\n".join(lines)


def _told(result: Any) -> str:
    """Return a result in its own words if it has some, else as JSON."""
    line = result.get("line") if isinstance(result, dict) else None
    return line if isinstance(line, str) else json.dumps(result)


def _names(values: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(values))


def _game(card: Card) -> str:
    setup, seen = card.game[0], card.observation
    players = ", ".join(map(str, card.players))
    family = card.family
    editions = _names(choice.value.name or "custom" for choice in family.editions)
    boards = _names(
        f"drawn from prior:{choice.value.prior}"
        if isinstance(choice.value, DrawnFrom)
        else choice.value.name or "custom"
        for choice in family.boards
    )
    drafts = _names(choice.value for choice in family.drafts)
    return (
        f"{players} players, edition {editions}, board {boards}, draft {drafts}, {setup.rounds} rounds; "
        f"observes {seen.mode}{' with the board' if seen.board else ''}"
    )
