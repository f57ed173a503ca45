"""The leaderboard: result cards in ``docs/leaderboard``, checked, as tables.

``python -m docs.site.leaderboard FOLDER`` verifies what ``dixie benchmark`` wrote and adds it.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from dixie_arena.benchmarking import WIDE
from dixie_arena.config import ArenaError
from dixie_arena.leaderboard import check_entry, make_entry
from dixie_arena.verify import NotVerified
from dixie_arena.wide_benchmark import DRAFT, load_wide_benchmark

MARK = "<!-- the leaderboard -->"
FOLDER = Path(__file__).parents[1] / "leaderboard"
EXPLAINED = {
    1: """\
2 to 5 players, against `sane`, `greedy` and `balanced`. 0 means as strong as the opponents, 100 means winning
every game. *Weakest against* is the cell with the lowest win share compared with the fair share.""",
    WIDE: """\
Bots, policies and best responses to other agents as opponents, on several boards and editions. The score is
the mean of log-odds above the fair share: 0 means as strong as the opponents, and +1.1 means odds three times
as good. *Worst cell* is the opponent and the table where the agent does worst.""",
}
DRAFT_NOTE = f"Version {WIDE} of the benchmark is a draft. Its scores are listed here when it is frozen."


def leaderboard_tables(folder: Path) -> str:
    """Return the tables of the leaderboard, one for each version of the benchmark, the latest first.

    Args:
        folder: The folder of entries.

    Raises:
        NotVerified: An entry is wrong; the message names its file.
    """
    versions: dict[int, list[dict[str, Any]]] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
            versions.setdefault(check_entry(entry)["benchmark"], []).append(entry)
        except (NotVerified, ValueError) as error:
            raise NotVerified(f"leaderboard/{file.name}: {error}") from None
    parts = [_table(version, versions[version]) for version in sorted(versions, reverse=True)]
    if not parts:
        parts.append("No results have been submitted yet.")
    if load_wide_benchmark().status == DRAFT:
        parts.append(DRAFT_NOTE)
    return "\n\n".join(parts)


def _table(version: int, entries: list[dict[str, Any]]) -> str:
    entries = sorted(
        entries, key=lambda entry: (-entry["card"]["score"]["value"], entry["card"]["agent"]["name"])
    )
    wide = "worst" in entries[0]["card"]
    head = ["", "agent", "score", "worst cell" if wide else "weakest against", "games", "replayed", "dixie"]
    lines = [f"## Benchmark version {version}", "", EXPLAINED.get(version, ""), ""]
    lines += [f"| {' | '.join(head)} |", "|" + " --- |" * len(head)]
    for place, entry in enumerate(entries, start=1):
        card = entry["card"]
        cells = (
            str(place),
            f"`{card['agent']['name']}`",
            _interval(card["score"], signed=wide),
            _worst(card, wide),
            f"{card['games']:,}",
            f"{entry['verified']['replayed']:,}",
            f"{card['dixie']}, `{card['engine'][:8]}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _worst(card: dict[str, Any], wide: bool) -> str:
    if wide:
        worst = card["worst"]
        return f"{_interval(worst, signed=True)} against `{worst['opponent']}` ({worst['table']})"
    worst = min(card["cells"], key=lambda cell: cell["win_share"]["value"] - 1 / cell["players"])
    share, players = worst["win_share"]["value"], worst["players"]
    return f"`{worst['opponent']}`, {players} players: wins {share:.1%} (fair: {1 / players:.1%})"


def _interval(estimate: dict[str, float], *, signed: bool) -> str:
    form = "+.2f" if signed else ".1f"
    words = f"{estimate['value']:{form}} [{estimate['low']:{form}}, {estimate['high']:{form}}]"
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def main() -> None:
    """Verify the folder of a benchmark and add its card to the leaderboard."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m docs.site.leaderboard FOLDER (what dixie benchmark wrote)")
    try:
        entry = make_entry(Path(sys.argv[1]))
    except ArenaError as error:
        sys.exit(f"not added: {error}")
    card = entry["card"]
    name = re.sub(r"[^\w.-]+", "-", card["agent"]["name"])
    file = FOLDER / f"v{card['benchmark']}-{name}.json"
    FOLDER.mkdir(exist_ok=True)
    file.write_text(json.dumps(entry, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"replayed {entry['verified']['replayed']} games; wrote {file.name}")


if __name__ == "__main__":
    main()
