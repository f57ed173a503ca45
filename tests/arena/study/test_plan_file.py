"""The files of a study and of its pool: what is read, and what is refused with which words."""

import json
from pathlib import Path
from typing import Any

import pytest

from dixie_agents.measured import add_measured
from dixie_agents.names import AgentError
from dixie_agents.policy_file import policy_folder
from dixie_agents.registry import make_agent
from dixie_arena.config import ArenaError
from dixie_arena.studying.plan_file import load_study
from dixie_arena.studying.pool import Member, load_pool, read_exploitability
from tests.arena.study.small_study import POOL, TINY, WEIGH, make_study, write_study


@pytest.mark.parametrize("name", ["study-4p", "small"])
def test_shipped_studies_can_be_read(name):
    study = load_study(name)
    assert study.file.name == name
    assert study.file.small == (name == "small")
    assert sum(study.proposal(study.file.weigh)) == pytest.approx(1)
    json.dumps(study.as_object())


def test_the_committed_study_has_the_size_of_its_design():
    file = load_study("study-4p").file
    assert (file.players, file.edition, file.rounds) == (4, "de", 7)
    assert file.weigh.boards >= 2000 and file.weigh.games == 40 and file.weigh.more == 150
    assert file.answer.boards == 200 and file.answer.games >= 1400
    assert file.answer.estimands == ["dealt", "held", "drafted"]
    assert file.limit is not None and (file.limit.boards, file.limit.games) == (100, 1400)


def test_the_shipped_pool_has_six_compiled_agents_or_more():
    pool = load_pool("pool-v1")
    assert len(pool.agents) >= 6
    rows = pool.describe()
    assert {row["label"] for row in rows} == set(pool.labels)
    assert len({row["fingerprint"] for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 6}, "players: Input should be less than or equal to 5; found 6"),
        ({"players": "4"}, "players: Input should be a valid integer; found '4'"),
        ({"plyers": 4}, "plyers: unknown key"),
        ({"board_seed": 7}, "board_seed must be 1,000,000 or more, not 7"),
        ({"edition": "xx"}, "there is no edition"),
        ({"prior": "xx"}, "there is no prior of this name"),
        ({"evidence": "xx"}, "there is no evidence of this name"),
        (
            {"weigh": WEIGH | {"games": 5}},
            "weigh.games: Input should be greater than or equal to 10; found 5",
        ),
        ({"weigh": WEIGH | {"boards": 4}}, "weigh.boards, 4, must be at least answer.boards, 6"),
        ({"weigh": WEIGH | {"most": 9}}, "weigh.most"),
        ({"weigh": WEIGH | {"most_boards": 13}}, "most_boards, 13, must be at least boards, 14"),
        ({"answer": TINY["answer"] | {"estimands": ["held"]}}, "dealt is always one"),
        ({"answer": TINY["answer"] | {"estimands": ["given"]}}, "answer.estimands.0"),
        ({"clones": {"boards": 7, "games": 60}}, "clones.boards must be at most answer.boards, 6"),
        ({"others": TINY["others"] | {"boards": 7}}, "others.boards must be at most answer.boards, 6"),
        ({"others": TINY["others"] | {"players": [3, 3]}}, "players must be different ones"),
        ({"others": TINY["others"] | {"editions": ["xx"]}}, "there is no edition"),
        ({"board": "xx.yaml"}, "xx.yaml"),
        ({"evidence": None}, "left_out and limit must be null where evidence is null"),
        (
            {"search": {"agent": "tests.arena.superstitious:Bot", "boards": 2, "games": 60}},
            "compiled agents only",
        ),
        ({"planted": {"11": {"bonus": 1}}}, "there is no ability 11"),
        (
            {"planted": {"1": {"bonus": 1, "agents": ["me"]}}},
            "there is no me in the pool; there are sane, greedy",
        ),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, changes: dict[str, Any], words: str):
    with pytest.raises(ArenaError) as error:
        make_study(tmp_path, **changes)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("proposal", "words"),
    [
        ({6: 0.5, 7: 0.5}, "must have the lengths of the prior, 6, 7, 8, 9, 10, 11, 12, not 6, 7"),
        (dict.fromkeys(range(6, 13), 0.1), "that add up to 1"),
        ({**dict.fromkeys(range(6, 12), 0.16), 12: 0.04}, "shares of 5% or more"),
    ],
)
def test_a_proposal_gives_every_length_its_share(tmp_path: Path, proposal: dict[int, float], words: str):
    file = write_study(tmp_path).with_suffix(".yaml")
    text = json.dumps({**TINY, "pool": str(tmp_path / "pool.json"), "weigh": None})
    shares = ", ".join(f"{length}: {share}" for length, share in proposal.items())
    weigh = f"{{boards: 14, most_boards: 14, games: 10, more: 10, most: 10, proposal: {{{shares}}}}}"
    file.write_text(text.replace('"weigh": null', f'"weigh": {weigh}'))
    with pytest.raises(ArenaError, match=words):
        load_study(file)


