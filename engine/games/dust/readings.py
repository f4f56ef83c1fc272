"""Doubts of the source, each with its default; those offered are argued about at tables."""

from dataclasses import replace

from engine.games.dust import refs
from engine.playing.rules import Reading
from engine.values.model import Ref
from engine.values.texts import Text, say


def _doubt(row: str, text: Text, ref: Ref) -> Reading:
    """A doubt: its key, and its ways to read it, the default first."""
    key, _, values = row.partition(": ")
    return Reading(key, tuple(values.split()), text, ref)


OFFERED = (
    _doubt(
        "reactionWindow: afterFirst withMove listed",
        say("reactive fire: after any first action, only when one action is a move, or only where the source lists it"),
        refs.DUST_69,
    ),
    _doubt(
        "reactionsPerActivation: one many",
        say("one unit may try reactive fire per enemy activation, or every unit that can"),
        refs.DUST_70,
    ),
    _doubt(
        "chargeReaction: afterSecondMove eitherMove",
        say("reactive fire on a Charge: after the second Move, or (FAQ 1.3) after either Move"),
        refs.DUST_68,
    ),
    _doubt(
        "entryMove: oneSquare fullMove",
        say("the entry Move is one square, or (FAQ 1.3) a Move with full points"),
        refs.DUST_103,
    ),
    _doubt(
        "corner45: off on",
        say("corner cover on any line through the corner, or (FAQ 1.0) only at 45 degrees"),
        refs.DUST_45,
    ),
    _doubt(
        "artilleryStructure: ignoresAll structureKept",
        say("artillery cancels all cover, or (FAQ 1.4) all but a building's"),
        refs.DUST_62,
    ),
    _doubt(
        "medicAmmo: own squad none",
        say("a soldier who gets up brings his own ammunition, the squad's whole stock, or (FAQ 1.3) none"),
        refs.DUST_148,
    ),
    _doubt(
        "initiativeWinner: chooses first",
        say("the winner of the initiative chooses who starts, or must start"),
        refs.DUST_07,
    ),
    _doubt(
        "commandLimit: onePerRound untilFailure perSquad",
        say("command skills: one attempt a round, each once until a roll fails, or one for each command squad"),
        refs.DUST_143,
    ),
    _doubt(
        "phaserDice: perHit equal",
        say("a phaser's second roll: Y dice for each hit, or as many dice as hits"),
        refs.DUST_155,
    ),
    _doubt("coverDice: perHit perDamage", say("one cover die for each hit, or for each point of damage"), refs.DUST_41),
    _doubt(
        "parabolic: normal artilleryLike",
        say("weapons of range X-Y allow cover like others, or ignore it like artillery"),
        refs.DUST_63,
    ),
    _doubt(
        "artilleryDirectSymbol: HIT MISS", say("direct artillery fire succeeds on a hit, or on a miss"), refs.DUST_56
    ),
    _doubt(
        "artilleryIndirectSymbol: HIT MISS",
        say("indirect artillery fire succeeds on a hit, or on a miss"),
        refs.DUST_57,
    ),
)
OTHERS = (
    _doubt(
        "initiativeTie: reroll previous",
        say("a tie of the initiative is rolled again, or goes to its last winner"),
        refs.DUST_07,
    ),
    _doubt(
        "silentSkillCost: free action",
        say("All In One, Assault, Berserk and Medal of Honor are free, or cost a Skill action"),
        refs.DUST_177,
    ),
    _doubt(
        "retaliation: always unactivated",
        say("striking back is always possible, or only for units not yet activated"),
        refs.DUST_51,
    ),
    _doubt(
        "retaliationSustained: no yes",
        say("only the attacker of a Sustained Attack re-rolls, or whoever strikes back too"),
        refs.DUST_53,
    ),
    _doubt("squadSkillsToHero: yes no", say("the squad's skills serve its hero, or do not"), refs.DUST_96),
    _doubt("silentSharing: no yes", say("skills that do not say so are not shared, or are"), refs.DUST_185),
    _doubt(
        "allInOnePhaser: xOnly both", say("All In One doubles a phaser's first dice, or both numbers"), refs.DUST_189
    ),
    _doubt(
        "doubling: multiply add",
        say("Burst and All In One together: four times the dice, or three times"),
        refs.DUST_189,
    ),
    _doubt("zombieSquad: open closed", say("Blutkreuz Zombie squads take other heroes, or none"), refs.DUST_120),
    _doubt(
        "fastAssault: doubleThenAdd addThenDouble",
        say("Fast with Assault: doubled, then one more, or one more, then doubled"),
        refs.DUST_124,
    ),
    _doubt(
        "heroicWhen: beforeDice ownActivation",
        say("Heroic Attack: before any attack dice, or only in the hero's own activation"),
        refs.DUST_125,
    ),
    _doubt("scoutBonus: once eachMove", say("Scout Vehicle: one Move of round 1 is longer, or each"), refs.DUST_129),
    _doubt(
        "medalDie: any firstRoll",
        say("Medal of Honor: any attack die, or one that missed on the first roll"),
        refs.DUST_127,
    ),
    _doubt(
        "bonusSquare: point step", say("Fast and Scout Vehicle: a movement point more, or a free step"), refs.DUST_124
    ),
    _doubt(
        "diagonalCount: perMove perActivation",
        say("the first diagonal of each Move costs 1, or only the first of an activation"),
        refs.DUST_10,
    ),
    _doubt(
        "vehicleCorners: blocking noEntry",
        say("vehicles cut no corner of a block or wall, or of anything they may not enter"),
        refs.DUST_17,
    ),
    _doubt("soldierSqueeze: yes no", say("soldiers pass between two blocks, or do not"), refs.DUST_17),
    _doubt("smokeEnds: open closed", say("who stands in smoke sees out, or only next to it"), refs.DUST_178),
    _doubt(
        "openingDirection: both shooterOnly",
        say("a target inside needs an opening towards the attacker, or any opening"),
        refs.DUST_80,
    ),
    _doubt(
        "sameSquareAdjacent: yes no",
        say("the same square is adjacent for orders and repairs, or is not"),
        refs.DUST_137,
    ),
    _doubt(
        "sniperExcess: lost owner",
        say("a sniper's damage beyond his man is lost, or the owner assigns it"),
        refs.DUST_134,
    ),
    _doubt(
        "spotterScope: unit squad", say("the Spotter serves the squad and its hero, or the squad alone"), refs.DUST_135
    ),
    _doubt("spotterPhaser: xOnly both", say("the Spotter swaps a phaser's first dice, or both rolls"), refs.DUST_190),
    _doubt(
        "serumNext: anyCombat closeCombat",
        say("healing put off comes after the next combat, or close combat"),
        refs.DUST_138,
    ),
    _doubt("strikeCounts: no yes", say("the Radio's Artillery Strike is no command skill, or is one"), refs.DUST_143),
    _doubt(
        "onceScope: squad player",
        say("field repair and Come on, guys: one success a game for each command squad, or for each player"),
        refs.DUST_147,
    ),
    _doubt(
        "diceCount: declaration lineByLine",
        say("dice and miniatures aimed at are counted at the declaration, or when each line is rolled"),
        refs.DUST_182,
    ),
    _doubt(
        "elementDamage: stays reset", say("damage on a crate or trap stays, or is gone after the attack"), refs.DUST_43
    ),
    _doubt(
        "serumAmount: hits lost", say("healing put off is what was hit, or what was lost in that combat"), refs.DUST_138
    ),
    _doubt(
        "strikeReaction: observerOnly none",
        say("an Observer who calls artillery may be reacted to, or not"),
        refs.DUST_184,
    ),
    _doubt(
        "separation: atDeclaration anyTime",
        say("a pair separates before it is activated, or at any moment"),
        refs.DUST_99,
    ),
    _doubt(
        "heroicLength: round activation",
        say("Heroic Attack lasts to the end of the round, or of the activation"),
        refs.DUST_125,
    ),
    _doubt("berserkLength: attack round", say("Berserk lasts for one Attack, or for the round"), refs.DUST_117),
    _doubt(
        "weaponReuse: activation round",
        say("a weapon may be fired again in another activation of the round, or may not"),
        refs.DUST_176,
    ),
    _doubt("reactivateWho: activated any", say("an Officer reactivates units that have acted, or any"), refs.DUST_191),
    _doubt("commandOwnHero: no yes", say("the Medic cannot treat the hero of his own squad, or can"), refs.DUST_150),
    _doubt(
        "returnState: full oneHit",
        say("what is brought back is complete, or a vehicle has one hit point"),
        refs.DUST_152,
    ),
    _doubt(
        "apSaves: coverOnly none",
        say("cover helps against an armour-piercing incendiary, or nothing does"),
        refs.DUST_192,
    ),
    _doubt("apHero: both squadOnly", say("a joined hero goes with his squad, or stays"), refs.DUST_192),
    _doubt("heroUsesStock: no yes", say("a joined hero fires none of the squad's stock, or one round"), refs.DUST_160),
    _doubt("burstMoved: leftSquare moveAction", say("moved means another square, or a Move action"), refs.DUST_161),
    _doubt("blackOpsAlive: yes no", say("Black Ops while such a hero lives, or all game"), refs.DUST_118),
    _doubt(
        "cornerAdjacent: yes no",
        say("corner cover needs the blocking square next to the squad, or any corner on the line gives it"),
        refs.DUST_45,
    ),
    _doubt("loneHeroBlocks: yes no", say("a lone hero blocks sight like a squad, or does not"), refs.DUST_21),
    _doubt(
        "elementLos: vehicle soldier", say("a cover element is seen like a vehicle, or like soldiers"), refs.DUST_179
    ),
    _doubt("closeDiagonal: yes no", say("diagonal squares are adjacent for close combat, or are not"), refs.DUST_49),
    _doubt("doubleStrike: yes no", say("an Observer may call two strikes in one activation, or one"), refs.DUST_59),
    _doubt(
        "heroStack: two any", say("at most two friendly units share a square, or any number of heroes"), refs.DUST_91
    ),
    _doubt(
        "resilientOrder: assignFirst rollFirst",
        say("of a pair, damage is assigned and then resisted, or resisted together and then assigned"),
        refs.DUST_123,
    ),
    _doubt("sniperHero: yes no", say("a sniper may name a joined hero, or may not"), refs.DUST_134),
    _doubt("serumHits: own unit", say("the serum counts the hero's own hits, or his squad's too"), refs.DUST_138),
    _doubt(
        "flameLastSquare: target all",
        say("in the last square of the flames the target burns, or everybody"),
        refs.DUST_193,
    ),
    _doubt(
        "laserSustained: firstMisses allDice",
        say("a sustained laser re-rolls the dice that missed at first, or every die"),
        refs.DUST_169,
    ),
    _doubt("honeyKind: walker squad", say("Honey is a walker, or a squad"), refs.DUST_172),
)
READINGS = (*OFFERED, *(replace(each, offered=False) for each in OTHERS))
