"""Epic Armageddon beside a model: blast markers, breaking, hits on the broken, withdrawal,
regrouping, rallying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engine.games import RULESETS
from engine.playing.answers import by_default
from engine.values.events import Advanced, Opened, TrackerSet
from engine.values.maps import Map, pairs
from tests.models.machine import Play, played

MEN = {"name": "Men", "type": "INF", "speed": 15, "armour": None, "cc": 6, "ff": 5}
SAFE = {**MEN, "name": "Guards", "armour": 5}
CHIEF = {**MEN, "name": "Chief", "abilities": ["leader"]}
CARDS: dict[str, Any] = {
    "men": {"name": "Company", "initiative": 3, "units": [[7, MEN]]},
    "guards": {"name": "Guards", "initiative": 2, "units": [[4, SAFE]]},
    "led": {"name": "Led company", "initiative": 4, "units": [[1, CHIEF], [5, MEN]]},
}
UNITS = {f"{name}{seat}": ({**card, "points": 200, "strategy": 3 - seat}, seat) for seat in (0, 1) for name, card in CARDS.items()}
FACES = st.lists(st.integers(1, 6), min_size=30, max_size=30)
IDS = st.sampled_from(sorted(UNITS))


@dataclass
class Formation:
    """Its units are taken front to back: in a led one the chief goes first."""

    kind: str
    units: int
    blast: int = 0
    broken: bool = False
    gone: bool = False
    tried: bool = False
    activated: bool = False

    @property
    def leaders(self) -> int:
        return int(self.kind == "led" and self.units == 6)

    @property
    def needs_rally(self) -> bool:
        return not self.gone and not self.tried and (self.broken or self.blast > 0)

    def lose(self, number: int) -> None:
        self.units = max(0, self.units - number)
        self.gone = not self.units

    def marked(self, markers: int) -> bool:
        """Blast markers, or as many hits on a broken one; whether it breaks now."""
        if self.broken:
            self.lose(markers)
            return False
        self.blast += markers
        if self.units and self.blast >= self.units:
            self.broken, self.blast = True, 0
            return True
        return False


@dataclass
class War:
    formations: dict[str, Formation]
    step: str = "action"
    turn: int = 1


class Blasts(Play):
    game = RULESETS["epic"]
    start: ClassVar = {"step": "action", "units": {key: {"card": card, "seat": seat} for key, (card, seat) in UNITS.items()}}

    def modelled(self) -> War:
        return War({key: Formation(key[:-1], sum(count for count, _ in card["units"])) for key, (card, _) in UNITS.items()})

    def agree(self) -> None:
        state = self.session.state
        assert (state.turn, state.step) == (self.model.turn, self.model.step)
        for key, each in self.model.formations.items():
            unit = state.unit(key)
            assert unit.gone is each.gone, key
            if not each.gone:
                lost = sum(int(str(number)) for number in unit.trackers.get("lost") or ())  # type: ignore[union-attr]
                found = (sum(count for count, _ in UNITS[key][0]["units"]) - lost, unit.count("blast"), bool(unit.count("broken")))
                assert found == (each.units, each.blast, each.broken), key

    @rule(key=IDS, count=st.integers(1, 6), faces=FACES, away=st.integers(0, 9))
    def fire(self, key: str, count: int, faces: list[int], away: int) -> None:
        """Shots that hit on 5: a marker for being under fire, one for each unit lost; the broken
        lose units instead.

        Guards never take two hits each: how such saves are rolled is tested elsewhere.
        """
        at = self.model.formations[key]
        if self.model.step != "action" or at.gone:
            return
        count = min(count, at.units) if at.kind == "guards" else count
        with self.deed():
            self.session.dispatch(Opened("fire", Map({"target": key, "shots": (pairs(count=count, type="ap", value=5),)})))
            hits = sum(face >= 5 for face in faces[:count])
            self.answer("to_hit", (tuple(faces[:count]),))
            kills = min(self.saved(at, hits, faces[count:]), at.units)
            at.lose(kills)
            if not at.gone and at.marked(1 + kills):
                self.withdraws(key, at, away)

    def saved(self, at: Formation, hits: int, faces: list[int]) -> int:
        """Hits that kill: guards are saved on 5 each."""
        if at.kind != "guards" or not hits:
            return hits
        self.answer("save", (tuple(faces[:hits]),))
        return sum(face < 5 for face in faces[:hits])

    def withdraws(self, key: str, at: Formation, away: int) -> None:
        """Units caught within 15 cm of an enemy are destroyed; how many, the table says."""
        caught = min(away, at.units) if away < 3 else 0
        prompt = self.session.prompt
        assert prompt
        assert (prompt.key.split(":")[:2], prompt.kind) == (["withdraw", key], "number")
        while (prompt := self.session.prompt) is not None:
            lost = min(caught, prompt.most)
            self.session.answer(lost)
            at.lose(lost)
            caught -= lost

    @rule(key=IDS, markers=st.integers(0, 3))
    def by_hand(self, key: str, markers: int) -> None:
        """A marker put or taken by hand judges nobody."""
        each = self.model.formations[key]
        if not each.gone and not each.broken:
            with self.deed():
                self.session.dispatch(TrackerSet(key, "blast", markers))
                each.blast = markers

    @rule(key=IDS, dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
    def regroup(self, key: str, dice: tuple[int, int]) -> None:
        each, seat = self.model.formations[key], UNITS[key][1]
        if each.gone or self.model.step != "action" or seat != self.session.state.seat or each.broken or each.activated:
            return
        with self.deed():
            self.session.overrule(Opened("regroup", pairs(formation=key)))  # which action it belongs to is tested elsewhere
            self.answer("regroup", (dice,))
            each.blast = max(0, each.blast - max(dice) - each.leaders)
            each.activated = True

    @rule(key=IDS, near=st.booleans(), die=st.integers(1, 6), away=st.integers(0, 9))
    def rally(self, key: str, near: bool, die: int, away: int) -> None:
        each = self.model.formations[key]
        if each.gone:
            return
        self.until("rally")
        event = Opened("rally", pairs(formation=key, enemy_within_30=near))
        able = each.needs_rally and UNITS[key][1] == self.side_to_rally()
        assert bool(self.forbidden(event)) is not able, each
        if not able:
            return
        with self.deed():
            self.session.dispatch(event)
            needed = UNITS[key][0]["initiative"] + 2 * each.broken + near
            if needed <= 6:  # a test that nobody can pass is not rolled
                self.answer("test", ((die,),))
            each.tried = True
            if die >= needed:
                held = each.units if each.broken else each.blast
                each.broken, each.blast = False, max(0, held - (held + 1) // 2 - each.leaders)
            elif each.broken:
                self.withdraws(key, each, away)

    def side_to_rally(self) -> int:
        """In turns, the higher rating first, which is that of seat 0; at last who has some left."""
        sides = [[each for key, each in self.model.formations.items() if UNITS[key][1] == seat] for seat in (0, 1)]
        tried = [sum(each.tried for each in side) for side in sides]
        seat = int(tried[0] > tried[1])
        return seat if any(each.needs_rally for each in sides[seat]) else 1 - seat

    @rule()
    def next_turn(self) -> None:
        self.until("rally")
        self.until("action")

    def until(self, step: str) -> None:
        if self.model.step != step:
            with self.deed():
                while self.session.state.step != step:
                    self.session.overrule(Advanced(leave=True))
                    self.settle()
                if self.session.state.trackers.get("winner"):  # blasts are asked about for as many turns as it takes
                    self.session.dispatch(TrackerSet("", "winner", None))
                self.model.step = step
                if step == "action":
                    self.model.turn += 1
                    for each in self.model.formations.values():
                        each.tried = each.activated = False

    def settle(self) -> None:
        """Strategy is rolled, the victory check is answered; neither touches a marker."""
        while prompt := self.session.prompt:
            self.session.answer(((6,), (1,)) if prompt.kind == "roll" else by_default(prompt))


TestBlasts = played(Blasts)
