"""Action points: supply line, income, store, what is paid, how a pair shares."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from engine.games.twogm.moments import MOMENT, PHASES, own, phase, since
from engine.games.twogm.refs import TWOGM_26, TWOGM_37, TWOGM_41, TWOGM_65, TWOGM_113
from engine.games.twogm.units import GROUND, ROWS, carrier_of, has, headquarters, held, is_a, key
from engine.playing.procedure import Procedure, settle_ledger
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value, pairs
from engine.values.model import Change, Impossible, Line, Prompt, Refusal, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, joined, say, say_many

CAPS = {"german": 14, "germany": 14, "us": 12, "us_army": 12, "usa": 12, "american": 12}  # 2GM-24
FRONT = 3  # 2GM-42: from row 3 on a Command Group pays no more
LONG = 4  # 2GM-44: rows that Patton wants
END = PHASES.index("end")


# Supply


def supply(rows: tuple[int, ...]) -> int:
    """Consecutive rows from row 1 that hold an own unit (2GM-37)."""
    return next(row - 1 for row in count(1) if row not in rows)


def rows_held(now: GameState, seat: int) -> tuple[int, ...]:
    """Rows with own units, never an ally's; aircraft stand beside the HQ, on row 1 by another
    reading (2GM-37, 38, 190)."""
    ground = {unit.count("row") for unit in now.standing(seat) if is_a(unit, *GROUND) or unit.stated("type") is None}
    waiting = any(is_a(unit, "air") for unit in now.standing(seat)) and now.reading("air_rows") == "yes"
    return tuple(sorted((ground | ({1} if waiting else set())) - {0}))


def supply_tells(now: GameState, rows: tuple[int, ...] | None = None, seat: int | None = None) -> dict[str, Value]:
    """The length of the line, the row that cuts it, and the front line (2GM-37, 158)."""
    found = rows if rows is not None else rows_held(now, now.seat if seat is None else seat)
    length = supply(found)
    return {
        "length": length,
        "cut_at": length + 1 if length < ROWS else None,
        "ap": length,
        "front": max(found, default=0),
    }


SUPPLY = Opening(
    "supply",
    say("supply line"),
    TWOGM_37,
    nothing,
    Record(fields(rows=ListOf(Whole(1, ROWS)), seat=Whole(0, 1))),
    tells=supply_tells,
)


# Income


def command_group(unit: Unit) -> bool:
    """A Command Group, by its name, its skill or as set by hand (2GM-42)."""
    return (
        bool(unit.count("command"))
        or has(unit, "command_group")
        or key(unit.stated("name")).startswith("command_group")
    )


def radio_link(unit: Unit) -> bool:
    """A card with Synergy (2GM-43)."""
    return has(unit, "synergy", "radio_link") or key(unit.stated("name")).startswith("radio_link")


def paying(now: GameState, seat: int) -> tuple[Unit, ...]:
    """Units on the board, carried ones too (2GM-159)."""
    return tuple(unit for unit in now.units.values() if unit.seat == seat and unit.where in ("table", "inside"))


def row_of(now: GameState, unit: Unit) -> int:
    """A carried unit is on the row of its transport (2GM-159)."""
    return (carrier_of(now, unit) or unit).count("row")


def from_command(now: GameState, rows: tuple[int, ...], length: int) -> int:
    """1, 2, 3 by row, each; by another reading only in supply (2GM-42)."""
    able = [row for row in rows if now.reading("command_supply") == "no" or row <= length]
    return sum(min(FRONT, row) for row in able)


def from_links(cards: int) -> int:
    """Each pays 1, and 1 more for each link between two (2GM-43)."""
    return max(0, 2 * cards - 1)


def from_general(now: GameState, general: Value, length: int) -> int:
    """Patton pays 1 with a line of 4 rows or more; others what their card says (2GM-44)."""
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


def income_of(
    now: GameState,
    stored: int = 0,
    cap: int | None = None,
    rows: tuple[int, ...] = (),
    command_groups: tuple[int, ...] = (),
    radio_links: int = 0,
    general: Value = None,
    hq_alive: bool = True,
    handicap: int = 0,
) -> dict[str, Value]:
    """All income is added to the store, then cut to the cap (2GM-26, 41, 115, 156)."""
    length = supply(rows)
    units = hq_alive or now.reading("hq_loss_units") == "yes"
    items = {
        "hq": 1 if hq_alive else 0,
        "general": from_general(now, general, length) if hq_alive else 0,
        "supply": length,
        "command_groups": from_command(now, command_groups, length) if units else 0,
        "radio_links": from_links(radio_links) if units else 0,
        "handicap": handicap,
    }
    gained = sum(items.values())
    total = stored + gained
    kept = min(total, cap) if cap is not None and hq_alive else total
    return {"items": Map(dict(items)), "gained": gained, "lost": total - kept, "stored": kept, "supply": length}


def known(now: GameState, seat: int) -> dict[str, Value]:
    """What the table knows of a side's income (2GM-41, 42, 43, 159)."""
    hq, units = headquarters(now, seat), paying(now, seat)
    cap = now.seats[seat].get("cap") or (printed_cap(hq) if hq else None)
    return {
        "stored": held(now, seat, "ap") + held(now, seat, "ap_general"),
        "cap": cap,
        "rows": rows_held(now, seat),
        "command_groups": tuple(row_of(now, unit) for unit in units if command_group(unit)),
        "radio_links": sum(radio_link(unit) for unit in units),
        "general": known_general(now, seat),
        "hq_alive": not (hq and hq.gone) and not now.seats[seat].get("hq_lost"),
        "handicap": held(now, seat, "handicap"),
    }


