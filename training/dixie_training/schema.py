"""The keys of a training file: a schema for each learner, so that no key is ever ignored.

Hyperparameters have the same names as in CleanRL.
"""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    field_validator,
    model_validator,
)

from dixie_agents.compiled.halving import LARGEST
from dixie_agents.policy import HIGHEST_TEMPERATURE
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.family import Family
from dixie_env.observation import ObservationSpec
from dixie_env.setup import RulesError, Setup
from dixie_env.yaml_file import ConfigError, show


def _listed(value: object) -> object:
    """Turn a list into a tuple; refuse anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError(f"found {show(value)}; it must be a list")
    return tuple(value)


def _game(value: object) -> Family:
    if isinstance(value, Family):
        return value
    if isinstance(value, tuple) and value and all(isinstance(setup, Setup) for setup in value):
        return Family(value)
    try:
        return Family.from_object(value, files=True)
    except (RulesError, ConfigError) as error:
        raise ValueError(str(error)) from None


def _games(value: object) -> int | dict[int, int]:
    counts: list[Any] = list(value.values()) if isinstance(value, Mapping) else [value]
    if not all(type(count) is int and 1 <= count <= MOST_GAMES for count in counts) or (
        isinstance(value, Mapping) and not all(type(players) is int for players in value)
    ):
        raise ValueError(
            f"found {show(value)}; it must be a whole number from 1 to {MOST_GAMES}, or a mapping from "
            "numbers of players to such numbers, as {2: 32, 4: 128}"
        )
    return dict(value) if isinstance(value, Mapping) else counts[0]


MOST_GAMES = 65_536
Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[int, Field(ge=1, le=1_000_000_000)]
Listed = BeforeValidator(_listed)
Names = Annotated[tuple[str, ...], Listed, Field(max_length=64)]
Rate = Annotated[float, Field(gt=0, lt=1)]
Coefficient = Annotated[float, Field(ge=0, le=1e6)]
Layer = Annotated[int, Field(ge=1, le=8192)]
Game = Annotated[Family, PlainValidator(_game), PlainSerializer(Family.as_object, return_type=dict[str, Any])]

Games = Annotated[
    int | dict[int, int],
    PlainValidator(_games),
    PlainSerializer(lambda games: games, return_type=Any),  # pydantic's own warns about the keys in JSON
]

MOST_RUNS = 10_000
"""Runs of a sweep."""

MOST_DECISIONS = 1 << 22
"""Decisions in a rollout. Their observations are in memory and take 9 GB at this limit."""

Swept = Literal[
    "seed",
    "update_epochs",
    "minibatch_size",
    "learning_rate",
    "clip_coef",
    "ent_coef",
    "gae_lambda",
    "gamma",
    "reward",
    "shaping",
]


class Part(BaseModel):
    """The base of all parts of a training file: strict types, no unknown keys, no infinities."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, arbitrary_types_allowed=True
    )


class LearnerOpponents(Part):
    """The learner's opponents; the rule is in `dixie_training.pool`."""

    bots: Names = ()
    snapshots: Annotated[int, Field(ge=0, le=64)] = 0
    """How many earlier versions are kept."""
    snapshot_every: Positive = 50
    """Updates between two snapshots."""
    moods: Annotated[float, Field(ge=0, le=20)] = 0.0
    """How strong the preferences of snapshots can be: each gets its own, see `dixie_training.pool`."""
    alike: Share = 0.5
    power: Annotated[float, Field(ge=0, le=10)] = 1.0
    floor: Annotated[float, Field(gt=0, le=1)] = 0.05
    hand_written: Share = 0.7


class SelfPlayOpponents(LearnerOpponents):
    """The same for a learner that can have several seats of a game, or all."""

    self_play: Share = 1.0
    intruder: Share = 0.0
    """Share of games with one opponent among seats of the learner."""

    @model_validator(mode="after")
    def _shares_fit(self) -> Self:
        if self.self_play + self.intruder > 1:
            raise ValueError(
                "self_play and intruder are shares of all games, but "
                f"{self.self_play} + {self.intruder} is above 1"
            )
        return self


