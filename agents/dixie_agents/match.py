"""Matches: agents play whole games against each other, many at a time.

A game depends only on its rules, its seed, the stream and who sits where. It does not depend on the other
games of the call, the number of threads, or which agents are compiled. To ensure this, an agent's random
numbers come from one key per decision, made from the stream, the seed of the game, the seat, and the number
of decisions made in the game before.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import decision_key, resampling_seed
from dixie_agents.compiled.match import MOST_PLAYERS, MatchLoop
from dixie_agents.tables import table_number
from dixie_agents.trained_for import warn_untrained
from dixie_env import Game, IllegalChoice
from dixie_env.engine import CompiledRules, option_name
from dixie_env.engine.table import checked_index, checked_rules
from dixie_env.engine.words import ABILITIES, DECISIONS
from dixie_env.results import win_shares

__all__ = ["Results", "check_answers", "decision_key", "known_to", "play_matches", "resampling_seed"]

ROWS = 1024
"""Games played at once when Python agents take part. Their observations are all in memory."""

PIECES = 8
"""Slices of work for each thread. Games differ in length, so there are several."""


@dataclass(frozen=True)
class Results:
    """The results of games.

    Attributes:
        states: The final record of each game (``STATE_DTYPE``): scores, ranks, points by source, actions.
        lineups: Who sat where, as given: an index into the agents for each game and seat; -1 for an absent
            seat.
        seeds: The seed of each game.
        decisions: int64, games x 5: how many decisions each seat made.
        agent_decisions: int64: how many decisions each agent made in all games.
        agent_seconds: How long each agent took for them.
    """

    states: NDArray[np.void]
    lineups: NDArray[np.int32]
    seeds: NDArray[np.uint64]
    decisions: NDArray[np.int64]
    agent_decisions: NDArray[np.int64]
    agent_seconds: NDArray[np.float64]

    @property
    def scores(self) -> NDArray[np.int16]:
        """Final scores, games x players; 0 for an absent seat."""
        return np.asarray(self.states["scores"][:, : self.lineups.shape[1]])

    @property
    def ranks(self) -> NDArray[np.int8]:
        """Ranks, games x players; 1 is best, 0 is an absent seat. Tied seats share the better rank."""
        return np.asarray(self.states["ranks"][:, : self.lineups.shape[1]])

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """Each seat's win share, games x players: 1 for the winner, a half each for two that tie."""
        return win_shares(self.ranks)


def play_matches(
    rules: CompiledRules | Sequence[CompiledRules],
    agents: Sequence[Agent],
    lineups: ArrayLike,
    seeds: ArrayLike,
    *,
    stream: int = 0,
    threads: int = 1,
    deals: ArrayLike | None = None,
    index: ArrayLike | None = None,
) -> Results:
    """Play one game for each line-up and seed.

    Games between compiled agents run entirely in C. If Python agents take part, all games are stepped
    together, and each Python agent decides once per step for all games that wait for it.

    Args:
        rules: From ``make_rules``: one for all games, or a sequence. So one call can play games on
            different boards, by different editions, with different numbers of players.
        agents: The agents.
        lineups: Integers, games x players: which agent sits in each seat. An agent may sit in several. If
            the numbers of players differ, games with fewer players have -1 in the last columns.
        seeds: The seed of each game.
        stream: Another stream gives the agents other random numbers in the same games.
        threads: How many threads share the work of compiled agents.
        deals: Integers, games x players: the ability of each seat, 1 to 10, all different within a game.
            They are dealt whatever the draft of the rules is. Without ``deals`` the draft decides. Absent
            seats have -1.
        index: Which of the rules each game has; by default game i has rules number i % len(rules).

    Raises:
        IllegalChoice: An agent's answer was not a legal option.
    """
    lineup, seed, which = _check_games(rules, agents, lineups, seeds, index)
    if threads < 1:
        raise ValueError(f"a match needs at least 1 thread, not {threads}")
    warn_untrained(agents, checked_rules(rules), dealt=deals is not None)
    bots = [agent.bot if isinstance(agent, CompiledAgent) else None for agent in agents]
    loop = MatchLoop(rules, bots, lineup, seed, stream, _check_deals(deals, lineup), which)
    seconds = np.zeros(len(agents))
    present = lineup >= 0
    foreign = np.array([bot is None for bot in bots], bool)[lineup[present]]
    with ThreadPoolExecutor(threads) as pool:
        for low, high in _slices(len(seed), ROWS if foreign.any() else max(len(seed), 1)):
            while True:
                _run(loop, low, high, seconds, pool, threads)
                if not _ask(loop, agents, low, high, seconds, stream):
                    break
    made = np.zeros(len(agents), np.int64)
    np.add.at(made, lineup[present], loop.decisions[:, : lineup.shape[1]][present])
    return Results(loop.states, lineup, seed, loop.decisions, made, seconds)


