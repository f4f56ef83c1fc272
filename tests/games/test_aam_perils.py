"""Axis & Allies Miniatures: abilities that throw further dice, are spent once, or reach from a
Commander to an attack."""

from typing import Any, ClassVar

import pytest

from engine.games.aam.abilities import FAMILIAR
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen, pairs
from engine.values.texts import english
from tests.games.aam_combat import CAPTAIN, RULES, SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule
TWO_HITS = {"attack": sixes(6, 11)}
"""Six of eleven dice against a defense of 5."""


def whats(reply: Any) -> list[str]:
    return [check["what"] for check in reply["checks"]]


def kept(reply: Any, unit: str, tracker: str) -> Any:
    """What the app remembers of a unit then."""
    return reply["after"].get(unit, {}).get(tracker)


def aboard(transport: str, seat: int = 1) -> dict[str, Any]:
    return {"card": SOLDIER, "seat": seat, "state": {"aboard": transport, "where": "inside"}}


class TestFire:
    @rule("AAM-86", "AAM-95", "AAM-120")
    @pytest.mark.parametrize(
        ("ability", "face", "fate"),
        [("fire_hazard", 5, "destroyed"), ("fire_hazard", 4, "damaged"), ("highly_flammable", 3, "destroyed"), ("highly_flammable", 2, "damaged")],
    )
    def test_a_vehicle_burns_when_it_receives_damaged(self, ability: str, face: int, fate: str) -> None:
        reply = attack(target=able(PANZER, **{ability: True}), roll={**TWO_HITS, ability: [face]})
        assert (reply["result"]["target"], change(reply, "b", "where")) == (fate, "destroyed" if fate == "destroyed" else None)

    @rule("AAM-86", "AAM-53")
    @pytest.mark.parametrize(
        ("ability", "odds"),
        [
            # none 281/1024, one hit 231/1024, two 253/512, three 3/512; a Damaged burns on 5 (1/3)
            # or 3
            # (2/3)
            ("fire_hazard", {"none": "281/1024", "disrupted": "231/1024", "damaged": "253/768", "destroyed": "131/768"}),
            ("highly_flammable", {"none": "281/1024", "disrupted": "231/1024", "damaged": "253/1536", "destroyed": "515/1536"}),
            # every attack, hit or miss, burns it with 1/3
            ("flammable", {"none": "281/1536", "disrupted": "77/512", "damaged": "253/768", "destroyed": "259/768"}),
        ],
    )
    def test_the_odds_of_a_fire(self, ability: str, odds: dict[str, str]) -> None:
        assert attack(target=able(PANZER, **{ability: True}))["odds"]["target"] == odds

    @rule("AAM-86", "AAM-64")
    def test_without_a_new_damaged_nothing_burns(self) -> None:
        hazard = able(PANZER, fire_hazard=True)
        assert attack(target=hazard, roll={"attack": sixes(5, 11)})["result"]["target"] == "disrupted"
        wreck = attack(target=hazard, at={"face_up": ["damaged"]}, roll=TWO_HITS)
        assert (whats(wreck), wreck["result"]["target"], change(wreck, "b", "where")) == (["attack"], "destroyed", None)

    @rule("AAM-104", "AAM-120")
    def test_who_is_aboard_burns_too(self) -> None:
        reply = attack(target=able(PANZER, fire_hazard=True), more={"p": aboard("b"), "q": aboard("c")}, roll={**TWO_HITS, "fire_hazard": [6]})
        assert (change(reply, "p", "where"), change(reply, "q", "where")) == ("destroyed", None)

    @rule("AAM-85", "AAM-86", "AAM-120")
    def test_defensive_fire_is_an_attack_too(self) -> None:
        """Eleven dice hit a defense of 5 with 743/1024."""
        reply = shot(target=able(SHERMAN, flammable=True))
        assert reply["odds"]["effect"] == {"none": "281/1536", "disrupted": "743/1536", "destroyed": "1/3"}

    @rule("AAM-86", "AAM-82", "AAM-120", "AAM-32")
    def test_a_mover_that_burns_goes_no_further(self) -> None:
        units = {"a": {"card": able(SHERMAN, flammable=True), "seat": 0}, "g": {"card": {**SOLDIER, "vehicles": [3, 3, 3]}, "seat": 1}}
        steps = [{"into": "clear", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left"}]}, {"into": "clear"}]
        told = {"unit": "a", "phase": "movement", "from": {"terrain": "clear"}, "steps": steps}
        burnt = ask("aam", "move", units, **told, roll={"defensive_fire:g": [1, 1, 1], "flammable:g": [5]})["result"]
        assert (burnt["end"], burnt["effect"], burnt["facing"]) == (0, "destroyed", "none")
        safe = ask("aam", "move", units, **told, roll={"defensive_fire:g": [1, 1, 1], "flammable:g": [4]})["result"]
        assert (safe["end"], safe["effect"]) == (2, "none")

    @rule("AAM-86", "AAM-59")
    def test_nobody_shoots_at_what_is_burnt(self) -> None:
        """Two attacks without a chance to hit: it survives both fires with 4/9."""
        feeble = {"card": {**SOLDIER, "vehicles": [1, 1, 1]}, "seat": 0}
        units = {"a": feeble, "c": feeble, "b": {"card": able(PANZER, flammable=True), "seat": 1}}
        reply = ask("aam", "attacks", units, target="b", range=2, arc="front", terrain="clear", attacks=[{"attacker": "a"}, {"attacker": "c"}])
        assert reply["odds"]["target"] == {"none": "4/9", "destroyed": "5/9"}


class TestFaces:
    FLAMES = able({**SHERMAN, "vehicles": [5, 5, 5]}, flamethrower=True)

    @rule("AAM-86", "AAM-120")
    @pytest.mark.parametrize(("faces", "fate"), [([6, 6, 6, 4], "destroyed"), ([6, 6, 5, 5], "none")])
    def test_three_sixes_of_flames_destroy(self, faces: list[int], fate: str) -> None:
        reply = attack(self.FLAMES, range=1, roll={"attack": [*faces, 1], "sixes": faces})
        assert (reply["result"]["target"], reply["result"]["hits"]) == (fate, 0)

    @rule("AAM-86", "AAM-88")
    @pytest.mark.parametrize("more", [{}, {"crack_shot": True}, {"inaccurate": 1}, {"inaccurate": 3}, {"inaccurate": -3}])
    def test_the_odds_of_three_sixes(self, more: Any) -> None:
        """Of four dice three or four sixes: 21 of 1296, whatever counts as a success."""
        gun = able({**SHERMAN, "vehicles": [4, 4, 4]}, flamethrower=True, **more)
        assert attack(gun, range=1)["odds"]["target"] == {"none": "425/432", "destroyed": "7/432"}
        assert attack(gun, range=2)["odds"]["target"] == {"none": "1"}

    @rule("AAM-86", "AAM-53")
    def test_flames_hit_as_well(self) -> None:
        """Five sixes against a defense of 5; two of them 6 only: one hit."""
        reply = attack(self.FLAMES, range=1, roll={"attack": [6, 6, 5, 5, 4], "sixes": 2})
        assert (reply["result"]["hits"], reply["result"]["target"]) == (1, "disrupted")

    @rule("AAM-86", "AAM-95")
    @pytest.mark.parametrize(("ones", "hot"), [([1, 1, 1, 2, 3], True), ([1, 1, 2, 2, 3], False)])
    def test_three_ones_overheat_a_gun(self, ones: list[int], hot: bool) -> None:
        reply = attack(able(SHERMAN, overheat=True), roll={"attack": [6] * 6 + ones, "ones": ones})
        assert change(reply, "a", "face_up") == (["disrupted"] if hot else None)
        assert bool(kept(reply, "a", "overheated")) is hot
        assert reply["result"]["hits"] == 2

    @rule("AAM-86", "AAM-51")
    def test_overheating_changes_nothing_for_the_target(self) -> None:
        assert attack(able(SHERMAN, overheat=True))["odds"]["target"] == attack()["odds"]["target"]
        assert whats(attack(able(SHERMAN, overheat=True), roll={"attack": sixes(9, 11)})) == ["attack"]

    @rule("AAM-86", "AAM-62")
    def test_it_stays_disrupted_through_one_casualty_phase(self) -> None:
        hot = {"face_up": ["disrupted"], "overheated": True}
        first = ask("aam", "casualty", {"a": {"card": able(SHERMAN, overheat=True), "state": hot}})
        assert (change(first, "a", "face_up"), bool(kept(first, "a", "overheated"))) == (None, False)
        then = ask("aam", "casualty", {"a": {"card": able(SHERMAN, overheat=True), "state": {**hot, "overheated": False}}})
        assert change(then, "a", "face_up") == []


class TestOnce:
    HEAVY = able(PANZER, heavy_armor=True)

    @rule("AAM-86", "AAM-94")
    @pytest.mark.parametrize(
        ("successes", "before", "down", "spent"),
        [
            (6, [], ["disrupted"], ["heavy_armor"]),
            (6, ["heavy_armor"], ["disrupted", "damaged"], ["heavy_armor"]),
            (5, [], ["disrupted"], []),
            (10, [], ["disrupted", "damaged"], ["heavy_armor"]),
        ],
    )
    def test_heavy_armor_ignores_the_first_damaged(self, successes: int, before: list[str], down: list[str], spent: list[str]) -> None:
        reply = attack(target=self.HEAVY, at={"used_up": before}, roll={"attack": sixes(successes, 11)})
        assert (change(reply, "b", "face_down"), kept(reply, "b", "used_up") or []) == (down, spent)

    @rule("AAM-86", "AAM-59", "AAM-94")
    @pytest.mark.parametrize("ladder", ["per_turn", "per_phase"])
    def test_the_next_hit_finds_the_step_still_there(self, ladder: str) -> None:
        units = {"a": {"card": SHERMAN, "seat": 0}, "c": {"card": SHERMAN, "seat": 0}, "b": {"card": self.HEAVY, "seat": 1}}
        reply = ask(
            "aam",
            "attacks",
            units,
            {"ladder": ladder},
            target="b",
            range=4,
            arc="front",
            terrain="clear",
            attacks=[{"attacker": "a"}, {"attacker": "c"}],
            roll={"attack:0": sixes(6, 11), "attack:1": sixes(5, 11)},
        )
        assert reply["result"]["target"] == "damaged"

    @rule("AAM-86", "AAM-94")
    def test_an_ignored_damaged_sets_nothing_alight(self) -> None:
        reply = attack(target=able(PANZER, heavy_armor=True, fire_hazard=True), roll=TWO_HITS)
        assert (whats(reply), reply["result"]["target"]) == (["attack"], "disrupted")

    @rule("AAM-86", "AAM-53")
    @pytest.mark.parametrize(("fired", "hits", "fate", "spent"), [(True, 3, "destroyed", ["armor_piercing_rounds"]), (False, 2, "damaged", [])])
    def test_armor_piercing_rounds(self, fired: bool, hits: int, fate: str, spent: list[str]) -> None:
        gun = able(SHERMAN, armor_piercing_rounds=True)
        reply = attack(gun, roll=TWO_HITS, answers={"armor_piercing_rounds": fired})
        assert (reply["result"]["hits"], reply["result"]["target"], kept(reply, "a", "used_up") or []) == (hits, fate, spent)

    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("card", "target", "by", "dice"),
        [
            (SHERMAN, PANZER, {}, (6, 11)),
            (able(SHERMAN, armor_piercing_rounds=True), SOLDIER, {}, (5, 9)),
            (able(SHERMAN, armor_piercing_rounds=True), PANZER, {"used_up": ["armor_piercing_rounds"]}, (6, 11)),
            (able(SHERMAN, armor_piercing_rounds=True), PANZER, {}, (5, 11)),
        ],
    )
    def test_they_are_not_always_there(self, card: Any, target: Any, by: Any, dice: tuple[int, int]) -> None:
        units = {"a": {"card": card, "seat": 0, "state": by}, "b": {"card": target, "seat": 1}}
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=4, arc="front", terrain="clear")))
        session.answer(tuple(sixes(*dice)))
        assert session.prompt is None


