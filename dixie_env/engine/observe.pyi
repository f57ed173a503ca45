SOURCE_HASH: str
BLOCKS: tuple[tuple[str, int, float, int], ...]
FIRST_BLOCKS: tuple[tuple[str, int, float, int], ...]
DECIDER: tuple[str, int, float, int]
LAYOUT: int
