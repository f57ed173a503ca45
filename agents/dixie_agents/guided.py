"""Tree search on top of a trained policy, as an agent; the search itself is `compiled/guided.pyx`."""

from dixie_agents.bots import ExplainingAgent, search_settings
from dixie_agents.compiled.bots import GUIDED, CompiledBot
from dixie_agents.policy import Policy, check_temperature
from dixie_env.rewards import PAID, SCALE, Reward

EXPLORATION = 0.25
"""Weight of an option's prior relative to its value so far (values go from 0, a loss, to 1, a win)."""
FEW = 32
"""Iterations of a search that only rates a position."""
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
        sure: An option with this prior is taken without a search; above 1, none.
    """

    def __init__(
        self,
        name: str,
        policy: Policy,
        reward: Reward,
        iterations: int,
        seconds: float = 0.0,
        temperature: float = 0.0,
        sure: float = SURE,
    ) -> None:
        self._made_from = (name, policy, reward)
        settings = search_settings(iterations, seconds, EXPLORATION)
        if policy.net.has_winner:
            reward = Reward("win")  # what the head for the winner says, without shaping
        guide = {"paid": PAID[reward.kind], "shaping": reward.shaping / SCALE, "sure": sure}
        heat = check_temperature(temperature)
        super().__init__(
            name, CompiledBot(GUIDED, search=settings, net=policy.net, guide=guide, temperature=heat)
        )
        self.policy = policy
        self.repeatable = iterations > 0

    def rating(self) -> "GuidedSearch":
        """Return a short search that rates every position, even where the policy is sure what to do."""
        return GuidedSearch(*self._made_from, iterations=FEW, sure=2.0)
