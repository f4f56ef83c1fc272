"""Equipment markers on the table: turned, tilted, mounted, exchanged."""

from typing import Any

import pytest

from engine.doors.report import laid
from engine.games.twogm.examples import HEAVY, LIGHT, PAK, SHERMAN
from engine.games.twogm.markers.equipment import marker, use_weapon
from engine.games.twogm.shooting.weapons import MAIN
from engine.games.twogm.tale import marker_turned
from engine.values.events import Advanced, TrackerSet
from engine.values.maps import frozen, pairs, thawed
from engine.values.texts import english
from tests.games.twogm.table import (
    GLANCE,
    GUN,
    GUN_WITHOUT_RANGE,
    RULES,
    SCREEN,
    TANK,
    after,
    do,
    early,
    lies,
    on,
    playing,
    put,
    refs,
    refused,
    result,
    rule,
    shot,
    unit,
)

ARMED = {**LIGHT, "equipment": [{"item": "Bazooka", "cost": 1, "slot": "offensive", "marker": "arrow", "weapon": GUN}]}


class TestMarkersInUse:
    @rule("2GM-14", "2GM-119")
    def test_the_marker_a_card_prints_counts(self) -> None:
        """A tank's HMG has an arrow, infantry's an asterisk, a machine gun of MG kind on
        infantry an arrow; a card may say otherwise."""

        def kind(owner: Any, item: str) -> str:
            return str(result("marker", {"u": unit(owner)}, item=item, owner="u")["marker"])

        printed = {"name": "x", "type": "tank", "equipment": [{"item": "MG", "marker": "none"}, {"item": "HMG"}, {"item": "Smoke Screen"}, {"item": "Grenade"}]}
        assert [kind(printed, item) for item in ("MG", "HMG", "Smoke Screen", "Grenade", "Mortar", "MRL")] == [
            "none",
            "arrow",
            "arrow",
            "none",
            "none",
            "arrow",
        ]
        foot = {**printed, "type": "infantry"}
        assert [kind(foot, item) for item in ("MG", "HMG", "Smoke Screen", "Mortar", "Smoke Shell")] == ["none", "asterisk", "none", "asterisk", "arrow"]
        assert kind({"name": "x"}, "HMG") == "arrow"

    @rule("2GM-14", "2GM-77")
    def test_a_mounted_weapon_that_rests_stays_mounted(self) -> None:
        steps = [{"seat": "own", "turn": turn, "phase": "reactivation"} for turn in (1, 2)]
        found = result("marker", item="HMG", owner="infantry", face="mounted", steps=steps)["steps"]
        assert [(step["face"], step["tilted"]) for step in found] == [("mounted", False)] * 2
        never = result("marker", item="Mortar", owner="infantry", steps=steps)["steps"]
        assert [step["face"] for step in never] == ["dismounted"] * 2

    @rule("2GM-14", "2GM-18")
    def test_a_marker_without_a_face_lies_as_it_was_deployed(self) -> None:
        units = {"a": unit(HEAVY, markers={"HMG": {"tilted": False}}), "s": unit(SHERMAN, markers={"MG": {"tilted": False}}), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon="HMG") == ["2GM-18"]
        assert refs("shot", units, attacker="s", target="b", weapon="MG") == []

    @rule("2GM-14", "2GM-15")
    @pytest.mark.parametrize(
        ("told", "step", "allowed"),
        [
            ({"item": "MG", "marker": "arrow"}, ("own", "fire", "mount"), False),
            ({"item": "HMG", "owner": "infantry"}, ("own", "reactivation", "dismount"), False),
            ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("enemy", "reactivation", "dismount"), False),
            ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("own", "fire", "dismount"), False),
            ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("own", "reactivation", "dismount"), True),
            ({"item": "MG", "marker": "arrow"}, ("enemy", "movement", "move"), False),
            ({"item": "MG", "marker": "arrow"}, ("own", "movement", "move"), True),
            ({"item": "MG", "marker": "arrow"}, ("enemy", "movement", "assault"), False),
            ({"item": "MG", "marker": "arrow"}, ("enemy", "fire", "assault"), False),
            ({"item": "MG", "marker": "arrow", "face": "disabled"}, ("own", "fire", "assault"), False),
            ({"item": "MG", "marker": "arrow"}, ("own", "fire", "react"), False),
            ({"item": "MG", "marker": "arrow"}, ("own", "movement", "use"), False),
            ({"item": "Medic"}, ("own", "movement", "use"), True),
        ],
    )
    def test_what_a_marker_may_do_now(self, told: Any, step: tuple[str, str, str], allowed: bool) -> None:
        found = result("marker", **told, steps=[dict(zip(("seat", "phase", "do"), step, strict=True))])["steps"]
        assert found[0]["allowed"] is allowed

    @rule("2GM-14", "2GM-15")
    @pytest.mark.parametrize("primary", [None, "Bazooka"])
    def test_a_primary_weapon_lays_no_marker(self, primary: str | None) -> None:
        """Neither the printed one, which is no line of the card, nor what was exchanged for it."""
        units = {"a": unit(ARMED, primary=primary)}
        state = playing("fire", units).state
        assert use_weapon(use_weapon(state, "a", MAIN), "a", 0 if primary else MAIN) == state

    @rule("2GM-14", "2GM-15")
    def test_shots_turn_and_tilt(self) -> None:
        """EX-G20: the Sherman's MG is turned and tilted. EX-G21: grenades are only tilted."""
        units = {"s": unit(SHERMAN), "a": unit(LIGHT), "b": unit(LIGHT, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "s"}, {"attacker": "s", "weapon": "MG"}], roll={"shot:0": [1], "shot:1": [1]})
        assert after(reply, "s")["markers"] == {"MG": {"face": "disabled", "tilted": True}}
        reply = put("shot", units, attacker="a", target="b", weapon="Grenade", roll={"shot": [1]})
        assert after(reply, "a")["markers"] == {"Grenade": {"face": "active", "tilted": True}}

    @rule("2GM-14", "2GM-193")
    @pytest.mark.parametrize(("step", "rules"), [("movement", []), ("end", ["2GM-14"])])
    def test_before_the_end_a_marker_straightened_by_hand_is_ready(self, step: str, rules: list[str]) -> None:
        units = {"m": unit(LIGHT, damage=1, handled=["medic"], markers={"Medic": {"face": "active", "tilted": False}})}
        assert refused(playing(step, units), "care", unit="m", target="m") == rules

    @rule("2GM-14", "2GM-154")
    @pytest.mark.parametrize("tilted", [False, True])
    def test_a_marker_that_lies_tilted(self, tilted: bool) -> None:
        steps = [{"phase": "fire", "do": "use"}]
        assert result("marker", item="Grenade", face="active", tilted=tilted, steps=steps)["steps"][0]["allowed"] is not tilted

    @rule("2GM-16", "2GM-79")
    def test_the_ledger_says_what_the_hand_does(self) -> None:
        units = {"a": unit(SHERMAN, markers={"MG": {"face": "disabled"}, "HMG": {"face": "disabled"}})}
        session = playing("fire", units)
        session.dispatch(Advanced())
        assert session.prompt
        assert [(line.text.key, dict(line.text.values)["items"], line.ref.id) for line in session.prompt.lines] == [
            ("{unit}: turn to the active side: {items}", "MG, HMG", "2GM-16")
        ]
        session.answer((0,))
        assert session.state.unit("a").trackers["markers"]["MG"]["face"] == "disabled"  # type: ignore[index, call-overload]

    @rule("2GM-19", "2GM-79")
    @pytest.mark.parametrize("straighten", ["any_end", "own_end"])
    def test_a_screen_cast_in_the_end_phase_is_active_after_the_next_reactivation(self, straighten: str) -> None:
        """Used in own turn 1, in whatever phase: straight as the enemy begins, turned up in own
        turn 2."""
        session = playing("end", {"t": unit({**TANK, "equipment": SCREEN}, row=1, column=4)}, readings={"marker_straighten": straighten})
        session = on(do(session, "lay_smoke", unit="t", item="Smoke Screen", on=["t"]), "start")
        assert lies(session) == {"face": "disabled", "tilted": False}
        session = on(on(session, "start"), "reactivation")
        assert lies(session) == {"face": "active", "tilted": False}


