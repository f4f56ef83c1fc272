"""Abilities as records: names, effects, numbers and reminders follow from one list."""

from __future__ import annotations

from engine.parts.ability import Ability, Bonus, bonuses_on, effects, left_by_hand, names
from engine.values.table import GameState
from engine.values.texts import say


def far(now: GameState, distance: int) -> bool:
    return distance > 4


LIST: tuple[Ability[int], ...] = (
    Ability("aim", say("Aim"), say("one more die"), (Bonus("attacker", "dice", 1),)),
    Ability("sniper", say("Sniper"), None, (Bonus("attacker", "dice", 2, far), Bonus("attacker", "cover", -1))),
    Ability("airdrop", say("Airdrop"), say("comes later"), by_hand=("deploy",)),
)


def test_words_follow_from_the_list() -> None:
    assert names(LIST) == {"aim": say("Aim"), "sniper": say("Sniper"), "airdrop": say("Airdrop")}
    assert effects(LIST) == {"aim": say("one more die"), "airdrop": say("comes later")}
    assert left_by_hand(LIST, "deploy") == {"airdrop"}
    assert left_by_hand(LIST, "attack") == set()


def test_what_changes_a_number_here() -> None:
    def dice(distance: int) -> list[tuple[str, int]]:
        found = bonuses_on(LIST, "dice")
        return [(each.key, bonus.amount) for each, bonus in found if bonus.when(GameState("tiny"), distance)]

    assert dice(5) == [("aim", 1), ("sniper", 2)]
    assert dice(4) == [("aim", 1)]
