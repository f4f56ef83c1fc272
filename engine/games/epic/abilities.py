"""Abilities of units and weapons by one name each, however a card spells them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.texts import say

ABILITIES = {
    "reinforced_armour": say("reinforced armour"),
    "thick_rear_armour": say("thick rear armour"),
    "invulnerable_save": say("invulnerable save"),
    "living_metal": say("living metal"),
    "inspiring": say("inspiring"),
    "commander": say("commander"),
    "supreme_commander": say("supreme commander"),
    "leader": say("leader"),
    "scout": say("scout"),
    "infiltrator": say("infiltrator"),
    "walker": say("walker"),
    "mounted": say("mounted"),
    "stubborn": say("stubborn"),
    "jump_packs": say("jump packs"),
    "skimmer": say("skimmer"),
    "fearless": say("fearless"),
    "expendable": say("expendable"),
    "sniper": say("sniper"),
    "teleport": say("teleport"),
    "first_strike": say("first strike"),
    "extra_attacks": say("extra attacks"),
    "ignore_cover": say("ignore cover"),
    "lance": say("lance"),
    "macro_weapon": say("macro-weapon"),
    "titan_killer": say("Titan Killer"),
    "disrupt": say("disrupt"),
    "slow_firing": say("slow-firing"),
    "single_shot": say("single shot"),
    "indirect_fire": say("indirect fire"),
    "transport": say("transport"),
    "planetfall": say("planetfall"),
    "fortified": say("in a fortification"),
    "they_shall_know_no_fear": say("They Shall Know No Fear"),
    "small_arms": say("small arms"),
    "not_counted_in_assaults": say("not counted in assaults"),
    "takes_two_places": say("takes two places"),
    "slow": say("slow"),
    "fixed_forward": say("fixed forward"),
    "forward_arc": say("forward arc"),
    "left_arc": say("left arc"),
    "right_arc": say("right arc"),
    "rear_arc": say("rear arc"),
}
ARCS = ("fixed_forward", "forward_arc", "left_arc", "right_arc", "rear_arc")
"""Where a weapon may point; it says nothing of its hits."""
ALIASES = {
    "ra": "reinforced_armour",
    "reinforced_armor": "reinforced_armour",
    "reinforced": "reinforced_armour",
    "tra": "thick_rear_armour",
    "thick_rear_armor": "thick_rear_armour",
    "thick_rear": "thick_rear_armour",
    "inv": "invulnerable_save",
    "invulnerable": "invulnerable_save",
    "leaders": "leader",
    "scouts": "scout",
    "infiltrators": "infiltrator",
    "walkers": "walker",
    "commanders": "commander",
    "snipers": "sniper",
    "jump_pack": "jump_packs",
    "skimmers": "skimmer",
    "expendables": "expendable",
    "teleporter": "teleport",
    "fs": "first_strike",
    "ea": "extra_attacks",
    "extra_attack": "extra_attacks",
    "ic": "ignore_cover",
    "ignores_cover": "ignore_cover",
    "mw": "macro_weapon",
    "macro": "macro_weapon",
    "tk": "titan_killer",
    "d": "disrupt",
    "sf": "slow_firing",
    "slow_fire": "slow_firing",
    "ss": "single_shot",
    "one_shot": "single_shot",
    "if": "indirect_fire",
    "indirect": "indirect_fire",
    "supreme": "supreme_commander",
    "know_no_fear": "they_shall_know_no_fear",
    "atsknf": "they_shall_know_no_fear",
}


NUMBER = re.compile(r"(d?)([0-9]+)")


@rule(refs.EPIC_150, refs.EPIC_160)
@lru_cache(maxsize=4096)
def traits(words: Value) -> dict[str, int]:
    """Names with the number after the colon, 1 where there is none, below zero the sides of a die:
    {"extra_attacks": 2, "lance": 1, "titan_killer": -3}."""
    found: dict[str, int] = {}
    for word in words if isinstance(words, tuple) else ():
        name, _, number = str(word).lower().replace("-", "_").replace(" ", "_").partition(":")
        known = ALIASES.get(name, name)
        amount = NUMBER.fullmatch(number)
        found[known] = found.get(known, 0) + (int(f"{'-' if amount[1] else ''}{amount[2]}") if amount else 1)
    return found


def able(words: Value, *names: str) -> bool:
    """Whether a list of abilities holds one of some."""
    known = traits(words)
    return any(name in known for name in names)


@rule(refs.EPIC_32, refs.EPIC_253)
def capacity(card: Map[Value]) -> int:
    """Units a transport carries: as its card states, else one."""
    stated = card.get("transport")
    return stated if isinstance(stated, int) else traits(card.get("abilities")).get("transport", 0)


def plain(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(traits(tuple(words)))
