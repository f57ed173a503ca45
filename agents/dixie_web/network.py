"""Who may ask for what: this machine for everything, others (``--host``) for tables whose code they have."""

import ipaddress
import re
from collections.abc import Container

from dixie_env import DixieError
from dixie_web.limits import is_local_host

_TABLE = re.compile(r"^/(?:table|ws|api/tables)/([\w-]+)(?:/(?:record|replay|review))?$")
_OPEN = re.compile(r"^/(?:static/[\w.-]+|api/choices|review/[\w-]+)$")
"""What all may have: our own files, and reviews, whose names are as hard to guess as the codes of tables."""


class HostError(DixieError):
    """An address can't be opened to the network. The message says what would be right."""


class Door:
    """Says which requests are let in.

    Args:
        address: An address of this machine in its network; None lets only this machine in.
    """

    def __init__(self, address: str | None = None) -> None:
        self.address = None if address is None else check_address(address)

    def is_here(self, host: str | None, client: str | None) -> bool:
        """Does a request come from this machine, and for its local name?"""
        return is_local_host(host) and (self.address is None or _is_loopback(client))

    def lets_in(self, host: str | None, client: str | None, path: str, codes: Container[str]) -> bool:
        """Is a request allowed?

        Args:
            host: The header `Host`.
            client: The address that the request comes from.
            path: What it asks for.
            codes: The codes (names) of the tables: a container.
        """
        if self.is_here(host, client):
            return True
        if not self._is_ours(host):
            return False
        found = _TABLE.match(path)
        known = found is not None and found[1] in codes
        return known or (found is None and _OPEN.match(path) is not None)

    def is_own_origin(self, origin: str | None, host: str | None) -> bool:
        """Does a request come from a page that this server has served?"""
        return (is_local_host(host) or self._is_ours(host)) and origin == f"http://{host}"

    def _is_ours(self, host: str | None) -> bool:
        return self.address is not None and host is not None and host.partition(":")[0] == self.address


def check_address(text: str) -> str:
    """Return an address in its normal form.

    Raises:
        HostError: It is no address of one machine in a network.
    """
    right = "give the IPv4 address of this machine in your network, such as 192.168.1.5"
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        raise HostError(f"{text[:40]!r} is not an address: {right}") from None
    if address.is_unspecified or address.is_multicast or text == "255.255.255.255":
        raise HostError(f"{text} is not the address of one machine: {right}")
    return str(address)


def _is_loopback(client: str | None) -> bool:
    try:
        return client is not None and ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False
