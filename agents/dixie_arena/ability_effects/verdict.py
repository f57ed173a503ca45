"""The results of a study in sentences that claim no more than the intervals allow."""

from math import isfinite
from typing import Any

from dixie_arena.ability_effects.words import ability_name, number_word

Summary = dict[str, Any]
SURE = 0.95
SIGNIFICANT = 0.05
WANTED_SAVING = 0.5


def answer(summary: Summary) -> list[str]:
    """Return which ability is strongest, for whom, and which ones differ from the average."""
    cell = summary["cells"][0]
    rows = cell["effects"]["win_share"]
    best, found = rows[0], cell["strongest"]
    where = (
        f"for {cell['agent']} ({cell['players']} players, {_edition(cell['edition'])}, "
        f"{cell['games']:,} games)"
    )
    name = ability_name(best["ability"]).capitalize()
    if found["named"]:
        first = (
            f"{name} is the strongest ability {where}: {_effect(best)}. Its lead over each of the other nine "
            f"is significant; the closest is {ability_name(found['rival'])}: "
            f"{_interval(found, 'lead')} points."
        )
    else:
        first = (
            f"{name} leads {where}: {_effect(best)}. It can't be called the strongest: its lead over "
            f"{ability_name(found['rival'])} is {_interval(found, 'lead')} points. With a probability of "
            f"{SURE:.0%} the strongest is one of: {', '.join(map(ability_name, found['candidates']))}."
        )
    above = [
        ability_name(row["ability"]) for row in rows if row["p_holm"] < SIGNIFICANT and row["effect"] > 0
    ]
    below = [
        ability_name(row["ability"]) for row in rows if row["p_holm"] < SIGNIFICANT and row["effect"] < 0
    ]
    rest = 10 - len(above) - len(below)
    second_line = (
        f"Better than average: {', '.join(above) or 'none'}. "
        f"Worse than average: {', '.join(below) or 'none'}."
    )
    if rest:
        verb = "is" if rest == 1 else "are"
        second_line += f" {number_word(rest).capitalize()} {verb} indistinguishable from average."
    return [first, second_line]


def twins(summary: Summary) -> list[str]:
    """Return whether twins agree with dealt games, and whether pairing saves games."""
    if "twins" not in summary:
        return []
    lines = []
    for design, words in (
        ("swap", "one seat's ability swapped"),
        ("carousel", "all abilities rotated, every seat compared"),
    ):
        found = summary["twins"][design]["win_share"]
        if not isfinite(found["largest_z"]):
            lines.append(
                f"Twins ({words}) can't be compared with dealt games: there are too few games to estimate "
                "a standard error."
            )
            continue
        agrees = "agree with" if found["agree"] else "DISAGREE with"
        lines.append(
            f"Twins ({words}) {agrees} dealt games: the largest of ten differences "
            f"is {found['largest_z']:.1f} standard errors. To reach the same standard error they need "
            f"{found['games_needed']:.2f} times as many games. The correlation between twins is "
            f"{found['correlation']:.2f} in win share and "
            f"{summary['twins'][design]['score']['correlation']:.2f} in score."
        )
    needed = min(summary["twins"][design]["win_share"]["games_needed"] for design in ("swap", "carousel"))
    if needed > WANTED_SAVING:
        parting = summary["twins"]["parting"]
        lines.append(
            "Pairing does not halve the number of games, because twins diverge early: "
            f"of {parting['twins']} pairs, {parting['by_round'][0]:.0%} have made a different decision by "
            "the end of round 1, "
            f"{parting['by_round'][min(2, len(parting['by_round']) - 1)]:.0%} by the end of round "
            f"{min(3, len(parting['by_round']))}, and {parting['never']:.0%} never do."
        )
    return lines


def orders(summary: Summary) -> list[str]:
    """Return where the order of the abilities differs from that of the main combination."""
    lines = []
    for row in summary["orders"]:
        if row["first"] != summary["cells"][0]["label"]:
            continue
        pair = f'Kendall\'s tau between "{row["first"]}" and "{row["second"]}" is {row["kendall_tau"]:+.2f}.'
        if row["reversed"]:
            examples = ", ".join(
                f"{ability_name(item['stronger_in_first'])} above {ability_name(item['stronger_in_second'])}"
                for item in row["reversed"][:4]
            )
            more = len(row["reversed"]) - 4
            examples += f" and {more} more" if more > 0 else ""
            lines.append(
                f"{pair} The order changes: the first ranks {examples}; the second does the reverse."
            )
        else:
            lines.append(f"{pair} No order that is significant in both is reversed.")
    return lines


