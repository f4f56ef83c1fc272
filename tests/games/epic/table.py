"""Training units, short ways to put them on the table, and what is read off an answer."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.epic.examples import INFANTRY, TANK, formation
from engine.parts import activation
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import Map, frozen, pairs
from engine.values.model import Prompt
from engine.values.table import GameState
from tests.games.asking import change

GUNS = {"name": "Guns", "range": 15, "ap": 4, "aa": 5}

AWAY: dict[str, Any] = {"where": "reserve"}

SHOTS = [{"count": 1, "value": 4}]

FLAK_GUN = {"name": "Flak gun", "range": 45, "aa": 4}

ALOFT: dict[str, Any] = {"flying": True}

RA, INV, LM = "reinforced_armour", "invulnerable_save", "living_metal"
TRA, FEARLESS = "thick_rear_armour", "fearless"

PLANE = {"name": "Plane", "type": "AC", "speed": "fighter", "armour": 6, "transport": 4}

HIT = [{"count": 1, "type": "at", "value": 2}]

CHIEF = {"name": "Chief", "type": "CH", "abilities": ["supreme_commander"]}

CAPTAIN = {"name": "Captain", "type": "CH", "abilities": ["commander"]}

CRUISER = {"name": "Cruiser", "type": "SC"}

UNARMED_FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 6}

WEAK_TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 5, "dc": 3, "critical": "none"}

SHIELDED_TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "shields": 2, "critical": "destroyed"}

FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 5, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]}

ARMOURED_TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "critical": "none"}

ARMED_FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 6, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]}

SERGEANT = {"name": "Sergeant", "type": "CH", "abilities": ["leader"]}

RULES = RULESETS["epic"]

PARTS = {"fire": "shoot", "barrage": "shoot", "assault": "assault", "regroup": "regroup", "touch_down": "land", "air_assault": "land"}

BARE = {"name": "Bare Infantry", "type": "INF", "speed": 15, "cc": 5, "ff": 5}


def state_of(ours: int = 3, theirs: int = 3, a: Any = None, d: Any = None, unit: Any = INFANTRY) -> GameState:
    units = {
        "a": {"seat": 0, "card": formation("First", (ours, unit)), "state": a or {}},
        "d": {"seat": 1, "card": formation("Second", (theirs, unit)), "state": d or {}},
    }
    return table(RULES, frozen({"step": "action", "units": units}))


def assaulting(args: Any = None, **kind: Any) -> Session:
    return do(Session(RULES, state_of(**kind)), "assault", attacker="a", defender="d", **(args or {}))


def parts_of(session: Session, unit: str) -> tuple[str, ...]:
    """What a formation that acts has still to do."""
    return activation.parts_left(session.state) if activation.acting_unit(session.state) == unit else ()


def result_rows(session: Session) -> list[list[tuple[str, Any]]]:
    assert session.prompt
    assert session.prompt.key.startswith("result")
    return [[(row.key, row.amount) for row in check.modifiers] for check in session.prompt.checks]


def miss(session: Session) -> None:
    """Both sides strike and hit nothing."""
    while session.prompt and session.prompt.key.startswith("strike"):
        session.answer(frozen([[1] * check.dice for check in session.prompt.checks]))


def numbers(**numbers: Any) -> dict[str, Any]:
    return {"units": 3, "kills": 0, "blast": 0, **numbers}


def plane(**more: Any) -> dict[str, Any]:
    return {"name": "Plane", "type": "AC", "speed": "fighter", "armour": 6, "weapons": [GUNS], **more}


def wing(count: int = 2, seat: int = 0, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, plane(**more)), seat=seat, state=state)


def battery(count: int = 1, seat: int = 1, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[{"name": "Flak gun", "range": 45, "aa": 4}])), seat=seat, state=state, **more)


def answer_all(session: Session, *values: Any) -> Session:
    for value in values:
        session.answer(frozen(value))
    return session


def key(session: Session) -> str:
    return session.prompt.key if session.prompt else ""


def enemy_wing(count: int = 2, seat: int = 1, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    guns = [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]
    return force((count, {"name": "Plane", "type": "AC", "speed": "fighter", "weapons": guns, **more}), seat=seat, state=state)


def flak_battery(count: int = 2, **state: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[FLAK_GUN])), state=state)


def bare_plane(**more: Any) -> dict[str, Any]:
    return {"name": "Plane", "type": "AC", "speed": "fighter", "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}], **more}


def bare_wing(count: int = 2, seat: int = 0, state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return force((count, bare_plane(**more)), seat=seat, state=state)


def holding(held: tuple[str, ...], first: bool, second: bool) -> Map[Any]:
    """Who holds the objectives, those of the first seat first; whether enemies are in each half."""
    places = [f"objective_{by}_{number}" for by in (1, 2) for number in (1, 2, 3)]
    return Map({**dict(zip(places, held, strict=True)), "in_half_1": first, "in_half_2": second})


def battery_of(count: int = 1, seat: int = 1, state: dict[str, Any] | None = None, **weapon: Any) -> dict[str, Any]:
    return force((count, tank(weapons=[{**FLAK_GUN, **weapon}])), seat=seat, state=state)


def cruiser_away(seat: int = 0, **state: Any) -> dict[str, Any]:
    return force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Bombs", "bp": 5}]}), seat=seat, state={**AWAY, **state})


def open_prompt(session: Session) -> Prompt:
    assert session.prompt
    return session.prompt


def key_of_refusal(reply: dict[str, Any]) -> str | None:
    return reply["refused"]["key"] if "refused" in reply else None


def big_titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "cc": 4, "ff": 4, "dc": 6, "critical": "none", **more}


def big_engine(held: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"t": force((1, big_titan(**more)), seat=1, state=held)}


def checks(reply: dict[str, Any], kind: str) -> list[tuple[str, int]]:
    return [(check["what"], check["dice"]) for check in reply["checks"] if check["what"].partition(":")[0] == kind]


def changes(reply: dict[str, Any], unit: str, *trackers: str) -> list[Any]:
    return [change(reply, unit, each) for each in trackers]


def good_shot(count: int = 1, type: str = "ap", value: int = 4, **more: Any) -> dict[str, Any]:
    return {"count": count, "type": type, "value": value, **more}


def dice_and_targets(reply: dict[str, Any], what: str) -> list[tuple[int, int]]:
    """Dice and targets of the checks of one kind."""
    return [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith(what)]


def key_asked(session: Any) -> Any:
    return session.prompt.key if session.prompt else None


def why_refused(question: str, on: dict[str, Any], **told: Any) -> Any:
    return ask(question, on, **told).get("refused", {}).get("key")


def side(units: int = 3, seat: int = 0, **told: Any) -> dict[str, Any]:
    return force((units, foot()), seat=seat, state=told)


def prompt_and_options(session: Any) -> tuple[str, int, list[str]]:
    """The prompt's key, whom it asks, what may be chosen."""
    assert session.prompt
    return session.prompt.key, session.prompt.asked_of, [option.key for option in session.prompt.options]


