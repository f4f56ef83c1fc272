"""What a player calls the keys of the code."""

from engine.texts import Text, say

TABLE = {
    "hit": say("hit"), "miss": say("miss"), "none": say("none"), "soft": say("soft cover"), "hard": say("hard cover"),
    "table": say("on the board"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "outside": say("outside"), "move": say("move"), "attack": say("attack"), "skill": say("skill"), "nothing": say("nothing"),
    "sustained": say("sustained attack"), "reaction": say("reaction"), "charge": say("in a Charge"),
    "indirect": say("indirect fire"),
    "retaliation": say("striking back"), "after_first": say("after the first action"),
    "after_second": say("after the second action"),
    "neutral": say("neutral ground"), "water": say("water"), "rubble": say("rubble"), "smoke": say("smoke"),
    "block": say("block"),
    "crate": say("ammo crate"), "trap": say("anti-tank trap"), "corner": say("corner"), "building": say("building"),
    "wall": say("wall"),
    "small_entrance": say("small entrance"), "vehicle": say("vehicle"), "squad": say("squad"), "hero": say("hero"),
    "walker": say("walker"), "left": say("left"), "right": say("right"), "range": say("range"), "axis": say("Axis"),
    "allies": say("Allies"),
    "tried": say("tried"), "failed": say("failed"), "succeeded": say("succeeded"), "attacker": say("attacker"),
    "defender": say("defender"), "player_1": say("player 1"), "player_2": say("player 2"), "draw": say("draw"),
}
WEAPONS = {
    "limited": say("limited ammunition"), "burst": say("burst"), "laser": say("laser weapon"), "phaser": say("phaser weapon"),
    "volley": say("volley"),
    "incendiary": say("incendiary"), "flamethrower": say("flamethrower"), "grenade": say("grenade weapon"),
    "artillery": say("artillery"),
    "close": say("close combat"), "knife": say("knife"), "ugl": say("grenade launcher under the barrel"),
}
SKILLS = {
    "reload": say("reload"), "artillery_strike": say("Artillery Strike: call artillery"),
    "tank_head": say("Tank Head: repair a vehicle"),
    "reactivate": say("Move it, you apes: reactivate a unit"), "makeshift_repair": say("Makeshift repair: one hit point"),
    "field_repair": say("Field repair: a destroyed vehicle returns"), "get_up": say("Get up: a soldier or a hit point"),
    "come_on_guys": say("Come on, guys: an eliminated squad returns"),
    "officer": say("Officer"), "radio": say("Radio operator"), "mechanic": say("Mechanic"), "medic": say("Medic"),
    "specialist": say("weapon specialist"),
}
NAMES = {
    "charge": "Charge", "advanced_reactive_fire": "Advanced Reactive Fire",
    "superior_reactive_fire": "Superior Reactive Fire", "agile": "Agile", "all_in_one": "All In One", "assault": "Assault",
    "bad_ass": "Bad Ass", "berserk": "Berserk", "black_ops": "Black Ops", "blutkreuz_ape": "Blutkreuz Ape",
    "blutkreuz_zombie": "Blutkreuz Zombie", "command_squad": "Command Squad", "commander": "Commander",
    "damage_resilient": "Damage Resilient", "fast": "Fast", "heroic_attack": "Heroic Attack", "jump": "Jump",
    "medal_of_honor": "Medal of Honor", "scout_vehicle": "Scout Vehicle", "self_repair": "Self-Repair", "sniper": "Sniper",
    "spotter": "Spotter", "wiederbelebungsserum": "Wiederbelebungsserum",
}
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
    "reactionWindow": say("moment of reactive fire"), "afterFirst": say("after any first action"),
    "withMove": say("when one action is a move"), "listed": say("as the source lists"),
    "reactionsPerActivation": say("reactions to one activation"), "one": say("one"), "many": say("every unit that can"),
    "chargeReaction": say("reaction to a Charge"), "afterSecondMove": say("after the second Move"),
    "eitherMove": say("after either Move"),
    "entryMove": say("entry Move"), "oneSquare": say("one square"), "fullMove": say("a whole Move"),
    "corner45": say("corner cover"),
    "off": say("on any line"), "on": say("at 45 degrees only"), "artilleryStructure": say("artillery on a building"),
    "ignoresAll": say("cancels all cover"), "structureKept": say("the building still covers"),
    "medicAmmo": say("the Medic's soldier"),
    "own": say("his own ammunition"), "initiativeWinner": say("winner of the initiative"), "chooses": say("chooses"),
    "first": say("starts"), "commandLimit": say("command skills"), "onePerRound": say("one attempt a round"),
    "untilFailure": say("each once until one fails"), "perSquad": say("one for each command squad"),
    "phaserDice": say("a phaser's dice"),
    "perHit": say("for each hit"), "equal": say("as many as hits"), "coverDice": say("cover dice"),
    "perDamage": say("for each damage"),
    "parabolic": say("range X-Y"), "normal": say("like other weapons"), "artilleryLike": say("ignores cover like artillery"),
    "artilleryDirectSymbol": say("direct artillery fire"), "artilleryIndirectSymbol": say("indirect artillery fire"),
    "HIT": say("a hit succeeds"), "MISS": say("a miss succeeds"),
}
MORE_READINGS = {
    "initiativeTie": say("tie of the initiative"), "reroll": say("rolled again"), "previous": say("last winner"),
    "silentSkillCost": say("skills without a stated cost"), "free": say("no action"), "action": say("a Skill action"),
    "always": say("always"), "unactivated": say("if not activated"), "retaliationSustained": say("sustained striking back"),
    "no": say("no"), "yes": say("yes"), "squadSkillsToHero": say("the squad's skills for its hero"),
    "silentSharing": say("skills silent about sharing"), "allInOnePhaser": say("All In One with a phaser"),
    "xOnly": say("first dice only"),
    "both": say("both"), "doubling": say("two doublings"), "multiply": say("four times"), "add": say("three times"),
    "zombieSquad": say("Blutkreuz Zombie squads"), "open": say("open to other heroes"), "closed": say("closed to other heroes"),
    "fastAssault": say("Fast with Assault"), "doubleThenAdd": say("doubled, then one more"),
    "addThenDouble": say("one more, then doubled"),
    "heroicWhen": say("moment of Heroic Attack"), "beforeDice": say("before any attack dice"),
    "ownActivation": say("own activation"),
    "scoutBonus": say("a scout's longer Move"), "once": say("once"), "eachMove": say("each Move"),
    "sniperExcess": say("a sniper's excess"),
    "lost": say("lost"), "owner": say("the owner's choice"), "spotterScope": say("whom the Spotter serves"),
    "unit": say("squad and hero"),
    "spotterPhaser": say("Spotter with a phaser"), "serumNext": say("healing put off"), "anyCombat": say("until any combat"),
    "closeCombat": say("until close combat"), "strikeCounts": say("the Radio's strike is a command skill"),
    "reactivateWho": say("whom an Officer reactivates"), "activated": say("units that have acted"), "any": say("any unit"),
    "commandOwnHero": say("the Medic and his own hero"), "returnState": say("units brought back"), "full": say("complete"),
    "oneHit": say("with one hit point"), "apSaves": say("against armour-piercing fire"), "coverOnly": say("cover helps"),
    "apHero": say("hero of a squad burnt"), "squadOnly": say("the squad alone"),
    "heroUsesStock": say("hero and the squad's stock"),
    "burstMoved": say("moved, for Burst"), "leftSquare": say("left its square"), "moveAction": say("used a Move"),
    "honeyKind": say("what Honey is"), "blackOpsAlive": say("Black Ops of the living only"),
    "loneHeroBlocks": say("a lone hero blocks sight"), "elementLos": say("sight of a cover element"),
    "soldier": say("like soldiers"), "closeDiagonal": say("close combat along a diagonal"),
    "doubleStrike": say("two strikes of one Observer"), "heroStack": say("units in a square"), "two": say("two"),
    "resilientOrder": say("a resilient pair"), "assignFirst": say("assign first"), "rollFirst": say("roll first"),
    "sniperHero": say("a sniper and a joined hero"), "serumHits": say("hits for the serum"),
    "flameLastSquare": say("last square of the flames"), "target": say("the target alone"), "all": say("everybody"),
    "onceScope": say("once a game for"), "player": say("each player"), "cornerAdjacent": say("corner next to the squad"),
    "diceCount": say("counting of dice"), "declaration": say("at the declaration"), "lineByLine": say("line by line"),
    "elementDamage": say("damage on cover elements"), "stays": say("stays"), "reset": say("is gone after the attack"),
    "serumAmount": say("amount of healing put off"), "hits": say("hits"), "strikeReaction": say("reaction to a strike"),
    "observerOnly": say("on the Observer"), "separation": say("moment of separation"),
    "atDeclaration": say("before the activation"), "anyTime": say("at any moment"),
    "heroicLength": say("length of Heroic Attack"), "round": say("the round"), "activation": say("the activation"),
    "berserkLength": say("length of Berserk"), "weaponReuse": say("a weapon is fired once in"),
    "laserSustained": say("a sustained laser"), "firstMisses": say("first misses"), "allDice": say("all dice"),
    "medalDie": say("a die for the Medal of Honor"), "firstRoll": say("missed on the first roll"),
    "bonusSquare": say("a square more"), "point": say("a movement point"), "step": say("a free step"),
}
FIELDS = {
    "declared": say("the two actions"), "dx": say("squares sideways"), "dy": say("squares ahead"),
    "lines": say("weapon lines"), "reactor": say("who reacts"), "path": say("path"),
}
"""What is told when a procedure opens, as players call it."""
WORDS = {**TABLE, **WEAPONS, **SKILLS, **SCENARIOS, **READINGS, **MORE_READINGS}


def named(key: str) -> Text | str:
    """A key as a player calls it."""
    return NAMES[key] if key in NAMES else WORDS.get(key, key)
