"""Agents by name. The grammar of names is in ``dixie_agents.names``: ``[LABEL=]NAME[:ARG][?KEY=VALUE&...]``.

`random`, `sane`, `greedy`, `servant`, `ring`, `offering` and `balanced` take no argument. `mcts:200`
searches with 200 iterations per decision, `mcts:2s` (`mcts:0.5s`) for 2 seconds (half a second);
`mcts:200:ppo:PATH` is guided by a trained policy. `ppo:PATH` is a trained policy, `ppo:zoo/NAME` a shipped
one; both choose the option they rate best and use no random numbers, unless the policy's card has a
temperature. `ppo:PATH?temperature=1` plays the policy's probabilities, a lower temperature sharpens them, and
0 takes the best option. `mcts:200:ppo:PATH?temperature=1` chooses in proportion to the visits of the search.

`llm:MODEL@URL` is a language model behind an OpenAI-compatible chat API; see ``dixie_agents.llm``.

`sb3:model.zip` is a PPO or MaskablePPO that Stable-Baselines3 saved; see ``dixie_agents.sb3_file``.

`my_bots:Clever` (`pkg.bots:Clever`) is your own class, a `dixie_agents.Agent`. Python must be able to import
the module; the current folder is searched too. `NAME` can also be an agent from an installed package,
registered in the entry-point group `dixie.agents`; see ``dixie_agents.installed``. Built-in names take
precedence over installed ones, and these over modules.
"""

import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent, RandomAgent, SearchAgent
from dixie_agents.compiled import bots
from dixie_agents.compiled.bots import CompiledBot
from dixie_agents.fingerprint import fingerprint_built_in
from dixie_agents.installed import find_installed, make_installed
from dixie_agents.llm.settings import OPTIONS as LLM_OPTIONS
from dixie_agents.making import call_with_options, make_from
from dixie_agents.names import AgentError, AgentName, parse_name, split_names
from dixie_agents.weights import BALANCED, GREEDY, OFFERING, RING, SERVANT, Weights

if TYPE_CHECKING:
    from dixie_agents.policy import Policy
    from dixie_agents.policy_file import Card

__all__ = ["ENTRIES", "AgentError", "is_foreign", "make_agent", "parse_agents", "split_names", "usages"]

_NUMBER = r"(\d+\.?\d*|\.\d+)(e-?\d+)?"
MOST_ITERATIONS = 10_000_000
"""A search keeps a node for each iteration in memory."""


@dataclass(frozen=True)
class Entry:
    """A built-in agent.

    Attributes:
        name: The name without an argument.
        usage: The name, with an argument if it takes one.
        about: What the agent does, in a line.
        make: Creates it from the parts of its name, after argument and options have been checked.
        argument: What the argument is; empty if it takes none.
        options: The option keys it accepts.
    """

    name: str
    usage: str
    about: str
    make: Callable[[AgentName], Agent]
    argument: str = ""
    options: tuple[str, ...] = ()


def _make_random(name: AgentName) -> Agent:
    return RandomAgent(name.bare, CompiledBot(bots.RANDOM))


def _make_sane(name: AgentName) -> Agent:
    return CompiledAgent(name.bare, CompiledBot(bots.SANE))


def _looking_ahead(weights: Weights, samples: int) -> Callable[[AgentName], Agent]:
    """Return a function that creates a bot that looks one turn ahead and samples dice ``samples`` times."""
    return lambda name: CompiledAgent(name.bare, CompiledBot(bots.LOOKAHEAD, weights, samples))


def _make_search(name: AgentName) -> Agent:
    amount, colon, guide = (name.argument or "").partition(":")
    match = re.fullmatch(r"(\d+)|(\d+(?:\.\d+)?)s", amount, re.ASCII)
    iterations, seconds = match.groups() if match else (None, None)
    if not float(iterations or seconds or 0) > 0 or int(iterations or 0) > MOST_ITERATIONS:
        raise AgentError(
            f"{name.bare!r}: a search needs iterations, 1 to {MOST_ITERATIONS}, or seconds: "
            "mcts:200, mcts:2s, mcts:0.5s"
        )
    limits = int(iterations or 0), float(seconds or 0)
    if name.options and not colon:
        raise AgentError(
            f"{name.bare!r}: only a search guided by a policy has the option 'temperature': "
            "mcts:200:ppo:PATH?temperature=1"
        )
    return _make_guided_search(name, *limits, guide) if colon else SearchAgent(name.bare, *limits)


