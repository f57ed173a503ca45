SOURCE_HASH: str
BOARD_BLOCKS: dict[int, tuple[tuple[str, int, float, int], ...]]
OBSERVED: int
