"""The first page: the answer in sentences, what it can't say, and what was fixed before."""

from collections.abc import Mapping
from typing import Any

from dixie_arena.studying.words import sentence_groups

__all__ = ["answer_lines", "limits", "rule_line", "warning_lines"]

RULE = "docs/study/rule.md"
CHANGES = "+changes"


def warning_lines(results: Mapping[str, Any]) -> list[str]:
    """Return what a reader must know first: that it is small, a draft, or at the prior's edge."""
    lines = list(sentence_groups(results)["warnings"])
    for reading, weighing in results["weighing"].items():
        edges = [
            f"{row['title']} ({row['edge']:g})" for row in weighing["numbers"] if row["edge"] is not None
        ]
        if edges:
            lines.append(
                f"At the prior's edge, reading “{reading}”: {'; '.join(edges)}. The evidence pushes "
                "against the end "
                "of what the prior allows, so the answer depends on where the prior ends."
            )
    return lines


def answer_lines(results: Mapping[str, Any]) -> list[str]:
    """Return the answer: what may be said of dealt abilities, and which numbers to look up."""
    groups = sentence_groups(results)
    return [*groups["dealt"], *groups["look_up"]]


def limits(results: Mapping[str, Any]) -> list[str]:
    """Return what the study can't say."""
    evidence = results["evidence"]
    lines = [
        f"It speaks of these {len(results['agents'])} players, this prior and "
        f"{'this evidence' if evidence else 'no evidence'}. No expert person has played.",
    ]
    if evidence:
        lines.append(
            f"The evidence is {len(evidence['statements'])} sentences, and how often a marker is used "
            "depends on who "
            "plays. The section on the evidence shows the answer without each of them."
        )
    lines += [
        "A real board, entered by its owner with dixie board new, replaces most of the prior and the "
        "evidence at once. "
        "If you have the game, this is the best way to a better answer.",
        *_other_games(results),
        "Dealt, held and drafted are three questions. An answer to one is no answer to another; drafted "
        "games describe "
        "choices and compare no abilities.",
    ]
    if not results["primary"]:
        lines.append("It has no primary answer: all its answers are secondary.")
    return lines


def _other_games(results: Mapping[str, Any]) -> list[str]:
    """Return what it can't say of other numbers of players and editions."""
    file = results["study"]
    if not results["others"]:
        return [
            f"It says nothing about other numbers of players than {file['players']}, or other editions than "
            f"{file['edition']}."
        ]
    return [
        f"Other numbers of players than {file['players']} and other editions than {file['edition']} have a "
        "table of their own, from fewer boards and games: what is said of them is secondary."
    ]


def rule_line(results: Mapping[str, Any]) -> str:
    """Return which commit has the rule of the study."""
    commit = results["commit"]
    fixed = (
        f"What may be said, the pool, prior, evidence, seeds and numbers of games were fixed before ({RULE})"
    )
    if not commit:
        return f"{fixed}. The commit is not known: this study was made by an installed package."
    if commit.endswith(CHANGES):
        return (
            f"{fixed}, commit {commit.removesuffix(CHANGES)}. Files had been changed since this commit "
            "when the study "
            "was made, so the commit alone does not show what was fixed."
        )
    return f"{fixed}, commit {commit}."
