# cython: language_level=3
"""What a seat with a perfect memory knows, as one vector of floats, and the mask of its options.

`BLOCKS` names the parts of the vector in the order in which `observe` writes them; layout 1 is its beginning. Seats are relative to the viewer;
there are always five, and absent seats are zero. The vector hides future chance and the other seats' offerings until they
are shown; a `screened` vector also hides what is behind the other players' screens. The numbers of the board and the
edition are constant during a game: `describe` writes them, and they can be appended to the vector.
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport *

include "source_hash.pxi"

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && defined(NDEBUG)
    __attribute__((target_clones("avx2", "default")))   /* same results, only faster */
    #endif
    static void dixie_scale(const int8_t *restrict raw, const float *restrict scales, float *restrict out, int size) {
        for (int i = 0; i < size; i++) out[i] = scales[i] * (float)raw[i];
    }
    """
    void dixie_scale(const int8_t* raw, const float* scales, float* out, int size)

# Name, size, scale (`1 / 5` would be 0 in Cython with C division), and the largest number before scaling. Scale 0: it
# depends on the rules, and `observe_points` writes the numbers; then the largest one is that of the vector itself.
_SEAT_BLOCKS = (
    ("penalties", 1, 0, 1), ("rewards", 1, 0, 100), ("tracks", TRACK_COUNT, 0, 1),
    ("present", 1, 1, 1), ("in_play", 1, 1, 1), ("fallen", 1, 1 / 5.0, SEATS), ("goods", GOOD_COUNT, 1 / 10.0, GOODS_MAX), ("discs", 1, 1 / 4.0, 4),
    ("mine", 1, 1 / 5.0, 5), ("rocks", CHAINED_MAX, 1 / 3.0, 3), ("servants", 1, 1 / 5.0, 5), ("first_servant", 1, 1 / 7.0, 7),
    ("ability", ABILITY_COUNT, 1, 1), ("food_tile", 1, 1 / 4.0, 4), ("one_off", ONE_OFF_COUNT, 1, 1), ("extra", TILE_KINDS, 1, 1), ("used", 4, 1, 1),
    # places in an order count from 1, so that 0 is "not in it"
    ("priority", 1, 1 / 5.0, 5), ("large_order", 1, 1 / 5.0, 5), ("small_order", 1, 1 / 5.0, 5), ("turn_order", 1, 1 / 5.0, 5),
    ("due", 1, 1 / 5.0, 127), ("announced", 1, 1, 1), ("offer", SHOWN, 1 / 10.0, GOODS_MAX),
)
FIRST_BLOCKS = (
    ("decision", DECISION_COUNT, 1, 1), ("reason", REASON_COUNT, 1, 1),
    ("pending.action", ACTION_COUNT, 1, 1), ("pending.copying", 1, 1, 1), ("pending.left", 1, 1 / 10.0, GOODS_MAX),
    ("pending.blind", 1, 1 / 5.0, 5), ("pending.source", SPACE_END, 1, 1), ("pending.good", GOOD_COUNT, 1, 1),
    ("pending.wanted", TRADABLE_COUNT, 1, 1),
    ("pending.own", OWN_COUNT, 1, 1), ("pending.demotions", 1, 1 / 5.0, SYMBOLS_MAX),
    ("pending.points", PENALTY_SOURCE_COUNT, 1, 1),
    ("pending.rocks_in_hand", 1, 1 / 5.0, 20), ("pending.offer", GOOD_COUNT, 1 / 10.0, GOODS_MAX),
    ("phase", PHASE_COUNT, 1, 1), ("round", 1, 1 / 7.0, 7), ("rounds_left", 1, 1 / 7.0, 7), ("players", SEATS - 1, 1, 1),
    ("turn", SEATS, 1, 1),
    ("demand", FOOD_COUNT, 1, 1), ("demanded", FOOD_COUNT, 1 / 3.0, ROUND_TILES), ("supply", GOOD_COUNT, 1 / 40.0, GOODS_MAX),
    ("bag", CUBE_COUNT, 1 / 30.0, GOODS_MAX),
    ("removed", GOOD_COUNT + 1, 1 / 20.0, GOODS_MAX), ("offering_track", GOOD_COUNT, 1 / 5.0, GOODS_MAX),
    ("spaces", SPACE_COUNT * COLOUR_COUNT, 1, 1), ("servant_space", SEATS, 1, 1), ("dummy_mine", 1, 1 / 5.0, 5), ("discs_on", ACTION_COUNT, 1 / 2.0, 20),
    ("food_stack", STACK, 1 / 4.0, 4), ("one_offs_on_board", ONE_OFF_COUNT, 1, 1), ("display", ABILITY_COUNT, 1, 1),
    ("display_extra", TILE_KINDS, 1, 1),
    ("tiles_taken", ROW_COUNT, 1 / 7.0, ROW_TILES),
    *((f"seat_{seat}.{name}", *rest) for seat in range(SEATS) for name, *rest in _SEAT_BLOCKS),
)
BLOCKS = (
    *FIRST_BLOCKS,
    ("dummy_rocks", CHAINED_MAX, 1 / 3.0, 3), ("markers_limited", 1, 1, 1), ("markers", MARKER_COUNT, 1 / 5.0, MARKERS),
)
"""The vector of one seat, as `observe` writes it."""

