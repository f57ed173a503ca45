# cython: language_level=3
from dixie_env.engine.model cimport *

cdef enum:
    FIRST_SWITCHES = SWITCH_PRIORITY_ONE_EACH + 1     # of layout 1
    OBSERVED_MAX = 12                                 # track spaces and mine symbols with room in layout 2
    # what does not depend on the layout; track length, pit and golden are single numbers
    COMMON_SIZE = 3 + ROW_COUNT * ROW_TILES + FACES_MAX + FACE_COUNT + SPACE_COUNT * FOOD_COUNT
    FIRST_BOARD_SIZE = COMMON_SIZE + 4 * TRACK_MAX + SYMBOLS_MAX + FIRST_SWITCHES
    BOARD_SIZE = COMMON_SIZE + 5 * OBSERVED_MAX + SWITCH_COUNT
    BOARD_NUMBERS = FIRST_BOARD_SIZE + BOARD_SIZE     # layout 1, then layout 2

cdef inline int board_size(int layout) noexcept nogil:
    return FIRST_BOARD_SIZE if layout == 1 else BOARD_SIZE

cdef inline const float* board_numbers(const float* both, int layout) noexcept nogil:
    """The numbers of one layout in those of both."""
    return both if layout == 1 else both + FIRST_BOARD_SIZE

cdef void describe_board(const Rules* rules, int layout, float* out) noexcept nogil
