"""Files from outside: training files, records, saved states and policies, each changed a little or a lot.

The property: they are refused with an error that says why, or they are accepted and do what such a file does.
"""

import hashlib
import json
import tempfile
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from dixie_env import Game, make_rules
from dixie_env.paths import configs_dir
from dixie_env.records import RecordError, read_events
from dixie_env.yaml_file import ConfigError
from tests.attacks.report import Report, times

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(
        [0, -1, 1, 2**31, 2**63, 10**30, 1e308, float("inf"), float("nan"), "", "sane", "prior:standard"]
    ),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def _places(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in nested data."""
    below = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [
        *([here] if here else []),
        *(place for key, value in below for place in _places(value, (*here, key))),
    ]


@st.composite
def changed(draw: st.DrawFn, samples: list[dict[str, Any]]) -> dict[str, Any]:
    """One of some mappings with one to three values replaced, removed or added."""
    data = deepcopy(draw(st.sampled_from(samples)))
    for _ in range(draw(st.integers(1, 3))):
        places = _places(data)
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        part: Any = data
        for step in way:
            part = part[step]
        what = draw(st.sampled_from(["replace", "replace", "remove", "add"]))
        if what == "remove":
            del part[last]
        elif what == "add" and isinstance(part, dict):
            part[draw(st.text(max_size=6))] = draw(VALUES)
        else:
            part[last] = draw(VALUES)
    return data


def training_files(examples: int) -> Report:
    """Training files, as data and as bytes."""
    from dixie_training.config import load_config

    report = Report()
    samples = [
        yaml.safe_load(file.read_text("utf-8"))
        for file in sorted((configs_dir() / "training").glob("*.yaml"))
    ]
    texts = [yaml.safe_dump(sample).encode() for sample in samples]
    noise = st.tuples(st.sampled_from(texts), st.integers(0, 2000), st.binary(min_size=1, max_size=6))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "train.yaml"

        @times(examples)
        @given(st.one_of(changed(samples), noise))
        def training_file(given_: Any) -> None:
            if isinstance(given_, dict):
                file.write_text(yaml.safe_dump(given_, allow_unicode=True), "utf-8", "surrogatepass")
            else:
                text, place, bytes_ = given_
                file.write_bytes(text[:place] + bytes_ + text[place + len(bytes_) :])
            try:
                config = load_config(file)
            except ConfigError as error:
                assert str(error).strip()
                report.outcomes["refused with a reason"] += 1
                return
            assert config.games_by_players
            assert type(config).model_validate(config.model_dump()) == config
            report.outcomes["accepted, and read again the same"] += 1

        training_file()
    return report


def records(examples: int) -> Report:
    """Records with changed bytes, lines and values. An accepted one tells a whole legal game."""
    report = Report()
    golden = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
    samples = [file.read_bytes().splitlines() for file in golden]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"

        @times(examples)
        @given(st.integers(0, 2**32))
        def record(number: int) -> None:
            random = Random(number)
            lines = list(random.choice(samples))
            _change_lines(lines, random)
            file.write_bytes(b"\n".join(lines) + b"\n")
            try:
                last = None
                for event in read_events(file):
                    last = event
            except RecordError as error:
                assert error.reason
                report.outcomes["refused with line and reason"] += 1
                return
            assert last is not None and last.game.over
            last.game.validate()
            report.outcomes["accepted: a whole legal game"] += 1

        record()
    return report


def _change_lines(lines: list[bytes], random: Random) -> None:
    place = random.randrange(len(lines))
    way = random.randrange(6)
    if way == 0:
        del lines[place]
    elif way == 1:
        lines.insert(place, random.choice(lines))
    elif way == 2:
        other = random.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    elif way == 3:
        del lines[place:]
        lines.append(b"")
    elif way == 4:
        line = bytearray(lines[place])
        for _ in range(random.randint(1, 3)):
            if line:
                line[random.randrange(len(line))] = random.choice(b'{}[]",:0123456789aeE.-\x00\xff')
        lines[place] = bytes(line)
    else:
        data = json.loads(lines[place])
        key = random.choice(list(data))
        data[key] = random.choice([None, -1, 10**30, "", [], {}, True, 0.5, data[key], "apple", [data[key]]])
        lines[place] = json.dumps(data).encode()


def states(examples: int) -> Report:
    """Bytes of saved states. Every accepted one is played on and validated after each decision."""
    from dixie_env import StateError
    from tests.debug.fuzz_states import mutate, play_on, seeds

    report = Report()
    random = Random(examples)
    games = seeds(random)
    for _ in range(examples):
        game = random.choice(games)
        data = mutate(game.to_bytes(), random)
        try:
            other = Game.from_bytes(game.rules, data)
        except StateError:
            report.outcomes["refused with a reason"] += 1
            continue
        play_on(other, random)
        report.outcomes["accepted, played on, valid after each decision"] += 1
    return report


def written_states(examples: int) -> Report:
    """Nonsense in fields of `game.state`, then `refresh()`."""
    from dixie_env import StateError
    from dixie_env.engine.model import ASK_NOTHING, STATE_DTYPE, STEP_OVER
    from tests.debug.fuzz_states import play_on, seeds

    report = Report()
    random = Random(examples)
    games = seeds(random)
    names = [name for name in STATE_DTYPE.names or () if name != "seed"]
    for _ in range(examples):
        game = random.choice(games).copy()
        if random.random() < 0.4:
            game.state["decision"] = ASK_NOTHING
            game.state["step"] = random.randrange(STEP_OVER + 1)
        for _ in range(random.randint(0, 3)):
            field = game.state[random.choice(names)]
            if field.shape:
                flat = field.reshape(-1)
                small = random.choice((0, 1, 2, 3, -1, 5, 60, 127, -128))
                flat[random.randrange(flat.size)] = small if flat.dtype.kind == "i" else abs(small)
        try:
            game.refresh()
        except StateError:
            assert game.over
            report.outcomes["refused with a reason"] += 1
            continue
        play_on(game, random)
        report.outcomes["accepted, played on, valid after each decision"] += 1
    return report


def policies(examples: int) -> Report:
    """Cards of policies with other values and a right checksum, and weights with changed bytes."""
    import numpy as np

    from dixie_agents.deciding import decide
    from dixie_agents.policy import weight_shapes
    from dixie_agents.policy_file import CARD, WEIGHTS, Card, PolicyError, save_policy
    from dixie_agents.registry import AgentError, make_agent

    report = Report()
    game = Game(make_rules(4), 1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        card = Card((8,), training={"config": {"reward": "win"}})
        shapes = weight_shapes(card.observation.size, card.hidden)
        random = np.random.default_rng(1)
        save_policy(
            folder, {key: random.normal(size=shape).astype(np.float32) for key, shape in shapes.items()}, card
        )
        content = json.loads((folder / CARD).read_text())
        weights = (folder / WEIGHTS).read_bytes()
        bytes_ = st.tuples(st.integers(0, 400), st.binary(min_size=1, max_size=8))

        @times(examples)
        @given(changed([content]), st.one_of(st.none(), bytes_), st.booleans())
        def policy(data: dict[str, Any], damage: tuple[int, bytes] | None, only_weights: bool) -> None:
            if damage is None:
                data, there = (data, weights)
            else:
                data = dict(content) if only_weights else data
                there = weights[: damage[0]] + damage[1] + weights[damage[0] + len(damage[1]) :]
                data["sha256"] = hashlib.sha256(there).hexdigest()
            try:
                data["checksum"] = _seal({key: value for key, value in data.items() if key != "checksum"})
                text = json.dumps(data).encode()
            except (ValueError, UnicodeEncodeError):
                return
            (folder / WEIGHTS).write_bytes(there)
            (folder / CARD).write_bytes(text)
            try:
                for agent in (f"ppo:{folder}", f"mcts:2:ppo:{folder}"):
                    assert game.check(decide(make_agent(agent), game, 0)) >= 0
            except (AgentError, PolicyError) as error:
                assert str(error)
                report.outcomes["refused with a reason"] += 1
                return
            report.outcomes["accepted, and plays legally"] += 1

        policy()
    return report


def _seal(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
