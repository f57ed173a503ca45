# cython: language_level=3
"""The 21 actions (rules.md section 4): what happens when a seat chooses one, and the parts that follow a further choice."""

from libc.stdint cimport int8_t

from dixie_env.engine.model cimport *
from dixie_env.engine.options cimport discs_needed, gold_price
from dixie_env.engine.points cimport begin_points
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


cdef void place_discs(const Rules* rules, State* state, int seat, int action) noexcept nogil:
    """R3.5, R3.6."""
    cdef int discs = discs_needed(state, seat, action)
    state.discs[seat] -= <int8_t>discs
    if action == ACTION_MINE:
        state.used_mine[seat] = 1
    elif action == ACTION_COPY:
        state.used_copy[seat] = 1
    else:
        state.discs_on[action] += <int8_t>discs
        if action == ACTION_SWAP_TILES and rules.switches[SWITCH_SWAP_ONE_EACH]:
            state.used_swap[seat] = 1
        elif action == ACTION_PRIORITY and rules.switches[SWITCH_PRIORITY_ONE_EACH]:
            state.used_priority[seat] = 1


cdef void take_food_tile(State* state, int seat) noexcept nogil:
    """R4.6, R10.5."""
    cdef int8_t value
    state.food_left -= 1
    value = state.food_stack[state.food_left]
    state.food_stack[state.food_left] = NO_TILE
    tell(EVENT_FOOD_TILE_TAKEN, seat, value, state.food_tile[seat] != NO_TILE, 0, 0)
    if state.food_tile[seat] == NO_TILE:
        state.food_tile[seat] = value
    else:
        state.extra[seat] = value


cdef void take_one_off(State* state, int seat, int one_off) noexcept nogil:
    """R4.7 to R4.9, R10.5."""
    state.one_off_on_board[one_off] = 0
    tell(EVENT_ONE_OFF_TAKEN, seat, one_off, state.one_off[seat] != NO_TILE, 0, 0)
    if state.one_off[seat] == NO_TILE:
        state.one_off[seat] = <int8_t>one_off
    else:
        state.extra[seat] = <int8_t>(ON_EXTRA + one_off)


cdef void forge_ring(const Rules* rules, State* state, int seat) noexcept nogil:
    """R4.13."""
    pay_for(state, seat, GOLD, rules.gold_per_ring[state.track[seat][GOLD_TRACK]], FOR_RING)
    take_reward_tile(rules, state, seat, RING_ROW)
    if has(rules, state, seat, RING_BONUS):
        reward_with_markers(rules, state, seat, 2, FROM_RING_BONUS)


cdef void begin_copy(State* state, int seat) noexcept nogil:
    """R4.24: the points come first; those who fell still count (R10.12)."""
    cdef int other, copiers = 0
    for other in range(state.players):
        copiers += state.used_copy[other]
    state.due[seat] = 1 if copiers == 1 else 2 if copiers <= 3 else 3
    begin_points(state, FROM_COPY)


cdef void pay_special_offering(State* state, int seat) noexcept nogil:
    """R4.19: first what lies on the track."""
    cdef int good
    for good in range(GOOD_COUNT):
        pay_for(state, seat, good, state.offering_track[good], FOR_SPECIAL_OFFERING)
    ask(state, ASK_ADD_OFFERING, WHY_ACTION, seat)


cdef void take_priority(const Rules* rules, State* state, int seat) noexcept nogil:
    """R4.21; the move to the front may wait for the end of the phase (R3.10)."""
    cdef int place = 0
    while state.priority[place] >= 0:
        place += 1
    state.priority[place] = <int8_t>seat
    if rules.switches[SWITCH_PRIORITY_AT_ONCE]:                   # R9.1
        move_forward(state.large, seat, place_in(state.large, seat))
        if TELLING:
            write_order(EVENT_FAVOURITE_CHANGED, seat, state.large)