def bare(units: int, seat: int = 0) -> dict[str, Any]:
    return force((units, BARE), seat=seat)


def attacks_of(ours: Any, theirs: Any, ours_told: dict[str, Any], theirs_told: dict[str, Any], **told: Any) -> dict[str, Any]:
    on = {"a": ours, "d": {**theirs, "seat": 1}}
    return ask("assault_attacks", on, sides=[{"formation": "a", **ours_told}, {"formation": "d", **theirs_told}], **told)


def dead(units: int, hits: int, save: Fraction) -> dict[int, Fraction]:
    """Deaths among equal units with so many hits in laps, one save for each hit."""
    found: dict[int, Fraction] = {}
    each = [hits // units + (n < hits % units) for n in range(units)]
    for falls in product((0, 1), repeat=units):
        p = Fraction(1)
        for falls_here, taken in zip(falls, each, strict=True):
            p *= 1 - save**taken if falls_here else save**taken
        found[sum(falls)] = found.get(sum(falls), Fraction(0)) + p
    return {kills: p for kills, p in found.items() if p}


def result_of(attacker: Any, defender: Any, lost: tuple[Any, Any], dice: tuple[int, int], reading: dict[str, str] | None = None, **told: Any) -> dict[str, Any]:
    """The result roll of two formations with their losses."""
    on = {"a": attacker, "d": {**defender, "seat": 1}, "s": force((3, foot()), seat=1), "h": force((3, foot()))}
    sides = [{"formations": [{"formation": "a", "lost": lost[0]}]}, {"formations": [{"formation": "d", "lost": lost[1]}], "supporters": ["s"]}]
    return ask("assault_result", on, reading or {}, sides=sides, roll={"result:0": [dice[0], 1], "result:1": [dice[1], 1]}, **told)


def near(seat: int, distance: int = 10, **more: bool) -> dict[str, Any]:
    return {"seat": seat, "distance": distance, **more}


def cruiser(seat: int = 0, state: dict[str, Any] | None = None) -> dict[str, Any]:
    weapons = [{"name": "Bombs", "bp": 5}, {"name": "Lance", "mw": 2, "tk": 2}]
    return force((1, {"name": "Cruiser", "type": "SC", "weapons": weapons}), seat=seat, state={"where": "reserve", **(state or {})})


def shots_of(*groups: tuple[int, str, int], abilities: tuple[str, ...] = (), **more: Any) -> list[dict[str, Any]]:
    return [{"count": count, "type": type, "value": value, "abilities": list(abilities), **more} for count, type, value in groups]


def wrong(question: str, on: dict[str, Any] | None = None, **situation: Any) -> str:
    reply = answered(RULESETS, {"game": "epic", "ask": question, "units": on or {}, "situation": situation})
    return str(reply.get("error"))


def arm(reach: Any, *abilities: str, **more: Any) -> dict[str, Any]:
    return {"name": "Arm", "range": reach, "abilities": list(abilities), **more}


def facts_of(question: str, on: Any, reading: Any, told: dict[str, Any], keys: tuple[str, ...]) -> tuple[Any, ...]:
    result = ask(question, on, reading, **told)["result"]
    return tuple(result.get(key) for key in keys)


def craft(speed: str = "fighter", **more: Any) -> dict[str, Any]:
    return {"name": "Craft", "type": "AC", "speed": speed, "armour": 5, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}], **more}


