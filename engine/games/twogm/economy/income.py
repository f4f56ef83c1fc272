"""Income: what each source pays, what the table knows of it, and what the HQ can keep."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.twogm import refs
from engine.games.twogm.economy.purse import points_of
from engine.games.twogm.economy.situation import Income
from engine.games.twogm.economy.supply import rows_held, supply
from engine.games.twogm.units import carrier_of, has, headquarters, key, seat_count
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.situation import plain, situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, joined, say

CAPS = {"german": 14, "germany": 14, "us": 12, "us_army": 12, "usa": 12, "american": 12}  # 2GM-24
FRONT = 3  # 2GM-42: from row 3 on a Command Group pays no more
LONG = 4  # 2GM-44: rows that Patton wants


class Earnings(NamedTuple):
    """An income: its sources, their sum, what is over the cap, and what is stored then."""

    items: Map[int]
    gained: int
    lost: int
    stored: int
    supply: int


@rule(refs.TWOGM_26, refs.TWOGM_41, refs.TWOGM_115, refs.TWOGM_156)
def earnings(now: GameState, income: Income) -> Earnings:
    """All income is added to the store, then cut to the cap; units of a lost HQ pay by another
    reading only."""
    length, alive = supply(income.rows or ()), income.hq_alive is not False
    units = alive or now.reading("hq_loss_units") == "yes"
    items = {
        "hq": 1 if alive else 0,
        "general": from_general(now, income.general, length) if alive else 0,
        "supply": length,
        "command_groups": from_command(now, income.command_groups or (), length) if units else 0,
        "radio_links": from_links(income.radio_links or 0) if units else 0,
        "handicap": income.handicap or 0,
    }
    gained = sum(items.values())
    total = (income.stored or 0) + gained
    kept = min(total, income.cap) if income.cap is not None and alive else total
    return Earnings(Map(items), gained, total - kept, kept, length)


@rule(refs.TWOGM_42)
def from_command(now: GameState, rows: tuple[int, ...], length: int) -> int:
    """1, 2, 3 by row, each; by another reading only in supply."""
    able = [row for row in rows if now.reading("command_supply") == "no" or row <= length]
    return sum(min(FRONT, row) for row in able)


@rule(refs.TWOGM_43)
def from_links(cards: int) -> int:
    """Each pays 1, and 1 more for each link between two."""
    return max(0, 2 * cards - 1)


@rule(refs.TWOGM_44)
def from_general(now: GameState, general: Value, length: int) -> int:
    """Patton pays 1 with a line of 4 rows or more; others what their card says."""
    if isinstance(general, bool):
        return 0
    if isinstance(general, int):
        return general
    unit = now.units.get(str(general))
    if "patton" in key(unit.name if unit else general):
        return 1 if length >= LONG else 0
    if unit:
        return unit.need("ap")
    if "rundstedt" in key(general):
        raise Impossible(say("say how many action points {general} adds", general=str(general)))
    return 0


def sources(items: Map[int]) -> Text | str:
    """Where action points come from, each source that pays with its number."""
    return joined(text for text, _ in paying(items))


def paying(items: Map[int]) -> tuple[tuple[Text, int], ...]:
    """Each source that pays: in words with its number, and the number."""
    texts = {
        "hq": say("HQ {points}", points=items["hq"]),
        "general": say("General {points}", points=items["general"]),
        "supply": say("supply line {points}", points=items["supply"]),
        "command_groups": say("Command Groups {points}", points=items["command_groups"]),
        "radio_links": say("Radio Links {points}", points=items["radio_links"]),
        "handicap": say("handicap {points}", points=items["handicap"]),
    }
    return tuple((text, items[name]) for name, text in texts.items() if items[name])


# What the table knows


@rule(refs.TWOGM_41)
def income_at_table(now: GameState, income: Income) -> Income:
    """As told; in the Headquarters phase the table knows the rest."""
    known = income_of_seat(now, now.seat) if now.step == "headquarters" else Income()
    return situation_from(Income, {**plain(known), **plain(income)})


@rule(refs.TWOGM_41, refs.TWOGM_156, refs.TWOGM_159)
def income_of_seat(now: GameState, seat: int) -> Income:
    """What the table knows of a side's income; units that are carried pay too."""
    hq = headquarters(now, seat)
    payers = [unit for unit in now.units.values() if unit.seat == seat and unit.where in ("table", "inside")]
    return Income(
        points_of(now, seat),
        seat_count(now, seat, "cap") or (printed_cap(hq) if hq else None),
        rows_held(now, seat),
        tuple(row_of(now, unit) for unit in payers if is_command_group(unit)),
        sum(is_radio_link(unit) for unit in payers),
        general_at_table(now, seat),
        not (hq and hq.gone) and not now.seats[seat].get("hq_lost"),
        seat_count(now, seat, "handicap"),
    )


@rule(refs.TWOGM_42)
def is_command_group(unit: Unit) -> bool:
    """A Command Group, by its name, its skill or as set by hand."""
    named = key(unit.stated("name")).startswith("command_group")
    return named or bool(unit.count("command")) or has(unit, "command_group")


@rule(refs.TWOGM_43)
def is_radio_link(unit: Unit) -> bool:
    """A card with Synergy."""
    return has(unit, "synergy", "radio_link") or key(unit.stated("name")).startswith("radio_link")


@rule(refs.TWOGM_159)
def row_of(now: GameState, unit: Unit) -> int:
    """A carried unit is on the row of its transport."""
    return (carrier_of(now, unit) or unit).count("row")


@rule(refs.TWOGM_44)
def general_at_table(now: GameState, seat: int) -> str | None:
    """A General who is no card on the table adds only what the rulebook prints: Patton's."""
    general = str(now.seats[seat].get("general") or "")
    return general if general in now.units or "patton" in key(general) else None


@rule(refs.TWOGM_24)
def printed_cap(hq: Unit) -> int | None:
    """What an HQ can store: as its card says, else as the rulebook prints it."""
    stated = hq.stated("cap")
    return stated if isinstance(stated, int) else CAPS.get(key(hq.stated("army")))
