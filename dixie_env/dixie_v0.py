"""Dixie Queen, version 0: the game as PettingZoo environments.

`env(...)` is the AEC environment: agents `player_0`, `player_1`, ..., one decision of one player per step.
`raw_env` is the same: legality, types and order are checked inside, so it needs no wrappers. `parallel_env(...)`
is a `SimultaneousOfferings`: all players act in every step, they choose offerings together, and a player who has
nothing to decide can only choose `NOOP` (157).

`observe(agent)` returns `{"observation": float32 vector, "action_mask": int8[157]}`. The mask is all zero for a
player who does not decide, and all one when the game is over. `env.layout` names the numbers of the vector.
With `mask="info"` it returns the vector alone, and the mask is in `infos[agent]["action_mask"]`.
`infos[agent]` has `decision` (the kind of decision, 0 for players who wait), `round` and `phase`, all as numbers;
`dixie_env.decision_name` and `dixie_env.phase_name` name them. `state()` is the whole state as a vector. All players terminate together; a player in the pit stays in `agents`, has no more decisions,
and gets its reward with the others. `save()` and `restore()` save and resume a game.

`reset(seed=s)` plays the game with the engine's seed `s`; a reset without a seed derives one from the last.
Rewards are described in `dixie_env.rewards`.

<!-- made by docs/generate.py -->

Arguments

| argument | default | meaning |
| --- | --- | --- |
| `players` | `4` | Number of players, 2 to 5. |
| `edition` | `'de'` | Rulebook edition: `de`, `proto`, `fr`, `en`, `pl`, or the path of a file. |
| `board` | `'standard'` | Board: `standard`, `prior:NAME:SEED:NUMBER` (drawn), or the path of a file. |
| `draft` | `'choose'` | How players get abilities: `choose`, `random`, or `fixed`. |
| `abilities` | `None` | With `fixed`: the ability of player 0, 1, ... |
| `rounds` | `7` | Number of rounds, 1 to 7. |
| `observation` | `'tracked'` | `tracked` (what a player with a perfect memory knows) or `screened` (opponents' goods and rewards hidden). |
| `observe_board` | `False` | Append the board's numbers and the edition's switches to the observation. |
| `layout` | `2` | Version of the observation's layout: 2, or 1 for policies that were trained with it. |
| `setup` | `None` | All of the above as one `Setup`, or as its plain data, instead of separate arguments. |
| `reward` | `'win'` | `win`, `rank`, `score`, or a `Reward` (with shaping). |
| `illegal` | `'raise'` | What an illegal action does: `raise` an error, or `lose` the game. |
| `mask` | `'observation'` | Where the action mask is: `observation` (a dictionary with the vector and the mask), or `info` (the observation is the vector alone). The Gymnasium environments have `info` by default. |
| `render_mode` | `None` | `ansi` (render returns text), `rgb_array` (a picture as an array), `human` (a window, or text without a display), or None. |

Observation

| from | block | size |
| --- | --- | --- |
| 0 | `decision` | 23 |
| 23 | `reason` | 10 |
| 33 | `pending.action` | 21 |
| 54 | `pending.copying` | 1 |
| 55 | `pending.left` | 1 |
| 56 | `pending.blind` | 1 |
| 57 | `pending.source` | 15 |
| 72 | `pending.good` | 5 |
| 77 | `pending.wanted` | 4 |
| 81 | `pending.own` | 4 |
| 85 | `pending.demotions` | 1 |
| 86 | `pending.points` | 6 |
| 92 | `pending.rocks_in_hand` | 1 |
| 93 | `pending.offer` | 5 |
| 98 | `phase` | 7 |
| 105 | `round` | 1 |
| 106 | `rounds_left` | 1 |
| 107 | `players` | 4 |
| 111 | `turn` | 5 |
| 116 | `demand` | 3 |
| 119 | `demanded` | 3 |
| 122 | `supply` | 5 |
| 127 | `bag` | 3 |
| 130 | `removed` | 6 |
| 136 | `offering_track` | 5 |
| 141 | `spaces` | 84 |
| 225 | `servant_space` | 5 |
| 230 | `dummy_mine` | 1 |
| 231 | `discs_on` | 21 |
| 252 | `food_stack` | 6 |
| 258 | `one_offs_on_board` | 3 |
| 261 | `display` | 10 |
| 271 | `display_extra` | 6 |
| 277 | `tiles_taken` | 3 |
| 280 + 51 k | `own.penalties`, `opponent_k.penalties` | 1 |
| 281 + 51 k | `own.rewards`, `opponent_k.rewards` | 1 |
| 282 + 51 k | `own.tracks`, `opponent_k.tracks` | 2 |
| 284 + 51 k | `own.present`, `opponent_k.present` | 1 |
| 285 + 51 k | `own.in_play`, `opponent_k.in_play` | 1 |
| 286 + 51 k | `own.fallen`, `opponent_k.fallen` | 1 |
| 287 + 51 k | `own.goods`, `opponent_k.goods` | 5 |
| 292 + 51 k | `own.discs`, `opponent_k.discs` | 1 |
| 293 + 51 k | `own.mine`, `opponent_k.mine` | 1 |
| 294 + 51 k | `own.rocks`, `opponent_k.rocks` | 2 |
| 296 + 51 k | `own.servants`, `opponent_k.servants` | 1 |
| 297 + 51 k | `own.first_servant`, `opponent_k.first_servant` | 1 |
| 298 + 51 k | `own.ability`, `opponent_k.ability` | 10 |
| 308 + 51 k | `own.food_tile`, `opponent_k.food_tile` | 1 |
| 309 + 51 k | `own.one_off`, `opponent_k.one_off` | 3 |
| 312 + 51 k | `own.extra`, `opponent_k.extra` | 6 |
| 318 + 51 k | `own.used`, `opponent_k.used` | 4 |
| 322 + 51 k | `own.priority`, `opponent_k.priority` | 1 |
| 323 + 51 k | `own.large_order`, `opponent_k.large_order` | 1 |
| 324 + 51 k | `own.small_order`, `opponent_k.small_order` | 1 |
| 325 + 51 k | `own.turn_order`, `opponent_k.turn_order` | 1 |
| 326 + 51 k | `own.due`, `opponent_k.due` | 1 |
| 327 + 51 k | `own.announced`, `opponent_k.announced` | 1 |
| 328 + 51 k | `own.offer`, `opponent_k.offer` | 3 |
| 535 | `dummy_rocks` | 2 |
| 537 | `markers_limited` | 1 |
| 538 | `markers` | 2 |
| 540 | `board.track_length` | 1 |
| 541 | `board.track_penalties` | 12 |
| 553 | `board.track_rewards` | 12 |
| 565 | `board.silver_per_gold` | 12 |
| 577 | `board.gold_per_ring` | 12 |
| 589 | `board.pit` | 1 |
| 590 | `board.mine_symbols` | 12 |
| 602 | `board.offering_tiles` | 7 |
| 609 | `board.servant_tiles` | 7 |
| 616 | `board.ring_tiles` | 7 |
| 623 | `board.golden` | 1 |
| 624 | `board.whip_die` | 20 |
| 644 | `board.casino_die` | 3 |
| 647 | `board.icons` | 42 |
| 689 | `edition` | 8 |

Options

| ids | option |
| --- | --- |
| 0-20 | `action:1` … `action:21` |
| 21 | `pass` |
| 22 | `stop` |
| 23 | `yes` |
| 24 | `no` |
| 25 | `mercy` |
| 26-35 | `ability:1` … `ability:10` |
| 36-40 | `good:apple` … `good:gold` |
| 41-54 | `space:1` … `space:14` |
| 55 | `mine` |
| 56 | `servant` |
| 57-58 | `free:0` … `free:1` |
| 59-68 | `rock:+0.0` … `rock:+4.1` |
| 69-72 | `seat:+1` … `seat:+4` |
| 73-75 | `cube:silver` … `cube:rock` |
| 76-79 | `own:food` … `own:extra` |
| 80-83 | `board:food` … `board:mercy` |
| 84-91 | `tile:+1.main` … `tile:+4.extra` |
| 92-151 | `amount:1` … `amount:60` |
| 152-156 | `dump:apple` … `dump:gold` |

Versions

| version | what changed |
| --- | --- |
| v0 | first version: observation layout 2 (`layout=1` gives the first one), 157 options |

<!-- end -->
"""

from typing import Any

import pettingzoo

from dixie_env.envs.aec import DixieAEC
from dixie_env.envs.simultaneous import NOOP, SimultaneousOfferings
from dixie_env.rewards import Reward

__all__ = ["NOOP", "Reward", "env", "parallel_env", "raw_env"]


def raw_env(**arguments: Any) -> DixieAEC:
    """Return the AEC environment; the same as `env`, which already does what the usual wrappers check."""
    return DixieAEC(**arguments)


def env(**arguments: Any) -> DixieAEC:
    """Return the AEC environment: one decision of one player per step."""
    return DixieAEC(**arguments)


def parallel_env(**arguments: Any) -> SimultaneousOfferings:
    """Return the parallel environment: all players act in every step and choose offerings together."""
    return SimultaneousOfferings(DixieAEC(**arguments))


if hasattr(pettingzoo, "register"):
    pettingzoo.register("aec", "dixie_env/dixie_v0", entry_point="dixie_env.dixie_v0:env")
    pettingzoo.register("parallel", "dixie_env/dixie_v0", entry_point="dixie_env.dixie_v0:parallel_env")
