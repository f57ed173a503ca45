"""How far the probabilities of a review can be trusted: what was measured is beside the policy."""

from dixie_agents.base import Agent
from dixie_agents.measured import REVIEW, read_measured
from dixie_agents.names import parse_name


def calibration_of(agent: Agent) -> str:
    """Say how well the probabilities of a reviewer agree with results."""
    source = (parse_name(agent.name).argument or "").rpartition("ppo:")[2]
    for entry in read_measured(source):
        if entry["kind"] == REVIEW:
            return f"How good the probabilities are: {entry['results'][0]['line']}."
    return (
        f"Nobody has measured how good these probabilities are: dixie calibrate ppo:{source} --review does."
    )
