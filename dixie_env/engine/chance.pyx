# cython: language_level=3
"""The one door of chance: how outcomes are sampled from the seed, and which outcomes are possible.

Nothing is shuffled in advance. An outcome is a function of the seed, the kind of chance, and a counter such as
"the k-th roll of this seat in this round", so two games that differ in one decision share all other outcomes.
`phases` applies outcomes; scripted outcomes go through the same function there.
"""

from libc.stdint cimport int8_t, uint64_t

from dixie_env.engine.model cimport *
from dixie_env.engine.moves cimport cubes_in_bag

include "source_hash.pxi"


cdef uint64_t mix(uint64_t x) noexcept nogil:
    """The finalizer of splitmix64."""
    x ^= x >> 30
    x *= <uint64_t>0xBF58476D1CE4E5B9
    x ^= x >> 27
    x *= <uint64_t>0x94D049BB133111EB
    x ^= x >> 31
    return x


cdef uint64_t random_bits(uint64_t seed, int stream, uint64_t counter) noexcept nogil:
    """64 random bits, a pure function of its arguments."""
    cdef uint64_t x = mix(seed + <uint64_t>0x9E3779B97F4A7C15)
    x = mix(x ^ (<uint64_t>(stream + 1) * <uint64_t>0xD1342543DE82EF95))
    return mix(x + (counter + 1) * <uint64_t>0x9E3779B97F4A7C15)


cdef int random_below(uint64_t seed, int stream, uint64_t counter, int n) noexcept nogil:
    """0 to n - 1. Scaled, not taken modulo n: the same bits give similar results for similar n."""
    return <int>(((random_bits(seed, stream, counter) >> 32) * <uint64_t>n) >> 32)


cdef uint64_t roll_counter(const State* state, int seat, int roll) noexcept nogil:
    return (<uint64_t>state.round * 8 + <uint64_t>seat) * 256 + <uint64_t>roll


cdef void order_by_lot(uint64_t seed, int stream, int first, int last, int8_t* out) noexcept nogil:
    """The numbers first..last in a random order: each gets a random key, and the lowest comes first."""
    cdef uint64_t lots[ABILITY_COUNT + SEATS]     # large enough for abilities and for seats
    cdef uint64_t lot
    cdef int number, place, count = 0
    for number in range(first, last + 1):
        lot = random_bits(seed, stream, <uint64_t>number)
        place = count
        while place > 0 and lots[place - 1] > lot:
            lots[place] = lots[place - 1]
            out[place] = out[place - 1]
            place -= 1
        lots[place] = lot
        out[place] = <int8_t>number
        count += 1


cdef void sample_abilities(const Rules* rules, const State* state, Outcome* outcome) noexcept nogil:
    """The abilities on display, ascending; they include those of a fixed list."""
    cdef int8_t lots[ABILITY_COUNT]
    cdef bint shown[ABILITY_END]
    cdef int i, seat, ability, count = 0
    order_by_lot(state.seed, CHANCE_ABILITIES, 1, ABILITY_COUNT, lots)
    for ability in range(ABILITY_END):
        shown[ability] = False
    if rules.draft == DRAFT_FIXED:
        for seat in range(state.players):
            shown[rules.fixed[seat]] = True
            count += 1
    for i in range(ABILITY_COUNT):
        if count < DISPLAY_COUNT and not shown[lots[i]]:
            shown[lots[i]] = True
            count += 1
    outcome.count = 0
    for ability in range(1, ABILITY_END):
        if shown[ability]:
            outcome.values[outcome.count] = <int8_t>ability
            outcome.count += 1


cdef void sample_deal(const Rules* rules, const State* state, Outcome* outcome) noexcept nogil:
    cdef int8_t lots[ABILITY_COUNT]
    cdef int i, seat = 0
    outcome.count = state.players
    if rules.draft == DRAFT_FIXED:
        for seat in range(state.players):
            outcome.values[seat] = rules.fixed[seat]
        return
    order_by_lot(state.seed, CHANCE_DEAL, 1, ABILITY_COUNT, lots)
    for i in range(ABILITY_COUNT):
        if seat < state.players and state.display[lots[i]]:
            outcome.values[seat] = lots[i]
            seat += 1


cdef int pick(const int8_t* counts, int number) noexcept nogil:
    """Which of three piles contains the cube (or round tile) with this number."""
    if number < counts[0]:
        return 0
    if number < counts[0] + counts[1]:
        return 1
    return 2


cdef void sample_demand(const State* state, Outcome* outcome) noexcept nogil:
    cdef int8_t tiles[FOOD_COUNT]
    cdef int food, total = 0
    for food in range(FOOD_COUNT):
        tiles[food] = <int8_t>(ROUND_TILES - state.demanded[food])
        total += tiles[food]
    outcome.count = 1
    outcome.values[0] = <int8_t>pick(tiles, random_below(state.seed, CHANCE_DEMAND, <uint64_t>state.round, total))


