# The hash of the engine's and the agents' sources this extension was built from (see dixie_env/engine/sources.py).
cdef extern from *:
    """
    #ifndef DIXIE_SOURCE_HASH
    #define DIXIE_SOURCE_HASH "unknown"
    #endif
    """
    const char* DIXIE_SOURCE_HASH

SOURCE_HASH = DIXIE_SOURCE_HASH.decode()