DECIDER = ("decider", SEATS, 1, 1)
"""What `observe_all` adds to the vector of the whole state: seats are absolute, and only future chance is hidden."""

assert sum(size for _, size, _, _ in FIRST_BLOCKS) == FIRST_SIZE
assert sum(size for _, size, _, _ in BLOCKS) == OBSERVATION_SIZE
assert sum(size for name, size, _, _ in BLOCKS if name.startswith(("decision", "reason", "pending."))) == DECISION_SIZE
assert sum(size for _, size, _, _ in _SEAT_BLOCKS) == SEAT_SIZE

cdef float scales[OBSERVATION_SIZE]
for _index, _scale in enumerate([scale for _, size, scale, _ in BLOCKS for _ in range(size)]):
    scales[_index] = _scale


# The vector is first written as small integers and then scaled in one loop, which the compiler makes fast.

cdef inline int8_t* one_hot(int8_t* out, int size, int index) noexcept nogil:
    """An index out of range leaves the block empty."""
    if 0 <= index < size:
        out[index] = 1
    return out + size


cdef inline int8_t* number(int8_t* out, int value) noexcept nogil:
    out[0] = <int8_t>value
    return out + 1


cdef inline int8_t* numbers(int8_t* out, const int8_t* values, int size) noexcept nogil:
    memcpy(out, values, size)
    return out + size


cdef inline int tile_kind(int extra) noexcept nogil:
    """-1 for none."""
    return extra - ON_EXTRA + 2 if extra > ON_EXTRA else extra - 2


cdef int8_t* observe_decision(const State* state, bint asked, int8_t* out) noexcept nogil:
    """Empty for a seat that does not decide."""
    if not asked or state.decision == ASK_NOTHING:
        return out + DECISION_SIZE
    out = one_hot(out, DECISION_COUNT, state.decision - 1)
    out = one_hot(out, REASON_COUNT, state.reason - 1)
    out = one_hot(out, ACTION_COUNT, state.action - 1)
    out = number(out, state.copying)
    out = number(out, state.left)
    out = number(out, state.blind)
    out = one_hot(out, SPACE_END, state.source if state.decision == ASK_PROMOTE_TO else -1)
    out = one_hot(out, GOOD_COUNT, state.good)
    out = one_hot(out, TRADABLE_COUNT, state.wanted)
    out = one_hot(out, OWN_COUNT, state.own)
    out = number(out, state.demotions)
    out = one_hot(out, PENALTY_SOURCE_COUNT, state.due_source if state.reason == WHY_MINE_SYMBOL else -1)
    out = number(out, state.rocks_in_hand)
    return numbers(out, state.offer[state.seat], GOOD_COUNT)


cdef int8_t* observe_board(const Rules* rules, const State* state, int viewer, int8_t* out) noexcept nogil:
    cdef int i, colour
    out = one_hot(out, PHASE_COUNT, state.phase - 1)
    out = number(out, state.round)
    out = number(out, rules.rounds - state.round)
    out = one_hot(out, SEATS - 1, state.players - 2)
    out = one_hot(out, SEATS, relative(state, viewer, state.turn_order[state.turn]) if state.phase == PHASE_ACTIONS else -1)
    out = one_hot(out, FOOD_COUNT, state.demand)
    out = numbers(out, state.demanded, FOOD_COUNT)
    out = numbers(out, state.supply, GOOD_COUNT)
    out = numbers(out, state.bag, CUBE_COUNT)
    out = numbers(out, state.removed, GOOD_COUNT + 1)
    out = numbers(out, state.offering_track, GOOD_COUNT)
    for i in range(1, SPACE_END):
        colour = state.spaces[i]
        if colour >= 0:
            out[DUMMY if colour == DUMMY else relative(state, viewer, colour)] = 1
        out += COLOUR_COUNT
    out = one_hot(out, SEATS, relative(state, viewer, state.servant_space) if state.servant_space >= 0 else -1)
    out = number(out, state.mine[DUMMY])
    out = numbers(out, &state.discs_on[1], ACTION_COUNT)
    for i in range(state.food_left):
        out[i] = state.food_stack[state.food_left - 1 - i]
    out += STACK
    out = numbers(out, &state.one_off_on_board[1], ONE_OFF_COUNT)
    out = numbers(out, &state.display[1], ABILITY_COUNT)
    out = one_hot(out, TILE_KINDS, tile_kind(state.display_extra))
    return numbers(out, state.tiles_taken, ROW_COUNT)


