"""Cards for tests, dice counted by brute force, and short ways to ask about Dust Tactics."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from tests.games.asking import ask

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


# Dice by brute force: every face of every die.


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
