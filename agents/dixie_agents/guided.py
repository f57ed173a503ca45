"""Tree search on top of a trained policy, as an agent; the search itself is `compiled/guided.pyx`."""

from dixie_agents.bots import ExplainingAgent, search_settings
from dixie_agents.compiled.bots import GUIDED, CompiledBot
from dixie_agents.policy import Policy, check_temperature
from dixie_env.rewards import PAID, SCALE, Reward

EXPLORATION = 0.25
"""Weight of an option's prior relative to its value so far (values go from 0, a loss, to 1, a win)."""
SURE = 0.98
"""An option with this prior is taken without a search."""


class GuidedSearch(ExplainingAgent):
    """Searches with a policy: its priors say what to try, its values rate the outcome.

    Args:
        name: The name that results use.
        policy: The network.
        reward: The reward that its values predict. A policy that predicts who wins is searched for the
            reward `win` instead.
        iterations: Search iterations per decision; 0 for as many as the time allows.
        seconds: Seconds per decision if ``iterations`` is 0. Such an agent is not ``repeatable``.
        temperature: At 0 it takes the most visited option. Above 0 it draws one, with probabilities
            proportional to visits to the power of 1 / temperature.
    """

    def __init__(
        self,
        name: str,
        policy: Policy,
        reward: Reward,
        iterations: int,
        seconds: float = 0.0,
        temperature: float = 0.0,
    ) -> None:
        settings = search_settings(iterations, seconds, EXPLORATION)
        if policy.net.has_winner:
            reward = Reward("win")  # what the head for the winner says, without shaping
        guide = {"paid": PAID[reward.kind], "shaping": reward.shaping / SCALE, "sure": SURE}
        heat = check_temperature(temperature)
        super().__init__(
            name, CompiledBot(GUIDED, search=settings, net=policy.net, guide=guide, temperature=heat)
        )
        self.repeatable = iterations > 0
