"""The key of a server: read from an environment variable for each request, and removed from every text.

No object keeps the key, so it can't get into a pickle, a `repr` or a card. What comes back from a server may
repeat it: everything that is shown or stored passes through `redact` first.
"""

import os
import re

from dixie_agents.names import AgentError

USUAL_VARIABLE = "DIXIE_LLM_KEY"
REDACTED = "[key]"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Secret:
    """The key in an environment variable.

    Args:
        variable: The name of the variable.

    Raises:
        AgentError: This can't be the name of a variable, it is not set, or a header can't carry its value.
            Only the usual variable may be missing: many servers need no key.
    """

    def __init__(self, variable: str = USUAL_VARIABLE) -> None:
        if not _NAME.fullmatch(variable):  # perhaps the key itself, so it is not repeated
            raise AgentError(
                "key_variable must be the name of an environment variable (letters, digits and '_')"
            )
        self.variable = variable
        if not self._key() and variable != USUAL_VARIABLE:
            raise AgentError(f"key_variable: there is no environment variable {variable}, or it is empty")

    def _key(self) -> str:
        key = os.environ.get(self.variable, "")
        if not (key.isascii() and key.isprintable() and " " not in key):
            raise AgentError(
                f"the environment variable {self.variable} has characters that can't be part of a key: "
                "spaces, line breaks or letters that are not ASCII"
            )
        return key

    def headers(self) -> dict[str, str]:
        """Return the header that carries the key; none if there is no key."""
        key = self._key()
        return {"Authorization": f"Bearer {key}"} if key else {}

    def redact(self, text: str) -> str:
        """Return a text without the key."""
        key = os.environ.get(self.variable, "")
        if not key:
            return text
        for form in (key, key.replace("/", "\\/")):  # some servers escape slashes in JSON
            text = text.replace(form, REDACTED)
        return text
