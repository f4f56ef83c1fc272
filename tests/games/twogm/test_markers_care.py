"""Care: medics, mechanics, sappers."""

from typing import Any

import pytest

from engine.games.twogm.examples import HOUSE, HQ, LIGHT, PAK, SHERMAN
from tests.games.asking import change
from tests.games.twogm.table import TANK, after, do, early, on, playing, put, refs, refused, rule, unit


class TestHealing:
    @rule("2GM-134", "2GM-178")
    def test_healing(self) -> None:
        units = {
            "m": unit({**LIGHT, "equipment": [{"item": "Medic"}]}, damage=1),
            "p": unit(PAK, damage=2),
            "s": unit(TANK, damage=2),
            "h": unit({"name": "House", "type": "terrain"}, damage=2),
        }
        assert after(put("care", units, unit="m", target="p"), "p")["damage"] == 1
        reply = put("care", units, unit="m", target="m")
        assert "damage" not in after(reply, "m")
        assert after(reply, "m")["markers"] == {"Medic": {"face": "active", "tilted": True}}
        assert refs("care", units, unit="m", target="s") == ["2GM-135"]
        assert refs("care", units, unit="m", target="h") == ["2GM-178"]
        assert refs("care", units, unit="m", target="p", adjacent=False) == ["2GM-134"]
        assert refs("care", {**units, "m": unit(LIGHT | {"equipment": []})}, unit="m", target="p") == ["2GM-135"]

    @rule("2GM-134", "2GM-193")
    def test_once_per_marker_and_turn_at_one_square(self) -> None:
        medic = {**LIGHT, "equipment": [{"item": "Medic"}]}
        used = unit(medic, markers={"Medic": {"face": "active", "tilted": True}})
        assert refs("care", {"m": used, "p": unit(PAK, damage=2)}, unit="m", target="p") == ["2GM-14"]
        near = {"m": unit(medic, row=2, column=3), "p": unit(PAK, damage=2, row=2, column=4)}
        assert refs("care", near, unit="m", target="p") == []
        assert refs("care", {**near, "p": unit(PAK, damage=2, row=3, column=4)}, unit="m", target="p") == ["2GM-134"]

    @rule("2GM-134", "2GM-193")
    @pytest.mark.parametrize(("first", "again"), [("movement", "end"), ("discard", "end"), ("end", "end")])
    def test_a_medic_heals_once(self, first: str, again: str) -> None:
        """Two damage: one is healed in this turn, the other in the next own one."""
        session = playing("start", {"m": unit(LIGHT, row=1, column=4, damage=2), "e": unit(LIGHT, 1)})
        session = do(on(session, first), "care", unit="m", target="m")
        session = session if first == again else on(session, again)
        assert refused(session, "care", unit="m", target="m") == ["2GM-14"]
        session = on(on(session, "end"), "start")
        assert refused(session, "care", unit="m", target="m") == []

    @rule("2GM-134", "2GM-135")
    @pytest.mark.parametrize(("item", "rules"), [("Medic", ["2GM-135"]), ("Mechanic", [])])
    def test_a_medic_in_a_tank_repairs_nothing(self, item: str, rules: list[str]) -> None:
        units = {"t": unit({**TANK, "equipment": [{"item": item}]}, damage=2)}
        assert put("care", units, unit="t", target="t").get("refused", {}).get("refs", []) == rules

    @rule("2GM-134", "2GM-144")
    def test_care_in_passing(self) -> None:
        """What is told goes before the board: a patient passes the medic on its way."""
        units = {"m": unit(LIGHT, row=1, column=1), "p": unit(LIGHT, row=4, column=1, damage=1), "n": unit(LIGHT, row=2, column=1, damage=1)}
        assert refs("care", units, unit="m", target="p") == ["2GM-134"]
        assert refs("care", units, unit="m", target="p", adjacent=True) == []
        assert (refs("care", units, unit="m", target="n"), refs("care", units, unit="m", target="n", adjacent=False)) == ([], ["2GM-134"])

    @rule("2GM-134", "2GM-135")
    @pytest.mark.parametrize(
        ("skills", "card", "what", "no"),
        [
            (["heal"], PAK, "damage", []),
            (["heal"], PAK, "damaged_card", ["2GM-135"]),
            (["repair"], PAK, "damaged_card", []),
            (["heal", "repair"], PAK, "damaged_card", []),
            (["repair"], LIGHT, "damaged_card", ["2GM-135"]),
            (["heal"], TANK, "damage", ["2GM-135"]),
        ],
    )
    def test_only_repair_takes_the_damaged_card(self, skills: list[str], card: Any, what: str, no: list[str]) -> None:
        units = {"m": unit({**LIGHT, "equipment": [], "skills": skills}), "p": unit(card, damage=2, support=[{"name": "Damaged"}])}
        assert refs("care", units, unit="m", target="p", what=what) == no

    @rule("2GM-193")
    def test_what_was_handled_is_forgotten_with_the_turn(self) -> None:
        session = on(playing("end", {"m": unit(LIGHT, handled=["medic"])}), "start")
        assert session.state.unit("m").marks("handled") == ()


