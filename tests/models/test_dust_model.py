"""Dust Tactics beside a model: activations in turn, limited ammunition, reloading, losses, who
could react."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.games import RULESETS
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from tests.models.machine import Play, played

MEN, POINTS, STOCK = 4, 5, 3
SQUAD = {
    "name": "Squad",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "ap": 10,
    "models": [{"weapons": ["Rifle", "Faust"]}] * MEN,
    "weapons": {
        "Rifle": {"range": "4", "values": {"S2": "1/1"}, "kinds": []},
        "Faust": {"range": "4", "values": {"S2": "1/1", "V3": "1/1"}, "kinds": ["limited"], "ammo": STOCK},
    },
}
WALKER = {
    "name": "Walker",
    "kind": "walker",
    "armor": "V3",
    "move": 1,
    "hp": POINTS,
    "ap": 20,
    "skills": ["reload"],
    "weapons": {
        "Gun": {"range": "U", "values": {"S2": "2/1", "V3": "2/1"}, "kinds": []},
        "Rockets": {"range": "A", "values": {"S2": "3/1", "V3": "2/1"}, "kinds": ["artillery"]},
    },
}
UNITS = {f"{name}{seat}": ({**card, "side": ("axis", "allies")[seat]}, seat) for seat in (0, 1) for name, card in (("s", SQUAD), ("t", SQUAD), ("w", WALKER))}
DICE = {"Rifle": (1, 0), "Faust": (1, 1), "Gun": (2, 2), "Rockets": (3, 2)}
"""For each bearer or round: against a squad, against a walker."""
PAIRS = (("attack", "nothing"), ("move", "attack"), ("attack", "move"), ("sustained",), ("reload", "nothing"), ("move", "move"))
DRAWS = st.lists(st.integers(0, 11), min_size=30, max_size=30)


@dataclass
class Piece:
    seat: int
    squad: bool
    left: int
    ammo: int = STOCK
    loaded: bool = True
    activated: bool = False

    def weapons(self) -> tuple[str, ...]:
        return ("Rifle", "Faust") if self.squad else ("Gun", "Rockets")

    def usable(self, weapon: str, at: Piece) -> bool:
        value = DICE[weapon][not at.squad]
        return bool(value and self.left and at.left) and (weapon != "Faust" or self.ammo > 0) and (weapon != "Rockets" or self.loaded)


@dataclass
class Round:
    pieces: dict[str, Piece]
    number: int = 1
    seat: int = 0


class Rounds(Play):
    game = RULESETS["dust"]
    start: ClassVar = {"step": "activation", "units": {key: {"card": card, "seat": seat} for key, (card, seat) in UNITS.items()}}

    def modelled(self) -> Round:
        return Round({key: Piece(seat, card["kind"] == "squad", MEN if card["kind"] == "squad" else POINTS) for key, (card, seat) in UNITS.items()})

    def agree(self) -> None:
        state = self.session.state
        assert (state.turn, state.step, state.seat) == (self.model.number, "activation", self.model.seat)
        for key, piece in self.model.pieces.items():
            unit = state.unit(key)
            assert unit.gone is not bool(piece.left), key
            if piece.left:
                found = len(unit.marks("alive") or range(MEN)) if piece.squad else POINTS - unit.count("damage")
                held: Any = unit.trackers.get("ammo" if piece.squad else "loaded") or {}
                kept = (held.get("Faust", STOCK), True) if piece.squad else (STOCK, held.get("Rockets", True))
                assert (found, kept, bool(unit.trackers.get("activated"))) == (piece.left, (piece.ammo, piece.loaded), piece.activated), key

    def waiting(self, seat: int) -> list[str]:
        return [key for key, piece in self.model.pieces.items() if piece.seat == seat and piece.left and not piece.activated]

    @rule(key=st.sampled_from(sorted(UNITS)))
    def asks(self, key: str) -> None:
        """Whoever of the living is tried, the engine refuses it if and only if the book does."""
        piece = self.model.pieces[key]
        able = piece.seat == self.model.seat and not piece.activated
        if not piece.left:
            return
        assert bool(self.forbidden(Opened("activation", pairs(unit=key, declared=("nothing", "nothing"))))) is not able, piece

    @rule(data=st.data(), draws=DRAWS)
    def activation(self, data: st.DataObject, draws: list[int]) -> None:
        """A unit acts, then it is the other side's turn, or a new round."""
        if not self.waiting(self.model.seat):
            with self.deed():
                return self.onward(draws)
        key = data.draw(st.sampled_from(self.waiting(self.model.seat)))
        piece = self.model.pieces[key]
        declared = data.draw(st.sampled_from([each for each in PAIRS if not piece.squad or "reload" not in each]))
        with self.deed():
            self.session.dispatch(Opened("activation", pairs(unit=key, declared=declared)))
            self.acted(key, declared, iter(draws * 6))
            self.onward(draws)

    def acted(self, key: str, declared: tuple[str, ...], draws: Any) -> None:
        piece = self.model.pieces[key]
        aims = self.aims(key, draws) if {"attack", "sustained"} & set(declared) else []
        piece.activated = True
        for number, action in enumerate(declared):
            if action == "move":
                self.answer("move", True)
            elif action == "reload":
                piece.loaded = True
            elif action != "nothing":
                self.fight(key, aims, action == "sustained", draws)
            if not number and "sustained" not in declared:
                self.reactions(key)

    def reactions(self, key: str) -> None:
        """Enemies that have not acted and have a weapon that could; nobody tries."""
        actor = self.model.pieces[key]
        able = [
            each for each in self.waiting(1 - actor.seat) if any(self.model.pieces[each].usable(weapon, actor) for weapon in self.model.pieces[each].weapons())
        ]
        if able:
            assert self.session.prompt
            assert [option.key for option in self.session.prompt.options] == ["none", *able]
            self.answer("who_reacts", "none")

    def aims(self, key: str, draws: Any) -> list[tuple[str, str]]:
        """A target for each weapon that has one."""
        found, piece = [], self.model.pieces[key]
        for weapon in piece.weapons():
            able = [each for each, at in self.model.pieces.items() if at.seat != piece.seat and piece.usable(weapon, at)]
            if able:
                target = ["none", *able][next(draws) % (len(able) + 1)]
                self.answer(f"target:{weapon}", target)
                found += [(weapon, target)] if target != "none" else []
        return found

    def fight(self, key: str, aims: list[tuple[str, str]], sustained: bool, draws: Any) -> None:
        """How far each target is, and in what cover; then the rounds; ammunition goes before the
        dice fall."""
        piece, squares, ready = self.model.pieces[key], dict[str, int](), list[tuple[str, str, int]]()
        covered = set[str]()
        for weapon, target in aims:
            if target not in squares:
                squares[target] = (0, 2, 3, 5)[next(draws) % 4]
                self.answer(f"range:{target}", squares[target])
            if squares[target] and self.model.pieces[target].squad and weapon != "Rockets" and target not in covered:
                self.answer(f"cover:{target}", "none")
                covered.add(target)
            near, far = {"Gun": (1, 99), "Rockets": (4, 99)}.get(weapon, (1, 4))
            if not near <= squares[target] <= far:
                continue
            rounds = 1
            if weapon == "Faust":
                rounds = next(draws) % (min(piece.ammo, piece.left) + 1)
                self.answer("rounds:Faust", rounds)
            ready += [(weapon, target, rounds)] if rounds else []
        for weapon, _, rounds in ready:
            piece.ammo -= rounds if weapon == "Faust" else 0
            piece.loaded &= weapon != "Rockets"
        self.rolled(piece, ready, sustained, draws)

    def rolled(self, piece: Piece, ready: list[tuple[str, str, int]], sustained: bool, draws: Any) -> None:
        """One roll a line, as long as its target stands; every hit is a man or a point.
        Sustained: the misses once more."""
        for number, (weapon, target, rounds) in enumerate(ready):
            at = self.model.pieces[target]
            if not at.left:
                continue
            dice = DICE[weapon][not at.squad] * (piece.left if weapon == "Rifle" else rounds)
            hits = next(draws) % (dice + 1)
            again = next(draws) % (dice - hits + 1) if sustained else 0
            faces = ["hit"] * hits + ["miss"] * (dice - hits)
            if sustained:
                faces += ["hit"] * again + ["miss"] * (dice - hits - again)
            self.answer(f"attack:{number}" if len(ready) > 1 else self.asked(), (tuple(faces),))
            at.left = max(0, at.left - hits - again)

    def onward(self, draws: list[int]) -> None:
        """The other side, unless it has nobody left; a round ends when nobody is left at all."""
        self.session.dispatch(Advanced())
        other = 1 - self.model.seat
        if self.waiting(other):
            self.model.seat = other
        elif not self.waiting(self.model.seat):
            self.next_round(draws)

    def next_round(self, draws: list[int]) -> None:
        """Cards straight, three dice each until somebody has more hits; the winner says who
        starts."""
        self.session.dispatch(Advanced())
        for ours, theirs in [*((one % 4, other % 4) for one, other in zip(draws[::2], draws[1::2], strict=True)), (3, 0)]:
            assert self.asked().startswith("initiative")
            self.session.answer(tuple(("hit",) * hits + ("miss",) * (3 - hits) for hits in (ours, theirs)))
            if ours != theirs:
                break
        winner = 0 if ours > theirs else 1
        choice = ("first", "second")[draws[0] % 2]
        assert self.session.prompt
        assert self.session.prompt.asked_of == winner
        self.answer("order", choice)
        self.session.dispatch(Advanced())
        self.model.number += 1
        self.model.seat = winner if choice == "first" else 1 - winner
        for piece in self.model.pieces.values():
            piece.activated = False


TestRounds = played(Rounds, examples=6, steps=15)