class TestArrowMarkers:
    @rule("2GM-15", "2GM-18")
    def test_a_declared_assault_uses_no_weapon(self) -> None:
        steps = [{"seat": "own", "turn": 1, "phase": "movement", "do": "assault"}, {"seat": "own", "turn": 1, "phase": "fire", "do": "assault"}]
        found = result("marker", item="MG", marker="arrow", steps=steps)["steps"]
        assert [(step["allowed"], step["face"]) for step in found] == [(True, "active"), (True, "disabled")]
        assert result("marker", item="MG", marker="arrow")["steps"] == []

    @rule("2GM-15", "2GM-14")
    @pytest.mark.parametrize(
        ("card", "weapon", "marker", "ref"),
        [
            (SHERMAN, "MG", {"face": "disabled"}, ["2GM-15"]),
            (SHERMAN, "MG:2", {"face": "active"}, []),
            (SHERMAN, "MG:2", {"face": "disabled"}, ["2GM-15"]),
            (LIGHT, "Grenade", {"face": "active", "tilted": True}, ["2GM-14"]),
            (HEAVY, "HMG", {"face": "dismounted"}, ["2GM-18"]),
            (HEAVY, "HMG", {"face": "mounted"}, []),
        ],
    )
    def test_a_weapon_that_is_not_ready(self, card: Any, weapon: str, marker: Any, ref: list[str]) -> None:
        units = {"a": unit(card, markers={weapon: marker}), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon=weapon) == ref

    @rule("2GM-15", "2GM-16")
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

    @rule("2GM-15", "2GM-69")
    def test_a_list_of_shots_is_judged(self) -> None:
        units = {"a": unit(SHERMAN, markers={"MG": {"face": "disabled"}}), "b": unit(LIGHT, 1), "d": unit(LIGHT, 1, where="destroyed")}
        for shots, no in (([{}, {"weapon": "MG"}], ["2GM-15"]), ([{"range": 3}], []), ([{"range": 4}], ["2GM-69"]), ([{"target": "d"}], ["2GM-174"])):
            assert refs("shots", units, attacker="a", shots=[{"target": "b", **each} for each in shots]) == no