cdef void start_action(const Rules* rules, State* state, int seat, int action) noexcept nogil:
    """Carry out the action, or ask for its first choice. This ignores discs and space, because copies use it too."""
    state.action = <int8_t>action
    state.step = STEP_TURN
    if action == ACTION_STEAL_FOOD:
        ask(state, ASK_TAKE_FOOD, WHY_ACTION, seat)
    elif action == ACTION_STEAL_SILVER:
        take_for(state, seat, SILVER, 2, FOR_STEALING)
    elif action == ACTION_PROMOTION:
        ask(state, ASK_PROMOTE_FROM, WHY_ACTION, seat)
    elif action == ACTION_TRADE:
        ask(state, ASK_TRADE_GIVE, WHY_ACTION, seat)
    elif action == ACTION_SILVER_TO_GOLD or action == ACTION_PLAY_ORDER:
        ask(state, ASK_AMOUNT, WHY_ACTION, seat)
    elif action == ACTION_FOOD_TILE:
        take_food_tile(state, seat)
    elif action <= ACTION_MERCY:
        take_one_off(state, seat, action - ACTION_DOUBLE + DOUBLE)
    elif action == ACTION_WHIPS:
        state.seat = <int8_t>seat
        state.chance = CHANCE_WHIP_DIE
    elif action == ACTION_TRACKS:
        ask(state, ASK_TRACK, WHY_ACTION, seat)
    elif action == ACTION_CASINO:
        state.seat = <int8_t>seat
        state.chance = CHANCE_CASINO_DIE
    elif action == ACTION_RING:
        forge_ring(rules, state, seat)
    elif action == ACTION_ROB:
        ask(state, ASK_ROB, WHY_ACTION, seat)
    elif action == ACTION_MINE:
        if holds(state, seat, PEEK):             # R10.16
            ask(state, ASK_USE_PEEK, WHY_ACTION, seat)
        else:
            begin_draw(state, seat, False)
    elif action == ACTION_SWAP_TILES:
        ask(state, ASK_SWAP_OWN, WHY_ACTION, seat)
    elif action == ACTION_ODD_JOBS:
        ask(state, ASK_ODD_JOB, WHY_ACTION, seat)
    elif action == ACTION_COPY:
        begin_copy(state, seat)
    elif action == ACTION_SPECIAL_OFFERING:
        pay_special_offering(state, seat)
    else:
        take_priority(rules, state, seat)


# --- parts of actions -----------------------------------------------------------------------------------

cdef void begin_draw(State* state, int seat, bint peeking) noexcept nogil:
    """R4.15, R4.22: as many cubes as slaves, at least 1; with `peek` the first two are picked."""
    cdef int cubes = min(max(1, state.mine[seat]), cubes_in_bag(state))
    state.seat = <int8_t>seat
    state.left = <int8_t>(min(2, cubes) if peeking else 0)
    state.blind = <int8_t>(cubes - state.left)
    state.step = STEP_PICK


cdef void receive_cube(State* state, int seat, int cube) noexcept nogil:
    """Metal is owned at once, a rock waits in hand."""
    state.bag[cube] -= 1
    if cube == CUBE_ROCK:
        state.rocks_in_hand += 1
    else:
        state.goods[seat][SILVER + cube] += 1


cdef void place_rock(State* state, int colour, int slave) noexcept nogil:
    state.rocks_in_hand -= 1
    state.rocks[colour][slave] += 1
    sort_rocks(state, colour)


cdef void dump(State* state, int seat, int good) noexcept nogil:
    """R4.17."""
    state.goods[seat][good] -= 1
    state.removed[good] += 1
    tell(EVENT_GOOD_DUMPED, seat, good, 0, 0, 0)


cdef void add_offering(const Rules* rules, State* state, int seat, int good) noexcept nogil:
    """R4.19: then one good more onto the track, and the tile."""
    state.goods[seat][good] -= 1
    state.offering_track[good] += 1
    tell(EVENT_GOOD_ADDED, seat, good, 0, 0, 0)
    take_reward_tile(rules, state, seat, OFFERING_ROW)


cdef void rob(const Rules* rules, State* state, int seat, int space) noexcept nogil:
    """R4.14: the food shown on the space, as much as its owner has."""
    cdef int owner = state.spaces[space]
    cdef int food, amount
    if TELLING:
        write_event(EVENT_GOODS_ROBBED, seat, owner, space,
                    min(rules.icons[space][APPLE], state.goods[owner][APPLE]),
                    min(rules.icons[space][BREAD], state.goods[owner][BREAD]),
                    min(rules.icons[space][HONEY], state.goods[owner][HONEY]), 0, 0, 0)
    for food in range(FOOD_COUNT):
        amount = min(rules.icons[space][food], state.goods[owner][food])
        state.goods[owner][food] -= <int8_t>amount
        state.goods[seat][food] += <int8_t>amount


cdef void play_casino(State* state, int seat, int face) noexcept nogil:
    """R4.12."""
    tell(EVENT_CASINO_ROLLED, seat, face, 0, 0, 0)
    if face == FACE_FOOD:
        take_for(state, seat, APPLE, 1, FOR_CASINO)
        take_for(state, seat, BREAD, 1, FOR_CASINO)
        take_for(state, seat, HONEY, 1, FOR_CASINO)
    elif face == FACE_SILVER:
        take_for(state, seat, SILVER, 2, FOR_CASINO)
    else:
        take_for(state, seat, GOLD, 1, FOR_CASINO)


