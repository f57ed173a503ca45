# cython: language_level=3
"""What a position is worth to a seat: an estimate of its final score, and how much of that its rivals take away.

The estimate is the points so far, minus the points that slaves and tracks will cost in the rounds to come, plus what
pixies, goods and tiles may still bring. Every term has a weight; see `dixie_agents/weights.py`.

An `Outlook` keeps parts of estimates from one position to the next. They are the same numbers, added in the same order.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport ON_EXTRA, has, holds, is_favourite, place_in, require, row_of

include "source_hash.pxi"

cdef double[10] SHARE = [0.0, 1.0, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9]


cdef int rounds_ahead(const Rules* rules, const State* state) noexcept nogil:
    """Whole rounds after this one."""
    return rules.rounds - state.round


cdef double lasting(const Rules* rules, const State* state, const Weights* w) noexcept nogil:
    """How many more times a cost per round is expected: surely this round, less surely in later ones."""
    cdef int phases = rounds_ahead(rules, state) + (state.phase < PHASE_PENALTIES)
    return 0.0 if phases <= 0 else 1.0 + w.persist * (phases - 1)


cdef double track_cost(const Rules* rules, const State* state, int place, const Weights* w) noexcept nogil:
    """Points that a place on a track costs until the end (R3.23).

    This round costs what the board says. Later rounds are a straight line from the lowest place to the highest, so that
    every step counts: a track has flat stretches, but the place behind them is reached only through them.
    """
    cdef int phases = rounds_ahead(rules, state) + (state.phase < PHASE_PENALTIES)
    cdef int top = rules.track_length - 1
    cdef double lowest = rules.track_penalties[0]
    if phases <= 0:
        return 0.0
    return (rules.track_penalties[place] - rules.track_rewards[place]
            + w.climb * (phases - 1) * (lowest - (lowest + rules.track_rewards[top]) * place / top))


cdef double fading(const Rules* rules, const State* state, const Weights* w) noexcept nogil:
    """Goods are worth less as the offerings to come get fewer, and nothing after the last."""
    cdef int offerings = rounds_ahead(rules, state) + (state.phase <= PHASE_OFFERINGS)
    cdef double rest = 1.0
    while offerings > 0:
        rest *= w.fade
        offerings -= 1
    return 1.0 - rest


cdef double food_value(const State* state, int food, const Weights* w) noexcept nogil:
    """A food is worth more the likelier the queen demands it next: round tiles seen don't come again."""
    cdef int left = 9 - state.demanded[0] - state.demanded[1] - state.demanded[2]
    return w.food + w.demand * ((3 - state.demanded[food]) * SHARE[left] - SHARE[3])


cdef double amount_value(int amount, double plenty) noexcept nogil:
    """Four units count in full, further ones less, because nobody can use them all."""
    return amount if amount <= 4 else 4 + plenty * (amount - 4)


cdef int servant_tiles(const State* state) noexcept nogil:
    """How many are taken, or will be at the end of the phase (R3.20)."""
    return state.tiles_taken[SERVANT_ROW] + (state.servant_space >= 0)


cdef double servant_hope(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w) noexcept nogil:
    """What a servant tile is worth to a pixie in this row, 0 for the mine (R3.20). `before` counts the seat's pixies ahead of it."""
    cdef int chances = rounds_ahead(rules, state) + (state.phase <= PHASE_REWARDS)
    cdef int tile = servant_tiles(state) + before
    cdef int steps = 5 - row
    cdef double hope
    if chances <= before or tile >= ROW_TILES or steps > 3 * chances:
        return 0.0
    hope = rules.tiles[SERVANT_ROW][tile] + (2 if has(rules, state, seat, SERVANT_BONUS) else 0)
    hope *= w.servant
    while steps > 0:
        hope *= w.step
        steps -= 1
    return hope


