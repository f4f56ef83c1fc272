"""Heroes join, share their skills, and leave."""

from functools import partial
from typing import Any, ClassVar

import pytest

from engine.doors.play import Game
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.dust.heroes.refusals import mismatches
from engine.games.dust.units import partner
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import frozen, pairs
from engine.values.model import BY_HAND
from tests.games.asking import ask, change
from tests.games.dust.table import (
    NAPALM,
    RIFLES,
    RULES,
    THIRD,
    assault,
    at,
    dist,
    hero,
    options,
    play,
    rule,
    rules_of_changes,
    seated,
    session,
    squad,
    tell,
    walker,
    weapon,
)


class TestJoin:
    @rule("DUST-94", "DUST-119")
    @pytest.mark.parametrize(
        ("one", "other", "situation", "legally"),
        [
            ({}, {}, {}, True),
            ({}, {}, {"round": 0}, True),
            ({}, {}, {"round": 1}, False),
            ({"armor": "S3"}, {}, {}, False),
            ({"skills": ["blutkreuz_ape"]}, {"skills": ["blutkreuz_ape"]}, {}, True),
            ({"skills": ["blutkreuz_ape"]}, {}, {}, False),
            ({}, {"skills": ["blutkreuz_ape"]}, {}, False),
            ({"skills": ["blutkreuz_zombie"]}, {}, {}, False),
            ({}, {"skills": ["blutkreuz_zombie"]}, {}, True),
            ({"skills": ["jump"]}, {}, {}, False),
            ({}, {"skills": ["jump"]}, {}, True),
            ({"skills": ["jump"]}, {"skills": ["jump"]}, {}, True),
            ({}, {"skills": ["command_squad"]}, {}, False),
            ({"skills": ["commander"]}, {"skills": ["command_squad"]}, {}, True),
            ({}, {"models": [{"role": "officer"}] * 5}, {}, False),
        ],
    )
    def test_who_joins_whom(self, one: Any, other: Any, situation: Any, legally: bool) -> None:
        units = {"h": {"card": hero(**one)}, "s": {"card": squad(**other)}}
        assert tell("join", units, hero="h", squad="s", **situation)["legal"] is legally

    @rule("DUST-120")
    def test_zombies_by_the_other_reading(self) -> None:
        units = {"h": {"card": hero()}, "s": {"card": squad(skills=["blutkreuz_zombie"])}}
        assert tell("join", units, {"zombieSquad": "closed"}, hero="h", squad="s")["legal"] is False

    @rule("DUST-94", "DUST-98")
    def test_one_to_one_and_how_fast(self) -> None:
        units = {"h": {"card": hero()}, "s": {"card": squad()}, "i": {"card": hero(), "state": {"joined": "s"}}, "t": {"card": squad()}}
        assert tell("join", units, hero="h", squad="s")["legal"] is False
        assert tell("join", units, hero="i", squad="t")["legal"] is False
        assert tell("join", units, hero="s", squad="t")["legal"] is False
        reply = ask("dust", "join", units, hero="h", squad="t")
        assert (reply["result"]["move"], change(reply, "h", "joined")) == (2, "t")
        assert ask("dust", "join", {"h": {"card": {"kind": "hero"}}, "s": {"card": squad()}}, hero="h", squad="s")["unknown"] == ["units.h.card.armor"]

    @rule("DUST-94")
    def test_a_hand_that_changes_something_before_a_card_is_read(self) -> None:
        """The card is asked for its armour; meanwhile a point of damage is set by hand."""
        units = {"h": seated(0, {"kind": "hero", "name": "H"}), "s": seated(0, squad())}
        game = Session(RULESETS["dust"], table(RULESETS["dust"], frozen({"turn": 1, "step": "initiative", "units": units})))
        game.overrule(Opened("join", frozen({"hero": "h", "squad": "s"})))
        assert game.prompt
        assert game.prompt.kind == "card"
        game.dispatch(TrackerSet("h", "damage", 1))
        game.answer(str(squad()["armor"]))
        assert (game.prompt, game.state.unit("h").trackers["joined"], game.state.unit("h").count("damage")) == (None, "s", 1)

    @rule("DUST-99", "DUST-94")
    def test_separating(self) -> None:
        units = {
            "h": {"card": hero(), "state": {"joined": "s"}},
            "s": {"card": squad()},
            "t": {"card": squad(), "state": {"joined": "i"}},
            "i": {"card": hero(), "state": {"activated": True}},
        }
        assert ask("dust", "separate", units, unit="s")["after"]["h"].get("joined") is None
        assert ask("dust", "separate", units, unit="h")["after"]["h"].get("joined") is None
        assert ask("dust", "separate", units, unit="h", answers={"separate": False})["after"]["h"]["joined"] == "s"
        assert ask("dust", "separate", units, unit="i")["refused"]["refs"] == ["DUST-99"]
        assert ask("dust", "separate", {"s": {"card": squad()}}, unit="s")["refused"]["refs"] == ["DUST-99"]


