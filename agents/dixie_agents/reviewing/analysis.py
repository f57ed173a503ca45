"""Where a recorded game was won and lost: probabilities, luck and choice, and mistakes.

**Probability.** Every position is worth a win share to each seat (`outlook`). What is already decided counts,
secret offerings too. Dice, draws and everybody's later choices are open, and all seats play on like the
policy. The game begins with equal shares and ends with the result.

**Luck and choice.** A decision leads from one position to the next. In between is a position that nobody
sees: the option is taken, but the dice that follow are not rolled yet. It is worth the mean over other dice.
The change up to it is choice, the change after it is luck. So both always add up to the whole change, and
where nothing is drawn there is no luck.

**Mistakes.** The agent says what it would have done, from what the seat could know. If that is something
else, both options are played on many times, with the same luck. The difference is what the choice cost.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import decision_key
from dixie_agents.guided import GuidedSearch
from dixie_agents.names import AgentError
from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.reviewing.outlook import Continued, Outlook, Start
from dixie_agents.reviewing.reasons import expected, reasons
from dixie_agents.reviewing.results import CERTAIN, MARKS, Analysis, Player, Step, Thought, Turn, mark_of
from dixie_agents.reviewing.walk import Moment, Walk, turns_of
from dixie_env import Game
from dixie_env.engine import option_name
from dixie_env.results import win_shares

BY = "mcts:128:ppo:zoo/third"
"""Who reviews."""
DRAWS = 32
"""Continuations of each position."""
DUEL = 96
"""Continuations of each option when two are compared,"""
SUSPECT = 0.01
"""if the first few continuations say that more than this was lost."""
WORKERS = 2
STREAM = 16
"""The reviewer's random stream."""
SCALE = 0.1
"""A turn that loses this has an accuracy of 1 / e; one that loses nothing has 1."""
TURNING = 3
"""Turning points of a player."""

Progress = Callable[[str, int, int], None]


def policy_of(agent: Agent) -> Policy:
    """Return the policy that an agent predicts the winner with.

    Raises:
        AgentError: It has none.
    """
    policy = agent.policy if isinstance(agent, PolicyAgent | GuidedSearch) else None
    if policy is None or not policy.net.has_winner:
        why = "its policy does not predict who wins" if policy else "it does not predict who wins"
        raise AgentError(
            f"{agent.name!r} can't review a game: {why}; "
            f"give a policy that does, with or without a search: {BY}, ppo:zoo/third"
        )
    return policy


def analyse(
    game: Walk,
    agent: Agent,
    *,
    draws: int = DRAWS,
    workers: int = WORKERS,
    seed: int = 0,
    progress: Progress = lambda what, done, total: None,
) -> Analysis:
    """Review a game.

    Args:
        game: The game.
        agent: Who reviews: a policy that predicts who wins, with or without a search.
        draws: Continuations of each position.
        workers: Threads.
        seed: Where the luck of continuations comes from.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Raises:
        AgentError: The agent does not predict who wins.
        ObservationError: Its policy can't observe this game.
    """
    policy = policy_of(agent)
    assert isinstance(agent, CompiledAgent)
    rules = game.end.rules
    agent.bot.check(rules)
    worth = Worth(game, Outlook(policy, rules, draws=draws, seed=seed), workers, progress)
    thoughts = _think(game, agent, workers, progress)
    few, many = (Outlook(policy, rules, draws=size, seed=seed + 1 + size) for size in (draws, DUEL))
    doubts = _doubts(game, thoughts, worth)
    lost = _compare(game, few, doubts, workers, progress, "comparing")
    doubts = {number: best for number, best in doubts.items() if lost[number][0] > SUSPECT}
    lost |= _compare(game, many, doubts, workers, progress, "mistakes")
    steps = []
    for number, moment in enumerate(game.moments):
        verdict = lost.get(number)
        because = ""
        best = thoughts[number][0].option if thoughts[number] else moment.choice
        line: tuple[str, ...] = ()
        loss, margin = 0.0, 0.0
        if verdict is not None:
            loss, margin, good, bad = verdict
            if loss > CERTAIN * margin and mark_of(loss):
                best = doubts[number]
                because = reasons(moment.game, good.ends, bad.ends)
                line = expected(moment.game, policy, best, moment.number)
        steps.append(
            Step(
                moment,
                worth.shares[number],
                worth.after[number] - worth.shares[number],
                worth.shares[number + 1] - worth.after[number],
                tuple(thoughts[number]),
                best,
                loss,
                margin,
                because,
                line,
            )
        )
    turns = tuple(
        Turn(number, tuple(steps[place] for place in places))
        for number, places in enumerate(turns_of(game.moments))
    )
    fair = np.full(rules.players, 1 / rules.players)
    setup = worth.shares[0] - fair
    players = tuple(_player(seat, turns, worth.shares, setup) for seat in range(rules.players))
    return Analysis(game, agent.name, worth.shares, setup, turns, players)


# --- probabilities ------------------------------------------------------------------------------------------