class TestRepair:
    @rule("2GM-135", "2GM-121")
    def test_repair(self) -> None:
        units = {
            "m": unit({**LIGHT, "equipment": [{"item": "Mechanic"}]}),
            "s": unit(TANK, damage=2, support=[{"name": "Damaged"}, {"name": "Rhino", "permanent": True}]),
        }
        assert after(put("care", units, unit="m", target="s"), "s")["damage"] == 1
        card = after(put("care", units, unit="m", target="s", what="damaged_card"), "s")
        assert (card["damage"], card["support"]) == (2, [{"name": "Rhino", "permanent": True}])

    @rule("2GM-135", "2GM-134")
    @pytest.mark.parametrize(
        ("item", "patient", "left"),
        [("Mechanic", "m", 1), ("Medic", "m", 1), ("Mechanic", "i", ["2GM-134"]), ("Mechanic", "t", 1), ("Medic", "t", ["2GM-135"])],
    )
    def test_a_mechanic_repairs_itself_but_no_other_infantry(self, item: str, patient: str, left: Any) -> None:
        units = {"m": unit({**LIGHT, "equipment": [{"item": item}]}, damage=2), "i": unit(LIGHT, damage=2), "t": unit(TANK, damage=2)}
        reply = put("care", units, unit="m", target=patient)
        assert (reply["refused"]["refs"] if "refused" in reply else change(reply, patient, "damage")) == left


class TestWhoIsAskedFor:
    @rule("2GM-134", "2GM-144")
    @pytest.mark.parametrize(
        ("procedure", "place", "able"),
        [
            ("care", "unit", {"medic", "mechanic"}),
            ("clear", "unit", {"sappers"}),
            ("assault", "assaulter", {"rifles", "medic", "mechanic", "sappers"}),
            ("lay_smoke", "unit", {"tank"}),
        ],
    )
    def test_only_who_can_is_offered(self, procedure: str, place: str, able: set[str]) -> None:
        """Before a patient, an obstacle or an enemy is named: neither a tank nor an HQ heals,
        terrain assaults nobody."""
        foot = {**LIGHT, "equipment": []}
        skilled = {name: unit({**foot, "skills": [skill]}) for name, skill in (("medic", "heal"), ("mechanic", "repair"), ("sappers", "sappers"))}
        others = {
            "rifles": foot,
            "tank": SHERMAN,
            "hq": HQ,
            "house": HOUSE,
            "general": {"name": "Model", "type": "general"},
            "card": {"name": "Ammo", "type": "support"},
        }
        session = playing("movement", {**skilled, **{name: unit(card) for name, card in others.items()}})
        assert {name for name in (*skilled, *others) if not early(session, procedure, **{place: name})} == able
