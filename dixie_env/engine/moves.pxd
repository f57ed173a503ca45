# cython: language_level=3
"""Small moves and questions: goods, tiles, rocks, pixies and orders. Inlined into every module that uses them."""

from libc.stdint cimport int8_t, uint64_t

from dixie_env.engine.events cimport *
from dixie_env.engine.model cimport *

cdef extern from "<assert.h>" nogil:
    void require "assert"(bint condition)   # checked in the debug build only

cdef extern from * nogil:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int dixie_lowest_bit(unsigned __int64 bits) {
        unsigned long place;
        _BitScanForward64(&place, bits);
        return (int)place;
    }
    #else
    #define dixie_lowest_bit __builtin_ctzll
    #endif
    """
    int lowest_bit "dixie_lowest_bit"(uint64_t)


# --- asking ---------------------------------------------------------------------------------------------

cdef inline void ask(State* state, int decision, int reason, int seat) noexcept nogil:
    state.decision = <int8_t>decision
    state.reason = <int8_t>reason
    state.seat = <int8_t>seat
    state.step = STEP_DECISION


cdef inline void put(State* state, int option) noexcept nogil:
    """Add an option to the decision."""
    require(0 <= option < OPTION_COUNT)
    state.options[option >> 6] |= (<uint64_t>1) << (option & 63)


cdef inline int count_bits(uint64_t bits) noexcept nogil:
    """Count bits without a machine instruction that old processors lack."""
    bits -= (bits >> 1) & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + ((bits >> 2) & <uint64_t>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((bits * <uint64_t>0x0101010101010101) >> 56)


cdef inline bint forbidden(const Rules* rules, int seat, int option) noexcept nogil:
    return (rules.forbidden[seat][option >> 6] >> (option & 63)) & 1


cdef inline int relative(const State* state, int viewer, int seat) noexcept nogil:
    """A seat relative to the viewer: 0 is the viewer, 1 the next seat number."""
    return seat - viewer if seat >= viewer else seat - viewer + state.players


cdef inline int absolute(const State* state, int viewer, int distance) noexcept nogil:
    """The inverse; a distance equal to the number of players is the viewer again."""
    cdef int seat = viewer + distance
    return seat if seat < state.players else seat - state.players


cdef inline void clear_pending(State* state) noexcept nogil:
    """Clear the data of the last decision, so that equal positions have equal bytes."""
    state.action = 0
    state.copying = 0
    state.left = 0
    state.blind = 0
    state.source = 0
    state.good = -1
    state.wanted = -1
    state.own = -1
    state.cursor = 0


# --- offerings ------------------------------------------------------------------------------------------

cdef inline bint offering_is_secret(const State* state) noexcept nogil:
    """Whether a seat is choosing its offering (R3.13). Only the owner knows what has been chosen so far."""
    return state.reason == WHY_OFFERING and (state.decision == ASK_OFFER or state.decision == ASK_AMOUNT)


cdef inline bint offerings_shown(const State* state) noexcept nogil:
    """From the moment when all offerings are open (R3.14) to the end of the round."""
    return state.demand >= 0 and (state.reason != WHY_OFFERING or state.decision == ASK_NOTHING)


# --- goods ----------------------------------------------------------------------------------------------

cdef inline int take(State* state, int seat, int good, int amount) noexcept nogil:
    """From the supply, as many as it has (R3.3)."""
    if amount > state.supply[good]:
        amount = state.supply[good]
    state.supply[good] -= <int8_t>amount
    state.goods[seat][good] += <int8_t>amount
    return amount


cdef inline void pay(State* state, int seat, int good, int amount) noexcept nogil:
    """To the supply (R10.9)."""
    require(state.goods[seat][good] >= amount)
    state.goods[seat][good] -= <int8_t>amount
    state.supply[good] += <int8_t>amount


cdef inline void take_for(State* state, int seat, int good, int amount, int reason) noexcept nogil:
    cdef int taken = take(state, seat, good, amount)
    tell(EVENT_GOODS_TAKEN, seat, good, taken, amount, reason)


cdef inline void pay_for(State* state, int seat, int good, int amount, int reason) noexcept nogil:
    pay(state, seat, good, amount)
    if TELLING and amount > 0:
        write_event(EVENT_GOODS_PAID, seat, good, amount, reason, 0, 0, 0, 0, 0)


cdef inline bint food_in_supply(const State* state) noexcept nogil:
    return state.supply[APPLE] > 0 or state.supply[BREAD] > 0 or state.supply[HONEY] > 0


cdef inline int goods_owned(const State* state, int seat) noexcept nogil:
    cdef int good, total = 0
    for good in range(GOOD_COUNT):
        total += state.goods[seat][good]
    return total


cdef inline int cubes_in_bag(const State* state) noexcept nogil:
    return state.bag[CUBE_SILVER] + state.bag[CUBE_GOLD] + state.bag[CUBE_ROCK]


# --- abilities and tiles --------------------------------------------------------------------------------

cdef inline bint has(const Rules* rules, const State* state, int seat, int ability) noexcept nogil:
    return state.ability[seat] == ability and not rules.ability_off[ability]


cdef inline bint holds(const State* state, int seat, int one_off) noexcept nogil:
    return state.one_off[seat] == one_off or state.extra[seat] == ON_EXTRA + one_off


cdef inline void give_back(State* state, int seat, int one_off) noexcept nogil:
    """A used one-off tile returns to its space on the board."""
    if state.one_off[seat] == one_off:
        state.one_off[seat] = NO_TILE
        tell(EVENT_ONE_OFF_RETURNED, seat, one_off, 0, 0, 0)
    else:
        tell(EVENT_ONE_OFF_RETURNED, seat, one_off, 1, 0, 0)
        require(state.extra[seat] == ON_EXTRA + one_off)
        state.extra[seat] = NO_TILE
    state.one_off_on_board[one_off] = 1


cdef inline bint extra_slot_free(const Rules* rules, const State* state, int seat) noexcept nogil:
    return has(rules, state, seat, EXTRA_SLOT) and state.extra[seat] == NO_TILE


cdef inline void reward(State* state, int seat, int points, int source) noexcept nogil:
    state.rewards[seat] += points
    state.rewards_by[seat][source] += points
    if TELLING and (points != 0 or source <= FROM_RING_TILE):
        write_event(EVENT_REWARD_GIVEN, seat, points, source, state.rewards[seat], 0, 0, 0, 0, 0)


cdef inline void reward_with_markers(const Rules* rules, State* state, int seat, int points, int source) noexcept nogil:
    """Points that are markers: as far as there are markers, where they are limited (R10.3)."""
    cdef int got = points
    if rules.switches[SWITCH_MARKERS_LIMITED]:
        if source != FROM_TRACK_TOP and state.markers[MARKER_TWO] > 0:
            state.markers[MARKER_TWO] -= 1
        else:
            got = min(points, state.markers[MARKER_ONE])
            state.markers[MARKER_ONE] -= <int8_t>got
    reward(state, seat, got, source)
    if TELLING and got < points:
        write_event(EVENT_MARKERS_MISSING, seat, points - got, source, 0, 0, 0, 0, 0, 0)


cdef inline void take_reward_tile(const Rules* rules, State* state, int seat, int row) noexcept nogil:
    """The leftmost tile of a row; the sources of rewards begin with the three rows."""
    require(state.tiles_taken[row] < ROW_TILES)
    reward(state, seat, rules.tiles[row][state.tiles_taken[row]], row)
    state.tiles_taken[row] += 1


# --- pixies and rocks -----------------------------------------------------------------------------------

cdef inline int row_of(int space) noexcept nogil:
    """0 for the mine (R1.3)."""
    if space == 0:
        return 0
    if space <= 5:
        return 1
    if space <= 9:
        return 2
    if space <= 12:
        return 3
    return 4


cdef inline int first_space(int row) noexcept nogil:
    """First space of a row; of row 5, one behind the last space."""
    if row == 1:
        return 1
    if row == 2:
        return 6
    if row == 3:
        return 10
    if row == 4:
        return 13
    return 15


cdef inline bint is_active(const State* state, int colour) noexcept nogil:
    """Does the colour have a pixie on a hand spot (R1.4)?"""
    cdef int space
    for space in range(1, SPACE_END):
        if state.spaces[space] == colour:
            return True
    return False


cdef inline int chained(const State* state, int colour) noexcept nogil:
    """Slaves that can't move (R4.22)."""
    return (state.rocks[colour][0] > 0) + (state.rocks[colour][1] > 0)