class TestExchange:
    @rule("2GM-17", "2GM-142")
    def test_names(self) -> None:
        units = {"a": unit({**SHERMAN, "secondary": {**GUN_WITHOUT_RANGE, "impact": [7, 9], "range": 2}}), "b": unit(LIGHT, 1)}

        def first(weapon: str) -> Any:
            return put("shot", units, attacker="a", target="b", weapon=weapon)

        assert [first(name)["checks"][0]["target"] for name in ("primary", "secondary", "MRL", "hmg")] == [[4, 8], [7, 9], [5, 9], [4, 9]]
        assert "Cannon" in first("Cannon")["error"]

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

    @rule("2GM-142", "2GM-155")
    def test_what_was_exchanged_is_the_primary_weapon(self) -> None:
        """5+/9+ with Multiple (1): a second shot at 6+/10; its marker lies as it lay, and it
        reacts as often as it must."""
        flames = {"item": "Flamethrower", "marker": "double_arrow", "weapon": {"impact": [5, 9], "penetration": 4, "damage": 2, "range": 1}}
        state: dict[str, Any] = {"primary": "Flamethrower", "markers": {"Flamethrower": {"face": "active"}}, "row": 2, "column": 4}
        units = {"a": unit({**TANK, "skills": ["multiple:1"], "equipment": [flames]}, **state), "e": unit({**LIGHT, "life": 9}, 1, row=4, column=4)}
        asked = put("shots", units, attacker="a", target="e", shots=[{}, {}])["checks"]
        assert [check["target"] for check in asked] == [[5, 9], [6, 10]]
        assert put("shots", units, attacker="a", target="e", shots=[{}, {}, {}])["refused"]["refs"] == ["2GM-142"]
        session = playing("fire", units)
        for _ in range(2):
            do(session, "shot", (1,), attacker="a", target="e", weapon="primary")
        assert refused(session, "shot", attacker="a", target="e", weapon="primary")[0] == "2GM-68"
        assert dict(session.state.unit("a").trackers["markers"]["Flamethrower"]) == {"face": "active"}  # type: ignore[index,call-overload,arg-type]
        tilted = {**state, "markers": {"Flamethrower": {"face": "active", "tilted": True}}}
        for primary, no in (("Flamethrower", []), (None, ["2GM-155"])):
            once = {"a": unit(LIGHT, 1, row=4, column=4), "t": unit({**TANK, "equipment": [flames]}, **{**tilted, "primary": primary})}
            assert refs("assault", once, {"reaction_reuse": "once"}, assaulter="a", target="t", reaction="Flamethrower", weapon="primary") == no


