"""The key `rules` of a setup: which edition of the rules page a named rulebook is meant by."""

from typing import Any

import pytest

from dixie_env import Setup
from dixie_env.config import load_edition
from dixie_env.setup import RulesError


def test_the_newest_is_meant_unless_somebody_says_otherwise() -> None:
    assert Setup(edition="pl").rules == 2
    assert Setup(edition="pl").edition.markers == "limited"
    assert Setup(edition="pl", rules=1).edition.markers == "unlimited"
    assert Setup(edition="proto", rules=1).edition.scoring == "hoards"
    assert Setup(edition=load_edition("pl", rules=1)).rules == 1


def test_a_setup_by_the_first_edition_stays_one_when_it_is_changed_or_written() -> None:
    setup = Setup(2, "pl", rules=1)
    assert setup.replace(players=3).edition.markers == "unlimited"
    assert setup.as_object()["rules"] == 1
    assert setup.as_object()["edition"] == "pl"
    assert Setup.from_object(setup.as_object()) == setup
    assert setup.replace(rules=2) == Setup(2, "pl")


@pytest.mark.parametrize(("absent", "markers"), [(1, "unlimited"), (2, "limited")])
def test_an_absent_key_means_1_in_what_programs_wrote(absent: int, markers: str) -> None:
    setup = Setup.from_object({"edition": "pl", "players": 2}, absent_rules=absent)
    assert (setup.rules, setup.edition.markers) == (absent, markers)
    assert Setup.from_object({"edition": "pl"}).edition.markers == "limited"  # written by people


@pytest.mark.parametrize("rules", [0, 3, "1", 1.0, True])
def test_other_editions_are_refused(rules: Any) -> None:
    with pytest.raises(RulesError, match="rules must be the number 1 or 2"):
        Setup(rules=rules)
    with pytest.raises(RulesError, match="rules must be the number 1 or 2"):
        Setup.from_object({"rules": rules})


def test_the_first_edition_has_no_limited_markers() -> None:
    own = load_edition("pl").model_copy(update={"scoring": "hoards"})
    with pytest.raises(RulesError, match="rules: 1 has no markers: limited"):
        Setup(edition=own, rules=1)


def test_an_own_edition_by_the_first_edition_is_written_with_six_switches() -> None:
    own = load_edition("de").model_copy(update={"scoring": "hoards"})
    setup = Setup(edition=own, rules=1)
    assert len(setup.as_object()["edition"]) == 6
    assert len(setup.header()["edition"]) == 8
    assert Setup.from_object(setup.as_object()) == setup
