# cython: language_level=3
"""Which options a decision has: the legality of the 21 actions and the list for each decision kind."""

from libc.stdint cimport int8_t, uint64_t

from dixie_env.engine.model cimport *
from dixie_env.engine.promotion cimport can_leave, can_promote, promotion_targets, SERVANT_TARGET
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


# --- the 21 actions -------------------------------------------------------------------------------------

cdef int gold_price(const Rules* rules, const State* state, int seat) noexcept nogil:
    """Silver for 1 gold (R4.5, R12.1)."""
    cdef int price = rules.silver_per_gold[state.track[seat][SILVER_TRACK]]
    if price > 1 and has(rules, state, seat, CHEAP_GOLD):
        price -= 1
    return price


cdef bint can_trade(const State* state, int seat, int given) noexcept nogil:
    """R4.4: whether the supply has another tradable good for this one."""
    cdef int good
    if state.goods[seat][given] == 0:
        return False
    for good in range(TRADABLE_COUNT):
        if good != given and state.supply[good] > 0:
            return True
    return False


cdef bint can_trade_any(const State* state, int seat) noexcept nogil:
    cdef int good
    for good in range(TRADABLE_COUNT):
        if can_trade(state, seat, good):
            return True
    return False


cdef bint can_climb(const Rules* rules, const State* state, int seat, int track) noexcept nogil:
    return state.goods[seat][SILVER + track] > 0 and state.track[seat][track] < rules.track_length - 1


cdef bint can_be_robbed(const State* state, int seat, int space) noexcept nogil:
    cdef int owner = state.spaces[space]
    return owner >= 0 and owner != seat and owner != DUMMY      # R7.4


cdef bint can_rob_any(const State* state, int seat) noexcept nogil:
    cdef int space
    for space in range(1, SPACE_END):
        if can_be_robbed(state, seat, space):
            return True
    return False


cdef bint can_dump(const Rules* rules, const State* state, int seat) noexcept nogil:
    return goods_owned(state, seat) >= (1 if rules.switches[SWITCH_DUMP_UP_TO_3] else 3)     # R9.2


cdef bint can_offer_specially(const State* state, int seat) noexcept nogil:
    """R4.19: what lies on the track, and one good more."""
    cdef int good, spare = 0
    if state.tiles_taken[OFFERING_ROW] == ROW_TILES:
        return False
    for good in range(GOOD_COUNT):
        if state.goods[seat][good] < state.offering_track[good]:
            return False
        spare += state.goods[seat][good] - state.offering_track[good]
    return spare > 0


cdef bint can_copy(const Rules* rules, const State* state, int seat, int action) noexcept nogil:
    """R4.24; space and discs aside."""
    return ((state.discs_on[action] > 0 or has(rules, state, seat, COPY_UNUSED))
            and not forbidden(rules, seat, OPTION_ACTION + action - 1)
            and can_carry_out(rules, state, seat, action, 0))


cdef bint can_copy_any(const Rules* rules, const State* state, int seat) noexcept nogil:
    cdef int action
    for action in range(1, SPACE_END):
        if can_copy(rules, state, seat, action):
            return True
    return False