cdef inline void sort_rocks(State* state, int colour) noexcept nogil:
    cdef int8_t first = state.rocks[colour][0]
    if first < state.rocks[colour][1]:
        state.rocks[colour][0] = state.rocks[colour][1]
        state.rocks[colour][1] = first


cdef inline int rock_place(const State* state, int seat, int option) noexcept nogil:
    """The colour that an option to place a rock names: a seat, or the dummy behind the last one (2 players)."""
    cdef int distance = (option - OPTION_ROCK) // CHAINED_MAX
    return DUMMY if distance == state.players else absolute(state, seat, distance)


cdef inline void remove_rock(State* state, int seat, int which) noexcept nogil:
    require(state.rocks[seat][which] > 0)
    state.rocks[seat][which] -= 1
    state.removed[ROCK] += 1
    sort_rocks(state, seat)


cdef inline bint can_free_rocks(const Rules* rules, const State* state, int seat) noexcept nogil:
    """R3.9: a rock costs 1 bread, or nothing with free_rocks."""
    return state.goods[seat][BREAD] > 0 or has(rules, state, seat, FREE_ROCKS)


cdef inline void free_rock(const Rules* rules, State* state, int seat, int which) noexcept nogil:
    if not has(rules, state, seat, FREE_ROCKS):
        pay_for(state, seat, BREAD, 1, FOR_ROCK)
    remove_rock(state, seat, which)
    tell(EVENT_ROCK_REMOVED, seat, which, 0, 0, 0)


cdef inline void demote(State* state, int space) noexcept nogil:
    """The pixie on this space goes to its owner's mine."""
    cdef int colour = state.spaces[space]
    require(colour >= 0)
    state.spaces[space] = -1
    state.mine[colour] += 1


# --- orders ---------------------------------------------------------------------------------------------

cdef inline int players_left(const State* state) noexcept nogil:
    cdef int seat, count = 0
    for seat in range(SEATS):
        count += state.in_play[seat]
    return count


cdef inline int place_in(const int8_t* order, int seat) noexcept nogil:
    """Index in an order, -1 if not in it."""
    cdef int place
    for place in range(SEATS):
        if order[place] == seat:
            return place
    return -1


cdef inline void leave_order(int8_t* order, int seat) noexcept nogil:
    cdef int place = place_in(order, seat)
    if place < 0:
        return
    while place < SEATS - 1:
        order[place] = order[place + 1]
        place += 1
    order[SEATS - 1] = -1


cdef inline void move_forward(int8_t* order, int seat, int places) noexcept nogil:
    cdef int place = place_in(order, seat)
    require(0 <= places <= place)
    while places > 0:
        order[place] = order[place - 1]
        place -= 1
        places -= 1
    order[place] = <int8_t>seat


cdef inline bint is_favourite(const State* state, int seat) noexcept nogil:
    return state.large[0] == seat
