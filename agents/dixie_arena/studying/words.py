"""What a study says in sentences, with the words that its rule allows (docs/study/rule.md).

Only the primary answer may say "is the strongest" without qualification. Every sentence names its estimand.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dixie_arena.ability_effects.words import ability_name
from dixie_env.engine.words import ABILITIES

__all__ = ["readable", "sentence_groups", "sentences"]

SOURCES = {
    "luck": "luck",
    "players": "players",
    "board": "board",
    "board_players": "board and players together",
}


def sentences(results: Mapping[str, Any]) -> list[str]:
    """Return what the study found, the most important first.

    Args:
        results: As in ``results.json``.
    """
    return [line for lines in sentence_groups(results).values() for line in lines]


def sentence_groups(results: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the same by subject: ``warnings``, ``dealt``, ``held``, ``look_up`` and so on.

    Args:
        results: As in ``results.json``.
    """
    file = results["study"]
    answers = results["answers"]
    game = f"{file['players']} players, edition {file['edition']}"
    groups = {"warnings": _warnings(results)}
    for estimand in ("dealt", "held"):
        if estimand in answers:
            primary = estimand == "dealt" and results["primary"]
            groups[estimand] = _answer(answers[estimand], estimand, game, primary=primary)
    groups["look_up"] = _look_up(results["look_up"])
    groups["drafted"] = _drafted(answers.get("drafted"), game)
    groups["robust"] = _robust(results, game)
    groups["draft"] = _draft(results["draft"])
    groups["players"] = _players(results)
    groups["boards"] = _boards(results)
    return {name: [readable(line) for line in lines] for name, lines in groups.items()}


def readable(sentence: str) -> str:
    """Return a sentence with the names of abilities as words: ``light mine`` for ``light_mine``."""
    for ability in ABILITIES:
        name = ability_name(ability)
        sentence = sentence.replace(f". {ability}", f". {name.capitalize()}").replace(ability, name)
    return sentence


def _warnings(results: Mapping[str, Any]) -> list[str]:
    file, lines = results["study"], []
    if file["small"]:
        lines.append(
            "This is a small study: it shows how the real one works and is too small to name anything. "
            "For an answer: dixie study study-4p --out DIR"
        )
    if file.get("planted"):
        lines.append("The rules are doctored to plant a truth: this says nothing about the game.")
    if results["pool"]["status"] == "draft":
        lines.append(f"The pool {results['pool']['name']} is a draft.")
    for reading, weighing in results["weighing"].items():
        if weighing["asked_for"] is not None:
            lines.append(
                f"Fewer boards answer ({reading}): {weighing['answering']} instead of "
                f"{weighing['asked_for']}, because the {weighing['boards']:,} weighed boards are worth "
                f"{weighing['effective_boards']:.0f} equal ones."
            )
    return lines


def _answer(answer: Mapping[str, Any], estimand: str, game: str, *, primary: bool) -> list[str]:
    verdict = answer["verdict"]
    rows = {row["ability"]: row for row in answer["effects"]}
    head = f"{estimand.capitalize()} ({game}{'' if primary else '; secondary'}):"
    leader = rows[verdict["leader"]]
    limits = f"[{_signed(leader['low'])}, {_signed(leader['high'])}]"
    effect = f"{_points(leader['effect'])} {limits} against the average"
    if verdict["named"]:
        lines = [
            f"{head} {verdict['leader']} is the strongest on average, for this pool: {effect}, and "
            f"{verdict['ratio']:.1f} standard errors ahead of {verdict['closest']}, the closest "
            f"(the rule asks for {verdict['needed']:.2f})."
        ]
        lines.append(_survives(answer, estimand))
    else:
        lines = [
            f"{head} no ability is named the strongest. {verdict['leader']} leads with {effect}; "
            f"{'; '.join(verdict['why_not'])}."
        ]
    lines.append(
        f"{estimand.capitalize()}: the abilities that may be the best on average (95 %): "
        f"{_set(answer['set_for_the_average'])}."
    )
    if answer["whatever_the_board"]:
        lines.append(
            f"{estimand.capitalize()}: {answer['whatever_the_board']} is the strongest whatever the board, "
            "whoever plays."
        )
    likely = sorted(answer["effects"], key=lambda row: -row["probability_strongest"])
    shown = ", ".join(f"{row['ability']} {_percent(row['probability_strongest'])}" for row in likely[:3])
    lines.append(
        f"{estimand.capitalize()}: probability of being strongest for a new board and player: {shown}. The "
        f"smallest set with 95 %: {_set(answer['smallest_set'])}."
    )
    margin = answer["margin"]
    lines.append(
        f"{estimand.capitalize()}: {margin['first']} is {_points(margin['value'], sign=False)} ahead of "
        f"{margin['second']}. The doubt about this margin: {_split(margin['doubt'])}."
    )
    for row in answer["effects"]:
        both = row.get("by_ranks")
        if both and both["changes_spread"]:
            lines.append(
                f"{estimand.capitalize()}: {row['ability']} changes the spread, not only the mean: "
                f"{_points(row['effect'])} by wins, {_points(both['effect'])} by all ranks."
            )
    return lines


