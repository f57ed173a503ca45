"""Messages to a web table, from somebody who knows the protocol and from somebody who does not.

The property: each gets an answer, and the game stays valid and goes on for others.
"""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.attacks.report import Report, times

ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = st.sampled_from(["hello", "choose", "back", "hint", "rematch", "", "view", "HELLO"])
MESSAGES = st.one_of(
    st.builds(json.dumps, ANY),
    st.builds(
        lambda kind, more: json.dumps({"type": kind, **more}),
        KINDS,
        st.dictionaries(
            st.sampled_from(["secret", "option", "turn", "agent", "language", "type", "x"]),
            st.one_of(
                ANY, st.sampled_from(["pass", "action:1", "ability:3", "sane", "mcts:99999", "ppo:/etc"])
            ),
            max_size=4,
        ),
    ),
    st.text(max_size=40).filter(lambda text: text.isprintable()),
    st.sampled_from(["[" * 5000, "9" * 5000, '{"type":"hello","secret":"' + "x" * 9000 + '"}', "null", "{"]),
)


def attack(examples: int) -> Report:
    """Send so many groups of messages, as a seat and as somebody who only watches."""
    from tests.web.serving import serve

    report = Report()
    with serve() as site:
        links = site.open(["person", "sane", "sane"], seed=1)
        opened = next(iter(site.house.tables.values()))

        @times(examples)
        @given(st.lists(MESSAGES, min_size=1, max_size=6), st.sampled_from(["seat 0", "watch"]))
        def messages(texts: list[str], who: str) -> None:
            with site.visit(links[who]) as guest:
                guest.view()
                for text in texts:
                    guest.socket.send(text)
                    answer: Any = guest.hear(60)
                    assert answer["type"] in ("error", "view", "hint", "rematch"), answer
                    report.outcomes["refused with a reason" if answer["type"] == "error" else "answered"] += 1
            opened.table.game.validate()
            with site.visit(links["watch"]) as other:
                assert other.view()["seat"] is None

        messages()
    return report
