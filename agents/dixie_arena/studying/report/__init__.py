"""The report of a study: a page that needs no network, and its figures as files.

| module | what it does |
| --- | --- |
| `page` | `write_report`: everything, from the folder of a study |
| `first_page` | the answer in sentences, and what it can't say |
| `effects`, `evidence`, `boards`, `players`, `numbers`, `draft`, `calibration` | one subject each |
| `pieces`, `formats`, `canvas` | parts of a page, numbers as words, figures for paper and screens |
"""

from dixie_arena.studying.report.page import FIGURES, REPORT, draw_figures, write_report

__all__ = ["FIGURES", "REPORT", "draw_figures", "write_report"]