class TestNerves:
    @rule("AAM-86", "AAM-62", "AAM-95")
    @pytest.mark.parametrize(("face", "lines", "left"), [(4, ["T: remove Disrupted"], ()), (3, [], ("disrupted",))])
    def test_the_green_need_a_four(self, face: int, lines: list[str], left: tuple[str, ...]) -> None:
        units = {
            "t": {"card": {**able(SOLDIER, green=True), "name": "T"}, "state": {"face_up": ["disrupted"]}},
            "u": {"card": {**SHERMAN, "name": "U"}, "state": {"face_down": ["disrupted"]}},
        }
        session = playing("casualty", units)
        session.dispatch(Opened("casualty"))
        assert session.prompt
        assert session.prompt.key == "green:t"
        session.answer((face,))
        assert [english(line.text) for line in session.prompt.lines] == [*lines, "U: turn face up: Disrupted"]
        session.answer(())
        assert session.state.unit("t").marks("face_up") == left

    @rule("AAM-86", "AAM-95")
    @pytest.mark.parametrize("state", [{}, {"face_down": ["disrupted"]}, {"face_up": ["disrupted"], "overheated": True}])
    def test_the_green_roll_for_nothing_else(self, state: Any) -> None:
        assert ask("aam", "casualty", {"a": {"card": able(SOLDIER, green=True), "state": state}}).get("checks", []) == []

    @rule("AAM-86", "AAM-120", "AAM-82")
    def test_without_determination_defensive_fire_destroys(self) -> None:
        weak = able(SOLDIER, lack_of_determination=True)
        hit = shot(SOLDIER, weak, roll={"attack": sixes(4, 8)})
        assert (hit["result"]["effect"], change(hit, "b", "where")) == ("destroyed", "destroyed")
        assert shot(SOLDIER, weak, roll={"attack": sixes(3, 8)})["result"]["effect"] == "none"

    @rule("AAM-86", "AAM-25")
    @pytest.mark.parametrize(("state", "where"), [({"face_down": ["disrupted"]}, "destroyed"), ({"face_up": ["disrupted"]}, None)])
    def test_and_so_does_a_marker_that_turns(self, state: Any, where: str | None) -> None:
        """One that goes at the start of the phase is not got in it."""
        reply = ask("aam", "casualty", {"a": {"card": able(SOLDIER, lack_of_determination=True), "state": state}})
        assert change(reply, "a", "where") == where