class Worth:
    """What the positions of a game are worth.

    Attributes:
        shares: Win shares at each decision, and at the end.
        after: Win shares after each decision, before the chance that followed.
    """

    def __init__(self, game: Walk, outlook: Outlook, workers: int, progress: Progress) -> None:
        moments = game.moments
        starts = [Start(moment.game.state, moment.number) for moment in moments]
        drawn = [moment for moment in moments if moment.chance]
        starts += [Start(moment.game.state, moment.number, moment.option) for moment in drawn]
        means = [found.mean for found in judge(outlook, starts, workers, progress, "probabilities")]
        result = win_shares(game.end.state["ranks"][None, : game.end.players])
        self.shares = np.vstack([*means[: len(moments)], result])
        self.after = self.shares[1:].copy()  # without chance it is the next position
        for moment, mean in zip(drawn, means[len(moments) :], strict=True):
            self.after[moment.number] = mean


def judge(
    outlook: Outlook, starts: Sequence[Start], workers: int, progress: Progress, what: str
) -> list[Continued]:
    """Judge starts in several threads."""
    size = outlook.most
    parts = [starts[low : low + size] for low in range(0, len(starts), size)]
    found: list[Continued] = []
    with ThreadPoolExecutor(workers) as pool:
        for part in pool.map(outlook.judge, parts):
            found += part
            progress(what, len(found), len(starts))
    return found


# --- mistakes -----------------------------------------------------------------------------------------------


def _think(game: Walk, agent: CompiledAgent, workers: int, progress: Progress) -> list[list[Thought]]:
    """Return what the agent thinks of each decision, its own choice first."""

    def think(moment: Moment) -> list[Thought]:
        key = decision_key(STREAM, 0, moment.seat, moment.number)
        if not isinstance(agent, GuidedSearch):
            best = agent.bot.choose(moment.game, key)
            return [Thought(option_name(best, moment.seat, moment.game.players), 0, None)]
        rows = agent.explain(moment.game, key)
        return [Thought(name, visits, value if visits else None) for name, visits, value in rows]

    found = []
    with ThreadPoolExecutor(workers) as pool:
        for thoughts in pool.map(think, game.moments):
            found.append(thoughts)
            progress("thinking", len(found), len(game.moments))
    return found


def _doubts(game: Walk, thoughts: Sequence[Sequence[Thought]], worth: Worth) -> dict[int, str]:
    """Return the decisions that may be mistakes, each with an option that may be better.

    That is the agent's choice, if it would have done something else. If it agrees although the position
    became worse, it is its second thought.
    """
    found = {}
    for moment, ideas in zip(game.moments, thoughts, strict=True):
        number, seat = moment.number, moment.seat
        if ideas and ideas[0].option != moment.choice:
            found[number] = ideas[0].option
        elif len(ideas) > 1 and worth.after[number, seat] < worth.shares[number, seat] - SUSPECT:
            found[number] = ideas[1].option
    return found


def _compare(
    game: Walk,
    outlook: Outlook,
    doubts: Mapping[int, str],
    workers: int,
    progress: Progress,
    what: str,
) -> dict[int, tuple[float, float, Continued, Continued]]:
    """Compare choices with better options.

    Return for each decision what the choice cost, the standard error of that, and how both options went on.
    """
    starts = []
    for number, best in doubts.items():
        moment = game.moments[number]
        known = outlook.known(moment.game, moment.seat)
        starts += [Start(known, number, option) for option in (_option(moment.game, best), moment.option)]
    found = judge(outlook, starts, workers, progress, what)
    verdicts = {}
    for place, number in enumerate(doubts):
        good, bad = found[2 * place], found[2 * place + 1]
        seat = game.moments[number].seat
        gap = good.shares[:, seat] - bad.shares[:, seat]
        error = float(gap.std(ddof=1) / np.sqrt(len(gap)))
        verdicts[number] = (max(0.0, float(gap.mean())), error, good, bad)
    return verdicts


def _option(game: Game, name: str) -> int:
    return game.options()[game.option_names().index(name)]


# --- summaries ----------------------------------------------------------------------------------------------


def _player(
    seat: int, turns: Sequence[Turn], shares: NDArray[np.float64], setup: NDArray[np.float64]
) -> Player:
    own = [turn for turn in turns if turn.seat == seat]
    luck = float(setup[seat] + sum(turn.luck[seat] for turn in turns))
    mine = float(sum(turn.choice[seat] for turn in own))
    others = float(sum(turn.choice[seat] for turn in turns if turn.seat != seat))
    changes = [abs(float(turn.choice[seat] + turn.luck[seat])) for turn in turns]
    largest = sorted(range(len(turns)), key=lambda number: -changes[number])[:TURNING]
    costs = [turn.lost for turn in own]
    marks: dict[str, Any] = {name: sum(turn.mark == name for turn in own) for name, _ in MARKS}
    return Player(
        seat,
        1 / shares.shape[1],
        float(shares[-1, seat]),
        luck,
        mine,
        others,
        len(own),
        float(np.exp(-np.array(costs) / SCALE).mean()) if own else 1.0,
        float(sum(costs)),
        marks,
        tuple(sorted(largest)),
    )
