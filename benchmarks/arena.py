"""Speed of the arena: games per second, and the overhead beyond agents and rules.

The overhead is measured on one worker: the time of a whole tournament (schedule, games, table, files,
statistics) compared with ``play_matches`` alone for the same games. Then the same tournament runs on all
workers.

    python benchmarks/arena.py --agents random,greedy --games 20000
"""

import argparse
import tempfile
import time
from pathlib import Path

from dixie_agents.match import play_matches
from dixie_agents.registry import make_agent
from dixie_arena.config import Tournament, parse_entrants
from dixie_arena.run import run_tournament
from dixie_env import Setup

Times = tuple[float, float]
"""Wall-clock and processor seconds. Other work on the machine does not affect the latter."""


def now() -> Times:
    return time.perf_counter(), time.process_time()


def since(start: Times) -> Times:
    wall, processor = now()
    return wall - start[0], processor - start[1]


def play_only(tournament: Tournament) -> Times:
    """Play all games of a tournament without the arena. Return the seconds."""
    schedule, rules = tournament.schedule, tournament.rules
    agents = [make_agent(entrant.name) for entrant in tournament.entrants]
    seatings = schedule.seatings(0, schedule.blocks)
    seeds = schedule.seeds()
    blocks = tournament.chunk_blocks
    start = now()
    for low in range(0, schedule.blocks, blocks):
        part = slice(low, low + blocks)
        for lineup in range(schedule.lineups):
            for rotation in range(schedule.players):
                stream = lineup * schedule.players + rotation
                play_matches(rules, agents, seatings[part, lineup, rotation], seeds[part], stream=stream)
    return since(start)


def whole(tournament: Tournament, workers: int) -> Times:
    """Run a tournament as the command does, without the report. Return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        start = now()
        run_tournament(tournament, Path(folder) / "run", workers=workers)
        return since(start)


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and overhead of the arena.")
    parser.add_argument("--agents", default="random,greedy")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    entrants = parse_entrants(arguments.agents)
    setup = Setup(arguments.players)
    tournament = Tournament(entrants, arguments.games, setup=setup)
    games = tournament.schedule.games
    whole(Tournament(entrants, 64, setup=setup), 1)
    bare = min(play_only(tournament) for _ in range(2))
    one = min(whole(tournament, 1) for _ in range(2))
    several = whole(tournament, arguments.workers)
    rates = [games / seconds[0] for seconds in (bare, one, several)]
    own = [games / seconds[1] for seconds in (bare, one)]
    print(f"{arguments.agents}, {arguments.players} players, {games} games in {tournament.chunks} parts")
    print(f"  games alone  {rates[0]:8,.0f} games/s on one core ({own[0]:,.0f} per processor second)")
    print(f"  tournament   {rates[1]:8,.0f} games/s on one worker ({own[1]:,.0f} per processor second)")
    print(f"  tournament   {rates[2]:8,.0f} games/s on {arguments.workers} workers, including their start")
    print(f"  overhead     {1 - bare[1] / one[1]:8.1%} of the processor time on one worker")


if __name__ == "__main__":
    main()
