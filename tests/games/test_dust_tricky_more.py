"""Dust Tactics: more places where rules meet. Expected values are worked out by hand from the
source."""

from typing import Any, ClassVar

import pytest

from engine.games.dust.examples import BOSS
from engine.playing.legality import offered
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.maps import frozen
from engine.values.model import Impossible
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust_cards import H, M, assault, hero, refused, shot, squad, tell, walker, weapon
from tests.games.test_dust_round import RULES, at, key, options, play, session
from tests.games.test_dust_tricky import seated, thrown

rule = pytest.mark.rule


def said(reply: Any) -> Any:
    """What is wrong with a question, or which rules refuse it; None where it is answered."""
    return reply.get("error") or reply.get("refused", {}).get("refs")


class TestSnipersMan:
    """A rifle fires first, then the sniper at the man he named."""

    TEAM = squad(2, {"Long": weapon("1/2", "6"), "Gun": weapon("1/1", "6")}, models=[{"weapons": ["Long"], "role": "sniper"}, {"weapons": ["Gun"]}])
    MEN = squad(3, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Faust"]}])
    BOTH: ClassVar[dict[str, Any]] = {"attack:0": [H], "attack:1": [H]}

    @rule("DUST-134", "DUST-35", "DUST-37")
    @pytest.mark.parametrize(("excess", "alive"), [("lost", [0, 1]), ("owner", None)])
    def test_he_fell_before(self, excess: str, alive: Any) -> None:
        """The owner gives up the Faust; the shot at him hits nobody else, or by the other
        reading both points are the owner's."""
        reply = assault(
            {"a": seated(0, self.TEAM), "b": seated(1, self.MEN)},
            ("Gun", "b"),
            ("Long", "b", {"named": 2}),
            readings={"sniperExcess": excess},
            roll=self.BOTH,
            answers={"loss": "2"},
        )
        assert (reply["after"]["b"].get("alive"), reply["after"]["b"]["where"]) == (alive, "table" if alive else "destroyed")

    @rule("DUST-134", "DUST-97", "DUST-186")
    def test_the_hero_named_fell_before(self) -> None:
        units = {"a": seated(0, self.TEAM), "b": seated(1, self.MEN), "h": seated(1, hero(1), joined="b")}
        reply = assault(units, ("Gun", "b"), ("Long", "b", {"named": "h"}), roll=self.BOTH, assign={"h": 1})
        assert ("alive" in reply["after"]["b"], reply["after"]["h"]["where"]) == (False, "destroyed")

    @rule("DUST-134", "DUST-186")
    def test_his_squad_fell_before(self) -> None:
        """The hero who is left was not named: he loses nothing."""
        units = {"a": seated(0, self.TEAM), "b": seated(1, squad(1)), "h": seated(1, hero(3), joined="b")}
        reply = assault(units, ("Gun", "b"), ("Long", "b", {"named": 0}), roll=self.BOTH, assign={"b": 1})
        assert (reply["after"]["h"].get("damage", 0), reply["after"]["b"]["where"]) == (0, "destroyed")

    @rule("DUST-134", "DUST-97")
    @pytest.mark.parametrize(("assign", "men", "hurt"), [({"h": 1}, 2, 1), ({"b": 1}, 1, 0)])
    def test_what_is_too_much_is_shared_by_the_owner(self, assign: Any, men: int, hurt: int) -> None:
        """Two points at one man: he falls, and by one reading the owner puts the other on the
        hero or on a second man."""
        units = {"a": seated(0, self.TEAM), "b": seated(1, squad(3)), "h": seated(1, hero(3), joined="b")}
        reply = assault(units, ("Long", "b", {"named": 2}), readings={"sniperExcess": "owner"}, roll={"attack:0": [H]}, assign=assign)
        assert (len(reply["after"]["b"]["alive"]), reply["after"]["h"].get("damage", 0)) == (men, hurt)


@rule("DUST-159", "DUST-192", "DUST-186")
@pytest.mark.parametrize(
    ("target", "squad_gone", "left"), [("b", False, ("destroyed", "table")), ("h", False, ("destroyed", "table")), ("h", True, ("destroyed", "destroyed"))]
)
def test_a_skull_at_a_pair_takes_the_squad_alone_by_one_reading(target: str, squad_gone: bool, left: Any) -> None:
    """Whichever of the pair is named; a hero who is alone is the whole unit."""
    units = {
        "a": seated(0, squad(1, {"Gun": weapon("1/skull")})),
        "b": seated(1, squad(2), **({"where": "destroyed"} if squad_gone else {})),
        "h": seated(1, hero(), joined="b"),
    }
    faces = [H] if squad_gone else [H, M, M]
    reply = ask("dust", "attack", units, {"apHero": "squadOnly"}, attacker="a", weapon="Gun", target=target, roll={"attack": faces})
    assert (reply["after"]["b"]["where"], reply["after"]["h"]["where"]) == left


class TestToldStates:
    @rule("DUST-180", "DUST-38")
    @pytest.mark.parametrize(("alive", "wrong"), [([0, 5], "0, 5 are not"), ([1, 1], "1, 1 are not"), ([0, 4], None)])
    def test_who_is_alive_is_on_the_card_and_told_once(self, alive: list[int], wrong: Any) -> None:
        for reply in (shot(at={"alive": alive}), shot(men=5, state={"alive": alive})):
            assert (wrong in reply["error"]) if wrong else "odds" in reply

    @rule("DUST-180")
    def test_nobody_alive_is_destroyed(self) -> None:
        """Told in a question or set by hand: not a complete squad."""
        assert [said(reply)[0] for reply in (shot(at={"alive": []}), shot(men=5, state={"alive": []}))] == ["DUST-180", "DUST-180"]
        game = Session(RULES, at({"a": seated(0, squad(ap=20)), "b": seated(1, squad())}))
        game.dispatch(TrackerSet("a", "alive", ()))
        assert (game.state.unit("a").trackers["alive"], tell("points", {"a": seated(0, squad(ap=20), alive=[])}, seat=1)["points"]) == ((), 20)

    @rule("DUST-180")
    def test_a_card_that_does_not_say_how_many_there_are(self) -> None:
        bare = {"kind": "squad", "armor": "S2"}
        assert [each in shot(target=bare, at={"alive": alive}) for alive, each in (([0, 7], "odds"), ([7, 7], "error"))] == [True, True]

    @rule("DUST-130", "DUST-137", "DUST-146", "DUST-147", "DUST-08", "DUST-180")
    def test_no_hit_point_left_is_destroyed_wherever_it_is_told(self) -> None:
        """All four points of damage, though nobody says destroyed: nothing repairs it but the
        field repair, and it does nothing more."""
        units = {"w": seated(0, walker(4, skills=["self_repair"]), damage=4), "h": seated(0, hero(skills=["tank_head"])), "k": seated(0, BOSS)}
        orders = [tell("command", units, order=order, unit="k", target="w")["allowed"] for order in ("makeshift_repair", "field_repair")]
        assert orders == [False, True]
        assert said(ask("dust", "self_repair", units, unit="w")) == ["DUST-130"]
        assert said(ask("dust", "tank_head", units, unit="h", target="w")) == ["DUST-137"]
        assert said(ask("dust", "activation", units, unit="w", declared=["move", "nothing"])) == ["DUST-08"]
        assert tell("move", units, unit="w", dx=1, dy=0)["rules"] == ["DUST-180"]
        hurt = {**units, "w": seated(0, walker(4, skills=["self_repair"]), damage=3)}
        assert tell("command", hurt, order="makeshift_repair", unit="k", target="w")["allowed"]

    @rule("DUST-08", "DUST-95")
    @pytest.mark.parametrize(("flags", "legal"), [({"activated": True}, False), ({"activated": True, "running": True}, True), ({}, True)])
    def test_of_a_pair_one_was_told_as_activated(self, flags: Any, legal: bool) -> None:
        units = {"s": seated(0, squad(), **flags), "h": seated(0, hero(), joined="s")}
        assert tell("actions", units, unit="h", declared=["move", "move"])["legal"] is legal

    @rule("DUST-02", "DUST-121")
    @pytest.mark.parametrize("declared", [["sustained"] * 3, ["charge"] * 3, ["sustained", "nothing", "nothing"]])
    def test_three_are_too_many_whatever_they_are(self, declared: list[str]) -> None:
        assert tell("actions", declared=declared)["rules"] == ["DUST-02"]


class TestWhatStandsThere:
    UNITS: ClassVar[dict[str, Any]] = {
        "h": seated(0, hero()),
        "f": seated(0, squad()),
        "c": seated(0, {"kind": "crate"}),
        "x": seated(0, squad(), where="destroyed"),
        "g": seated(0, squad()),
        "j": seated(0, hero(), joined="g"),
        "w": seated(1, walker(), where="destroyed"),
        "r": seated(1, walker(), where="reserve"),
        "v": seated(1, walker()),
    }

    @rule("DUST-91", "DUST-93", "DUST-40")
    @pytest.mark.parametrize(("onto", "rules"), [(["f", "c"], []), (["f", "x"], []), (["g"], ["DUST-91"]), (["j"], ["DUST-91"]), (["f"], []), (["f", "h"], [])])
    def test_a_lone_hero_shares_a_square(self, onto: list[str], rules: list[str]) -> None:
        """With one unit, a crate or the dead beside it; a pair is two units already."""
        assert tell("move", self.UNITS, unit="h", onto=onto, dx=1, dy=0)["rules"] == rules

    @rule("DUST-21", "DUST-24", "DUST-179", "DUST-180", "DUST-103")
    @pytest.mark.parametrize(
        ("thing", "reading", "clear"),
        [("w", "yes", True), ("r", "yes", True), ("v", "yes", False), ("j", "no", False), ("h", "no", True), ("h", "yes", False), ("hero", "no", True)],
    )
    def test_what_is_not_there_blocks_nothing(self, thing: str, reading: str, clear: bool) -> None:
        """The destroyed and those who have not entered; a joined hero is not alone, whatever
        lone heroes do."""
        assert tell("sight", self.UNITS, {"loneHeroBlocks": reading}, between=[thing])["clear"] is clear


class TestFlames:
    NAPALM = weapon("1/man", "2", "flamethrower")
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, walker(weapons={"Napalm": NAPALM})),
        "s": seated(0, squad(2, weapons={"Napalm": NAPALM})),
        "b": seated(1, squad(3)),
        "c": seated(1, {"kind": "crate"}),
        "t": seated(1, {"kind": "trap"}),
        "l": seated(0, squad(1)),
        "h": seated(0, hero(weapons={"Napalm": NAPALM}), joined="l"),
    }

    @rule("DUST-19", "DUST-20", "DUST-165", "DUST-166", "DUST-193")
    @pytest.mark.parametrize(
        ("attacker", "path", "target", "burnt", "rules"),
        [
            ("a", ["c", "b"], "b", ["b"], []),
            ("a", ["t", "b"], "b", ["b"], []),
            ("s", ["t", "b"], "b", [], ["DUST-24"]),
            ("s", ["c", "b"], "b", ["b"], []),
            ("a", ["c"], "c", ["c"], []),
            ("a", ["t"], "t", [], ["DUST-165"]),
            ("l", ["b"], "b", ["b"], []),
        ],
    )
    def test_cover_elements_on_the_path(self, attacker: str, path: list[str], target: str, burnt: list[str], rules: list[str]) -> None:
        """Crates hide nobody, traps only soldiers from soldiers; only units burn on the way; a
        hero's own flames are the pair's."""
        told = tell("flame", self.UNITS, attacker=attacker, weapon="Napalm", path=path, at=list(range(1, len(path) + 1)), target=target)
        assert (told["burnt"], told["rules"]) == (burnt, rules)

    @rule("DUST-166")
    def test_nobody_has_such_flames(self) -> None:
        assert said(ask("dust", "flame", self.UNITS, attacker="a", weapon="Sling", path=["b"])) == "Walker has no weapon Sling"

    @rule("DUST-165", "DUST-33")
    def test_a_trap_is_no_target_for_them(self) -> None:
        game = session({each: self.UNITS[each] for each in ("a", "c", "t")}, unit="a", declared=["attack", "nothing"])
        assert options(game) == ["none", "c"]