def _check_games(
    rules: CompiledRules | Sequence[CompiledRules],
    agents: Sequence[Agent],
    lineups: ArrayLike,
    seeds: ArrayLike,
    index: ArrayLike | None,
) -> tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]:
    """Return line-ups, seeds and indices of rules, or raise an error that says what is wrong with them."""
    if not 1 <= len(agents) <= MOST_PLAYERS:
        raise ValueError(f"a match has 1 to {MOST_PLAYERS} agents, not {len(agents)}")
    records = checked_rules(rules)
    lineup, seed = np.asarray(lineups), np.asarray(seeds)
    most = max(record.players for record in records)
    if lineup.ndim != 2 or lineup.shape[1] != most or lineup.dtype.kind not in "iu":
        raise ValueError(
            f"line-ups must be integers of shape (games, {most}), not {lineup.dtype} of shape {lineup.shape}"
        )
    if seed.shape != lineup.shape[:1] or seed.dtype.kind not in "iu" or (seed < 0).any():
        raise ValueError(
            f"seeds must be integers from 0 of shape ({lineup.shape[0]},), "
            f"not {seed.dtype} of shape {seed.shape}"
        )
    which = checked_index(index, len(lineup), len(records))
    players = np.array([record.players for record in records])[which]
    present = np.arange(most) < players[:, None]
    sitting = lineup[present]
    if sitting.size and not (sitting.min() >= 0 and sitting.max() < len(agents)):
        raise ValueError(
            f"line-ups must name agents 0 to {len(agents) - 1}, not {sitting.min()} to {sitting.max()}"
        )
    if (wrong := ((lineup != -1) & ~present).any(axis=1)).any():
        game = int(np.argmax(wrong))
        raise ValueError(
            f"game {game} has {players[game]} players: its line-up must end with -1 for each absent seat, "
            f"not {lineup[game].tolist()}"
        )
    return lineup.astype(np.int32), seed.astype(np.uint64), which


def _check_deals(deals: ArrayLike | None, lineup: NDArray[np.int32]) -> NDArray[np.int8] | None:
    """Return dealt abilities as an array, or raise an error that says what is wrong with them."""
    if deals is None:
        return None
    dealt = np.asarray(deals)
    if dealt.shape != lineup.shape or dealt.dtype.kind not in "iu":
        raise ValueError(
            f"deals must be integers of shape {lineup.shape}, not {dealt.dtype} of shape {dealt.shape}"
        )
    present = lineup >= 0
    held = dealt[present]
    if held.size and not (held.min() >= 1 and held.max() <= len(ABILITIES)):
        raise ValueError(f"deals must be abilities 1 to {len(ABILITIES)}, not {held.min()} to {held.max()}")
    if (wrong := ((dealt != -1) & ~present).any(axis=1)).any():
        raise ValueError(f"deals must be -1 for absent seats, not {dealt[np.argmax(wrong)].tolist()}")
    # an absent seat gets a number that no other has
    ordered = np.sort(np.where(present, dealt, -np.arange(dealt.shape[1])), axis=1)
    if (same := (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)).any():
        raise ValueError(
            f"the abilities of a game must all be different, not {dealt[np.argmax(same)].tolist()}"
        )
    return dealt.astype(np.int8)


def _slices(count: int, size: int) -> Iterator[tuple[int, int]]:
    return ((low, min(low + size, count)) for low in range(0, count, size))


def _run(
    loop: MatchLoop, low: int, high: int, seconds: NDArray[np.float64], pool: ThreadPoolExecutor, threads: int
) -> None:
    """Let the compiled agents play until every game is over or waits for a Python agent."""
    if threads == 1:
        loop.run(low, high, seconds)
        return

    def work(bounds: tuple[int, int]) -> NDArray[np.float64]:
        own = np.zeros_like(seconds)
        loop.run(low + bounds[0], low + bounds[1], own)
        return own

    size = -(-(high - low) // (threads * PIECES))
    for own in pool.map(work, _slices(high - low, size)):
        seconds += own


def _ask(
    loop: MatchLoop,
    agents: Sequence[Agent],
    low: int,
    high: int,
    seconds: NDArray[np.float64],
    stream: int,
) -> bool:
    """Let each Python agent that games wait for decide once. Return whether there was any."""
    waiting = loop.waiting[low:high].copy()
    for number in np.unique(waiting[waiting >= 0]).tolist():
        agent = agents[number]
        rows = low + np.flatnonzero(waiting == number)
        games, tables = known_to(loop, rows, stream) if agent.searches else (None, None)
        decisions = Decisions(*loop.ask(rows, **agent.observation.arguments), games, tables)
        start = perf_counter()
        answers = agent.act(decisions)
        seconds[number] += perf_counter() - start
        loop.take(rows, check_answers(loop, agent, rows, answers))
    return bool((waiting >= 0).any())


def known_to(
    loop: MatchLoop, rows: NDArray[np.int64], stream: int = 0
) -> tuple[list[Game], NDArray[np.uint64]]:
    """Return for an agent that searches the games as the seats that decide know them, and their numbers."""
    numbers = [table_number(stream, int(seed)) for seed in loop.states["seed"][rows]]
    return [loop.known_game(row) for row in rows.tolist()], np.array(numbers, np.uint64)


def check_answers(
    loop: MatchLoop, agent: Agent, rows: NDArray[np.int64], answers: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Return an agent's answers as options, or raise an error that names the illegal one."""
    options = np.asarray(answers)
    who = f"agent {agent.name or type(agent).__name__!r}"
    if options.shape != rows.shape or options.dtype.kind not in "iu":
        raise IllegalChoice(
            f"{who} must answer {len(rows)} decisions with an array of one option id each, "
            f"not {options.dtype} of shape {options.shape}"
        )
    options = options.astype(np.int64)
    bad = loop.first_illegal(rows, options)
    if bad >= 0:
        state, answer = loop.states[rows[bad]], int(options[bad])
        seat, players = int(state["seat"]), int(state["players"])
        legal = np.flatnonzero(loop.ask(rows[bad : bad + 1])[1][0]).tolist()
        known = ", ".join(f"{option} ({option_name(option, seat, players)})" for option in legal)
        raise IllegalChoice(
            f"{who} on seat {seat} answered {answer} at {DECISIONS[state['decision']]!r} "
            f"in round {state['round']}; legal options: {known}"
        )
    return options
