"""Small versions of the attacks; `make attack` runs the long ones."""

import pytest

from tests.attacks.all import ATTACKS


@pytest.mark.parametrize("name", ATTACKS)
def test_small(name: str) -> None:
    attack = ATTACKS[name]
    if name == "web messages":
        pytest.importorskip("fastapi", reason="needs the extra web")
    assert attack.run(attack.few).tried


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
def test_long(name: str) -> None:
    attack = ATTACKS[name]
    assert attack.run(attack.many).tried
