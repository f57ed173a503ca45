"""What a study says, in sentences: never more than its intervals allow."""

from math import isfinite
from typing import Any

from dixie_arena.abilities.words import ability_name

Summary = dict[str, Any]
SURE = 0.95
SIGNIFICANT = 0.05
WANTED_SAVING = 0.5


def answer(summary: Summary) -> list[str]:
    """Return the answer to the question, and what it is limited to."""
    cell = summary["cells"][0]
    rows = cell["effects"]["win_share"]
    best, second = rows[0], rows[1]
    where = (
        f"played by {cell['agent']} with {cell['players']} players, edition {_edition(cell['edition'])}, "
        f"{cell['games']:,} games"
    )
    name = ability_name(best["ability"]).capitalize()
    if best["first"] >= SURE:
        first = f"{name} is the strongest ability ({where}): {_effect(best)}."
    else:
        first = (
            f"{name} leads ({where}) with {_effect(best)}, but it is the strongest with a probability of "
            f"only {best['first']:.0%}; {ability_name(second['ability'])} may be it."
        )
    above = [
        ability_name(row["ability"]) for row in rows if row["p_holm"] < SIGNIFICANT and row["effect"] > 0
    ]
    below = [
        ability_name(row["ability"]) for row in rows if row["p_holm"] < SIGNIFICANT and row["effect"] < 0
    ]
    rest = 10 - len(above) - len(below)
    second_line = (
        f"Better than the average ability: {', '.join(above) or 'none'}; "
        f"worse: {', '.join(below) or 'none'}; not told apart from it: {rest}."
    )
    return [first, second_line]


def twins(summary: Summary) -> list[str]:
    """Return whether the two methods agree, and what pairing gains."""
    if "twins" not in summary:
        return []
    lines = []
    for design, words in (
        ("swap", "one seat's ability swapped"),
        ("carousel", "all abilities moved on, every seat compared"),
    ):
        found = summary["twins"][design]["win_share"]
        if not isfinite(found["largest_z"]):
            lines.append(
                f"Twins ({words}) can't be compared with dealt games: too few games for a standard error."
            )
            continue
        agrees = "agree with" if found["agree"] else "DISAGREE with"
        lines.append(
            f"Twins ({words}) {agrees} dealt games: the largest of ten differences "
            f"is {found['largest_z']:.1f} standard errors. For the same standard error they need "
            f"{found['games_needed']:.2f} times the games; twins correlate with {found['correlation']:.2f} "
            f"in win share, {summary['twins'][design]['score']['correlation']:.2f} in score."
        )
    needed = min(summary["twins"][design]["win_share"]["games_needed"] for design in ("swap", "carousel"))
    if needed > WANTED_SAVING:
        parting = summary["twins"]["parting"]
        lines.append(
            f"Pairing does not halve the games, because twins part early: of {parting['twins']} pairs "
            f"{parting['by_round'][0]:.0%} have made a different decision by the end of round 1, "
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
        pair = f"{row['first']} and {row['second']}: Kendall's tau {row['kendall_tau']:+.2f}"
        if row["reversed"]:
            examples = "; ".join(
                f"{ability_name(item['stronger_in_first'])} over {ability_name(item['stronger_in_second'])}"
                for item in row["reversed"][:4]
            )
            more = len(row["reversed"]) - 4
            examples += f" and {more} more" if more > 0 else ""
            lines.append(f"{pair}; the order changes, the first has {examples}, the second the reverse.")
        else:
            lines.append(f"{pair}; no order that both show is reversed.")
    return lines


def swaps(summary: Summary) -> list[str]:
    """Return what becomes of an ability by the full rules, under which it may be swapped."""
    main = summary["cells"][0]
    for cell in summary["cells"]:
        same = all(cell[key] == main[key] for key in ("agent", "players", "edition"))
        if same and cell["abilities"] != main["abilities"] and cell["kept"] is not None:
            best = cell["effects"]["win_share"][0]
            return [
                "Holding means to the end: nobody may swap abilities. By the full rules they change hands "
                f"(action 16), {cell['kept']:.0%} end with the one they were dealt, and being dealt one is "
                "another thing: "
                f"{ability_name(best['ability'])} leads with {_effect(best)}."
            ]
    return []


def draft(summary: Summary) -> list[str]:
    """Return what drafting by the estimated values gains."""
    if "draft" not in summary:
        return []
    gain = summary["draft"]["gain"]["win_share"]
    return [
        f"One seat that drafts by these values and plays on as before wins {_points(gain['value'])} points "
        f"more than its even share [{_points(gain['low'])}, {_points(gain['high'])}]."
    ]


def boards(summary: Summary) -> list[str]:
    """Return which conclusions are safe, and which hang on an assumption about the board."""
    if "boards" not in summary:
        return []
    found = summary["boards"]
    best = found["abilities"][0]
    held = found["conclusions"]
    safe = [row for row in held if row["safe"]]
    lines = [
        f"On {found['boards']} boards of the prior {ability_name(best['ability'])} is first "
        f"on {best['rank_kept']:.0%} (chance alone would leave {best['rank_kept_by_chance']:.0%}), among the "
        f"first three on {best['top_3']:.0%}.",
        f"Of {len(held)} orders of two abilities that the standard board shows, {len(safe)} are safe (kept "
        "on 95 % of the boards, shown reversed on none).",
    ]
    for row in found["abilities"]:
        if row["hangs_on"]:
            lines.append(
                f"What {ability_name(row['ability'])} is worth hangs on: {', '.join(row['hangs_on'])}."
            )
    return lines


def sentences(summary: Summary) -> list[str]:
    """Return everything that a study says."""
    return [
        *answer(summary),
        *swaps(summary),
        *twins(summary),
        *orders(summary),
        *draft(summary),
        *boards(summary),
    ]


def _effect(row: dict[str, Any]) -> str:
    return (
        f"{_points(row['effect'])} percentage points of win probability against the average one "
        f"[{_points(row['low_corrected'])}, {_points(row['high_corrected'])}]"
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _edition(edition: Any) -> str:
    return edition if isinstance(edition, str) else "of its own"
