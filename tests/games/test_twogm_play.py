"""2GM Tactics: deployment, support cards, the fire sequence, what phases do, what a side can
still do."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change
from tests.games.twogm_table import GUN, RULES, TANK, after, do, keys, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule


@rule("2GM-66")
class TestCosts:
    @rule("2GM-66", "2GM-13")
    @pytest.mark.parametrize(
        ("card", "equipment", "cost"),
        [
            (HEAVY, ["HMG"], 3),
            (SHERMAN, ["MG"], 4),
            (SHERMAN, ["MG", "MRL"], 7),
            (HEAVY, ["Mortar", "Take Cover"], 4),
            (SHERMAN, ["MG", "MG", "HMG", "MRL", "Smoke Shell"], 11),
            (SHERMAN, ["MG:2"], 5),
            (SHERMAN, [], 4),
            (LIGHT, ["Grenade", "Medic"], 2),
        ],
    )
    def test_unit_and_lines(self, card: Any, equipment: list[str], cost: int) -> None:
        """EX-G09, EX-G10, EX-G11, EX-G12."""
        assert result("deploy", {"u": unit(card)}, unit="u", equipment=equipment)["cost"] == cost

    @rule("2GM-66", "2GM-13")
    @pytest.mark.parametrize(
        ("card", "equipment"),
        [
            (HEAVY, ["Mortar", "HMG"]),
            (HEAVY, ["Mortar", "Bazooka"]),
            (HEAVY, ["Mortar", "Grenade", "Take Cover"]),
            (LIGHT, ["Hit the Dirt", "Medic"]),
            (SHERMAN, ["MG", "MG", "MG"]),
            (SHERMAN, ["MRL", "MRL"]),
            (SHERMAN, ["MG", "MG:1"]),
            (SHERMAN, ["Flamethrower"]),
            (SHERMAN, ["MG:3"]),
            ({**LIGHT, "equipment": [{"item": "Smoke Grenade", "cost": 1}, {"item": "Medic", "cost": 1}]}, ["Smoke Grenade", "Medic"]),
        ],
    )
    def test_what_cannot_be_bought(self, card: Any, equipment: list[str]) -> None:
        """EX-G11: a second offensive line of infantry, free or not; a line twice; a line the
        card does not have."""
        assert refs("deploy", {"u": unit(card)}, unit="u", equipment=equipment) == ["2GM-66"]

    @rule("2GM-05", "2GM-111", "2GM-04")
    def test_support_is_added(self) -> None:
        """A Paratrooper card of 2 on Light Infantry of 1: 3. EX-G38: a Promotion is free to
        play."""
        units = {"u": unit(LIGHT), "x": unit({**LIGHT, "cost": "X", "playing_cost": 3}), "s": unit(TANK)}
        assert result("deploy", units, unit="u", support=[{"name": "Paratrooper", "cost": 2}])["cost"] == 3
        assert result("deploy", units, unit="u", support=[{"name": "Promotion", "cost": 2, "playing_cost": 0}, "Luck"])["cost"] == 1
        assert result("deploy", units, unit="x")["cost"] == 3
        assert refs("deploy", units, unit="s", support=[{"name": "Paratrooper", "cost": 2}]) == ["2GM-111"]

    @rule("2GM-11")
    def test_two_identical_cards(self) -> None:
        """EX-G13: two Rhino Tank cards on one tank."""
        rhino = {"name": "Rhino Tank", "cost": 1}
        assert refs("deploy", {"u": unit(TANK)}, unit="u", support=[rhino, rhino]) == ["2GM-11"]
        assert refs("deploy", {"u": unit(TANK, support=[{"name": "Rhino Tank"}])}, unit="u", support=[rhino]) == ["2GM-11"]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", support=[rhino, {"name": "Ammo"}]) == []

    @rule("2GM-153")
    def test_patton_gives_a_tank_its_dearest_line(self) -> None:
        units = {"s": unit(SHERMAN), "h": unit(HEAVY), "t": unit(SHERMAN)}
        assert result("deploy", units, unit="s", equipment=["MG", "MRL"], general="General Patton")["cost"] == 4
        assert result("deploy", units, unit="s", general="patton")["cost"] == 4
        assert result("deploy", units, unit="h", equipment=["HMG"], general="patton")["cost"] == 3
        units = {key: unit(SHERMAN, where="reserve") for key in "stu"}
        session = playing("deployment", units, [{"ap": 30, "general": "Patton"}, {}])
        spent = []
        for key, told in (("u", []), ("s", ["MRL"]), ("t", ["MRL"])):
            before = session.state.seats[0]["ap"]
            do(session, "deploy", unit=key, equipment=told)
            spent.append(before - session.state.seats[0]["ap"])  # type: ignore[operator]
        assert spent == [4, 4, 7]
        assert not on(session, "start").state.seats[0].get("free_line")

    @rule("2GM-65", "2GM-64", "2GM-36", "2GM-169")
    def test_what_else_forbids_it(self) -> None:
        assert refs("deploy", {"u": unit(TANK)}, unit="u", ap=3) == ["2GM-65"]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", ap=4) == []
        assert refs("deploy", {"u": unit(TANK)}, unit="u", occupied=True) == ["2GM-36"]
        there = {"u": unit(TANK, where="reserve"), "e": unit(LIGHT, 1, row=6, column=3), "f": unit(LIGHT, row=1, column=4), "g": unit(LIGHT, row=2, column=5)}
        assert [refs("deploy", there, unit="u", column=column) for column in (3, 4, 5)] == [["2GM-36"], ["2GM-36"], []]
        assert refs("deploy", {"u": unit(TANK)}, unit="u", terrain="lake") == ["2GM-169"]
        assert refused(playing("deployment", {"u": unit(TANK, where="reserve")}, [{"ap": 3}, {}]), "deploy", unit="u") == ["2GM-65"]

    @rule("2GM-63", "2GM-64", "2GM-61", "2GM-192", "2GM-149")
    def test_two_on_a_square(self) -> None:
        units = {
            "i": unit(LIGHT),
            "g": unit(PAK),
            "s": unit(TANK),
            "t": unit(TRUCK),
            "old": unit(TANK, deployed_turn=1),
            "now": unit(TANK, deployed_turn=3),
            "full": unit(TRUCK),
            "c": unit(LIGHT, where="inside", **{"in": "full"}),
        }
        session = playing(
            "deployment", {key: {**each, "state": {"where": "reserve", **each["state"]}} for key, each in units.items()}, [{"ap": 20}, {}], turn=3
        )
        for told, no in (
            ({"unit": "i", "carrier": "old"}, ["2GM-64"]),
            ({"unit": "g", "carrier": "s"}, ["2GM-64"]),
            ({"unit": "i", "carrier": "full"}, ["2GM-192"]),
            ({"unit": "s", "carrier": "t"}, ["2GM-64"]),
        ):
            assert refused(session, "deploy", **told) == no, told
        do(session, "deploy", unit="i", carrier="now", column=3)
        assert (session.state.unit("i").trackers["at_cover"], session.state.seats[0]["ap"]) == ("now", 19)
        do(session, "deploy", unit="g", carrier="t", column=5)
        gun, truck = session.state.unit("g"), session.state.unit("t")
        assert (gun.where, gun.trackers["in"], truck.count("column"), truck.where, session.state.seats[0]["ap"]) == ("inside", "t", 5, "table", 15)
        assert result("deploy", {"g": unit(PAK), "t": unit(TRUCK)}, unit="g", carrier="t")["items"] == {"unit": 3, "equipment": 0, "support": 0, "carrier": 1}


@rule("2GM-36", "2GM-66")
class TestDeploy:
    @rule("2GM-36", "2GM-66", "2GM-18", "2GM-118", "2GM-67", "2GM-65")
    def test_a_unit_arrives(self) -> None:
        units = {"h": unit(HEAVY, where="reserve"), "e": unit(LIGHT, 1)}
        session = playing("deployment", units, [{"ap": 5, "cards": {"deck": 9, "hand": 4}}, {}])
        do(session, "deploy", unit="h", equipment=["Mortar", "Take Cover"], column=2)
        arrived = session.state.unit("h")
        assert (arrived.where, arrived.count("row"), arrived.count("column"), arrived.count("prone"), arrived.count("deployed_turn")) == (
            "table",
            1,
            2,
            True,
            1,
        )
        assert {name: row["face"] for name, row in arrived.trackers["markers"].items()} == {"Mortar": "dismounted"}  # type: ignore[union-attr, index, call-overload]
        assert session.state.seats[0]["ap"] == 1
        assert session.state.seats[0]["cards"]["hand"] == 3  # type: ignore[index, call-overload]
        on(session, "fire")
        assert refused(session, "shot", attacker="h", target="e", weapon="primary") == []

    @rule("2GM-66", "2GM-121")
    def test_only_what_was_bought_is_there(self) -> None:
        units = {"l": unit(LIGHT, where="reserve"), "m": unit(LIGHT, where="reserve"), "p": unit(PAK, damage=2)}
        session = playing("deployment", units, [{"ap": 5}, {}])
        do(session, "deploy", unit="l")
        do(session, "deploy", unit="m", equipment=["Medic"])
        assert refused(session, "care", unit="l", target="p") == ["2GM-135"]
        assert refused(session, "care", unit="m", target="p") == []
        assert result("reactions", {"l": unit(LIGHT, deployed_turn=1)}, seat=0)["weapons"] == {"l": ["primary"]}

    @rule("2GM-21", "2GM-65")
    def test_the_last_card(self) -> None:
        """Played and resolved with an empty deck it loses the game; a bomber's mission comes
        first, and a win by it counts."""

        def last(card: Any, reading: str = "resolved_first", deck: int = 0) -> Any:
            units = {"u": unit({**card, "cost": 0}, where="reserve"), "h": unit(HQ, 1, damage=8)}
            return playing("deployment", units, [{"cards": {"deck": deck, "hand": 1}}, {}], readings={"last_card": reading})

        assert do(last(LIGHT), "deploy", unit="u").state.trackers["winner"] == "player_2"
        assert "winner" not in do(last(LIGHT, deck=1), "deploy", unit="u").state.trackers
        assert do(last(LIGHT), "play_card", name="Hit").state.trackers["winner"] == "player_2"
        for face, winner in ((3, "player_1"), (2, "player_2")):
            session = do(last(BOMBER), "deploy", unit="u", role="bomber")
            assert "winner" not in session.state.trackers
            assert do(session, "air", (face,), bombers=["u"], target="h").state.trackers["winner"] == winner
        assert do(last(BOMBER, "at_once"), "deploy", unit="u", role="bomber").state.trackers["winner"] == "player_2"

    @rule("2GM-17")
    def test_an_exchange_is_the_primary_weapon_for_good(self) -> None:
        flame = {"impact": [2, 6], "penetration": 3, "damage": 2, "range": 1}
        crocodile = {**TANK, "equipment": [{"item": "Flamethrower", "cost": 2, "marker": "double_arrow", "weapon": flame}, {"item": "MG", "cost": 0}]}
        units = {"s": unit(crocodile, where="reserve"), "b": unit(LIGHT, 1)}
        assert refs("deploy", units, unit="s", exchange="Flamethrower") == ["2GM-17"]
        assert refs("deploy", units, unit="s", equipment=["MG"], exchange="MG") == ["2GM-17"]
        reply = put("deploy", units, unit="s", equipment=["Flamethrower"], exchange="Flamethrower")
        assert reply["result"]["cost"] == 6
        shot = put("shot", {"s": unit(crocodile, primary="Flamethrower"), "b": unit(LIGHT, 1)}, attacker="s", target="b")
        assert shot["checks"][0]["target"] == [2, 6]

    @rule("2GM-92", "2GM-95", "2GM-38")
    def test_aircraft(self) -> None:
        both = {**MUSTANG, "cost": 4, "skills": ["fighter", "bomber"]}
        session = playing("deployment", {"p": unit(both, where="reserve"), "f": unit({**MUSTANG, "cost": 2}, where="reserve")}, [{"ap": 6}, {}])
        assert refused(session, "deploy", unit="p") == ["2GM-92"]
        assert refused(session, "deploy", unit="f", role="bomber") == ["2GM-92"]
        do(session, "deploy", unit="p", role="fighter")
        assert session.state.unit("p").trackers["role"] == "fighter"
        assert "row" not in session.state.unit("p").trackers
        assert result("supply", {"p": unit(both)})["length"] == 0


@rule("2GM-09", "2GM-65")
class TestSupport:
    @rule("2GM-09", "2GM-10", "2GM-65", "2GM-79", "2GM-05")
    def test_cards_on_units(self) -> None:
        """Supply is used up, one-turn equipment goes at the own End, permanent stays; a
        promotion is a marker and costs nothing."""
        session = playing("deployment", {"s": unit(TANK), "e": unit(TANK, 1, support=[{"name": "Ammo"}])}, [{"ap": 5, "cards": {"deck": 3, "hand": 5}}, {}])
        do(session, "play_card", name="Ammo", kind="equipment", unit="s", cost=2)
        assert refused(session, "play_card", name="Ammo", kind="equipment", unit="s", cost=0) == ["2GM-11"]
        do(session, "play_card", name="Rhino Tank", kind="equipment", unit="s", cost=1, permanent=True)
        do(session, "play_card", name="Promotion", kind="promotion", promotion="elite", unit="s", cost=2, playing_cost=0)
        do(session, "play_card", name="Hit", cost=2)
        assert "ap" not in session.state.seats[0]
        assert session.state.seats[0]["cards"]["hand"] == 1  # type: ignore[index, call-overload]
        assert refused(session, "play_card", name="Hit", cost=1) == ["2GM-65"]
        on(session, "end")
        tank = session.state.unit("s")
        assert [row["name"] for row in tank.trackers["support"]] == ["Rhino Tank"]  # type: ignore[union-attr, index, call-overload]
        assert tank.trackers["promotion"] == "elite"
        assert len(session.state.unit("e").trackers["support"]) == 1  # type: ignore[arg-type]

    @rule("2GM-09")
    def test_a_plain_promotion_is_a_veteran(self) -> None:
        assert after(put("play_card", {"s": unit(TANK)}, name="Promotion", kind="promotion", unit="s"), "s")["promotion"] == "veteran"
        assert "support" not in after(put("play_card", {"s": unit(TANK)}, name="Hit", unit="s"), "s")

    @rule("2GM-12")
    def test_one_general(self) -> None:
        session = do(playing("deployment", {}, [{"ap": 9, "general": "Model"}, {}]), "play_card", name="Rommel", kind="general", cost=4, playing_cost=1)
        assert (session.state.seats[0]["general"], session.state.seats[0]["ap"]) == ("Rommel", 8)
        strict = playing("deployment", {}, [{"ap": 9, "general": "Model"}, {}], readings={"general_replace": "no"})
        assert refused(strict, "play_card", name="Rommel", kind="general") == ["2GM-12"]
        assert refused(playing("deployment", {}, [{"ap": 9}, {}], readings={"general_replace": "no"}), "play_card", name="Rommel", kind="general") == []

    @rule("2GM-32", "2GM-89", "2GM-90", "2GM-65", "2GM-35")
    def test_terrain_during_play(self) -> None:
        units = {
            "h": unit(HOUSE, where="reserve"),
            "t": unit({"name": "Trenches", "type": "terrain"}, where="reserve"),
            "c": unit({"name": "Tower", "type": "terrain", "cost": 6}, where="reserve"),
        }
        no, yes = playing("deployment", units, [{"ap": 5}, {}]), {"terrain_in_play": "yes"}
        assert refused(no, "place_terrain", terrain="h") == ["2GM-32"]
        session = playing("deployment", units, [{"ap": 5}, {}], readings=yes)
        assert refused(session, "place_terrain", terrain="h", near=False) == ["2GM-32"]
        for on_it in ("forest", "bushes", "mountain", "lake", "sea", "river", "ruins"):
            assert refused(session, "place_terrain", terrain="h", on=on_it) == ["2GM-89"]
        assert refused(session, "place_terrain", terrain="c") == ["2GM-65"]
        do(session, "place_terrain", terrain="t", extended=2, row=2, column=3)
        assert (session.state.seats[0]["ap"], session.state.unit("t").where, session.state.unit("t").count("row")) == (2, "table", 2)
        assert refused(session, "place_terrain", terrain="h") == ["2GM-65"]
        assert refused(playing("deployment", units, [{"ap": 5}, {}], scenario="Bastogne"), "place_terrain", terrain="h", cost=4) == []

    @rule("2GM-92", "2GM-73")
    def test_a_bonus_of_a_card_is_a_house_row(self) -> None:
        """EX-G25: Sustained Fire helps against each unit bombed. EX-G26: Ammo gives two shots at
        the same target."""
        units = {"b": unit(BOMBER), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        reply = put("air", units, bombers=["b"], squares=[{"units": ["x"]}, {"units": ["y"]}], bonuses=[{"amount": 1, "why": "Sustained Fire"}])
        assert [check["target"] for check in reply["checks"]] == [[2, 7], [2, 7]]
        twice = put(
            "shots",
            {"p": unit({**MUSTANG, "type": "tank"}), "x": unit({**LIGHT, "life": 9}, 1)},
            attacker="p",
            target="x",
            shots=[{}, {}],
            roll={"shot:0": [3], "shot:1": [3]},
        )
        assert change(twice, "x", "damage") == 6


@rule("2GM-68")
class TestFire:
    @rule("2GM-68", "2GM-142", "2GM-73")
    def test_a_fire_sequence(self) -> None:
        """Each weapon once, not split around another unit's shots; a Multiple unit fires its
        printed weapon on."""
        rocket = {**SHERMAN, "skills": ["multiple:1"], "secondary": {**GUN, "impact": [6, 9]}}
        units = {"r": unit(rocket), "s": unit(SHERMAN), "b": unit({**LIGHT, "life": 30}, 1)}
        session = do(playing("fire", units), "shot", attacker="r", target="b")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary", "secondary", "MG", "MG:2", "HMG", "MRL"]
        session.answer("primary")
        seen = [session.prompt.checks[0].targets]
        session.answer((1,))
        for weapon in ("secondary", "primary"):
            do(session, "shot", attacker="r", target="b", weapon=weapon)
            assert session.prompt
            seen.append(session.prompt.checks[0].targets)
            session.answer((1,))
        assert seen == [(4, 8), (6, 9), (5, 9)]
        assert refused(session, "shot", attacker="r", target="b", weapon="secondary") == ["2GM-68"]
        do(session, "shot", (1,), attacker="r", target="b", weapon="MG")
        assert refused(session, "shot", attacker="r", target="b", weapon="MG") == ["2GM-15"]
        do(session, "shot", (1,), attacker="s", target="b", weapon="primary")
        assert refused(session, "shot", attacker="r", target="b", weapon="HMG") == ["2GM-68"]
        assert refused(session, "shot", attacker="s", target="b", weapon="primary") == ["2GM-68"]
        on(on(session, "start"), "start")
        on(session, "fire")
        assert refused(session, "shot", attacker="r", target="b", weapon="primary") == []

    @rule("2GM-68", "2GM-39")
    def test_only_the_active_side_fires(self) -> None:
        units = {"a": unit(LIGHT), "b": unit(LIGHT, 1)}
        assert refused(playing("fire", units), "shot", attacker="b", target="a", weapon="primary") == ["2GM-68"]
        assert refused(playing("movement", units), "shot", attacker="a", target="b", weapon="primary") == ["2GM-46"]


@rule("2GM-77", "2GM-79")
class TestPhases:
    @rule("2GM-15", "2GM-16", "2GM-77", "2GM-79", "2GM-19", "2GM-14")
    def test_markers_phase_by_phase(self) -> None:
        """Reactivation turns up the own straight ones only; the End straightens those of both
        sides."""
        units = {
            "a": unit(SHERMAN, markers={"MG": {"face": "disabled"}, "HMG": {"face": "disabled", "tilted": True}}),
            "b": unit(SHERMAN, 1, markers={"MG": {"face": "disabled"}, "HMG": {"face": "disabled", "tilted": True}}),
            "x": unit(SHERMAN, where="destroyed", markers={"MG": {"face": "disabled", "tilted": True}}),
        }

        def faces(session: Any, key: str) -> dict[str, tuple[Any, Any]]:
            return {name: (row["face"], row.get("tilted", False)) for name, row in session.state.unit(key).trackers["markers"].items()}

        session = on(playing("fire", units), "reactivation")
        assert faces(session, "a") == {"MG": ("active", False), "HMG": ("disabled", True)}
        assert faces(session, "b") == {"MG": ("disabled", False), "HMG": ("disabled", True)}
        on(session, "end")
        assert faces(session, "a")["HMG"] == faces(session, "b")["HMG"] == ("disabled", False)
        assert faces(session, "x") == {"MG": ("disabled", True)}
        own = on(playing("fire", units, readings={"marker_straighten": "own_end"}), "end")
        assert (faces(own, "a")["HMG"], faces(own, "b")["HMG"]) == (("disabled", False), ("disabled", True))

    @rule("2GM-16", "2GM-79")
    def test_the_ledger_says_what_the_hand_does(self) -> None:
        from engine.values.events import Advanced

        units = {"a": unit(SHERMAN, markers={"MG": {"face": "disabled"}, "HMG": {"face": "disabled"}})}
        session = playing("fire", units)
        session.dispatch(Advanced())
        assert session.prompt
        assert [(line.text.key, dict(line.text.values)["items"], line.ref.id) for line in session.prompt.lines] == [
            ("{unit}: turn to the active side: {items}", "MG, HMG", "2GM-16")
        ]
        session.answer((0,))
        assert session.state.unit("a").trackers["markers"]["MG"]["face"] == "disabled"  # type: ignore[index, call-overload]

    @rule("2GM-40", "2GM-75")
    def test_suppression_set_by_hand_ends_with_the_other_side(self) -> None:
        units = {"a": unit(LIGHT, suppressed=True), "b": unit(LIGHT, 1, suppressed=True)}
        session = on(playing("end", units), "start")
        assert (session.state.unit("a").count("suppressed"), session.state.unit("b").count("suppressed")) == (0, True)
        assert not on(session, "start").state.unit("b").count("suppressed")


class TestOutlook:
    @rule("2GM-54", "2GM-97", "2GM-107", "2GM-122", "2GM-155", "2GM-19")
    def test_what_can_still_be_done_in_the_enemy_turn(self) -> None:
        units = {
            "o": unit(OSTWIND, 1),
            "u": unit(OSTWIND, 1, aa_fired=True),
            "f": unit(FOCKE, 1),
            "n": unit(FOCKE, 1, deployed_turn=1),
            "own": unit(OSTWIND),
            "s": unit(SHERMAN, 1, markers={"MG": {"face": "disabled"}, "HMG": {"face": "active"}, "Smoke Shell": {"face": "active"}}),
            "h": unit(HQ, 1),
            "t": unit({"name": "Stuart", "type": "tank", "skills": ["Smoke Shell"]}, 1),
            "v": unit({"name": "x", "type": "tank", "skills": ["Smoke Shell"]}, 1, markers={"smoke_shell": {"face": "disabled"}}),
        }
        assert result("reactions", units) == {
            "aa": ["o", "u"][:1],
            "interceptors": ["f"],
            "weapons": {"o": ["primary"], "u": ["primary"], "s": ["primary", "HMG"]},
            "smoke": ["s", "t"],
        }
        assert result("reactions", units, seat=0)["aa"] == ["own"]

    @rule("2GM-65", "2GM-66")
    def test_what_the_action_points_buy(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve"), "l": unit(LIGHT, where="reserve"), "h": unit(HEAVY, where="reserve"), "t": unit(LIGHT)}
        session = playing("deployment", units, [{"ap": 4, "ap_general": 1}, {}])
        tells = RULES.opening("budget").tells
        assert tells
        found = tells(session.state)
        assert found["ap"] == 5
        bought = {key: tuple(row["lines"]) for key, row in found["affordable"].items()}  # type: ignore[union-attr, index, call-overload]
        assert bought == {
            "s": ("MG", "MG", "Smoke Shell"),
            "l": ("Grenade", "Hit the Dirt", "Medic"),
            "h": ("HMG", "Mortar", "Bazooka", "Grenade", "Take Cover"),
        }
        poor = tells(playing("deployment", units, [{"ap": 1}, {}]).state)
        assert list(poor["affordable"]) == ["l"]  # type: ignore[arg-type]

    @rule("2GM-37", "2GM-20", "2GM-46", "2GM-68")
    def test_at_one_look(self) -> None:
        glance = RULES.glance
        session = playing(
            "movement",
            {
                "a": unit(LIGHT, row=1, moved=True),
                "b": unit(TANK, row=2),
                "o": unit(OSTWIND, 1),
                "f": unit(FOCKE),
                "n": unit(LIGHT | {"skills": ["mechanized"]}),
                "h": unit(HOUSE),
            },
        )
        now = session.state
        assert [glance.sign(now.unit(key)) for key in ("a", "b", "o", "f", "n", "h")] == ["infantry", "armour", "anti-air", "recon", "mechanised", ""]
        assert [glance.acted(now, now.unit(key)) for key in ("a", "b", "o", "f")] == [True, False, None, None]
        assert dict(glance.standing(now)[0].text.values) == {"count": 2, "cut": 3}
        all_six = playing("movement", {str(row): unit(LIGHT, row=row) for row in range(1, 7)}).state
        assert glance.standing(all_six)[0].text.key == "The supply line reaches all six rows"
        assert glance.standing(now.set("", "winner", "player_1"))[0].ref.id == "2GM-20"
        fired = playing("fire", {"a": unit(LIGHT, fired_with=["-1"]), "b": unit(LIGHT)}).state
        assert [glance.acted(fired, fired.unit(key)) for key in ("a", "b")] == [True, False]
        score = glance.score(now, 0)
        assert score
        assert score.count == 0


@rule("2GM-08", "2GM-13")
def test_the_kinds_of_cards() -> None:
    """Five kinds of unit, and terrain, generals, headquarters and support; anything else is no
    card."""
    for kind in ("infantry", "artillery", "tank", "transport", "air", "terrain", "general", "hq", "support"):
        assert "error" not in put("reactions", {"u": unit({"name": "x", "type": kind})})
    assert "error" in put("reactions", {"u": unit({"name": "x", "type": "ship"})})
    assert keys(put("shot", {"a": unit({**PAK, "weapon": GUN}), "b": unit(TRUCK, 1)}, attacker="a", target="b")) == {}
