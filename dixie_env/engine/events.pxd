# cython: language_level=3
"""What happens in a game, as the engine reports it in each step: the kinds of events, and the log they go to.

The rules are compiled twice from the same sources. In the modules for batches, search and games without a listener,
`TELLING` is 0 and the compiler removes every `if TELLING`, so events cost nothing there. In `telling`, one module that
setup.py assembles from all rule modules, it is 1. `Game` uses that module when it has a listener, and holds the
interpreter's lock from `begin_telling` to `end_telling`. Events leave no trace in the state: its bytes are the same either way.
"""

from libc.stdint cimport int8_t, int16_t

cdef enum:
    EVENT_VALUES = 8
    EVENT_ROOM = 1024          # more than a step can have: it ends at the next decision, and a round has many decisions

# The fields of each kind are in event_kinds.py, in the order in which they are written here.
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
    EVENT_FELL_INTO_PIT, EVENT_REWARD_GIVEN, EVENT_MARKERS_MISSING, EVENT_TRACK_CLIMBED
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
    int8_t seat                # -1 if it belongs to no seat
    int8_t forced              # R10.1: there was only one option, so nobody had to decide
    int16_t values[EVENT_VALUES]

cdef struct EventLog:
    int count
    int8_t forced              # for the next event
    int8_t full                # an event was lost
    EventRecord records[EVENT_ROOM]

cdef extern from * nogil:
    """
    #ifndef DIXIE_TELLING
    #define DIXIE_TELLING 0
    #endif
    """
    const bint TELLING "DIXIE_TELLING"

cdef EventLog* current         # where events go while there is a listener


cdef inline void write_event(int kind, int seat, int a, int b, int c, int d, int e, int f, int g, int h) noexcept nogil:
    """Write an event. Call this only if `TELLING` is true."""
    cdef EventLog* log = current
    cdef EventRecord* record = &log.records[log.count]
    record.kind = <int8_t>kind
    record.seat = <int8_t>seat
    record.forced = log.forced
    record.values[0] = <int16_t>a
    record.values[1] = <int16_t>b
    record.values[2] = <int16_t>c
    record.values[3] = <int16_t>d
    record.values[4] = <int16_t>e
    record.values[5] = <int16_t>f
    record.values[6] = <int16_t>g
    record.values[7] = <int16_t>h
    log.forced = False
    if log.count < EVENT_ROOM - 1:
        log.count += 1
    else:
        log.full = True


cdef inline void tell(int kind, int seat, int a, int b, int c, int d) noexcept nogil:
    """Write an event with up to four fields, if there is a listener."""
    if TELLING:
        write_event(kind, seat, a, b, c, d, 0, 0, 0, 0)


cdef inline void write_order(int kind, int seat, const int8_t* order) noexcept nogil:
    """An order of seats; -1 ends a list."""
    write_event(kind, seat, order[0], order[1], order[2], order[3], order[4], -1, -1, -1)


cdef inline void write_numbered_order(int kind, int seat, int number, const int8_t* order) noexcept nogil:
    """A number, and an order of seats."""
    write_event(kind, seat, number, order[0], order[1], order[2], order[3], order[4], -1, -1)


cdef inline void mark_forced(bint forced) noexcept nogil:
    """Set whether the next event comes from a decision with only one option (R10.1)."""
    current.forced = forced


cdef void begin_telling(EventLog* log) noexcept nogil
cdef void end_telling() noexcept nogil