class TestSeparation:
    @rule("DUST-94", "DUST-99")
    def test_joined_and_apart_again_at_the_table(self) -> None:
        """The procedure is over when its changes are told."""
        game = Game(RULESETS)
        game.do({"do": "start", "state": {"game": "dust", "units": {"b": seated(0, squad()), "h": seated(0, hero())}}})
        assert rules_of_changes(game.do({"do": "open", "procedure": "join", "with": {"hero": "h", "squad": "b"}})) == {"h.joined": "DUST-94"}
        apart = game.do({"do": "open", "procedure": "separate", "with": {"unit": "b"}, "overrule": True, "otherwise": "default"})
        assert rules_of_changes(apart) == {"h.joined": "DUST-99"}

    @rule("DUST-99")
    @pytest.mark.parametrize(("reading", "refs"), [("atDeclaration", ["DUST-99"]), ("anyTime", None)])
    def test_separation(self, reading: str, refs: Any) -> None:
        units = {"h": seated(0, hero(), joined="s", activated=True), "s": seated(0, squad(), activated=True)}
        reply = ask("dust", "separate", units, {"separation": reading}, unit="h")
        assert reply.get("refused", {}).get("refs") == refs
        if not refs:
            assert (reply["after"]["h"]["activated"], reply["after"]["s"]["activated"], "joined" in reply["after"]["h"]) == (True, True, False)


class TestWhoJoins:
    @rule("DUST-119", "DUST-120")
    @pytest.mark.parametrize(
        ("one", "other", "reading", "legal"),
        [
            (squad(), squad(), "open", False),
            (hero(skills=["blutkreuz_zombie"]), squad(skills=["blutkreuz_zombie"]), "closed", True),
            (hero(), squad(), "closed", True),
            (hero(), squad(skills=["blutkreuz_zombie"]), "closed", False),
            (hero(), squad(skills=["blutkreuz_zombie"]), "open", True),
            (hero(skills=["blutkreuz_zombie"]), squad(), "open", False),
        ],
    )
    def test_who_joins_whom(self, one: Any, other: Any, reading: str, legal: bool) -> None:
        assert tell("join", {"h": {"card": one}, "s": {"card": other}}, {"zombieSquad": reading}, hero="h", squad="s")["legal"] is legal

    @rule("DUST-94", "DUST-180")
    @pytest.mark.parametrize(("hero_state", "squad_state", "legal"), [({}, {}, True), ({"damage": 4}, {}, False), ({}, {"where": "destroyed"}, False)])
    def test_nobody_joins_the_dead(self, hero_state: Any, squad_state: Any, legal: bool) -> None:
        units = {"h": seated(0, hero(), **hero_state), "s": seated(0, squad(), **squad_state)}
        assert tell("join", units, hero="h", squad="s")["legal"] is legal

    @rule("DUST-94", "DUST-186")
    @pytest.mark.parametrize("other", ["a", "nobody"])
    def test_nobody_is_joined_to_himself(self, other: str) -> None:
        units = {"a": seated(0, squad(2), joined=other), "b": seated(1, squad())}
        assert [each["dice"] for each in ask("dust", "attack", units, attacker="a", weapon="Rifle", target="b")["checks"]] == [2]
        assert tell("flame", {**units, "f": seated(1, walker(weapons={"Napalm": NAPALM}))}, attacker="f", weapon="Napalm", path=["a"], target="a")["dice"] == [
            2
        ]

    @rule("DUST-94", "DUST-186")
    @pytest.mark.parametrize("gone", ["a", "h"])
    def test_nobody_is_joined_to_the_dead(self, gone: str) -> None:
        units = {"a": {"card": squad()}, "h": {"card": hero(), "state": {"joined": "a"}}}
        whole = table(RULESETS["dust"], frozen({"units": units}))
        now = whole.set(gone, "where", "destroyed", BY_HAND)
        assert [(unit and unit.id) for unit in map(partial(partner, whole), "ah")] == ["h", "a"]
        assert [partner(now, unit) for unit in "ah"] == [None, None]


