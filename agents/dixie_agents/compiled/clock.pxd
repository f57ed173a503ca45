# cython: language_level=3
"""The time in seconds, on every system. It never goes backwards; only differences mean something."""

cdef extern from * nogil:
    """
    #if defined(_WIN32)
    #define WIN32_LEAN_AND_MEAN
    #define NOMINMAX
    #include <windows.h>
    static double dixie_now(void) {
        LARGE_INTEGER ticks, ticks_per_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&ticks_per_second);
        return (double)ticks.QuadPart / (double)ticks_per_second.QuadPart;
    }
    #else
    #include <time.h>
    static double dixie_now(void) {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    }
    #endif
    """
    double now "dixie_now"()
