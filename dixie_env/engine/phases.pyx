# cython: language_level=3
"""Setup, the five phases, and what each outcome of chance does (rules.md sections 2, 3 and 7).

`go_on` makes one step of the game while nobody has to decide and no chance is awaited. `state.step` is the continuation:
each step does its part and sets the next one, or asks a seat, or waits for an outcome.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

from dixie_env.engine.actions cimport play_casino, receive_cube
from dixie_env.engine.model cimport *
from dixie_env.engine.options cimport can_copy_any, can_place_rock
from dixie_env.engine.points cimport begin_points, give_points
from dixie_env.engine.promotion cimport can_promote
from dixie_env.engine.scoring cimport finish
from dixie_env.engine.moves cimport *

include "source_hash.pxi"


# --- setup ----------------------------------------------------------------------------------------------

cdef void deal_goods(State* state) noexcept nogil:
    """R2.2, R2.5, R2.6. R1.1 gives the totals."""
    cdef int seat, good
    cdef int n = state.players
    state.supply[APPLE] = state.supply[BREAD] = state.supply[HONEY] = FOOD_TOTAL
    state.supply[SILVER] = SILVER_TOTAL
    state.supply[GOLD] = GOLD_TOTAL
    for good in range(GOOD_COUNT):
        state.offering_track[good] = good <= SILVER
        state.supply[good] -= state.offering_track[good]
        for seat in range(n):
            if good != HONEY or not is_favourite(state, seat):
                take(state, seat, good, 2)
    if TELLING:
        for seat in range(n):
            for good in range(GOOD_COUNT):
                if state.goods[seat][good] > 0:
                    write_event(EVENT_GOODS_TAKEN, seat, good, state.goods[seat][good], 2, FOR_START, 0, 0, 0, 0)
    state.bag[CUBE_SILVER] = 30
    state.supply[SILVER] -= 30
    state.bag[CUBE_GOLD] = 10
    state.supply[GOLD] -= 10
    state.bag[CUBE_ROCK] = <int8_t>min(5 * n, 20)


cdef void stack_food_tiles(State* state) noexcept nogil:
    """R2.4, bottom first: 4 4 3 3 2 2 with 5 players, fewer with fewer."""
    cdef int n = state.players
    cdef int value, copies
    for value in range(4, 1, -1):
        copies = 2 if (value == 4 and n >= 3) or (value == 3 and n >= 4) or (value == 2 and n >= 5) else 1
        while copies > 0:
            state.food_stack[state.food_left] = <int8_t>value
            state.food_left += 1
            copies -= 1


cdef void set_up(const Rules* rules, State* state, uint64_t seed) noexcept nogil:
    """Set up a new game; the order of the seats is the first chance outcome."""
    cdef int seat, pixies
    memset(state, 0, sizeof(State))
    state.seed = seed
    state.players = rules.players
    state.phase = PHASE_SETUP
    state.step = STEP_SETUP
    state.seat = -1
    state.demand = -1
    state.servant_space = -1
    clear_pending(state)
    memset(state.spaces, -1, sizeof(state.spaces))
    memset(state.large, -1, sizeof(state.large))
    memset(state.small, -1, sizeof(state.small))
    memset(state.turn_order, -1, sizeof(state.turn_order))
    memset(state.priority, -1, sizeof(state.priority))
    memset(state.due_order, -1, sizeof(state.due_order))
    pixies = 5 if rules.players <= 3 else 4 if rules.players == 4 else 3     # R1.2
    for seat in range(rules.players):
        state.in_play[seat] = 1
        state.discs[seat] = 4
        state.mine[seat] = <int8_t>pixies        # R2.3
    if rules.players == 2:
        state.mine[DUMMY] = 5                    # R7.1
    if rules.switches[SWITCH_MARKERS_LIMITED]:
        state.markers[MARKER_ONE] = state.markers[MARKER_TWO] = MARKERS      # R10.3
    state.one_off_on_board[DOUBLE] = state.one_off_on_board[PEEK] = state.one_off_on_board[MERCY] = 1
    stack_food_tiles(state)


cdef void take_first_ability(const Rules* rules, State* state, int seat, int ability) noexcept nogil:
    state.display[ability] = 0
    state.ability[seat] = <int8_t>ability
    tell(EVENT_ABILITY_TAKEN, seat, ability, state.phase != PHASE_DRAFT, 0, 0)
    if rules.ability_bonus[seat][ability]:
        reward(state, seat, rules.ability_bonus[seat][ability], FROM_DOCTORED)


cdef void draft(State* state) noexcept nogil:
    """R2.8: the last player in the order chooses first."""
    cdef int place
    if state.phase != PHASE_DRAFT:
        tell(EVENT_PHASE_BEGAN, -1, PHASE_DRAFT, 0, 0, 0)
    state.phase = PHASE_DRAFT
    for place in range(state.players - 1, -1, -1):
        if state.ability[state.large[place]] == NO_ABILITY:
            ask(state, ASK_DRAFT, WHY_DRAFT, state.large[place])
            return
    state.step = STEP_ROUND


# --- stealing -------------------------------------------------------------------------------------------

cdef void begin_round(State* state) noexcept nogil:
    cdef int seat
    state.round += 1
    state.phase = PHASE_STEALING
    clear_pending(state)
    for seat in range(SEATS):
        state.large[seat] = state.small[seat]    # R3.1
        state.whip_rolls[seat] = 0
        state.casino_rolls[seat] = 0
        state.cubes_drawn[seat] = 0
    if TELLING:
        write_numbered_order(EVENT_ROUND_BEGAN, -1, state.round, state.large)
        tell(EVENT_PHASE_BEGAN, -1, PHASE_STEALING, 0, 0, 0)
    state.step = STEP_STEAL


cdef void steal(const Rules* rules, State* state) noexcept nogil:
    """R3.2 for the seat at the cursor: silver, then the goods of its active pixies; food tiles follow unit by unit."""
    cdef int seat, space, food, taken
    if state.cursor == players_left(state):
        begin_actions(state)
        return
    seat = state.large[state.cursor]
    if has(rules, state, seat, SILVER_INCOME):
        take_for(state, seat, SILVER, 1, FOR_SILVER_INCOME)
    for space in range(1, SPACE_END):
        if state.spaces[space] == seat:
            for food in range(FOOD_COUNT):
                taken = take(state, seat, food, rules.icons[space][food])
                if TELLING and rules.icons[space][food] > 0:
                    write_event(EVENT_GOODS_TAKEN, seat, food, taken, rules.icons[space][food], FOR_ICONS, space, 0, 0, 0)
    state.left = state.food_tile[seat]
    if state.extra[seat] < ON_EXTRA:
        state.left += state.extra[seat]          # R10.28
    state.step = STEP_UNITS


cdef void steal_units(State* state) noexcept nogil:
    if state.left > 0 and food_in_supply(state):
        ask(state, ASK_TAKE_FOOD, WHY_STEALING, state.large[state.cursor])
        return
    state.left = 0
    state.cursor += 1
    state.step = STEP_STEAL


# --- actions --------------------------------------------------------------------------------------------

cdef void begin_actions(State* state) noexcept nogil:
    cdef int place
    state.phase = PHASE_ACTIONS
    tell(EVENT_PHASE_BEGAN, -1, PHASE_ACTIONS, 0, 0, 0)
    for place in range(SEATS):
        state.turn_order[place] = state.large[place]
    state.turn = -1
    state.step = STEP_TURN


cdef void next_turn(State* state) noexcept nogil:
    """R3.4: the next seat with discs left. The order of turns is the large order at the start of the phase: a seat that moves
    to the front during the phase has no discs left (R9.1), and neither does a seat that falls (R10.12)."""
    cdef int i
    clear_pending(state)
    for i in range(SEATS):
        state.turn = <int8_t>((state.turn + 1) % SEATS)
        if state.turn_order[state.turn] >= 0 and state.discs[state.turn_order[state.turn]] > 0:
            state.step = STEP_ACT
            return
    state.step = STEP_OFFERINGS


cdef void go_on_with_whips(State* state) noexcept nogil:
    """R4.10: point by point, then all together."""
    if state.left > 0:
        ask(state, ASK_WHIP, WHY_ACTION, state.turn_order[state.turn])
    else:
        begin_points(state, FROM_WHIPS)


cdef void go_on_with_rocks(const Rules* rules, State* state) noexcept nogil:
    """R4.22, rock by rock (R10.28)."""
    if state.rocks_in_hand == 0:
        state.step = STEP_TURN
    elif can_place_rock(rules, state, state.turn_order[state.turn]):
        ask(state, ASK_PLACE_ROCK, WHY_ACTION, state.turn_order[state.turn])
    else:
        state.removed[ROCK] += state.rocks_in_hand
        tell(EVENT_ROCKS_DISCARDED, state.turn_order[state.turn], state.rocks_in_hand, 0, 0, 0)
        state.rocks_in_hand = 0
        state.step = STEP_TURN


cdef void go_on_with_copy(const Rules* rules, State* state) noexcept nogil:
    """After the points (R10.14)."""
    cdef int seat = state.turn_order[state.turn]
    if state.in_play[seat] and can_copy_any(rules, state, seat):
        ask(state, ASK_COPY, WHY_ACTION, seat)
    else:
        if state.in_play[seat]:
            tell(EVENT_NOTHING_TO_COPY, seat, 0, 0, 0, 0)
        state.step = STEP_TURN


# --- offerings ------------------------------------------------------------------------------------------

cdef void begin_offerings(const Rules* rules, State* state) noexcept nogil:
    cdef int place, seat
    state.phase = PHASE_OFFERINGS
    tell(EVENT_PHASE_BEGAN, -1, PHASE_OFFERINGS, 0, 0, 0)
    state.turn = 0
    for place in range(SEATS):
        seat = state.priority[place]
        if seat >= 0 and state.in_play[seat] and not rules.switches[SWITCH_PRIORITY_AT_ONCE]:     # R3.10, R9.3, R10.24
            move_forward(state.large, seat, place_in(state.large, seat))
            if TELLING:
                write_order(EVENT_FAVOURITE_CHANGED, seat, state.large)
    for seat in range(SEATS):
        state.priority[seat] = -1
        state.turn_order[seat] = -1
        state.discs[seat] = 4 if state.in_play[seat] else 0
        state.used_mine[seat] = 0
        state.used_copy[seat] = 0
        state.used_swap[seat] = 0
        state.used_priority[seat] = 0
    memset(state.discs_on, 0, sizeof(state.discs_on))
    state.step = STEP_REVEAL
    if not rules.switches[SWITCH_DOUBLE_AFTER]:
        ask_for_double(state)


cdef void ask_for_double(State* state) noexcept nogil:
    """R3.12, R10.16."""
    cdef int seat
    for seat in range(state.players):
        if state.in_play[seat] and holds(state, seat, DOUBLE):
            ask(state, ASK_ANNOUNCE_DOUBLE, WHY_OFFERING, seat)


cdef void announce_after(const Rules* rules, State* state) noexcept nogil:
    state.step = STEP_OFFER
    if rules.switches[SWITCH_DOUBLE_AFTER]:
        ask_for_double(state)


cdef void next_offer(State* state) noexcept nogil:
    """The first seat in large order that has not chosen its offering; R3.13, R7.2, R10.23 for the number of kinds."""
    cdef int place, seat
    for place in range(SEATS):
        seat = state.large[place]
        if seat >= 0 and not state.offered[seat]:
            state.left = (2 if state.players == 2 else 1) + state.announced[seat]
            ask(state, ASK_OFFER, WHY_OFFERING, seat)
            return
    state.step = STEP_SHOW


cdef void go_on_offering(State* state) noexcept nogil:
    state.good = -1
    if state.left > 0:
        ask(state, ASK_OFFER, WHY_OFFERING, state.seat)
    else:
        state.offered[state.seat] = 1
        state.step = STEP_OFFER


cdef void show_offerings(State* state) noexcept nogil:
    """R3.14."""
    cdef int seat, good, units
    clear_pending(state)
    for seat in range(state.players):
        if state.in_play[seat]:
            units = 0
            if TELLING:
                write_event(EVENT_OFFERING_SHOWN, seat, state.offer[seat][APPLE], state.offer[seat][BREAD],
                            state.offer[seat][HONEY], state.offer[seat][SILVER], state.offer[seat][GOLD], 0, 0, 0)
            for good in range(GOOD_COUNT):
                pay(state, seat, good, state.offer[seat][good])
                units += state.offer[seat][good]
            if units == 0:
                state.due[seat] = 5
    begin_points(state, FROM_EMPTY_HAND)


cdef void look_for_food(State* state) noexcept nogil:
    """R3.15, R3.16."""
    cdef int seat
    for seat in range(state.players):
        if state.offer[seat][state.demand] > 0:
            state.step = STEP_REWARDS
            return
    tell(EVENT_QUEEN_ANGERED, -1, state.demand, 0, 0, 0)
    state.cursor = <int8_t>(players_left(state) - 1)
    state.step = STEP_ASK_QUEEN


cdef void be_angry(State* state) noexcept nogil:
    """R3.16, R10.26: from the last toward the front, never the favourite."""
    while state.cursor > 0:
        if is_active(state, state.large[state.cursor]):
            ask(state, ASK_DEMOTE, WHY_ANGRY_QUEEN, state.large[state.cursor])
            return
        state.cursor -= 1
    tell(EVENT_NOBODY_DEMOTED, -1, 0, 0, 0, 0)
    state.step = STEP_SLAVES


# --- rewards --------------------------------------------------------------------------------------------

cdef void climb(const Rules* rules, State* state, int track) noexcept nogil:
    """R3.17."""
    cdef int seat, before, most = 0, leaders = 0
    cdef int metal = SILVER + track
    for seat in range(state.players):
        if state.offer[seat][metal] > most:
            most = state.offer[seat][metal]
            leaders = 0
        if most > 0 and state.offer[seat][metal] == most:
            leaders += 1
    for seat in range(state.players):
        if state.offer[seat][metal] > 0:
            before = state.track[seat][track]
            state.track[seat][track] += 2 if leaders == 1 and state.offer[seat][metal] == most else 1
            state.track[seat][track] = <int8_t>min(state.track[seat][track], rules.track_length - 1)
            tell(EVENT_TRACK_CLIMBED, seat, track, before, state.track[seat][track],
                 BY_OFFERING_MOST if leaders == 1 and state.offer[seat][metal] == most else BY_OFFERING)


cdef void begin_rewards(const Rules* rules, State* state) noexcept nogil:
    state.phase = PHASE_REWARDS
    tell(EVENT_PHASE_BEGAN, -1, PHASE_REWARDS, 0, 0, 0)
    climb(rules, state, SILVER_TRACK)
    climb(rules, state, GOLD_TRACK)
    state.cursor = 0
    state.left = state.offer[state.large[0]][state.demand]
    state.step = STEP_PROMOTIONS


cdef void go_on_promoting(State* state) noexcept nogil:
    """R3.18: all steps of one seat before the next."""
    if state.left > 0:
        ask(state, ASK_PROMOTE_FROM, WHY_STEPS, state.large[state.cursor])
        return
    state.cursor += 1
    if state.cursor < players_left(state):
        state.left = state.offer[state.large[state.cursor]][state.demand]
    else:
        state.cursor = 0
        state.left = 1
        state.step = STEP_FREE_STEP


cdef void go_on_with_free_step(const Rules* rules, State* state) noexcept nogil:
    """R3.19."""
    cdef int seat
    if state.left > 0:
        for seat in range(state.players):
            if has(rules, state, seat, FREE_PROMOTION):
                ask(state, ASK_PROMOTE_FROM, WHY_FREE_STEP, seat)
                return
    state.left = 0
    state.step = STEP_SERVANT


cdef void settle_servant(const Rules* rules, State* state) noexcept nogil:
    """R3.20."""
    cdef int seat = state.servant_space
    if seat >= 0:
        state.servant_space = -1
        state.servants[seat] += 1
        tell(EVENT_SERVANT_SETTLED, seat, 0, 0, 0, 0)
        if state.first_servant[seat] == 0:
            state.first_servant[seat] = state.round
        take_reward_tile(rules, state, seat, SERVANT_ROW)
        if has(rules, state, seat, SERVANT_BONUS):
            reward_with_markers(rules, state, seat, 2, FROM_SERVANT_BONUS)
    state.step = STEP_DUMMY


cdef void move_dummy(const Rules* rules, State* state) noexcept nogil:
    """R3.21, R7.3."""
    state.step = STEP_SLAVES
    if state.players == 2 and can_promote(rules, state, state.large[0], DUMMY, 0):
        ask(state, ASK_PROMOTE_FROM, WHY_DUMMY, state.large[0])


# --- penalties ------------------------------------------------------------------------------------------

cdef void punish_slaves(const Rules* rules, State* state) noexcept nogil:
    """R3.22; all are counted before any points are given (R10.27)."""
    cdef int seat
    clear_pending(state)
    state.phase = PHASE_PENALTIES
    tell(EVENT_PHASE_BEGAN, -1, PHASE_PENALTIES, 0, 0, 0)
    for seat in range(state.players):
        state.due[seat] = <int8_t>min(state.mine[seat], 1 if has(rules, state, seat, LIGHT_MINE) else 2)
    begin_points(state, FROM_SLAVES)


cdef void punish_tracks(const Rules* rules, State* state) noexcept nogil:
    """R3.23."""
    cdef int seat, track
    for seat in range(state.players):
        if state.in_play[seat]:
            for track in range(TRACK_COUNT):
                state.due[seat] += rules.track_penalties[state.track[seat][track]]
    begin_points(state, FROM_TRACKS)


cdef bint golden_tiles_gone(const Rules* rules, const State* state) noexcept nogil:
    """R11.1."""
    cdef int row
    for row in range(ROW_COUNT):
        if state.tiles_taken[row] < rules.golden:
            return False
    return True


cdef void end_round(const Rules* rules, State* state) noexcept nogil:
    if state.round >= rules.rounds or golden_tiles_gone(rules, state):
        finish(rules, state)
        return
    state.demand = -1
    memset(state.announced, 0, sizeof(state.announced))
    memset(state.offered, 0, sizeof(state.offered))
    memset(state.offer, 0, sizeof(state.offer))
    state.step = STEP_ROUND


# --- chance ---------------------------------------------------------------------------------------------

cdef void apply_chance(const Rules* rules, State* state, const Outcome* outcome) noexcept nogil:
    """Sampled, scripted or read from a record: every outcome comes in here."""
    cdef int i
    cdef int kind = state.chance
    cdef int seat = state.seat
    state.chance = CHANCE_NONE
    if kind == CHANCE_ORDER:                     # R2.1
        for i in range(state.players):
            state.small[i] = outcome.values[i]
            state.large[i] = outcome.values[i]
        if TELLING:
            tell(EVENT_PHASE_BEGAN, -1, PHASE_SETUP, 0, 0, 0)
            write_order(EVENT_ORDER_DRAWN, -1, state.large)
        deal_goods(state)
        state.step = STEP_ABILITIES
    elif kind == CHANCE_ABILITIES:
        for i in range(outcome.count):
            state.display[outcome.values[i]] = 1
        if TELLING:
            write_event(EVENT_ABILITIES_SHOWN, -1, outcome.values[0], outcome.values[1], outcome.values[2],
                        outcome.values[3], outcome.values[4], outcome.values[5], -1, -1)
        state.step = STEP_DRAFT if rules.draft == DRAFT_CHOOSE else STEP_DEAL
    elif kind == CHANCE_DEAL:
        for i in range(state.players):
            take_first_ability(rules, state, i, outcome.values[i])
        state.step = STEP_ROUND
    elif kind == CHANCE_DEMAND:                  # R3.11
        state.demand = outcome.values[0]
        state.demanded[state.demand] += 1
        tell(EVENT_DEMAND_REVEALED, -1, state.demand, 0, 0, 0)
        state.step = STEP_ANNOUNCE_AFTER
    elif kind == CHANCE_WHIP_DIE:
        state.whip_rolls[seat] += 1
        tell(EVENT_WHIP_ROLLED, seat, outcome.values[0], 0, 0, 0)
        state.left = outcome.values[0]
        state.step = STEP_WHIPS
    elif kind == CHANCE_CASINO_DIE:
        state.casino_rolls[seat] += 1
        play_casino(state, seat, outcome.values[0])
        state.step = STEP_TURN
    else:
        for i in range(outcome.count):
            receive_cube(state, seat, outcome.values[i])
            tell(EVENT_CUBE_DRAWN, seat, outcome.values[i], False, 0, 0)
        state.cubes_drawn[seat] += outcome.count
        state.blind = 0
        state.step = STEP_ROCKS


# --- one step -------------------------------------------------------------------------------------------

cdef void go_on(const Rules* rules, State* state) noexcept nogil:
    cdef int step = state.step
    if step == STEP_TURN:
        next_turn(state)
    elif step == STEP_ACT:
        ask(state, ASK_ACT, WHY_TURN, state.turn_order[state.turn])
    elif step == STEP_POINTS:
        give_points(rules, state)
    elif step == STEP_UNITS:
        steal_units(state)
    elif step == STEP_STEAL:
        steal(rules, state)
    elif step == STEP_WHIPS:
        go_on_with_whips(state)
    elif step == STEP_PICK:
        if state.left > 0:
            ask(state, ASK_PICK_CUBE, WHY_ACTION, state.seat)
        else:
            state.step = STEP_BLIND
    elif step == STEP_BLIND:
        if state.blind > 0:
            state.chance = CHANCE_DRAW
        else:
            state.step = STEP_ROCKS
    elif step == STEP_ROCKS:
        go_on_with_rocks(rules, state)
    elif step == STEP_COPY:
        go_on_with_copy(rules, state)
    elif step == STEP_OFFERINGS:
        begin_offerings(rules, state)
    elif step == STEP_REVEAL:
        state.chance = CHANCE_DEMAND
    elif step == STEP_ANNOUNCE_AFTER:
        announce_after(rules, state)
    elif step == STEP_OFFER:
        next_offer(state)
    elif step == STEP_OFFER_MORE:
        go_on_offering(state)
    elif step == STEP_SHOW:
        show_offerings(state)
    elif step == STEP_QUEEN:
        look_for_food(state)
    elif step == STEP_ASK_QUEEN:
        be_angry(state)
    elif step == STEP_REWARDS:
        begin_rewards(rules, state)
    elif step == STEP_PROMOTIONS:
        go_on_promoting(state)
    elif step == STEP_FREE_STEP:
        go_on_with_free_step(rules, state)
    elif step == STEP_SERVANT:
        settle_servant(rules, state)
    elif step == STEP_DUMMY:
        move_dummy(rules, state)
    elif step == STEP_SLAVES:
        punish_slaves(rules, state)
    elif step == STEP_TRACKS:
        punish_tracks(rules, state)
    elif step == STEP_ROUND_END:
        end_round(rules, state)
    elif step == STEP_ROUND:
        begin_round(state)
    elif step == STEP_DRAFT:
        draft(state)
    elif step == STEP_SETUP:
        state.chance = CHANCE_ORDER
    elif step == STEP_ABILITIES:
        state.chance = CHANCE_ABILITIES
    else:
        state.chance = CHANCE_DEAL
