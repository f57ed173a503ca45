"""Many games of one learner against agents: the game as a Gymnasium vector environment."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.match import MatchLoop, observe_states
from dixie_agents.opponents import check_seat, seat_of_game, seat_opponents
from dixie_agents.outside import answer
from dixie_agents.trained_for import warn_untrained
from dixie_env.engine import DixieError, IllegalChoice, option_name
from dixie_env.engine.game import check_seed
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.arguments import Arguments
from dixie_env.envs.seeds import next_seed
from dixie_env.infos import NOTHING, decision_name
from dixie_env.rewards import Reward

LEARNER = 0
"""The number of the learner among the players of the loop; the opponent d seats further on has number d."""

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class SavedGames:
    """The running games of a `DixieGymVector`, for `restore`. Opaque and picklable."""

    loop: dict[str, NDArray[Any]]
    seeds: tuple[int, ...]
    seats: NDArray[np.int64]
    over: NDArray[np.bool_]


class DixieGymVector(VectorEnv[Any, Any, Any]):
    """Many games in which one seat learns and agents play the others, as in `DixieGym`.

    `gymnasium.make_vec("dixie_env/Dixie-v0", num_envs=1024, opponents="balanced")` makes it. Compiled
    opponents decide inside the engine, other agents in batches. Game i plays what `DixieGym` plays after a
    reset with the same seed, and a restart what `DixieGym` plays after a reset without one.

    `infos` has the keys of `DixieGym`, each with one row for each game: `action_mask`, `decision`, `round`,
    `phase`, `seat`, `scores` and `ranks`. They are always there for all games, so each `_key` is all True.
    The caller owns all arrays that `reset` and `step` return.

    Args:
        num_envs: Number of games.
        opponents: The agents in the other seats, as in `DixieGym`.
        seat: The learner's seat, or `random` to draw one for each game.
        mask: `info` for plain vectors as observations; `observation` for a dictionary with vectors and masks.
            The masks are in the infos in any case.
        autoreset_mode: `NEXT_STEP` (the default): the step after the end of a game starts the next one and
            ignores the action. `SAME_STEP`: the next game starts at once, and the end is in
            `infos["final_obs"]` and `infos["final_info"]`. `DISABLED`: you reset games that are over
            with `reset(options={"reset_mask": over})`.
        threads: Number of threads for compiled opponents. The games do not depend on it.
        arguments: Those of `dixie_env.dixie_v0`, except `render_mode`.
    """

    _helpers: ThreadPoolExecutor | None = None  # `close` looks for it even if `__init__` fails

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[str | Agent] | str | Agent | None = None,
        seat: int | str = "random",
        mask: str = "info",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **arguments: Any,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise DixieError(f"num_envs and threads must be 1 or more, not {num_envs} and {threads}")
        own = ("num_envs", "opponents", "seat", "autoreset_mode", "threads")
        self.arguments = Arguments.named({"mask": mask, **arguments}, *own)
        if self.arguments.render_mode is not None:
            raise DixieError("a vector environment does not render: make a single one to watch a game")
        self.rules = self.arguments.rules
        self.layout = self.arguments.vector_layout
        self.reward = Reward.of(self.arguments.reward)
        self.num_envs = num_envs
        self.threads = threads
        self.autoreset_mode = _mode(autoreset_mode)  # TorchRL looks for it here
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.arguments.observation_space(OPTION_COUNT)
        self.single_action_space = Discrete(OPTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._players = players = self.rules.players
        self._seat = check_seat(seat, players)
        self.opponents = seat_opponents(opponents, players - 1)
        warn_untrained(self.opponents, [self.rules])
        self._pit = int(self.rules.array["pit"][0])
        self._agents = {
            number: agent
            for number, agent in enumerate(self.opponents, start=1)
            if not isinstance(agent, CompiledAgent)
        }
        bots = [agent.bot if isinstance(agent, CompiledAgent) else None for agent in self.opponents]
        lineups = np.zeros((num_envs, players), np.int32)
        self._loop = MatchLoop(self.rules, [None, *bots], lineups, np.zeros(num_envs, np.uint64), 0)
        self._all = np.arange(num_envs)
        self._seeds: list[int | None] = [None] * num_envs
        self.seats = np.zeros(num_envs, np.int64)
        """The learner's seat in each game."""
        self._over = np.zeros(num_envs, np.bool_)
        self._masks = np.ones((num_envs, OPTION_COUNT), np.bool_)
        self._running = False

    # --- playing ----------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games and play them up to the learner's first decision.

        Args:
            seed: The engine's seed of game 0; game i gets `seed + i`. Or one seed for each game. A game
                without a seed derives it from its last game.
            options: `{"reset_mask": mask}` starts only the games where the mask (bool, one for each game) is
                True. The others stay as they are.
        """
        rows = self._rows_to_reset(options)
        seeds = self._seeds_of(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._running = False
        self._begin(rows, [self._seed_after(row) if (new := seeds[row]) is None else new for row in rows])
        self._running = True
        return self._look()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Choose an option in each game and play on to the learner's next decision or the end.

        Raises:
            IllegalChoice: An option is not legal; no game has changed. With `illegal="lose"` such a game ends
                instead, with the worst reward.
        """
        options = self._check_actions(actions)
        mode = self.autoreset_mode
        waiting = self._over.copy()
        if mode is AutoresetMode.DISABLED and waiting.any():
            raise DixieError(
                f"games {np.flatnonzero(waiting).tolist()} are over: reset them with "
                'reset(options={"reset_mask": mask}) first'
            )
        rows = np.flatnonzero(~waiting)
        lost = rows[~self._legal(rows, options[rows])]
        if lost.size and self.arguments.illegal == "raise":
            self._complain(int(lost[0]), int(options[lost[0]]))
        before = self._potentials()
        self._running = False  # an opponent that fails would leave games half-way
        taken = np.setdiff1d(rows, lost, assume_unique=True) if lost.size else rows
        self._loop.take(taken, options[taken])
        self._let_others_play()
        rewards = self._rewards(taken, before)
        rewards[lost] = self.reward.worst - before[lost]
        self._over[taken] = self._loop.waiting[taken] < 0
        self._over[lost] = True
        if waiting.any():
            self._restart(waiting)
        ended = self._over.copy()
        final: dict[str, Any] = {}
        if mode is AutoresetMode.SAME_STEP and ended.any():
            final = self._final(ended)
            self._restart(ended)
        self._running = True
        observations, infos = self._look()
        return observations, rewards, ended, np.zeros(self.num_envs, np.bool_), {**final, **infos}

    def _begin(self, rows: Rows, seeds: Sequence[int]) -> None:
        """Start games in these rows, up to the learner's first decision."""
        while rows.size:
            players = self._players
            for row, seed in zip(rows.tolist(), seeds, strict=True):
                self._seeds[row] = seed
                self.seats[row] = seat_of_game(self._seat, seed, players)
            lineups = (np.arange(players) - self.seats[rows, None]) % players
            self._loop.begin(rows, np.array(seeds, np.uint64), lineups.astype(np.int32))
            self._over[rows] = False
            self._let_others_play()
            # on a custom board the game may end before the learner's first turn
            rows = rows[self._loop.waiting[rows] < 0]
            seeds = [self._seed_after(row) for row in rows]

    def _restart(self, wanted: NDArray[np.bool_]) -> None:
        rows = np.flatnonzero(wanted)
        self._begin(rows, [self._seed_after(row) for row in rows])

    def _let_others_play(self) -> None:
        """Play all games up to a decision of the learner or the end."""
        self._run()
        while self._agents and answer(self._loop, self._agents):
            self._run()

    def _run(self) -> None:
        """Let compiled opponents play."""
        count, size = self.threads, self.num_envs
        seconds = np.zeros((count, self._players))
        if count == 1:
            self._loop.run(0, size, seconds[0])
            return
        if self._helpers is None:
            self._helpers = ThreadPoolExecutor(count)
        bounds = [size * thread // count for thread in range(count + 1)]
        list(self._helpers.map(self._loop.run, bounds[:-1], bounds[1:], seconds))

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, if there are any."""
        if self._helpers is not None:
            self._helpers.shutdown()
            self._helpers = None

    # --- rewards ----------------------------------------------------------------------------------------

    def _potentials(self) -> NDArray[np.float64]:
        """The learner's potential in each game."""
        if not self.reward.shaping:
            return np.zeros(self.num_envs)
        found = self.reward.potential(self._loop.states, self._pit)
        return found[self._all, self.seats].astype(np.float64)

    def _rewards(self, rows: Rows, before: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the step has paid the learner in these games."""
        rewards = np.zeros(self.num_envs)
        if self.reward.shaping:
            rewards[rows] = self.reward.discount * self._potentials()[rows] - before[rows]
        ended = rows[self._loop.waiting[rows] < 0]
        if ended.size:
            states, players = self._loop.states, self._players
            ranks, scores = states["ranks"][ended, :players], states["scores"][ended, :players]
            paid = self.reward.final(ranks, scores)
            rewards[ended] += paid[np.arange(len(ended)), self.seats[ended]]
        return rewards

    # --- looking ----------------------------------------------------------------------------------------

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the learner's legal options in each game; all of them in one that is over."""
        return self._masks.copy()

    def _look(self) -> tuple[Any, dict[str, Any]]:
        """Return the observations and infos of all games."""
        vectors = np.empty((self.num_envs, len(self.layout)), np.float32)
        masks = np.empty((self.num_envs, OPTION_COUNT), np.uint8)
        self._loop.look(self.seats, vectors, masks, **self.arguments.game.observation.arguments)
        masks[self._over] = 1
        self._masks = masks.view(np.bool_)
        return self._observation(vectors, masks), self._infos()

    def _observation(self, vectors: NDArray[np.float32], masks: NDArray[np.uint8]) -> Any:
        if self.arguments.mask_in_info:
            return vectors
        return {"observation": vectors, "action_mask": masks.astype(np.int8)}

    def _infos(self, present: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Return the infos of all games, or of those that are present and 0 in the others."""
        states, players = self._loop.states, self._players
        found = {
            "action_mask": self._masks.copy(),
            "decision": np.where(self._over, NOTHING, states["decision"]).astype(np.int64),
            "round": states["round"].astype(np.int64),
            "phase": states["phase"].astype(np.int64),
            "seat": self.seats.copy(),
            "scores": states["scores"][:, :players].copy(),
            "ranks": states["ranks"][:, :players].copy(),
        }
        infos: dict[str, Any] = {}
        for name, values in found.items():
            if present is not None:
                values[~present] = 0
            infos[name] = values
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_) if present is None else present.copy()
        return infos

    def _final(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return what the learner sees at the end of these games, under Gymnasium's keys."""
        rows = np.flatnonzero(ended)
        seen = self.arguments.game.observation.arguments
        vectors = observe_states(self.rules, self._loop.states[rows], self.seats[rows], **seen)
        self._masks[rows] = True
        observations = np.full(self.num_envs, None, object)
        for row, vector in zip(rows.tolist(), vectors, strict=True):
            observations[row] = self._observation(vector, np.ones(OPTION_COUNT, np.uint8))
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }

    # --- checking ---------------------------------------------------------------------------------------

    def _check_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        if not self._running:
            raise DixieError("no games are running: call reset() first")
        options = np.asarray(actions)
        if options.shape != (self.num_envs,) or options.dtype.kind not in "iu":
            raise IllegalChoice(
                f"expected {self.num_envs} option ids as an array of integers, "
                f"not {options.dtype} of shape {options.shape}"
            )
        return options.astype(np.int64)

    def _legal(self, rows: Rows, options: NDArray[np.int64]) -> NDArray[np.bool_]:
        inside = (options >= 0) & (options < OPTION_COUNT)
        return np.asarray(inside & self._masks[rows, np.where(inside, options, 0)])

    def _complain(self, row: int, option: int) -> None:
        state, seat = self._loop.states[row], int(self.seats[row])
        known = np.flatnonzero(self._masks[row]).tolist()
        legal = ", ".join(f"{one} ({option_name(one, seat, self._players)})" for one in known)
        raise IllegalChoice(
            f"game {row}: seat {seat} can't choose {option} at {decision_name(int(state['decision']))!r}; "
            f"legal options: {legal}; no game has changed"
        )

    def _rows_to_reset(self, options: dict[str, Any] | None) -> Rows:
        if options is None or "reset_mask" not in options:
            return self._all
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise DixieError(
                f"reset_mask must be {self.num_envs} times True or False, with at least one True, "
                f"not {mask.dtype} of shape {mask.shape}"
            )
        if not self._running and not mask.all():
            raise DixieError("no games are running: call reset() without a reset_mask first")
        return np.flatnonzero(mask)

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            first = check_seed(seed)
            return [check_seed(first + row) for row in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise DixieError(f"seed must be one number or {self.num_envs} of them, not {len(seed)}")
        return [None if one is None else check_seed(one) for one in seed]

    def _seed_after(self, row: int | np.integer[Any]) -> int:
        """The seed of the game after the current one of a row."""
        return next_seed(self._seeds[row])

    # --- saving -----------------------------------------------------------------------------------------

    def save(self) -> SavedGames:
        """Return the running games for `restore`."""
        if not self._running:
            raise DixieError("no games are running: call reset() first")
        seeds = tuple(seed for seed in self._seeds if seed is not None)
        return SavedGames(self._loop.save(), seeds, self.seats.copy(), self._over.copy())

    def restore(self, saved: SavedGames) -> tuple[Any, dict[str, Any]]:
        """Continue saved games; return what `reset` does. Make the environment with the same arguments."""
        if len(saved.seeds) != self.num_envs:
            raise DixieError(f"{len(saved.seeds)} games were saved, but this environment has {self.num_envs}")
        self._loop.load(saved.loop)
        self._seeds = list(saved.seeds)
        self.seats = saved.seats.copy()
        self._over = saved.over.copy()
        self._run()
        self._running = True
        return self._look()


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return an autoreset mode from its name (`NEXT_STEP`) or value (`NextStep`), or unchanged."""
    for one in AutoresetMode:
        if mode in (one, one.name, one.value):
            return one
    names = ", ".join(one.name for one in AutoresetMode)
    raise DixieError(f"autoreset_mode must be one of {names}, not {mode!r}")
