"""Full records by the first edition of the rules page, written by the code of that time: they stay valid."""

import gzip
import json
from pathlib import Path

import pytest

from dixie_env.records import check_record

FOLDER = Path(__file__).parent / "first_edition"
RECORDS = sorted(FOLDER.glob("*.jsonl.gz"))


def test_there_is_a_record_of_chance_and_one_of_bots_for_each_edition_and_number_of_players() -> None:
    assert len(RECORDS) == 2 * 4 * 5


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_full_record_of_the_first_edition_checks(path: Path, tmp_path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    plain = tmp_path / path.stem
    plain.write_text(text, encoding="utf-8")
    assert check_record(plain) == json.loads(text.splitlines()[-1])
