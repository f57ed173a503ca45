"""The same seed and configuration train the same policy as the version that wrote the figures down."""

import json

import pytest

from tests.training.figures import FILE, LEARNERS, digest, machine


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_same_policy_is_trained_bit_for_bit(tmp_path, learner):
    written = json.loads(FILE.read_text()).get(machine())
    if written is None:
        pytest.skip(f"no figures of this machine ({machine()}): the last bits of matrix products may differ")
    assert digest(learner, tmp_path / learner) == written[learner]