class TestCommandersNearby:
    def led(
        self,
        ability: str,
        attacker: Any,
        target: Any,
        seat: int = 0,
        question: str = "attack",
        leader: Any = None,
        state: Any = None,
        near: bool = True,
        **told: Any,
    ) -> dict[str, Any]:
        card = able(leader or CAPTAIN, **({ability: True} if ability else {}))
        more = {"k": {"card": card, "seat": seat, "state": state or {}}}
        return attack(attacker, target, question=question, more=more, range=1, **({"commanders": ["k"]} if near else {}), **told)

    def dice(self, reply: Any) -> int:
        return int(reply["checks"][0]["dice"])

    @rule("AAM-86", "AAM-50")
    @pytest.mark.parametrize(
        ("told", "count"), [({}, 9), ({"near": False}, 8), ({"seat": 1}, 8), ({"leader": SOLDIER}, 8), ({"state": {"face_up": ["disrupted"]}}, 9)]
    )
    def test_coordinated_fire_next_to_a_commander(self, told: Any, count: int) -> None:
        assert self.dice(self.led("", able(SOLDIER, coordinated_fire=True), SOLDIER, **told)) == count

    @rule("AAM-86", "AAM-91", "AAM-93", "AAM-52")
    @pytest.mark.parametrize(
        ("ability", "attacker", "question", "told", "number"),
        [
            ("stalwart", SOLDIER, "defensive_fire", {}, 3),
            ("stalwart", SOLDIER, "attack", {}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"state": {"face_up": ["disrupted"]}}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"seat": 1}, 4),
            ("stalwart", SOLDIER, "defensive_fire", {"near": False}, 4),
            ("intimidation", SOLDIER, "attack", {"seat": 1}, 5),
            ("intimidation", SOLDIER, "attack", {}, 4),
            ("intimidation", SHERMAN, "attack", {"seat": 1}, 4),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}}, 4),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}, "near": False}, 5),
            ("bravery_enforcement", SOLDIER, "attack", {"by": {"face_up": ["disrupted"]}, "state": {"face_up": ["disrupted"]}}, 5),
        ],
    )
    def test_each_die(self, ability: str, attacker: Any, question: str, told: Any, number: int) -> None:
        assert targets(self.led(ability, attacker, SOLDIER, question=question, **told))["attack"] == number

    @rule("AAM-86", "AAM-69")
    @pytest.mark.parametrize(("attacker", "number"), [(SOLDIER, 5), (SHERMAN, 4)])
    def test_a_pinpointer_spoils_cover_for_soldiers(self, attacker: Any, number: int) -> None:
        assert targets(self.led("pinpointer", attacker, SOLDIER, terrain="town"))["cover"] == number

    @rule("AAM-86", "AAM-50")
    @pytest.mark.parametrize(
        ("attacker", "target", "question", "count"), [(SHERMAN, PANZER, "attack", 14), (SHERMAN, PANZER, "defensive_fire", 13), (SOLDIER, SOLDIER, "attack", 8)]
    )
    def test_command_leadership_is_for_vehicles_in_an_assault(self, attacker: Any, target: Any, question: str, count: int) -> None:
        assert self.dice(self.led("command_leadership", attacker, target, question=question)) == count

    @rule("AAM-86", "AAM-55", "AAM-91")
    @pytest.mark.parametrize(
        ("ability", "question", "told", "needed"),
        [
            ("elan", "defensive_fire", {"seat": 1}, 5),
            ("fearless", "defensive_fire", {"seat": 1}, 5),
            ("elan", "attack", {"seat": 1}, 4),
            ("elan", "defensive_fire", {"seat": 0}, 4),
        ],
    )
    def test_elan_against_defensive_fire(self, ability: str, question: str, told: Any, needed: int) -> None:
        reply = self.led(ability, SOLDIER, SOLDIER, question=question, **told)
        assert reply["checks"][0]["needs"] == needed

    @rule("AAM-91")
    def test_two_of_them_are_no_better_than_one(self) -> None:
        more = {key: {"card": able(CAPTAIN, **{ability: True}), "seat": 1} for key, ability in {"k": "elan", "l": "fearless"}.items()}
        assert shot(SOLDIER, SOLDIER, more=more, commanders=["k", "l"])["checks"][0]["needs"] == 5

    @rule("AAM-86", "AAM-68")
    @pytest.mark.parametrize(
        ("terrain", "target", "asked"), [("clear", SOLDIER, "attack"), ("town", SOLDIER, "led:0"), ("clear", able(SOLDIER, low_silhouette=True), "led:0")]
    )
    def test_a_game_asks_only_where_it_matters(self, terrain: str, target: Any, asked: str) -> None:
        units = {"a": {"card": SOLDIER, "seat": 0}, "b": {"card": target, "seat": 1}, "k": {"card": able(CAPTAIN, pinpointer=True), "seat": 0}}
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain=terrain)))
        assert session.prompt
        assert session.prompt.key == asked

    @rule("AAM-86", "AAM-133")
    def test_a_game_asks_who_is_near(self) -> None:
        units = {
            "a": {"card": able(SOLDIER, coordinated_fire=True), "seat": 0},
            "b": {"card": SOLDIER, "seat": 1},
            "k": {"card": CAPTAIN, "seat": 0},
            "m": {"card": SOLDIER, "seat": 0},
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain="clear")))
        assert session.prompt
        assert (session.prompt.key, [option.key for option in session.prompt.options]) == ("led:0", ["nobody", "k"])
        session.answer("k")
        assert session.prompt.checks[0].dice == 9

    @rule("AAM-86")
    def test_the_ability_is_told_in_words(self) -> None:
        row = self.led("stalwart", SOLDIER, SOLDIER, question="defensive_fire")["checks"][0]["modifiers"][0]
        assert (row["why"], row["ref"]) == ("Stalwart", "AAM-91")


