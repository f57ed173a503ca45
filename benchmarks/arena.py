"""Speed of the arena: games a second, and how much of the time is not the agents' and the rules' own.

The overhead is measured on one worker: the time of a whole tournament (schedule, games, table, files,
statistics) against the time of ``play_matches`` alone for the very same games. Then the same tournament runs
on all workers.

    python benchmarks/arena.py --agents random,greedy --games 20000
"""

import argparse
import tempfile
import time
from pathlib import Path

from agents.arena.config import Tournament, make_setup, parse_entrants
from agents.arena.run import run_tournament
from agents.match import play_matches
from agents.registry import make_agent


def play_only(tournament: Tournament) -> float:
    """Play all games of a tournament without an arena; return the seconds."""
    schedule, rules = tournament.schedule, tournament.rules
    agents = [make_agent(entrant.name) for entrant in tournament.entrants]
    tables = schedule.tables(0, schedule.rounds)
    seeds = schedule.seeds()
    rounds = tournament.chunk_rounds
    start = time.perf_counter()
    for low in range(0, schedule.rounds, rounds):
        part = slice(low, low + rounds)
        for lineup in range(schedule.lineups):
            for rotation in range(schedule.players):
                stream = lineup * schedule.players + rotation
                play_matches(rules, agents, tables[part, lineup, rotation], seeds[part], stream=stream)
    return time.perf_counter() - start


def whole(tournament: Tournament, workers: int) -> float:
    """Run a tournament as the command does, but for the report; return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        run_tournament(tournament, Path(folder) / "run", workers=workers)
        return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed and overhead of the arena.")
    parser.add_argument("--agents", default="random,greedy")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    entrants = parse_entrants(arguments.agents)
    setup = make_setup(arguments.players)
    tournament = Tournament(entrants, arguments.games, setup=setup)
    games = tournament.schedule.games
    whole(Tournament(entrants, 64, setup=setup), 1)
    bare = min(play_only(tournament) for _ in range(2))
    one = min(whole(tournament, 1) for _ in range(2))
    several = whole(tournament, arguments.workers)
    workers = f"{arguments.workers} workers, their start included"
    print(f"{arguments.agents}, {arguments.players} players, {games} games in {tournament.chunks} parts")
    print(f"  games alone  {games / bare:10,.0f} games a second on one core")
    print(f"  tournament   {games / one:10,.0f} games a second on one worker")
    print(f"  tournament   {games / several:10,.0f} games a second on {workers}")
    print(f"  overhead     {1 - bare / one:10.1%} of the time on one worker")


if __name__ == "__main__":
    main()