class TestLines:
    UNITS: ClassVar[dict[str, Any]] = {"a": seated(0, squad(2)), "b": seated(1, squad()), "c": seated(1, squad()), "t": seated(1, {"kind": "crate"})}

    @rule("DUST-29", "DUST-44", "DUST-166")
    @pytest.mark.parametrize(
        ("second", "refs"), [(("Rifle", "c", {"attacker": "a"}), ["DUST-29"]), (("Rifle", "b"), ["DUST-29"]), (("Rifle", "t"), ["DUST-44"])]
    )
    def test_one_line_is_fired_once(self, second: Any, refs: list[str]) -> None:
        assert said(assault(self.UNITS, ("Rifle", "b"), second)) == refs
        flames = {**self.UNITS, "a": seated(0, squad(2, {"Rifle": weapon("1/man", "2", "flamethrower")}))}
        assert said(assault(flames, ("Rifle", "b"), second)) == (["DUST-29"] if second[1] == "b" else None)

    @rule("DUST-29", "DUST-44")
    def test_one_crate_twice_is_no_matter_of_its_square(self) -> None:
        assert said(assault(self.UNITS, ("Rifle", "t"), ("Rifle", "t"))) == ["DUST-29"]

    @rule("DUST-125")
    @pytest.mark.parametrize(("used", "refs"), [([], None), (["heroic_attack"], ["DUST-125"])])
    def test_heroism_of_the_target_is_used_up_too(self, used: list[str], refs: Any) -> None:
        units = {"a": seated(0, squad(1, skills=[])), "b": seated(1, hero(skills=["heroic_attack"]), used=used)}
        assert said(ask("dust", "attack", units, attacker="a", weapon="Rifle", target="b", skills=["heroic_attack"])) == refs

    @rule("DUST-157", "DUST-160")
    @pytest.mark.parametrize(
        ("card", "alive", "most", "ref"),
        [
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [0, 1, 2, 3, 4], 3, "DUST-157"),
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [1], 1, "DUST-160"),
            (squad(5, {"R": weapon("1/1-2/1-3/1", "6", ammo=2)}), [1, 2, 3], 2, "DUST-157"),
            (hero(weapons={"R": weapon("1/1-2/1-3/1", "6", ammo=6)}), [0], 3, "DUST-157"),
            (walker(weapons={"R": weapon("1/1-2/1", "6", ammo=6)}), [0], 2, "DUST-157"),
            (squad(5, {"R": weapon("1/1", "6", ammo=6)}), [1, 3], 2, "DUST-160"),
            (hero(weapons={"R": weapon("1/1", "6", ammo=6)}), [0], 1, "DUST-160"),
            (walker(weapons={"R": weapon("1/1", "6", ammo=6)}), [0], 1, "DUST-160"),
        ],
    )
    def test_rounds_by_men_columns_and_stock(self, card: Any, alive: list[int], most: int, ref: str) -> None:
        """One for each living soldier of a squad, as many as are printed, as many as are left; a
        hero or a walker fires his whole volley."""
        state = {"alive": alive}
        assert tell("ammo", {"u": {"card": card, "state": state}}, unit="u", weapon="R")["may_fire"] == most
        assert "odds" in shot(by=card, weapon="R", state=state, rounds=most)
        assert refused(shot(by=card, weapon="R", state=state, rounds=most + 1)) == [ref]

    @rule("DUST-157", "DUST-160")
    def test_rounds_of_a_weapon_that_the_card_does_not_have(self) -> None:
        """Stock and columns are told: nothing on a walker's card limits it further."""
        assert tell("ammo", {"u": {"card": walker()}}, unit="u", weapon="Nebelwerfer", ammo=6, columns=3)["may_fire"] == 3

    @rule("DUST-160")
    def test_men_told_go_before_those_of_the_table(self) -> None:
        card = squad(5, {"R": weapon("1/1", "6", ammo=6)})
        assert [tell("ammo", {"u": {"card": card, "state": {"alive": [0, 1]}}}, unit="u", weapon="R", **told)["may_fire"] for told in ({}, {"alive": 4})] == [
            2,
            4,
        ]

    @rule("DUST-180")
    def test_a_walker_is_its_own_only_miniature(self) -> None:
        assert shot("1/man", target=walker(), at={"alive": [0, 1, 9]})["checks"][0]["dice"] == 1