class TestUnseen:
    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("ability", "target", "spotter", "hexes", "no"),
        [
            ("indirect_fire", SOLDIER, "spotter", 8, []),
            ("indirect_fire", SOLDIER, "spotter", 9, ["AAM-86"]),
            ("indirect_fire", PANZER, "spotter", 8, ["AAM-86"]),
            ("indirect_fire", SOLDIER, "recon", 8, ["AAM-86"]),
            ("bombardment", SOLDIER, "spotter", 8, ["AAM-86"]),
        ],
    )
    def test_indirect_fire_by_a_spotter_within_eight(self, ability: str, target: Any, spotter: str, hexes: int, no: list[str]) -> None:
        more = {"s": {"card": able(SOLDIER, **{spotter: True}), "seat": 0}, "e": {"card": able(SOLDIER, spotter=True), "seat": 1}}
        assert refused(attack(able(SHERMAN, **{ability: True}), target, more=more, spotted=hexes)) == no
        assert refused(attack(able(SHERMAN, **{ability: True}), target, more=more)) == []

    @rule("AAM-86", "AAM-87")
    @pytest.mark.parametrize(
        ("ability", "target", "kept_down"), [("covering_fire", SOLDIER, True), ("covering_fire", PANZER, None), ("crack_shot", SOLDIER, None)]
    )
    def test_covering_fire_keeps_soldiers_down(self, ability: str, target: Any, kept_down: Any) -> None:
        dice = 9 if target is SOLDIER else 11
        reply = attack(able(SHERMAN, **{ability: True}), target, roll={"attack": [1] * dice})
        assert change(reply, "b", "kept_down") is kept_down

    @rule("AAM-86", "AAM-87")
    def test_who_is_kept_down_fires_no_more_until_the_turn_ends(self) -> None:
        assert refused(shot(SOLDIER, SOLDIER, by={"kept_down": True})) == ["AAM-87"]
        assert refused(attack(SOLDIER, SOLDIER, by={"kept_down": True})) == []
        session = playing("end", {"a": {"card": SOLDIER, "seat": 0, "state": {"kept_down": True}}, "b": {"card": SOLDIER, "seat": 1}})
        turn = session.state.turn
        while session.state.turn == turn and not session.prompt:
            session.dispatch(Advanced())
        assert not session.state.unit("a").trackers.get("kept_down")


