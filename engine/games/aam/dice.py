"""How many dice: the card's row and band, what abilities put in their place, and how far they reach."""

from __future__ import annotations

from engine.games.aam.abilities import IN_THE_HEX, ability_rows, named, printed
from engine.games.aam.refs import AAM_50, AAM_86
from engine.games.aam.shots import Shot
from engine.games.aam.units import has, is_soldier
from engine.model import GameState, Modifier, Unit
from engine.texts import say

BANDS = (("short", 1), ("medium", 4), ("long", 8))
BAND_WORDS = {"short": say("short range"), "medium": say("medium range"), "long": say("long range")}
ROWS = {"soldier": "soldiers", "vehicle": "vehicles"}
ROW_WORDS = {"soldier": say("against Soldiers"), "vehicle": say("against Vehicles")}


def dice_for(now: GameState, shot: Shot) -> int:
    """A dash is no dice at all (AAM-14)."""
    return sum(row.at(0) for row in dice_rows(now, shot))


def dice_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """The dice in the same hex that an ability prints, else the card's; abilities add to them (AAM-50, 86)."""
    at, by = now.unit(shot.target), now.unit(shot.attacker)
    close = IN_THE_HEX[at.word("type")]
    if shot.hexes == 0 and printed(by, close):
        base = Modifier("dice", printed(by, close), say("{ability}", ability=named(close)), AAM_86)
    else:
        base = max((on_the_card(by, row, shot.hexes) for row in target_rows(at, shot)), key=lambda row: row.at(0))
    return (base, *ability_rows(now, shot, "dice")) if base.amount else ()


def target_rows(at: Unit, shot: Shot) -> tuple[str, ...]:
    """The target's type picks the row; an open back or crew lets Soldiers' dice be used as well (AAM-12, 86)."""
    kind = at.word("type")
    open_to_fire = has(at, "open_exposed_crew") or (has(at, "open_back") and shot.from_behind)
    return (kind, "soldier") if open_to_fire else (kind,)


def on_the_card(by: Unit, against: str, hexes: int) -> Modifier:
    """The value for the target's type and the band (AAM-13, 14, 50)."""
    by.known(ROWS[against])
    value = by.stated(ROWS[against], [name for name, _ in BANDS].index(band(hexes)))
    words = say("{band}, {row}", band=BAND_WORDS[band(hexes)], row=ROW_WORDS[against])
    return Modifier("dice", value if isinstance(value, int) else 0, words, AAM_50)


def band(hexes: int) -> str:
    """Beyond long range it is still the long row, where an ability or the players allow it (AAM-13, 96)."""
    return next((name for name, most in BANDS if hexes <= most), "long")


def reach(by: Unit, at: Unit) -> int:
    """Extended Range stretches the long band against Vehicles only, Enhanced Range against all (AAM-13, 86, 96)."""
    extended = printed(by, "extended_range") * (not is_soldier(at))
    longest = max(BANDS[-1][1], extended, printed(by, "enhanced_range"))
    return min(longest, printed(by, "limited_range") or longest)