class TestArmyLists:
    @rule("DUST-142", "DUST-172")
    @pytest.mark.parametrize(
        ("names", "rules"),
        [
            (["Rosie", "The Boss", "The Boss"], ["DUST-142"]),
            (["Markus", "Kommandotrupp", "Kommandotrupp"], ["DUST-142"]),
            (["Rosie", "Ludwig"], ["DUST-172"]),
            (["Rosie", "The Boss"], []),
            (["Markus", "Beobachter"], []),
            (["Ozz 117", "13 Foxtrot"], []),
        ],
    )
    def test_what_the_printed_list_says(self, names: list[str], rules: list[str]) -> None:
        """Two command squads of one card have one armour class; the list has a column for each
        side."""
        assert tell("army", cards=[{"name": name} for name in names])["rules"] == rules

    @rule("DUST-94", "DUST-142")
    def test_who_joins_whom(self) -> None:
        sides = {"h": seated(0, hero(side="axis")), "s": seated(0, squad(side="allies"))}
        assert tell("join", sides, hero="h", squad="s")["rules"] == ["DUST-94"]
        seats = {"h": seated(0, hero()), "s": seated(1, squad())}
        assert tell("join", seats, hero="h", squad="s")["rules"] == ["DUST-94"]
        assert tell("army", cards=[{"name": "Rosie"}, {"name": "The Boss"}], joined=[["Rosie", "The Boss"]])["rules"] == ["DUST-142"]

    @rule("DUST-172", "DUST-173", "DUST-43")
    def test_a_crate_is_no_unit_of_an_army(self) -> None:
        units = {"a": seated(0, squad(ap=15)), "c": seated(1, {"kind": "crate"}, where="destroyed"), "b": seated(1, squad(ap=20), where="destroyed")}
        assert tell("points", units, seat=0) == {"points": 20}
        assert tell("points", units, destroyed=["b", "c"]) == {"points": 20}


