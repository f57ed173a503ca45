"""Turns games into policies: tables of games, opponents, learners, checkpoints."""
