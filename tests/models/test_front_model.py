"""The Front beside a model: lock and block, damage dealt together, Advantage!, Initiative!,
answers, the end of a turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.games import RULESETS
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import pairs
from tests.models.machine import Play, played


def card(name: str, domain: str, ground: int, air: int, dv: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "domain": domain, "subtypes": [kind], "av": {"ground": ground, "air": air, "naval": 0}, "dv": dv, **more}


TANK = card("Tank", "ground", 4, 1, 4, "tank", advantage=["infantry"])
RIFLES = card("Rifles", "ground", 3, 0, 2, "infantry")
GUN = card("Gun", "ground", 2, 3, 3, "artillery", initiative=["air"], advantage=["tank"])
PLANE = card("Plane", "air", 2, 3, 3, "fighter", initiative=["ground"], advantage=["bomber"])
UNITS = {
    f"{name}{seat}": ({**card, "side": ("axis", "allies")[seat]}, seat)
    for seat in (0, 1)
    for name, card in (("tank", TANK), ("rifles", RIFLES), ("gun", GUN), ("plane", PLANE))
}
STEPS = ("before", "battle", "after", "end")
IDS = st.sampled_from(sorted(UNITS))
DRAWS = st.lists(st.integers(0, 11), min_size=20, max_size=20)


@dataclass
class Piece:
    seat: int
    locked: bool = False
    damage: int = 0
    gone: bool = False
    blocking: bool = False
    used: set[str] = field(default_factory=set)


@dataclass
class Front:
    pieces: dict[str, Piece]
    step: int = 0
    turn: int = 1


def reaches(by: str, at: str) -> bool:
    one, other = UNITS[by][0], UNITS[at][0]
    return other["domain"] in (one["domain"], *one.get("initiative", ()))


def value(by: str, at: str) -> int:
    return int(UNITS[by][0]["av"][UNITS[at][0]["domain"]]) if reaches(by, at) else 0


def over(by: str, at: str) -> bool:
    return any(kind in UNITS[by][0].get("advantage", ()) for kind in UNITS[at][0]["subtypes"])


class Battles(Play):
    game = RULESETS["front"]
    start: ClassVar = {"units": {key: {"card": card, "seat": seat} for key, (card, seat) in UNITS.items()}}

    def modelled(self) -> Front:
        return Front({key: Piece(seat) for key, (_, seat) in UNITS.items()})

    def agree(self) -> None:
        state = self.session.state
        assert (state.turn, state.step) == (self.model.turn, STEPS[self.model.step])
        for key, piece in self.model.pieces.items():
            unit = state.unit(key)
            found = bool(unit.trackers.get("locked")), unit.count("damage"), unit.where == "junkyard"
            assert found == (piece.locked, piece.damage, piece.gone), key

    def may_fight(self, named: list[str]) -> bool:
        pieces = [self.model.pieces[key] for key in named]
        one_side = len({piece.seat for piece in pieces}) == 1
        return STEPS[self.model.step] == "battle" and one_side and not any(piece.locked or piece.gone for piece in pieces)

    @rule(named=st.lists(IDS, min_size=1, max_size=3, unique=True))
    def asks(self, named: list[str]) -> None:
        """Whatever is tried, the engine refuses it if and only if the book does."""
        assert bool(self.forbidden(Opened("battle", pairs(attackers=tuple(named))))) is not self.may_fight(named)

    @rule(data=st.data(), seat=st.integers(0, 1), draws=DRAWS)
    def battle(self, data: st.DataObject, seat: int, draws: list[int]) -> None:
        """On to the battle where it is not reached; locked units that would attack are unlocked
        before."""
        while STEPS[self.model.step] != "battle":
            self.advance()
        able = [key for key, piece in self.model.pieces.items() if piece.seat == seat and not piece.gone]
        if not able:
            return
        named = data.draw(st.lists(st.sampled_from(able), min_size=1, max_size=3, unique=True))
        for key in named:
            if self.model.pieces[key].locked:
                self.unlock(key)
        with self.deed():
            self.session.dispatch(Opened("battle", pairs(attackers=tuple(named))))
            self.fought(named, seat, iter(draws * 4))

    def fought(self, attackers: list[str], seat: int, draws: Any) -> None:
        pieces = self.model.pieces
        foes = [key for key, piece in pieces.items() if piece.seat != seat and not piece.gone]
        for key in attackers:
            pieces[key].locked = True
        blocked = self.blocks(attackers, foes, draws)
        strikes = self.splits(attackers, blocked, draws)
        for unit, key in [(unit, key) for key, units in blocked.items() for unit in units]:
            strikes.append((unit, key, value(unit, key)))
            pieces[unit].used |= {UNITS[key][0]["domain"]} if reaches(unit, key) else set()
        strikes += self.unblocked([key for key in attackers if not blocked[key]], foes, draws)
        if any(self.damage(strikes).values()):
            self.answer("outcome", ())

    def blocks(self, attackers: list[str], foes: list[str], draws: Any) -> dict[str, list[str]]:
        """Every unlocked enemy is asked once, and is locked when it blocks."""
        blocked: dict[str, list[str]] = {key: [] for key in attackers}
        for unit in foes:
            if self.model.pieces[unit].locked:
                continue
            choice = ["none", *attackers][next(draws) % (len(attackers) + 1)]
            self.answer(f"block:{unit}", choice)
            if choice != "none":
                blocked[choice].append(unit)
                self.model.pieces[unit].locked = self.model.pieces[unit].blocking = True
        return blocked

    def splits(self, attackers: list[str], blocked: dict[str, list[str]], draws: Any) -> list[tuple[str, str, int]]:
        """Each value goes among the blockers of its domain; the last takes what is left."""
        strikes = []
        for by in attackers:
            domains = dict.fromkeys(UNITS[unit][0]["domain"] for unit in blocked[by])
            for domain in domains:
                units = [unit for unit in blocked[by] if UNITS[unit][0]["domain"] == domain]
                points = value(by, units[0])
                for unit in units[:-1] if reaches(by, units[0]) else ():
                    share = next(draws) % (points + 1)
                    self.answer(f"split:{by}:{unit}", share)
                    strikes.append((by, unit, share))
                    points -= share
                strikes.append((by, units[-1], points))
        return strikes

    def unblocked(self, attackers: list[str], foes: list[str], draws: Any) -> list[tuple[str, str, int]]:
        """One target each, or none; it answers if it is unlocked, or blocks and has that value
        left in this phase."""
        strikes, pieces = [], self.model.pieces
        for by in attackers:
            able = [unit for unit in foes if reaches(by, unit)]
            if not able:
                continue
            target = ["none", *able][next(draws) % (len(able) + 1)]
            self.answer(f"target:{by}", target)
            if target == "none":
                continue
            strikes.append((by, target, value(by, target)))
            at, domain = pieces[target], UNITS[by][0]["domain"]
            may = not at.locked or (at.blocking and domain not in at.used)
            if not may or not reaches(target, by):
                continue
            answers = next(draws) % 2 == 0
            self.answer(f"answer:{by}", answers)
            if answers:
                strikes.append((target, by, value(target, by)))
                at.locked = True
                at.used.add(domain)
        return strikes

    def damage(self, strikes: list[tuple[str, str, int]]) -> Counter[str]:
        """Advantage! first and together, whom it destroys is silent; then the rest together.
        What each takes."""
        pieces = self.model.pieces
        first = [each for each in strikes if over(each[0], each[1]) and not over(each[1], each[0])]
        hits = Counter[str]()
        for _, at, points in first:
            hits[at] += points
        felled = {key for key, points in hits.items() if points and points >= UNITS[key][0]["dv"] - pieces[key].damage}
        for by, at, points in strikes:
            if (by, at, points) not in first and by not in felled:
                hits[at] += points
        for key, points in hits.items():
            pieces[key].damage += points
            pieces[key].gone |= points > 0 and pieces[key].damage >= UNITS[key][0]["dv"]
        return hits

    @rule(key=IDS)
    def unlock(self, key: str) -> None:
        """The known part of the rules does not say when: the hand does."""
        with self.deed():
            self.session.dispatch(TrackerSet(key, "locked", False))
            self.model.pieces[key].locked = False

    @rule()
    def advance(self) -> None:
        with self.deed():
            self.session.dispatch(Advanced())
            self.answer_all()
            self.model.step = (self.model.step + 1) % len(STEPS)
            self.model.turn += not self.model.step
            for piece in self.model.pieces.values():
                piece.blocking, piece.used = False, set()
                piece.damage = piece.damage if self.model.step else 0


TestBattles = played(Battles)