cdef double ring_hope(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """How far the gold goes toward the next ring and the one after it (R4.13)."""
    cdef int price = rules.gold_per_ring[state.track[seat][GOLD_TRACK]]
    cdef int gold = state.goods[seat][GOLD]
    cdef int tile = state.tiles_taken[RING_ROW]
    cdef int bonus = 2 if has(rules, state, seat, RING_BONUS) else 0
    cdef double hope = 0.0
    if tile < ROW_TILES:
        hope = (rules.tiles[RING_ROW][tile] + bonus) * <double>min(gold, price) / price
    gold -= price
    if gold > 0 and tile + 1 < ROW_TILES:
        hope += 0.5 * (rules.tiles[RING_ROW][tile + 1] + bonus) * <double>min(gold, price) / price
    return w.ring * hope


cdef double offering_hope(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """How much of the next special offering the seat owns (R4.19)."""
    cdef int tile = state.tiles_taken[OFFERING_ROW]
    cdef int good, wanted = 1, owned = 0, spare = 0
    cdef double share
    if tile >= ROW_TILES:
        return 0.0
    for good in range(GOOD_COUNT):
        wanted += state.offering_track[good]
        owned += min(state.offering_track[good], state.goods[seat][good])
        spare |= state.goods[seat][good] > state.offering_track[good]
    share = <double>(owned + spare) / wanted
    return w.offering * rules.tiles[OFFERING_ROW][tile] * share * share


cdef int majorities(const State* state, int seat) noexcept nogil:
    """Goods of which the seat owns some, and nobody else more (R11.3)."""
    cdef int good, other, count = 0
    for good in range(GOOD_COUNT):
        if state.goods[seat][good] > 0:
            for other in range(state.players):
                if other != seat and state.in_play[other] and state.goods[other][good] > state.goods[seat][good]:
                    break
            else:
                count += 1
    return count


cdef bint hoards_count(const Rules* rules, const State* state) noexcept nogil:
    """They do in the last two rounds."""
    return rounds_ahead(rules, state) <= 1


cdef double hoard_cost(const Rules* rules, const State* state, int seat, const Weights* w) noexcept nogil:
    """Majorities cost 3 points each at the end (R11.3)."""
    if not hoards_count(rules, state):
        return 0.0
    return 3.0 * majorities(state, seat) * (1.0 if rounds_ahead(rules, state) == 0 else w.hoard)


cdef void look_out(Outlook* outlook, const State* root) noexcept nogil:
    """Begin to look ahead from a position, which must stay as it is meanwhile."""
    outlook.root = root
    outlook.round = -1
    memset(outlook.known, 0, sizeof(outlook.known))


cdef void adjust(const Rules* rules, const State* state, const Weights* w, Outlook* outlook) noexcept nogil:
    """Compute anew what the estimates of positions like this one share."""
    cdef int food
    cdef double fade = fading(rules, state, w)
    outlook.fade = fade
    outlook.round = state.round
    outlook.phase = state.phase
    memcpy(outlook.demanded, state.demanded, sizeof(state.demanded))
    outlook.servants = <int8_t>servant_tiles(state)
    outlook.time = lasting(rules, state, w)
    for food in range(FOOD_COUNT):
        outlook.good[food] = fade * food_value(state, food, w)
    outlook.good[SILVER] = fade * w.silver
    outlook.good[GOLD] = fade * w.gold
    outlook.pixies_known = 0


cdef bint fits(const Outlook* outlook, const State* state) noexcept nogil:
    return (outlook.phase == state.phase and outlook.round == state.round and outlook.servants == servant_tiles(state)
            and memcmp(outlook.demanded, state.demanded, sizeof(state.demanded)) == 0)


cdef double pixie_worth(const Rules* rules, const State* state, int seat, int row, int before, const Weights* w,
                        Outlook* outlook) noexcept nogil:
    """A pixie in this row: steps made, food to come (R3.2), a servant tile at the end. `before` counts those ahead of it."""
    cdef int place = ((MOST_PIXIES if has(rules, state, seat, SERVANT_BONUS) else 0) + before) * ROWS + row
    if not outlook.pixies_known >> place & 1:
        outlook.pixies_known |= <uint64_t>1 << place
        outlook.pixie[place] = (w.row[row] + w.income * row * rounds_ahead(rules, state)
                                + servant_hope(rules, state, seat, row, before, w))
    return outlook.pixie[place]


cdef double estimate(const Rules* rules, const State* state, int seat, const Weights* w, Outlook* outlook) noexcept nogil:
    """The final score that a seat can expect."""
    cdef int ahead, track, space, good, tile, due, i, before = 0
    cdef double value, cost
    if not state.in_play[seat]:
        return -rules.pit - 10.0
    if state.phase == PHASE_OVER:
        return state.scores[seat]
    if not fits(outlook, state):
        adjust(rules, state, w, outlook)
    ahead = rounds_ahead(rules, state)
    value = state.rewards[seat] - state.penalties[seat]

    # what every round costs (R3.22, R3.23), and the pit below (R6.3)
    due = min(state.mine[seat], 1 if has(rules, state, seat, LIGHT_MINE) else 2)
    cost = outlook.time * due
    for track in range(2):
        due += rules.track_penalties[state.track[seat][track]]
        cost += track_cost(rules, state, state.track[seat][track], w)
    value -= cost
    cost += state.penalties[seat] + 8 - rules.pit
    if cost > 0:
        value -= w.pit * cost
    # a mine symbol within reach of this round's points will send a pixie down (R6.1)
    if state.phase < PHASE_PENALTIES and not is_favourite(state, seat):
        for i in range(rules.mine_symbol_count):
            if state.penalties[seat] < rules.mine_symbols[i] <= state.penalties[seat] + due:
                value -= w.symbol

    for space in range(SPACE_END - 1, 0, -1):
        if state.spaces[space] == seat:
            value += pixie_worth(rules, state, seat, row_of(space), before, w, outlook)
            before += 1
    if state.servant_space == seat:
        value += rules.tiles[SERVANT_ROW][state.tiles_taken[SERVANT_ROW]]
        value += 2 if has(rules, state, seat, SERVANT_BONUS) else 0
    value -= w.rock * (state.rocks[seat][0] + state.rocks[seat][1])

    # goods, and what they are saved for
    if outlook.fade > 0:
        for good in range(GOOD_COUNT):
            value += outlook.good[good] * amount_value(state.goods[seat][good], w.plenty)
    if ahead > 0 or (state.phase <= PHASE_ACTIONS and state.discs[seat] > 0):
        value += ring_hope(rules, state, seat, w) + offering_hope(rules, state, seat, w)
    value -= hoard_cost(rules, state, seat, w)

    # tiles, discs, and the place in the order
    tile = state.food_tile[seat] + (state.extra[seat] if state.extra[seat] < ON_EXTRA else 0)
    value += w.food_tile * tile * ahead
    if outlook.fade > 0:
        for i in range(DOUBLE, ONE_OFF_END):
            if holds(state, seat, i):
                value += w.one_off[i]
    value += w.ability[state.ability[seat]] * outlook.time / 5
    if state.phase == PHASE_ACTIONS:
        value += w.disc * state.discs[seat]
    if ahead > 0:
        value -= w.order * place_in(state.small, seat)
    return value


# --- rivals ---------------------------------------------------------------------------------------------------

cdef bint same(const int8_t* one, const int8_t* other, int count) noexcept nogil:
    return memcmp(one, other, count) == 0


cdef bint same_table(const State* one, const State* other) noexcept nogil:
    """Whether all that `estimate` reads for every seat is the same in two positions of a game."""
    return (one.round == other.round and one.phase == other.phase and one.large[0] == other.large[0]
            and one.servant_space == other.servant_space and same(one.small, other.small, SEATS)
            and same(one.tiles_taken, other.tiles_taken, ROW_COUNT) and same(one.demanded, other.demanded, FOOD_COUNT)
            and same(one.offering_track, other.offering_track, GOOD_COUNT))


cdef bint same_pixies(const State* one, const State* other, int seat) noexcept nogil:
    cdef int space
    for space in range(1, SPACE_END):
        if (one.spaces[space] == seat) != (other.spaces[space] == seat):
            return False
    return True


cdef bint same_seat(const Rules* rules, const State* one, const State* other, int seat) noexcept nogil:
    """Whether all that `estimate` reads for this seat alone is the same."""
    return (same(one.goods[seat], other.goods[seat], GOOD_COUNT) and one.mine[seat] == other.mine[seat]
            and one.penalties[seat] == other.penalties[seat] and one.rewards[seat] == other.rewards[seat]
            and one.in_play[seat] == other.in_play[seat] and one.discs[seat] == other.discs[seat]
            and same(one.track[seat], other.track[seat], TRACK_COUNT) and same(one.rocks[seat], other.rocks[seat], CHAINED_MAX)
            and one.ability[seat] == other.ability[seat] and one.extra[seat] == other.extra[seat]
            and one.food_tile[seat] == other.food_tile[seat] and one.one_off[seat] == other.one_off[seat]
            and (same(one.spaces, other.spaces, SPACE_END) or same_pixies(one, other, seat))
            and (not hoards_count(rules, one) or majorities(one, seat) == majorities(other, seat)))


cdef double same_rival(const Rules* rules, const State* state, int seat, const Weights* w, Outlook* outlook) noexcept nogil:
    """The estimate of a rival for which nothing has changed since the root."""
    if not outlook.known[seat]:
        outlook.known[seat] = True
        outlook.rival[seat] = estimate(rules, outlook.root, seat, w, outlook)
    require(outlook.rival[seat] == estimate(rules, state, seat, w, outlook))
    return outlook.rival[seat]


cdef double evaluate(const Rules* rules, const State* state, int seat, const Weights* w, Outlook* outlook) noexcept nogil:
    """The seat's expected score minus a share of its rivals': the strongest rival counts as much as all rivals together."""
    cdef int other
    cdef double value = estimate(rules, state, seat, w, outlook)
    cdef double theirs, best = -1e9, total = 0.0
    cdef bint unchanged
    if w.rivals <= 0:
        return value
    unchanged = same_table(outlook.root, state)
    for other in range(state.players):
        if other != seat:
            if unchanged and same_seat(rules, outlook.root, state, other):
                theirs = same_rival(rules, state, other, w, outlook)
            else:
                theirs = estimate(rules, state, other, w, outlook)
            total += theirs
            best = max(best, theirs)
    return value - w.rivals * 0.5 * (best + total / (state.players - 1))
