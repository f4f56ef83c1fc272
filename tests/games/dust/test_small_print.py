"""Small print: where one word of a rule decides, and the usual case would not show it."""

from typing import Any

import pytest

from engine.playing.session import Refused
from tests.games.asking import ask
from tests.games.dust.table import GUN, KNIFE, RIFLES, H, M, hero, key, play, rule, seated, session, squad, tell, walker, weapon


@rule("DUST-57")
def test_a_weapon_that_can_harm_nobody_is_not_asked_about() -> None:
    """The battery is called; its MG has no value against anybody."""
    gun = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("-", "3")}, name="Gun")
    units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, gun), "e": seated(1, squad())}
    game = session(units, unit="o", declared=["artillery_strike", "nothing"])
    assert play(game, "g", "e") == ["artillery", "mark"]
    assert key(game) == "range:e"
    other = session({**units, "g": seated(0, GUN)}, unit="o", declared=["artillery_strike", "nothing"])
    play(other, "g", "e")
    assert key(other) == "target:MG"


@rule("DUST-65", "DUST-67")
def test_nobody_reacts_to_whom_a_blow_back_has_destroyed() -> None:
    units = {"a": seated(0, squad(1, {"Knife": KNIFE})), "b": seated(1, squad(2, {"Knife": KNIFE, "Rifle": weapon("1/1")}))}
    game = session(units, unit="a", declared=["attack", "move"], lines=[{"weapon": "Knife", "target": "b", "range": 1}])
    play(game, True, [M], [H, M])
    assert (game.prompt, game.state.unit("a").gone) == (None, True)


@rule("DUST-33", "DUST-37")
@pytest.mark.parametrize(
    ("declared", "state", "refs"),
    [
        (["attack", "nothing"], {"loaded": {"Gun": False}}, ["DUST-55"]),
        (["reload", "attack"], {"loaded": {"Gun": False}}, None),
        (["attack", "nothing"], {}, None),
    ],
)
def test_an_empty_weapon_is_declared_only_with_its_reload(declared: list[str], state: Any, refs: list[str] | None) -> None:
    units = {"a": seated(0, walker(weapons={"Gun": weapon("1/1", "4", "reload")}), **state), "b": seated(1, squad())}
    reply = ask("dust", "activation", units, unit="a", declared=declared, lines=[{"weapon": "Gun", "target": "b", "range": 2}])
    assert reply.get("refused", {}).get("refs") == refs


@rule("DUST-122", "DUST-142")
@pytest.mark.parametrize(("role", "legal"), [("officer", False), ("medic", True)])
def test_an_officer_makes_a_command_squad(role: str, legal: bool) -> None:
    """Without the skill on its card: only a Commander joins it."""
    card = squad(1, skills=[], models=[{"weapons": ["Rifle"], "role": role}])
    assert tell("join", {"h": seated(0, hero(skills=[])), "s": seated(0, card)}, hero="h", squad="s", round=0)["legal"] is legal


@rule("DUST-11", "DUST-09")
def test_a_move_too_far_is_refused_at_the_table() -> None:
    with pytest.raises(Refused, match="DUST-11"):
        session({"a": seated(0, squad(move=1))}, "move", unit="a", dx=3, dy=0)


@rule("DUST-112", "DUST-10")
@pytest.mark.parametrize(("skills", "cost"), [([], 3), (["agile"], 2)])
def test_agile_may_be_told(skills: list[str], cost: int) -> None:
    """Two diagonals: one and two points, or one each; where the card states no skills."""
    assert tell("move", {"a": {"card": {"kind": "squad", "move": 3, "hp": 3}}}, unit="a", dx=2, dy=2, skills=skills)["cost"] == cost


@rule("DUST-64", "DUST-128")
@pytest.mark.parametrize(
    ("state", "readings", "allowed"),
    [
        ({}, {}, True),
        ({"loaded": {"Gun": False}}, {}, False),
        ({"fired": ["Gun"]}, {"weaponReuse": "round"}, False),
        ({"fired": ["Gun"]}, {}, True),
        ({"ammo": {"Gun": 0}}, {}, False),
    ],
)
def test_who_reacts_needs_a_weapon_that_can_be_fired(state: Any, readings: Any, allowed: bool) -> None:
    """Loaded, with a round left, and not fired before where a reading counts that."""
    gun = walker(weapons={"Gun": weapon("1/1", "4", "reload", "limited", ammo=2)})
    units = {"r": seated(1, gun, **state), "e": seated(0, squad())}
    assert tell("reaction", units, readings, reactor="r", enemy="e", range=2)["allowed"] is allowed


@rule("DUST-167", "DUST-42")
@pytest.mark.parametrize(("name", "saved"), [("Grenade Launcher", False), ("Rifle", True), ("UGL", False)])
def test_a_launcher_is_known_by_its_name(name: str, saved: bool) -> None:
    units = {"a": seated(0, squad(1, {name: weapon("1/1")})), "b": seated(1, RIFLES)}
    reply = ask("dust", "attack", units, attacker="a", weapon=name, target="b", range=2, cover="hard")
    assert ("cover" in {check["what"] for check in reply["checks"]}) is saved


@rule("DUST-55", "DUST-157")
@pytest.mark.parametrize(("told", "most"), [({"loaded": False}, 0), ({"loaded": True}, 3), ({}, 3), ({"columns": 2}, 2)])
def test_rounds_of_a_weapon_told_by_itself(told: Any, most: int) -> None:
    """Three left: none while it is empty, no more than printed columns."""
    assert tell("ammo", weapon={"range": "A", "kinds": ["artillery"], "ammo": 3}, kind="walker", **told)["may_fire"] == most