class TestBetweenDeclarationAndFire:
    """What has changed when a declared line is fired."""

    @rule("DUST-55", "DUST-128", "DUST-33")
    def test_of_two_empty_weapons_one_is_reloaded(self) -> None:
        """Both are aimed, the mortar is reloaded: the rockets stay silent, and nobody is asked
        how far their target is."""
        card = walker(weapons={"Rockets": weapon("2/1", "A"), "Mortar": weapon("3/1", "A")})
        units = {
            "g": seated(0, card, loaded={"Rockets": False, "Mortar": False}),
            "b": seated(1, walker(9, {"Stick": weapon("-")})),
            "c": seated(1, walker(9, {"Stick": weapon("-")})),
        }
        game = session(units, unit="g", declared=["reload", "attack"])
        assert play(game, "b", "c", "Mortar", 5) == ["target:Rockets", "target:Mortar", "reload", "range:c"]
        assert (key(game), thrown(game)) == ("attack:0", 3)

    @rule("DUST-160", "DUST-36", "DUST-73")
    def test_men_fell_in_between(self) -> None:
        """Three rounds were declared, the reaction leaves two men: two are fired, and two are
        spent."""
        card = squad(3, {"Faust": weapon("1/1", "3", ammo=3)})
        units = {"a": seated(0, card), "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")}))}
        game = session(units, unit="a", declared=["move", "attack"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 3}])
        play(game, True, "b", 2, [H], "none", [H])
        assert thrown(game) == 2
        play(game, [M, M])
        assert game.state.unit("a").trackers["ammo"]["Faust"] == 1  # type: ignore[index, call-overload]

    @rule("DUST-57", "DUST-18", "DUST-61", "DUST-32")
    def test_a_gun_that_does_not_see_what_its_observer_sees(self) -> None:
        """The rockets need no sight and 4 squares, its own MG needs sight: both are asked."""
        gun = walker(weapons={"Rockets": weapon("2/1", "A"), "MG": weapon("1/1", "9")})
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, gun), "b": seated(1, walker(9, {"Stick": weapon("-")}))}
        game = session(units, unit="o", declared=["artillery_strike", "nothing"])
        assert play(game, "g", "b", "b", 5, 0) == ["artillery", "mark", "target:MG", "range:b", "range:b"]
        assert (key(game), thrown(game)) == ("attack:0", 2)
        play(game, [M, M])
        assert game.prompt is None

    @rule("DUST-32", "DUST-18", "DUST-57")
    @pytest.mark.parametrize(
        ("strike", "text"), [(True, "how many squares from Walker to Squad, seen or not?"), (False, "how many squares from Walker to Squad? 0: not in sight")]
    )
    def test_rockets_need_sight_unless_somebody_observes_for_them(self, strike: bool, text: str) -> None:
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, walker(weapons={"Rockets": weapon("2/1", "A")})), "b": seated(1, squad())}
        game = session(units, unit="o" if strike else "g", declared=["artillery_strike" if strike else "attack", "nothing"])
        play(game, *(["g", "b"] if strike else ["b"]))
        assert game.prompt
        assert english(game.prompt.text) == text

    @rule("DUST-116", "DUST-36")
    @pytest.mark.parametrize(("skills", "reaction", "ammo"), [([], M, {"Faust": 0}), (["bad_ass"], M, None), (["bad_ass"], H, {"Faust": 0})])
    def test_what_was_fired_is_back_for_a_living_bad_ass(self, skills: list[str], reaction: str, ammo: Any) -> None:
        """The only round is fired; whoever falls to the reaction gets nothing back."""
        units = {"a": seated(0, squad(1, {"Faust": weapon("1/1", "3", ammo=1)}, skills=skills)), "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")}))}
        game = session(units, unit="a", declared=["attack", "nothing"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 1}])
        play(game, [M], "b", 2, [reaction], *(["none", [H]] if reaction == H else []))
        assert (game.prompt, game.state.unit("a").trackers.get("ammo")) == (None, frozen(ammo))

    @rule("DUST-116", "DUST-186")
    def test_bad_ass_of_the_hero_who_is_left(self) -> None:
        """His squad falls to the reaction, he fires his only round: at the end of the activation
        it is back."""
        units = {
            "s": seated(0, squad(1)),
            "h": seated(0, hero(weapons={"Faust": weapon("1/1", "3", ammo=1)}, skills=["bad_ass"]), joined="s"),
            "b": seated(1, walker(9, {"Gun": weapon("1/1", "U")})),
        }
        game = session(units, unit="s", declared=["move", "attack"], lines=[{"weapon": "Faust", "target": "b", "range": 2, "rounds": 1, "attacker": "h"}])
        play(game, True, "b", 2, [H], "none", [H], 0, [M])
        assert (game.prompt, game.state.unit("s").gone, game.state.unit("h").trackers.get("ammo")) == (None, True, None)

    @rule("DUST-161", "DUST-11", "DUST-39")
    @pytest.mark.parametrize(
        ("reading", "leaves", "moved", "cover"),
        [("leftSquare", False, 0, "hard"), ("moveAction", False, 1, "hard"), ("moveAction", True, 1, None), ("leftSquare", True, 1, None)],
    )
    def test_a_move_of_no_squares(self, reading: str, leaves: bool, moved: int, cover: Any) -> None:
        """By one reading it is a Move for Burst; the cover is still there."""
        units = {"a": seated(0, squad(), cover="hard"), "b": seated(1, squad(), activated=True)}
        game = session(units, readings={"burstMoved": reading}, unit="a", declared=["move", "nothing"])
        play(game, leaves)
        assert (game.state.unit("a").count("moved"), game.state.unit("a").trackers.get("cover")) == (moved, cover)
        told = ask("dust", "move", units, {"burstMoved": reading}, unit="a", dx=int(leaves), dy=0)["after"]["a"]
        assert (told.get("moved", 0), told.get("cover")) == (moved, cover)

    @rule("DUST-64", "DUST-103", "DUST-183")
    @pytest.mark.parametrize(("where", "asked"), [("inside", "who_reacts"), ("table", "who_reacts")])
    def test_a_unit_in_a_building_is_reacted_to(self, where: str, asked: str) -> None:
        assert key(session({"a": seated(0, squad(), where=where), "b": seated(1, squad())}, unit="a", declared=["nothing", "nothing"])) == asked

    @rule("DUST-129", "DUST-103")
    @pytest.mark.parametrize(("turn", "total"), [(1, 4), (2, 2)])
    def test_a_scout_in_the_round_under_way(self, turn: int, total: int) -> None:
        """Nobody has to say that it is round 1 of the game."""
        game = Session(RULES, at({"w": seated(0, walker(skills=["scout_vehicle"]), on_board=True)}, turn=turn))
        told = RULES.opening("move").tells
        assert told
        assert told(game.state, unit="w", declared=("move",))["points"] == total
        assert told(game.state, unit="w", declared=("move",), round=3 - turn)["points"] == 6 - total  # what is told goes before
        game.dispatch(Opened("move", frozen({"unit": "w"})))  # type: ignore[arg-type]
        assert game.state.unit("w").count("moved")


