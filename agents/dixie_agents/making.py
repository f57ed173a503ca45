"""Agents from other people's classes and functions. The options of a name become arguments.

``?KEY=VALUE`` reaches the class as the keyword argument ``KEY``. The annotation of the parameter decides
the conversion: ``int``, ``float``, ``bool`` (``true``, ``false``, ``1``, ``0``) or ``pathlib.Path``, each
also as ``... | None``. With any other annotation, or none, the value stays a string.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from dixie_agents.base import Agent
from dixie_agents.fingerprint import fingerprint_class
from dixie_agents.names import AgentError, AgentName
from dixie_env import ObservationSpec

_BY_KEY = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no")


def make_from(kind: Callable[..., Any], text: str, name: AgentName, argument: str | None = None) -> Agent:
    """Create an agent from a class or a function.

    Args:
        kind: The class or function.
        text: The name as written.
        name: The parts of the name. The options become keyword arguments.
        argument: The first positional argument, if there is one.

    Raises:
        AgentError: The arguments don't fit, or the result is not an agent.
    """
    given = [] if argument is None else [argument]
    try:
        agent = call_with_options(kind, name, given)
    except AgentError as error:
        raise AgentError(f"{text!r}: {error}") from error
    if not isinstance(agent, Agent):
        raise AgentError(
            f"{text!r}: {kind.__qualname__!r} returned {agent!r}, which is not a dixie_agents.Agent"
        )
    if not isinstance(agent.observation, ObservationSpec):
        raise AgentError(
            f"{text!r}: its observation must be a dixie_env.ObservationSpec, not {agent.observation!r}"
        )
    agent.name = text
    kinds = (kind,) if kind is type(agent) else (kind, type(agent))
    agent._fingerprint = fingerprint_class(*kinds, arguments=given, options=name.options)
    return agent


def call_with_options(kind: Callable[..., Any], name: AgentName, given: Sequence[str] = ()) -> Any:
    """Call a class or a function with the options of a name as keyword arguments.

    Args:
        kind: The class or function. Its annotations say how values are converted.
        name: The parts of the name.
        given: Positional arguments.

    Raises:
        AgentError: The arguments don't fit. The message lists what the class takes.
    """
    found = _signature(kind)
    parameters = found.parameters
    try:
        found.bind(*given, **name.options)
    except TypeError as error:
        raise AgentError(f"{_misfit(parameters, name.options)} ({error})") from error
    first = next(iter(parameters.values()), None)
    return kind(
        *(_convert("the argument", value, first) for value in given),
        **{key: _convert(key, value, parameters.get(key)) for key, value in name.options.items()},
    )


def _signature(kind: Callable[..., Any]) -> Signature:
    try:
        return signature(kind, eval_str=True)
    except NameError:  # an annotation that only a type checker can read: values stay strings
        return signature(kind)


def _misfit(parameters: Mapping[str, Parameter], options: Mapping[str, str]) -> str:
    """Return what is wrong with the arguments and what would be right."""
    named = {key: one for key, one in parameters.items() if one.kind in _BY_KEY}
    known = ", ".join(_described(one) for one in named.values()) or "none"
    for key in options:
        if key not in named:
            return f"there is no option {key!r}; available: {known}"
    lacking = [key for key, one in named.items() if one.default is Parameter.empty and key not in options]
    if lacking:
        return f"it needs {', '.join(lacking)}: write ?{'&'.join(f'{key}=...' for key in lacking)}"
    return f"its arguments don't fit; available options: {known}"


def _described(parameter: Parameter) -> str:
    """Return an option with its type and default: ``depth (int, default 1)``."""
    kind = _kind(parameter)
    words = [kind.__name__ if kind in (bool, int, float, Path) else "str"]
    words += [] if parameter.default is Parameter.empty else [f"default {parameter.default!r}"]
    return f"{parameter.name} ({', '.join(words)})"


def _kind(parameter: Parameter | None) -> Any:
    """Return the type that a parameter is annotated with, without ``| None``."""
    kind = None if parameter is None else parameter.annotation
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not NoneType]
        kind = kinds[0] if len(kinds) == 1 else None
    return kind


def _convert(key: str, value: str, parameter: Parameter | None) -> Any:
    """Convert a value to the type of its parameter."""
    kind = _kind(parameter)
    if kind is bool:
        if value.lower() in (*_TRUE, *_FALSE):
            return value.lower() in _TRUE
        raise AgentError(f"{key} must be true or false, not {value!r}")
    if kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise AgentError(f"{key} must be {what}, not {value!r}") from None
    return Path(value) if kind is Path else value