cdef bint can_carry_out(const Rules* rules, const State* state, int seat, int action, int closed) noexcept nogil:
    """The column "legal if" of rules.md section 4."""
    if action == ACTION_STEAL_FOOD:
        return food_in_supply(state)
    if action == ACTION_STEAL_SILVER:
        return state.supply[SILVER] > 0
    if action == ACTION_PROMOTION:
        return can_promote(rules, state, seat, seat, closed)
    if action == ACTION_TRADE:
        return can_trade_any(state, seat)
    if action == ACTION_SILVER_TO_GOLD:
        return state.supply[GOLD] > 0 and state.goods[seat][SILVER] >= gold_price(rules, state, seat)
    if action == ACTION_FOOD_TILE:
        return state.food_left > 0 and (state.food_tile[seat] == NO_TILE or extra_slot_free(rules, state, seat))
    if action <= ACTION_MERCY:
        return (state.one_off_on_board[action - ACTION_DOUBLE + DOUBLE]
                and (state.one_off[seat] == NO_TILE or extra_slot_free(rules, state, seat)))
    if action == ACTION_TRACKS:
        return can_climb(rules, state, seat, SILVER_TRACK) or can_climb(rules, state, seat, GOLD_TRACK)
    if action == ACTION_RING:
        return (state.tiles_taken[RING_ROW] < ROW_TILES
                and state.goods[seat][GOLD] >= rules.gold_per_ring[state.track[seat][GOLD_TRACK]])
    if action == ACTION_ROB:
        return can_rob_any(state, seat)
    if action == ACTION_MINE:
        return cubes_in_bag(state) > 0
    if action == ACTION_SWAP_TILES:
        return can_swap_any(rules, state, seat)
    if action == ACTION_ODD_JOBS:
        return food_in_supply(state) or can_dump(rules, state, seat)
    if action == ACTION_COPY:
        return can_copy_any(rules, state, seat)
    if action == ACTION_SPECIAL_OFFERING:
        return can_offer_specially(state, seat)
    if action == ACTION_PLAY_ORDER:
        return state.goods[seat][HONEY] > 0 and state.small[0] != seat
    return True     # whips (an opponent is in play until the game ends), casino, priority


cdef bint space_free(const Rules* rules, const State* state, int seat, int action) noexcept nogil:
    """R3.5, R3.6."""
    if action == ACTION_MINE:
        return not state.used_mine[seat]
    if action == ACTION_COPY:
        return not state.used_copy[seat]
    if action == ACTION_ODD_JOBS:
        return state.discs_on[ACTION_ODD_JOBS] < 3
    if action == ACTION_SWAP_TILES and rules.switches[SWITCH_SWAP_ONE_EACH]:
        return not state.used_swap[seat]
    if action == ACTION_PRIORITY and rules.switches[SWITCH_PRIORITY_ONE_EACH]:
        return not state.used_priority[seat]
    return state.discs_on[action] == 0


cdef int discs_needed(const State* state, int seat, int action) noexcept nogil:
    """R3.5, R3.6."""
    if action == ACTION_PRIORITY:
        return state.discs[seat]
    if action >= ACTION_MINE or state.spaces[action] >= 0:
        return 1
    return 2


cdef bint is_legal(const Rules* rules, const State* state, int seat, int action) noexcept nogil:
    cdef int discs = discs_needed(state, seat, action)
    return (space_free(rules, state, seat, action) and discs <= state.discs[seat]
            # R10.22: two discs on its space close it to the step of a promotion
            and can_carry_out(rules, state, seat, action, ACTION_PROMOTION if action == ACTION_PROMOTION and discs == 2 else 0))


# --- swapping (R4.23) -----------------------------------------------------------------------------------

cdef bint owns(const State* state, int seat, int own) noexcept nogil:
    if own == OWN_FOOD:
        return state.food_tile[seat] != NO_TILE
    if own == OWN_ONE_OFF:
        return state.one_off[seat] != NO_TILE
    if own == OWN_ABILITY:
        return state.ability[seat] != NO_ABILITY
    return state.extra[seat] != NO_TILE


cdef void put_if_allowed(const Rules* rules, int seat, int option, uint64_t* options) noexcept nogil:
    if not forbidden(rules, seat, option):
        options[option >> 6] |= (<uint64_t>1) << (option & 63)


