"""What the table keeps: locked and damaged units, where they are, territories, zones, and the players' own checklist."""

from dataclasses import dataclass

from engine.games.front.cards import DOMAINS
from engine.games.front.refs import (
    FRONT_01,
    FRONT_03,
    FRONT_04,
    FRONT_06,
    FRONT_07,
    FRONT_08,
    FRONT_10,
    FRONT_11,
    FRONT_12,
    FRONT_13,
    FRONT_18,
    FRONT_19,
    FRONT_20,
    FRONT_21,
    FRONT_22,
    FRONT_23,
    FRONT_24,
    FRONT_27,
)
from engine.kinds import Either, Field, Flag, ListOf, MapOf, Problems, Record, Whole, Word
from engine.maps import Value
from engine.model import GameState, Path, Ref, Unit
from engine.open_turn import FIELDS as OWN_FIELDS
from engine.open_turn import WORDS as OWN_WORDS
from engine.open_turn import OpenTurn
from engine.rules import Reading, Tracker
from engine.texts import say

PLACES = ("territory", "junkyard", "hand", "depot")
IN_PLAY = ("territory", "table")
ZONES = ("hand", "depot", "junkyard")
OWN_TURN = OpenTurn(FRONT_23, ("before", "after"))


@dataclass(frozen=True, slots=True)
class Place(Word):
    """Where a unit is."""

    def take(self, data: object, at: Path, problems: Problems) -> Value:
        """The core calls a unit that was never moved on the table: here that is a territory (FRONT-21)."""
        return Word.take(self, "territory" if data == "table" else data, at, problems)


TERRITORY = Record((Field("owner", Whole(0, 1)), Field("effect", Word())))


def why_locked(now: GameState, unit: str) -> Ref:
    """For an attack, as a blocker, to answer, or as the price of an ability (FRONT-03, 04, 18, 20)."""
    at = now.unit(unit)
    if now.scratch.get("price") == unit:
        return FRONT_20
    return FRONT_04 if at.trackers.get("blocking") else FRONT_18 if at.marks("used") else FRONT_03


def why_damaged(now: GameState, unit: str) -> Ref:
    """Damage is allocated, or goes with the turn (FRONT-07, 11)."""
    return FRONT_07 if now.unit(unit).count("damage") else FRONT_11


TRACKERS = (
    Tracker("locked", Flag(), say("locked"), FRONT_03, cites=why_locked),
    Tracker("damage", Whole(0, 999), say("points of damage"), FRONT_07, cites=why_damaged),
    Tracker("blocking", Either((Flag(), Word())), say("blocking"), FRONT_04, lasts="phase", physical=False),
    Tracker("used", ListOf(Word(DOMAINS)), say("attack values used in this phase"), FRONT_19, lasts="phase", physical=False),
    Tracker("bonus_used", Flag(), say("once-per-turn bonus used"), FRONT_20, lasts="turn", physical=False),
    Tracker("where", Place(PLACES), say("place"), FRONT_10, default="territory"),
    Tracker("territory", Word(), say("territory"), FRONT_01),
    Tracker("territories", MapOf(TERRITORY), say("territories"), FRONT_22, on="table"),
    Tracker("hand", Whole(0, 999), say("cards in hand"), FRONT_21, on="seat", physical=False),
    Tracker("depot", Whole(0, 999), say("cards in the depot"), FRONT_21, on="seat", physical=False),
    Tracker("junkyard", Whole(0, 999), say("cards in the junkyard"), FRONT_21, on="seat", physical=False),
    *OWN_TURN.trackers,
)

READINGS = (
    Reading("advantage_cancel", ("if_both_apply", "always"),
            say("two units with Advantage!: cancelled if each covers the other, or always"), FRONT_13),
    Reading("advantage_lethal", ("no_reply", "reply_anyway"),
            say("a unit destroyed by Advantage!: it does not reply, or its damage counts all the same"), FRONT_12),
    Reading("advantage_kill", ("no_fire_at_all", "no_fire_at_killer"),
            say("a unit destroyed by Advantage! that faces several: it fires at none, or only not at the one that got it"),
            FRONT_12),
    Reading("advantage_opens_domain", ("no", "yes"),
            say("Advantage! over units of another domain: it opens no domain, or it does"), FRONT_12),
    Reading("domain_gate", ("initiative_only", "printed_av"),
            say("other domains: only with Initiative!, or with any attack value printed for them"), FRONT_08),
    Reading("cross_domain_block", ("yes", "same_domain_only"),
            say("blocking an attacker of another domain: allowed, or not"), FRONT_06),
    Reading("unused_av", ("not_assigned", "rest"),
            say("a blocker answers with a value it has not assigned, or also with points that its block leaves over"), FRONT_19),
    Reading("assign_order", ("one_by_one", "all_first"),
            say("unblocked attackers: each is answered before the next names its target, or all name theirs first"), FRONT_24),
    Reading("damage_lasts", ("turn", "permanent"),
            say("damage is gone at the end of the turn, or stays"), FRONT_11),
    Reading("trigger_order", ("attacker_first", "defender_first"),
            say("junkyard triggers: the attacker's first, or the defender's"), FRONT_27),
)

