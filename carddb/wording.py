"""What the abilities of cards do, in our own words; a screen shows it beside the name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.maps import Map, Value
from engine.texts import Text, say

AAM: Mapping[str, Text] = {
    "all_guns_blazing": say("after its attack, one more at a Soldier"),
    "antiair": say("no penalty against aircraft, and defensive fire at those placed beside it"),
    "blast": say("attacks every unit in the hex, friends too, each on its own"),
    "bombardment": say("its attacks ignore cover"),
    "bravery_enforcement": say("disrupted Soldiers beside it attack without penalty"),
    "close_assault": say("{number} dice against a Vehicle in its own hex, which has no cover"),
    "command_dependent": say("moves in the movement phase only if it starts beside a friendly Commander"),
    "command_leadership": say("Vehicles within 2 hexes roll one more die in the assault phase"),
    "coordinated_fire": say("one more die beside a friendly Commander"),
    "covering_fire": say("Soldiers it attacks cannot fire defensively this turn"),
    "crack_shot": say("+1 on each of its attack dice"),
    "double_shot": say("attacks twice in its assault phase, and rolls twice for each defensive shot"),
    "elan": say("Soldiers beside it have +1 defense against defensive fire"),
    "elusive": say("+1 defense in forest or marsh"),
    "enhanced_range": say("long range reaches to {number} hexes against everything"),
    "entrenched": say("+1 defense until it moves"),
    "excellent_suspension": say("hills cost it no more than clear ground"),
    "exert_will": say("at the start of the movement phase Soldiers beside it are no longer disrupted"),
    "exposed_transport": say("carries one Soldier, who can be attacked on it"),
    "extended_range": say("long range reaches to {number} hexes against Vehicles"),
    "fanatic": say("a Disrupted marker means nothing to it"),
    "fearless": say("Soldiers beside it have +1 defense against defensive fire"),
    "fighting_platform": say("a passenger may attack from it while it stands still, and fire defensively"),
    "fire_hazard": say("when it is damaged, a roll of 5 or more destroys it at once"),
    "fixed_howitzer": say("attacks only what is in front of it"),
    "fixed_rear_gun": say("attacks Vehicles only behind it"),
    "flamethrower": say("at short range it ignores cover, and three sixes destroy the target at once"),
    "forest_camouflage": say("in forest its cover always holds against long range"),
    "green": say("loses its Disrupted marker only on 4 or more"),
    "gun_transport": say("carries a Soldier, even Artillery that is not Large"),
    "hand_to_hand": say("{number} dice against a Soldier in its own hex, who has no cover"),
    "heavy_armor": say("its first Damaged marker of the game does not count"),
    "hero": say("a Disrupted marker means nothing to it"),
    "high_gear": say("{number} hexes more when it stays on a road"),
    "highly_flammable": say("when it is damaged, a roll of 3 or more destroys it at once"),
    "inaccurate": say("-{number} on each of its attack dice"),
    "indirect_fire": say("needs no line of sight to a Soldier that a friendly Spotter within 8 hexes sees"),
    "lack_of_determination": say("destroyed at once by a Disrupted marker that is turned up"),
    "large": say("counts as a Vehicle for stacking"),
    "large_silhouette": say("-1 on its cover rolls"),
    "large_transport": say("carries two Soldiers, one of them perhaps Artillery"),
    "light_artillery": say("any Transport may carry it"),
    "limited_range": say("attacks nothing beyond {number} hexes"),
    "mechanized_tactics": say("may dismount at the end of the movement phase"),
    "no_turret": say("attacks Vehicles only in front of it"),
    "open_back": say("from behind, it may be attacked with the dice against Soldiers"),
    "overlapping_fire": say("may fire defensively at Soldiers"),
    "paratrooper": say("comes at the end of any of its movement phases, in a hex without an enemy beside it"),
    "partisan": say("comes in any empty hex at an edge"),
    "pinpointer": say("targets of Soldiers beside it have -1 on their cover rolls"),
    "poor_suspension": say("enters no hill off the road"),
    "prone_to_breakdown": say("cannot move while it is damaged"),
    "relocate": say("moves up to {number} hexes in its assault phase instead of attacking"),
    "ruthless": say("+1 on each attack die against disrupted or damaged targets"),
    "seasoned_crew": say("its targets have -1 on their cover rolls"),
    "shrapnel": say("each success against a Soldier counts {number} times"),
    "sideskirts": say("+1 defense against units with Close Assault"),
    "stalwart": say("Soldiers beside it have +1 on each die of defensive fire"),
    "steely_resolve": say("two hits need {number} successes more than its defense"),
    "strike_and_fade": say("after attacking it may move {number} hexes"),
    "superior_armor": say("two hits need {number} successes more than its defense"),
    "superior_camouflage": say("in cover it cannot be attacked at medium or long range"),
    "suppressive_fire": say("no limit to its defensive fire in a phase"),
    "tally_ho": say("Soldiers that start beside it, but for Artillery, have 1 more speed in the movement phase"),
    "thin_wheels": say("no streams and no marsh off the road"),
    "trench_crossing": say("needs no roll for streams"),
    "vanguard": say("a free move of 4 before the first turn"),
    "weak_suspension": say("needs a movement roll for hills off the road"),
}
WORDING: Mapping[str, Mapping[str, Text]] = {"aam": AAM}
"""Games whose abilities are not words of the rulebook that the rules of the app explain already."""


def wording(game: str, ability: str, value: Value = True) -> Text | None:
    """What an ability does, with its number; nothing where only the card itself says so."""
    text = WORDING.get(game, {}).get(ability)
    number = value if isinstance(value, int) and not isinstance(value, bool) else 1
    return replace(text, values=Map({"number": number})) if text and "{number}" in text.key else text
