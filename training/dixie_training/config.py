"""Configuration files of training: YAML, checked completely before anything is computed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from dixie_agents.old_keys import RENAMED
from dixie_env.config import FILE_ENDINGS
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import ConfigError, read_mapping, read_value, show
from dixie_training.schema import LEARNERS, Config

__all__ = ["Config", "change_values", "config_file", "load_config", "parse_config", "shipped_configs"]


def shipped_configs() -> dict[str, str]:
    """Return the names of the shipped configurations, each with a one-line description."""
    found = {}
    for file in sorted((configs_dir() / "training").glob("*.yaml")):
        first = file.read_text(encoding="utf-8").partition("\n")[0]
        found[file.stem] = first.removeprefix("#").strip()
    return found


def config_file(source: str | Path) -> Path:
    """Return the file of a configuration, given its path or a shipped name such as ``selfplay-4p``.

    Raises:
        ConfigError: There is no shipped configuration of this name.
    """
    text = str(source)
    if isinstance(source, Path) or "/" in text or "\\" in text or text.lower().endswith(FILE_ENDINGS):
        return Path(source)
    names = shipped_configs()
    if text not in names:
        raise ConfigError(
            f"training {text!r}",
            f"there is no shipped configuration of this name; available: {', '.join(names)}; the path of "
            f"your own file must contain a separator or end in {', '.join(FILE_ENDINGS)}",
        )
    return configs_dir() / "training" / f"{text}.yaml"


Changes = Sequence[str] | Mapping[str, Any]
"""Values to set: ``KEY=VALUE`` each, with YAML as the value, or values by key."""


def load_config(source: str | Path, changes: Changes = ()) -> Config:
    """Read a configuration: a file, or a shipped one by its name.

    Args:
        source: The path or the shipped name.
        changes: Values that replace those of the file, such as ``updates=50`` or ``opponents.self_play=0.2``;
            see `change_values`.

    Raises:
        ConfigError: There is no such file, or something in it is wrong. The message names file and key.
    """
    file = config_file(source)
    data = read_mapping(file)
    change_values(data, changes)
    return parse_config(data, str(file))


def change_values(data: dict[Any, Any], changes: Changes) -> None:
    """Set some values of a configuration, in place.

    Args:
        data: The mapping from a file.
        changes: Each is ``KEY=VALUE``. Dots in a key lead into its parts, and the value is YAML, as in a
            file: ``game.players=[2, 4]``, ``games.4=128``, ``warm_start=null``. From Python it can be a
            mapping: ``{"game.players": [2, 4], "warm_start": None}``.

    Raises:
        ConfigError: It is not a key and a value, or the key leads into something that has no parts.
    """
    if isinstance(changes, Mapping):
        for key, value in changes.items():
            _set_value(data, key, value, f"{key}={value}")
        return
    for change in changes:
        key, equals, text = change.partition("=")
        value = read_value(text, f"--set {key}") if equals else None
        _set_value(data, key if equals else "", value, change)


def _set_value(data: dict[Any, Any], key: str, value: Any, written: str) -> None:
    """Set one value.

    Args:
        data: The mapping from a file.
        key: Its key, with dots.
        value: The value.
        written: How the user wrote both, for errors.
    """
    steps: list[Any] = [int(step) if step.isdecimal() else step for step in str(key).strip().split(".")]
    if not all(step != "" for step in steps):
        raise ConfigError("--set", f"found {show(written)}; write KEY=VALUE, such as updates=50")
    part = data
    for done, step in enumerate(steps[:-1]):
        if part.get(step) is None:
            part[step] = {}
        if not isinstance(part[step], dict):
            place = ".".join(map(str, steps[: done + 1]))
            raise ConfigError("--set", f"{key}: {place} is {show(part[step])}, which has no keys of its own")
        part = part[step]
    part[steps[-1]] = value


def parse_config(data: Mapping[Any, Any], source: str) -> Config:
    """Check a configuration against the schema of its learner.

    Raises:
        ConfigError: Something is wrong. The message names source and key.
    """
    learner = data.get("learner", "fast_ppo")
    schema = LEARNERS.get(learner) if isinstance(learner, str) else None
    if schema is None:
        raise ConfigError(source, f"learner: found {show(learner)}; it must be one of {', '.join(LEARNERS)}")
    try:
        return schema.model_validate(dict(data))
    except ValidationError as error:
        problems = [dict(problem) for problem in error.errors(include_url=False)]
        raise ConfigError(source, *(_sentence(schema, learner, problem) for problem in problems)) from None


def _sentence(schema: type[Config], learner: str, problem: dict[str, Any]) -> str:
    """Return what pydantic found wrong: the key, what was found, and what would be right."""
    place = problem["loc"]
    key = ".".join(map(str, place))
    if problem["type"] in ("extra_forbidden", "invalid_key"):
        return f"{key}: {_unknown(schema, learner, place)}"
    if problem["type"] == "missing":
        return f"{key}: the learner {learner} needs this key"
    if problem["type"] == "value_error":
        reason = str(problem["ctx"]["error"])
        return f"{key}: {reason}" if key and not reason.startswith(key) else reason
    return f"{key}: found {show(problem['input'])}: {problem['msg'].lower()}"


def _unknown(schema: type[Config], learner: str, place: tuple[str | int, ...]) -> str:
    """Return why a key is unknown: it was renamed, belongs to another learner, or doesn't exist."""
    *path, key = place
    keys = _keys(schema, path)
    if RENAMED.get(str(key)) in keys:
        return f"this key is now called {RENAMED[str(key)]}"
    if path == [] and key in ("edition", "board", "players", "draft", "rounds", "observation"):
        return f"this key belongs under the key game: game: {{{key}: ...}}"
    others = [name for name, other in LEARNERS.items() if name != learner and key in _keys(other, path)]
    if others:
        *first, last = others
        have = f"{', '.join(first)} and {last} have" if first else f"{last} has"
        return f"the learner {learner} has no such key; {have} it"
    return f"unknown key; the keys of the learner {learner} are {', '.join(keys)}"


def _keys(schema: type[BaseModel], path: list[str | int]) -> list[str]:
    """Return the keys of a part of a schema, none if the schema has no such part."""
    for step in path:
        field = schema.model_fields.get(str(step))
        if field is None:
            return []
        kinds = [field.annotation, *get_args(field.annotation)]
        parts = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        if not parts:
            return []
        schema = parts[0]
    return list(schema.model_fields)