class Exploiter(Part):
    """A best response that learns beside the learner; see `dixie_training.league`."""

    players: Annotated[int, Field(ge=2, le=5)]
    """The number of players of its games, which are the main game of the training."""
    games: Positive = 96
    """Games that it plays at once."""
    learning_rate: Rate = 5e-4
    init: str | None = None
    """The policy that it starts from, ``ppo:PATH``, with the layers and the observation of the learner.
    Without one it starts as a copy of the learner."""
    restart: Positive = 200
    """After so many updates it starts again as a copy of the learner."""


class FastPPOOpponents(SelfPlayOpponents):
    """The same for `fast_ppo`."""

    exploiters: Annotated[tuple[Exploiter, ...], Listed] = ()
    """Best responses that learn beside the learner and are among its opponents."""
    exploiter_share: Share = 0.3
    """How likely an opponent is one of them, in games with their number of players."""

    coalition: bool = False
    """In games against opponents, one opponent has one seat and the learner all others. They are paid for
    what that opponent loses."""

    @model_validator(mode="after")
    def _one_kind_of_company(self) -> Self:
        if self.exploiters and self.coalition:
            raise ValueError("a coalition has no exploiters beside it: remove one of the two")
        if self.intruder and self.coalition:
            raise ValueError("with coalition every opponent sits among seats of the learner: remove intruder")
        return self


class SearchSettings(Part):
    """The search that improves the policy's choices; `dixie_agents/compiled/gumbel.pyx` says how it works."""

    simulations: Annotated[int, Field(ge=1, le=LARGEST)] = 16
    """Simulations for each decision that is searched."""
    considered: Annotated[int, Field(ge=2, le=OPTION_COUNT)] = 8
    """How many options get a simulation, drawn from the policy."""
    share: Annotated[float, Field(gt=0, le=1)] = 0.25
    """Share of the decisions that are searched. At the others the learner plays its probabilities, and only
    value and result are learned there. So more games are finished, and their results are more different."""
    cut: Literal["decision", "round", "game"] = "decision"
    """Where a simulation ends: at the seat's next decision, at its first decision of the next round, or at
    the end of the game."""
    value_scale: Annotated[float, Field(gt=0, le=1000)] = 0.3
    """How much a difference of values changes the policy: it is multiplied by this and by (`maxvisit_init` +
    the visits of the most visited option), and added to the logit."""
    maxvisit_init: Annotated[float, Field(ge=0, le=1e6)] = 50.0
    sure: Annotated[float, Field(gt=0, le=1)] = 0.98
    """A decision at which an option has this probability or more is not searched."""


class WarmStart(Part):
    """Behaviour cloning before training: the network learns to imitate an agent."""

    teacher: str = "balanced"
    decisions: Positive = 1_000_000
    """How many of its decisions to learn from, each once."""
    minibatch_size: Positive = 512
    learning_rate: Rate = 1e-3
    explore: Share = 0.1
    """Share of decisions at which a random option is taken instead, to reach unusual positions."""


class Evaluation(Part):
    """Games against hand-written bots, on fixed seeds."""

    every: Positive = 50
    """Updates between two evaluations."""
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 200
    """Games for each rung and number of players."""
    rungs: Annotated[Names, Field(min_length=1)] = ("greedy", "balanced")
    """Bots to evaluate against. All other seats are the same bot."""
    main: str = "balanced"
    """One of `rungs`. The policy that does best against it is kept as `best`."""

    @model_validator(mode="after")
    def _main_is_played(self) -> Self:
        if self.main not in self.rungs:
            raise ValueError(
                f"main is {self.main!r}, but the best policy is chosen by its games against one of the "
                f"rungs: {', '.join(self.rungs)}"
            )
        return self


class Play(Part):
    """How the policy plays when it is trained. Its card has it as the default."""

    temperature: Annotated[float, Field(ge=0, le=HIGHEST_TEMPERATURE)] = 0.0
    """0 takes the best option, 1 plays the probabilities. Evaluations use it too."""


