# cython: language_level=3
"""The end of the game: final scoring and ranks (rules.md section 11)."""

from libc.stdint cimport int8_t, int16_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


cdef void count_hoards(State* state) noexcept nogil:
    """R11.3: whoever owns the most of a good, all of them in a tie, at least 1 (R10.2)."""
    cdef int good, seat, top
    for good in range(GOOD_COUNT):
        top = 1
        for seat in range(state.players):
            if state.in_play[seat]:
                top = max(top, state.goods[seat][good])
        for seat in range(state.players):
            if state.in_play[seat] and state.goods[seat][good] == top:
                state.hoards[seat] += 1


cdef void free_last_rocks(const Rules* rules, State* state) noexcept nogil:
    """R10.7, R10.18, R10.29: as many as the bread allows, the larger number first."""
    cdef int seat
    for seat in range(state.players):
        if state.in_play[seat]:
            while state.rocks[seat][0] > 0 and can_free_rocks(rules, state, seat):
                free_rock(rules, state, seat, 0)
            state.rocks_left[seat] = state.rocks[seat][0] + state.rocks[seat][1]


cdef bint beats(const State* state, int seat, int other) noexcept nogil:
    """Does the seat rank above the other (R11.4)?"""
    if not state.in_play[seat]:
        return not state.in_play[other] and state.fallen[seat] > state.fallen[other]
    if not state.in_play[other]:
        return True
    if state.scores[seat] != state.scores[other]:
        return state.scores[seat] > state.scores[other]
    if state.servants[seat] != state.servants[other]:
        return state.servants[seat] > state.servants[other]
    return state.servants[seat] > 0 and state.first_servant[seat] < state.first_servant[other]


cdef void rank(State* state) noexcept nogil:
    cdef int seat, other
    for seat in range(state.players):
        state.ranks[seat] = 1
        for other in range(state.players):
            if beats(state, other, seat):
                state.ranks[seat] += 1


cdef void finish(const Rules* rules, State* state) noexcept nogil:
    """Score and rank everybody; the game is over."""
    cdef int seat, good
    clear_pending(state)
    state.phase = PHASE_OVER
    state.step = STEP_OVER
    state.decision = ASK_NOTHING
    state.reason = WHY_NOTHING
    state.seat = -1
    state.demand = -1
    state.demotions = 0
    for seat in range(SEATS):
        state.due[seat] = 0
        state.due_order[seat] = -1
        state.announced[seat] = 0
        state.offered[seat] = 0
        for good in range(GOOD_COUNT):
            state.offer[seat][good] = 0
    state.due_cursor = 0
    state.due_source = 0
    if rules.switches[SWITCH_HOARDS_FIRST]:
        count_hoards(state)
        free_last_rocks(rules, state)
    else:
        free_last_rocks(rules, state)
        count_hoards(state)
    for seat in range(state.players):
        if state.in_play[seat]:
            state.scores[seat] = <int16_t>(
                state.rewards[seat] - state.penalties[seat] - state.rocks_left[seat] - 3 * state.hoards[seat])
        else:
            state.scores[seat] = -rules.pit
    rank(state)