def known_general(now: GameState, seat: int) -> Value:
    """A General who is no card on the table adds only what the rulebook prints: Patton's
    (2GM-44)."""
    general = now.seats[seat].get("general")
    return general if str(general) in now.units or "patton" in key(general) else None


def printed_cap(hq: Unit) -> Value:
    """What an HQ can store: as its card says, else as the rulebook prints it (2GM-24)."""
    return hq.stated("cap") if hq.stated("cap") is not None else CAPS.get(key(hq.stated("army")))


def income_facts(now: GameState, told: Map[Value]) -> dict[str, Value]:
    """As told; in play what the table knows, less what is told (2GM-41)."""
    base = known(now, now.seat) if now.step == "headquarters" else {}
    return income_of(now, **{**base, **told})  # type: ignore[arg-type]  # checked by the situation


def income_tells(now: GameState, **told: Value) -> dict[str, Value]:
    try:
        return income_facts(now, Map(told))
    except Unknown:
        return {}


def income(state: GameState, **told: Value) -> Procedure:
    """In the Headquarters phase the action points are laid out (2GM-41)."""
    income_facts(state, Map(told))  # finds what a card does not state
    if state.step != "headquarters":
        return state
    return (yield from settle_ledger(state, income_ledger, Map(told)))


def income_ledger(now: GameState, told: Map[Value]) -> Prompt:
    """One line: the sum and where it comes from, what is lost, and who of a pair gets what
    (2GM-41, 113)."""
    found, seat = income_facts(now, told), now.seat
    gained, lost, total = (int(str(found[each])) for each in ("gained", "lost", "stored"))
    text = say_many(
        "gain one action point ({sources}), {lost} lost: {total} now",
        "gain {count} action points ({sources}), {lost} lost: {total} now",
        gained,
        sources=sources(found),
        lost=lost,
        total=total,
    )
    shares = split(now, seat, gained - lost, total)
    changes = tuple(
        Change(f"@{seat}", tracker, held(now, seat, tracker), amount, TWOGM_41)
        for tracker, amount in shares.items()
        if amount != held(now, seat, tracker)
    )
    done = (*changes, Change(f"@{seat}", "income_taken", None, True, TWOGM_41))
    return Prompt(
        "income", "ledger", seat, say("income"), TWOGM_41, lines=(Line(text, TWOGM_41, done),) if gained else ()
    )


def sources(found: dict[str, Value]) -> Text | str:
    """Where action points come from, each source that pays with its number (2GM-41)."""
    paid = (
        {name: amount for name, amount in found["items"].items() if amount} if isinstance(found["items"], Map) else {}
    )
    told = {
        "hq": say("HQ {points}"),
        "general": say("General {points}"),
        "supply": say("supply line {points}"),
        "command_groups": say("Command Groups {points}"),
        "radio_links": say("Radio Links {points}"),
        "handicap": say("handicap {points}"),
    }
    return joined(replace(told[name], values=pairs(points=amount)) for name, amount in paid.items())


def taken(now: GameState, **_: Value) -> Refusal | None:
    """Once a turn (2GM-41)."""
    had = now.seats[now.seat].get("income_taken")
    return Refusal("taken", say("the income of this turn is taken"), TWOGM_41) if had else None


def split(now: GameState, seat: int, gained: int, total: int) -> dict[str, int]:
    """One player holds all; a pair shares what came this turn, the odd point to the Marshal,
    whose points go first where the cap takes more than came (2GM-113, 189)."""
    if not now.seats[seat].get("pair"):
        return {"ap": total}
    ours = held(now, seat, "ap")
    (marshal, general), lost = shared(max(0, gained)), min(0, gained)
    paid = max(-ours, lost)
    return {"ap": ours + marshal + paid, "ap_general": held(now, seat, "ap_general") + general + lost - paid}


AMOUNT = Whole(0, 99)
INCOME = Opening(
    "income",
    say("income"),
    TWOGM_41,
    income,
    Record(
        (
            *fields(
                stored=AMOUNT,
                cap=AMOUNT,
                rows=ListOf(Whole(1, ROWS)),
                command_groups=ListOf(Whole(1, ROWS)),
                radio_links=AMOUNT,
                general=Either((Whole(0, 9), Flag(), Word())),
                hq_alive=Flag(),
                handicap=Whole(0, 9),
            ),
        )
    ),
    (taken,),
    tells=income_tells,
)


