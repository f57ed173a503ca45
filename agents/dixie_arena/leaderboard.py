"""Result cards of the benchmark for a leaderboard: checked against the frozen benchmark, and replayed.

A leaderboard keeps one entry for each agent: its card, and what was verified when it was added. Games are
replayed once, with the code that played them (`make_entry`). After that, `check_entry` tests at any time that
the card belongs to a frozen benchmark and that its numbers follow from each other.
"""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dixie_arena.benchmark_games import FORMAT
from dixie_arena.benchmarking import NARROW, WIDE, load_benchmark, run_benchmark
from dixie_arena.config import ArenaError
from dixie_arena.folder import CARD, RunFolder
from dixie_arena.log_odds import above_fair
from dixie_arena.verify import NotVerified, verify_folder
from dixie_arena.wide_benchmark import FROZEN, load_wide_benchmark

GAMES = 64
"""Games to replay in each folder of a benchmark, at least."""
COMPARED = ("benchmark", "status", "agent", "score", "worst", "games", "cells", "substitutions", "opponents")


def make_entry(folder: Path, games: int = GAMES, seed: int | None = None) -> dict[str, Any]:
    """Verify the folder of a finished benchmark and return its entry for the leaderboard.

    Args:
        folder: What ``dixie benchmark`` wrote.
        games: Minimum number of games to replay for each kind of table.
        seed: Seed that selects the games; None for a random one.

    Raises:
        NotVerified: A check failed, a replayed game differs, or the card does not follow from the games.
        ArenaError: This is not the folder of a finished benchmark.
    """
    card = RunFolder(folder).read_json(CARD)
    check_card(card)
    parts = sorted(path.parent for path in folder.glob(f"*/{CARD}"))
    if not parts:
        raise ArenaError(f"{folder} has no folders of games: give the folder that dixie benchmark wrote")
    checked = [verify_folder(part, games, seed) for part in parts]
    tournament = RunFolder(parts[0]).read_tournament()
    with tempfile.TemporaryDirectory() as copy:
        # All games are there, so this only computes the card from them; it writes, therefore in a copy.
        again = shutil.copytree(folder, Path(copy) / "benchmark")
        right = run_benchmark(
            card["agent"]["name"],
            again,
            version=card["benchmark"],
            resume=True,
            isolate=tournament.isolate,
            time_limit=tournament.time_limit,
        ).card
    for key in COMPARED:
        if card.get(key) != right.get(key):
            raise NotVerified(
                f"{CARD} does not follow from the games: {key} is another when it is computed again"
            )
    replayed = sum(part.replayed - part.skipped for part in checked)
    return {
        "card": card,
        "verified": {"replayed": replayed, "dixie": right["dixie"], "commit": right["commit"]},
    }


def check_entry(entry: Any) -> dict[str, Any]:
    """Check an entry of the leaderboard and return its card.

    Raises:
        NotVerified: It is not an entry, or its card is wrong.
    """
    if not isinstance(entry, Mapping) or set(entry) != {"card", "verified"}:
        raise NotVerified("an entry must have the keys card and verified: let `make_entry` write it")
    replayed = entry["verified"].get("replayed") if isinstance(entry["verified"], Mapping) else None
    if type(replayed) is not int or replayed < 1:
        raise NotVerified(f"verified.replayed must be the number of games replayed, not {replayed!r}")
    check_card(entry["card"])
    card: dict[str, Any] = entry["card"]
    return card


def check_card(card: Any) -> None:
    """Check that a card belongs to a frozen benchmark and that its numbers follow from each other.

    Raises:
        NotVerified: They don't; the message says which.
    """
    if not isinstance(card, Mapping) or card.get("format") != FORMAT:
        raise NotVerified(f"this is not the card of a benchmark: its format must be {FORMAT}")
    version = card.get("benchmark")
    if type(version) is not int or version not in (NARROW, WIDE):
        raise NotVerified(f"there is no benchmark version {version!r}")
    try:
        if version == WIDE:
            _check_wide(card)
        else:
            _check_narrow(card)
        if type(card["agent"]["name"]) is not str or type(card["agent"]["fingerprint"]) is not str:
            raise NotVerified("the card does not say who played: agent needs a name and a fingerprint")
        if type(card["substitutions"]) is not int or card["substitutions"] < 0:
            raise NotVerified(f"substitutions must be a number of moves, not {card['substitutions']!r}")
    except ArenaError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise NotVerified(f"the card is incomplete or damaged ({type(error).__name__}: {error})") from None


