"""Boards as something to know, enter and doubt.

| module | what it does |
| --- | --- |
| `prior` | which boards are believable: the files of ``configs/priors`` |
| `sampler` | `draw`: the boards of a prior, by seed and number |
| `fixed` | which entries of a board stay when the others are drawn |
| `entering` | what an owner reads off a real board, one number at a time |
| `questions` | what to ask an owner, in which order |
| `answers` | understanding what an owner types |
| `pictures` | where to look on the real board, for a terminal |
| `progress` | the file of a board that is being entered |
| `stream` | the random numbers behind it |
| `names` | ``prior:standard:7:3`` as the name of a board; which seeds are for training |
| `evidence` | what people who had the game in hand said about it: the files of ``configs/evidence`` |
| `books` | what the rulebooks say, to compare a board with |
| `files` | a board as a file |
| `compare` | where two boards differ |
| `show` | a board as text, each number with its status |

The picture of a board is in `dixie_env.drawing.printed`, the commands in `dixie_env.cli.board`.
"""