def _survives(answer: Mapping[str, Any], estimand: str) -> str:
    leader = answer["verdict"]["leader"]
    broken = [
        label
        for label, verdict in answer["without_agent"].items()
        if not (verdict["named"] and verdict["leader"] == leader)
    ]
    large = answer["players_at_large"]
    holds = large is not None and large["named"] and large["leader"] == leader
    left = f"not without {_listed(broken)}" if broken else "also without any one agent of the pool"
    return (
        f"{estimand.capitalize()}: this holds {left}. For players at large, of whom the pool is a sample, it "
        f"{'holds, too' if holds else 'is not shown'}."
    )


def _look_up(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    found = [step for step in steps if step["found"] is not None]
    if not found:
        return ["Dealt: no number of the board stands out as the one to look up first."]
    return [
        f"Dealt: look up {'first' if place == 0 else 'next'} the {step['title']} ({step['look']}): "
        f"{100 * step['gain']:.1f} points surer of the strongest ability."
        for place, step in enumerate(found)
    ]


def _drafted(drafted: Mapping[str, Any] | None, game: str) -> list[str]:
    if drafted is None:
        return []
    picked = [row for row in drafted["abilities"] if "pick_rate" in row]
    first = ", ".join(f"{row['ability']} {_percent(row['pick_rate']['value'])}" for row in picked[:3])
    lines = [
        f"Drafted ({game}; this describes choices, it compares nothing): picked most when shown: {first}."
    ]
    if missing := [row["ability"] for row in drafted["abilities"] if row["not_chosen"]]:
        lines.append(f"Drafted: not chosen (held fewer than 200 times): {_listed(missing)}.")
    return lines


def _robust(results: Mapping[str, Any], game: str) -> list[str]:
    """Say what changes with statements, readings, weights and tables."""
    main = results["answers"]["dealt"]
    lines = _left_out(results["left_out"], main)
    for title, other in (
        ('the reading "5 are the limit"', results["limit"]),
        ("the weights of the pool's equilibrium", results["equilibrium_weights"]),
        ("one searching seat among the pool", results["search"]),
    ):
        if other is not None:
            lines.append(
                f"Dealt, {title} ({game}; secondary): {_verdict(other)} The set for the average: "
                f"{_set(other['set_for_the_average'])}."
            )
    lines += _others(results["others"], main, results["study"]["players"])
    if results["clones"] is not None:
        leaders = ", ".join(
            f"{label}: {answer['effects'][0]['ability']}"
            for label, answer in results["clones"]["agents"].items()
        )
        lines.append(f"Dealt, one agent on all seats (another question): in front are {leaders}.")
    return lines


def _others(others: Sequence[Mapping[str, Any]], main: Mapping[str, Any], players: int) -> list[str]:
    """Say who leads in other games, and how much wider their intervals are."""
    if not others:
        return []
    leaders: dict[str, list[str]] = {}
    for other in others:
        where = f"{other['players']} players {other['edition']}"
        leaders.setdefault(other["effects"][0]["ability"], []).append(where)
    usual = main["effects"][0]["ability"]
    same = len(leaders.pop(usual, []))
    words = f"{usual} leads in {same} of {len(others)}"
    if leaders:
        words += "; " + "; ".join(f"{ability} in {_listed(games)}" for ability, games in leaders.items())
    widths = [_width(other, other["players"]) for other in others]
    ratio = sum(widths) / len(widths) / _width(main, players)
    return [
        f"Dealt, other numbers of players and editions (secondary): {words}. With fewer boards and games "
        f"their intervals are {ratio:.1f} times as wide, in units of the fair share."
    ]


def _width(answer: Mapping[str, Any], players: int) -> float:
    """Return the mean width of the intervals, in units of the fair share."""
    rows = answer["effects"]
    return float(players * sum(row["high"] - row["low"] for row in rows) / len(rows))


def _left_out(left_out: Mapping[str, Any], main: Mapping[str, Any]) -> list[str]:
    """Say which statements change the set for the average; those that change it alike, together."""
    usual = sorted(main["set_for_the_average"])
    few = [_without(key) for key, other in left_out.items() if other["effects"] is None]
    lines = [f"Dealt: too few boards are left to answer {' or '.join(few)}."] if few else []
    changed: dict[tuple[str, ...], list[str]] = {}
    for key, other in left_out.items():
        if other["effects"] is not None and sorted(other["set_for_the_average"]) != usual:
            changed.setdefault(tuple(other["set_for_the_average"]), []).append(_without(key))
    for found, keys in changed.items():
        lines.append(f"Dealt: {' or '.join(keys)} the set for the average is {_set(found)}.")
    if left_out and not lines:
        lines.append("Dealt: no statement of the evidence changes the set for the average.")
    return lines


def _without(key: str) -> str:
    return "without any evidence" if key == "no evidence" else f"without the statement {key}"


def _verdict(answer: Mapping[str, Any]) -> str:
    verdict = answer["verdict"]
    if verdict["named"]:
        return f"{verdict['leader']} is the strongest on average."
    return f"no ability is named; {verdict['leader']} leads."


def _draft(draft: Mapping[str, Any] | None) -> list[str]:
    if draft is None:
        return []
    wins, points = draft["gain"]["one_seat"]["wins"], draft["gain"]["one_seat"]["points"]
    return [
        "Drafted by backward induction, against seats that draft as their agents do: "
        f"{_points(wins['value'])} of win probability [{_signed(wins['low'])}, {_signed(wins['high'])}], "
        f"{points['value']:+.1f} points of score [{points['low']:+.1f}, {points['high']:+.1f}]."
    ]


def _boards(results: Mapping[str, Any]) -> list[str]:
    lines = []
    for number, (reading, weighing) in enumerate(results["weighing"].items()):
        after = weighing["track_length"]["posterior"]
        likely = sorted(after.items(), key=lambda item: -item[1])[:3]
        shares = ", ".join(f"{length} spaces {_percent(share)}" for length, share in likely)
        what = "All estimands" if number == 0 else "Dealt"
        lines.append(f'{what}, reading "{reading}": track length {shares}.')
        edges = [f"{row['title']}, {row['edge']:g}" for row in weighing["numbers"] if row["edge"] is not None]
        if edges:
            lines.append(f"{what}, at the prior's edge ({reading}): {'; '.join(edges)}.")
        if weighing["says_nothing"]:
            lines.append(
                f"{what}, statements that say nothing ({reading}): {_listed(weighing['says_nothing'])}."
            )
    if results["owner"] is not None:
        count = sum(_statuses(entry).count("entered") for entry in results["owner"].values())
        lines.append(f"All estimands: {count} numbers of the board are an owner's; they stay on every board.")
    lines.append(
        "All estimands: this speaks of these players, this prior and this evidence. A real board entered by "
        "its owner (dixie board new) would replace most of the doubt about the board."
    )
    return lines


def _players(results: Mapping[str, Any]) -> list[str]:
    lines = []
    weak = [row["label"] for row in results["agents"] if row["above_70_percent"]]
    if weak:
        lines.append(f"All estimands: agents whose best response wins more than 70 %: {_listed(weak)}.")
    unknown = [row["label"] for row in results["agents"] if row["exploitability"] is None]
    if unknown:
        lines.append(f"All estimands: exploitability not measured: {_listed(unknown)}.")
    return lines


def _statuses(entry: Mapping[str, Any]) -> list[str]:
    """Return the status of each number of an entry of a board's file."""
    status, value = entry["status"], entry["value"]
    if isinstance(status, str):
        return [status] * (1 if isinstance(value, int) else len(value))
    return list(status.values() if isinstance(status, Mapping) else status)


def _split(doubt: Mapping[str, Any]) -> str:
    percent = doubt["percent"]
    return ", ".join(f"{words} {percent[key]:.0f} %" for key, words in SOURCES.items())


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _points(value: float, *, sign: bool = True) -> str:
    return f"{_signed(value)} points" if sign else f"{100 * value:.1f} points"


def _signed(value: float) -> str:
    return f"{round(100 * value, 1) + 0.0:+.1f}"  # never -0.0


def _set(names: Sequence[str]) -> str:
    return "all ten" if len(names) == len(ABILITIES) else _listed(names)


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names) or "none"
    return f"{', '.join(names[:-1])} and {names[-1]}"
