# cython: language_level=3
"""The final reward of a seat; `dixie_env/rewards.py` documents it and is the Python interface."""

from libc.stdint cimport int8_t, int16_t

import numpy as np

from dixie_env.engine.model cimport *

include "source_hash.pxi"


cdef double final_reward(const int8_t* ranks, const int16_t* scores, int players, int seat, int paid) noexcept nogil:
    """By the final ranks, in which a tie shares the better rank (1, 1, 3), or by the final scores."""
    cdef int other, tied = 0
    cdef double total = 0.0
    for other in range(players):
        tied += ranks[other] == (1 if paid == PAID_WIN else ranks[seat])
        total += scores[other]
    if paid == PAID_SCORE:
        return (scores[seat] - total / players) / REWARD_SCALE
    if paid == PAID_RANK:                        # the places of a tie are averaged
        return 1.0 - 2.0 * (ranks[seat] + (tied - 1) / 2.0 - 1.0) / (players - 1)
    if tied == players:
        return 0.0
    return 1.0 / tied if ranks[seat] == 1 else -1.0 / (players - tied)


cdef int running_score(const Rules* rules, const State* state, int seat) noexcept nogil:
    """Reward minus penalty points, minus the pit for a seat that has fallen."""
    return state.rewards[seat] - state.penalties[seat] if state.in_play[seat] else -rules.pit


def final_rewards(ranks, scores, int paid):
    """The rewards at the end of games as float32, one row per game, one column per seat.

    Games may have fewer players than there are columns: absent seats have rank 0, and get 0.
    """
    cdef const int8_t[:, ::1] rank = np.ascontiguousarray(ranks, np.int8)
    cdef const int16_t[:, ::1] score = np.ascontiguousarray(scores, np.int16)
    cdef int game, seat, players
    rewards = np.zeros((rank.shape[0], rank.shape[1]), np.float32)
    cdef float[:, ::1] reward = rewards
    for game in range(rank.shape[0]):
        players = 0
        while players < rank.shape[1] and rank[game, players] > 0:
            players += 1
        for seat in range(players):
            reward[game, seat] = <float>final_reward(&rank[game, 0], &score[game, 0], players, seat, paid)
    return rewards
