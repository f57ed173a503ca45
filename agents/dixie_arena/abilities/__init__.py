"""Which permanent ability is strongest? Experiments that answer it, with their uncertainty.

``study`` asks the whole question (``Study``, ``run_study``), ``report`` writes it up. Beneath them
``designs`` and ``experiment`` say who holds what in which game, ``play`` and ``runs`` play it, ``estimate``
and ``effects`` are the statistics; ``sources``, ``interactions``, ``restricted``, ``draft``, ``boards`` and
``sensitivity`` each answer a question of their own.
"""