class WeightsAndBiases(Part):
    """Where the learning curve goes besides the folder of the run; the keys are those of `wandb.init`."""

    project: Annotated[str, Field(min_length=1)]
    entity: str | None = None
    group: str | None = None
    name: str | None = None
    """The name of the run; by default that of its folder."""
    tags: Names = ()
    mode: Literal["online", "offline", "disabled"] | None = None
    """Without it, the settings of Weights & Biases decide."""


class Cluster(Part):
    """Where Ray runs."""

    address: str | None = None
    """Address of a cluster. Without it, a local Ray is started."""


def _resources(value: object) -> dict[str, float]:
    if (
        not isinstance(value, Mapping)
        or not all(isinstance(name, str) and name not in ("CPU", "GPU") for name in value)
        or not all(type(amount) in (int, float) and 0 <= amount <= 1e15 for amount in value.values())
        or not any(value.values())
    ):
        raise ValueError(
            f"found {show(value)}; it must say what one worker needs, as {{num_cpus: 2, num_gpus: 1}}; other "
            "names are resources of your own cluster"
        )
    return {name: float(amount) for name, amount in value.items()}


class Team(Cluster):
    """Processes on Ray that play and learn together, see `dixie_training.team_learner`.

    A sweep reads only the address: each of its runs has one process.
    """

    workers: Annotated[int, Field(ge=1, le=10_000)] = 1
    """At most so many; as many as the cluster has room for. Each plays all `games`, and their gradients are
    averaged."""
    resources: Annotated[dict[str, float], PlainValidator(_resources)] = {"num_cpus": 1.0}
    """What each of them needs: `num_cpus`, `num_gpus`, or resources of your own cluster by name."""


class Workers(Cluster):
    """Where RLlib plays."""

    workers: Annotated[int, Field(ge=0, le=100_000)] = 1
    """Processes that play, besides the one that learns; 0 to play in that one."""


