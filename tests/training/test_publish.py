"""Policies for the zoo."""

from dixie_agents.policy_file import Card, load_policy, save_policy
from dixie_training.curve import draw_curve, read_curve
from dixie_training.publish import RUNGS, publish
from tests.agents.test_policy import HIDDEN, some_weights


def test_the_card_says_how_well_it_plays(tmp_path):
    save_policy(tmp_path / "run", some_weights(), Card(HIDDEN, players=(2,), training={"updates": 3}))
    publish(tmp_path / "run", "name", "abc1234", games=2, zoo=tmp_path / "zoo")
    _, card = load_policy(tmp_path / "zoo" / "name")
    assert card.commit == "abc1234"
    assert card.training == {"updates": 3}
    assert {entry["rung"] for entry in card.evaluation.values()} == set(RUNGS)
    assert all(0 <= entry["share"] <= 1 for entry in card.evaluation.values())


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
