"""The statistics of the second study: which permanent ability is strongest, over players and boards.

Pure functions of arrays. Nothing here plays games, reads files or prints.

| module | what it does |
| --- | --- |
| `seats` | the outcome of games as arrays, one row a game |
| `board_fit` | the effects on one board by least squares, with a jackknife covariance |
| `plackett_luce` | the same from all ranks, as a check |
| `cells` | the effects on all boards, with their weights |
| `components` | the variance of effects over players and boards, and where the doubt comes from |
| `differences` | differences between abilities over boards, and their bootstrap |
| `strongest` | when it may be said that an ability is the strongest on average |
| `best_sets` | Gupta's set, intervals for all pairs, Hsu's intervals, Holm's column |
| `posterior` | the probability of being strongest for a new board and player |
| `board_numbers` | the numbers that an owner can read off a board |
| `look_up` | which of these numbers to look up first |
| `sampling` | from weighed boards to a sample of them |
| `evidence_weight` | the weights of boards with some statements left out |
| `draft_values`, `draft_tree` | what a pick is worth, and everyone's best choice when all choose well |

Abilities have the numbers 1 to 10 in the outcome of games, as in the rulebook; arrays of effects have ability
1 first. Shares and effects are fractions: 0.01 is one percentage point.
"""