class Config(Part):
    """A training run: what all learners read."""

    learner: str
    game: Game = Family((Setup(4),))
    """Which game is learned: the keys of a `Setup`, where `players` may be a list; one setup for each number
    of players. `edition`, `board` and `draft` may be lists, or mappings to weights; each game then draws its
    own by its seed. `board` is `standard`, `prior:NAME` (drawn for each game), `prior:NAME:SEED:NUMBER` with
    a seed below 1,000,000, a file or an object. `observation: {mode: screened, board: true}` says what the
    policy observes."""
    games: Games = 256
    """Games played at once: a number for each number of players, or a mapping such as {2: 32, 4: 128} for the
    numbers in `game.players`."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1
    updates: Positive = 1000
    """Rollouts, each followed by some epochs of learning."""
    num_steps: Positive = 128
    """Decisions of each game in a rollout."""
    hidden: Annotated[tuple[Layer, ...], Listed, Field(min_length=1, max_length=16)] = (256, 256)
    update_epochs: Annotated[int, Field(ge=1, le=1000)] = 3
    minibatch_size: Positive = 2048
    learning_rate: Rate = 5e-4
    ent_coef: Coefficient = 0.005
    vf_coef: Coefficient = 0.5
    max_grad_norm: Annotated[float, Field(gt=0, le=1e6)] = 0.5
    gamma: Annotated[float, Field(gt=0, le=1)] = 1.0
    gae_lambda: Share = 0.95
    reward: Literal["win", "rank", "score"] = "win"
    shaping: Coefficient = 0.0
    init: str | None = None
    """A policy to start from, such as ``ppo:zoo/second`` or ``ppo:runs/NAME/best``: its weights, not its
    optimizer. It must have the layers and the observation of this file."""
    warm_start: WarmStart | None = None
    evaluation: Evaluation = Evaluation()
    play: Play | None = None
    """How the policy plays; without it, it takes its best option."""
    checkpoint_every: Positive = 1
    """Updates between two checkpoints. A stopped run loses no more than this."""
    threads: Annotated[int, Field(ge=1, le=256)] = 2
    """Threads for compiled opponents (and the teacher). What is learned does not depend on it."""
    wandb: WeightsAndBiases | None = None
    """Send the learning curve to Weights & Biases, too: `{project: NAME}`. It needs the package `wandb`."""
    sweep: dict[Swept, Annotated[tuple[float | int | str, ...], Listed, Field(min_length=1)]] = {}
    """Values to try for some of the keys: one run for each combination, by `dixie_training.sweep`."""

    @model_validator(mode="after")
    def _one_beginning(self) -> Self:
        if self.init is not None and self.warm_start is not None:
            raise ValueError(
                "init and warm_start both say which weights to start from, and cloning would overwrite those "
                "of init; remove one of them"
            )
        return self

    @model_validator(mode="after")
    def _games_fit(self) -> Self:
        if isinstance(self.games, Mapping) and sorted(self.games) != list(self.players):
            there = ", ".join(map(str, sorted(self.games))) or "none"
            wanted = ", ".join(map(str, self.players))
            raise ValueError(
                f"games has numbers for {there} players, but game.players is {wanted}; they must match"
            )
        decisions = self.num_steps * sum(self.games_by_players.values())
        if decisions > MOST_DECISIONS:
            raise ValueError(
                f"num_steps times all games is {decisions:,} decisions in a rollout; at most "
                f"{MOST_DECISIONS:,} fit into memory"
            )
        return self

    @model_validator(mode="after")
    def _sweeps_its_own_keys(self) -> Self:
        runs = prod(map(len, self.sweep.values()))
        if runs > MOST_RUNS:
            raise ValueError(f"sweep: these are {runs:,} combinations, each a run; at most {MOST_RUNS:,}")
        if others := [key for key in self.sweep if key not in type(self).model_fields]:
            raise ValueError(f"sweep: the learner {self.learner} has no key {' or '.join(others)}")
        return self

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players, ascending."""
        return tuple(setup.players for setup in self.game)

    @property
    def games_by_players(self) -> dict[int, int]:
        """How many games are played at once for each number of players."""
        games = self.games
        return {number: games[number] if isinstance(games, dict) else games for number in self.players}

    @property
    def heads(self) -> tuple[str, ...]:
        """The optional heads of the network."""
        return ()

    @property
    def temperature(self) -> float:
        """The temperature with which the policy plays."""
        return self.play.temperature if self.play else 0.0

    @property
    def observation(self) -> ObservationSpec:
        """What the policy observes."""
        return self.game[0].observation


class PPO(Config):
    """What only PPO reads, whoever implements it."""

    clip_coef: Rate = 0.2


class OnThisMachine(Config):
    """The common keys of the learners that run here unless `ray` says otherwise."""

    final_learning_rate: Rate = 5e-5
    """The learning rate falls linearly from `learning_rate` to this."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where the network computes: "auto" takes CUDA if torch can use it, else the processor. A run can be
    resumed on another device."""
    ray: Cluster | None = None
    """Used only by a sweep."""

    @model_validator(mode="after")
    def _ray_is_used(self) -> Self:
        alone = not isinstance(self.ray, Team)
        if self.ray is not None and alone and not self.sweep:
            raise ValueError(
                f"ray: the learner {self.learner} uses Ray only for a sweep, and there is no sweep"
            )
        if isinstance(self.ray, Team) and self.sweep and self.ray != Team(address=self.ray.address):
            raise ValueError(
                "ray: a sweep reads only the address, because each of its runs has one process; remove "
                "workers and resources"
            )
        return self