cdef void carry_out_amount(const Rules* rules, State* state, int seat, int amount) noexcept nogil:
    """The amount of a trade, of gold, or of honey for the play order."""
    if state.action == ACTION_TRADE:
        pay_for(state, seat, state.good, amount, FOR_TRADE)
        take_for(state, seat, state.wanted, amount, FOR_TRADE)
    elif state.action == ACTION_SILVER_TO_GOLD:
        pay_for(state, seat, SILVER, amount * gold_price(rules, state, seat), FOR_GOLD)
        take_for(state, seat, GOLD, amount, FOR_GOLD)
    else:
        pay_for(state, seat, HONEY, amount, FOR_PLAY_ORDER)
        move_forward(state.small, seat, amount)
        if TELLING:
            write_numbered_order(EVENT_PLAY_ORDER_CHANGED, seat, amount, state.small)


cdef void exchange(int8_t* one, int8_t* other) noexcept nogil:
    cdef int8_t tile = one[0]
    one[0] = other[0]
    other[0] = tile


cdef void swap_with_board(State* state, int seat, int8_t* mine, int option) noexcept nogil:
    """`mine` is the slot of a food tile or a one-off tile; a one-off tile on the extra slot carries the mark ON_EXTRA."""
    cdef int mark = ON_EXTRA if mine[0] > ON_EXTRA else 0
    cdef int wanted
    cdef bint on_extra = mine == &state.extra[seat]
    if option == OPTION_BOARD_FOOD:
        if TELLING:
            write_event(EVENT_FOOD_TILES_SWAPPED, seat, -1, mine[0], state.food_stack[state.food_left - 1], on_extra, 0, 0, 0, 0)
        exchange(mine, &state.food_stack[state.food_left - 1])
        return
    wanted = option - OPTION_BOARD_ONE_OFF + 1
    if TELLING:
        write_event(EVENT_ONE_OFFS_SWAPPED, seat, -1, mine[0] - mark, wanted, on_extra, 0, 0, 0, 0)
    state.one_off_on_board[mine[0] - mark] = 1
    state.one_off_on_board[wanted] = 0
    mine[0] = <int8_t>(wanted + mark)


cdef void swap_with_seat(State* state, int seat, int8_t* mine, int other, bint with_extra) noexcept nogil:
    """R10.11: each tile takes the exact slot of the other."""
    cdef bint one_off = mine == &state.one_off[seat] or mine[0] > ON_EXTRA
    cdef int8_t* theirs
    if with_extra:
        theirs = &state.extra[other]
    elif one_off:
        theirs = &state.one_off[other]
    else:
        theirs = &state.food_tile[other]
    if TELLING:
        write_event(EVENT_ONE_OFFS_SWAPPED if one_off else EVENT_FOOD_TILES_SWAPPED, seat, other,
                    mine[0] % ON_EXTRA, theirs[0] % ON_EXTRA, mine == &state.extra[seat], with_extra, 0, 0, 0)
    exchange(mine, theirs)
    if one_off and with_extra != (mine == &state.extra[seat]):   # the mark belongs to the slot, not to the tile
        if with_extra:
            mine[0] -= ON_EXTRA
            theirs[0] += ON_EXTRA
        else:
            mine[0] += ON_EXTRA
            theirs[0] -= ON_EXTRA


cdef void swap_abilities(State* state, int seat, int option) noexcept nogil:
    """A tile on `extra_slot` goes with it (R10.5)."""
    cdef int other, ability
    if option >= OPTION_TILE:
        other = absolute(state, seat, (option - OPTION_TILE) // 2 + 1)
        if TELLING:
            write_event(EVENT_ABILITIES_SWAPPED, seat, other, state.ability[seat], state.ability[other],
                        state.extra[seat], state.extra[other], 0, 0, 0)
        exchange(&state.ability[seat], &state.ability[other])
        exchange(&state.extra[seat], &state.extra[other])
        return
    ability = option - OPTION_ABILITY + 1
    if TELLING:
        write_event(EVENT_ABILITIES_SWAPPED, seat, -1, state.ability[seat], ability, state.extra[seat],
                    state.display_extra if ability == EXTRA_SLOT else NO_TILE, 0, 0, 0)
    state.display[ability] = 0
    state.display[state.ability[seat]] = 1
    if ability == EXTRA_SLOT or state.ability[seat] == EXTRA_SLOT:
        exchange(&state.extra[seat], &state.display_extra)
    state.ability[seat] = <int8_t>ability


cdef void swap(State* state, int seat, int option) noexcept nogil:
    """R4.23: the tile chosen as `own` for the one that the option names."""
    cdef int8_t* mine
    cdef int place
    if state.own == OWN_ABILITY:
        swap_abilities(state, seat, option)
        return
    if state.own == OWN_FOOD:
        mine = &state.food_tile[seat]
    elif state.own == OWN_ONE_OFF:
        mine = &state.one_off[seat]
    else:
        mine = &state.extra[seat]
    if option < OPTION_TILE:
        swap_with_board(state, seat, mine, option)
    else:
        place = option - OPTION_TILE
        swap_with_seat(state, seat, mine, absolute(state, seat, place // 2 + 1), place % 2 == 1)
