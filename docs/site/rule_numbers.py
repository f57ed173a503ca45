"""Rule numbers as links: R4.22 leads to that rule, wherever a page mentions it."""

import re

PAGE = "rules"
_DEFINED = re.compile(r"^(- |\| )(R\d+\.\d+)(?= )", re.MULTILINE)
_MENTIONED = re.compile(r"(?<![\w#\[/.-])R\d+\.\d+(?![\w\]]|\.\d)")
_KEPT = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[\s\S]*?^(?P=fence)`*$"  # code
    r"|^ {4,}\S.*$"
    r"|`+[^`\n]+`+"
    r"|^#.*$"  # a heading
    r"|!?\[[^\]\n]*\](?:\([^)\n]*\)|\{[^}\n]*\})"  # a link, or the definition of a rule
    r"|<[^>\n]*>",
    re.MULTILINE,
)
"""What keeps its text: code, headings, links and HTML."""


def anchor(number: str) -> str:
    """Return the anchor of a rule on its page: ``r4-22`` for R4.22."""
    return number.lower().replace(".", "-")


def define(text: str) -> str:
    """Give each rule of the page of rules an anchor."""
    return _DEFINED.sub(lambda found: f"{found[1]}[{found[2]}]{{#{anchor(found[2])} .rule}}", text)


def link(text: str) -> str:
    """Make each rule number in a Markdown text a link to the rule, except in code, headings and links."""
    parts, start = [], 0
    for kept in _KEPT.finditer(text):
        parts += [_linked(text[start : kept.start()]), kept[0]]
        start = kept.end()
    return "".join((*parts, _linked(text[start:])))


def _linked(text: str) -> str:
    return _MENTIONED.sub(lambda found: f"[{found[0]}](#{anchor(found[0])})", text)