class FastPPOConfig(OnThisMachine, PPO):
    """`learner: fast_ppo`."""

    learner: Literal["fast_ppo"] = "fast_ppo"
    ray: Team | None = None
    """Learn on Ray, on one machine or several; for a sweep, where its runs are."""
    opponents: FastPPOOpponents = FastPPOOpponents()
    winner_coef: Coefficient = 0.0
    """Above 0 the network also predicts who wins, and this is the weight of that loss. Cloning teaches it,
    too. A search on the policy then uses this prediction as the value."""
    scores_coef: Coefficient = 0.0
    """The same for the final scores of all seats."""
    critic: bool = False
    """Whether the value that advantages are computed with is told which opponent sits in each seat. It is
    not part of the policy, whose own value learns from the same returns."""
    bfloat16: Literal[True, False, "auto"] = "auto"
    """Compute matrix products with 16 bits: nearly twice as fast on processors that support it, where
    "auto" does so."""

    @model_validator(mode="after")
    def _exploiters_play_its_games(self) -> Self:
        for exploiter in self.opponents.exploiters:
            if exploiter.players not in self.players:
                raise ValueError(
                    f"opponents.exploiters: one has {exploiter.players} players, but game.players is "
                    f"{', '.join(map(str, self.players))}"
                )
        return self

    @model_validator(mode="after")
    def _coalitions_are_not_discounted(self) -> Self:
        if self.opponents.coalition and self.gamma != 1:
            raise ValueError(
                f"opponents.coalition needs gamma: 1, not {self.gamma}: its seats decide at different times, "
                "but are paid together"
            )
        return self

    @property
    def heads(self) -> tuple[str, ...]:
        """The optional heads of the network."""
        wanted = {"winner": self.winner_coef, "scores": self.scores_coef}
        return tuple(head for head, weight in wanted.items() if weight > 0)


class ExpertConfig(OnThisMachine):
    """`learner: expert`: expert iteration. There is no `clip_coef`, because the policy learns targets."""

    learner: Literal["expert"] = "expert"
    ray: Team | None = None
    """As for `fast_ppo`."""
    opponents: SelfPlayOpponents = SelfPlayOpponents()
    search: SearchSettings = SearchSettings()
    ent_coef: Coefficient = 0.0
    winner_coef: Coefficient = 0.5
    """Weight of the loss of the head that predicts who wins. The search takes this prediction as its value;
    with 0 there is no such head, and it takes the network's value."""
    scores_coef: Coefficient = 0.0
    """The same for the final scores of all seats; the search does not use them."""
    bfloat16: Literal[True, False, "auto"] = "auto"
    """Compute matrix products with 16 bits when learning; the search always has 32."""

    @model_validator(mode="after")
    def _one_aim(self) -> Self:
        if self.winner_coef > 0 and self.reward != "win":
            raise ValueError(
                f"with winner_coef above 0 the search aims at winning, but reward is {self.reward}; write "
                "reward: win, or winner_coef: 0 to search for that reward by the network's value"
            )
        if self.gamma != 1:
            raise ValueError(f"gamma is {self.gamma}, but the search does not discount; write gamma: 1.0")
        return self

    @property
    def heads(self) -> tuple[str, ...]:
        """The optional heads of the network."""
        wanted = {"winner": self.winner_coef, "scores": self.scores_coef}
        return tuple(head for head, weight in wanted.items() if weight > 0)


class SB3Config(OnThisMachine, PPO):
    """`learner: sb3`: the learner has one seat in each game, so there is no `self_play`."""

    learner: Literal["sb3"] = "sb3"
    opponents: LearnerOpponents

    @field_validator("opponents")
    @classmethod
    def _somebody_is_there(cls, opponents: LearnerOpponents) -> LearnerOpponents:
        if not opponents.bots:
            raise ValueError("the learner sb3 has one seat in each game: opponents.bots needs a bot")
        return opponents


class RLlibConfig(PPO):
    """`learner: rllib`: every seat learns, so there are no `opponents`."""

    learner: Literal["rllib"] = "rllib"
    ray: Workers = Workers()

    @model_validator(mode="after")
    def _one_number_of_players(self) -> Self:
        if len(self.players) > 1:
            raise ValueError("game.players: the learner rllib needs a single number of players")
        if not self.game.is_single:
            keys = " and ".join(self.game.choices_as_object())
            raise ValueError(
                f"game: the learner rllib plays one game, so {keys} must be a single value that is not drawn "
                "for each game; the other learners can train on several"
            )
        return self


LEARNERS: dict[str, type[Config]] = {
    "fast_ppo": FastPPOConfig,
    "expert": ExpertConfig,
    "sb3": SB3Config,
    "rllib": RLlibConfig,
}
"""The schema of each learner, by name."""