# Spending


def paid(state: GameState, seat: int, cost: int) -> GameState:
    """Paid from the store; of a pair the Marshal first, then the General (2GM-65, 113, 160)."""
    first = min(cost, held(state, seat, "ap"))
    rest = held(state, seat, "ap_general") - (cost - first)
    state = state.set(f"@{seat}", "ap", held(state, seat, "ap") - first)
    return state.set(f"@{seat}", "ap_general", max(0, rest))


def too_dear(now: GameState, seat: int, cost: int) -> Refusal | None:
    """Nobody spends what he does not have (2GM-65)."""
    purse = held(now, seat, "ap") + held(now, seat, "ap_general")
    if cost > purse:
        return Refusal("too_dear", say("{cost} action points; there are {purse}", cost=cost, purse=purse), TWOGM_65)
    return None


# Pairs


def shared(points: int) -> tuple[int, int]:
    """Halves; the odd point is the Marshal's (2GM-113)."""
    return points - points // 2, points // 2


def share_tells(now: GameState, points: int, gift: Value = 0) -> dict[str, Value]:
    """Shares after a gift of the Marshal (2GM-113)."""
    marshal, general = shared(points)
    given = min(int(gift) if isinstance(gift, int) else 0, marshal)
    return {"marshal": marshal - given, "general": general + given}


def gift_too_big(now: GameState, gift: Value = 0, **_: Value) -> Refusal | None:
    """The Marshal gives 1 action point a turn at most (2GM-113)."""
    if isinstance(gift, int) and gift > 1:
        return Refusal("gift", say("the Marshal gives 1 action point a turn"), TWOGM_113)
    return None


SHARE = Opening(
    "share",
    say("shares of a pair"),
    TWOGM_113,
    nothing,
    Record((Field("points", AMOUNT, required=True), Field("gift", Either((Flag(), Whole(0, 99))), default=0))),
    (gift_too_big,),
    tells=share_tells,
)


def give(state: GameState) -> Procedure:
    """The Marshal gives the General 1 action point (2GM-113)."""
    seat = f"@{state.seat}"
    state = state.set(seat, "ap", max(0, held(state, state.seat, "ap") - 1)).set(seat, "gift", True)
    return state.set(seat, "ap_general", held(state, state.seat, "ap_general") + 1)
    yield


def no_gift(now: GameState) -> Refusal | None:
    """Once a turn, out of what the Marshal has (2GM-113)."""
    if not now.seats[now.seat].get("pair") or now.seats[now.seat].get("gift") or not held(now, now.seat, "ap"):
        return Refusal("no_gift", say("the Marshal of a pair gives 1 action point a turn"), TWOGM_113)
    return None


GIVE = Opening("give", say("give an action point"), TWOGM_113, give, forbids=(no_gift,))


# The store of a lost HQ


def store_tells(
    now: GameState, stored: int, hq_alive: bool = True, fell_in: Value = None, asked_in: Value = None
) -> dict[str, Value]:
    """A store goes in the End phase of the turn in which its HQ fell, or of the owner's next
    turn (2GM-26, 156)."""
    return {"stored": stored if hq_alive or not emptied(now, fell_in, asked_in) else 0}


def emptied(now: GameState, fell_in: Value, asked_in: Value) -> bool:
    """Whether that End phase has come (2GM-26)."""
    if fell_in is None or asked_in is None:
        return True
    left = END - phase(fell_in)
    if now.reading("hq_loss_end") == "own_turn" and not own(fell_in):
        left += len(PHASES)
    return since(fell_in, asked_in) >= left


STORE = Opening(
    "store",
    say("store of action points"),
    TWOGM_26,
    nothing,
    Record(
        (
            Field("stored", AMOUNT, required=True),
            Field("hq_alive", Flag(), default=True),
            *fields(fell_in=MOMENT, asked_in=MOMENT),
        )
    ),
    tells=store_tells,
)


def store_lines(now: GameState, seat: int) -> tuple[Line, ...]:
    """At the end of a turn the store and the General of a lost HQ go; later what is left goes at
    each own End (2GM-26)."""
    points, lines = say("the action points of a lost HQ go"), []
    things = (("ap", points), ("ap_general", points), ("general", say("the General of a lost HQ goes")))
    for side, kept in enumerate(now.seats):
        due = side == seat or now.reading("hq_loss_end") == "that_turn"
        for tracker, text in things:
            if kept.get("hq_lost") and due and kept.get(tracker):
                lines.append(Line(text, TWOGM_26, (Change(f"@{side}", tracker, kept.get(tracker), None, TWOGM_26),)))
    return tuple(lines)
