"""Let all compiled agents play and print a hash of each final state: the same in every build.

python -m tests.debug.play_agents 4
"""

import sys
from hashlib import sha256

import numpy as np

from dixie_agents import parse_agents, play_matches
from dixie_env import make_rules

AGENTS = "random,sane,greedy,servant,ring,offering,balanced,mcts:5"


def main(games: int) -> None:
    agents = parse_agents(AGENTS)
    for edition in ("de", "proto", "fr", "en", "pl"):
        for players in (2, 3, 4, 5):
            lineups = (np.arange(games)[:, None] + 3 * np.arange(players)) % len(agents)
            results = play_matches(make_rules(players, edition), agents, lineups, range(games))
            digests = [sha256(state.tobytes()).hexdigest()[:16] for state in results.states]
            print(edition, players, *digests)


if __name__ == "__main__":
    main(int(sys.argv[1]))
