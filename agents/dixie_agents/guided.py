"""Tree search on top of a trained policy, as an agent; the search itself is `compiled/guided.pyx`."""

from dixie_agents.bots import ExplainingAgent, search_settings
from dixie_agents.compiled.bots import GUIDED, CompiledBot
from dixie_agents.policy import Policy
from dixie_env.rewards import PAID, SCALE, Reward

EXPLORATION = 0.25
"""How much an option's prior counts against its value so far (values are 0 for a loss to 1 for a win)."""
SURE = 0.98
"""An option with this prior is taken without a search."""


class GuidedSearch(ExplainingAgent):
    """Searches with a policy: its priors say what to try, its values how a try turned out.

    Args:
        name: As results call it.
        policy: The network.
        reward: What its values are about.
        iterations: Of the search, for each decision; 0 for as many as the time allows.
        seconds: For each decision, if iterations are 0. Such an agent is not ``repeatable``.
    """

    def __init__(
        self, name: str, policy: Policy, reward: Reward, iterations: int, seconds: float = 0.0
    ) -> None:
        settings = search_settings(iterations, seconds, EXPLORATION)
        guide = {"paid": PAID[reward.kind], "shaping": reward.shaping / SCALE, "sure": SURE}
        super().__init__(name, CompiledBot(GUIDED, search=settings, net=policy.net, guide=guide))
        self.repeatable = iterations > 0
