"""The second study: which permanent ability is strongest, over players and boards (``dixie study``).

From the file of a study to its results:

| module | what it does |
| --- | --- |
| `plan_file`, `pool`, `schema` | the files of a study and of its pool, checked |
| `boards` | the boards of a study, and the seeds of its parts |
| `tables` | games at one table: line-ups, deals, drafts |
| `stage`, `stage_run` | games as plans that are played in parts, stored and resumed |
| `runner` | all stages of a study |
| `weighing` | from games to weights of boards, and to the boards that answer |
| `fits` | from games to effects on each board |
| `analysis`, `drafted`, `draft_games`, `board_posterior` | the numbers of the results |
| `results` | `run_study`: everything, and ``results.json`` |
| `study_folder`, `exports` | the folder and its tables |
| `words` | what the study says in sentences |
| `report` | the page with figures, tables and methods |
| `pool_equilibrium` | the secondary weights of a pool |

The statistics are pure functions of arrays, which play nothing, read no files and print nothing:

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