cdef bint put_partners(const Rules* rules, const State* state, int seat, int own, uint64_t* options) noexcept nogil:
    """Add all tiles that the seat's own tile can be swapped with; return whether there are any."""
    cdef int tile, other, distance
    cdef int kind
    if own == OWN_ABILITY:
        kind = OWN_ABILITY
        for tile in range(1, ABILITY_END):
            if state.display[tile]:
                put_if_allowed(rules, seat, OPTION_ABILITY + tile - 1, options)
    elif own == OWN_FOOD or (own == OWN_EXTRA and state.extra[seat] < ON_EXTRA):
        kind = OWN_FOOD
        if state.food_left > 0:
            put_if_allowed(rules, seat, OPTION_BOARD_FOOD, options)
    else:
        kind = OWN_ONE_OFF
        for tile in range(DOUBLE, ONE_OFF_END):
            if state.one_off_on_board[tile]:
                put_if_allowed(rules, seat, OPTION_BOARD_ONE_OFF + tile - 1, options)
    for distance in range(1, state.players):
        other = absolute(state, seat, distance)
        if not state.in_play[other]:
            continue
        if owns(state, other, kind):
            put_if_allowed(rules, seat, OPTION_TILE + 2 * (distance - 1), options)
        if kind != OWN_ABILITY and state.extra[other] != NO_TILE and (state.extra[other] < ON_EXTRA) == (kind == OWN_FOOD):
            put_if_allowed(rules, seat, OPTION_TILE + 2 * (distance - 1) + 1, options)
    return options[0] != 0 or options[1] != 0 or options[2] != 0


cdef bint can_swap(const Rules* rules, const State* state, int seat, int own) noexcept nogil:
    cdef uint64_t found[OPTION_WORDS]
    if not owns(state, seat, own) or forbidden(rules, seat, OPTION_OWN + own):
        return False
    found[0] = found[1] = found[2] = 0
    return put_partners(rules, state, seat, own, found)


cdef bint can_swap_any(const Rules* rules, const State* state, int seat) noexcept nogil:
    cdef int own
    for own in range(OWN_COUNT):
        if can_swap(rules, state, seat, own):
            return True
    return False


# --- rocks ----------------------------------------------------------------------------------------------

cdef bint rock_fits(const State* state, int colour, int slave) noexcept nogil:
    """R4.22: three rocks a slave; of two equal numbers only the first is offered."""
    if slave == 0:
        return state.mine[colour] >= 1 and state.rocks[colour][0] < 3
    return state.mine[colour] >= 2 and state.rocks[colour][1] < 3 and state.rocks[colour][0] != state.rocks[colour][1]


cdef bint put_rocks_of(const State* state, int colour, int first, uint64_t* options) noexcept nogil:
    """Room for the next rock beside slaves of one colour; `first` is the option of the first slave."""
    cdef int slave, option
    cdef bint found = False
    for slave in range(CHAINED_MAX):
        if rock_fits(state, colour, slave):
            option = first + slave
            options[option >> 6] |= (<uint64_t>1) << (option & 63)
            found = True
    return found


cdef bint put_rocks(const Rules* rules, const State* state, int seat, uint64_t* options) noexcept nogil:
    """Where the next rock can go: to opponents and the dummy (R7.4) while one of them has room, else to own slaves."""
    cdef int distance
    cdef bint found = False
    for distance in range(1, state.players):
        found |= put_rocks_of(state, absolute(state, seat, distance), OPTION_ROCK + CHAINED_MAX * distance, options)
    if state.players == 2 and rules.switches[SWITCH_DUMMY_ROCKS]:
        found |= put_rocks_of(state, DUMMY, OPTION_ROCK + CHAINED_MAX * state.players, options)
    return found or put_rocks_of(state, seat, OPTION_ROCK, options)


cdef bint can_place_rock(const Rules* rules, const State* state, int seat) noexcept nogil:
    cdef uint64_t found[OPTION_WORDS]
    found[0] = found[1] = found[2] = 0
    return put_rocks(rules, state, seat, found)


# --- the list for each decision kind --------------------------------------------------------------------