class TestDeclaredLines:
    """What forbids a line before its unit is activated, and what is only seen when it is fired."""

    ARMS: ClassVar[dict[str, Any]] = {
        "Rifle": weapon("1/1"),
        "Gun": weapon("2/1", "A"),
        "Stick": weapon("-"),
        "Faust": weapon("1/1", "3", ammo=2),
        "Knife": weapon("1/1", "C"),
    }
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, squad(3, ARMS, skills=[]), loaded={"Gun": False}),
        "b": seated(1, squad(3)),
        "f": seated(0, squad(2)),
        "x": seated(1, squad(), where="destroyed"),
        "r": seated(1, squad(), where="reserve"),
        "t": seated(1, {"kind": "trap"}),
    }

    def declared(self, *lines: Any, actions: Any = ("attack", "nothing"), **told: Any) -> dict[str, Any]:
        rows = [{"weapon": name, "target": target, "range": 2, "cover": "none", **more} for name, target, more in lines]
        return ask("dust", "activation", self.UNITS, unit="a", declared=list(actions), lines=rows, **told)

    @rule("DUST-29", "DUST-31", "DUST-33", "DUST-37", "DUST-44", "DUST-55", "DUST-134", "DUST-160", "DUST-180", "DUST-188", "DUST-28", "DUST-103")
    @pytest.mark.parametrize(
        ("lines", "refs"),
        [
            ([("Rifle", "f", {})], ["DUST-29"]),
            ([("Stick", "b", {})], ["DUST-31"]),
            ([("Rifle", "x", {})], ["DUST-180"]),
            ([("Rifle", "r", {})], ["DUST-188"]),
            ([("Gun", "b", {"range": 5})], ["DUST-55"]),
            ([("Faust", "b", {"rounds": 3})], ["DUST-160"]),
            ([("Rifle", "b", {}), ("Rifle", "t", {})], ["DUST-44"]),
            ([("Rifle", "b", {"named": 1})], ["DUST-134"]),
            ([("Rifle", "b", {"range": 9})], None),
            ([("Rifle", "b", {}), ("Knife", "b", {"range": 1})], None),
        ],
    )
    def test_what_forbids_a_line(self, lines: Any, refs: Any) -> None:
        assert said(self.declared(*lines)) == refs
        forced = self.declared(*lines, overrule=True)
        assert "odds" in forced  # nothing is beyond an overruling, and a dash or a dead target is still not fired

    @rule("DUST-121", "DUST-33")
    @pytest.mark.parametrize(("name", "refs"), [("Rifle", ["DUST-121"]), ("Knife", None)])
    def test_a_charge_is_declared_with_its_weapons(self, name: str, refs: Any) -> None:
        charger = {**self.UNITS, "a": seated(0, squad(3, self.ARMS, skills=["charge"]))}
        told = {"declared": ["move", "move"], "skills": ["charge"], "lines": [{"weapon": name, "target": "b", "range": 1}]}
        assert said(ask("dust", "activation", charger, unit="a", **told)) == refs

    @rule("DUST-128", "DUST-02", "DUST-177", "DUST-55", "DUST-33")
    @pytest.mark.parametrize(("actions", "skills"), [(["reload", "attack"], []), (["skill", "attack"], ["reload"])])
    def test_a_skill_is_told_as_the_action_or_beside_it(self, actions: list[str], skills: list[str]) -> None:
        reply = self.declared(("Gun", "b", {"range": 5}), actions=actions, skills=skills, roll={"attack:0": [M] * 6})
        assert [(each["what"], each["dice"]) for each in reply["checks"]] == [("attack:0", 6)]

    @rule("DUST-02", "DUST-177")
    def test_a_skill_is_done_in_its_place(self) -> None:
        """A Move, then the Skill that reloads: the Move is asked for first, and the gun is still
        empty."""
        game = session(self.UNITS, unit="a", declared=["move", "skill"], skills=["reload"])
        assert (key(game), game.state.unit("a").trackers["loaded"]) == ("move", frozen({"Gun": False}))

    @rule("DUST-29", "DUST-33")
    def test_whoever_reloads_still_aims_at_enemies(self) -> None:
        assert said(self.declared(("Rifle", "f", {}), actions=["reload", "attack"])) == ["DUST-29"]

    @rule("DUST-137", "DUST-177", "DUST-33", "DUST-02")
    def test_a_skill_with_a_cost_is_none_of_the_attack(self) -> None:
        units = {"a": seated(0, hero(skills=["tank_head"])), "w": seated(0, walker(), damage=2), "b": seated(1, walker(9, {"Stick": weapon("-")}))}
        reply = ask(
            "dust",
            "activation",
            units,
            unit="a",
            declared=["attack", "skill"],
            skills=["tank_head"],
            lines=[{"weapon": "Pistol", "target": "b", "range": 2}],
            answers={"for:tank_head": "w"},
            roll={"attack:0": [M]},
        )
        assert ("damage" in reply["after"]["w"], reply["after"]["a"]["used"]) == (False, ["tank_head"])

    @rule("DUST-180", "DUST-125", "DUST-128", "DUST-137")
    @pytest.mark.parametrize(("question", "told"), [("heroic_attack", {}), ("tank_head", {"target": "w"}), ("reload", {})])
    def test_the_dead_use_nothing(self, question: str, told: Any) -> None:
        card = hero(weapons={"Gun": weapon("1/1", "A")}, skills=["heroic_attack", "tank_head"])
        for state, refs in (({"where": "destroyed"}, ["DUST-180"]), ({"damage": 4}, ["DUST-180"]), ({}, None)):
            units = {"h": seated(0, card, loaded={"Gun": False}, **state), "w": seated(0, walker(), damage=1)}
            assert said(ask("dust", question, units, unit="h", **told)) == refs


