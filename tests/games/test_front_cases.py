"""The Front: battles in which two or three rules meet, each outcome worked out from the fragment by hand."""

from typing import Any, ClassVar

import pytest

from tests.games.asking import ask, change
from tests.games.test_front import begun, damage, fight, gone, opened, ours, refs, theirs

rule = pytest.mark.rule
TANK, MEN, BOMBER = {"subtypes": ["Tank"]}, {"subtypes": ["Infantry"]}, {"subtypes": ["Bomber"]}
OVER_MEN, OVER_TANKS = {"advantage": ["Infantry"]}, {"advantage": ["Tank"]}
FLIES = {"domain": "air", "initiative": ["ground"]}

# units of the attacker and of the defender, choices, readings, who falls, damage dealt
BATTLES = {
    "Advantage! kills before the reply": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(5, 3, **MEN)}, {"blockers": {"t": ["i"]}}, {}, "i", {"i": 3}),
    "who survives it replies in full": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(5, 4, **MEN)}, {"blockers": {"t": ["i"]}}, {}, "t", {"i": 3, "t": 5}),
    "the blocker's Advantage! counts too": (
        {"t": ours(3, 3, **TANK)}, {"i": theirs(3, 3, **MEN, **OVER_TANKS)}, {"blockers": {"t": ["i"]}}, {}, "t", {"t": 3}),
    "each over the other: a normal battle": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN, **OVER_TANKS)}, {"blockers": {"t": ["i"]}}, {}, "it",
        {"t": 3, "i": 3}),
    "only one of two applies": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN, advantage=["Bomber"])}, {"blockers": {"t": ["i"]}}, {},
        "i", {"i": 3}),
    "by the other reading any cancels": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN, advantage=["Bomber"])}, {"blockers": {"t": ["i"]}},
        {"advantage_cancel": "always"}, "it", {"t": 3, "i": 3}),
    "split: the Infantry first, the tank replies": (
        {"t": ours(4, 4, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN), "k": theirs(1, 2, **TANK)},
        {"blockers": {"t": ["i", "k"]}, "splits": {"t": {"i": 3, "k": 1}}}, {}, "i", {"i": 3, "k": 1, "t": 1}),
    "split: too few on the Infantry": (
        {"t": ours(4, 4, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN), "k": theirs(1, 2, **TANK)},
        {"blockers": {"t": ["i", "k"]}, "splits": {"t": {"i": 2, "k": 2}}}, {}, "kt", {"i": 2, "k": 2, "t": 4}),
    "felled first it fires at nobody": (
        {"t": ours(4, 3, **TANK)}, {"i": theirs(3, 3, **OVER_TANKS), "k": theirs(1, 2)},
        {"blockers": {"t": ["i", "k"]}, "splits": {"t": {"i": 2, "k": 2}}}, {}, "t", {"t": 4}),
    "by the other reading at the others": (
        {"t": ours(4, 3, **TANK)}, {"i": theirs(3, 3, **OVER_TANKS), "k": theirs(1, 2)},
        {"blockers": {"t": ["i", "k"]}, "splits": {"t": {"i": 2, "k": 2}}}, {"advantage_kill": "no_fire_at_killer"}, "kt",
        {"t": 4, "k": 2}),
    "another domain: nobody can do anything": (
        {"z": ours(3, 2, domain="air")}, {"g": theirs(3, 2)}, {"blockers": {"z": ["g"]}}, {}, "", {}),
    "Initiative! on one side only": (
        {"z": ours({"air": 3, "ground": 2}, 2, **FLIES)}, {"g": theirs(3, 2)}, {"blockers": {"z": ["g"]}}, {}, "g", {"g": 2}),
    "blockers of two domains: each value whole": (
        {"z": ours({"air": 3, "ground": 2}, 5, **FLIES)}, {"g": theirs(3, 2), "f": theirs(1, 3, domain="air")},
        {"blockers": {"z": ["g", "f"]}}, {}, "fg", {"g": 2, "f": 3, "z": 1}),
    "Advantage! opens no domain by itself, by one reading it does": (
        {"z": ours({"air": 3, "ground": 2}, 2, domain="air", **OVER_MEN)}, {"m": theirs(4, 3, **MEN)},
        {"blockers": {}, "targets": {"z": "m"}, "answers": {}}, {"advantage_opens_domain": "yes"}, "", {"m": 2}),
    "an unlocked target answers and falls after": (
        {"a": ours(3, 3)}, {"x": theirs(5, 3)}, {"blockers": {}, "targets": {"a": "x"}, "answers": {"a": True}}, {}, "ax",
        {"a": 5, "x": 3}),
    "it declines one and answers the next": (
        {"a": ours(1, 3), "c": ours(1, 3)}, {"x": theirs(5, 4)},
        {"blockers": {}, "targets": {"a": "x", "c": "x"}, "answers": {"c": True}}, {}, "c", {"x": 2, "c": 5}),
    "struck down first it cannot answer": (
        {"z": ours(3, 2, domain="air", advantage=["Bomber"])}, {"m": theirs(4, 3, domain="air", **BOMBER)},
        {"blockers": {}, "targets": {"z": "m"}, "answers": {"z": True}}, {}, "m", {"m": 3}),
    "a busy blocker answers with its other value": (
        {"a": ours(1, 3), "z": ours({"air": 1, "ground": 2}, 3, **FLIES)},
        {"x": theirs({"ground": 2, "air": 4}, 4, initiative=["air"])},
        {"blockers": {"a": ["x"]}, "targets": {"z": "x"}, "answers": {"z": True}}, {}, "z", {"a": 2, "x": 3, "z": 4}),
    "by the other reading with what its block leaves": (
        {"a": ours(1, 3), "c": ours(1, 2)}, {"x": theirs(5, 4)},
        {"blockers": {"a": ["x"]}, "targets": {"c": "x"}, "answers": {"c": True}}, {"unused_av": "rest"}, "ac",
        {"a": 3, "c": 2, "x": 2}),
    "two first strikes add up before the reply": (
        {"p": ours(2, 2, **OVER_TANKS), "q": ours(2, 2, **OVER_TANKS)}, {"k": theirs(5, 4, **TANK)},
        {"blockers": {"p": ["k"]}, "targets": {"q": "k"}, "answers": {}}, {}, "k", {"k": 4}),
    "struck by two at once it still deals its own": (
        {"p": ours(1, 2), "q": ours(4, 2)}, {"k": theirs(2, 4)},
        {"blockers": {"p": ["k"]}, "targets": {"q": "k"}, "answers": {}}, {}, "kp", {"p": 2, "k": 5}),
    "a Tank - Artillery is a Tank": (
        {"t": ours(3, 3, **OVER_TANKS)}, {"k": theirs(5, 3, subtypes=["Tank - Artillery"])}, {"blockers": {"t": ["k"]}}, {}, "k",
        {"k": 3}),
    "and it is Artillery": (
        {"t": ours(3, 3, advantage=["over Artillery"])}, {"k": theirs(5, 3, subtypes=["Tank \u2013 Artillery"])},
        {"blockers": {"t": ["k"]}}, {}, "k", {"k": 3}),
    "a Half-Track is one word": (
        {"t": ours(3, 3, advantage=["Track"])}, {"k": theirs(5, 3, subtypes=["Half-Track"])}, {"blockers": {"t": ["k"]}}, {}, "kt",
        {"k": 3, "t": 5}),
    "its bonus is for both kinds too": (
        {"t": ours(1, 9, bonus=[{"domain": "ground", "amount": 2, "against": "Tanks"}])},
        {"k": theirs(5, 3, subtypes=["Tank - Artillery"])}, {"blockers": {"t": ["k"]}, "boosts": {"t": "k"}}, {}, "k",
        {"k": 3, "t": 5}),
    "first strikes from both sides of one battle fall together": (
        {"p": ours(2, 2, **TANK), "q": ours(3, 3, **OVER_TANKS)}, {"k": theirs(5, 3, **TANK, **OVER_TANKS)},
        {"blockers": {"p": ["k"]}, "targets": {"q": "k"}, "answers": {}}, {}, "kp", {"k": 3, "p": 5}),
    "an answer with Advantage! comes before the strike it answers": (
        {"z": ours(3, 2, domain="air", **BOMBER)}, {"m": theirs(2, 3, domain="air", advantage=["Bombers"])},
        {"blockers": {}, "targets": {"z": "m"}, "answers": {"z": True}}, {}, "z", {"z": 2}),
    "declined, it saves nobody": (
        {"z": ours(3, 2, domain="air", **BOMBER)}, {"m": theirs(2, 3, domain="air", advantage=["Bombers"])},
        {"blockers": {}, "targets": {"z": "m"}, "answers": {}}, {}, "m", {"m": 3}),
    "damage from before counts": (
        {"a": ours(3, 3, {"damage": 1})}, {"x": theirs(2, 4, {"damage": 2})}, {"blockers": {"a": ["x"]}}, {}, "ax",
        {"a": 3, "x": 5}),
}


