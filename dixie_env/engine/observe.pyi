SOURCE_HASH: str
BLOCKS: tuple[tuple[str, int, float], ...]