class TestAgainstWhom:
    @rule("DUST-138", "DUST-166")
    @pytest.mark.parametrize(("seat", "damage"), [(0, 2), (1, 0)])
    def test_the_serum_feeds_on_enemies(self, seat: int, damage: int) -> None:
        card = hero(4, {"Napalm": weapon("1/man", "2", "flamethrower")}, skills=["wiederbelebungsserum"])
        reply = ask(
            "dust", "attack", {"h": seated(0, card, damage=2), "b": seated(seat, squad(2))}, attacker="h", weapon="Napalm", target="b", roll={"attack": [H, H]}
        )
        assert reply["after"]["h"].get("damage", 0) == damage

    @rule("DUST-39", "DUST-98", "DUST-100", "DUST-186")
    @pytest.mark.parametrize(
        ("hero_state", "squad_state", "cover"),
        [({"joined": "s"}, {}, "hard"), ({}, {"joined": "h"}, "hard"), ({"joined": "s"}, {"where": "destroyed"}, "none"), ({}, {}, "none")],
    )
    def test_cover_of_a_hero_by_his_squad(self, hero_state: Any, squad_state: Any, cover: str) -> None:
        units = {"h": seated(1, hero(), **hero_state), "s": seated(1, squad(), **squad_state)}
        assert tell("cover", units, sources=["trap"], target="h")["cover"] == cover
        assert tell("cover", units, sources=["trap"], target="s")["cover"] == "hard"  # a squad needs no hero

    @rule("DUST-42", "DUST-162", "DUST-167", "DUST-84")
    @pytest.mark.parametrize(("kind", "cover"), [("ugl", "none"), ("knife", "none"), ("burst", "hard"), ("lazer", None)])
    def test_kinds_by_the_name_of_their_chapter(self, kind: str, cover: Any) -> None:
        told = tell("cover", sources=["building"], kinds=[kind])
        assert told["cover"] == cover if cover else "none of" in told["error"]

    @rule("DUST-64", "DUST-67", "DUST-188")
    @pytest.mark.parametrize(
        ("seat", "state", "rules"), [(0, {}, []), (1, {}, ["DUST-67"]), (0, {"where": "reserve"}, ["DUST-188"]), (0, {"where": "destroyed"}, ["DUST-188"])]
    )
    def test_reactions_are_to_enemies_who_are_there(self, seat: int, state: Any, rules: list[str]) -> None:
        units = {"r": seated(1, squad(2)), "e": seated(seat, walker(), **state)}
        assert tell("reaction", units, reactor="r", enemy="e", range=1)["rules"] == rules

    @rule("DUST-141")
    def test_members_are_members(self) -> None:
        assert "none of officer" in ask("dust", "command", order="get_up", members=["cook"])["error"]

    @rule("DUST-125")
    @pytest.mark.parametrize(
        ("reading", "by", "refs"), [("beforeDice", [], None), ("ownActivation", [], ["DUST-125"]), ("ownActivation", ["heroic_attack"], None)]
    )
    def test_heroism_under_fire(self, reading: str, by: list[str], refs: Any) -> None:
        """By one reading only whoever is activated declares it: the attacker may, his target may
        not."""
        units = {"a": seated(0, squad(1, skills=by)), "b": seated(1, hero(skills=["heroic_attack"]))}
        assert said(ask("dust", "attack", units, {"heroicWhen": reading}, attacker="a", weapon="Rifle", target="b", skills=["heroic_attack"])) == refs
        assert said(ask("dust", "attack", units, {"heroicWhen": reading}, attacker="a", weapon="Rifle", target="b")) is None

    @rule("DUST-51")
    @pytest.mark.parametrize(
        ("reading", "state", "refs"), [("always", {"activated": True}, None), ("unactivated", {"activated": True}, ["DUST-51"]), ("unactivated", {}, None)]
    )
    def test_striking_back_by_itself(self, reading: str, state: Any, refs: Any) -> None:
        assert said(shot(reach="C", state=state, readings={"retaliation": reading}, **{"as": "retaliation"})) == refs
        assert said(shot(reach="C", state=state, readings={"retaliation": reading})) is None  # an attack of its own is another matter

    @rule("DUST-144", "DUST-07")
    @pytest.mark.parametrize(("state", "refs"), [({}, "DUST-144"), ({"where": "destroyed"}, None)])
    def test_nobody_waits_for_the_dead(self, state: Any, refs: Any) -> None:
        """Whoever was to act next burnt on the way: the others go on, and the other side is
        next."""
        units = {"a": seated(0, squad()), "n": seated(0, squad(), activated=True, reactivated=True, **state), "b": seated(1, squad())}
        now = at(units, seats=[{"acts_next": "n"}, {}])
        no = RULES.opening("activation").forbids[2](now, unit="a")
        assert (no.ref.id if no else None) == refs
        step = RULES.step("activation").next_seat
        assert step
        assert step(now) == (0 if refs else 1)
        assert len(RULES.glance.standing(now)) == (2 if refs else 1)


class TestWhatIsToldBesideTheActions:
    @rule("DUST-67", "DUST-65", "DUST-29")
    @pytest.mark.parametrize(("second", "manner", "refs"), [("c", "reaction", ["DUST-67"]), ("h", "reaction", None), ("c", "attack", None)])
    def test_a_reaction_has_one_enemy(self, second: str, manner: str, refs: Any) -> None:
        """A hero and his squad are one."""
        units = {
            "a": seated(0, squad(2, {"R": weapon("1/1"), "S": weapon("1/1")})),
            "b": seated(1, squad()),
            "c": seated(1, squad()),
            "h": seated(1, hero(), joined="b"),
        }
        assert said(assault(units, ("R", "b"), ("S", second), **{"as": manner})) == refs

    @rule("DUST-59", "DUST-184", "DUST-177")
    def test_strikes_told_as_skills(self) -> None:
        twice = {"declared": ["skill", "skill"], "skills": ["artillery_strike", "artillery_strike"]}
        assert [tell("actions", None, {"doubleStrike": reading}, **twice)["rules"] for reading in ("yes", "no")] == [[], ["DUST-59"]]
        told = {"declared": ["skill", "move"], "enemy_skills": ["artillery_strike"]}
        assert [tell("reaction", None, {"strikeReaction": reading}, **told)["allowed"] for reading in ("observerOnly", "none")] == [True, False]

    @rule("DUST-08", "DUST-180")
    def test_the_dead_declare_nothing(self) -> None:
        assert tell("actions", {"a": seated(0, squad(), where="destroyed")}, unit="a", declared=["move", "move"])["rules"] == ["DUST-08"]

    @rule("DUST-39", "DUST-46")
    def test_sources_of_cover_are_known_ones(self) -> None:
        assert "none of crate" in shot(cover="soft", sources=["fog"])["error"]

    @rule("DUST-113", "DUST-51", "DUST-189")
    def test_all_in_one_lasts_for_striking_back(self) -> None:
        """Two men with knives, twice the dice since their own activation."""
        units = {"a": seated(0, squad(1, {"Knife": weapon("1/1", "C")})), "b": seated(1, squad(2, {"Knife": weapon("1/1", "C")}), all_in=True)}
        assert [each["dice"] for each in assault(units, ("Knife", "b"), retaliation=["b"])["checks"]] == [1, 4]

    @rule("DUST-103", "DUST-115", "DUST-124", "DUST-129", "DUST-98")
    @pytest.mark.parametrize(
        ("card", "state", "told", "readings", "points"),
        [
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"]}, {}, (5, 9)),
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"]}, {"fastAssault": "addThenDouble"}, (6, 10)),
            (squad(move=2, skills=["fast", "assault"]), {}, {"skills": ["assault"], "entering": True}, {}, (1, 6)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {}, (3, 6)),
            (walker(skills=["scout_vehicle", "fast"]), {"on_board": True}, {"round": 1}, {}, (5, 7)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 2, "entering": True}, {}, (1, 4)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {"scoutBonus": "eachMove"}, (3, 8)),
            (walker(skills=["scout_vehicle", "fast"]), {}, {"round": 1}, {"entryMove": "fullMove"}, (5, 7)),
        ],
    )
    def test_points_of_two_moves(self, card: Any, state: Any, told: Any, readings: Any, points: Any) -> None:
        """Of the first Move and of both. Fast lengthens one Move, Assault doubles what is
        printed, a scout has two more in round 1; the entry is one square."""
        found = tell("move", {"u": seated(0, card, **state)}, readings, unit="u", declared=["move", "move"], **told)
        assert (found["points"], found["total"]) == points


