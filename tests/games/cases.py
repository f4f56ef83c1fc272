"""A table, a procedure and a script of answers for each game; the tests interrupt it at every
question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.doors.tables import table
from engine.games import FOLDERS, RULESETS, template
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import Value, frozen, pairs
from engine.values.model import BY_HAND
from engine.values.table import GameState

ALL: Mapping[str, Ruleset] = {**RULESETS, "template": template.RULES}
"""The games, and the template that new ones are copied from: it keeps every law of a game."""
ROOMS = {**FOLDERS, "template": "template"}
"""The folder of each."""


@dataclass(frozen=True)
class Case:
    rules: Ruleset
    start: GameState
    opening: Opened
    script: tuple[Value, ...]
    bystander: str  # a unit that exists and whose house counter nobody reads

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """What hypothesis shows of it: all of its rules would hide what failed."""
        printer.text(f"Case({self.rules.key})")

    def at(self, answers: int) -> Session:
        session = Session(self.rules, self.start)
        session.dispatch(self.opening)
        for value in self.script[:answers]:
            session.answer(value)
        return session

    def finished(self, session: Session, answers: int) -> GameState:
        for value in self.script[answers:]:
            session.answer(value)
        assert session.prompt is None
        assert session.state.pending is None
        return session.state


def units_of(rules: Ruleset) -> Mapping[str, object]:
    units = rules.examples[0].question["units"]
    assert isinstance(units, Mapping)
    return units


def start(game: str, step: str, **states: Mapping[str, object]) -> GameState:
    """The units of the first example, some of them in another state."""
    rules = ALL[game]
    units = {
        key: {**unit, "state": {**unit.get("state", {}), **states.get(key, {})}}  # type: ignore[attr-defined]
        for key, unit in units_of(rules).items()
    }
    return table(rules, frozen({"step": step, "units": units}))


AAM = Case(
    RULESETS["aam"],
    start("aam", "first_assault", b={"face_down": ["disrupted"]}),
    Opened("attack", pairs(attacker="a", target="b")),
    (frozen({"range": 4, "arc": "front", "terrain": "forest"}), (6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1), (2,)),
    "b",
)
DUST = Case(
    RULESETS["dust"],
    start("dust", "activation"),
    Opened("activation", pairs(unit="a", declared=("move", "attack"), lines=(pairs(weapon="Rifle", target="b", range=2, cover="none"),))),
    (True, "b", 2, ("hit",), pairs(silent=("Faust",), cover="soft"), ("hit", "hit", "miss", "miss", "miss"), ("hit", "miss"), ("hit", "miss"), "4"),
    "c",
)
TWOGM = Case(
    RULESETS["2gm"],
    start("2gm", "deployment"),
    Opened("air", pairs(bombers=("b25",), target="hq", interceptors=("fw1", "fw2"), escorts=("p51",), aa=("ost",))),
    ("p51", (2,), "fw2", (4,), (3,), (9,), (7,)),
    "hq",
)
EPIC = Case(
    RULESETS["epic"],
    start("epic", "action").set("", "acting", pairs(unit="a", left=("assault",)), BY_HAND),
    Opened("assault", pairs(attacker="a", defender="d")),
    ((5, 1, 1), (1,), (6, 1, 1), (1,), ((5, 1), (5, 2)), "same", (5, 5), (1, 6), (1, 1), ((6, 6), (1, 1))),
    "d",
)
FRONT = Case(
    RULESETS["front"],
    start("front", "battle"),
    Opened("battle", pairs(attackers=("sherman", "priest"))),
    ("sherman", "sherman", "none", 2, "chi_ha", True, ()),
    "ho_ro",
)
SKIRMISH = Case(template.RULES, start("template", "first"), Opened("shoot", pairs(shooter="rifles", target="sniper", distance=3)), ((6, 2, 1),), "rifles")
CASES = {"aam": AAM, "dust": DUST, "2gm": TWOGM, "epic": EPIC, "front": FRONT}
KEPT = {**CASES, "template": SKIRMISH}
"""The template keeps the contract of a game too."""
MOMENTS = [(key, k) for key, case in KEPT.items() for k in range(len(case.script))]