FIELDS = {
    "data": say("data"),
    **OWN_FIELDS,
}
"""What is told when a procedure opens, as players call it."""
WORDS = {
    "axis": say("Axis"), "allies": say("Allies"),
    "ground": say("ground units"), "air": say("air units"), "naval": say("naval units"),
    "territory": say("in a territory"), "table": say("in a territory"), "junkyard": say("in the junkyard"),
    "hand": say("in hand"), "depot": say("in the depot"),
    "before": say("before the battle"), "after": say("after the battle"),
    **OWN_WORDS,
    "draw": say("draw a card"), "search_same_name": say("search the depot for a card of the same name"),
    "advantage_cancel": say("both have Advantage!"), "if_both_apply": say("cancelled if both apply"),
    "always": say("always cancelled"),
    "advantage_lethal": say("destroyed by Advantage!"), "no_reply": say("no reply"), "reply_anyway": say("its damage counts"),
    "advantage_kill": say("destroyed by Advantage!, facing several"), "no_fire_at_all": say("fires at none"),
    "no_fire_at_killer": say("fires at the others"),
    "advantage_opens_domain": say("Advantage! opens a domain"), "no": say("no"), "yes": say("yes"),
    "domain_gate": say("fire at other domains"), "initiative_only": say("with Initiative! only"),
    "printed_av": say("with any printed value"),
    "cross_domain_block": say("blocking another domain"), "same_domain_only": say("its own domain only"),
    "unused_av": say("what a blocker can answer with"), "not_assigned": say("values not assigned at all"),
    "rest": say("points left over too"),
    "assign_order": say("targets of unblocked attackers"), "one_by_one": say("one by one"), "all_first": say("all targets first"),
    "damage_lasts": say("damage lasts"), "turn": say("until the end of the turn"), "permanent": say("for good"),
    "trigger_order": say("junkyard triggers"), "attacker_first": say("the attacker's first"),
    "defender_first": say("the defender's first"),
}


def in_play(unit: Unit) -> bool:
    """In a territory: not in hand, in the depot or in the junkyard (FRONT-21)."""
    return unit.where in IN_PLAY


def site(unit: Unit) -> str:
    """The territory a unit stands in; where nobody named one, there is only one (FRONT-01)."""
    return str(unit.trackers.get("territory") or "")


def locked(unit: Unit) -> bool:
    return bool(unit.trackers.get("locked"))


def left(unit: Unit) -> int:
    """The defense value that damage has left (FRONT-07)."""
    return unit.need("dv") - unit.count("damage")


def enemies(now: GameState, attackers: tuple[str, ...]) -> tuple[Unit, ...]:
    """Units of the other side in the territory of the attack (FRONT-01, 21).

    A calculator's table may name no seats: then sides tell friend from foe, and without sides whoever does not attack.
    """
    first = now.unit(attackers[0])
    others = tuple(unit for unit in now.units.values()
                   if unit.id not in attackers and in_play(unit) and site(unit) == site(first))
    foes = tuple(unit for unit in others if is_enemy(first, unit))
    one_seat = len({unit.seat for unit in now.units.values()}) == 1
    return foes if foes or not one_seat else tuple(unit for unit in others if not same_side(first, unit))


def is_enemy(one: Unit, other: Unit) -> bool:
    """Of another seat, or of another side (FRONT-01)."""
    sides = one.stated("side"), other.stated("side")
    return one.seat != other.seat or (None not in sides and sides[0] != sides[1])


def same_side(one: Unit, other: Unit) -> bool:
    """Both cards state the same side (FRONT-01)."""
    return one.stated("side") is not None and one.stated("side") == other.stated("side")
