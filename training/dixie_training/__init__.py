"""Trains policies: games, opponents, learners, checkpoints."""