class TestHeavyWeapons:
    @rule("2GM-18")
    def test_only_heavy_weapons_are_offered_for_mounting(self) -> None:
        """A rifle squad is told so before it names anything; of the rest only HMG and Mortar are
        to choose from."""
        session = playing("fire", {"a": unit(HEAVY), "b": unit(LIGHT)})
        assert [early(session, "mount", unit=each) for each in ("a", "b")] == [[], ["2GM-18"]]
        assert RULES.opening("mount").words(session.state, pairs(unit="a")) == {"item": ("HMG", "Mortar")}

    @rule("2GM-18", "2GM-51")
    def test_in_play(self) -> None:
        session = playing("movement", {"a": unit(HEAVY, row=1, deployed_turn=1, markers={"HMG": {"face": "dismounted"}}), "b": unit(LIGHT, 1)}, turn=3)
        do(session, "move", unit="a", row=2)
        on(session, "fire")
        assert "2GM-18" in refused(session, "shot", attacker="a", target="b", weapon="HMG")
        do(session, "mount", unit="a", item="HMG")
        assert refused(session, "mount", unit="a", item="HMG") == ["2GM-18"]
        do(session, "shot", (4,), attacker="a", target="b", weapon="HMG")
        on(session, "reactivation")
        assert refused(session, "dismount", unit="a", item="HMG") == ["2GM-18"]
        on(on(session, "start"), "movement")
        on(on(session, "start"), "movement")
        assert session.state.seat == 0
        assert "2GM-51" in refused(session, "move", unit="a", row=3, path=["plain"])
        on(session, "reactivation")
        do(session, "dismount", unit="a", item="HMG")
        assert refused(session, "dismount", unit="a", item="HMG") == ["2GM-18"]
        assert refused(session, "mount", unit="a", item="Bazooka") == ["2GM-77", "2GM-66"]

    @rule("2GM-18", "2GM-57")
    def test_nobody_mounts_a_weapon_in_the_middle_of_an_assault(self) -> None:
        """A mounted unit could not advance; once the target is gone it may."""
        units = {"a": unit(HEAVY, row=3, column=3, markers={"HMG": {"face": "dismounted"}}, assaulting="x"), "x": unit(PAK, 1, row=3, column=3)}
        assert refused(playing("fire", units), "mount", unit="a", item="HMG") == ["2GM-57"]
        gone = {**units, "x": unit(PAK, 1, where="destroyed")}
        assert refused(playing("fire", gone), "mount", unit="a", item="HMG") == []

    @rule("2GM-18", "2GM-120")
    @pytest.mark.parametrize(
        ("item", "owner", "kind"),
        [
            ("HMG*", {}, "asterisk"),
            ("Mortar*", {}, "asterisk"),
            ("Mortar", {}, "asterisk"),
            ("HMG", {"owner": "infantry"}, "asterisk"),
            ("HMG", {"owner": "tank"}, "arrow"),
            ("HMG", {}, "arrow"),
            ("Mortar", {"owner": "tank"}, "none"),
        ],
    )
    def test_an_asterisk_by_the_name(self, item: str, owner: dict[str, Any], kind: str) -> None:
        assert result("marker", item=item, steps=[], **owner)["marker"] == kind


class TestReactions:
    @rule("2GM-155")
    def test_by_another_reading_a_tilted_weapon_does_not_react_again(self) -> None:
        units = {"i": unit(LIGHT), "p": unit(LIGHT, 1, markers={"Grenade": {"face": "active", "tilted": True}})}
        told = {"assaulter": "i", "target": "p", "weapon": "primary", "reaction": "Grenade"}
        assert refs("assault", units, **told) == []
        assert refs("assault", units, {"reaction_reuse": "once"}, **told) == ["2GM-155"]

    @rule("2GM-155", "2GM-14")
    def test_the_rule_of_a_weapon_that_reacted(self) -> None:
        by = unit(LIGHT, markers={"Grenade": {"face": "active", "tilted": True}})
        for readings, role, rules in (({}, "reaction", []), ({"reaction_reuse": "once"}, "reaction", ["2GM-155"]), ({}, "attack", ["2GM-14"])):
            told: dict[str, Any] = {"weapon": "Grenade", "range": 1, "as": role}
            reply = shot(by, unit(LIGHT, 1), readings, **told)
            assert reply.get("refused", {"refs": []})["refs"] == rules


