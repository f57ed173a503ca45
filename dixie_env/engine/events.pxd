# cython: language_level=3
"""What happens in a game, as the engine says it while it steps: the kinds of events, and the log they go to.

At most one state is listened to at a time, and only while its owner holds the interpreter's lock. A rule asks `heard(state)`,
one comparison of two pointers, and writes an event if the answer is yes. States that other threads are stepping are other
states, so nothing of theirs gets into the log. Nothing is kept in the state itself: its bytes are the same with and without
a listener.
"""

from libc.stdint cimport int8_t, int16_t

from dixie_env.engine.model cimport State

cdef enum:
    EVENT_VALUES = 8

# The fields of each kind stand in event_kinds.py, in the order in which they are written here.
cpdef enum:    # EventKind
    # setup and headings
    EVENT_ORDER_DRAWN, EVENT_ABILITIES_SHOWN, EVENT_ABILITY_TAKEN, EVENT_ROUND_BEGAN, EVENT_PHASE_BEGAN
    # turns
    EVENT_ACTION_CHOSEN, EVENT_PASSED, EVENT_ACTION_COPIED, EVENT_NOTHING_TO_COPY
    # goods
    EVENT_GOODS_TAKEN, EVENT_GOODS_PAID, EVENT_GOODS_ROBBED, EVENT_GOOD_DUMPED, EVENT_GOOD_ADDED
    EVENT_CASINO_ROLLED, EVENT_CUBE_DRAWN
    # rocks
    EVENT_ROCK_PLACED, EVENT_ROCKS_DISCARDED, EVENT_ROCK_REMOVED
    # tiles and orders
    EVENT_FOOD_TILE_TAKEN, EVENT_ONE_OFF_TAKEN, EVENT_ONE_OFF_RETURNED
    EVENT_FOOD_TILES_SWAPPED, EVENT_ONE_OFFS_SWAPPED, EVENT_ABILITIES_SWAPPED
    EVENT_PLAY_ORDER_CHANGED, EVENT_FAVOURITE_CHANGED
    # pixies
    EVENT_PIXIE_PROMOTED, EVENT_PIXIE_DISPLACED, EVENT_PIXIE_DEMOTED, EVENT_STEPS_DECLINED, EVENT_SERVANT_SETTLED
    # points
    EVENT_WHIP_ROLLED, EVENT_WHIP_GIVEN, EVENT_PENALTY_GIVEN, EVENT_MINE_SYMBOL_REACHED, EVENT_DEMOTION_SPARED
    EVENT_FELL_INTO_PIT, EVENT_REWARD_GIVEN, EVENT_TRACK_CLIMBED
    # the queen
    EVENT_DEMAND_REVEALED, EVENT_OFFERING_SHOWN, EVENT_QUEEN_ANGERED, EVENT_NOBODY_DEMOTED
    # the end
    EVENT_GAME_ENDED, EVENT_ROCKS_CHARGED, EVENT_MAJORITY_CHARGED, EVENT_SEAT_RANKED
    EVENT_KINDS

cpdef enum:    # GoodsReason: what goods were taken or paid for
    FOR_START, FOR_SILVER_INCOME, FOR_ICONS, FOR_FOOD_TILE, FOR_STEALING, FOR_TRADE, FOR_GOLD, FOR_CASINO, FOR_ODD_JOB
    FOR_RING, FOR_TRACK, FOR_DISPLACING, FOR_ROCK, FOR_SPECIAL_OFFERING, FOR_PLAY_ORDER

cpdef enum:    # Climb: why a disc moves up a track
    BY_PAYING, BY_OFFERING, BY_OFFERING_MOST

cpdef enum:    # Spared: why nobody is demoted at a mine symbol
    AS_FAVOURITE, AS_NOBODY_ACTIVE

cpdef enum:    # Ending
    AFTER_LAST_ROUND, AFTER_GOLDEN_TILES, AFTER_PIT

cdef struct EventRecord:
    int8_t kind
    int8_t seat                # -1 if it is nobody's
    int8_t forced              # R10.1: there was one option, and nobody was asked
    int16_t values[EVENT_VALUES]

cdef struct EventLog:
    EventRecord* records
    size_t count
    size_t room
    bint forced                # for the next event
    bint full                  # there was no memory for an event

cdef extern from * nogil:
    """
    /* Relaxed: whoever reads this without the interpreter's lock steps another state, and any value tells it so. */
    #define DIXIE_HEARD(listened, state) \\
        __builtin_expect(__atomic_load_n(&(listened), __ATOMIC_RELAXED) == (state), 0)
    """
    bint is_heard "DIXIE_HEARD"(const State* listened, const State* state)

cdef const State* listened     # the one state whose events are wanted, or NULL


cdef inline bint heard(const State* state) noexcept nogil:
    """Does anybody listen to this state? Almost always not."""
    return is_heard(listened, state)


cdef inline void tell(const State* state, int kind, int seat, int a, int b, int c, int d) noexcept nogil:
    """Write an event with up to four fields, if anybody listens."""
    if heard(state):
        write_event(kind, seat, a, b, c, d, 0, 0, 0, 0)


cdef void begin_listening(const State* state, EventLog* log) noexcept nogil
cdef void end_listening() noexcept nogil
cdef void release(EventLog* log) noexcept nogil
cdef void write_event(int kind, int seat, int a, int b, int c, int d, int e, int f, int g, int h) noexcept nogil
cdef void write_order(int kind, int seat, const int8_t* order) noexcept nogil
cdef void write_numbered_order(int kind, int seat, int number, const int8_t* order) noexcept nogil
cdef void mark_forced(bint forced) noexcept nogil
