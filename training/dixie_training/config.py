"""Configuration files of training: YAML, checked completely before anything is computed."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dixie_env.config import ConfigError, read_mapping

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[int, Field(ge=1)]
Names = Annotated[tuple[str, ...], BeforeValidator(lambda value: tuple(value))]
Rate = Annotated[float, Field(gt=0, lt=1)]


Swept = Literal[
    "seed",
    "epochs",
    "minibatch",
    "learning_rate",
    "clip",
    "entropy",
    "trace",
    "discount",
    "reward",
    "shaping",
]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Opponents(_Part):
    """Who sits opposite the learner; the rule is in `dixie_training.pool`."""

    bots: Names = ()
    snapshots: Annotated[int, Field(ge=0, le=64)] = 0
    """How many earlier versions are kept."""
    snapshot_every: Positive = 50
    """Updates between two snapshots."""
    self_play: Share = 1.0
    alike: Share = 0.5
    power: Annotated[float, Field(ge=0, le=10)] = 1.0
    floor: Annotated[float, Field(gt=0, le=1)] = 0.05
    hand_written: Share = 0.7


class WarmStart(_Part):
    """Behaviour cloning before anything else: the network learns to choose as a compiled bot does."""

    teacher: str = "balanced"
    decisions: Positive = 1_000_000
    """How many of its decisions are learned from, each once."""
    minibatch: Positive = 512
    learning_rate: Rate = 1e-3
    explore: Share = 0.1
    """Share of the decisions in which the games take a random option instead, to learn from odd positions."""


class Evaluation(_Part):
    """Games against hand-written bots, on seeds that never change."""

    every: Positive = 50
    """Updates between two evaluations."""
    games: Positive = 200
    """For each rung and number of players."""
    rungs: Names = ("greedy", "balanced")
    """All seats but one are this bot's."""
    main: str = "balanced"
    """The policy that is best against this rung is kept as `best`."""


class Ray(_Part):
    """Where Ray runs; for the learner `rllib`, and for sweeps."""

    address: str | None = None
    """Of a cluster; without one, a Ray of its own is started on this machine."""
    workers: Annotated[int, Field(ge=0)] = 1
    """Processes that play, beside the one that learns; 0 to play in that one."""


class Config(_Part):
    """A training run."""

    learner: Literal["fast_ppo", "sb3", "rllib"] = "fast_ppo"
    seed: Annotated[int, Field(ge=0)] = 1
    updates: Positive = 1000
    """Rollouts, each followed by some epochs of learning."""
    games: dict[Literal[2, 3, 4, 5], Annotated[int, Field(ge=0)]] = {4: 256}
    """How many games are under way for each number of players."""
    threads: Annotated[int, Field(ge=1, le=256)] = 2
    """How many threads share the work of compiled opponents; what is learned does not depend on it."""
    steps: Positive = 128
    """Decisions of each game in a rollout."""
    hidden: Annotated[tuple[Positive, ...], BeforeValidator(tuple), Field(min_length=1)] = (256, 256)
    bfloat16: bool | Literal["auto"] = "auto"
    """Let `fast_ppo` compute matrix products with 16 bits: nearly twice as fast on processors that have them.
    "auto" does so on those."""
    epochs: Positive = 3
    minibatch: Positive = 2048
    learning_rate: Rate = 5e-4
    final_learning_rate: Rate = 5e-5
    """It falls evenly from the one to the other."""
    clip: Rate = 0.2
    entropy: Annotated[float, Field(ge=0)] = 0.005
    value_weight: Annotated[float, Field(ge=0)] = 0.5
    gradient_norm: Annotated[float, Field(gt=0)] = 0.5
    discount: Annotated[float, Field(gt=0, le=1)] = 1.0
    trace: Share = 0.95
    """The lambda of the advantage estimates."""
    reward: Literal["win", "rank", "score"] = "win"
    shaping: Annotated[float, Field(ge=0)] = 0.0
    opponents: Opponents = Opponents()
    warm_start: WarmStart | None = None
    evaluation: Evaluation = Evaluation()
    ray: Ray = Ray()
    sweep: dict[Swept, Annotated[tuple[float | int | str, ...], BeforeValidator(tuple)]] = {}
    """Values to try for some of the keys: one run for each combination, by `dixie_training.sweep`."""
    checkpoint_every: Positive = 1
    """Updates between two checkpoints; a stopped run loses no more than this."""


def load_config(path: str | Path) -> Config:
    """Read a configuration file.

    Raises:
        ConfigError: There is no such file, or something in it is wrong; the message names file and key.
    """
    return parse_config(dict(read_mapping(Path(path))), str(path))


def parse_config(data: dict[str, Any], source: str) -> Config:
    """Check a configuration."""
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        raise ConfigError(source, *(_sentence(dict(problem)) for problem in error.errors())) from None


def _sentence(problem: dict[str, Any]) -> str:
    key = ".".join(str(place) for place in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"{key}: unknown key; the keys are {', '.join(_keys(problem['loc']))}"
    return f"{key}: found {problem['input']!r}: {problem['msg'].lower()}"


def _keys(place: tuple[str | int, ...]) -> list[str]:
    parts: dict[str, type[_Part]] = {
        "opponents": Opponents,
        "warm_start": WarmStart,
        "evaluation": Evaluation,
        "ray": Ray,
    }
    return list((parts[str(place[0])] if len(place) > 1 else Config).model_fields)
