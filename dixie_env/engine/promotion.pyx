# cython: language_level=3
"""Promotion steps (rules.md section 5) and the dummy's (R7.3)."""

from libc.stdint cimport int8_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


cdef bint can_leave(const State* state, int colour, int source) noexcept nogil:
    """Whether the colour has a pixie there that is not chained (R5.6)."""
    if source > 0:
        return state.spaces[source] == colour
    return state.mine[colour] > chained(state, colour)


cdef bint can_enter(const Rules* rules, const State* state, int colour, int space) noexcept nogil:
    cdef int occupant = state.spaces[space]
    if colour == DUMMY:
        return occupant < 0                      # R7.3
    if state.discs_on[space] >= 2:               # R5.2
        return False
    if occupant < 0:
        return True
    if occupant == colour:                       # R5.4
        return False
    return state.goods[colour][APPLE] > 0 or has(rules, state, colour, FREE_DEMOTION)   # R5.3


cdef bint banned(const Rules* rules, int decider, int colour, int option) noexcept nogil:
    """A ban on the options of the seat that decides; the dummy's step is mandatory anyway (R7.3)."""
    return colour != DUMMY and forbidden(rules, decider, option)


cdef int promotion_targets(const Rules* rules, const State* state, int decider, int colour, int source, int closed) noexcept nogil:
    """Where a pixie of this colour can step to, as a set of bits; `closed` is a space that can't be entered (R10.22)."""
    cdef int row = row_of(source) + 1
    cdef int space, targets = 0
    if row == 5:
        if (state.phase == PHASE_REWARDS and colour != DUMMY and state.servant_space < 0     # R5.5
                and not banned(rules, decider, colour, OPTION_SERVANT)):
            return 1 << SERVANT_TARGET
        return 0
    for space in range(first_space(row), first_space(row + 1)):
        if (space != closed and can_enter(rules, state, colour, space)
                and not banned(rules, decider, colour, OPTION_SPACE + space - 1)):
            targets |= 1 << space
    return targets


cdef bint can_promote(const Rules* rules, const State* state, int decider, int colour, int closed) noexcept nogil:
    """Is there any step?"""
    cdef int source
    for source in range(SPACE_END):
        if (can_leave(state, colour, source)
                and not banned(rules, decider, colour, OPTION_MINE if source == 0 else OPTION_SPACE + source - 1)
                and promotion_targets(rules, state, decider, colour, source, closed)):
            return True
    return False


cdef void promote(const Rules* rules, State* state, int colour, int source, int target) noexcept nogil:
    """Make the step; a displaced pixie is paid for and swaps places (R5.3)."""
    cdef int other = -1
    tell(EVENT_PIXIE_PROMOTED, state.seat, colour, source, target, state.reason)
    if target == SERVANT_TARGET:
        state.servant_space = <int8_t>colour
    else:
        other = state.spaces[target]
        state.spaces[target] = <int8_t>colour
    if source == 0:
        state.mine[colour] -= 1
    else:
        state.spaces[source] = -1
    if other >= 0:
        tell(EVENT_PIXIE_DISPLACED, other, target, source, colour, 0)
        if not has(rules, state, colour, FREE_DEMOTION):
            pay_for(state, colour, APPLE, 1, FOR_DISPLACING)
        if source == 0:
            state.mine[other] += 1
        else:
            state.spaces[source] = <int8_t>other
