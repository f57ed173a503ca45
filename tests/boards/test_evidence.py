"""The evidence: what stands in its file, and what is wrong with another."""

from typing import Any

import pytest

from dixie_env.boards.evidence import SUMMARIES, Statement, evidence_names, load_evidence
from dixie_env.config import ConfigError
from dixie_env.paths import configs_dir

SAID = {
    "pit_rare": ("seats_in_pit", 0.01, 0.02),
    "positive_rare": ("seats_above_zero", 0.05, 0.07),
    "track_end": ("winner_above_20", 0.01, 0.04),
    "ones_suffice": ("more_than_5_ones", 0.10, 0.15),
    "ones_used": ("no_ones", 0.50, 0.20),
    "twos_suffice": ("more_than_5_twos", 0.10, 0.15),
}


def test_the_shipped_evidence():
    evidence = load_evidence()
    assert evidence_names() == ("standard",) and evidence is load_evidence("standard")
    assert (evidence.players, evidence.edition, evidence.draft) == ([3, 4, 5], "de", "choose")
    assert {s.key: (s.summary, s.bound, s.tolerance) for s in evidence.statements} == SAID
    assert {s.summary for s in evidence.statements} == set(SUMMARIES)
    together = [[s.key for s in group] for group in evidence.groups() if len(group) > 1]
    assert together == [["positive_rare", "track_end"]]
    assert all(s.source and s.text.endswith(".") for s in evidence.statements)


def test_excess():
    words: dict[str, Any] = {"key": "a", "text": "A.", "source": "me", "summary": "no_ones", "tolerance": 0.1}
    bounded, aimed = Statement(**words, bound=0.5), Statement(**words, target=0.5)
    assert bounded.excess(0.4) == 0 and bounded.excess(0.7) == pytest.approx(0.2)
    assert aimed.excess(0.4) == pytest.approx(0.1) and aimed.excess(0.7) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "    bound: 0.01\n    tolerance: 0.02",
            "    tolerance: 0.02",
            "pit_rare must have either a bound or",
        ),
        (
            "    bound: 0.01\n    tol",
            "    bound: 0.01\n    target: 0.1\n    tol",
            "either a bound or a target",
        ),
        ("key: track_end", "key: pit_rare", "two statements have the key pit_rare"),
        ("summary: no_ones", "summary: ones", "statements.4.summary: Input should be 'seats_in_pit', "),
        ("[3, 4, 5]", "[3, 6]", "players.1: Input should be less than or equal to 5"),
        ("tolerance: 0.20", "tolerance: 0", "statements.4.tolerance: Input should be greater than 0"),
    ],
)
def test_wrong_evidence_is_explained(tmp_path, old, new, says):
    text = (configs_dir() / "evidence" / "standard.yaml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError, match=says) as caught:
        load_evidence(file)
    assert str(caught.value).startswith(f"{file}: ")


def test_unknown_evidence():
    with pytest.raises(ConfigError, match="available: standard, or a file"):
        load_evidence("hearsay")