def against(session: Session, procedure: str, **told: Any) -> str:
    """What the rules say against a procedure as soon as this is known."""
    return next((no.key for no in RULES.opening(procedure).refusals(session.state, Map(told))), "")


def hero(*abilities: str) -> dict[str, Any]:
    return {"name": "Hero", "type": "CH", "abilities": list(abilities)}


def bare_titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "armour": None, "cc": 4, "ff": 4, "dc": 4, "critical": "none", **more}


def armoured_titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "critical": "none", **more}


def engine(state: dict[str, Any] | None = None, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"t": force((count, armoured_titan(**more)), seat=1, state=state)}


def hits(*kinds: tuple[str, int], **more: Any) -> list[dict[str, Any]]:
    return [{"type": kind, "count": count, **more} for kind, count in kinds]


def critical(units: dict[str, Any], *kinds: tuple[str, int], reading: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    return ask("critical", units, reading, unit="t", hits=hits(*kinds), **more)


def foot(**more: Any) -> dict[str, Any]:
    return {**INFANTRY, **more}


def tank(**more: Any) -> dict[str, Any]:
    return {**TANK, "abilities": [], **more}


def force(*rows: Any, seat: int = 0, state: Mapping[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    """A formation of rows (count, unit), its state and what else its card says."""
    name = card.pop("name", "Force")
    return {"seat": seat, "card": {**formation(name, *rows), **card}, "state": dict(state or {})}


def ask(question: str, on: Mapping[str, Any] | None = None, reading: Mapping[str, str] | None = None, /, **situation: Any) -> dict[str, Any]:
    """The answer to a question about some formations, by some readings."""
    told = {"game": "epic", "ask": question, "units": on or {}, "readings": reading or {}, "situation": situation}
    reply = answered(RULESETS, told)
    assert "error" not in reply, reply
    return reply


def chance(reply: Mapping[str, Any], name: str, outcome: Any) -> Fraction:
    return Fraction(reply["odds"][name].get(str(outcome), "0"))


def game(step: str = "action", turn: int = 1, readings: Mapping[str, str] | None = None, seat: int = 0, first: int = 0, **units: Any) -> Session:
    acting = next(({"unit": name, "left": unit["state"].pop("todo")} for name, unit in units.items() if unit.get("state", {}).get("todo")), {})
    told = {"step": step, "turn": turn, "first": first, "seat": seat, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen({**told, "table": {"acting": acting} if acting else {}})))


def do(session: Session, procedure: str, *answers: Any, **args: Any) -> Session:
    """Open a procedure and answer its prompts in order; a formation fires, fights and regroups in
    an action that has it."""
    actor = args.get(RULES.opening(procedure).actor)
    if procedure in PARTS and session.state.step == "action" and "as" not in args and actor and not activation.acting_unit(session.state):
        session.dispatch(TrackerSet("", "acting", pairs(unit=actor, left=(PARTS[procedure],))))
    session.dispatch(Opened(procedure, pairs(**{key: frozen(value) for key, value in args.items()})))
    for value in answers:
        session.answer(frozen(value))
    return session


def state(session: Session, unit: str) -> dict[str, Any]:
    """What the table keeps on a formation, without the app's own notes of the action."""
    return {key: value for key, value in session.state.unit(unit).trackers.items() if key not in ("activated", "order")}


def binomial(dice: int, hit: Fraction) -> dict[int, Fraction]:
    return {n: comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)}


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "cc": 4, "ff": 4, "dc": 3, "critical": "none", **more}


def gunner(*guns: dict[str, Any]) -> dict[str, Any]:
    return foot(weapons=[{"name": f"Gun {n}", "range": 60, **gun} for n, gun in enumerate(guns)])


def what_is_asked(session: Session) -> tuple[str, int, tuple[str, ...]]:
    """What is asked now, of whom, about whom."""
    assert session.prompt
    return session.prompt.key, session.prompt.asked_of, session.prompt.about


def rules_against(reply: Mapping[str, Any]) -> list[str]:
    found: list[str] = reply.get("refused", {}).get("refs", [])
    return found


D3 = {"d": force((3, foot()), seat=1)}
