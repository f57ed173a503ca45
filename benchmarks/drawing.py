"""How long one drawing takes: ``python -m benchmarks.drawing``."""

from statistics import median
from time import process_time

from dixie_env import Game, make_rules
from dixie_env.drawing import draw_board

GAMES = 5


def drawing_times(players: int) -> list[float]:
    """Return the processor milliseconds for the SVG of every position of some random games."""
    times = []
    for seed in range(GAMES):
        game = Game(make_rules(players), seed)
        count = 0
        while not game.over:
            start = process_time()
            draw_board(game)
            times.append(1000 * (process_time() - start))
            game.step(game.random_option(count))
            count += 1
    return times


if __name__ == "__main__":
    for players in (2, 3, 4, 5):
        times = sorted(drawing_times(players))
        print(
            f"{players} players: {len(times)} drawings, median {median(times):.2f} ms, "
            f"95% below {times[int(0.95 * len(times))]:.2f} ms"
        )
