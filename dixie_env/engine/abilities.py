"""The permanent abilities in words: one row for each member of the enum Ability, in its order."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ability:
    """One ability tile.

    Attributes:
        name: Its name in records, results and the observation's layout; in the enum it is in capitals.
        effect: What it does, in a few words that fit on a tile; for the rule see `docs/rules.md`, section 12.
    """

    name: str
    effect: str

    @property
    def title(self) -> str:
        """The name in plain text: `ring bonus`."""
        return self.name.replace("_", " ")


TABLE = (
    Ability("cheap_gold", "gold costs 1 silver less"),
    Ability("servant_bonus", "+2 for each loyal servant"),
    Ability("ring_bonus", "+2 for each ring"),
    Ability("silver_income", "1 silver in each round"),
    Ability("free_promotion", "one free promotion a round"),
    Ability("free_demotion", "displacing costs no apple"),
    Ability("free_rocks", "removing rocks costs no bread"),
    Ability("extra_slot", "one more slot for a tile"),
    Ability("copy_unused", "copies unused actions too"),
    Ability("light_mine", "at most 1 point for slaves"),
)
"""Ability 1 comes first."""


def ability(number: int) -> Ability:
    """Return an ability by its number, from 1.

    Raises:
        ValueError: There is no such ability.
    """
    if not 1 <= number <= len(TABLE):
        raise ValueError(f"there is no ability {number}: abilities are 1 to {len(TABLE)}")
    return TABLE[number - 1]