class TestSmallThings:
    @rule("DUST-148")
    @pytest.mark.parametrize(("alive", "asked"), [([0], False), ([1, 2], False), ([2], True)])
    def test_who_gets_up_is_asked_only_where_the_dead_differ(self, alive: list[int], asked: bool) -> None:
        """The last two of the card are alike."""
        card = squad(3, {"Rifle": weapon("1/1"), "Faust": weapon("1/1")}, models=[{"weapons": ["Faust"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}])
        game = session({"k": seated(0, BOSS), "s": seated(0, card, alive=alive)}, "command", order="get_up", unit="k", target="s")
        assert (key(game) == "gets_up") is asked

    @rule("DUST-97", "DUST-168", "DUST-51")
    def test_points_of_whoever_was_not_the_target(self) -> None:
        units = {"a": seated(0, squad(1, {"Rifle": weapon("3/1")})), "b": seated(1, squad(5)), "h": seated(1, hero(), joined="b")}
        reply = assault(units, ("Rifle", "b", {"assign": {"h": 2}}), roll={"attack:0": [H, H, H]})
        assert (reply["result"]["damage:h"], reply["result"]["damage:b"]) == (2, 3)

    @rule("DUST-166", "DUST-193")
    @pytest.mark.parametrize(
        ("places", "problem"),
        [
            ([[1, 1], [2, 2]], "a square lies beyond the range"),
            ([[1, 1], [2, 1]], None),
            ([[1, 0], [2, 0]], None),
            ([2], "the flames begin next to the attacker"),
        ],
    )
    def test_flames_along_a_diagonal(self, places: Any, problem: Any) -> None:
        """Two diagonals are three squares; range 2 ends before."""
        units = {"a": seated(0, walker(weapons={"Napalm": TestFlames.NAPALM})), "b": seated(1, squad(3))}
        told = tell("flame", units, attacker="a", weapon="Napalm", path=[*([None] * (len(places) - 1)), "b"], at=places, target="b")
        assert told["problems"] == ([problem] if problem else [])
        bare = {**units, "a": seated(0, walker(weapons={"Napalm": {"range": "2", "values": {}, "kinds": ["flamethrower"]}}))}
        assert ask("dust", "flame", bare, attacker="a", weapon="Napalm", path=["b"])["unknown"] == ["units.a.card.weapons.Napalm.values.S2"]

    @rule("DUST-07", "DUST-173", "DUST-12", "DUST-27", "DUST-83", "DUST-101", "DUST-102")
    def test_the_end_can_be_told_in_both_steps(self) -> None:
        for step, seat in (("initiative", 0), ("activation", 1), ("initiative", 1)):
            assert {"victory", "concede"} <= {*offered(RULES, at({}, step=step), seat)}

    @rule("DUST-07")
    @pytest.mark.parametrize(("value", "fine"), [(2, True), (3, False)])
    def test_two_players_can_win_the_initiative(self, value: int, fine: bool) -> None:
        try:
            at({}, table={"initiative": value})
        except Impossible:
            assert not fine
        else:
            assert fine

    @rule("DUST-175", "DUST-171")
    @pytest.mark.parametrize(
        ("soldiers", "walkers", "side", "problems"),
        [
            (180, 120, "attacker", []),
            (181, 119, "attacker", ["181 points: at most 180"]),
            (179, 121, "attacker", ["121 points: at most 120"]),
            (40, 0, "defender", []),
            (40, 1, "defender", ["41 points: at most 40"]),
            (181, 121, "defender", ["302 points: at most 40"]),
        ],
    )
    def test_the_beach(self, soldiers: int, walkers: int, side: str, problems: list[str]) -> None:
        cards = [hero(ap=20), squad(ap=soldiers - 20), *([walker(ap=walkers)] if walkers else [])]
        assert tell("army", cards=cards, scenario="standing_on_the_beach", side=side)["problems"] == problems


class TestInBuildings:
    """Units inside a building stand on the board like others."""

    INSIDE: ClassVar[dict[str, Any]] = {"where": "inside"}

    @rule("DUST-43", "DUST-75", "DUST-79", "DUST-80", "DUST-95")
    def test_they_are_targets(self) -> None:
        units = {
            "a": seated(0, squad()),
            "b": seated(1, squad(), **self.INSIDE),
            "r": seated(1, squad(), where="reserve"),
            "x": seated(1, squad(), on_board=False),
        }
        assert options(session(units, unit="a", declared=["attack", "move"])) == ["none", "b"]

    @rule("DUST-64", "DUST-70", "DUST-75", "DUST-188")
    def test_they_react(self) -> None:
        units = {"a": seated(0, squad()), "b": seated(1, squad(), **self.INSIDE), "r": seated(1, squad(), where="reserve")}
        game = session(units, unit="a", declared=["nothing", "nothing"])
        assert options(game) == ["none", "b"]

    @rule("DUST-58", "DUST-75", "DUST-166")
    def test_they_are_called_and_burn(self) -> None:
        gun = walker(weapons={"Rockets": weapon("2/1", "A")})
        units = {"o": seated(0, squad(skills=["artillery_strike"])), "g": seated(0, gun, **self.INSIDE), "b": seated(1, squad())}
        assert options(session(units | {"e": seated(1, gun)}, unit="o", declared=["artillery_strike", "nothing"])) == ["none", "g"]
        burning = {"a": seated(0, walker(weapons={"Napalm": TestFlames.NAPALM})), "f": seated(0, squad(), **self.INSIDE), "b": seated(1, squad())}
        game = session(burning, unit="a", declared=["attack", "nothing"])
        play(game, "b")
        assert options(game) == ["none", "f"]


@rule("DUST-51", "DUST-52", "DUST-95")
def test_a_pair_strikes_back_once_however_it_is_named() -> None:
    """Knives at the squad and claws at its hero: two knives and three claws come back, once."""
    knife = weapon("1/1", "C")
    units = {
        "a": seated(0, squad(1, {"Knife": knife, "Claw": knife})),
        "b": seated(1, squad(2, {"Knife": knife})),
        "h": seated(1, hero(weapons={"Claws": weapon("3/1", "C")}), joined="b"),
    }
    assert sorted(each["dice"] for each in assault(units, ("Knife", "b"), ("Claw", "h"), retaliation=["b"])["checks"]) == [1, 1, 2, 3]


@rule("DUST-102", "DUST-103")
def test_cover_elements_do_not_wait_beside_the_board() -> None:
    """They are placed before the first round; units enter in it."""
    units = {
        "a": seated(0, squad()),
        "c": seated(0, {"kind": "crate"}),
        "t": seated(1, {"kind": "trap"}),
        "n": seated(1, {"name": "No kind"}),
        "i": seated(1, squad(), where="inside"),
    }
    reply = ask("dust", "setup", units, own=False, roll={"element": [[H, M, M], [M, M, M]]})
    assert {unit: state["where"] for unit, state in reply["after"].items()} == {"a": "reserve", "c": "table", "t": "table", "n": "reserve", "i": "inside"}


@rule("DUST-94", "DUST-186")
@pytest.mark.parametrize("other", ["a", "nobody"])
def test_nobody_is_joined_to_himself(other: str) -> None:
    units = {"a": seated(0, squad(2), joined=other), "b": seated(1, squad())}
    assert [each["dice"] for each in ask("dust", "attack", units, attacker="a", weapon="Rifle", target="b")["checks"]] == [2]
    assert tell("flame", {**units, "f": seated(1, walker(weapons={"Napalm": TestFlames.NAPALM}))}, attacker="f", weapon="Napalm", path=["a"], target="a")[
        "dice"
    ] == [2]


@rule("DUST-11", "DUST-12", "DUST-13", "DUST-103", "DUST-161")
@pytest.mark.parametrize(
    ("unit", "told", "moved", "crate"),
    [
        ("w", {"dx": 2, "onto": ["c"], "destroys": ["c"]}, 1, "destroyed"),
        ("w", {"dx": 3, "onto": ["c"], "destroys": ["c"]}, 0, "table"),
        ("w", {"dx": 2, "onto": ["t"], "destroys": ["t"]}, 0, "table"),
        ("s", {"dx": 1, "onto": ["c"], "destroys": ["c"]}, 1, "table"),
    ],
)
def test_a_move_that_is_not_legal_is_not_made(unit: str, told: Any, moved: int, crate: str) -> None:
    """Two points reach two squares; a vehicle crushes crates, not traps; soldiers crush nothing."""
    units = {"w": seated(0, walker()), "s": seated(0, squad()), "c": seated(1, {"kind": "crate"}), "t": seated(1, {"kind": "trap"})}
    after = ask("dust", "move", units, unit=unit, dy=0, **told)["after"]
    assert (after[unit].get("moved", 0), after["c"]["where"], after["t"]["where"]) == (moved, crate, "table")


class TestWhoAnswersAnOrder:
    @rule("DUST-58", "DUST-60", "DUST-55")
    @pytest.mark.parametrize(
        ("reach", "state", "rules"),
        [
            ("A", {}, []),
            ("U", {}, ["DUST-58"]),
            ("A", {"loaded": {"Gun": False}}, ["DUST-58"]),
            ("A", {"activated": True}, ["DUST-58"]),
            ("A", {"where": "reserve"}, ["DUST-58"]),
        ],
    )
    def test_a_gun_that_can_fire(self, reach: str, state: Any, rules: list[str]) -> None:
        units = {"k": seated(0, BOSS), "g": seated(0, walker(weapons={"Gun": weapon("1/1", reach)}), **state)}
        assert tell("command", units, order="artillery_strike", unit="k", target="g")["rules"] == rules
        bare = {**units, "g": seated(0, {"kind": "walker"})}  # a card that states no weapons is taken as told
        assert tell("command", bare, order="artillery_strike", unit="k", target="g")["allowed"]

    @rule("DUST-147", "DUST-152", "DUST-161")
    def test_who_returns_has_not_moved_yet(self) -> None:
        units = {"k": seated(0, BOSS), "w": seated(0, walker(), where="destroyed", damage=4, moved=True, activated=True, reactivated=True)}
        reply = ask("dust", "command", units, order="field_repair", unit="k", target="w", roll={"command": [H]})
        assert reply["after"]["w"] == {"where": "reserve", "deaths": 1}

    @rule("DUST-94", "DUST-180")
    @pytest.mark.parametrize(("hero_state", "squad_state", "legal"), [({}, {}, True), ({"damage": 4}, {}, False), ({}, {"where": "destroyed"}, False)])
    def test_nobody_joins_the_dead(self, hero_state: Any, squad_state: Any, legal: bool) -> None:
        units = {"h": seated(0, hero(), **hero_state), "s": seated(0, squad(), **squad_state)}
        assert tell("join", units, hero="h", squad="s")["legal"] is legal


@rule("DUST-95", "DUST-181", "DUST-29")
@pytest.mark.parametrize(("by", "refs"), [("a", None), ("h", None), ("c", ["DUST-95"])])
def test_lines_of_one_unit_and_its_hero(by: str, refs: Any) -> None:
    units = {"a": seated(0, squad(1)), "h": seated(0, hero(weapons={"Rifle": weapon("1/1")}), joined="a"), "c": seated(0, squad()), "b": seated(1, squad())}
    line = {"weapon": "Rifle", "target": "b", "attacker": by, "range": 1, "cover": "none"}
    assert said(ask("dust", "assault_lines", units, attacker="a", lines=[line])) == refs
    assert said(ask("dust", "activation", units, unit="a", declared=["attack", "nothing"], lines=[line])) == refs