cdef void put_free(const Rules* rules, State* state, int seat) noexcept nogil:
    """R3.9; of two equal numbers only the first is offered."""
    if state.rocks[seat][0] > 0 and can_free_rocks(rules, state, seat):
        put(state, OPTION_FREE)
        if state.rocks[seat][1] > 0 and state.rocks[seat][0] != state.rocks[seat][1]:
            put(state, OPTION_FREE + 1)


cdef void put_actions(const Rules* rules, State* state, int seat) noexcept nogil:
    cdef int action
    for action in range(1, ACTION_END):
        if is_legal(rules, state, seat, action):
            put(state, OPTION_ACTION + action - 1)
    put(state, OPTION_PASS)
    put_free(rules, state, seat)


cdef void put_foods(State* state) noexcept nogil:
    cdef int food
    for food in range(FOOD_COUNT):
        if state.supply[food] > 0:
            put(state, OPTION_GOOD + food)


cdef void put_sources(const Rules* rules, State* state, int seat) noexcept nogil:
    cdef int colour = DUMMY if state.reason == WHY_DUMMY else seat
    cdef int source
    for source in range(SPACE_END):
        if can_leave(state, colour, source) and promotion_targets(rules, state, seat, colour, source, 0):
            put(state, OPTION_MINE if source == 0 else OPTION_SPACE + source - 1)
    if state.reason == WHY_STEPS or state.reason == WHY_FREE_STEP:
        put(state, OPTION_STOP)
        put_free(rules, state, seat)


cdef void put_targets(const Rules* rules, State* state, int seat) noexcept nogil:
    cdef int colour = DUMMY if state.reason == WHY_DUMMY else seat
    cdef int targets = promotion_targets(rules, state, seat, colour, state.source, 0)
    cdef int space
    for space in range(1, SPACE_END):
        if targets >> space & 1:
            put(state, OPTION_SPACE + space - 1)
    if targets >> SERVANT_TARGET & 1:
        put(state, OPTION_SERVANT)