cdef int8_t* observe_seat(const State* state, int seat, const int8_t* places, bint goods_shown, bint offer_shown,
                          int8_t* out) noexcept nogil:
    out += POINTS_SIZE
    out = number(out, 1)
    out = number(out, state.in_play[seat])
    out = number(out, state.fallen[seat])
    if goods_shown:
        memcpy(out, state.goods[seat], GOOD_COUNT)
    out += GOOD_COUNT
    out = number(out, state.discs[seat])
    out = number(out, state.mine[seat])
    out = numbers(out, state.rocks[seat], CHAINED_MAX)
    out = number(out, state.servants[seat])
    out = number(out, state.first_servant[seat])
    out = one_hot(out, ABILITY_COUNT, state.ability[seat] - 1)
    out = number(out, state.food_tile[seat])
    out = one_hot(out, ONE_OFF_COUNT, state.one_off[seat] - 1)
    out = one_hot(out, TILE_KINDS, tile_kind(state.extra[seat]))
    out = number(out, state.used_mine[seat])
    out = number(out, state.used_copy[seat])
    out = number(out, state.used_swap[seat])
    out = number(out, state.used_priority[seat])
    out = numbers(out, &places[ORDERS * seat], ORDERS)
    out = number(out, state.due[seat])
    out = number(out, state.announced[seat])
    if offer_shown and state.demand >= 0:
        out[0] = state.offer[seat][state.demand]
        out[1] = state.offer[seat][SILVER]
        out[2] = state.offer[seat][GOLD]
    return out + SHOWN


cdef void find_places(const State* state, int8_t* places) noexcept nogil:
    """For each seat its places in the four orders, from 1."""
    cdef int place
    memset(places, 0, ORDERS * SEATS)
    for place in range(SEATS):
        if state.priority[place] >= 0:
            places[ORDERS * state.priority[place]] = <int8_t>(place + 1)
        if state.large[place] >= 0:
            places[ORDERS * state.large[place] + 1] = <int8_t>(place + 1)
        if state.small[place] >= 0:
            places[ORDERS * state.small[place] + 2] = <int8_t>(place + 1)
        if state.turn_order[place] >= 0:
            places[ORDERS * state.turn_order[place] + 3] = <int8_t>(place + 1)


cdef void observe_points(const Rules* rules, const State* state, int viewer, bint screened, float* out) noexcept nogil:
    """Penalties, rewards and tracks of each seat: their scale depends on the board, and they may be large."""
    cdef int distance, seat
    cdef float per_point = <float>1 / rules.pit
    cdef float per_space = <float>1 / (rules.track_length - 1)
    out += FIRST_SIZE - SEATS * SEAT_SIZE
    for distance in range(state.players):
        seat = absolute(state, viewer, distance)
        out[0] = per_point * state.penalties[seat]
        if distance == 0 or not screened:
            out[1] = <float>(1 / 30.0) * state.rewards[seat]
        out[2] = per_space * state.track[seat][SILVER_TRACK]
        out[3] = per_space * state.track[seat][GOLD_TRACK]
        out += SEAT_SIZE


cdef void write_vector(const Rules* rules, const State* state, int viewer, bint asked, bint offers_shown, bint screened,
                       int layout, float* out) noexcept nogil:
    cdef int8_t raw[OBSERVATION_SIZE]
    cdef int8_t places[ORDERS * SEATS]
    cdef int8_t* end = raw
    cdef int i
    memset(raw, 0, sizeof(raw))
    find_places(state, places)
    end = observe_decision(state, asked, end)
    end = observe_board(rules, state, viewer, end)
    for i in range(state.players):
        end = observe_seat(state, absolute(state, viewer, i), places, i == 0 or not screened, offers_shown, end)
    end = numbers(raw + FIRST_SIZE, state.rocks[DUMMY], CHAINED_MAX)
    end = number(end, rules.switches[SWITCH_MARKERS_LIMITED])
    numbers(end, state.markers, MARKER_COUNT)
    dixie_scale(raw, scales, out, observation_size(layout))
    observe_points(rules, state, viewer, screened, out)


cdef void observe(const Rules* rules, const State* state, int viewer, bint screened, int layout, float* out) noexcept nogil:
    """Write the vector for one seat; `screened` hides the goods and rewards behind the other players' screens."""
    write_vector(rules, state, viewer, state.seat == viewer, offerings_shown(state), screened, layout, out)


cdef void observe_all(const Rules* rules, const State* state, int layout, float* out) noexcept nogil:
    """Write the vector of the whole state."""
    cdef int seat
    write_vector(rules, state, 0, True, True, False, layout, out)
    for seat in range(SEATS):
        out[observation_size(layout) + seat] = seat == state.seat


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
