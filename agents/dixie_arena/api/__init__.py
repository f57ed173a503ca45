"""The functions of `dixie_arena`: what the commands do, from Python and with the same words.

Each module has one function, which its command calls too. They return `dixie_arena.findings.Findings`.
"""
