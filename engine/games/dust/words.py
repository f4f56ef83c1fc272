"""What a player calls the keys of the code, and verdicts in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.games.dust import refs
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Problem, Refusal
from engine.values.texts import Text, english, say

SAID_ALIKE = (
    *(say("hit"), say("miss"), say("none"), say("destroyed"), say("inside"), say("outside"), say("move")),
    *(say("attack"), say("skill"), say("nothing"), say("reaction"), say("water"), say("rubble"), say("smoke")),
    *(say("block"), say("corner"), say("building"), say("wall"), say("vehicle"), say("squad"), say("hero")),
    *(say("walker"), say("left"), say("right"), say("range"), say("tried"), say("failed"), say("succeeded")),
    *(
        say("attacker"),
        say("defender"),
        say("draw"),
        say("burst"),
        say("volley"),
        say("incendiary"),
        say("flamethrower"),
    ),
    *(say("artillery"), say("knife"), say("reload"), say("one"), say("chooses"), say("always"), say("no")),
    *(say("yes"), say("both"), say("open"), say("closed"), say("once"), say("lost"), say("two")),
    *(say("stays"), say("hits"), say("elsewhere")),
)
"""Keys that players call by the same word."""
TABLE = {
    "models": say("alive"),
    **{text.key: text for text in SAID_ALIKE},
    "soft": say("soft cover"),
    "hard": say("hard cover"),
    "table": say("on the board"),
    "reserve": say("in reserve"),
    "hurt": say("takes damage"),
    "sustained": say("sustained attack"),
    "charge": say("in a Charge"),
    "indirect": say("indirect fire"),
    "retaliation": say("striking back"),
    "after_first": say("after the first action"),
    "after_second": say("after the second action"),
    "neutral": say("neutral ground"),
    "crate": say("ammo crate"),
    "trap": say("anti-tank trap"),
    "small_entrance": say("small entrance"),
    "axis": say("Axis"),
    "allies": say("Allies"),
    "player_1": say("player 1"),
    "player_2": say("player 2"),
}
WEAPONS = {
    "limited": say("limited ammunition"),
    "laser": say("laser weapon"),
    "phaser": say("phaser weapon"),
    "grenade": say("grenade weapon"),
    "close": say("close combat"),
    "ugl": say("grenade launcher under the barrel"),
}
SKILLS = {
    "artillery_strike": say("Artillery Strike: call artillery"),
    "tank_head": say("Tank Head: repair a vehicle"),
    "reactivate": say("Move it, you apes: reactivate a unit"),
    "makeshift_repair": say("Makeshift repair: one hit point"),
    "field_repair": say("Field repair: a destroyed vehicle returns"),
    "get_up": say("Get up: a soldier or a hit point"),
    "come_on_guys": say("Come on, guys: an eliminated squad returns"),
    "officer": say("Officer"),
    "radio": say("Radio operator"),
    "mechanic": say("Mechanic"),
    "medic": say("Medic"),
    "specialist": say("weapon specialist"),
}
SKILL_NAMES = (
    *("Charge", "Advanced Reactive Fire", "Superior Reactive Fire", "Agile", "All In One", "Assault"),
    *("Bad Ass", "Berserk", "Black Ops", "Blutkreuz Ape", "Blutkreuz Zombie", "Command Squad"),
    *("Commander", "Damage Resilient", "Fast", "Heroic Attack", "Jump", "Medal of Honor"),
    *("Scout Vehicle", "Self-Repair", "Sniper", "Spotter", "Wiederbelebungsserum"),
)
NAMES = {re.sub("[ -]", "_", name.lower()): name for name in SKILL_NAMES}
"""Skills keep the names of their cards in every language."""
SCENARIOS = {
    "reconnaissance": say("Blue Thunder: Reconnaissance"),
    "patrol": say("Blue Thunder: Patrol"),
    "general_assault": say("Blue Thunder: General Assault"),
    "counterattack": say("Blue Thunder: Counterattack"),
    "intrusion": say("Blue Thunder: Intrusion"),
    "descent": say("Blue Thunder: Descent"),
    "destruction": say("Blue Thunder: Destruction"),
    "evacuation": say("Blue Thunder: Evacuation"),
    "standing_on_the_beach": say("Cyclone: Standing on the Beach"),
    "cyclone_counterattack": say("Cyclone: Counterattack"),
    "close_the_window": say("Cyclone: Close the Window"),
    "the_crossroads": say("Cyclone: The Crossroads"),
    "they_are_here": say("Cyclone: They're Here!"),
    "an_unwelcome_surprise": say("Cyclone: An Unwelcome Surprise"),
    "rescue_the_general": say("Cyclone: Rescue the General"),
    "das_boot": say("Cyclone: Das Boot"),
}
READINGS = {
    "reactionWindow": say("moment of reactive fire"),
    "afterFirst": say("after any first action"),
    "withMove": say("when one action is a move"),
    "listed": say("as the source lists"),
    "reactionsPerActivation": say("reactions to one activation"),
    "many": say("every unit that can"),
    "chargeReaction": say("reaction to a Charge"),
    "afterSecondMove": say("after the second Move"),
    "eitherMove": say("after either Move"),
    "entryMove": say("entry Move"),
    "oneSquare": say("one square"),
    "fullMove": say("a whole Move"),
    "corner45": say("corner cover"),
    "off": say("on any line"),
    "on": say("at 45 degrees only"),
    "artilleryStructure": say("artillery on a building"),
    "ignoresAll": say("cancels all cover"),
    "structureKept": say("the building still covers"),
    "medicAmmo": say("the Medic's soldier"),
    "own": say("his own ammunition"),
    "initiativeWinner": say("winner of the initiative"),
    "first": say("starts"),
    "commandLimit": say("command skills"),
    "onePerRound": say("one attempt a round"),
    "untilFailure": say("each once until one fails"),
    "perSquad": say("one for each command squad"),
    "phaserDice": say("a phaser's dice"),
    "perHit": say("for each hit"),
    "equal": say("as many as hits"),
    "coverDice": say("cover dice"),
    "perDamage": say("for each damage"),
    "parabolic": say("range X-Y"),
    "normal": say("like other weapons"),
    "artilleryLike": say("ignores cover like artillery"),
    "artilleryDirectSymbol": say("direct artillery fire"),
    "artilleryIndirectSymbol": say("indirect artillery fire"),
    "HIT": say("a hit succeeds"),
    "MISS": say("a miss succeeds"),
}
MORE_READINGS = {
    "initiativeTie": say("tie of the initiative"),
    "reroll": say("rolled again"),
    "previous": say("last winner"),
    "silentSkillCost": say("skills without a stated cost"),
    "free": say("no action"),
    "action": say("a Skill action"),
    "unactivated": say("if not activated"),
    "retaliationSustained": say("sustained striking back"),
    "squadSkillsToHero": say("the squad's skills for its hero"),
    "silentSharing": say("skills silent about sharing"),
    "allInOnePhaser": say("All In One with a phaser"),
    "xOnly": say("first dice only"),
    "doubling": say("two doublings"),
    "multiply": say("four times"),
    "add": say("three times"),
    "zombieSquad": say("Blutkreuz Zombie squads"),
    "fastAssault": say("Fast with Assault"),
    "doubleThenAdd": say("doubled, then one more"),
    "addThenDouble": say("one more, then doubled"),
    "heroicWhen": say("moment of Heroic Attack"),
    "beforeDice": say("before any attack dice"),
    "ownActivation": say("own activation"),
    "scoutBonus": say("a scout's longer Move"),
    "eachMove": say("each Move"),
    "sniperExcess": say("a sniper's excess"),
    "owner": say("the owner's choice"),
    "spotterScope": say("whom the Spotter serves"),
    "unit": say("squad and hero"),
    "spotterPhaser": say("Spotter with a phaser"),
    "serumNext": say("healing put off"),
    "anyCombat": say("until any combat"),
    "closeCombat": say("until close combat"),
    "strikeCounts": say("the Radio's strike is a command skill"),
    "reactivateWho": say("whom an Officer reactivates"),
    "activated": say("units that have acted"),
    "any": say("any unit"),
    "commandOwnHero": say("the Medic and his own hero"),
    "returnState": say("units brought back"),
    "full": say("complete"),
    "oneHit": say("with one hit point"),
    "apSaves": say("against armour-piercing fire"),
    "coverOnly": say("cover helps"),
    "apHero": say("hero of a squad burnt"),
    "squadOnly": say("the squad alone"),
    "heroUsesStock": say("hero and the squad's stock"),
    "burstMoved": say("moved, for Burst"),
    "leftSquare": say("left its square"),
    "moveAction": say("used a Move"),
    "honeyKind": say("what Honey is"),
    "blackOpsAlive": say("Black Ops of the living only"),
    "loneHeroBlocks": say("a lone hero blocks sight"),
    "elementLos": say("sight of a cover element"),
    "soldier": say("like soldiers"),
    "closeDiagonal": say("close combat along a diagonal"),
    "doubleStrike": say("two strikes of one Observer"),
    "heroStack": say("units in a square"),
    "resilientOrder": say("a resilient pair"),
    "assignFirst": say("assign first"),
    "rollFirst": say("roll first"),
    "sniperHero": say("a sniper and a joined hero"),
    "serumHits": say("hits for the serum"),
    "flameLastSquare": say("last square of the flames"),
    "target": say("the target alone"),
    "all": say("everybody"),
    "onceScope": say("once a game for"),
    "player": say("each player"),
    "cornerAdjacent": say("corner next to the squad"),
    "diceCount": say("counting of dice"),
    "declaration": say("at the declaration"),
    "lineByLine": say("line by line"),
    "elementDamage": say("damage on cover elements"),
    "reset": say("is gone after the attack"),
    "serumAmount": say("amount of healing put off"),
    "strikeReaction": say("reaction to a strike"),
    "observerOnly": say("on the Observer"),
    "separation": say("moment of separation"),
    "atDeclaration": say("before the activation"),
    "anyTime": say("at any moment"),
    "heroicLength": say("length of Heroic Attack"),
    "round": say("the round"),
    "activation": say("the activation"),
    "berserkLength": say("length of Berserk"),
    "weaponReuse": say("a weapon is fired once in"),
    "laserSustained": say("a sustained laser"),
    "firstMisses": say("first misses"),
    "allDice": say("all dice"),
    "medalDie": say("a die for the Medal of Honor"),
    "firstRoll": say("missed on the first roll"),
    "bonusSquare": say("a square more"),
    "point": say("a movement point"),
    "step": say("a free step"),
    "diagonalCount": say("cheap diagonals"),
    "perMove": say("one in each Move"),
    "perActivation": say("one in an activation"),
    "vehicleCorners": say("corners for vehicles"),
    "blocking": say("closed by blocks and walls"),
    "noEntry": say("closed by all they may not enter"),
    "soldierSqueeze": say("soldiers between two blocks"),
    "smokeEnds": say("standing in smoke"),
    "openingDirection": say("openings of buildings"),
    "shooterOnly": say("of the attacker only"),
    "sameSquareAdjacent": say("the same square is adjacent"),
    "towards": say("towards the other"),
}
FIELDS = {
    "declared": say("the two actions"),
    "dx": say("squares sideways"),
    "dy": say("squares ahead"),
    "lines": say("weapon lines"),
    "reactor": say("who reacts"),
    "silent": say("stays silent"),
    "using": say("skills"),
    "burns": say("also in the flames"),
    "rounds": say("rounds"),
    "cover": say("its cover"),
    "path": say("path"),
    "beside": say("units beside the path"),
}
"""What is told when a procedure opens, as players call it."""
WORDS = {**TABLE, **WEAPONS, **SKILLS, **SCENARIOS, **READINGS, **MORE_READINGS}


@rule(refs.DUST_177)
def named(key: str) -> Text | str:
    """A key as a player calls it."""
    return NAMES[key] if key in NAMES else WORDS.get(key, key)


def verdict(word: str, problems: Iterable[Problem]) -> dict[str, Value]:
    """Legal or allowed, with all reasons and their rules."""
    found = tuple(problems)
    return {
        word: not found,
        "problems": tuple(english(each.why) for each in found),
        "rules": tuple(dict.fromkeys(each.ref.id for each in found)),
    }


@rule(refs.DUST_02, refs.DUST_11, refs.DUST_94, refs.DUST_143)
def first_refusal(key: str, problems: Iterable[Problem]) -> Refusal | None:
    """The first reason as a refusal that the players may overrule."""
    for problem in problems:
        return Refusal(key, problem.why, problem.ref)
    return None
