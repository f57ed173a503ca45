"""Turns games into policies: games, opponents, learners, checkpoints."""
