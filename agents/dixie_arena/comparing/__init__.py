"""Two agents, one verdict: ``dixie compare``.

``estimate`` is the statistics: a pure function of games. ``verdict`` is the result as an object, with its
sentence. ``run`` plays the games. The line-ups are in `dixie_arena.exchange`.
"""
