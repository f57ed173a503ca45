"""No fixed workload needs many more instructions than `benchmarks/instructions.json` says."""

import json

import pytest

from benchmarks import instructions
from benchmarks.workloads import WORKLOADS


@pytest.mark.skipif(not instructions.FILE.is_file(), reason="benchmarks/instructions.json is missing")
def test_the_file_has_all_workloads() -> None:
    kept = json.loads(instructions.FILE.read_text(encoding="utf-8"))
    assert list(kept["instructions"]) == list(WORKLOADS)
    assert list(kept["conditions"]) == list(instructions.conditions())


def test_growth_is_noticed_beyond_ten_percent() -> None:
    stored = {"batch": 1000, "search": 2000}
    assert instructions.grown({"batch": 1100, "search": 1}, stored) == []
    assert instructions.grown({"batch": 1101, "search": 2000}, stored) == [
        "batch: 1,101 instructions, 10.1% more than 1,000"
    ]


def test_no_workload_has_become_slower() -> None:
    if reason := instructions.why_not():
        pytest.skip(reason)
    stored = json.loads(instructions.FILE.read_text(encoding="utf-8"))["instructions"]
    counts = instructions.count()
    assert instructions.grown(counts, stored) == []
