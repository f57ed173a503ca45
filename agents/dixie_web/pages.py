"""Our pages in the language of the visitor."""

import json
import re
from html import escape

from fastapi import Request

from dixie_env.drawing.symbols import INHERITED
from dixie_env.languages import LANGUAGES, Words, words_of
from dixie_web.requests import static_text

COOKIE = "dixie-language"
"""Where a page keeps the language that somebody has chosen."""
_FIELD = re.compile(r"\{\{([\w.]+)\}\}")


def language_of(request: Request) -> Words:
    """Return the texts for a visitor: in the language chosen, or the first of the browser's that we have."""
    accepted = request.headers.get("accept-language", "")
    wanted = [request.cookies.get(COOKIE, ""), *(part.strip()[:2].lower() for part in accepted.split(","))]
    return words_of(next((language for language in wanted if language in LANGUAGES), LANGUAGES[0]))


def static_page(name: str, words: Words, part: str) -> str:
    """Return one of our pages with its texts, and those that its script needs as data.

    Args:
        name: Its file, in which ``{{page.undo}}`` stands for an entry of the catalogue.
        words: The language.
        part: The section of the catalogue for the script.
    """
    text = _FIELD.sub(lambda field: escape(words(field[1])), static_text(name))
    data: dict[str, object] = {"inherited": INHERITED}
    data |= {
        "language": words.language,
        "languages": {code: words_of(code)("language.name") for code in LANGUAGES},
    }
    script = json.dumps({**words.part(part), **data}, ensure_ascii=False).replace("<", "\\u003c")
    return text.replace("<!--words-->", f'<script type="application/json" id="words">{script}</script>')
