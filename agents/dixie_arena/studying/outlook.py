"""What is done and what is left of a study while it is played."""

from dixie_arena.ability_effects.designs import games_in_replicate
from dixie_arena.studying.plan_file import Study, Weigh
from dixie_arena.studying.runner import other_name, stage_names

__all__ = ["Outlook", "expected_games"]

BELIEVABLE = 0.7
"""The share of boards that get more games when they are weighed: 57 of 84 in a pilot. First games tell."""


def expected_games(study: Study) -> dict[str, int]:
    """Return about how many games each stage of a study has, in the order in which they are played."""
    file = study.file
    found: dict[str, int] = {}

    def dealt(players: int, games: int) -> int:
        whole = games_in_replicate("dealt", players)
        return -(-games // whole) * whole

    def weigh(name: str, plan: Weigh) -> None:
        players = len(study.evidence.players) if study.evidence else 0
        found[name] = plan.boards * plan.games * players
        found[f"{name}-more"] = round(BELIEVABLE * plan.boards) * plan.more * players

    weigh("weigh-1", file.weigh)
    for estimand in file.answer.estimands:
        each = file.answer.games if estimand == "drafted" else dealt(file.players, file.answer.games)
        found[estimand] = file.answer.boards * each
    for name, part, tables in (
        ("left-out", file.left_out, 1),
        ("limit-dealt", file.limit, 1),
        ("clones", file.clones, len(study.pool.agents)),
        ("search", file.search, 1),
    ):
        if part is not None:
            found[name] = part.boards * dealt(file.players, part.games) * tables
    if file.limit is not None:
        weigh("limit-weigh-1", file.limit.weigh)
    if file.others is not None:
        for players, edition in file.other_games:
            found[other_name(players, edition)] = file.others.boards * dealt(players, file.others.games)
    if file.draft is not None:
        deals = -(-file.draft.games // file.players)
        each_arm = {"none": deals, "one": deals * file.players, "all": deals}
        found |= {f"draft-{arm}": file.draft.boards * games for arm, games in each_arm.items()}
    return {name: found[name] for name in stage_names(study)}


class Outlook:
    """Counts the games of all stages.

    Args:
        study: What is studied.
    """

    def __init__(self, study: Study) -> None:
        self._names = stage_names(study)
        self._expected = expected_games(study)
        self._done: dict[str, int] = {}

    def update(self, stage: str, done: int, total: int) -> tuple[int, int]:
        """Note where a stage is; return the games that are done, and about how many there are in all."""
        self._done[stage] = done
        self._expected[stage] = total
        return sum(self._done.values()), sum(self._expected.values())

    def place(self, stage: str) -> str:
        """Return which of the stages it is, in words."""
        if stage not in self._names:  # one more batch of boards to weigh
            return ""
        return f"{self._names.index(stage) + 1} of {len(self._names)}"
