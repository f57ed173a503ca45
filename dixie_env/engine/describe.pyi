SOURCE_HASH: str
BOARD_BLOCKS: tuple[tuple[str, int, float, int], ...]