class TestMarkersByHand:
    @rule("2GM-14", "2GM-15")
    @pytest.mark.parametrize(
        ("item", "kind", "ready", "lies"),
        [
            ("MG", "arrow", True, ("active", False)),
            ("MG", "arrow", False, ("disabled", False)),
            ("Grenade", "none", True, ("active", False)),
            ("Grenade", "none", False, ("active", True)),
        ],
    )
    def test_ready_or_not(self, item: str, kind: str, ready: bool, lies: tuple[str, bool]) -> None:
        """What a hand switches off is disabled, or tilted where it has no arrow."""
        card = {**LIGHT, "equipment": [{"item": item, "marker": kind, "weapon": GUN}]}
        one = playing("fire", {"u": unit(card, markers={item: ready})}).state
        found = marker(one, one.unit("u"), item)
        assert (found.face, found.tilted) == lies

    @rule("2GM-18", "2GM-51")
    @pytest.mark.parametrize(("ready", "move", "fire"), [(True, ["2GM-51"], []), (False, [], ["2GM-18"])])
    def test_a_heavy_weapon_is_mounted_or_not(self, ready: bool, move: list[str], fire: list[str]) -> None:
        units = {"h": unit(HEAVY, row=1, markers={"HMG": ready}), "b": unit(LIGHT, 1)}
        assert refused(playing("movement", units), "move", unit="h", row=2) == move
        assert refused(playing("fire", units), "shot", attacker="h", target="b", weapon="HMG") == fire

    @rule("2GM-66", "2GM-16")
    def test_the_rest_of_the_equipment_stays(self) -> None:
        """The MG of a Sherman that nobody deployed is switched off; the HMG still fires, and the
        next Reactivation turns the MG."""
        units = {"s": unit(SHERMAN, row=1, column=4), "b": unit({**LIGHT, "life": 9}, 1, row=5, column=4)}
        session = playing("fire", units)
        session.dispatch(TrackerSet("s", "markers", frozen({"MG": False})))
        assert refused(session, "shot", attacker="s", target="b", weapon="MG") == ["2GM-15"]
        do(session, "shot", (1,), attacker="s", target="b", weapon="HMG")
        on(session, "reactivation")
        on(on(on(session, "end"), "fire"), "end")
        do(on(on(session, "start"), "fire"), "shot", (1,), attacker="s", target="b", weapon="MG")
        assert refused(session, "shot", attacker="s", target="b", weapon="MRL") == []

    @rule("2GM-15", "2GM-14")
    @pytest.mark.parametrize(
        ("before", "after", "said"),
        [
            ({"MG": True}, {"MG": False}, ["M4 Sherman: marker MG: disabled, upright"]),
            ({"MG": {"face": "active"}}, {"MG": True}, []),
            ({"MG": False}, {}, ["M4 Sherman: take the marker MG off"]),
        ],
    )
    def test_what_the_hand_does_then(self, before: Any, after: Any, said: list[str]) -> None:
        one, other = (playing("fire", {"s": unit(SHERMAN, markers=each)}).state.unit("s") for each in (before, after))
        assert [english(text) for text in marker_turned(one, other)] == said

    @rule("2GM-14", "2GM-18")
    def test_what_the_sheet_of_a_unit_shows(self) -> None:
        """Each item but Hit the Dirt, as its marker lies; of a deployed unit what it bought."""
        named = lambda one: [(part.place, *thawed(part.value).values()) for part in GLANCE.parts(one, "markers")]  # noqa: E731
        units = {
            "h": unit({**HEAVY, "equipment": HEAVY["equipment"][1:]}),
            "s": unit(SHERMAN, deployed_turn=1, markers={"MG": {"face": "disabled"}, "HMG": {"face": "active", "tilted": True}}),
        }
        state = playing("fire", units).state
        assert named(state.unit("h")) == [("Mortar", "dismounted", False), ("Bazooka", "active", False), ("Grenade", "active", False)]
        assert named(state.unit("s")) == [("MG", "disabled", False), ("HMG", "active", True)]
        assert GLANCE.parts(state.unit("s"), "damage") == ()


class TestReport:
    @rule("2GM-37")
    def test_a_row_is_no_marker(self) -> None:
        state = playing("fire", {"u": unit(LIGHT, row=3, column=4, damage=2)}).state
        assert laid(RULES, state.unit("u")) == {"damage": 2}
