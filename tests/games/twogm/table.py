"""Short ways to put questions of 2GM Tactics, and to play it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.playing import drafting
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen, thawed
from engine.values.texts import english
from tests.games.asking import ask

rule = pytest.mark.rule
RULES = RULESETS["2gm"]
TANK = {**SHERMAN, "equipment": []}
GUN = {"impact": [4, 8], "penetration": 6, "damage": 3, "range": 3}


def unit(card: Mapping[str, Any], seat: int = 0, **state: Any) -> dict[str, Any]:
    return {"card": dict(card), "seat": seat, "state": state}


def put(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> Any:
    """The answer to a question."""
    return ask("2gm", question, units, readings, **situation)


def result(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> Any:
    """The result of a question; why not, where it is refused."""
    reply = put(question, units, readings, **situation)
    return reply.get("result", reply)


def refs(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> list[str]:
    """The rules a refusal cites; nothing where it is allowed."""
    reply = put(question, units, readings, **situation)
    assert "error" not in reply, reply
    return list(reply["refused"]["refs"]) if "refused" in reply else []


def shot(attacker: Any, target: Any, readings: Mapping[str, str] | None = None, more: Mapping[str, Any] | None = None, **situation: Any) -> Any:
    """One shot of a at b."""
    units = {"a": attacker if "card" in attacker else unit(attacker), "b": target if "card" in target else unit(target, 1), **(more or {})}
    return put("shot", units, readings, **{"attacker": "a", "target": "b", **situation})


def target(reply: Any) -> list[int]:
    return list(reply["checks"][0]["target"])


def keys(reply: Any, check: int = 0) -> dict[str, Any]:
    """The modifier rows of a check by their keys."""
    return {row["key"]: row["amount"] for row in reply["checks"][check]["modifiers"]}


def after(reply: Any, key: str) -> Any:
    return reply["after"][key]


def playing(step: str, units: Mapping[str, Any], seats: Any = None, **more: Any) -> Session:
    """A game at a step."""
    data = {"step": step, "units": units, **({"seats": seats} if seats else {}), **more}
    return Session(RULES, table(RULES, frozen(data)))


def do(session: Session, procedure: str, *answers: Any, **situation: Any) -> Session:
    """A procedure and its answers."""
    session.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    for value in answers:
        session.answer(frozen(value))
    return session


def refused(session: Session, procedure: str, **situation: Any) -> list[str]:
    """The rules against opening a procedure now."""
    try:
        session.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    except Refused as no:
        return [each.ref.id for each in no.why]
    return []


def facts(session: Session, procedure: str, **situation: Any) -> Any:
    """What is known of a situation at the table before any die."""
    return RULES.opening(procedure).facts(session.state, frozen(situation))  # type: ignore[arg-type]


def early(session: Session, procedure: str, **situation: Any) -> list[str]:
    """The rules that forbid a procedure by what is told of it so far."""
    found = RULES.opening(procedure).refusals(session.state, frozen(situation), early=True)  # type: ignore[arg-type]
    return [each.ref.id for each in found]


def on(session: Session, step: str) -> Session:
    """Step by step to a phase, every ledger done."""
    while True:
        session.dispatch(Advanced(leave=True))
        while session.prompt:
            session.answer(())
        if session.state.step == step:
            return session


NO_GUN = {**BOMBER, "equipment": []}


FORTRESS = {**NO_GUN, "name": "B-17", "life": 4, "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}


MISSED = {key: [1] for key in ("bomb:hq", "hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "interceptor:fw1", "escort:p510", "aa:ost0")}


JUMPERS = {"a": unit({**HEAVY, "life": 2}), "b": unit(HEAVY), "c": unit(LIGHT, prone=True), "ost": unit(OSTWIND, 1), "h": unit(HOUSE, 1)}


GUN_WITHOUT_RANGE = {"impact": [4, 8], "penetration": 6, "damage": 3}


BOMBS = {**BOMBER, "equipment": [], "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}


GLANCE = RULES.glance


AMERICAN = {**HQ, "army": "US", "cap": 12}


BARGE = {"name": "Landing Craft", "type": "transport", "armor": 2, "life": 3, "movement": 2, "cost": 3, "skills": ["Embark/Disembark", "Mobility"]}


HUNTER = {**MUSTANG, "skills": ["fighter", "fighter_bombers"]}


EITHER = {**FOCKE, "skills": ["fighter", "bomber"]}


PURSE: list[dict[str, Any]] = [{"ap": 9}, {"ap": 9}]


GUARDED = {
    "b": unit(BOMBER),
    "q": unit(HQ, 1),
    "o": unit(OSTWIND, 1, row=1, column=4),
    "far": unit(OSTWIND, 1, row=4, column=1),
    "fired": unit(OSTWIND, 1, row=1, column=5, aa_fired=True),
    "own": unit(OSTWIND, row=6, column=4),
    "pak": unit(PAK, 1, row=1, column=3),
}


SCREEN = [{"item": "Smoke Screen", "cost": 1}]


PLAIN = ["plain"]


def raid(
    bomber: Any = BOMBER, fw: int = 1, p51: int = 0, ost: int = 0, states: Any = None, cards: Any = None, readings: Any = None, **situation: Any
) -> dict[str, Any]:
    """A raid on the headquarters with so many interceptors, escorts and anti-aircraft guns."""
    kinds = {"fw": (FOCKE, fw, 1), "p51": (MUSTANG, p51, 0), "ost": (OSTWIND, ost, 1)}
    units = {
        "b25": {"seat": 0, "card": bomber},
        "hq": {"seat": 1, "card": HQ},
        **{f"{key}{n}": {"seat": seat, "card": card} for key, (card, count, seat) in kinds.items() for n in range(count)},
    }
    for key, state in (states or {}).items():
        units[key] = {**units[key], "state": state}
    for key, card in (cards or {}).items():
        units[key] = {**units[key], "card": card}
    named = {"interceptors": [f"fw{n}" for n in range(fw)], "escorts": [f"p51{n}" for n in range(p51)], "aa": [f"ost{n}" for n in range(ost)]}
    return put("air", units, readings, **{"bombers": ["b25"], "target": "hq", **named, **situation})  # type: ignore[no-any-return]


def order(**raided: Any) -> list[str]:
    """The shots in the order they are asked, when nobody hits anything."""
    return list(raid(**raided, roll=MISSED)["result"]["readings"])


def raiding(readings: Any = None, **counts: int) -> Session:
    """The same raid, played."""
    units = {"b25": {"seat": 0, "card": BOMBER}, "hq": {"seat": 1, "card": HQ}, "fw0": {"seat": 1, "card": FOCKE}}
    for key, (card, seat) in {"p51": (MUSTANG, 0), "ost": (OSTWIND, 1)}.items():
        units |= {f"{key}{n}": {"seat": seat, "card": card} for n in range(counts.get(key, 0))}
    session = Session(RULES, table(RULES, frozen({"step": "deployment", "readings": readings or {}, "units": units})))
    return do(
        session,
        "air",
        bombers=["b25"],
        target="hq",
        interceptors=["fw0"],
        escorts=["p510"] if counts.get("p51") else [],
        aa=[f"ost{n}" for n in range(counts.get("ost", 0))],
    )


def begun(*answers: Any, **told: Any) -> Session:
    """A battle that begins, with answers to what is asked."""
    return do(playing("start", told.pop("units", {}), told.pop("seats", None), **told), "opening", *answers)


def kept(session: Session, *trackers: str) -> list[Any]:
    """What both sides hold."""
    return [tuple(seat.get(each, 0) for each in trackers) for seat in session.state.seats]


def still(session: Any, seat: int) -> list[str]:
    return [english(each.text) for each in GLANCE.still(session.state, seat)]


def rulebook() -> dict[str, Any]:
    """The American army of the rulebook: rows 1 to 3, a Command Group on row 1 and one on row 2."""
    group = {**LIGHT, "name": "Command Group"}
    return {
        "q": unit(AMERICAN),
        "g": unit(group, row=1),
        "h": unit(group, row=2),
        "i": unit(LIGHT, row=3),
        "s": unit(SHERMAN, row=5),
        "card": unit(SHERMAN, where="reserve"),
        "infantry": unit(HEAVY, where="reserve"),
        "truck": unit(TRUCK, where="reserve"),
        "enemy": unit(PAK, 1, row=4),
        "theirs": unit(LIGHT, 1, where="reserve"),
    }


def moved(card: Any, *path: Any, **told: Any) -> Any:
    """Legality of a path, and the rules against it."""
    state = told.pop("state", {})
    found = result("move", {"u": unit(card, **state), **told.pop("more", {})}, unit="u", path=list(path), **told)
    return found["legal"] or found["rules"]


def refs_of(session: Any, procedure: str, **situation: Any) -> list[str]:
    """The rules against something, without doing it."""
    no = refused(session, procedure, **{key: value for key, value in situation.items() if value is not None})
    if not no:
        session.undo_procedure()
    return no


def chances(*ways: tuple[str, int]) -> dict[str, str]:
    """Ways out of ten."""
    return {name: str(Fraction(count, 10)) for name, count in ways}


def lies(session: Session) -> Any:
    """How the screen of a tank lies."""
    held: Any = thawed(session.state.unit("t").trackers["markers"])
    return held["Smoke Screen"]


def trackers_of(session: Any, *units: str) -> list[dict[str, Any]]:
    return [dict(session.state.unit(each).trackers) for each in units]


def answers(state: Any, procedure: str, key: str, **draft: Any) -> list[Any] | None:
    """What a page offers for a fact; nothing where it does not ask."""
    plan = RULES.plan(procedure)
    assert plan
    page = drafting.fill(RULES, state, plan, Map(draft))
    return next(([value for value, _ in fact.answers] for fact in page.facts if fact.key == key), None)
