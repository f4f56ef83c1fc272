"""Dust Tactics: rules cited by attacks, and the other sides of rare readings. Expected values
are worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.games.dust.units import all_men
from engine.values.maps import frozen
from engine.values.table import Unit
from tests.games.asking import ask
from tests.games.dust_cards import H, M, assault, dist, hero, refused, shot, squad, tell, walker, weapon
from tests.games.test_dust_tricky import seated

rule = pytest.mark.rule
RADIO = {"o": {"card": squad(2, skills=["artillery_strike"])}}


@rule(
    "DUST-30",
    "DUST-51",
    "DUST-53",
    "DUST-56",
    "DUST-57",
    "DUST-62",
    "DUST-65",
    "DUST-121",
    "DUST-125",
    "DUST-134",
    "DUST-155",
    "DUST-157",
    "DUST-158",
    "DUST-159",
    "DUST-160",
    "DUST-165",
    "DUST-167",
)
@pytest.mark.parametrize(
    ("told", "ref"),
    [
        ({}, "DUST-30"),
        ({"value": "2~3"}, "DUST-155"),
        ({"value": "1/1-2/1", "ammo": 3}, "DUST-157"),
        ({"value": "1/man"}, "DUST-158"),
        ({"value": "1/skull"}, "DUST-159"),
        ({"kinds": ["limited"], "ammo": 3}, "DUST-160"),
        ({"reach": "A", "range": 5}, "DUST-56"),
        ({"reach": "A", "range": 5, "as": "indirect", "observer": "o", "others": RADIO}, "DUST-57"),
        ({"reach": "A", "range": 5, "cover": "soft"}, "DUST-62"),
        ({"as": "reaction"}, "DUST-65"),
        ({"reach": "1", "as": "charge"}, "DUST-121"),
        ({"reach": "C", "as": "retaliation"}, "DUST-51"),
        ({"reach": "C", "cover": "hard"}, "DUST-53"),
        ({"kinds": ["flamethrower"], "cover": "hard"}, "DUST-165"),
        ({"kinds": ["grenade"], "cover": "soft"}, "DUST-167"),
        ({"named": 2, "skills": ["sniper"]}, "DUST-134"),
        ({"target": hero(skills=["heroic_attack"]), "skills": ["heroic_attack"]}, "DUST-125"),
    ],
)
def test_a_line_cites_what_is_special_about_it(told: dict[str, Any], ref: str) -> None:
    plain = {"DUST-28", "DUST-29", "DUST-30", "DUST-31"}
    assert ref in shot(**told)["refs"]
    assert ref == "DUST-30" or {*shot()["refs"]} == plain


@rule("DUST-162", "DUST-30")
def test_knives_are_counted_by_their_own_rule() -> None:
    reply = shot(by=squad(3, {"Knife": weapon("1/1", "C")}), weapon="Knife")
    assert [row["ref"] for row in reply["checks"][0]["dice_rows"]] == ["DUST-162"]
    assert "DUST-30" in shot(by=hero(weapons={"Knife": weapon("1/1", "C")}), weapon="Knife")["refs"]


@rule("DUST-39", "DUST-42")
@pytest.mark.parametrize("target", [squad(), hero()])
def test_no_word_about_cover_that_is_not_there(target: Any) -> None:
    """A squad in the open, and a lone hero behind a wall: neither has any."""
    cover = "hard" if target["kind"] == "hero" else "none"
    assert "DUST-167" not in shot(kinds=["grenade"], target=target, cover=cover)["refs"]


@rule("DUST-113", "DUST-115", "DUST-117", "DUST-125", "DUST-137")
@pytest.mark.parametrize(
    ("skill", "ref"), [("all_in_one", "DUST-113"), ("assault", "DUST-115"), ("berserk", "DUST-117"), ("heroic_attack", "DUST-125"), ("tank_head", "DUST-137")]
)
def test_what_is_used_once_a_game_cites_its_own_rule(skill: str, ref: str) -> None:
    units = {"u": seated(0, hero(skills=[skill]), used=[skill])}
    declared = ["move", "tank_head"] if skill == "tank_head" else ["move", "attack"]
    assert tell("actions", units, unit="u", declared=declared, skills=[] if skill == "tank_head" else [skill])["rules"] == [ref]


@rule("DUST-127", "DUST-168")
@pytest.mark.parametrize(("reading", "one"), [("any", Fraction(8, 27)), ("firstRoll", Fraction(10, 27))])
def test_the_medal_and_the_end_of_a_chain(reading: str, one: Fraction) -> None:
    """One die: a hit, a miss (2/9); or a miss, the medal's hit, a miss (4/27). Any die: the
    first way has its medal too (2/3 of it is left)."""
    by = hero(weapons={"Gun": weapon("1/1", "4", "laser")}, skills=["medal_of_honor"])
    found = dist(shot(by=by, skills=["medal_of_honor"], readings={"medalDie": reading}))
    assert (found[0], found[1]) == (Fraction(4, 9), one)


@rule("DUST-127", "DUST-168")
@pytest.mark.parametrize(("faces", "damage"), [({"attack": [H, M], "chain": [H, M], "medal": [H, M]}, 3), ({"attack": [H, H], "chain": [M, H, M]}, 3)])
def test_the_medal_after_the_first_roll_of_a_laser(faces: Any, damage: int) -> None:
    """Two dice by the narrow reading: where both hit at first there is no die for the medal."""
    by = hero(weapons={"Gun": weapon("2/1", "4", "laser")}, skills=["medal_of_honor"])
    reply = shot(by=by, skills=["medal_of_honor"], readings={"medalDie": "firstRoll"}, roll=faces)
    assert (reply["result"]["damage"], "medal" in reply["after"]["a"]) == (damage, "medal" in faces)


@rule("DUST-168", "DUST-169")
def test_no_number_stands_beyond_the_last_one_counted() -> None:
    """Every die of a sustained laser once more: 26 hits and all beyond are one outcome."""
    found = shot(kinds=["laser"], sustained=True, readings={"laserSustained": "allDice"})["odds"]["damage"]
    assert [key for key in found if key.endswith("+") or int(key) > 25] == ["26+"]
    assert found["1"] == "8/27"


@rule("DUST-124", "DUST-129", "DUST-10")
@pytest.mark.parametrize(
    ("card", "dx", "dy", "point", "step"),
    [
        (squad(skills=["fast"]), 2, 2, False, True),
        (squad(skills=["fast"]), 2, 1, True, True),
        (squad(skills=["fast"]), 3, 0, False, False),
        (squad(skills=["fast"]), -2, -2, False, True),
        (walker(skills=["scout_vehicle"]), 3, 3, False, True),
        (walker(skills=["scout_vehicle"]), 4, 4, False, False),
        (squad(), 1, 1, True, True),
        (squad(), 2, 2, False, False),
    ],
)
def test_a_square_more_is_a_point_or_a_step(card: Any, dx: int, dy: int, point: bool, step: bool) -> None:
    """Diagonals cost 1, then 2: (2, 2) needs 3 points, with a free diagonal step and one point
    it is reached."""
    legal = [
        tell("move", {"u": {"card": card}}, {"bonusSquare": reading}, unit="u", declared=["move"], dx=dx, dy=dy, round=1, entering=False)["legal"]
        for reading in ("point", "step")
    ]
    assert legal == [point, step]


@rule("DUST-124", "DUST-10")
def test_a_free_step_is_not_paid_for_twice() -> None:
    found = tell("move", {"u": {"card": squad(skills=["fast"])}}, {"bonusSquare": "step"}, unit="u", dx=1, dy=0)
    assert (found["cost"], found["points"]) == (1, 2)


@rule("DUST-43")
@pytest.mark.parametrize(("reading", "chance"), [("stays", "19/27"), ("reset", "7/27")])
def test_damage_of_an_earlier_attack_on_a_trap(reading: str, chance: str) -> None:
    """Three dice of 2 damage, 4 hit points, 2 told as damaged: one hit does it, or by the other
    reading two."""
    reply = shot("1/2", 3, target={"kind": "trap"}, at={"damage": 2}, readings={"elementDamage": reading})
    assert reply["odds"]["destroyed"]["yes"] == chance


@rule("DUST-43")
def test_two_lines_of_one_attack_add_up_on_a_trap() -> None:
    units = {"a": seated(0, squad(1, {"One": weapon("1/2"), "Two": weapon("1/2")})), "t": seated(1, {"kind": "trap"})}
    reply = assault(units, ("One", "t"), ("Two", "t"), readings={"elementDamage": "reset"}, roll={"attack:0": [H], "attack:1": [H]})
    assert reply["after"]["t"]["where"] == "destroyed"
    assert refused(ask("dust", "attack", {**units, "t": {**units["t"], "state": reply["after"]["t"]}}, attacker="a", weapon="One", target="t")) == ["DUST-180"]


def cited(question: str, units: Any = None, **situation: Any) -> set[str]:
    return {*ask("dust", question, units, **situation)["refs"]}


@rule(
    "DUST-19",
    "DUST-20",
    "DUST-21",
    "DUST-24",
    "DUST-25",
    "DUST-26",
    "DUST-39",
    "DUST-40",
    "DUST-42",
    "DUST-45",
    "DUST-53",
    "DUST-55",
    "DUST-62",
    "DUST-77",
    "DUST-79",
    "DUST-82",
    "DUST-116",
    "DUST-157",
)
@pytest.mark.parametrize(
    ("question", "situation", "refs"),
    [
        ("cover", {"sources": ["crate"]}, {"DUST-46", "DUST-40"}),
        ("cover", {"sources": ["trap", "corner"]}, {"DUST-46", "DUST-40", "DUST-45"}),
        ("cover", {"sources": ["building"]}, {"DUST-46", "DUST-79"}),
        ("cover", {"sources": ["corner"], "corner_of": "small_entrance"}, {"DUST-46", "DUST-82"}),
        ("cover", {"sources": [], "target": "hero"}, {"DUST-46", "DUST-39"}),
        ("cover", {"sources": [], "kinds": ["close"]}, {"DUST-46", "DUST-53"}),
        ("cover", {"sources": [], "kinds": ["artillery", "volley"]}, {"DUST-46", "DUST-62", "DUST-42"}),
        ("cover", {"sources": ["crate"], "corner_of": "small_entrance"}, {"DUST-46", "DUST-40"}),
        ("cover", {"sources": [], "kinds": ["laser"]}, {"DUST-46"}),
        ("sight", {"between": ["crate", "trap"]}, {"DUST-179", "DUST-19", "DUST-20"}),
        ("sight", {"between": ["squad"]}, {"DUST-179", "DUST-21"}),
        ("sight", {"between": ["vehicle"]}, {"DUST-179", "DUST-24"}),
        ("sight", {"between": ["smoke"]}, {"DUST-179", "DUST-25"}),
        ("sight", {}, {"DUST-179"}),
        ("sight", {"between": ["wall"], "corners": [{"side": "left"}]}, {"DUST-179", "DUST-77", "DUST-26"}),
        ("ammo", {"alive": 2, "ammo": 3}, {"DUST-160"}),
        ("ammo", {"ammo": 3, "loaded": False}, {"DUST-160", "DUST-55"}),
        ("ammo", {"ammo": 3, "columns": 2}, {"DUST-160", "DUST-157"}),
        ("ammo", {"ammo": 3, "skills": ["bad_ass"]}, {"DUST-160", "DUST-116"}),
    ],
)
def test_what_an_answer_rests_on(question: str, situation: dict[str, Any], refs: set[str]) -> None:
    assert cited(question, **situation) == refs


@rule("DUST-55", "DUST-116", "DUST-157", "DUST-20", "DUST-42")
def test_what_cards_tell_is_cited_too() -> None:
    volley, reloaded = weapon("1/1-2/1", "A", ammo=6), weapon("1/1", "6", "reload", ammo=3)
    units = {
        "w": seated(0, walker(weapons={"V": volley}), loaded={"V": False}),
        "r": seated(0, squad(2, {"R": reloaded}, skills=["bad_ass"])),
        "t": {"card": {"kind": "trap"}},
    }
    assert cited("ammo", units, unit="w", weapon="V") == {"DUST-160", "DUST-55", "DUST-157"}
    assert cited("ammo", units, unit="r", weapon="R") == {"DUST-160", "DUST-116"}
    assert cited("sight", units, between=["t"]) == {"DUST-179", "DUST-20"}
    phaser = {"p": {"card": walker(weapons={"P": weapon("2~3")})}, "s": {"card": squad()}}
    assert cited("cover", phaser, sources=["trap"], attacker="p", weapon="P", target="s") == {"DUST-46", "DUST-40", "DUST-42"}


@rule("DUST-03", "DUST-13", "DUST-64", "DUST-94", "DUST-103", "DUST-144", "DUST-193")
@pytest.mark.parametrize(
    ("question", "situation", "ref"),
    [
        ("actions", {"declared": ["sustained"], "entering": True}, "DUST-103"),
        ("move", {"unit": "w", "onto": "trap"}, "DUST-13"),
        ("command", {"order": "reactivate", "members": ["officer"], "adjacent": False}, "DUST-144"),
        ("join", {"hero": "h", "squad": "w"}, "DUST-94"),
        ("reaction", {"reactor": "w", "enemy": "e", "range": 3, "declared": ["move", "attack"]}, "DUST-64"),
        ("flame", {"attacker": "w", "weapon": "F", "path": ["e", "h", "h"]}, "DUST-193"),
    ],
)
def test_a_no_cites_its_rule_beside_the_question(question: str, situation: dict[str, Any], ref: str) -> None:
    units = {"w": seated(0, walker(weapons={"F": weapon("1/man", "2", "flamethrower")})), "h": seated(0, hero()), "e": seated(1, squad())}
    assert ref in cited(question, units, **situation)


def changed(reply: Any) -> dict[str, str]:
    """The rule of each change, by unit and tracker."""
    return {f"{each['unit']}.{each['tracker']}": each["ref"] for each in reply["changes"]}


SERUM = {"skills": ["wiederbelebungsserum"], "weapons": {"Gun": weapon("1/1")}}
COMMAND = squad(4, models=[{"role": role, "weapons": ["Rifle"]} for role in ("officer", "radio", "mechanic", "medic")])
PAIR = {"b": seated(1, squad(1), joined="h"), "h": seated(1, hero(3), joined="b")}


@rule(
    "DUST-12",
    "DUST-43",
    "DUST-59",
    "DUST-66",
    "DUST-128",
    "DUST-130",
    "DUST-134",
    "DUST-137",
    "DUST-138",
    "DUST-146",
    "DUST-147",
    "DUST-148",
    "DUST-149",
    "DUST-159",
    "DUST-186",
    "DUST-99",
    "DUST-103",
)
@pytest.mark.parametrize(
    ("question", "units", "situation", "refs"),
    [
        (
            "attack",
            {"a": seated(0, hero(**SERUM), damage=2), "b": seated(1, squad())},
            {"roll": {"attack": [H]}},
            {"a.damage": "DUST-138", "b.alive": "DUST-38"},
        ),
        (
            "attack",
            {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), **PAIR},
            {"roll": {"attack": [H]}},
            {"b.where": "DUST-180", "b.joined": "DUST-186", "h.joined": "DUST-186"},
        ),
        (
            "attack",
            {"a": seated(0, squad(1, {"Gun": weapon("1/skull")})), "b": seated(1, walker(3))},
            {"roll": {"attack": [H]}},
            {"b.where": "DUST-159", "b.damage": "DUST-159"},
        ),
        (
            "attack",
            {"a": seated(0, squad(1, {"Gun": weapon("1/1")}, skills=["sniper"])), "b": seated(1, squad(2))},
            {"named": 0, "roll": {"attack": [H]}},
            {"b.alive": "DUST-134"},
        ),
        (
            "attack",
            {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), "b": seated(1, walker())},
            {"as": "reaction", "roll": {"attack": [M]}},
            {"a.activated": "DUST-66"},
        ),
        (
            "attack",
            {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "A")})), "b": seated(1, walker())},
            {"as": "indirect", "roll": {"attack": [M]}},
            {"a.activated": "DUST-59", "a.loaded.Gun": "DUST-55"},
        ),
        (
            "attack",
            {"a": seated(0, squad(1, {"Gun": weapon("1/1")})), "b": seated(1, {"kind": "trap"}, damage=1)},
            {"readings": {"elementDamage": "reset"}, "roll": {"attack": [M]}},
            {"b.damage": "DUST-43"},
        ),
        ("reload", {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "A")}), loaded={"Gun": False})}, {"unit": "a"}, {"a.loaded.Gun": "DUST-128"}),
        ("reaction", {"a": seated(0, squad()), "b": seated(1, squad())}, {"reactor": "a", "enemy": "b", "roll": {"reaction": [M]}}, {"a.activated": "DUST-66"}),
        ("self_repair", {"a": seated(0, walker(skills=["self_repair"]), damage=1)}, {"unit": "a", "roll": {"self_repair": [H]}}, {"a.damage": "DUST-130"}),
        ("tank_head", {"a": seated(0, hero(skills=["tank_head"])), "b": seated(0, walker(), damage=1)}, {"unit": "a", "target": "b"}, {"b.damage": "DUST-137"}),
        (
            "command",
            {"a": seated(0, COMMAND), "b": seated(0, walker(), damage=1)},
            {"unit": "a", "order": "makeshift_repair", "target": "b"},
            {"b.damage": "DUST-146"},
        ),
        ("command", {"a": seated(0, COMMAND), "b": seated(0, hero(), damage=1)}, {"unit": "a", "order": "get_up", "target": "b"}, {"b.damage": "DUST-148"}),
        (
            "command",
            {"a": seated(0, COMMAND), "b": seated(0, squad(3, {"F": weapon("1/1", ammo=3)}), alive=[0], ammo={"F": 1})},
            {"unit": "a", "order": "get_up", "target": "b"},
            {"b.alive": "DUST-148", "b.ammo.F": "DUST-148"},
        ),
        (
            "command",
            {"a": seated(0, COMMAND), "b": seated(0, walker(3), damage=3, where="destroyed")},
            {"unit": "a", "order": "field_repair", "target": "b", "roll": {"command": [H]}},
            {"b.damage": "DUST-147", "b.where": "DUST-147"},
        ),
        (
            "command",
            {"a": seated(0, COMMAND), "b": seated(0, squad(), where="destroyed")},
            {"unit": "a", "order": "come_on_guys", "target": "b", "roll": {"command": [H]}},
            {"b.where": "DUST-149"},
        ),
        (
            "move",
            {"a": seated(0, walker(), where="reserve"), "c": {"card": {"kind": "crate"}}},
            {"unit": "a", "dx": 1, "dy": 0, "destroys": ["c"]},
            {"a.where": "DUST-103", "c.where": "DUST-12"},
        ),
        ("separate", PAIR, {"unit": "b"}, {"b.joined": "DUST-99", "h.joined": "DUST-99"}),
        ("setup", {"a": seated(0, walker())}, {"own": False, "roll": {"element": [[H, M, M], [M, M, M]]}}, {"a.where": "DUST-103"}),
    ],
)
def test_a_change_cites_what_made_it(question: str, units: Any, situation: dict[str, Any], refs: dict[str, str]) -> None:
    told = {"attacker": "a", "weapon": "Gun", "target": "b", **situation} if question == "attack" else dict(situation)
    readings = told.pop("readings", {})
    assert changed(ask("dust", question, units, readings, **told)) == refs


@rule("DUST-55", "DUST-128", "DUST-164")
def test_reloaded_and_fired_in_one_activation() -> None:
    """What one rule changed a moment ago another one changes again."""
    units = {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "6", "reload")}), loaded={"Gun": False}), "b": seated(1, walker(), activated=True)}
    game = Game(RULESETS)
    game.do({"do": "start", "state": {"game": "dust", "turn": 2, "step": "activation", "units": units}})
    told = {"unit": "a", "declared": ["reload", "attack"], "lines": [{"weapon": "Gun", "target": "b"}]}
    replies = [game.do({"do": "open", "procedure": "activation", "with": told}), game.do({"do": "answer", "prompt": "range:b", "value": 2})]
    assert [changed(reply)["a.loaded.Gun"] for reply in replies] == ["DUST-128", "DUST-55"]


@rule("DUST-31")
def test_a_class_that_nobody_states_asks_for_no_column() -> None:
    """The column is known only when the class is; a class that is none is a mistake of the
    question."""
    assert shot(target={"kind": "squad", "models": [{}]})["unknown"] == ["units.b.card.armor"]
    assert ["odds" in shot(target=squad(armor=armor)) for armor in ("S1", "S4", "V7", "A3", "S5", "V8", "A4", "T2")] == [True] * 4 + [False] * 4


@rule("DUST-178", "DUST-80")
@pytest.mark.parametrize(
    ("readings", "ends", "clear"),
    [
        ({}, {"smoke": ["target"], "range": 3}, True),
        ({"smokeEnds": "closed"}, {"smoke": ["target"], "range": 2}, False),
        ({"smokeEnds": "closed"}, {"smoke": ["attacker"], "range": 1}, True),
        ({"smokeEnds": "closed"}, {"smoke": ["attacker"], "range": 0}, True),
        ({"smokeEnds": "closed"}, {"range": 3}, True),
        ({"smokeEnds": "closed"}, {"smoke": ["attacker"]}, False),
        ({}, {"openings": {"attacker": "towards"}}, True),
        ({}, {"openings": {"attacker": "elsewhere"}}, False),
        ({}, {"openings": {"target": "elsewhere"}}, False),
        ({}, {"openings": {"target": "towards", "attacker": "towards"}}, True),
        ({"openingDirection": "shooterOnly"}, {"openings": {"target": "elsewhere"}}, True),
        ({"openingDirection": "shooterOnly"}, {"openings": {"target": "none"}}, False),
        ({"openingDirection": "shooterOnly"}, {"openings": {"attacker": "elsewhere"}}, False),
    ],
)
def test_what_the_ends_of_a_line_need(readings: Any, ends: Any, clear: bool) -> None:
    reply = ask("dust", "sight", None, readings, **ends)
    assert reply["result"]["clear"] is clear
    assert (("DUST-178" in reply["refs"]), ("DUST-80" in reply["refs"])) == ("smoke" in ends, "openings" in ends)


@rule("DUST-17")
@pytest.mark.parametrize(
    ("card", "beside", "readings", "legal"),
    [
        (walker(), ["block"], {}, False),
        (walker(), ["rubble"], {}, True),
        (walker(), ["rubble"], {"vehicleCorners": "noEntry"}, False),
        (walker(), ["trap"], {}, True),
        (walker(), ["crate"], {"vehicleCorners": "noEntry"}, True),
        (walker(), ["e"], {"vehicleCorners": "noEntry"}, False),
        (walker(), ["e"], {}, True),
        (squad(), ["block", "block"], {}, True),
        (squad(), ["block", "wall"], {"soldierSqueeze": "no"}, False),
        (squad(), ["block"], {"soldierSqueeze": "no"}, True),
        (squad(), ["block", "water"], {"soldierSqueeze": "no"}, True),
        (squad(), ["e"], {"vehicleCorners": "noEntry"}, True),
    ],
)
def test_what_stands_beside_a_diagonal_step(card: Any, beside: list[str], readings: Any, legal: bool) -> None:
    found = tell("move", {"u": seated(0, card), "e": seated(1, squad())}, readings, unit="u", dx=1, dy=1, corners=beside)
    assert (found["legal"], found["rules"]) == (legal, [] if legal else ["DUST-17"])


@rule("DUST-10", "DUST-112")
@pytest.mark.parametrize(
    ("readings", "card", "told", "cost"),
    [
        ({}, hero(), {"dx": 1, "dy": 1, "diagonals": 1}, 1),
        ({"diagonalCount": "perActivation"}, hero(), {"dx": 1, "dy": 1, "diagonals": 1}, 2),
        ({"diagonalCount": "perActivation"}, hero(), {"dx": 1, "dy": 1}, 1),
        ({"diagonalCount": "perActivation"}, hero(), {"dx": 2, "dy": 0, "diagonals": 2}, 2),
        ({"diagonalCount": "perActivation"}, hero(), {"dx": 0, "dy": 2, "diagonals": 2}, 2),
        ({"diagonalCount": "perActivation"}, hero(skills=["agile"]), {"dx": 2, "dy": 2, "diagonals": 1}, 2),
    ],
)
def test_a_diagonal_made_in_an_earlier_move(readings: Any, card: Any, told: Any, cost: int) -> None:
    assert tell("move", {"u": {"card": card}}, readings, unit="u", **told)["cost"] == cost


@rule("DUST-137", "DUST-144", "DUST-146", "DUST-148")
@pytest.mark.parametrize(
    ("reading", "near", "allowed"),
    [
        ("yes", {"same_square": True}, True),
        ("no", {"same_square": True}, False),
        ("no", {"adjacent": True}, True),
        ("yes", {"adjacent": False}, False),
        ("no", {}, True),
        ("yes", {"same_square": False, "adjacent": False}, False),
    ],
)
def test_the_same_square(reading: str, near: Any, allowed: bool) -> None:
    """Repairs, and an order without a Radio."""
    told, units = ({"sameSquareAdjacent": reading}, {"h": seated(0, hero(skills=["tank_head"])), "w": seated(0, walker(), damage=1)})
    orders = [tell("command", None, told, order=order, members=["officer", "mechanic"], **near)["allowed"] for order in ("reactivate", "makeshift_repair")]
    assert orders == [allowed, allowed]
    assert ("refused" not in ask("dust", "tank_head", units, told, unit="h", target="w", **near)) is allowed


@rule("DUST-94", "DUST-99")
def test_joined_and_apart_again_at_the_table() -> None:
    """The procedure is over when its changes are told."""
    game = Game(RULESETS)
    game.do({"do": "start", "state": {"game": "dust", "units": {"b": seated(0, squad()), "h": seated(0, hero())}}})
    assert changed(game.do({"do": "open", "procedure": "join", "with": {"hero": "h", "squad": "b"}})) == {"h.joined": "DUST-94"}
    apart = game.do({"do": "open", "procedure": "separate", "with": {"unit": "b"}, "overrule": True, "otherwise": "default"})
    assert changed(apart) == {"h.joined": "DUST-99"}


@rule("DUST-180", "DUST-07", "DUST-118", "DUST-173")
def test_a_unit_without_a_hit_point_is_destroyed_though_nobody_says_so() -> None:
    """All its damage is told: nobody waits for it, it scores for the enemy, and its Black Ops
    are over."""
    units = {"a": seated(0, hero(3, skills=["black_ops"], ap=18), damage=3), "b": seated(1, squad(ap=20), activated=True)}
    assert tell("points", units, seat=1)["points"] == 18
    assert tell("initiative", units)["dice"] == [3, 3]
    game = Game(RULESETS)
    game.do({"do": "start", "state": {"game": "dust", "turn": 2, "step": "activation", "units": units}})
    assert game.do({"do": "advance"})["step"] == "end"


@rule("DUST-127", "DUST-168")
@pytest.mark.parametrize(
    ("kinds", "skills", "rolls"),
    [([], ["medal_of_honor"], ["attack", "medal"]), (["laser"], [], ["attack"]), (["laser"], ["medal_of_honor"], ["attack", "chain", "medal"])],
)
def test_chains_are_rolled_apart_only_for_the_medal(kinds: list[str], skills: list[str], rolls: list[str]) -> None:
    by = hero(weapons={"Gun": weapon("2/1", "4", *kinds)}, skills=["medal_of_honor"])
    assert [check["what"] for check in shot(by=by, skills=skills, readings={"medalDie": "firstRoll"})["checks"]] == rolls


@rule("DUST-38", "DUST-55", "DUST-160")
def test_changes_tell_what_there_was_before_though_nobody_told_it() -> None:
    gun = weapon("1/1", "6", "reload", ammo=3)
    reply = shot(by=squad(1, {"Gun": gun}), target=squad(2), roll={"attack": [H]})
    assert {each["tracker"]: (each["from"], each["to"]) for each in reply["changes"]} == {
        "ammo.Gun": (3, 2),
        "loaded.Gun": (True, False),
        "alive": ([0, 1], [0]),
    }


@rule("DUST-180")
@pytest.mark.parametrize(
    ("card", "where", "men"),
    [(squad(3), "table", (0, 1, 2)), (squad(3), "destroyed", None), (hero(), "table", None), ({"kind": "squad", "armor": "S2"}, "table", None)],
)
def test_all_men_of_a_squad(card: Any, where: str, men: Any) -> None:
    """Miniatures are told apart in squads alone, where the card says how many there are."""
    assert all_men(Unit("u", 0, frozen(card), frozen({"where": where}))) == men


@rule("DUST-143")
@pytest.mark.parametrize(("tried", "said"), [(None, None), ("failed", ["DUST-143"])])
def test_a_second_order_in_a_round_is_refused_at_the_table(tried: Any, said: Any) -> None:
    units = {"c": seated(0, COMMAND), "t": seated(0, squad(), activated=True)}
    game = Game(RULESETS)
    game.do({"do": "start", "game": "dust", "state": {"step": "activation", "units": units}})
    reply = game.do(
        {"do": "open", "procedure": "command", "with": {"order": "reactivate", "unit": "c", "target": "t", "adjacent": True, "already_tried": tried}}
    )
    assert reply.get("refused", {}).get("refs") == said