def _make_guided_search(name: AgentName, iterations: int, seconds: float, guide: str) -> Agent:
    from dixie_agents.guided import GuidedSearch
    from dixie_agents.policy_file import reward_of

    kind, _, path = guide.partition(":")
    if kind != "ppo" or not path:
        raise AgentError(
            f"{name.bare!r}: only a policy can guide a search: mcts:200:ppo:PATH, mcts:2s:ppo:zoo/NAME"
        )
    policy, card = _load_policy(name, path)
    temperature = _temperature(name, 0.0)  # the card's is about playing without a search
    agent = GuidedSearch(name.bare, policy, reward_of(card), iterations, seconds, temperature)
    # The path is not part of it: the same policy elsewhere is the same agent.
    amount = (name.argument or "").partition(":")[0]
    mixing = [f"temperature={temperature!r}"] if temperature else []
    agent._fingerprint = fingerprint_built_in(f"mcts:{amount}:ppo", policy.fingerprint, *mixing)
    agent.trained_for = card.family
    return agent


def _make_policy(name: AgentName) -> Agent:
    from dixie_agents.policy import PolicyAgent

    policy, card = _load_policy(name, name.argument or "")
    agent = PolicyAgent(name.bare, policy, _temperature(name, card.temperature), card.temperature)
    agent.trained_for = card.family
    return agent


def _make_sb3(name: AgentName) -> Agent:
    from dixie_agents.policy_file import PolicyError
    from dixie_agents.sb3_file import load_sb3

    try:
        return load_sb3(name.argument or "", name.options.get("mode", "tracked"))
    except PolicyError as error:
        raise AgentError(f"{name.bare!r}: {error}") from error


def _make_llm(name: AgentName) -> Agent:
    from dixie_agents.llm.agent import LlmAgent
    from dixie_agents.llm.settings import Server, Settings

    try:
        server = Server.parse(name.argument or "")
        return LlmAgent(server, call_with_options(Settings, name))
    except AgentError as error:
        raise AgentError(f"{name.name}: {error}") from None  # the whole name might hold a password


def _temperature(name: AgentName, usual: float) -> float:
    """Return the temperature that a name asks for, or else the usual one."""
    from dixie_agents.policy import TEMPERATURES, check_temperature

    text = name.options.get("temperature")
    if text is None:
        return usual
    try:
        return check_temperature(float(text) if re.fullmatch(_NUMBER, text, re.ASCII) else math.nan)
    except ValueError:
        raise AgentError(f"{name.bare!r}: {TEMPERATURES}; found {text!r}") from None


def _load_policy(name: AgentName, path: str) -> "tuple[Policy, Card]":
    from dixie_agents.policy_file import PolicyError, load_policy

    try:
        return load_policy(path)
    except PolicyError as error:
        raise AgentError(f"{name.bare!r}: {error}") from error


