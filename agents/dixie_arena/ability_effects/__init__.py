"""Which permanent ability is strongest? Experiments that answer it, with their uncertainty.

``study`` runs the whole study (``Study``, ``run_study``), ``report`` writes it up. Below them ``designs`` and
``experiment`` define who holds what in which game, ``play`` and ``runs`` play the games, ``estimate`` and
``effects`` are the statistics. ``sources``, ``interactions``, ``restricted``, ``draft``, ``boards`` and
``sensitivity`` each answer a separate question.
"""
