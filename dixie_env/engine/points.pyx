# cython: language_level=3
"""Penalty points, mine symbols and the pit (rules.md section 6).

All penalty points are given in passes: `due` says how many each seat gets, the pass goes through the large order as it
stood at its start, and stops wherever a seat has to choose what to demote.
"""

from libc.stdint cimport int8_t, int16_t

from dixie_env.engine.model cimport *
from dixie_env.engine.scoring cimport finish
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


cdef int step_after(int source) noexcept nogil:
    """How the game continues after a pass of points."""
    if source == FROM_COPY:
        return STEP_COPY
    if source == FROM_EMPTY_HAND:
        return STEP_QUEEN
    if source == FROM_SLAVES:
        return STEP_TRACKS
    if source == FROM_TRACKS:
        return STEP_ROUND_END
    return STEP_TURN


cdef void fall(const Rules* rules, State* state, int seat) noexcept nogil:
    """Into the pit (R6.3)."""
    cdef int space, good, other, last = 0
    if TELLING:
        write_event(EVENT_FELL_INTO_PIT, seat, state.goods[seat][APPLE], state.goods[seat][BREAD], state.goods[seat][HONEY],
                    state.goods[seat][SILVER], state.goods[seat][GOLD], state.rewards[seat], 0, 0)
    state.rewards[seat] = 0
    state.in_play[seat] = 0
    for other in range(state.players):
        last = max(last, state.fallen[other])
    state.fallen[seat] = <int8_t>(last + 1)
    for space in range(1, SPACE_END):
        if state.spaces[space] == seat:
            state.spaces[space] = -1
    if state.servant_space == seat:
        state.servant_space = -1
    state.mine[seat] = 0
    for good in range(GOOD_COUNT):
        pay(state, seat, good, state.goods[seat][good])
        state.offer[seat][good] = 0
    state.announced[seat] = 0
    state.offered[seat] = 0
    if state.one_off[seat] != NO_TILE:
        state.one_off_on_board[state.one_off[seat]] = 1
        state.one_off[seat] = NO_TILE
    if state.food_tile[seat] != NO_TILE:
        state.food_stack[state.food_left] = state.food_tile[seat]
        state.food_left += 1
        state.food_tile[seat] = NO_TILE
    state.ability[seat] = NO_ABILITY
    state.extra[seat] = NO_TILE
    state.removed[ROCK] += state.rocks[seat][0] + state.rocks[seat][1]
    state.rocks[seat][0] = 0
    state.rocks[seat][1] = 0
    state.discs[seat] = 0
    leave_order(state.large, seat)
    leave_order(state.small, seat)


cdef void mark(const Rules* rules, State* state, int seat, int points) noexcept nogil:
    """Move the score disc and count the mine symbols it reaches or passes (R6.1)."""
    cdef int before = state.penalties[seat]
    cdef int after = min(before + points, rules.pit)
    cdef int i
    state.penalties[seat] = <int16_t>after
    state.penalties_by[seat][state.due_source] += after - before
    tell(EVENT_PENALTY_GIVEN, seat, after - before, state.due_source, after, 0)
    if after == rules.pit:
        fall(rules, state, seat)
        return
    for i in range(rules.mine_symbol_count):
        if before < rules.mine_symbols[i] <= after:
            state.demotions += 1
            tell(EVENT_MINE_SYMBOL_REACHED, seat, rules.mine_symbols[i], 0, 0, 0)


cdef void begin_points(State* state, int source) noexcept nogil:
    """Give what is `due`, in large order as it stands now (R10.15)."""
    cdef int place
    for place in range(SEATS):
        state.due_order[place] = state.large[place]
    state.due_cursor = -1
    state.due_source = <int8_t>source
    state.step = STEP_POINTS


cdef void reward_tracks(const Rules* rules, State* state, int seat) noexcept nogil:
    """R3.23: on the highest space a reward point, before the seat's penalty points (R10.27)."""
    cdef int track
    for track in range(TRACK_COUNT):
        reward_with_markers(rules, state, seat, rules.track_rewards[state.track[seat][track]], FROM_TRACK_TOP)


cdef void give_points(const Rules* rules, State* state) noexcept nogil:
    """Continue the pass to the next demotion, the end of the game, or the end of the pass."""
    cdef int seat, points
    while True:
        if state.demotions > 0:
            seat = state.due_order[state.due_cursor]
            if not is_favourite(state, seat) and is_active(state, seat):     # R10.13
                ask(state, ASK_DEMOTE, WHY_MINE_SYMBOL, seat)
                return
            tell(EVENT_DEMOTION_SPARED, seat, AS_FAVOURITE if is_favourite(state, seat) else AS_NOBODY_ACTIVE, 0, 0, 0)
            state.demotions = 0
        state.due_cursor += 1
        if state.due_cursor == SEATS or state.due_order[state.due_cursor] < 0:
            break
        seat = state.due_order[state.due_cursor]
        if state.due_source == FROM_TRACKS:
            reward_tracks(rules, state, seat)
        points = state.due[seat]
        state.due[seat] = 0
        if points > 0:
            mark(rules, state, seat, points)
            if players_left(state) <= 1:         # R6.4
                finish(rules, state)
                return
    for seat in range(SEATS):
        state.due_order[seat] = -1
    state.due_cursor = 0
    state.step = <int8_t>step_after(state.due_source)
    state.due_source = 0
