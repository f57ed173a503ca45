# cython: language_level=3
"""The enumerations and the two structs of the game, which every other engine module uses.

Flat structs of integers in natural alignment, so that numpy can read them as structured dtypes. Seats are
absolute, 0 to players - 1; index 5 (`DUMMY`) is the third colour of a 2-player game. Spaces and actions are
counted from 1 as on the board, abilities too; 0 means "none" for tiles, -1 for seats.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t

# Every enumeration is defined here once. Names of members become words in Python (`words.py`), counts become sizes of arrays,
# runs of options and blocks of the observation. `X_COUNT` says how many X there are; `X_END` is one more than the last
# number of an X that is counted from 1, so it ends a loop and is the length of an array with a place for each number.

cpdef enum:
    SEATS = 5
    DUMMY = 5

cpdef enum:    # Good
    APPLE, BREAD, HONEY, SILVER, GOLD, ROCK

cpdef enum:    # Cube
    CUBE_SILVER, CUBE_GOLD, CUBE_ROCK
    CUBE_COUNT

cpdef enum:    # Track
    SILVER_TRACK, GOLD_TRACK
    TRACK_COUNT

cpdef enum:    # OneOff
    NO_TILE, DOUBLE, PEEK, MERCY
    ONE_OFF_END

cpdef enum:
    ON_EXTRA = 10      # a one-off tile on the extra slot is written as 10 + its number, a food tile as its value

cpdef enum:    # Row
    OFFERING_ROW, SERVANT_ROW, RING_ROW
    ROW_COUNT

cpdef enum:    # Ability; `abilities.py` says what they do
    NO_ABILITY, CHEAP_GOLD, SERVANT_BONUS, RING_BONUS, SILVER_INCOME, FREE_PROMOTION
    FREE_DEMOTION, FREE_ROCKS, EXTRA_SLOT, COPY_UNUSED, LIGHT_MINE
    ABILITY_END

# The numbers on the board (rules.md, section 4). 0 is a pass; as the current action it means none.
cpdef enum:    # Action
    ACTION_PASS, ACTION_STEAL_FOOD, ACTION_STEAL_SILVER, ACTION_PROMOTION, ACTION_TRADE, ACTION_SILVER_TO_GOLD
    ACTION_FOOD_TILE, ACTION_DOUBLE, ACTION_PEEK, ACTION_MERCY, ACTION_WHIPS, ACTION_TRACKS, ACTION_CASINO, ACTION_RING
    ACTION_ROB, ACTION_MINE, ACTION_SWAP_TILES, ACTION_ODD_JOBS, ACTION_COPY, ACTION_SPECIAL_OFFERING, ACTION_PLAY_ORDER
    ACTION_PRIORITY
    ACTION_END

cpdef enum:    # Phase
    PHASE_SETUP, PHASE_DRAFT, PHASE_STEALING, PHASE_ACTIONS, PHASE_OFFERINGS, PHASE_REWARDS, PHASE_PENALTIES, PHASE_OVER
    PHASE_END

cpdef enum:    # Draft
    DRAFT_CHOOSE, DRAFT_RANDOM, DRAFT_FIXED

# What a seat must decide (decisions.md, section 1).
cpdef enum:    # Decision
    ASK_NOTHING, ASK_DRAFT, ASK_TAKE_FOOD, ASK_ACT, ASK_PROMOTE_FROM, ASK_PROMOTE_TO, ASK_TRADE_GIVE, ASK_TRADE_GET
    ASK_AMOUNT, ASK_WHIP, ASK_TRACK, ASK_ROB, ASK_USE_PEEK, ASK_PICK_CUBE, ASK_PLACE_ROCK, ASK_SWAP_OWN, ASK_SWAP_WITH
    ASK_ODD_JOB, ASK_DUMP_MORE, ASK_COPY, ASK_ADD_OFFERING, ASK_ANNOUNCE_DOUBLE, ASK_OFFER, ASK_DEMOTE
    ASK_END

# Why it must decide: the same kind comes up for different reasons.
cpdef enum:    # Reason
    WHY_NOTHING, WHY_DRAFT, WHY_STEALING, WHY_TURN, WHY_ACTION, WHY_OFFERING, WHY_STEPS, WHY_FREE_STEP, WHY_DUMMY
    WHY_MINE_SYMBOL, WHY_ANGRY_QUEEN
    WHY_END

# What the game does next while nobody decides: the continuation.
cpdef enum:    # Step
    STEP_DECISION, STEP_SETUP, STEP_ABILITIES, STEP_DEAL, STEP_DRAFT, STEP_ROUND, STEP_STEAL, STEP_UNITS, STEP_TURN
    STEP_ACT, STEP_WHIPS, STEP_PICK, STEP_BLIND, STEP_ROCKS, STEP_COPY, STEP_POINTS, STEP_OFFERINGS, STEP_REVEAL
    STEP_ANNOUNCE_AFTER, STEP_OFFER, STEP_OFFER_MORE, STEP_SHOW, STEP_QUEEN, STEP_ASK_QUEEN, STEP_REWARDS
    STEP_PROMOTIONS, STEP_FREE_STEP, STEP_SERVANT, STEP_DUMMY, STEP_SLAVES, STEP_TRACKS, STEP_ROUND_END, STEP_OVER

cpdef enum:    # Chance
    CHANCE_NONE, CHANCE_ORDER, CHANCE_ABILITIES, CHANCE_DEAL, CHANCE_DEMAND, CHANCE_WHIP_DIE, CHANCE_CASINO_DIE, CHANCE_DRAW
    CHANCE_AGENT       # never an outcome of the game: the stream of the built-in random player

cpdef enum:    # CasinoFace
    FACE_FOOD, FACE_SILVER, FACE_GOLD
    FACE_COUNT

cpdef enum:    # PenaltySource
    FROM_PASS, FROM_COPY, FROM_WHIPS, FROM_EMPTY_HAND, FROM_SLAVES, FROM_TRACKS
    PENALTY_SOURCE_COUNT

cpdef enum:    # RewardSource
    FROM_OFFERING_TILE, FROM_SERVANT_TILE, FROM_RING_TILE, FROM_SERVANT_BONUS, FROM_RING_BONUS, FROM_TRACK_TOP
    FROM_DOCTORED
    REWARD_SOURCE_COUNT

cpdef enum:    # Marker
    MARKER_ONE, MARKER_TWO
    MARKER_COUNT

cpdef enum:    # OwnTile
    OWN_FOOD, OWN_ONE_OFF, OWN_ABILITY, OWN_EXTRA
    OWN_COUNT

# The points on which editions differ; `config.py` says which value of an edition's key sets each.
cpdef enum:    # Switch
    SWITCH_PRIORITY_AT_ONCE, SWITCH_DOUBLE_AFTER, SWITCH_DUMP_UP_TO_3, SWITCH_HOARDS_FIRST, SWITCH_SWAP_ONE_EACH
    SWITCH_PRIORITY_ONE_EACH, SWITCH_MARKERS_LIMITED, SWITCH_DUMMY_ROCKS
    SWITCH_COUNT

cpdef enum:
    GOOD_COUNT = GOLD + 1                     # rocks are none
    FOOD_COUNT = HONEY + 1
    TRADABLE_COUNT = SILVER + 1               # apple, bread, honey, silver (R4.4)
    SPACE_END = 15                            # hand spots 1-14
    CHAINED_MAX = 2                           # slaves of a colour that can be chained (R4.22)
    MARKERS = 5                               # of each kind, where they are limited (R10.3)
    ACTION_COUNT = ACTION_END - 1
    ABILITY_COUNT = ABILITY_END - 1
    ONE_OFF_COUNT = ONE_OFF_END - 1
    DECISION_COUNT = ASK_END - 1              # without "nothing"
    REASON_COUNT = WHY_END - 1
    PHASE_COUNT = PHASE_END - 1               # without the setup, which no decision belongs to
    SPACE_COUNT = SPACE_END - 1
    FOOD_TOTAL = 40                           # of each food (R1.1)
    SILVER_TOTAL = 60
    GOLD_TOTAL = 30
    GOODS_MAX = SILVER_TOTAL                  # of one good, anywhere

cdef enum:
    COLOUR_COUNT = SEATS + 1                  # the dummy's too
    DISPLAY_COUNT = 6                         # abilities in a game (R2.8)
    ROUND_TILES = 3                           # of each food (R2.7)
    STACK = 6
    ROW_TILES = 7
    TRACK_MAX = 32
    SYMBOLS_MAX = 32
    FACES_MAX = 20
    OPTION_WORDS = 3
    OUTCOME_MAX = 8

# First ids of the option groups (decisions.md, section 2): each begins where the one before it ends.
cpdef enum:    # Option
    OPTION_ACTION = 0
    OPTION_PASS = OPTION_ACTION + ACTION_COUNT
    OPTION_STOP = OPTION_PASS + 1
    OPTION_YES = OPTION_STOP + 1
    OPTION_NO = OPTION_YES + 1
    OPTION_MERCY = OPTION_NO + 1
    OPTION_ABILITY = OPTION_MERCY + 1
    OPTION_GOOD = OPTION_ABILITY + ABILITY_COUNT
    OPTION_SPACE = OPTION_GOOD + GOOD_COUNT
    OPTION_MINE = OPTION_SPACE + SPACE_COUNT
    OPTION_SERVANT = OPTION_MINE + 1
    OPTION_FREE = OPTION_SERVANT + 1
    OPTION_ROCK = OPTION_FREE + CHAINED_MAX
    OPTION_SEAT = OPTION_ROCK + SEATS * CHAINED_MAX
    OPTION_CUBE = OPTION_SEAT + SEATS - 1
    OPTION_OWN = OPTION_CUBE + CUBE_COUNT
    OPTION_BOARD_FOOD = OPTION_OWN + OWN_COUNT
    OPTION_BOARD_ONE_OFF = OPTION_BOARD_FOOD + 1
    OPTION_TILE = OPTION_BOARD_ONE_OFF + ONE_OFF_COUNT
    OPTION_AMOUNT = OPTION_TILE + (SEATS - 1) * 2     # on the main slot or the extra slot
    OPTION_DUMP = OPTION_AMOUNT + GOODS_MAX
    OPTION_COUNT = OPTION_DUMP + GOOD_COUNT

cdef struct RulesStruct:
    uint64_t forbidden[SEATS][OPTION_WORDS]   # options a seat may never take
    int16_t pit
    int16_t mine_symbols[SYMBOLS_MAX]
    int16_t ability_bonus[SEATS][ABILITY_END] # doctored: reward points once, with the tile at setup
    int8_t ability_off[ABILITY_END]           # doctored: the tile does nothing
    int8_t players
    int8_t rounds
    int8_t draft
    int8_t fixed[SEATS]
    int8_t switches[SWITCH_COUNT]             # by Switch
    int8_t track_length
    int8_t track_penalties[TRACK_MAX]
    int8_t track_rewards[TRACK_MAX]
    int8_t silver_per_gold[TRACK_MAX]
    int8_t gold_per_ring[TRACK_MAX]
    int8_t mine_symbol_count
    int8_t tiles[ROW_COUNT][ROW_TILES]        # by Row
    int8_t golden
    int8_t whip_faces
    int8_t whip_die[FACES_MAX]
    int8_t casino_faces
    int8_t casino_die[FACES_MAX]              # CasinoFace
    int8_t icons[SPACE_END][FOOD_COUNT]
    int8_t reserved[6]                        # zero; the size is a multiple of 8

cdef struct StateStruct:
    uint64_t seed                             # of the game's chance; hidden from everybody
    uint64_t options[OPTION_WORDS]            # of the decision, one bit an option
    # points, and where they came from
    int16_t penalties[SEATS]
    int16_t rewards[SEATS]
    int16_t scores[SEATS]                     # final; 0 before
    int16_t penalties_by[SEATS][PENALTY_SOURCE_COUNT]
    int16_t rewards_by[SEATS][REWARD_SOURCE_COUNT]
    int8_t actions_taken[SEATS][ACTION_END]   # [0] counts passes
    int8_t actions_copied[SEATS][SPACE_END]
    # where the game stands
    int8_t players
    int8_t round
    int8_t phase
    int8_t step
    int8_t decision
    int8_t reason
    int8_t seat                               # who decides, -1 if nobody
    int8_t chance                             # which outcome is awaited
    # orders and seats
    int8_t large[SEATS]                       # -1 behind the last one
    int8_t small[SEATS]
    int8_t turn_order[SEATS]                  # large order as the action phase began
    int8_t turn
    int8_t in_play[SEATS]
    int8_t fallen[SEATS]                      # 1 for the first to fall, 2 for the next; 0 in play
    # goods
    int8_t goods[SEATS][GOOD_COUNT]
    int8_t supply[GOOD_COUNT]
    int8_t bag[CUBE_COUNT]
    int8_t removed[GOOD_COUNT + 1]            # five goods and rocks that left the game
    int8_t offering_track[GOOD_COUNT]
    int8_t rocks_in_hand
    # pixies, discs, tracks
    int8_t mine[COLOUR_COUNT]
    int8_t rocks[COLOUR_COUNT][CHAINED_MAX]   # descending
    int8_t spaces[SPACE_END]                  # whose pixie stands on the hand spot
    int8_t servant_space
    int8_t servants[SEATS]
    int8_t first_servant[SEATS]               # round of the first loyal servant, 0 if none
    int8_t track[SEATS][TRACK_COUNT]          # by Track, from 0
    int8_t discs[SEATS]
    int8_t discs_on[ACTION_END]
    int8_t used_mine[SEATS]                   # own spaces of 15, 18, and with "one each" 16, 21
    int8_t used_copy[SEATS]
    int8_t used_swap[SEATS]
    int8_t used_priority[SEATS]
    int8_t priority[SEATS]                    # users of action 21 in order, -1 behind the last one
    # tiles
    int8_t food_stack[STACK]                  # bottom first
    int8_t food_left
    int8_t one_off_on_board[ONE_OFF_END]      # by OneOff
    int8_t display[ABILITY_END]
    int8_t display_extra
    int8_t ability[SEATS]
    int8_t food_tile[SEATS]
    int8_t one_off[SEATS]
    int8_t extra[SEATS]
    int8_t tiles_taken[ROW_COUNT]             # by Row
    int8_t markers[MARKER_COUNT]              # left, by Marker; 0 where they are unlimited (R10.3)
    # the queen
    int8_t demand                             # -1 before the reveal
    int8_t demanded[FOOD_COUNT]               # round tiles seen
    int8_t announced[SEATS]
    int8_t offer[SEATS][GOOD_COUNT]
    int8_t offered[SEATS]                     # has finished choosing
    # the current decision or action
    int8_t cursor                             # place in an order
    int8_t action
    int8_t copying
    int8_t left                               # units, points, picks, kinds, steps or dumps still to come
    int8_t blind                              # cubes to be drawn blind
    int8_t source                             # moving pixie: 0 from the mine, else its space
    int8_t good                               # good given, offered or taken, -1 if none
    int8_t wanted                             # good wanted in a trade, -1 if none
    int8_t own                                # chosen OwnTile, -1 if none
    int8_t due[SEATS]                         # penalty points of the current pass
    int8_t due_order[SEATS]
    int8_t due_cursor
    int8_t due_source
    int8_t demotions
    # counters of the chance streams in this round
    int8_t whip_rolls[SEATS]
    int8_t casino_rolls[SEATS]
    int8_t cubes_drawn[SEATS]
    # the end
    int8_t rocks_left[SEATS]
    int8_t hoards[SEATS]
    int8_t ranks[SEATS]
    int8_t reserved[3]                        # zero; no byte of a state is left undefined

ctypedef RulesStruct Rules
ctypedef StateStruct State

# One chance outcome.
cdef struct Outcome:
    int8_t kind
    int8_t count
    int8_t values[OUTCOME_MAX]
