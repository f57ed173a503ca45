"""Blends a policy with a later stage of itself: ``python -m dixie_training.blend BEFORE AFTER OUT``.

A stage that learns something new forgets some of what it was good at. As it started from the weights of the
one before, all weights in between play sensibly, too, and some of them do both: they keep what the first one
knew and most of what the second has learned. (Wortsman et al. 2022 call this WiSE-FT.)
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from dixie_agents.policy_file import PolicyError, load_weights, save_policy

__all__ = ["blend"]


def blend(before: str | Path, after: str | Path, out: Path, weight: float = 0.5) -> str:
    """Write the weighted mean of two policies' weights as a new policy, and return its fingerprint.

    Args:
        before: A policy: a folder or ``zoo/NAME``.
        after: The policy that was trained from it.
        out: Folder of the new policy. Its card is that of ``after``, and says what was blended.
        weight: Of ``after``, from 0 to 1.

    Raises:
        PolicyError: The weight is out of range, or the policies have other networks or observations.
    """
    if not 0 <= weight <= 1:
        raise PolicyError(f"weight must be from 0 to 1, not {weight:g}")
    (old, first), (new, card) = load_weights(before), load_weights(after)
    shapes = [{name: array.shape for name, array in weights.items()} for weights in (old, new)]
    if shapes[0] != shapes[1] or first.observation != card.observation:
        raise PolicyError(f"{before} and {after} have other networks or observations: they can't be blended")
    mean = {name: ((1 - weight) * old[name] + weight * new[name]).astype(np.float32) for name in new}
    blended = {"before": first.checksum, "after": card.checksum, "weight": weight}
    return save_policy(out, mean, replace(card, training={**card.training, "blended": blended}))


def main() -> None:
    """Blend the policies that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", help="a policy: a folder or zoo/NAME")
    parser.add_argument("after", help="the policy that was trained from it")
    parser.add_argument("out", type=Path, help="folder of the new policy")
    parser.add_argument("--weight", type=float, default=0.5, help="weight of AFTER (default: 0.5)")
    arguments = parser.parse_args()
    blend(arguments.before, arguments.after, arguments.out, arguments.weight)


if __name__ == "__main__":
    main()
