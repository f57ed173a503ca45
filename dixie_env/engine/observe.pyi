SOURCE_HASH: str
BLOCKS: tuple[tuple[str, int, float, int], ...]
STATE_BLOCKS: tuple[tuple[str, int, float, int], ...]