class TestRecon:
    UNITS: ClassVar[dict[str, Any]] = {"x": {"card": able(SOLDIER, recon=True), "seat": 0}, "y": {"card": SOLDIER, "seat": 1}}

    @rule("AAM-86", "AAM-18", "AAM-19")
    @pytest.mark.parametrize(
        ("recon", "faces", "bonus", "winner"),
        [
            ([True, False], [[1, 3], [2, 2]], [1, 0], 0),
            ([False, False], [[1, 3], [2, 2]], [0, 0], None),
            ([True, False], [[1, 2], [2, 2]], [1, 0], 0),
            ([True, False], [[1, 1], [2, 2]], [1, 0], 1),
        ],
    )
    def test_one_more_while_it_sees_an_enemy(self, recon: Any, faces: Any, bonus: list[int], winner: int | None) -> None:
        """On equal totals the bonus decides, Recon's too."""
        reply = ask("aam", "initiative", self.UNITS, recon=recon, roll={"initiative": faces})
        assert (reply["result"]["bonus"], reply["result"]["winner"]) == (bonus, winner)

    @rule("AAM-86", "AAM-90")
    @pytest.mark.parametrize(("sees", "expected"), [(True, [("recon", 1)]), (False, [])])
    def test_a_game_asks_whether_it_does(self, sees: bool, expected: Any) -> None:
        session = playing("initiative", {**self.UNITS, "z": self.UNITS["x"]})
        session.dispatch(Opened("initiative"))
        assert session.prompt
        assert session.prompt.key == "recon:0"
        session.answer(sees)
        assert [(row.key, row.amount) for row in session.prompt.checks[0].modifiers] == expected
        assert session.prompt.checks[1].modifiers == ()

    @rule("AAM-18", "AAM-90")
    def test_a_bonus_told_is_the_whole_bonus(self) -> None:
        session = playing("initiative", self.UNITS)
        session.dispatch(Opened("initiative", pairs(bonus=(0, 0))))
        assert session.prompt
        assert session.prompt.key == "initiative"


