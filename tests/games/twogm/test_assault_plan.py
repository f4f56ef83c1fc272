"""An assault on one page: nothing while it is declared; the Reaction shot and the ground when it is
resolved."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, LIGHT, TRUCK
from engine.playing import drafting
from engine.values.maps import Map, thawed
from tests.games.twogm.table import RULES, playing, refs_of, rule, unit


def page(step: str = "fire", card: Any = LIGHT, target: Any = LIGHT, state: Any = None, **draft: Any) -> drafting.Filled:
    """Infantry assaults its neighbour."""
    units = {"a": unit(card, row=3, column=3, assaulting="b"), "b": unit(target, 1, row=3, column=3, **(state or {}))}
    plan = RULES.plan("assault")
    assert plan
    return drafting.fill(RULES, playing(step, units).state, plan, Map({"assaulter": "a", "target": "b", **draft}))


def asked(found: drafting.Filled) -> list[str]:
    return [fact.key for fact in found.facts]


@rule("2GM-54", "2GM-55")
def test_the_reaction_and_both_grounds_are_asked_when_it_is_resolved() -> None:
    assert asked(page()) == ["terrain", "reaction", "from_terrain"]
    assert asked(page("movement")) == []


@rule("2GM-54", "2GM-55")
def test_who_does_not_react_needs_no_ground_under_the_assaulter() -> None:
    assert asked(page(reaction="none")) == ["terrain", "reaction"]


@rule("2GM-54", "2GM-55")
def test_who_has_no_weapon_is_not_asked_to_react() -> None:
    assert asked(page(target={**LIGHT, "weapon": None, "equipment": []})) == ["terrain"]
    assert asked(page(target={**TRUCK, "weapon": None})) == ["terrain"]


@rule("2GM-54")
@pytest.mark.parametrize(("answer", "told"), [("", None), ("none", "none"), ("primary", "primary")])
def test_where_they_are_asked_nothing_is_told(answer: str, told: str | None) -> None:
    assert thawed(page(reaction=answer).args).get("reaction") == told  # type: ignore[attr-defined]


@rule("2GM-56", "2GM-53")
def test_weapons_are_shown_when_it_is_resolved_and_heavy_ones_stay_silent() -> None:
    found = page(card=HEAVY, state={"suppressed": False})
    silent = {each.key: each.against.ref.id if each.against else None for each in found.means}
    assert silent == {"primary": None, "HMG": "2GM-53", "Mortar": "2GM-53", "Bazooka": None, "Grenade": None}
    assert not page("movement", HEAVY).means


@rule("2GM-58", "2GM-52")
@pytest.mark.parametrize(("declared", "no"), [("b", []), ("c", ["2GM-58"]), (None, ["2GM-58"])])
def test_only_the_declared_assault_is_resolved(declared: str | None, no: list[str]) -> None:
    """In Fire nobody turns on another unit."""
    units = {"a": unit(LIGHT, row=3, column=3, assaulting=declared), "b": unit(LIGHT, 1, row=3, column=3), "c": unit(LIGHT, 1, row=4, column=4)}
    assert refs_of(playing("fire", units), "assault", assaulter="a", target="b") == no