cdef void sample_draw(const State* state, Outcome* outcome) noexcept nogil:
    cdef int8_t bag[CUBE_COUNT]
    cdef int i, cube, total = cubes_in_bag(state)
    for cube in range(CUBE_COUNT):
        bag[cube] = state.bag[cube]
    outcome.count = state.blind
    for i in range(state.blind):
        cube = pick(bag, random_below(
            state.seed, CHANCE_DRAW, roll_counter(state, state.seat, state.cubes_drawn[state.seat] + i), total))
        bag[cube] -= 1
        total -= 1
        outcome.values[i] = <int8_t>cube


cdef void sample(const Rules* rules, const State* state, Outcome* outcome) noexcept nogil:
    """The outcome that the state's seed gives for the awaited chance. Changes nothing."""
    cdef int seat = state.seat
    outcome.kind = state.chance
    outcome.count = 1
    if state.chance == CHANCE_ORDER:
        outcome.count = state.players
        order_by_lot(state.seed, CHANCE_ORDER, 0, state.players - 1, outcome.values)
    elif state.chance == CHANCE_ABILITIES:
        sample_abilities(rules, state, outcome)
    elif state.chance == CHANCE_DEAL:
        sample_deal(rules, state, outcome)
    elif state.chance == CHANCE_DEMAND:
        sample_demand(state, outcome)
    elif state.chance == CHANCE_WHIP_DIE:
        outcome.values[0] = rules.whip_die[random_below(
            state.seed, CHANCE_WHIP_DIE, roll_counter(state, seat, state.whip_rolls[seat]), rules.whip_faces)]
    elif state.chance == CHANCE_CASINO_DIE:
        outcome.values[0] = rules.casino_die[random_below(
            state.seed, CHANCE_CASINO_DIE, roll_counter(state, seat, state.casino_rolls[seat]), rules.casino_faces)]
    else:
        sample_draw(state, outcome)


cdef bint distinct(const Outcome* outcome, int first, int last) noexcept nogil:
    """Whether all values are different and between first and last."""
    cdef int i, j
    for i in range(outcome.count):
        if outcome.values[i] < first or outcome.values[i] > last:
            return False
        for j in range(i):
            if outcome.values[i] == outcome.values[j]:
                return False
    return True


cdef bint on_die(const int8_t* faces, int count, int face) noexcept nogil:
    cdef int i
    for i in range(count):
        if faces[i] == face:
            return True
    return False


cdef bint possible_abilities(const Rules* rules, const State* state, const Outcome* outcome) noexcept nogil:
    cdef int i, seat
    cdef bint found
    if outcome.count != DISPLAY_COUNT or not distinct(outcome, 1, ABILITY_COUNT):
        return False
    for i in range(1, DISPLAY_COUNT):
        if outcome.values[i] < outcome.values[i - 1]:
            return False
    if rules.draft == DRAFT_FIXED:
        for seat in range(state.players):
            found = False
            for i in range(DISPLAY_COUNT):
                found = found or outcome.values[i] == rules.fixed[seat]
            if rules.fixed[seat] and not found:
                return False
    return True


cdef bint possible_deal(const Rules* rules, const State* state, const Outcome* outcome) noexcept nogil:
    cdef int seat
    if outcome.count != state.players or not distinct(outcome, 1, ABILITY_COUNT):
        return False
    for seat in range(state.players):
        if not state.display[outcome.values[seat]]:
            return False
        if rules.draft == DRAFT_FIXED and rules.fixed[seat] and rules.fixed[seat] != outcome.values[seat]:
            return False
    return True


cdef bint possible_draw(const State* state, const Outcome* outcome) noexcept nogil:
    cdef int drawn[CUBE_COUNT]
    cdef int i, cube
    if outcome.count != state.blind:
        return False
    for cube in range(CUBE_COUNT):
        drawn[cube] = 0
    for i in range(outcome.count):
        cube = outcome.values[i]
        if cube < 0 or cube >= CUBE_COUNT:
            return False
        drawn[cube] += 1
        if drawn[cube] > state.bag[cube]:
            return False
    return True


cdef bint possible(const Rules* rules, const State* state, const Outcome* outcome) noexcept nogil:
    """Whether this outcome is possible here."""
    if outcome.kind != state.chance:
        return False
    if state.chance == CHANCE_ORDER:
        return outcome.count == state.players and distinct(outcome, 0, state.players - 1)
    if state.chance == CHANCE_ABILITIES:
        return possible_abilities(rules, state, outcome)
    if state.chance == CHANCE_DEAL:
        return possible_deal(rules, state, outcome)
    if state.chance == CHANCE_DRAW:
        return possible_draw(state, outcome)
    if outcome.count != 1:
        return False
    if state.chance == CHANCE_DEMAND:
        return 0 <= outcome.values[0] < FOOD_COUNT and state.demanded[outcome.values[0]] < ROUND_TILES
    if state.chance == CHANCE_WHIP_DIE:
        return on_die(rules.whip_die, rules.whip_faces, outcome.values[0])
    return on_die(rules.casino_die, rules.casino_faces, outcome.values[0])