@rule("FRONT-07", "FRONT-08", "FRONT-09", "FRONT-10", "FRONT-11", "FRONT-12", "FRONT-13", "FRONT-14", "FRONT-15", "FRONT-16",
      "FRONT-18", "FRONT-19", "FRONT-24")
@pytest.mark.parametrize(("mine", "yours", "told", "readings", "falls", "dealt"), BATTLES.values(), ids=list(BATTLES))
def test_a_battle(mine: Any, yours: Any, told: Any, readings: Any, falls: str, dealt: Any) -> None:
    reply = fight({**mine, **yours}, readings, attackers=list(mine), **told)
    assert (gone(reply), damage(reply)) == (set(falls), dealt)


@rule("FRONT-05", "FRONT-06", "FRONT-08", "FRONT-15", "FRONT-16", "FRONT-17", "FRONT-19", "FRONT-24", "FRONT-25")
@pytest.mark.parametrize(("mine", "yours", "told", "readings", "no"), [
    ({"a": ours()}, {"x": theirs(state={"locked": True})}, {"blockers": {"a": ["x"]}}, {}, "FRONT-05"),
    ({"a": ours()}, {"x": theirs(1, 1, domain="air")}, {"blockers": {"a": ["x"]}}, {"cross_domain_block": "same_domain_only"},
     "FRONT-06"),
    ({"a": ours()}, {"x": theirs(1, 1, domain="air")}, {"blockers": {}, "targets": {"a": "x"}}, {}, "FRONT-08"),
    ({"a": ours(4)}, {"x": theirs(), "y": theirs()}, {"blockers": {"a": ["x", "y"]}, "splits": {"a": {"x": 2, "y": 1}}}, {},
     "FRONT-15"),
    ({"a": ours()}, {"x": theirs(), "y": theirs()}, {"blockers": {"a": ["x"]}, "targets": {"a": "y"}}, {}, "FRONT-16"),
    ({"a": ours()}, {"x": theirs(state={"locked": True})}, {"blockers": {}, "targets": {"a": "x"}, "answers": {"a": True}}, {},
     "FRONT-17"),
    ({"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {"a": ["x"]}, "targets": {"c": "x"}, "answers": {"c": True}}, {},
     "FRONT-19"),
    ({"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {}, "targets": {"a": "x", "c": "x"},
                                                   "answers": {"a": True, "c": True}}, {}, "FRONT-24"),
    ({"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {"a": ["x"], "c": ["x"]}}, {}, "FRONT-25")])
def test_no_battle(mine: Any, yours: Any, told: Any, readings: Any, no: str) -> None:
    assert refs(fight({**mine, **yours}, readings, attackers=list(mine), **told)) == [no]


@rule("FRONT-17", "FRONT-18", "FRONT-24")
def test_a_question_is_told_the_answers() -> None:
    units = {"a": ours(3, 3), "c": ours(1, 3), "x": theirs(5, 4)}
    told: dict[str, Any] = {"attackers": ["a", "c"], "blockers": {}, "targets": {"a": "x", "c": "x"}}
    reply = ask("front", "battle", units, **told, answers={"a": True})
    assert (set(reply["result"]["destroyed"]), damage(reply)) == ({"a", "x"}, {"a": 5, "x": 4})
    assert ask("front", "battle", units, **told, answers={"a": True, "c": True})["refused"]["refs"] == ["FRONT-24"]


@rule("FRONT-08", "FRONT-20")
@pytest.mark.parametrize(("domain", "initiative", "no"), [("air", [], ["FRONT-20"]), ("air", ["ground"], None), ("ground", [], None)])
def test_a_bonus_raises_a_value_that_reaches(domain: str, initiative: Any, no: Any) -> None:
    """An aircraft without Initiative! has nothing to raise against a ground unit that it blocks."""
    card = {"domain": domain, "initiative": initiative, "bonus": [{"domain": "ground", "amount": 1, "against": "Infantry"}]}
    units = {"i": ours(1, 9, **MEN), "f": theirs({"air": 3, "ground": 2}, 9, **card)}
    reply = fight(units, attackers=["i"], blockers={"i": ["f"]}, boosts={"f": "i"})
    assert (refs(reply) if no else damage(reply)["i"]) == (no or 3)
    asked = fight(units, attackers=["i"], blockers={"i": ["f"]})
    assert damage(asked).get("i", 0) == (0 if no else 2)


@rule("FRONT-20", "FRONT-16")
@pytest.mark.parametrize(("target", "used", "dealt"), [("i", True, {"i": 3}), ("j", None, {"j": 2})])
def test_a_bonus_told_against_somebody_else_is_not_spent(target: str, used: Any, dealt: Any) -> None:
    units = {"h": ours(2, 9, bonus=[{"domain": "ground", "amount": 1, "against": "Infantry"}]), "i": theirs(1, 9, **MEN),
             "j": theirs(1, 9, **MEN)}
    reply = fight(units, attackers=["h"], blockers={}, targets={"h": target}, answers={}, boosts={"h": "i"})
    assert (change(reply, "h", "bonus_used"), damage(reply)) == (used, dealt)


@rule("FRONT-08", "FRONT-12", "FRONT-15")
class TestAdvantageOpensADomain:
    """By that reading a value reaches some blockers of a domain and not others: it is split among those it reaches."""

    UNITS: ClassVar[dict[str, Any]] = {"z": ours({"air": 3, "ground": 2}, 5, domain="air", **OVER_MEN), "m": theirs(4, 2, **MEN),
                                       "n": theirs(4, 2, **MEN), "k": theirs(4, 2, **TANK)}
    OPENS: ClassVar[dict[str, str]] = {"advantage_opens_domain": "yes"}

    @pytest.mark.parametrize("splits", [{}, {"splits": {"z": {"m": 2, "k": 0}}}, {"splits": {"z": {"m": 2}}}])
    def test_all_of_it_for_the_only_one(self, splits: Any) -> None:
        reply = fight(self.UNITS, self.OPENS, attackers=["z"], blockers={"z": ["k", "m"]}, **splits)
        assert (gone(reply), damage(reply)) == ({"m"}, {"m": 2})

    def test_none_for_the_others(self) -> None:
        reply = fight(self.UNITS, self.OPENS, attackers=["z"], blockers={"z": ["k", "m"]}, splits={"z": {"m": 1, "k": 1}})
        assert refs(reply) == ["FRONT-08", "FRONT-15"]

    def test_the_best_split_is_among_those_it_reaches(self) -> None:
        reply = ask("front", "options", self.UNITS, self.OPENS, attackers=["z"], blockers={"z": ["k", "m", "n"]})
        best, *_ = reply["result"]["ranked"]
        assert (best["kills"], best["losses"], best["splits"]["z"]["k"]) == (1, 0, 0)


# Which rule an answer names

CITED = {
    "a blocker is locked by its block": ({"a": ours()}, {"x": theirs()}, {"blockers": {"a": ["x"]}},
                                         {"a": "FRONT-03", "x": "FRONT-04"}, "FRONT-11", "FRONT-13"),
    "who answers is locked by that": (
        {"a": ours()}, {"x": theirs()}, {"blockers": {}, "targets": {"a": "x"}, "answers": {"a": True}},
        {"a": "FRONT-03", "x": "FRONT-18"}, "FRONT-18", "FRONT-17"),
    "who answers is not kept from it": (
        {"a": ours()}, {"x": theirs()}, {"blockers": {}, "targets": {"a": "x"}, "answers": {"a": True}},
        {"a": "FRONT-03", "x": "FRONT-18"}, "FRONT-16", "FRONT-24"),
    "nor is who declines": (
        {"a": ours()}, {"x": theirs()}, {"blockers": {}, "targets": {"a": "x"}, "answers": {}}, {"a": "FRONT-03"}, "FRONT-16",
        "FRONT-17"),
    "a locked target does not answer": (
        {"a": ours()}, {"x": theirs(state={"locked": True})}, {"blockers": {}, "targets": {"a": "x"}}, {"a": "FRONT-03"},
        "FRONT-17", "FRONT-24"),
    "one answer only": (
        {"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {}, "targets": {"a": "x", "c": "x"}, "answers": {"a": True}},
        {"a": "FRONT-03", "c": "FRONT-03", "x": "FRONT-18"}, "FRONT-24", "FRONT-17"),
    "a blocker does not answer": (
        {"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {"a": ["x"]}, "targets": {"c": "x"}, "answers": {}},
        {"a": "FRONT-03", "c": "FRONT-03", "x": "FRONT-04"}, "FRONT-19", "FRONT-17"),
    "an unblocked attacker strikes a blocker": (
        {"a": ours(), "c": ours()}, {"x": theirs()}, {"blockers": {"a": ["x"]}, "targets": {"c": "x"}, "answers": {}},
        {"a": "FRONT-03", "c": "FRONT-03", "x": "FRONT-04"}, "FRONT-16", "FRONT-18"),
    "Initiative! opens a domain": (
        {"z": ours({"ground": 3}, 3, **FLIES)}, {"x": theirs()}, {"blockers": {"z": ["x"]}}, {"z": "FRONT-03", "x": "FRONT-04"},
        "FRONT-09", "FRONT-13"),
    "within a domain it opens nothing": (
        {"z": ours(3, 3, initiative=["ground"])}, {"x": theirs()}, {"blockers": {"z": ["x"]}},
        {"z": "FRONT-03", "x": "FRONT-04"}, "FRONT-14", "FRONT-09"),
    "both have Advantage!": (
        {"t": ours(3, 3, **TANK, **OVER_MEN)}, {"i": theirs(3, 3, **MEN, **OVER_TANKS)}, {"blockers": {"t": ["i"]}},
        {"t": "FRONT-03", "i": "FRONT-04"}, "FRONT-13", "FRONT-12"),
    "one has Advantage! and destroys": (
        {"t": ours(3, 3, **OVER_MEN)}, {"i": theirs(3, 3, **MEN)}, {"blockers": {"t": ["i"]}},
        {"t": "FRONT-03", "i": "FRONT-04"}, "FRONT-12", "FRONT-11"),
}


@rule("FRONT-03", "FRONT-04", "FRONT-09", "FRONT-11", "FRONT-13", "FRONT-17", "FRONT-18", "FRONT-24")
@pytest.mark.parametrize(("mine", "yours", "told", "locked", "named", "unnamed"), CITED.values(), ids=CITED)
def test_the_rules_of_a_battle_are_named(mine: Any, yours: Any, told: Any, locked: Any, named: str, unnamed: str) -> None:
    reply = ask("front", "battle", {**mine, **yours}, attackers=list(mine), **told)
    assert {each["unit"]: each["ref"] for each in reply["changes"] if each["tracker"] == "locked"} == locked
    assert named in reply["refs"]
    assert unnamed not in reply["refs"]


@rule("FRONT-08", "FRONT-09")
def test_a_domain_that_only_a_reading_opens_is_not_by_initiative() -> None:
    units = {"z": ours({"ground": 1}, domain="air"), "x": theirs()}
    reply = ask("front", "battle", units, {"domain_gate": "printed_av"}, attackers=["z"], blockers={"z": ["x"]})
    assert (damage(reply), "FRONT-09" in reply["refs"]) == ({"x": 1}, False)


@rule("FRONT-20", "FRONT-26")
def test_the_price_of_an_ability_is_by_its_rule() -> None:
    reply = ask("front", "lock", {"x": ours(), "y": theirs()}, unit="x", target="y", damage=1)
    assert [(each["unit"], each["tracker"], each["ref"]) for each in reply["changes"]] == [
        ("y", "damage", "FRONT-20"), ("x", "locked", "FRONT-20")]


@rule("FRONT-07", "FRONT-11")
def test_damage_comes_by_one_rule_and_goes_by_another() -> None:
    game = begun({"a": ours(state={"damage": 2})})
    assert [each["ref"] for each in game.do({"do": "set", "unit": "a", "tracker": "damage", "value": 1})["changes"]] == ["FRONT-07"]
    ended = game.do({"do": "advance", "to": "before", "otherwise": "default"})["changes"]
    assert [(each["tracker"], each["ref"]) for each in ended] == [("damage", "FRONT-11")]


@rule("FRONT-05")
def test_a_unit_locked_while_it_is_asked_does_not_block() -> None:
    game, _ = opened({"a": ours(), "x": theirs()}, attackers=["a"])
    asked = game.do({"do": "set", "unit": "x", "tracker": "locked", "value": True})["prompt"]
    assert [option["key"] for option in asked["options"] if "refused" in option] == ["a"]
    assert refs(game.do({"do": "answer", "value": "a"})) == ["FRONT-05"]
    assert game.do({"do": "answer", "value": "none"})["prompt"]["key"] == "target:a"


@rule("FRONT-01", "FRONT-05", "FRONT-16")
@pytest.mark.parametrize(("sides", "told", "no"), [
    (("axis", "axis"), {"blockers": {"a": ["b"]}}, ["FRONT-04", "FRONT-05"]),
    (("axis", "axis"), {"blockers": {}, "targets": {"a": "b"}}, ["FRONT-16"]),
    (("axis", "allies"), {"blockers": {}}, ["FRONT-01"]),
    ((None, None), {"blockers": {"a": ["b"]}}, ["FRONT-04", "FRONT-05"])])
def test_attackers_stand_together(sides: Any, told: Any, no: list[str]) -> None:
    """Both attack: neither blocks or strikes the other, whoever the question takes them for."""
    units = {key: {"card": {**ours()["card"], "side": side}} for key, side in zip("ab", sides, strict=True)}
    assert refs(ask("front", "battle", units, attackers=["a", "b"], **told)) == no


@rule("FRONT-02", "FRONT-08")
def test_who_overrules_a_domain_plays_with_the_value_of_the_card() -> None:
    units = {"a": ours({"ground": 3, "air": 2}), "z": theirs({"air": 3, "ground": 1}, 2, domain="air")}
    told: dict[str, Any] = {"attackers": ["a"], "blockers": {}, "targets": {"a": "z"}, "answers": {"a": True}, "overrule": True}
    reply = ask("front", "battle", units, **told)
    assert (damage(reply), gone(reply)) == ({"z": 2, "a": 1}, {"z"})
    assert [each["refs"] for each in reply["overruled"]] == [["FRONT-08"], ["FRONT-08"]]
    units["a"] = ours({"ground": 3})
    assert ask("front", "battle", units, **told)["unknown"] == ["units.a.card.av.air"]


@rule("FRONT-01", "FRONT-21")
def test_whose_enemy_is_away_is_not_blocked_by_friends() -> None:
    """Both players' units are known by their seats: who stands with the attacker is no enemy, though nobody else is there."""
    game, reply = opened({"a": ours(), "b": ours(), "x": theirs(state={"where": "junkyard"})}, attackers=["a"])
    assert reply["prompt"] is None
    assert game.do({"do": "state"})["state"]["units"]["a"]["state"]["locked"] is True


@rule("FRONT-01", "FRONT-21")
def test_where_nobody_names_seats_the_sides_tell_foes() -> None:
    sides = {"a": {"side": "allies"}, "x": {"side": "axis"}, "y": {}}
    units = {key: {"card": {**ours()["card"], **side}} for key, side in sides.items()}
    assert ask("front", "battle", units, attackers=["a"])["result"]["assumed"] == ["block:x", "target:a"]
    units["x"]["card"].pop("side")
    assert ask("front", "battle", units, attackers=["a"])["result"]["assumed"] == ["block:x", "block:y", "target:a"]