_ENTRIES = (
    Entry("random", "random", "chooses uniformly among the legal options", _make_random),
    Entry("sane", "sane", "random, but passes, offers nothing or dumps goods only if it has to", _make_sane),
    Entry(
        "greedy",
        "greedy",
        "looks one turn ahead and takes the best position for its own seat",
        _looking_ahead(GREEDY, 1),
    ),
    Entry(
        "servant", "servant", "specialist: pixies up the village to the palace", _looking_ahead(SERVANT, 2)
    ),
    Entry("ring", "ring", "specialist: gold and rings", _looking_ahead(RING, 2)),
    Entry("offering", "offering", "specialist: special offerings", _looking_ahead(OFFERING, 2)),
    Entry(
        "balanced",
        "balanced",
        "looks one turn ahead with tuned weights; considers its rivals too",
        _looking_ahead(BALANCED, 2),
    ),
    Entry(
        "mcts",
        "mcts:N, mcts:Ts, mcts:N:ppo:PATH",
        "tree search: N iterations or T seconds per decision, optionally guided by a policy",
        _make_search,
        "a number of iterations or seconds",
        ("temperature",),
    ),
    Entry(
        "ppo",
        "ppo:PATH, ppo:zoo/NAME",
        "a trained policy, from a folder or shipped with Dixie; ?temperature=1 plays its probabilities",
        _make_policy,
        "the path of a policy",
        ("temperature",),
    ),
    Entry(
        "sb3",
        "sb3:FILE.zip",
        "a saved PPO or MaskablePPO of Stable-Baselines3; ?mode=screened if it was trained with that",
        _make_sb3,
        "the path of a saved model",
        ("mode",),
    ),
    Entry(
        "llm",
        "llm:MODEL@URL",
        "a language model behind an OpenAI-compatible chat API; options in docs/agents.md",
        _make_llm,
        "a model and the address of its server",
        LLM_OPTIONS,
    ),
)

ENTRIES = {entry.name: entry for entry in _ENTRIES}
"""All names, from the simplest to the deepest."""

FOREIGN = "MODULE:CLASS"
"""How to write the name of your own class."""


def usages() -> list[str]:
    """Return how to write the name of every kind of agent."""
    return [*(entry.usage for entry in ENTRIES.values()), *find_installed(), FOREIGN]


def make_agent(text: str) -> Agent:
    """Create an agent from its name. Its ``name`` is the text as written.

    Raises:
        AgentError: There is no such agent. The message lists the available ones.
    """
    name = parse_name(text)
    entry = ENTRIES.get(name.name)
    if entry is None:
        agent = _make_foreign(name)
    else:
        _check_arguments(entry, name)
        agent = entry.make(name)
        agent._fingerprint = agent._fingerprint or _fingerprint(agent, name)
    agent.name = text.strip()
    return agent


def parse_agents(text: str) -> list[Agent]:
    """Create the agents of a list of names separated by commas."""
    return [make_agent(name) for name in split_names(text)]


def is_foreign(text: str) -> bool:
    """Is this the name of an external agent: your own class or an installed one?"""
    name = parse_name(text)
    return name.name not in ENTRIES and (name.argument is not None or name.name in find_installed())


def _check_arguments(entry: Entry, name: AgentName) -> None:
    if entry.argument and not name.argument:
        raise AgentError(f"{name.bare!r} needs {entry.argument}: write {entry.usage}")
    if name.argument is not None and not entry.argument:
        raise AgentError(f"{name.bare!r}: the agent {entry.name!r} takes no argument")
    for key in name.options:
        if key not in entry.options:
            known = f"; available: {', '.join(entry.options)}" if entry.options else ""
            # Not the whole name: a value that has no business there may be a key.
            raise AgentError(f"the agent {entry.name!r} has no option {key!r}{known}")


def _fingerprint(agent: Agent, name: AgentName) -> str:
    from dixie_agents.policy import PolicyAgent

    return "" if isinstance(agent, PolicyAgent) else fingerprint_built_in(name.bare)


def _make_foreign(name: AgentName) -> Agent:
    if name.name in find_installed():
        return make_installed(name)
    if not name.argument:
        raise AgentError(f"there is no agent {name.bare!r}; available: {', '.join(usages())}")
    text, class_name = name.bare, name.argument
    module = _import(text, name.name)
    kind = getattr(module, class_name, None)
    if kind is None:
        raise AgentError(f"{text!r}: the module {name.name!r} has no class {class_name!r}")
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise AgentError(f"{text!r}: {class_name!r} is not a subclass of dixie_agents.Agent")
    return make_from(kind, text, name)


def _import(text: str, module_name: str) -> object:
    """Import a module. The current folder is searched too."""
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise AgentError(f"there is no agent {text!r}; available: {', '.join(usages())}")
    here = str(Path.cwd())
    if "" not in sys.path and here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise AgentError(
            f"there is no agent {text!r}, and no module {error.name!r}; available: {', '.join(usages())}"
        ) from error
