"""What forbids getting in, getting out and landing."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import has_part, no_action, no_move_made
from engine.games.epic.activation.refusals import before_it_begins
from engine.games.epic.air.reserves import is_aircraft
from engine.games.epic.formations.refusals import no_friend, nobody_there
from engine.games.epic.formations.rows import row_of
from engine.games.epic.transport.situation import AirAssault, Disembarking, Embarking, TouchDown
from engine.games.epic.transport.values import places_taken, room, trapped_at
from engine.games.epic.war_engines.wrecks import aboard
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def cannot_board(now: GameState, boarding: Embarking) -> Refusal | None:
    """A friend that is still there; a formation does not board twice, or itself."""
    unit, carrier = now.unit(boarding.formation), now.unit(boarding.transport)
    if unit.id == carrier.id or unit.seat != carrier.seat or carrier.gone or unit.trackers.get("aboard"):
        text = say("{unit} cannot board {other}", unit=unit.name, other=carrier.name)
        return Refusal("no_transport", text, refs.EPIC_167)
    return None


@rule(refs.EPIC_211)
def no_room(now: GameState, boarding: Embarking) -> Refusal | None:
    """The whole formation at once or not at all, in a war engine or an aircraft."""
    formation, transport = boarding.formation, boarding.transport
    if places_taken(now, formation) <= room(now, transport):
        return None
    names = now.unit(transport).name, now.unit(formation).name
    text = say("{unit} has no room for all of {other}", unit=names[0], other=names[1])
    return Refusal("full", text, refs.EPIC_167)


def nobody_aboard(now: GameState, disembarking: Disembarking) -> Refusal | None:
    transport = disembarking.transport
    if not aboard(now, transport):
        return Refusal("empty", say("nobody is aboard {unit}", unit=now.unit(transport).name), refs.EPIC_168)
    return None


@rule(refs.EPIC_168)
def no_stranger_gets_out(now: GameState, disembarking: Disembarking) -> Refusal | None:
    return not_aboard(now, disembarking.transport, disembarking.formations)


def not_aboard(now: GameState, transport: str, formations: tuple[str, ...]) -> Refusal | None:
    """Only those get out that are inside."""
    for other in formations:
        if now.unit(other).trackers.get("aboard") != transport:
            return Refusal("not_aboard", say("{unit} is not aboard", unit=now.unit(other).name), refs.EPIC_168)
    return None


@rule(refs.EPIC_166)
def trapped_by_enemies(now: GameState, disembarking: Disembarking) -> Refusal | None:
    """In a charge no unit gets out between so many enemies."""
    unit = now.unit(disembarking.transport)
    if disembarking.contacts >= trapped_at(now, row_of(unit, 0).card):
        return Refusal("trapped", say("{unit} is in contact with too many enemies", unit=unit.name), refs.EPIC_37)
    return None


def not_on_ground_attack(now: GameState, landing: TouchDown | AirAssault) -> Refusal | None:
    """Aircraft land in a ground attack."""
    unit = now.unit(landing.formation)
    if not is_aircraft(unit) or not unit.count("flying") or unit.trackers.get("order") != "ground_attack":
        return Refusal("not_flying", say("{unit} is not on a ground attack", unit=unit.name), refs.EPIC_211)
    return None


def no_landing_left(now: GameState, landing: TouchDown | AirAssault) -> Refusal | None:
    """Who has attacked from the air lands no more."""
    unit = now.unit(landing.formation)
    if now.step == "action" and not has_part(now, unit.id, "land"):
        return Refusal("no_landing", say("{unit} lands no more in this flight", unit=unit.name), refs.EPIC_214)
    return None


@rule(refs.EPIC_168)
def no_stranger_lands(now: GameState, landing: TouchDown | AirAssault) -> Refusal | None:
    return not_aboard(now, landing.formation, landing.unload)


@rule(refs.EPIC_167)
def no_room_for_boarders(now: GameState, landing: TouchDown) -> Refusal | None:
    """Who is picked up is a friend, and all find room once the others are out."""
    formation, board = landing.formation, landing.board
    for other in board:
        if refusal := cannot_board(now, Embarking(other, formation)):
            return refusal
    if board and sum(places_taken(now, other) for other in board) > room(now, formation, landing.unload):
        return Refusal("full", say("{unit} has no room for all", unit=now.unit(formation).name), refs.EPIC_214)
    return None


@rule(refs.EPIC_38, refs.EPIC_215)
def no_enemy_to_land_among(now: GameState, landing: AirAssault) -> Refusal | None:
    """The target is an enemy on the table."""
    return nobody_there(now, landing.defender) or no_friend(now, landing.formation, landing.defender, refs.EPIC_85)


@rule(refs.EPIC_167)
def no_move_to_get_in(now: GameState, boarding: Embarking) -> Refusal | None:
    """Who gets in does so by moving into contact in its own action."""
    return no_move_made(now, boarding.formation, refs.EPIC_167)


@rule(refs.EPIC_231)
def no_boarding_between_turns(now: GameState, boarding: Embarking) -> Refusal | None:
    """Before the battle formations start in their transports; later they get in by an action."""
    if now.step == "strategy" and now.turn > 1:
        return no_action(now.unit(boarding.formation))
    return None


@rule(refs.EPIC_168)
def no_move_to_get_out(now: GameState, disembarking: Disembarking) -> Refusal | None:
    """They get out at the end of a move of their transport."""
    return no_move_made(now, disembarking.transport, refs.EPIC_168)


EMBARK = (cannot_board, no_room, no_move_to_get_in, no_boarding_between_turns)
DISEMBARK = tuple(map(before_it_begins, (nobody_aboard, no_stranger_gets_out, trapped_by_enemies, no_move_to_get_out)))
LAND = tuple(map(before_it_begins, (not_on_ground_attack, no_landing_left, no_stranger_lands)))
TOUCH_DOWN = (*LAND, before_it_begins(no_room_for_boarders))
AIR_ASSAULT = (*LAND, before_it_begins(no_enemy_to_land_among))
