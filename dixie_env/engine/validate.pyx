# cython: language_level=3
"""Validates states: ranges and invariants of every field, so that no bytes from outside can crash the engine.

Each function returns the first fault as a C string, or NULL. The invariants are listed in docs/state.md.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memcpy

from dixie_env.engine.model cimport *
from dixie_env.engine.options cimport count_options, list_options
from dixie_env.engine.promotion cimport can_leave
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


cdef bint within(const int8_t* values, int size, int low, int high) noexcept nogil:
    cdef int i
    for i in range(size):
        if values[i] < low or values[i] > high:
            return False
    return True


cdef bint all_zero(const int8_t* values, int size) noexcept nogil:
    return within(values, size, 0, 0)


cdef bint is_order(const int8_t* order, int players) noexcept nogil:
    """Different seats, then -1 to the end."""
    cdef int i, j
    if not within(order, SEATS, -1, players - 1):
        return False
    for i in range(1, SEATS):
        if order[i] >= 0 and order[i - 1] < 0:
            return False
        for j in range(i):
            if order[i] >= 0 and order[i] == order[j]:
                return False
    return True


# --- the parts ------------------------------------------------------------------------------------------

cdef const char* fault_in_frame(const Rules* rules, const State* state) noexcept nogil:
    """The frame of the state. All later checks may index by players, phase and decision."""
    if state.players != rules.players:
        return b"the number of players differs from the rules"
    if not all_zero(state.reserved, sizeof(state.reserved)):
        return b"reserved bytes are not zero"
    if state.phase < PHASE_DRAFT or state.phase > PHASE_OVER:
        return b"phase"
    if (state.round == 0) != (state.phase == PHASE_DRAFT) or state.round < 0 or state.round > rules.rounds:
        return b"round"
    if state.chance != CHANCE_NONE:
        return b"chance is awaited"
    if state.phase == PHASE_OVER:
        if state.decision != ASK_NOTHING or state.step != STEP_OVER or state.seat != -1 or state.reason != WHY_NOTHING:
            return b"a decision after the end"
        return NULL
    if state.step != STEP_DECISION or state.decision <= ASK_NOTHING or state.decision >= ASK_END:
        return b"there is no decision"
    if state.reason <= WHY_NOTHING or state.reason >= WHY_END:
        return b"reason"
    if state.seat < 0 or state.seat >= state.players:
        return b"seat"
    return NULL


cdef const char* fault_in_seats(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat, other, n = state.players
    if not within(state.in_play, SEATS, 0, 1) or not within(state.fallen, SEATS, 0, n):
        return b"in_play or fallen"
    for seat in range(SEATS):
        if seat >= n and (state.in_play[seat] or state.fallen[seat]):
            return b"a value for an empty seat"
        if seat < n and (state.in_play[seat] == 1) != (state.fallen[seat] == 0):
            return b"a seat must be either in play or fallen"
        for other in range(seat):
            if state.fallen[seat] and state.fallen[seat] == state.fallen[other]:
                return b"two seats have the same place in fallen"
    if players_left(state) < (1 if state.phase == PHASE_OVER else 2):
        return b"too few seats in play"
    if not is_order(state.large, n) or not is_order(state.small, n) or not is_order(state.turn_order, n):
        return b"large, small or turn_order"
    for seat in range(n):
        if ((place_in(state.large, seat) >= 0) != (state.in_play[seat] == 1)
                or (place_in(state.small, seat) >= 0) != (state.in_play[seat] == 1)):
            return b"large and small must have exactly the seats in play"
        if state.phase == PHASE_ACTIONS and state.in_play[seat] and place_in(state.turn_order, seat) < 0:
            return b"a seat in play is missing from turn_order"
    if state.turn < 0 or state.turn >= SEATS:
        return b"turn"
    if state.phase == PHASE_ACTIONS and state.turn_order[state.turn] < 0:
        return b"turn"
    if state.decision != ASK_NOTHING and not state.in_play[state.seat]:
        return b"a fallen seat can't decide"
    return NULL


cdef const char* fault_in_goods(const Rules* rules, const State* state) noexcept nogil:
    """R1.1."""
    cdef int seat, colour, good, total, rocks = state.bag[CUBE_ROCK] + state.removed[ROCK] + state.rocks_in_hand
    if not (within(state.supply, GOOD_COUNT, 0, GOODS_MAX) and within(state.bag, CUBE_COUNT, 0, GOODS_MAX)
            and within(state.removed, GOOD_COUNT + 1, 0, GOODS_MAX) and within(state.offering_track, GOOD_COUNT, 0, GOODS_MAX)
            and within(state.goods[0], SEATS * GOOD_COUNT, 0, GOODS_MAX)):
        return b"goods out of range"
    if state.rocks_in_hand < 0 or state.rocks_in_hand > 20:
        return b"rocks_in_hand"
    for good in range(GOOD_COUNT):
        total = state.supply[good] + state.removed[good] + state.offering_track[good]
        if good >= SILVER:
            total += state.bag[good - SILVER]
        for seat in range(SEATS):
            total += state.goods[seat][good]
            if not (seat < state.players and state.in_play[seat]) and state.goods[seat][good]:
                return b"goods of a seat that is not in play"
        if total != (SILVER_TOTAL if good == SILVER else GOLD_TOTAL if good == GOLD else FOOD_TOTAL):
            return b"the total of a good is wrong (R1.1)"
    total = 0
    for good in range(GOOD_COUNT):
        total += state.offering_track[good]
    if total != 4 + state.tiles_taken[OFFERING_ROW]:
        return b"offering_track"
    if not within(state.rocks[0], COLOUR_COUNT * CHAINED_MAX, 0, 3):
        return b"rocks"
    for colour in range(COLOUR_COUNT):
        rocks += state.rocks[colour][0] + state.rocks[colour][1]
        if state.rocks[colour][0] < state.rocks[colour][1] or chained(state, colour) > state.mine[colour]:
            return b"rocks"
    if state.rocks[DUMMY][0] and not rules.switches[SWITCH_DUMMY_ROCKS]:
        return b"rocks of the dummy (R7.4)"
    if rocks != min(5 * state.players, 20):
        return b"the total number of rocks is wrong"
    return NULL


cdef const char* fault_in_pixies(const Rules* rules, const State* state) noexcept nogil:
    cdef int colour, space, pixies, servants = 0
    cdef int each = 5 if state.players <= 3 else 4 if state.players == 4 else 3
    if (not within(state.mine, COLOUR_COUNT, 0, 5) or not within(state.spaces, SPACE_END, -1, DUMMY)
            or state.spaces[0] != -1):
        return b"pixies"
    if not within(state.servants, SEATS, 0, each) or not within(state.first_servant, SEATS, 0, state.round):
        return b"servants"
    if state.servant_space < -1 or state.servant_space >= state.players:
        return b"servant_space"
    if state.servant_space >= 0 and (state.phase != PHASE_REWARDS or state.reason == WHY_DUMMY):
        return b"servant_space"
    for colour in range(COLOUR_COUNT):
        pixies = state.mine[colour]
        for space in range(1, SPACE_END):
            pixies += state.spaces[space] == colour
        if colour == DUMMY:
            if pixies != (5 if state.players == 2 else 0):
                return b"pixies of the dummy"
            continue
        if (state.servants[colour] > 0) != (state.first_servant[colour] > 0):
            return b"first_servant"
        servants += state.servants[colour]
        pixies += state.servant_space == colour
        if not state.in_play[colour]:
            if pixies or (colour >= state.players and state.servants[colour]):
                return b"pixies of a seat that is not in play"
        elif pixies + state.servants[colour] != each:
            return b"the number of a seat's pixies is wrong"
    if servants != state.tiles_taken[SERVANT_ROW]:
        return b"servants don't match their tiles"
    # one loyal servant a round, settled late in the reward phase (R10.6)
    if servants > state.round - (state.phase <= PHASE_REWARDS and state.phase != PHASE_DRAFT and state.reason != WHY_DUMMY):
        return b"too many loyal servants"
    return NULL


cdef const char* fault_in_discs(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat, users = 0
    if not within(state.track[0], SEATS * TRACK_COUNT, 0, rules.track_length - 1):
        return b"track"
    if not within(state.discs, SEATS, 0, 4) or not within(state.discs_on, SPACE_END, 0, 2):
        return b"discs"
    if (state.discs_on[0] or state.discs_on[ACTION_MINE] or state.discs_on[ACTION_COPY]
            or not within(&state.discs_on[ACTION_SWAP_TILES], 1, 0, SEATS)
            or not within(&state.discs_on[ACTION_ODD_JOBS], 1, 0, 3)
            or not within(&state.discs_on[ACTION_SPECIAL_OFFERING], 1, 0, 1)
            or not within(&state.discs_on[ACTION_PLAY_ORDER], 1, 0, 1)
            or not within(&state.discs_on[ACTION_PRIORITY], 1, 0, 4 * SEATS)):
        return b"discs_on"
    if not (within(state.used_mine, SEATS, 0, 1) and within(state.used_copy, SEATS, 0, 1)
            and within(state.used_swap, SEATS, 0, 1) and within(state.used_priority, SEATS, 0, 1)):
        return b"used spaces"
    if not is_order(state.priority, state.players):
        return b"priority"
    for seat in range(SEATS):
        if not state.in_play[seat] and state.discs[seat]:
            return b"discs of a seat that is not in play"
        users += state.priority[seat] >= 0
        if (rules.switches[SWITCH_PRIORITY_ONE_EACH]
                and (place_in(state.priority, seat) >= 0) != (state.used_priority[seat] == 1)):
            return b"priority"
    if not rules.switches[SWITCH_PRIORITY_ONE_EACH] and users != (state.discs_on[ACTION_PRIORITY] > 0):
        return b"priority"
    if not rules.switches[SWITCH_SWAP_ONE_EACH] and (
            state.discs_on[ACTION_SWAP_TILES] > 1 or not all_zero(state.used_swap, SEATS)):
        return b"used spaces"
    if not rules.switches[SWITCH_PRIORITY_ONE_EACH] and not all_zero(state.used_priority, SEATS):
        return b"used spaces"
    if state.phase != PHASE_ACTIONS and state.phase != PHASE_OVER:
        if not (all_zero(state.discs_on, ACTION_END) and all_zero(state.used_mine, SEATS)
                and all_zero(state.used_copy, SEATS) and all_zero(state.used_swap, SEATS) and users == 0):
            return b"discs are placed outside the action phase"
    return NULL


cdef bint is_extra(int tile) noexcept nogil:
    return tile == NO_TILE or 2 <= tile <= 4 or ON_EXTRA + DOUBLE <= tile <= ON_EXTRA + MERCY


cdef const char* fault_in_tiles(const Rules* rules, const State* state) noexcept nogil:
    cdef int foods[5]
    cdef int one_offs[ONE_OFF_END]
    cdef int held[ABILITY_END]
    cdef int i, seat, tile, abilities = 0, n = state.players
    cdef bint fallen = players_left(state) < n
    for i in range(5):
        foods[i] = 0
    for i in range(ABILITY_END):
        held[i] = 0
    if not within(state.one_off_on_board, ONE_OFF_END, 0, 1) or state.one_off_on_board[0]:
        return b"one_off_on_board"
    if not within(state.display, ABILITY_END, 0, 1) or state.display[0]:
        return b"display"
    if not (within(state.ability, SEATS, NO_ABILITY, ABILITY_COUNT) and within(state.food_tile, SEATS, 0, 4)
            and within(state.one_off, SEATS, NO_TILE, ONE_OFF_COUNT)):
        return b"tiles of a seat"
    if state.food_left < 0 or state.food_left > STACK or not within(state.food_stack, state.food_left, 2, 4):
        return b"food_stack"
    if not all_zero(&state.food_stack[state.food_left], STACK - state.food_left):
        return b"food_stack"
    if not is_extra(state.display_extra) or (state.display_extra and not state.display[EXTRA_SLOT]):
        return b"display_extra"
    for i in range(ONE_OFF_END):
        one_offs[i] = state.one_off_on_board[i]
    for i in range(state.food_left):
        foods[state.food_stack[i]] += 1
    for i in range(1, ABILITY_END):
        held[i] += state.display[i]
    for seat in range(SEATS + 1):
        if seat < SEATS:
            if not is_extra(state.extra[seat]) or (state.extra[seat] and state.ability[seat] != EXTRA_SLOT):
                return b"extra"
            if not state.in_play[seat] and (state.ability[seat] or state.food_tile[seat] or state.one_off[seat]):
                return b"tiles of a seat that is not in play"
            if state.in_play[seat] and state.phase != PHASE_DRAFT and state.ability[seat] == NO_ABILITY:
                return b"a seat without an ability"
            if state.food_tile[seat] == 1:
                return b"food_tile"
            held[state.ability[seat]] += 1
            foods[state.food_tile[seat]] += 1
            one_offs[state.one_off[seat]] += 1
            tile = state.extra[seat]
        else:
            tile = state.display_extra
        if tile > ON_EXTRA:
            one_offs[tile - ON_EXTRA] += 1
        elif tile:
            foods[tile] += 1
    for i in range(1, ABILITY_END):
        abilities += held[i]
        if held[i] > 1:
            return b"an ability occurs twice"
    if abilities > DISPLAY_COUNT or (abilities < DISPLAY_COUNT and not fallen):
        return b"the number of abilities is wrong"
    for i in range(DOUBLE, ONE_OFF_END):
        if one_offs[i] > 1 or (one_offs[i] == 0 and not fallen):
            return b"a one-off tile is missing or occurs twice"
    for i in range(2, 5):
        tile = 2 if (i == 4 and n >= 3) or (i == 3 and n >= 4) or (i == 2 and n >= 5) else 1
        if foods[i] > tile or (foods[i] < tile and not fallen):
            return b"the number of food tiles is wrong"
    if not within(state.tiles_taken, ROW_COUNT, 0, ROW_TILES):
        return b"tiles_taken"
    return NULL


cdef const char* fault_in_points(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat, i, total, markers = 0
    cdef int8_t limit = <int8_t>(4 * state.round)
    for seat in range(SEATS):
        total = 0
        for i in range(PENALTY_SOURCE_COUNT):
            if state.penalties_by[seat][i] < 0 or state.penalties_by[seat][i] > rules.pit:
                return b"penalties_by"
            total += state.penalties_by[seat][i]
        if total != state.penalties[seat]:
            return b"penalties don't match their sources"
        if state.in_play[seat] and total >= rules.pit:
            return b"penalties of a seat in play reach the pit"
        if seat < state.players and not state.in_play[seat] and total != rules.pit:
            return b"penalties of a fallen seat"
        if seat >= state.players and total:
            return b"penalties of an empty seat"
        total = 0
        for i in range(REWARD_SOURCE_COUNT):
            if state.rewards_by[seat][i] < -2000 or state.rewards_by[seat][i] > 2000:
                return b"rewards_by"
            total += state.rewards_by[seat][i]
        if state.rewards[seat] != (total if state.in_play[seat] else 0):
            return b"rewards don't match their sources"
        markers += (state.rewards_by[seat][FROM_SERVANT_BONUS] + state.rewards_by[seat][FROM_RING_BONUS]
                    + state.rewards_by[seat][FROM_TRACK_TOP])
    if not within(state.markers, MARKER_COUNT, 0, MARKERS if rules.switches[SWITCH_MARKERS_LIMITED] else 0):
        return b"markers"
    if (rules.switches[SWITCH_MARKERS_LIMITED]
            and markers != MARKERS - state.markers[MARKER_ONE] + 2 * (MARKERS - state.markers[MARKER_TWO])):
        return b"markers don't match the points (R10.3)"
    if not within(state.actions_taken[0], SEATS * ACTION_END, 0, limit):
        return b"actions_taken"
    if not within(state.actions_copied[0], SEATS * SPACE_END, 0, limit):
        return b"actions_copied"
    if not (within(state.whip_rolls, SEATS, 0, 8) and within(state.casino_rolls, SEATS, 0, 8)
            and within(state.cubes_drawn, SEATS, 0, 8)):
        return b"counters of chance"
    return NULL


cdef const char* fault_in_queen(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat, good, tiles = 0
    cdef bint choosing = offering_is_secret(state)
    cdef bint shown = state.phase in (PHASE_REWARDS, PHASE_PENALTIES) or (
        state.phase == PHASE_OFFERINGS and state.decision == ASK_DEMOTE)
    if state.demand < -1 or state.demand >= FOOD_COUNT or not within(state.demanded, FOOD_COUNT, 0, ROUND_TILES):
        return b"demand"
    if (shown or choosing) and state.demand < 0:
        return b"the demand is missing"
    if (state.phase <= PHASE_ACTIONS or state.phase == PHASE_OVER) and state.demand >= 0:
        return b"a demand too early or too late"
    if state.demand >= 0 and state.demanded[state.demand] == 0:
        return b"demanded"
    for good in range(FOOD_COUNT):
        tiles += state.demanded[good]
    if state.phase == PHASE_OVER:
        if tiles != state.round and tiles != state.round - 1:
            return b"demanded"
    elif tiles != max(state.round - 1, 0) + (state.demand >= 0):
        return b"demanded"
    if not (within(state.announced, SEATS, 0, 1) and within(state.offered, SEATS, 0, 1)
            and within(state.offer[0], SEATS * GOOD_COUNT, 0, GOODS_MAX)):
        return b"offerings"
    for seat in range(SEATS):
        if not state.in_play[seat] and (state.offered[seat] or state.announced[seat]):
            return b"an offering of a seat that is not in play"
        for good in range(GOOD_COUNT):
            if state.offer[seat][good] == 0:
                continue
            if not shown and not choosing:
                return b"an offering too early or too late"
            if good < FOOD_COUNT and good != state.demand:
                return b"an offering of the wrong food"
            if choosing and state.offer[seat][good] > state.goods[seat][good]:
                return b"an offering of goods not owned"
            if not state.in_play[seat]:
                return b"an offering of a seat that is not in play"
    return NULL


# --- the decision ---------------------------------------------------------------------------------------

cdef int action_of(int decision, int action) noexcept nogil:
    """The action that a decision belongs to; for an amount, the given action if it asks for amounts."""
    if decision == ASK_TAKE_FOOD:
        return ACTION_STEAL_FOOD
    if decision == ASK_PROMOTE_FROM or decision == ASK_PROMOTE_TO:
        return ACTION_PROMOTION
    if decision == ASK_TRADE_GIVE or decision == ASK_TRADE_GET:
        return ACTION_TRADE
    if decision == ASK_AMOUNT:
        return action if action == ACTION_TRADE or action == ACTION_SILVER_TO_GOLD or action == ACTION_PLAY_ORDER else -1
    if decision == ASK_WHIP:
        return ACTION_WHIPS
    if decision == ASK_TRACK:
        return ACTION_TRACKS
    if decision == ASK_ROB:
        return ACTION_ROB
    if decision == ASK_USE_PEEK or decision == ASK_PICK_CUBE or decision == ASK_PLACE_ROCK:
        return ACTION_MINE
    if decision == ASK_SWAP_OWN or decision == ASK_SWAP_WITH:
        return ACTION_SWAP_TILES
    if decision == ASK_ODD_JOB or decision == ASK_DUMP_MORE:
        return ACTION_ODD_JOBS
    if decision == ASK_COPY:
        return ACTION_COPY
    if decision == ASK_ADD_OFFERING:
        return ACTION_SPECIAL_OFFERING
    return -1


cdef const char* fault_in_action(const Rules* rules, const State* state) noexcept nogil:
    """A choice within an action."""
    cdef int kind = state.decision
    cdef int seat = state.seat
    cdef int other, points = 0
    if state.action != action_of(kind, state.action):
        return b"action"
    if kind == ASK_TRADE_GET or (kind == ASK_AMOUNT and state.action == ACTION_TRADE):
        if state.good < 0 or state.good >= TRADABLE_COUNT or state.goods[seat][state.good] == 0:
            return b"good"
    if kind == ASK_AMOUNT and state.action == ACTION_TRADE:
        if state.wanted < 0 or state.wanted >= TRADABLE_COUNT or state.wanted == state.good:
            return b"wanted"
    if kind == ASK_PROMOTE_TO and not can_leave(state, seat, state.source):
        return b"source"
    if kind == ASK_WHIP:
        for other in range(SEATS):
            points += state.due[other]
            if state.due[other] and (other == seat or not state.in_play[other]):
                return b"due"
        if state.left < 1 or state.left + points > 20:
            return b"left"
    if kind == ASK_PICK_CUBE:
        if state.left < 1 or state.left > 2 or state.blind < 0 or state.blind > 5:
            return b"left"
        if state.left + state.blind > cubes_in_bag(state) or state.left + state.blind > 5:
            return b"blind"
    if kind == ASK_SWAP_WITH:
        if state.own < 0 or state.own >= OWN_COUNT:
            return b"own"
        if ((state.own == OWN_FOOD and not state.food_tile[seat]) or (state.own == OWN_ONE_OFF and not state.one_off[seat])
                or (state.own == OWN_EXTRA and not state.extra[seat])):
            return b"own"
    if kind == ASK_USE_PEEK and not holds(state, seat, PEEK):
        return b"the seat does not have peek"
    if kind == ASK_DUMP_MORE and (
            state.left < 1 or state.left > 2
            or (not rules.switches[SWITCH_DUMP_UP_TO_3] and goods_owned(state, seat) < state.left)):
        return b"left"
    if kind == ASK_ADD_OFFERING and state.tiles_taken[OFFERING_ROW] == ROW_TILES:
        return b"no offering tile is left"
    if state.rocks_in_hand and kind != ASK_PLACE_ROCK and kind != ASK_PICK_CUBE:
        return b"rocks_in_hand"
    if kind == ASK_PLACE_ROCK and state.rocks_in_hand == 0:
        return b"rocks_in_hand"
    return NULL


cdef const char* fault_in_pass(const Rules* rules, const State* state) noexcept nogil:
    """A demotion at a mine symbol, in the middle of a pass of points."""
    cdef int seat = state.seat
    cdef int other
    if not is_order(state.due_order, state.players) or state.due_cursor < 0 or state.due_cursor >= SEATS:
        return b"due_order"
    if state.due_order[state.due_cursor] != seat or state.demotions < 1 or state.demotions > SYMBOLS_MAX or state.due[seat]:
        return b"demotions"
    if is_favourite(state, seat):
        return b"the favourite does not demote"
    for other in range(SEATS):
        if state.due[other] and (not state.in_play[other] or place_in(state.due_order, other) <= state.due_cursor):
            return b"due"
        if other > state.due_cursor and state.due_order[other] >= 0 and not state.in_play[state.due_order[other]]:
            return b"due_order"
    if state.phase == PHASE_ACTIONS:
        if state.due_source > FROM_WHIPS or state.due_source < 0:
            return b"due_source"
        if state.due_source == FROM_COPY and (state.action != ACTION_COPY or state.turn_order[state.turn] != seat):
            return b"due_source"
        if state.action != (ACTION_PASS if state.due_source == FROM_PASS
                             else ACTION_COPY if state.due_source == FROM_COPY else ACTION_WHIPS):
            return b"action"
    elif state.due_source != FROM_EMPTY_HAND if state.phase == PHASE_OFFERINGS else not (
            state.phase == PHASE_PENALTIES and FROM_SLAVES <= state.due_source <= FROM_TRACKS):
        return b"due_source"
    return NULL


cdef const char* fault_in_steps(const Rules* rules, const State* state) noexcept nogil:
    """A promotion in the reward phase."""
    cdef int seat = state.seat
    if state.phase != PHASE_REWARDS:
        return b"phase"
    if state.decision == ASK_PROMOTE_TO and not can_leave(state, DUMMY if state.reason == WHY_DUMMY else seat, state.source):
        return b"source"
    if state.reason == WHY_DUMMY:
        if state.players != 2 or not is_favourite(state, seat):
            return b"seat"
        return NULL
    if state.reason == WHY_FREE_STEP:
        if state.left != 1 or not has(rules, state, seat, FREE_PROMOTION):
            return b"left"
        return NULL
    if state.left < 1 or state.left > GOODS_MAX or state.large[state.cursor] != seat:
        return b"left"
    return NULL


cdef const char* fault_in_offering(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat = state.seat
    if state.phase != PHASE_OFFERINGS:
        return b"phase"
    if state.decision == ASK_ANNOUNCE_DOUBLE:
        if not holds(state, seat, DOUBLE) or (state.demand >= 0) != (rules.switches[SWITCH_DOUBLE_AFTER] == 1):
            return b"double can't be announced"
        return NULL
    if state.offered[seat] or state.left < 1 or state.left > 3:
        return b"left"
    if state.decision == ASK_OFFER:
        return NULL
    if state.decision != ASK_AMOUNT or state.good < 0 or state.good >= GOOD_COUNT:
        return b"good"
    if (state.good < FOOD_COUNT and state.good != state.demand) or state.offer[seat][state.good]:
        return b"good"
    return NULL


cdef const char* fault_in_pending(const State* state) noexcept nogil:
    """Fields that the decision does not use have their neutral value, so that equal positions have equal bytes."""
    cdef int kind = state.decision
    cdef int reason = state.reason
    cdef bint trading = reason == WHY_ACTION and state.action == ACTION_TRADE
    cdef bint promoting = kind == ASK_PROMOTE_FROM or kind == ASK_PROMOTE_TO
    if reason != WHY_ACTION and (reason != WHY_MINE_SYMBOL or state.phase != PHASE_ACTIONS) and (state.action or state.copying):
        return b"action"
    if state.copying and (state.action < 1 or state.action > SPACE_COUNT):
        return b"copying"
    if state.left and not (
            reason == WHY_STEALING or kind == ASK_WHIP or kind == ASK_PICK_CUBE or kind == ASK_DUMP_MORE or kind == ASK_OFFER
            or (kind == ASK_AMOUNT and reason == WHY_OFFERING)
            or (promoting and (reason == WHY_STEPS or reason == WHY_FREE_STEP))):
        return b"left"
    if state.blind and kind != ASK_PICK_CUBE:
        return b"blind"
    if state.source and kind != ASK_PROMOTE_TO:
        return b"source"
    if (state.good != -1) != (kind == ASK_TRADE_GET or (kind == ASK_AMOUNT and (trading or reason == WHY_OFFERING))):
        return b"good"
    if (state.wanted != -1) != (kind == ASK_AMOUNT and trading):
        return b"wanted"
    if (state.own != -1) != (kind == ASK_SWAP_WITH):
        return b"own"
    if state.cursor and reason != WHY_STEALING and reason != WHY_STEPS and reason != WHY_ANGRY_QUEEN:
        return b"cursor"
    if state.rocks_in_hand and reason != WHY_ACTION:
        return b"rocks_in_hand"
    if reason == WHY_MINE_SYMBOL:
        return NULL
    if not within(state.due_order, SEATS, -1, -1) or state.due_cursor or state.due_source or state.demotions:
        return b"a pass of points"
    if kind != ASK_WHIP and not all_zero(state.due, SEATS):
        return b"due"
    return NULL


cdef const char* fault_in_decision(const Rules* rules, const State* state) noexcept nogil:
    cdef int reason = state.reason
    cdef int seat = state.seat
    cdef const char* fault
    if not within(&state.cursor, 1, 0, SEATS - 1) or not within(&state.source, 1, 0, SPACE_END - 1) or not within(
            &state.copying, 1, 0, 1) or not within(state.due, SEATS, 0, 120) or not within(&state.action, 1, 0, ACTION_PLAY_ORDER):
        return b"cursor, source, copying, due or action"
    fault = fault_in_pending(state)
    if fault is not NULL:
        return fault
    if reason == WHY_MINE_SYMBOL:
        if state.decision != ASK_DEMOTE:
            return b"reason"
        return fault_in_pass(rules, state)
    if state.decision == ASK_NOTHING:
        return NULL
    if reason == WHY_TURN or reason == WHY_ACTION:
        if state.phase != PHASE_ACTIONS or state.turn_order[state.turn] != seat:
            return b"seat"
        if reason == WHY_ACTION:
            return fault_in_action(rules, state)
        if state.decision != ASK_ACT or state.discs[seat] == 0 or state.action:
            return b"act"
        return NULL
    if reason == WHY_OFFERING:
        return fault_in_offering(rules, state)
    if reason == WHY_DRAFT:
        if state.decision != ASK_DRAFT or state.phase != PHASE_DRAFT or state.ability[seat] or rules.draft != DRAFT_CHOOSE:
            return b"draft"
        return NULL
    if reason == WHY_STEALING:
        if (state.decision != ASK_TAKE_FOOD or state.phase != PHASE_STEALING or state.large[state.cursor] != seat
                or state.left < 1 or state.left > 8):
            return b"take_food"
        return NULL
    if reason == WHY_ANGRY_QUEEN:
        if (state.decision != ASK_DEMOTE or state.phase != PHASE_OFFERINGS or state.cursor < 1
                or state.large[state.cursor] != seat):
            return b"demote"
        return NULL
    if state.decision != ASK_PROMOTE_FROM and state.decision != ASK_PROMOTE_TO:
        return b"reason"
    return fault_in_steps(rules, state)


cdef const char* fault_in_options(const Rules* rules, const State* state) noexcept nogil:
    """The options must be those of the rules, two or more (R10.1)."""
    cdef State again
    cdef int word
    memcpy(&again, state, sizeof(State))
    list_options(rules, &again)
    for word in range(OPTION_WORDS):
        if again.options[word] != state.options[word]:
            return b"options"
    if state.decision != ASK_NOTHING and count_options(state) < (1 if state.decision == ASK_ACT else 2):
        return b"a decision without a choice"
    return NULL


cdef const char* fault_in_result(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat, score
    for seat in range(SEATS):
        if state.phase != PHASE_OVER or seat >= state.players:
            if state.scores[seat] or state.ranks[seat] or state.hoards[seat] or state.rocks_left[seat]:
                return b"a result before the end"
            continue
        if not within(&state.hoards[seat], 1, 0, GOOD_COUNT) or not within(&state.ranks[seat], 1, 1, state.players):
            return b"the result"
        score = -rules.pit
        if state.in_play[seat]:
            score = state.rewards[seat] - state.penalties[seat] - state.rocks_left[seat] - 3 * state.hoards[seat]
            if state.rocks_left[seat] != state.rocks[seat][0] + state.rocks[seat][1]:
                return b"rocks_left"
        elif state.hoards[seat] or state.rocks_left[seat]:
            return b"the result of a fallen seat"
        if state.scores[seat] != score:
            return b"scores"
    return NULL


cdef const char* fault_before_options(const Rules* rules, const State* state) noexcept nogil:
    """The first fault in what leads to the options. The frame comes first, because the other checks index by it."""
    cdef const char* fault = fault_in_frame(rules, state)
    if fault is NULL:
        fault = fault_in_seats(rules, state)
    if fault is NULL:
        fault = fault_in_tiles(rules, state)
    if fault is NULL:
        fault = fault_in_pixies(rules, state)
    if fault is NULL:
        fault = fault_in_goods(rules, state)
    if fault is NULL:
        fault = fault_in_discs(rules, state)
    if fault is NULL:
        fault = fault_in_points(rules, state)
    if fault is NULL:
        fault = fault_in_queen(rules, state)
    if fault is NULL:
        fault = fault_in_decision(rules, state)
    return fault


cdef const char* first_fault(const Rules* rules, const State* state) noexcept nogil:
    """The first fault, or NULL."""
    cdef const char* fault = fault_before_options(rules, state)
    if fault is NULL:
        fault = fault_in_options(rules, state)
    if fault is NULL:
        fault = fault_in_result(rules, state)
    return fault


# --- a state that somebody has written to -----------------------------------------------------------------

cdef const char* fault_in_ranges(const Rules* rules, const State* state) noexcept nogil:
    """Ranges of whatever the engine indexes or counts by, in a state that is not at a decision."""
    cdef int seat, n = state.players
    if n != rules.players or not all_zero(state.reserved, sizeof(state.reserved)):
        return b"players or reserved"
    if (state.phase < PHASE_DRAFT or state.phase > PHASE_OVER or state.round < 0 or state.round > rules.rounds
            or state.chance < CHANCE_NONE or state.chance > CHANCE_DRAW or state.reason < WHY_NOTHING or state.reason >= WHY_END):
        return b"phase, round, chance or reason"
    if state.step < STEP_DRAFT or state.step > STEP_OVER or state.seat < -1 or state.seat >= n:
        return b"step or seat"
    if not is_order(state.due_order, n) or not is_order(state.priority, n) or not within(state.offered, SEATS, 0, 1):
        return b"due_order, priority or offered"
    if not (within(&state.cursor, 1, 0, SEATS - 1) and within(&state.due_cursor, 1, 0, SEATS - 1)
            and within(&state.due_source, 1, 0, PENALTY_SOURCE_COUNT - 1) and within(&state.demotions, 1, 0, SYMBOLS_MAX)
            and within(&state.action, 1, 0, ACTION_END - 1) and within(&state.copying, 1, 0, 1)
            and within(&state.left, 1, 0, GOODS_MAX) and within(&state.blind, 1, 0, 5)
            and within(&state.source, 1, 0, SPACE_END - 1) and within(&state.good, 1, -1, GOOD_COUNT - 1)
            and within(&state.wanted, 1, -1, GOOD_COUNT - 1) and within(&state.own, 1, -1, OWN_COUNT - 1)
            and within(state.due, SEATS, 0, 120)):
        return b"a field of the current action"
    if (not within(state.mine, COLOUR_COUNT, 0, 5) or not within(state.spaces, SPACE_END, -1, DUMMY)
            or not within(state.servants, SEATS, 0, 5) or state.servant_space < -1 or state.servant_space >= n
            or not within(state.first_servant, SEATS, 0, rules.rounds)):
        return b"pixies"
    if (not within(state.track[0], SEATS * TRACK_COUNT, 0, rules.track_length - 1) or not within(state.discs, SEATS, 0, 4)
            or not within(state.discs_on, ACTION_END, 0, 4 * SEATS)):
        return b"track or discs"
    if (state.demand < -1 or state.demand >= FOOD_COUNT or not within(state.demanded, FOOD_COUNT, 0, ROUND_TILES)
            or not within(state.offer[0], SEATS * GOOD_COUNT, 0, GOODS_MAX) or not within(state.announced, SEATS, 0, 1)):
        return b"demand or offerings"
    if not within(state.markers, MARKER_COUNT, 0, MARKERS):
        return b"markers"
    for seat in range(n):
        if state.penalties[seat] < 0 or state.penalties[seat] > rules.pit:
            return b"penalties"
    return NULL


cdef const char* fault_in_written(const Rules* rules, const State* state) noexcept nogil:
    """Why the engine can't go on from a state that was written to, or NULL. Its options may be old ones.

    At a decision the whole state must be right. Elsewhere a test may have broken off a step, so only what the engine relies
    on is checked; what comes of it is validated afterwards.
    """
    cdef const char* fault
    if state.phase == PHASE_SETUP and state.chance != CHANCE_NONE and state.players == rules.players:
        return NULL    # it waits for the luck of the setup, and nothing is there yet
    if state.phase == PHASE_OVER or state.decision != ASK_NOTHING:
        return fault_before_options(rules, state)
    fault = fault_in_ranges(rules, state)
    if fault is NULL:
        fault = fault_in_seats(rules, state)
    if fault is NULL:
        fault = fault_in_tiles(rules, state)
    if fault is NULL:
        fault = fault_in_goods(rules, state)
    return fault
