"""Rename the key `observation` (PettingZoo's convention) to `observations` for RLlib's masking module."""

from typing import Any

from gymnasium.spaces import Dict
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import BaseWrapper

from dixie_env.engine import DixieError
from dixie_env.envs.aec import DixieAEC


class RLlibObservations(BaseWrapper[str, dict[str, NDArray[Any]], int | None]):
    """The AEC environment with the key that RLlib's `ActionMaskingTorchRLModule` expects.

    Wrap it once more for RLlib: `PettingZooEnv(RLlibObservations(dixie_v0.env()))`.
    """

    def __init__(self, env: DixieAEC) -> None:
        super().__init__(env)
        self._spaces: dict[str, Dict] = {}
        for agent in env.possible_agents:
            space = env.observation_space(agent)
            if not isinstance(space, Dict):
                raise DixieError('RLlib needs the mask in the observation: leave out mask="info"')
            self._spaces[agent] = Dict({_key(name): part for name, part in space.items()})

    def observation_space(self, agent: str) -> Dict:
        """Return the space with the key renamed."""
        return self._spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation with the key renamed."""
        return {_key(name): value for name, value in self.env.observe(agent).items()}


def _key(name: str) -> str:
    return "observations" if name == "observation" else name