cdef int most(const Rules* rules, const State* state, int seat) noexcept nogil:
    """The largest amount."""
    cdef int limit
    if state.reason == WHY_OFFERING:
        return state.goods[seat][state.good]
    if state.action == ACTION_TRADE:
        return min(7, state.goods[seat][state.good], state.supply[state.wanted])
    if state.action == ACTION_SILVER_TO_GOLD:
        return min(state.goods[seat][SILVER] // gold_price(rules, state, seat), state.supply[GOLD])
    limit = place_in(state.small, seat)          # ACTION_PLAY_ORDER
    return min(limit, state.goods[seat][HONEY])


cdef void put_offers(State* state, int seat) noexcept nogil:
    cdef int good
    for good in range(GOOD_COUNT):
        if ((good == state.demand or good >= SILVER)
                and state.goods[seat][good] > 0 and state.offer[seat][good] == 0):
            put(state, OPTION_GOOD + good)
    put(state, OPTION_STOP)


cdef void put_goods(State* state, int seat, int first) noexcept nogil:
    """Every good the seat owns, as options counted from `first`."""
    cdef int good
    for good in range(GOOD_COUNT):
        if state.goods[seat][good] > 0:
            put(state, first + good)


cdef void put_demotions(State* state, int seat) noexcept nogil:
    cdef int space
    for space in range(1, SPACE_END):
        if state.spaces[space] == seat:
            put(state, OPTION_SPACE + space - 1)
    if holds(state, seat, MERCY):
        put(state, OPTION_MERCY)


cdef void put_options(const Rules* rules, State* state) noexcept nogil:
    cdef int kind = state.decision
    cdef int seat = state.seat
    cdef int i
    if kind == ASK_ACT:
        put_actions(rules, state, seat)
    elif kind == ASK_DRAFT:
        for i in range(1, ABILITY_END):
            if state.display[i]:
                put(state, OPTION_ABILITY + i - 1)
    elif kind == ASK_TAKE_FOOD:
        put_foods(state)
    elif kind == ASK_PROMOTE_FROM:
        put_sources(rules, state, seat)
    elif kind == ASK_PROMOTE_TO:
        put_targets(rules, state, seat)
    elif kind == ASK_TRADE_GIVE:
        for i in range(TRADABLE_COUNT):
            if can_trade(state, seat, i):
                put(state, OPTION_GOOD + i)
    elif kind == ASK_TRADE_GET:
        for i in range(TRADABLE_COUNT):
            if i != state.good and state.supply[i] > 0:
                put(state, OPTION_GOOD + i)
    elif kind == ASK_AMOUNT:
        for i in range(most(rules, state, seat)):
            put(state, OPTION_AMOUNT + i)
    elif kind == ASK_WHIP:
        for i in range(1, state.players):
            if state.in_play[absolute(state, seat, i)]:
                put(state, OPTION_SEAT + i - 1)
    elif kind == ASK_TRACK:
        for i in range(TRACK_COUNT):
            if can_climb(rules, state, seat, i):
                put(state, OPTION_GOOD + SILVER + i)
    elif kind == ASK_ROB:
        for i in range(1, SPACE_END):
            if can_be_robbed(state, seat, i):
                put(state, OPTION_SPACE + i - 1)
    elif kind == ASK_USE_PEEK or kind == ASK_ANNOUNCE_DOUBLE:
        put(state, OPTION_YES)
        put(state, OPTION_NO)
    elif kind == ASK_PICK_CUBE:
        for i in range(CUBE_COUNT):
            if state.bag[i] > 0:
                put(state, OPTION_CUBE + i)
    elif kind == ASK_PLACE_ROCK:
        put_rocks(rules, state, seat, state.options)
    elif kind == ASK_SWAP_OWN:
        for i in range(OWN_COUNT):
            if can_swap(rules, state, seat, i):
                put(state, OPTION_OWN + i)
    elif kind == ASK_SWAP_WITH:
        put_partners(rules, state, seat, state.own, state.options)
    elif kind == ASK_ODD_JOB:
        put_foods(state)
        if can_dump(rules, state, seat):
            put_goods(state, seat, OPTION_DUMP)
    elif kind == ASK_DUMP_MORE:
        put_goods(state, seat, OPTION_DUMP)
        if rules.switches[SWITCH_DUMP_UP_TO_3]:
            put(state, OPTION_STOP)
    elif kind == ASK_COPY:
        for i in range(1, SPACE_END):
            if can_copy(rules, state, seat, i):
                put(state, OPTION_ACTION + i - 1)
    elif kind == ASK_ADD_OFFERING:
        put_goods(state, seat, OPTION_GOOD)
    elif kind == ASK_OFFER:
        put_offers(state, seat)
    elif kind == ASK_DEMOTE:
        put_demotions(state, seat)


cdef int count_options(const State* state) noexcept nogil:
    return count_bits(state.options[0]) + count_bits(state.options[1]) + count_bits(state.options[2])


cdef int only_option(const State* state) noexcept nogil:
    """The option if there is exactly one, else -1."""
    cdef int word, option = -1
    cdef uint64_t bits
    for word in range(OPTION_WORDS):
        bits = state.options[word]
        if bits:
            if option >= 0 or bits & (bits - 1):
                return -1
            option = 64 * word + lowest_bit(bits)
    return option


cdef void list_options(const Rules* rules, State* state) noexcept nogil:
    """Write the options of the decision into the state.

    Forbidden options are left out. If nothing else would remain, the seat gets all of them, so a game never gets stuck.
    """
    cdef uint64_t allowed[OPTION_WORDS]
    cdef int word
    for word in range(OPTION_WORDS):
        state.options[word] = 0
    if state.decision == ASK_NOTHING:
        return
    put_options(rules, state)
    for word in range(OPTION_WORDS):
        allowed[word] = state.options[word] & ~rules.forbidden[state.seat][word]
    if allowed[0] | allowed[1] | allowed[2]:
        for word in range(OPTION_WORDS):
            state.options[word] = allowed[word]