def swaps(summary: Summary) -> list[str]:
    """Return what an ability is worth under the full rules, which allow swapping."""
    main = summary["cells"][0]
    for cell in summary["cells"]:
        same = all(cell[key] == main[key] for key in ("agent", "players", "edition"))
        if same and cell["abilities"] != main["abilities"] and cell["kept"] is not None:
            best = cell["effects"]["win_share"][0]
            return [
                "These are effects of holding an ability to the end: nobody may swap. Under the full rules "
                f"players swap abilities (action 16), and {cell['kept']:.0%} end with the one they were "
                "dealt. The value of being dealt an ability is a separate question: "
                f"{ability_name(best['ability'])} leads with {_effect(best)}."
            ]
    return []


def draft(summary: Summary) -> list[str]:
    """Return what drafting by the estimated values gains."""
    if "draft" not in summary:
        return []
    gain = summary["draft"]["gain"]["win_share"]
    return [
        "A seat that drafts by the value of being dealt each ability under the full rules, and otherwise "
        "plays as before, changes its win probability by "
        f"{_points(gain['value'])} percentage points [{_points(gain['low'])}, {_points(gain['high'])}], "
        "compared with an even share."
    ]


def boards(summary: Summary) -> list[str]:
    """Return which orders hold on other boards, and which depend on a number of the board."""
    if "boards" not in summary:
        return []
    found = summary["boards"]
    best = found["abilities"][0]
    held = found["conclusions"]
    lines = [
        f"On {found['boards']} boards drawn from the prior, {ability_name(best['ability'])} is "
        f"first on {best['rank_kept']:.0%} (chance alone would leave {best['rank_kept_by_chance']:.0%}) and "
        f"among the first three on {best['top_3']:.0%}.",
        *_orders_on_boards(held),
    ]
    for row in found["abilities"]:
        if row["hangs_on"]:
            lines.append(
                f"The value of {ability_name(row['ability'])} depends on: {', '.join(row['hangs_on'])}."
            )
    return lines


def _orders_on_boards(held: list[dict[str, Any]]) -> list[str]:
    line = f"On the standard board, {len(held)} pairs of abilities have a significant order."
    if not held or held[0]["probability"] is None:
        return [line]
    sure = sum(row["probability"] >= SURE for row in held)
    varies = [row for row in held if row["p_varies"] < SIGNIFICANT]
    lines = [
        f"{line} On a new board of the prior, {sure} of these orders hold with a probability of at least "
        f"{SURE:.0%}; for {len(varies)}, the size of the difference depends on the board (test at 5% over "
        "all pairs)."
    ]
    reversed_somewhere = [row for row in held if row["reversed"]]
    if reversed_somewhere:
        pairs = ", ".join(
            f"{ability_name(row['stronger'])} above {ability_name(row['weaker'])} ({row['reversed']})"
            for row in reversed_somewhere
        )
        lines.append(f"Significantly reversed on some boards (how many): {pairs}.")
    return lines


def guests(summary: Summary) -> list[str]:
    """Return for which external bots moves were made, and why."""
    lines = []
    for name, row in summary.get("guests", {}).items():
        kinds = ", ".join(f"{count} {kind}" for kind, count in row["troubles"].items())
        lines.append(f"Random legal moves were played for {name}: {kinds}. Last reason: {row['trouble']}")
    return lines


def sentences(summary: Summary) -> list[str]:
    """Return all sentences about a study."""
    return [
        *answer(summary),
        *swaps(summary),
        *twins(summary),
        *orders(summary),
        *draft(summary),
        *boards(summary),
        *guests(summary),
    ]


def _effect(row: dict[str, Any]) -> str:
    return (
        f"{_points(row['effect'])} percentage points of win probability compared with the average ability "
        f"[{_points(row['low_corrected'])}, {_points(row['high_corrected'])}]"
    )


def _interval(row: dict[str, Any], key: str) -> str:
    return f"{_points(row[key])} [{_points(row[f'{key}_low'])}, {_points(row[f'{key}_high'])}]"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _edition(edition: Any) -> str:
    return f"edition {edition}" if isinstance(edition, str) else "a custom edition"