def test_a_missing_key_and_a_missing_file_are_named(tmp_path: Path):
    file = write_study(tmp_path)
    data = json.loads(file.read_text())
    del data["seed"]
    file.write_text(json.dumps(data))
    with pytest.raises(ArenaError, match="seed: this key is missing"):
        load_study(file)
    with pytest.raises(
        ArenaError, match="there is no nothing in configs/study; give small, study-4p, or a file"
    ):
        load_study("nothing")


@pytest.mark.parametrize(
    ("pool", "words"),
    [
        ({"agents": [{"label": "a", "name": "sane"}, {"label": "a", "name": "greedy"}]}, "the label a"),
        ({"agents": []}, "agents: List should have at least 1 item"),
        ({"agents": [{"label": "a", "name": "tests.arena.superstitious:Bot"}]}, "compiled agents only"),
        ({"weights": {"equilibrium": {"sane": 1.0}}}, "exactly the labels sane, greedy"),
        ({"weights": {"equilibrium": {"sane": 0.7, "greedy": 0.7}}}, "add up to 1"),
    ],
)
def test_what_is_wrong_with_a_pool_is_said(tmp_path: Path, pool: dict[str, Any], words: str):
    with pytest.raises(ArenaError) as error:
        make_study(tmp_path, pool=POOL | pool)
    assert words in str(error.value)


def test_an_agent_that_does_not_exist_is_refused(tmp_path: Path):
    with pytest.raises(AgentError, match="there is no agent 'sain'"):
        make_study(tmp_path, pool=POOL | {"agents": [{"label": "a", "name": "sain"}]})


def test_exploitability_is_read_from_the_measurements_of_this_agent(tmp_path: Path):
    folder = tmp_path / "policy"
    folder.mkdir()
    for name in ("card.json", "weights.safetensors"):
        (folder / name).write_bytes((policy_folder("zoo/first") / name).read_bytes())
    usual, mixed = f"ppo:{folder}", f"ppo:{folder}?temperature=1"
    assert read_exploitability(Member(label="a", name=usual)) is None
    game = {"players": 4, "edition": "de", "board": "standard", "draft": "choose"}
    row = {"agent": make_agent(usual).fingerprint(), "coalition": False, "game": game}
    rows = [row | {"win_share": {"value": value}} for value in (0.4, 0.8, 0.6)]
    coalition = rows[0] | {"coalition": True, "win_share": {"value": 0.99}}
    fewer = rows[0] | {"game": game | {"players": 2}, "win_share": {"value": 0.9}}
    add_measured(folder, "exploitability", [*rows, coalition, fewer])
    assert read_exploitability(Member(label="a", name=usual)) == 0.8
    assert read_exploitability(Member(label="a", name=mixed)) is None
    assert read_exploitability(Member(label="a", name="greedy", exploitability=0.9)) == 0.9


def test_agents_above_70_percent_are_marked(tmp_path: Path):
    agents = [
        {"label": "weak", "name": "sane", "exploitability": 0.71},
        {"label": "firm", "name": "greedy", "exploitability": 0.7},
    ]
    study = make_study(tmp_path, pool=POOL | {"agents": agents})
    assert [row["above_70_percent"] for row in study.pool.describe()] == [True, False]
