# cython: language_level=3
"""What a seat with a perfect memory knows, as one vector of floats, and the mask of its options.

`BLOCKS` names the parts of the vector in the order in which `observe` writes them. Seats are relative to the viewer,
always five of them, absent ones zero. Hidden are the game's chance to come and the offerings of others not yet shown.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from dixie_env.engine.model cimport *
from dixie_env.engine.table cimport *

include "source_hash.pxi"

cdef extern from * nogil:
    int lowest_bit "__builtin_ctzll"(uint64_t)

cdef enum:
    DECISION_SIZE = 93 # the blocks up to pending.cursor
    TILE_KINDS = 6     # on an extra slot: food 2, 3, 4, double, peek, mercy

_SEAT_BLOCKS = (
    ("present", 1), ("in_play", 1), ("fallen", 1), ("goods", 5), ("penalties", 1), ("rewards", 1), ("tracks", 2),
    ("discs", 1), ("mine", 1), ("rocks", 2), ("servants", 1), ("first_servant", 1), ("ability", 10), ("food_tile", 1),
    ("one_off", 3), ("extra", 6), ("used", 4), ("priority", 1), ("large_order", 1), ("small_order", 1), ("turn_order", 1),
    ("due", 1), ("announced", 1), ("offered", 1),
)
BLOCKS = (
    ("decision", 23), ("reason", 10),
    ("pending.action", 21), ("pending.copying", 1), ("pending.left", 1), ("pending.blind", 1), ("pending.source", 15),
    ("pending.good", 5), ("pending.wanted", 4), ("pending.own", 4), ("pending.demotions", 1), ("pending.rocks_in_hand", 1),
    ("pending.offer", 5), ("pending.cursor", 1),
    ("phase", 7), ("round", 1), ("rounds_left", 1), ("players", 4),
    ("demand", 3), ("demanded", 3), ("supply", 5), ("bag", 3), ("removed", 6), ("offering_track", 5),
    ("spaces", 84), ("servant_space", 5), ("dummy_mine", 1), ("discs_on", 21),
    ("food_stack", 6), ("one_offs_on_board", 3), ("display", 10), ("display_extra", 6), ("tiles_taken", 3),
    *((f"seat_{seat}.{name}", size) for seat in range(5) for name, size in _SEAT_BLOCKS),
)
assert sum(size for _, size in BLOCKS) == OBSERVATION_SIZE
assert sum(size for name, size in BLOCKS[:14]) == DECISION_SIZE


cdef inline float* one_hot(float* out, int size, int index) noexcept nogil:
    """An index outside leaves the block empty."""
    if 0 <= index < size:
        out[index] = 1.0
    return out + size


cdef inline float* number(float* out, float value) noexcept nogil:
    out[0] = value
    return out + 1


cdef inline float* numbers(float* out, const int8_t* values, int size, float scale) noexcept nogil:
    cdef int i
    for i in range(size):
        out[i] = scale * values[i]
    return out + size


cdef inline int tile_kind(int extra) noexcept nogil:
    """-1 for none."""
    return extra - ON_EXTRA + 2 if extra > ON_EXTRA else extra - 2


cdef float* observe_decision(const State* state, int viewer, float* out) noexcept nogil:
    """Empty for a seat that is not asked."""
    if state.seat != viewer or state.decision == ASK_NOTHING:
        return out + DECISION_SIZE
    out = one_hot(out, 23, state.decision - 1)
    out = one_hot(out, 10, state.reason - 1)
    out = one_hot(out, 21, state.action - 1)
    out = number(out, state.copying)
    out = number(out, 0.1 * state.left)
    out = number(out, 0.2 * state.blind)
    out = one_hot(out, 15, state.source if state.decision == ASK_PROMOTE_TO else -1)
    out = one_hot(out, 5, state.good)
    out = one_hot(out, 4, state.wanted)
    out = one_hot(out, 4, state.own)
    out = number(out, 0.2 * state.demotions)
    out = number(out, 0.2 * state.rocks_in_hand)
    out = numbers(out, state.offer[viewer], 5, 0.1)
    return number(out, 0.2 * state.cursor)


cdef float* observe_board(const Rules* rules, const State* state, int viewer, float* out) noexcept nogil:
    cdef int i, colour
    out = one_hot(out, 7, state.phase - 1)
    out = number(out, state.round * (1.0 / 7))
    out = number(out, (rules.rounds - state.round) * (1.0 / 7))
    out = one_hot(out, 4, state.players - 2)
    out = one_hot(out, 3, state.demand)
    out = numbers(out, state.demanded, 3, 1.0 / 3)
    out = numbers(out, state.supply, 5, 1.0 / 40)
    out = numbers(out, state.bag, 3, 1.0 / 30)
    out = numbers(out, state.removed, 6, 1.0 / 20)
    out = numbers(out, state.offering_track, 5, 0.2)
    for i in range(1, SPACES):
        colour = state.spaces[i]
        out = one_hot(out, 6, DUMMY if colour == DUMMY else relative(state, viewer, colour) if colour >= 0 else -1)
    out = one_hot(out, 5, relative(state, viewer, state.servant_space) if state.servant_space >= 0 else -1)
    out = number(out, 0.2 * state.mine[DUMMY])
    out = numbers(out, &state.discs_on[1], 21, 0.5)
    for i in range(STACK):
        out = number(out, 0.25 * state.food_stack[state.food_left - 1 - i] if i < state.food_left else 0)
    out = numbers(out, &state.one_off_on_board[1], 3, 1.0)
    out = numbers(out, &state.display[1], 10, 1.0)
    out = one_hot(out, TILE_KINDS, tile_kind(state.display_extra))
    return numbers(out, state.tiles_taken, 3, 1.0 / 7)


cdef float* observe_seat(const Rules* rules, const State* state, int seat, float* out) noexcept nogil:
    cdef float track_scale = 1.0 / (rules.track_length - 1)
    out = number(out, 1.0)
    out = number(out, state.in_play[seat])
    out = number(out, 0.2 * state.fallen[seat])
    out = numbers(out, state.goods[seat], 5, 0.1)
    out = number(out, <float>state.penalties[seat] / rules.pit)
    out = number(out, state.rewards[seat] * (1.0 / 30))
    out = numbers(out, state.track[seat], 2, track_scale)
    out = number(out, 0.25 * state.discs[seat])
    out = number(out, 0.2 * state.mine[seat])
    out = numbers(out, state.rocks[seat], 2, 1.0 / 3)
    out = number(out, 0.2 * state.servants[seat])
    out = number(out, state.first_servant[seat] * (1.0 / 7))
    out = one_hot(out, 10, state.ability[seat] - 1)
    out = number(out, 0.25 * state.food_tile[seat])
    out = one_hot(out, 3, state.one_off[seat] - 1)
    out = one_hot(out, TILE_KINDS, tile_kind(state.extra[seat]))
    out = number(out, state.used_mine[seat])
    out = number(out, state.used_copy[seat])
    out = number(out, state.used_swap[seat])
    out = number(out, state.used_priority[seat])
    # places count from 1, so that 0 is "not in it"
    out = number(out, 0.2 * (place_in(state.priority, seat) + 1))
    out = number(out, 0.2 * (place_in(state.large, seat) + 1))
    out = number(out, 0.2 * (place_in(state.small, seat) + 1))
    out = number(out, 0.2 * (place_in(state.turn_order, seat) + 1))
    out = number(out, 0.2 * state.due[seat])
    out = number(out, state.announced[seat])
    return number(out, state.offered[seat])


cdef void observe(const Rules* rules, const State* state, int viewer, float* out) noexcept nogil:
    """Write the vector for one seat."""
    cdef int distance
    memset(out, 0, OBSERVATION_SIZE * sizeof(float))
    out = observe_decision(state, viewer, out)
    out = observe_board(rules, state, viewer, out)
    for distance in range(state.players):
        out = observe_seat(rules, state, absolute(state, viewer, distance), out)


cdef void write_mask(const State* state, uint8_t* out) noexcept nogil:
    """1 for each option of the decision, 0 for the rest."""
    cdef int word
    cdef uint64_t bits
    memset(out, 0, OPTION_COUNT)
    for word in range(OPTION_WORDS):
        bits = state.options[word]
        while bits:
            out[64 * word + lowest_bit(bits)] = 1
            bits &= bits - 1