class TestVanguard:
    def moved(self, card: Any, *into: str) -> dict[str, Any]:
        return ask("aam", "vanguard", {"a": {"card": card, "seat": 0}}, unit="a", steps=[{"into": each} for each in into])

    @rule("AAM-86", "AAM-27", "AAM-37")
    def test_four_hexes_whatever_the_speed(self) -> None:
        ahead = able(PANZER, vanguard=True)
        assert self.moved(ahead, "clear", "hill", "clear")["result"]["allowance"] == 4
        assert refused(self.moved(ahead, "clear", "clear", "clear", "clear")) == []
        assert refused(self.moved(ahead, "clear", "clear", "clear", "hill")) == ["AAM-37"]
        assert refused(self.moved({**ahead, "speed": 6}, *["clear"] * 5)) == ["AAM-27"]
        assert refused(self.moved(PANZER, "clear")) == ["AAM-86"]

    @rule("AAM-86", "AAM-21")
    def test_once_before_the_first_turn(self) -> None:
        units = {"a": {"card": able(PANZER, vanguard=True), "seat": 0}}
        session = playing("initiative", units)
        session.dispatch(Opened("vanguard", pairs(unit="a")))
        for _ in range(4):
            session.answer(frozen({"into": "clear", "road": False, "across": ()}))
        session.answer(frozen({"road": False, "across": ()}))  # a fifth hex would be the free one along a road
        assert session.prompt
        assert session.prompt.key == "facing"
        session.answer(())
        with pytest.raises(Refused) as no:
            session.dispatch(Opened("vanguard", pairs(unit="a")))
        assert [each.key for each in no.value.why] == ["already_moved"]
        with pytest.raises(Refused) as no:
            playing("initiative", units, turn=2).dispatch(Opened("vanguard", pairs(unit="a")))
        assert [each.ref.id for each in no.value.why] == ["AAM-86"]
        with pytest.raises(Refused) as no:
            playing("first_movement", units).dispatch(Opened("vanguard", pairs(unit="a")))
        assert "vanguard" in [each.key for each in no.value.why]


@rule("AAM-11", "AAM-86")
def test_every_ability_has_words() -> None:
    assert sorted(key for key in FAMILIAR if key not in RULES.words) == []
    assert english(RULES.words["extended_range"]) == "Extended Range"


@rule("AAM-86")
@pytest.mark.parametrize("ability", ["fire_hazard", "highly_flammable", "flammable", "heavy_armor", "lack_of_determination", "green"])
def test_what_is_worked_out_is_not_left_to_the_hand(ability: str) -> None:
    assert rows(attack(target=able(PANZER, **{ability: True})), "attack") == []


@rule("AAM-86")
@pytest.mark.parametrize("ability", ["flamethrower", "overheat", "armor_piercing_rounds", "coordinated_fire", "stalwart", "elan"])
def test_nor_is_it_at_the_attacker(ability: str) -> None:
    assert rows(attack(able(SHERMAN, **{ability: True})), "attack") == []
