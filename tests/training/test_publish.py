"""Policies for the zoo."""

from dixie_agents.measured import read_measured
from dixie_agents.policy_file import Card, load_policy, save_policy
from dixie_env import Setup
from dixie_training.curve import draw_curve, read_curve
from dixie_training.publish import RUNGS, publish
from tests.agents.test_policy import HIDDEN, some_weights


def test_a_published_policy_is_the_same_policy_and_has_its_measurements_beside_it(tmp_path):
    card = Card(HIDDEN, (Setup(2, rounds=3),), {"updates": 3})
    fingerprint = save_policy(tmp_path / "run", some_weights(), card)
    publish(tmp_path / "run", "name", games=2, zoo=tmp_path / "zoo")
    assert load_policy(tmp_path / "zoo" / "name")[1] == card
    for file in ("card.json", "weights.safetensors"):
        assert (tmp_path / "zoo" / "name" / file).read_bytes() == (tmp_path / "run" / file).read_bytes()
    (entry,) = read_measured(tmp_path / "zoo" / "name")
    assert entry["fingerprint"] == fingerprint
    assert [row["rung"] for row in entry["results"]] == list(RUNGS)
    assert all(0 <= row["share"] <= 1 and row["games"] == 2 for row in entry["results"])


def test_curves_are_drawn(tmp_path):
    lines = [
        '{"update": 0, "seconds": 1.5, "evaluation": {"sane 2": [0.4, 0.1, 10], "sane 4": [0.2, 0.1, 10]}}',
        '{"update": 1, "seconds": 2.5, "entropy": 1.0}',
        '{"update": 1, "seconds": 9.5, "evaluation": {"sane 2": [0.6, 0.1, 10], "sane 4": [0.5, 0.1, 10]}}',
    ]
    (tmp_path / "metrics.jsonl").write_text("\n".join(lines))
    (tmp_path / "config.json").write_text('{"evaluation": {"main": "sane"}}')
    assert [entry["update"] for entry in read_curve(tmp_path)] == [0, 1]
    for runs in ([tmp_path], [tmp_path, tmp_path]):
        draw_curve(runs, tmp_path / "curve.png")
        assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