def _check_narrow(card: Mapping[str, Any]) -> None:
    benchmark = load_benchmark(card["benchmark"])
    _same(card, "opponents_checksum", benchmark.opponents_checksum)
    _same(card, "opponents", list(benchmark.opponents))
    cells = [(players, name) for players in benchmark.players for name in benchmark.opponents]
    if [(cell["players"], cell["opponent"]) for cell in card["cells"]] != cells:
        raise NotVerified(
            "cells must have each number of players with each opponent, in the benchmark's order"
        )
    for cell in card["cells"]:
        _same(cell, "games", -(-benchmark.games // cell["players"]) * cell["players"])
    _check_games(card)
    score = np.mean([100 * (_share(cell) - _fair(cell)) / (1 - _fair(cell)) for cell in card["cells"]])
    _near("score", card["score"], float(score), 0.011)  # shares and score are rounded


def _check_wide(card: Mapping[str, Any]) -> None:
    benchmark = load_wide_benchmark()
    if benchmark.status != FROZEN or card.get("status") != FROZEN:
        raise NotVerified(
            f"version {WIDE} of the benchmark is a draft there or here: scores are not to be quoted"
        )
    _same(card, "opponents_checksum", benchmark.opponents_checksum)
    _same(card, "opponents", {group: list(names) for group, names in benchmark.opponents.items()})
    cells = [(table.words, name) for table in benchmark.tables for name in benchmark.names]
    if [(cell["table"], cell["opponent"]) for cell in card["cells"]] != cells:
        raise NotVerified("cells must have each table with each opponent, in the benchmark's order")
    players = {table.words: table.players for table in benchmark.tables}
    values = []
    for cell in card["cells"]:
        count = players[cell["table"]]
        _same(cell, "players", count)
        _same(cell, "games", -(-benchmark.games // count) * count)
        wins = np.array(_share(cell) * cell["games"])
        values.append(float(above_fair(wins, cell["games"], count)))
        _near(f"log-odds against {cell['opponent']}", cell["log_odds"], values[-1], 1e-3)
    _check_games(card)
    _near("score", card["score"], float(np.mean(values)), 1e-3)
    against_others = [
        value
        for value, cell in zip(values, card["cells"], strict=True)
        if cell["opponent"] != card["agent"]["name"]
    ]
    _near("worst", card["worst"], min(against_others or values), 1e-3)


def _check_games(card: Mapping[str, Any]) -> None:
    _same(card, "games", sum(cell["games"] for cell in card["cells"]))


def _share(cell: Mapping[str, Any]) -> float:
    share = float(cell["win_share"]["value"])
    if not 0 <= share <= 1:
        raise NotVerified(f"the win share against {cell['opponent']} must be from 0 to 1, not {share}")
    return share


def _fair(cell: Mapping[str, Any]) -> float:
    return 1 / int(cell["players"])


def _same(data: Mapping[str, Any], key: str, right: Any) -> None:
    if data[key] != right:
        raise NotVerified(f"{key} is {data[key]!r}, not {right!r} as in the benchmark")


def _near(what: str, estimate: Mapping[str, Any], right: float, tolerance: float) -> None:
    value, low, high = (float(estimate[key]) for key in ("value", "low", "high"))
    if not low <= value <= high:
        raise NotVerified(f"the {what} is {value}, outside of its own interval {low} to {high}")
    if abs(value - right) > tolerance:
        raise NotVerified(f"the {what} is {value}, but {right:.3f} by its cells")
