"""Run the attacks and write their table into docs/reliability.md.

python -m tests.attacks [--share 0.1] [NAME ...]
"""

import argparse
import json
import time
import traceback
from pathlib import Path
from typing import Any

from tests.attacks.all import ATTACKS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reliability.md"
COUNTS = Path(__file__).parent / "counts.json"
BEGIN, END = "<!-- attacks: begin -->", "<!-- attacks: end -->"


def attack(name: str, share: float) -> dict[str, Any]:
    """Run one attack and return its row."""
    one = ATTACKS[name]
    start = time.perf_counter()
    try:
        report = one.run(max(1, round(one.many * share)))
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        traceback.print_exc()
        return {"tried": None, "outcomes": {}, "broken": " ".join(str(error).split())[:300] or repr(error)}
    seconds = round(time.perf_counter() - start)
    return {"tried": report.tried, "outcomes": dict(report.outcomes), "seconds": seconds, "broken": ""}


def table(rows: dict[str, dict[str, Any]]) -> str:
    """Return the rows as a table."""
    lines = ["| attack | what was tried | how often | what came of it |", "| --- | --- | --- | --- |"]
    for name, row in rows.items():
        came = ", ".join(f"{count:,} {words}" for words, count in sorted(row["outcomes"].items()))
        if row["broken"]:
            came = f"**broken**: {row['broken'].replace('|', '/')}"
        tried = "" if row["tried"] is None else f"{row['tried']:,}"
        lines.append(f"| {name} | {ATTACKS[name].about} | {tried} | {came} |")
    return "\n".join(lines)


def main() -> int:
    """Run the attacks that are named, or all. Return 1 if one has succeeded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="share of the full number of tries")
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], metavar="NAME")
    given = parser.parse_args()
    rows: dict[str, Any] = {}
    for name in given.names or ATTACKS:
        print(name, flush=True)
        row = attack(name, given.share)
        rows = json.loads(COUNTS.read_text("utf-8")) if COUNTS.exists() else {}
        rows[name] = row
        print(f"  {rows[name]}", flush=True)
        COUNTS.write_text(json.dumps(rows, indent=2, sort_keys=True) + "\n", "utf-8")
        page = PAGE.read_text("utf-8")
        ordered = {name: rows[name] for name in ATTACKS if name in rows}
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{table(ordered)}\n{END}{after}", "utf-8")
    return int(any(row["broken"] for row in rows.values()))


if __name__ == "__main__":
    raise SystemExit(main())