class TestSharedSkills:
    @rule("DUST-185", "DUST-135")
    def test_what_a_pair_does_not_share(self) -> None:
        """A hero without the skill adds no die; Jump is not shared even where silent skills are;
        without a Spotter no dice are swapped."""
        units = {"a": seated(0, squad(1, {"Rifle": weapon("1/1")}, skills=[])), "h": seated(0, hero(skills=["jump"]), joined="a"), "b": seated(1, walker(9))}
        assert tell("reaction", units, reactor="a", enemy="b")["dice"] == 1
        assert not tell("actions", units, {"silentSharing": "yes"}, unit="a", declared=["move", "move"], skills=["jump"])["legal"]
        assert dist(assault(units, ("Pistol", "b")), "damage:b")[1] == THIRD

    @rule("DUST-185", "DUST-177")
    @pytest.mark.parametrize(
        ("skill", "legal"), [("tank_head", True), ("artillery_strike", True), ("fast", False), ("charge", True), ("jump", False), ("medal_of_honor", False)]
    )
    def test_a_hero_uses_his_own_within_the_pair(self, skill: str, legal: bool) -> None:
        """He is activated with his squad: his Tank Head is an action of the pair, his Fast does
        not carry the others."""
        units = {"s": seated(0, squad(skills=[])), "h": seated(0, hero(skills=["tank_head", "artillery_strike", "fast", "charge"]), joined="s")}
        assert tell("actions", units, unit="s", declared=["move", "move"] if skill == "charge" else [skill, "move"], skills=[skill])["legal"] is legal

    @rule("DUST-137", "DUST-177")
    def test_and_he_is_offered_it(self) -> None:
        units = {"s": seated(0, squad(skills=[])), "h": seated(0, hero(skills=["tank_head"]), joined="s"), "w": seated(0, walker(), damage=2)}
        game = session(units, unit="s", declared=["skill", "nothing"])
        assert "tank_head" in options(game)
        play(game, "tank_head", "w")
        assert (game.state.unit("w").count("damage"), game.state.unit("h").marks("used")) == (0, ("tank_head",))


@rule("DUST-94", "DUST-142")
@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"kind": "hero"}, {"kind": "squad"}, []),
        ({"kind": "squad"}, {"kind": "squad"}, ["DUST-94"]),
        ({"kind": "hero"}, {"kind": "walker"}, ["DUST-94"]),
        ({"kind": "hero"}, {"kind": "squad", "skills": ["command_squad"]}, ["DUST-142"]),
        ({"kind": "hero"}, {"kind": "squad", "name": "The Boss"}, ["DUST-142"]),
        ({"kind": "hero", "skills": ["commander"]}, {"kind": "squad", "skills": ["command_squad"]}, []),
    ],
)
def test_what_keeps_a_hero_and_a_squad_apart(one: Any, other: Any, found: list[str]) -> None:
    """A hero joins a squad; a command squad only takes a Commander."""
    now = session({"a": seated(0, squad())}, unit="a", declared=["nothing", "nothing"]).state
    hero_card, squad_card = (pairs(**{key: frozen(value) for key, value in card.items()}) for card in (one, other))
    assert [problem.ref.id for problem in mismatches(now, hero_card, squad_card)] == found


class TestWhenAPairSeparates:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, RIFLES), "h": seated(0, hero(), joined="a"), "c": seated(0, RIFLES), "b": seated(1, RIFLES)}

    @rule("DUST-99")
    @pytest.mark.parametrize(
        ("seat", "active", "reading", "refs"),
        [
            (0, None, "atDeclaration", []),
            (1, None, "atDeclaration", ["DUST-99"]),
            (0, "c", "atDeclaration", ["DUST-99"]),
            (1, None, "anyTime", []),
            (0, "c", "anyTime", []),
        ],
    )
    def test_it_is_about_to_be_activated(self, seat: int, active: str | None, reading: str, refs: list[str]) -> None:
        """In the go of its owner, while no other unit acts; by the other reading at any moment."""
        running = {"acting": {"unit": active, "left": ["move"]}} if active else {}
        game = Session(RULES, at(self.UNITS, seat=seat, readings={"separation": reading}, table=running))
        told = Opened("separate", frozen({"unit": "h"}))  # type: ignore[arg-type]
        assert [no.ref.id for no in game.fold.refusals(game.state, told)] == refs
