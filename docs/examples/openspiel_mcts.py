"""OpenSpiel's own Monte Carlo tree search plays Dixie Queen against a player who moves at random.

OpenSpiel's search wants one player at a time, so the game is converted: the seats choose their offerings one
after the other, and each still observes only what it knows. (The search itself looks at the whole state,
as it does in every game.) Needs `open_spiel`; tested with version 2.0.2.

    python docs/examples/openspiel_mcts.py --games 10
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import dixie_env.open_spiel  # noqa: F401 - registers the game


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], random: np.random.RandomState) -> list[float]:
    """Play one game and return what it was worth to each seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=chances)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


def win_share(games: int, simulations: int, seed: int = 0) -> float:
    """Return the share of games that the search wins; a tie counts half."""
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("dixie(players=2,rounds=1,reward=score)"))
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    wins = 0.0
    for number in range(games):
        searcher = mcts.MCTSBot(game, 0.3, simulations, evaluator, random_state=random)
        seat = number % 2
        bots = [uniform_random.UniformRandomBot(player, random) for player in range(2)]
        bots[seat] = searcher
        result = play(game, bots, random)[seat]
        wins += 1.0 if result > 0 else 0.5 if result == 0 else 0.0
    return wins / games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=20, help="of the search for each decision")
    arguments = parser.parse_args()
    share = win_share(arguments.games, arguments.simulations)
    print(f"the search won {share:.0%} of {arguments.games} games against random play")
