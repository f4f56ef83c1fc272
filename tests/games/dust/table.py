"""Cards, tables and replies in few words, dice counted by brute force: for all tests of the
game."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.examples import RIFLE
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.table import GameState
from tests.games.asking import ask

BOSS = {
    "name": "Training Staff",
    "side": "allies",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 5,
    "ap": 40,
    "models": [{"weapons": ["Rifle"], "role": role} for role in ("officer", "radio", "mechanic", "medic", "specialist")],
    "weapons": {"Rifle": RIFLE},
    "skills": ["command_squad"],
}
"""A command squad with all its members."""
H, M = "hit", "miss"


FACES = (True, True, False, False, False, False)
"""Two faces of six hit."""


CLASSES = [f"{letter}{n}" for letter, most in (("S", 4), ("V", 7), ("A", 3)) for n in range(1, most + 1)]


Dist = Mapping[Any, Fraction]


def weapon(value: str, range: str = "4", *kinds: str, ammo: int | None = None) -> dict[str, Any]:
    """One value against everybody."""
    return {"range": range, "values": dict.fromkeys(CLASSES, value), "kinds": list(kinds), **({"ammo": ammo} if ammo is not None else {})}


def squad(men: int = 5, weapons: Mapping[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    """Everybody carries everything."""
    arms = weapons or {"Rifle": weapon("1/1")}
    return {"name": "Squad", "kind": "squad", "armor": "S2", "move": 1, "hp": men, "models": [{"weapons": list(arms)}] * men, "weapons": arms, **card}


def walker(hp: int = 4, weapons: Mapping[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    return {"name": "Walker", "kind": "walker", "armor": "V1", "move": 2, "hp": hp, "weapons": weapons or {"Cannon": weapon("2/2", "U")}, **card}


def hero(hp: int = 4, weapons: Mapping[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    return {"name": "Hero", "kind": "hero", "armor": "S2", "move": 2, "hp": hp, "weapons": weapons or {"Pistol": weapon("1/1")}, **card}


def shot(
    value: str = "1/1",
    men: int = 1,
    reach: str = "4",
    kinds: Iterable[str] = (),
    target: Any = None,
    ammo: int | None = None,
    by: Any = None,
    at: Any = None,
    readings: Any = None,
    others: Any = None,
    **situation: Any,
) -> dict[str, Any]:
    """A squad with one weapon attacks somebody, five men by default."""
    card = squad(men, {"Gun": weapon(value, reach, *kinds, ammo=ammo)})
    units = {"a": {"card": by or card, "state": situation.pop("state", {})}, "b": {"card": target or squad(), "state": at or {}}, **(others or {})}
    return ask("dust", "attack", units, readings, **{"attacker": "a", "weapon": "Gun", "target": "b", **situation})


def assault(units: Mapping[str, Any], *lines: Any, attacker: str = "a", readings: Any = None, **situation: Any) -> dict[str, Any]:
    told = [{"weapon": line[0], "target": line[1], **(line[2] if len(line) > 2 else {})} for line in lines]
    return ask("dust", "assault_lines", units, readings, attacker=attacker, lines=told, **situation)


def tell(question: str, units: Any = None, readings: Any = None, **situation: Any) -> Any:
    """What a calculation says."""
    reply = ask("dust", question, units, readings, **situation)
    return reply.get("result", reply)


def dice(reply: Mapping[str, Any]) -> dict[str, int]:
    return {check["what"]: check["dice"] for check in reply["checks"]}


def dist(reply: Mapping[str, Any], name: str = "damage") -> dict[int, Fraction]:
    return {int(str(key).rstrip("+")): Fraction(chance) for key, chance in reply["odds"][name].items()}


def refused(reply: Mapping[str, Any]) -> list[str]:
    return reply["refused"]["refs"]  # type: ignore[no-any-return]


@lru_cache
def hits(n: int, good: bool = True, rerolls: int = 0) -> Counter[int]:
    """The chances of so many successes of n dice, failures rolled again so many times; face by
    face, die by die."""
    found: Counter[int] = Counter()
    for face, others in product(FACES, hits(n - 1, good, rerolls).items() if n else ()):
        again = hits(1, good, rerolls - 1) if rerolls and face is not good else {int(face is good): Fraction(1)}
        for made, chance in again.items():
            found[made + others[0]] += chance * others[1] / 6
    return found if n else Counter({0: Fraction(1)})


@lru_cache
def chain(n: int, good: bool = True, rerolls: int = 0, depth: int = 12) -> Counter[int]:
    """Each success is rolled again until it fails; deep chains are cut off."""
    found: Counter[int] = Counter()
    for made, chance in hits(n, good, rerolls).items():
        further = chain(made, good, 0, depth - 1) if made and depth else Counter({0: Fraction(1)})
        for more, again in further.items():
            found[made + more] += chance * again
    return found


def after(first: Dist, then: Callable[[Any], Dist]) -> Counter[int]:
    found: Counter[int] = Counter()
    for outcome, chance in first.items():
        for end, again in then(outcome).items():
            found[end] += chance * again
    return found


def unsaved(first: Dist, hard: bool = False) -> Counter[int]:
    """Cover: one die a hit, saved by a hit face, in hard cover by a blank."""
    return after(first, lambda made: {made - saved: chance for saved, chance in hits(made, not hard).items()})


def times(first: Dist, each: int) -> dict[int, Fraction]:
    return {made * each: chance for made, chance in first.items()}


def close(one: Dist, other: Dist, upto: int = 6) -> bool:
    """Equal but for what was cut off."""
    return all(abs(one.get(n, Fraction(0)) - other.get(n, Fraction(0))) < Fraction(1, 10**4) for n in range(upto))


rule = pytest.mark.rule


RULES = RULESETS["dust"]


RIFLES = squad(3, {"Rifle": weapon("1/1"), "Knife": weapon("1/1", "C")}, name="Rifles")


GUN = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("2/1", "3")}, name="Gun")


def at(units: Any, *, turn: int = 2, step: str = "activation", **told: Any) -> GameState:
    return table(RULES, frozen({"units": units, "turn": turn, "step": step, **told}))


def session(units: Any, procedure: str = "activation", readings: Any = None, **situation: Any) -> Session:
    """A game in which one deed is opened; what is done by itself comes in the activation of its
    unit, a reaction in that of the enemy."""
    by = {"activation": None, "reaction": "enemy"}.get(procedure, RULES.opening(procedure).actor)
    game = Session(RULES, at(acting(units, situation.get(by or "")), readings=readings or {}))
    game.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    return game


def acting(units: Any, name: Any) -> dict[str, Any]:
    """The same units, one of them in its activation."""
    return {key: {**unit, "state": {**unit.get("state", {}), "running": True}} if key == name else unit for key, unit in units.items()}


def play(game: Session, *answers: Any) -> list[str]:
    """Answer; what was asked each time."""
    asked = []
    for value in answers:
        assert game.prompt, f"nothing is asked before {value}; asked so far {asked}"
        asked.append(game.prompt.key)
        game.answer(frozen(value))
    return asked


def key(game: Session) -> str | None:
    return game.prompt.key if game.prompt else None


def options(game: Session) -> list[str]:
    assert game.prompt
    return [option.key for option in game.prompt.options]


def reaction(readings: Any = None, units: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("dust", "reaction", units, readings, **situation)


def dice_now(game: Session) -> dict[str, int]:
    assert game.prompt
    return {check.key: check.dice for check in game.prompt.checks}


def order(name: str, units: Any = None, readings: Any = None, **situation: Any) -> dict[str, Any]:
    return ask("dust", "command", units, readings, order=name, **situation)


KNIFE = weapon("1/1", "C")
NAPALM = weapon("1/man", "2", "flamethrower")


THIRD, F = Fraction(1, 3), Fraction


def seated(seat: int, card: Any, **state: Any) -> dict[str, Any]:
    return {"seat": seat, "card": card, "state": state}


def thrown(game: Session) -> int:
    """The dice that are asked for."""
    assert game.prompt
    return sum(check.dice for check in game.prompt.checks)


BOYS = squad(5, {"Shotgun": weapon("1/1", "1"), "Knife & Grenade": KNIFE}, name="Hell Boys")


PIONEERS = squad(
    5,
    {
        "StG 47": weapon("1/1"),
        "Panzerfaust": weapon("1/1", "3", "limited", ammo=3),
        "Knife & Grenade": KNIFE,
        "Flammenwerfer": weapon("1/man", "1", "flamethrower"),
    },
    name="Pioneers",
    models=[{"weapons": ["StG 47"]}] * 4 + [{"weapons": ["Flammenwerfer"]}],
)


ONE = {0: Fraction(2, 3), 1: Fraction(1, 3)}


ON_BOARD = {
    "s": {"card": squad(name="S"), "seat": 0},
    "w": {"card": walker(name="W"), "seat": 0},
    "h": {"card": hero(name="H"), "seat": 0},
    "f": {"card": squad(name="F"), "seat": 0},
    "v": {"card": walker(name="V"), "seat": 0},
    "i": {"card": hero(name="I"), "seat": 0},
    "e": {"card": squad(name="E"), "seat": 1},
    "x": {"card": walker(name="X"), "seat": 1},
    "c": {"card": {"kind": "crate"}, "seat": 1},
    "t": {"card": {"kind": "trap"}, "seat": 1},
}


def judged_army(*cards: Any, readings: Any = None, **situation: Any) -> Any:
    return tell("army", None, readings, cards=list(cards), **situation)


def rules_of_changes(reply: Any) -> dict[str, str]:
    """The rule of each change, by unit and tracker."""
    return {f"{each['unit']}.{each['tracker']}": each["ref"] for each in reply["changes"]}


COMMAND = squad(4, models=[{"role": role, "weapons": ["Rifle"]} for role in ("officer", "radio", "mechanic", "medic")])


def said(reply: Any) -> Any:
    """What is wrong with a question, or which rules refuse it; None where it is answered."""
    return reply.get("error") or reply.get("refused", {}).get("refs")
