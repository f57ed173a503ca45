"""Writes down ten drawn boards: their names mean these numbers for ever.

``python -m tests.boards.golden`` adds boards that are missing; it never changes one.
"""

import json
from pathlib import Path

from dixie_env.config import load_board

FILE = Path(__file__).with_name("golden.json")
NAMES = (
    "prior:standard:0:0",
    "prior:standard:0:1",
    "prior:standard:7:3",
    "prior:standard:999999:12345",
    "prior:standard:1000000:0",
    "prior:standard:1000000:1",
    "prior:standard:9223372036854775807:9223372036854775807",
    "prior:wide:0:0",
    "prior:wide:7:3",
    "prior:wide:1000000:2",
)


def main() -> None:
    golden = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in NAMES:
        golden.setdefault(name, load_board(name).as_object())
    lines = [f"{json.dumps(name)}: {json.dumps(board)}" for name, board in golden.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
