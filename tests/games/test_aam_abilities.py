"""Axis & Allies Miniatures: abilities of the cards that change an attack."""

from typing import Any

import pytest

from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.aam_combat import CAPTAIN, PAK, SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule


def dice(reply: Any) -> int:
    return int(reply["checks"][0]["dice"])


def needs(reply: Any) -> int:
    return int(reply["checks"][0]["needs"])


class TestRange:
    @rule("AAM-96", "AAM-13")
    @pytest.mark.parametrize(
        ("target", "hexes", "no"), [(SHERMAN, 9, []), (SHERMAN, 10, []), (SHERMAN, 11, ["AAM-13"]), (SOLDIER, 8, []), (SOLDIER, 9, ["AAM-13"])]
    )
    def test_extended_range_is_for_vehicles(self, target: Any, hexes: int, no: list[str]) -> None:
        """E-19."""
        reply = attack(PANZER, target, range=hexes)
        assert refused(reply) == no
        assert no or dice(reply) == (11 if target is SHERMAN else 6)

    @rule("AAM-86", "AAM-13")
    @pytest.mark.parametrize("target", [PANZER, SOLDIER])
    def test_enhanced_range_is_for_all(self, target: Any) -> None:
        gun = able(SHERMAN, enhanced_range=16)
        assert (refused(attack(gun, target, range=16)), refused(attack(gun, target, range=17))) == ([], ["AAM-13"])

    @rule("AAM-86", "AAM-95", "AAM-13")
    def test_limited_range_ends_it(self) -> None:
        short = able(SHERMAN, limited_range=3, enhanced_range=12)
        assert (refused(attack(short, range=3)), refused(attack(short, range=4))) == ([], ["AAM-13"])

    @rule("AAM-96")
    def test_an_ability_without_its_number_stretches_nothing(self) -> None:
        assert refused(attack(able(SHERMAN, extended_range=True), range=9)) == ["AAM-13"]


class TestDice:
    @rule("AAM-86", "AAM-50", "AAM-74")
    @pytest.mark.parametrize(
        ("hexes", "target", "count", "cover"), [(0, PANZER, 6, False), (1, PANZER, 2, False), (0, SOLDIER, 12, False), (1, SOLDIER, 8, True)]
    )
    def test_close_assault_and_hand_to_hand_in_the_same_hex(self, hexes: int, target: Any, count: int, cover: bool) -> None:
        reply = attack(able(SOLDIER, close_assault=6, hand_to_hand=12), target, range=hexes, terrain="town")
        assert dice(reply) == count
        assert ("cover" in targets(reply)) is cover
        assert reply["checks"][0]["dice_rows"][0]["ref"] == ("AAM-86" if hexes == 0 else "AAM-13")
        assert targets(attack(SHERMAN, target, range=0, terrain="town"))["cover"] == (5 if target is SOLDIER else 6)

    @rule("AAM-86", "AAM-14")
    def test_close_assault_without_a_row_of_its_own(self) -> None:
        bare = able({**SOLDIER, "vehicles": [None, None, None]}, close_assault=6)
        assert (refused(attack(bare, range=0)), refused(attack(bare, range=1))) == ([], ["AAM-14"])

    @rule("AAM-86", "AAM-12")
    @pytest.mark.parametrize(
        ("ability", "target", "told", "more"),
        [
            ("commander_hunter", CAPTAIN, {}, 2),
            ("commander_hunter", SOLDIER, {}, 0),
            ("gun_crew_hunter", PAK, {}, 2),
            ("gun_crew_hunter", {**PAK, "subtypes": ["Artillery"]}, {}, 2),
            ("gun_crew_hunter", SOLDIER, {}, 0),
            ("ss_hunter", {**SOLDIER, "subtypes": ["ss"]}, {}, 2),
            ("ss_hunter", SOLDIER, {}, 0),
            ("flanking_attack", PANZER, {"arc": "rear"}, 1),
            ("flanking_attack", PANZER, {"arc": "front"}, 0),
            ("flanking_attack", PANZER, {"range": 0}, 1),
            ("flanking_attack", SOLDIER, {"arc": "rear"}, 0),
            ("quick_swivel", PANZER, {}, 0),
        ],
    )
    def test_dice_more(self, ability: str, target: Any, told: Any, more: int) -> None:
        card = able({**SHERMAN, "soldiers": [9, 9, 9], "vehicles": [9, 9, 9]}, **{ability: True})
        reply = attack(card, target, **{"range": 1, **told})
        assert dice(reply) == 9 + more
        assert [row["key"] for row in reply["checks"][0]["dice_rows"]] == ["dice", *([ability] if more else [])]

    @rule("AAM-86", "AAM-14")
    def test_dice_more_than_none_are_none(self) -> None:
        assert refused(attack(able(SOLDIER, flanking_attack=True), arc="rear", range=2)) == ["AAM-14"]

    @rule("AAM-86", "AAM-85")
    def test_quick_swivel_and_gung_ho_in_defensive_fire(self) -> None:
        reply = shot(able(PAK, quick_swivel=True, gung_ho=True))
        assert (dice(reply), targets(reply)["attack"]) == (12, 3)
        assert targets(attack(able(SHERMAN, gung_ho=True)))["attack"] == 4

    @rule("AAM-86", "AAM-12")
    @pytest.mark.parametrize(
        ("ability", "arc", "hexes", "count"),
        [
            ("open_back", "rear", 1, 8),
            ("open_back", "front", 1, 2),
            ("open_back", None, 0, 8),
            ("open_exposed_crew", "front", 1, 8),
            ("high_gear", "rear", 1, 2),
        ],
    )
    def test_an_open_back_or_crew_lets_soldiers_dice_be_used(self, ability: str, arc: Any, hexes: int, count: int) -> None:
        assert dice(attack(SOLDIER, able(PANZER, **{ability: True}), arc=arc, range=hexes)) == count

    @rule("AAM-86", "AAM-12")
    def test_the_better_row_is_used(self) -> None:
        assert dice(attack(SHERMAN, able(PANZER, open_exposed_crew=True))) == 11

    @rule("AAM-86")
    @pytest.mark.parametrize(("target", "hits", "told"), [(SOLDIER, 2, [("shrapnel", 0, "AAM-86")]), (able(PANZER), 0, [])])
    def test_shrapnel_doubles_successes_against_soldiers(self, target: Any, hits: int, told: Any) -> None:
        """And says so: the defense that the successes are compared with is the printed one."""
        gun = able({**SHERMAN, "soldiers": [9, 9, 9], "vehicles": [9, 9, 9]}, shrapnel=2)
        reply = attack(gun, target, roll={"attack": sixes(3, 9)})
        assert (reply["result"]["hits"], reply["checks"][0]["needs"], rows(reply, "attack")) == (hits, target["defense"][0], told)


class TestEachDie:
    @rule("AAM-86", "AAM-88", "AAM-95")
    @pytest.mark.parametrize(
        ("abilities", "target", "at", "number"),
        [
            ({"crack_shot": True}, PANZER, {}, 3),
            ({"inaccurate": 1}, PANZER, {}, 5),
            ({"inaccurate": 2}, PANZER, {}, 6),
            ({"inaccurate": True}, PANZER, {}, 5),
            ({"tank_hunter": True}, PANZER, {}, 3),
            ({"tank_hunter": True}, SOLDIER, {}, 4),
            ({"ruthless": True}, PANZER, {}, 4),
            ({"ruthless": True}, PANZER, {"face_up": ["disrupted"]}, 3),
            ({"ruthless": True}, PANZER, {"face_up": ["damaged"]}, 3),
            ({"ruthless": True}, PANZER, {"face_down": ["disrupted"]}, 4),
            ({"crack_shot": True, "tank_hunter": True}, PANZER, {}, 2),
            ({"crack_shot": False}, PANZER, {}, 4),
        ],
    )
    def test_bonuses_and_drawbacks(self, abilities: Any, target: Any, at: Any, number: int) -> None:
        assert targets(attack(able(SHERMAN, **abilities), target, at=at))["attack"] == number

    @rule("AAM-86", "AAM-52", "AAM-94")
    @pytest.mark.parametrize(
        ("ability", "marks", "number", "needed"),
        [
            ("veteran_crew", ["disrupted"], 4, 4),
            ("veteran_crew", ["disrupted", "damaged"], 5, 4),
            ("fanatic", ["disrupted"], 4, 5),
            ("hero", ["disrupted"], 4, 5),
            ("fanatic", ["damaged"], 5, 4),
            ("brave", ["disrupted"], 5, 4),
        ],
    )
    def test_those_who_mind_disruption_less(self, ability: str, marks: list[str], number: int, needed: int) -> None:
        """A Veteran Crew only loses the penalty of its dice; who ignores the marker has it not
        at all."""
        card = able(PANZER, **{ability: True})
        assert targets(attack(card, SHERMAN, by={"face_up": marks}))["attack"] == number
        assert needs(attack(SHERMAN, card, at={"face_up": marks})) == needed

    @rule("AAM-94", "AAM-62")
    def test_an_ignored_marker_still_goes(self) -> None:
        reply = ask("aam", "casualty", {"a": {"card": able(SOLDIER, fanatic=True), "state": {"face_up": ["disrupted"]}}})
        assert change(reply, "a", "face_up") == []

    @rule("AAM-95", "AAM-62")
    def test_the_unreliable_do_not_recover(self) -> None:
        reply = ask("aam", "casualty", {"a": {"card": able(SHERMAN, unreliable=True), "state": {"face_up": ["disrupted"]}}})
        assert reply["changes"] == []


class TestDefense:
    @rule("AAM-86", "AAM-55", "AAM-13")
    @pytest.mark.parametrize(
        ("ability", "attacker", "told", "needed"),
        [
            ("sideskirts", able(SOLDIER, close_assault=6), {"range": 1}, 6),
            ("sideskirts", SOLDIER, {"range": 1}, 5),
            ("gun_shield", {**SOLDIER, "vehicles": [2, 2, 2]}, {"range": 5}, 6),
            ("gun_shield", {**SOLDIER, "vehicles": [2, 2, 2]}, {"range": 4}, 5),
            ("gun_shield", SHERMAN, {"range": 5}, 5),
            ("elusive", SHERMAN, {"terrain": "forest"}, 6),
            ("elusive", SHERMAN, {"terrain": "marsh"}, 6),
            ("elusive", SHERMAN, {"terrain": "hill"}, 5),
            ("mobility", SHERMAN, {}, 5),
        ],
    )
    def test_more_defense(self, ability: str, attacker: Any, told: Any, needed: int) -> None:
        assert needs(attack(attacker, able(PANZER, **{ability: True}), **told)) == needed

    @rule("AAM-86", "AAM-85")
    def test_mobility_against_defensive_fire(self) -> None:
        assert needs(shot(target=able(SHERMAN, mobility=True))) == 6

    @rule("AAM-86", "AAM-53")
    @pytest.mark.parametrize(
        ("abilities", "arc", "successes", "hits"),
        [
            ({"superior_armor": 2}, "front", 6, 1),
            ({"superior_armor": 2}, "front", 7, 2),
            ({"superior_armor": 2}, "front", 10, 3),
            ({"superior_armor": 2}, "rear", 4, 1),
            ({"superior_frontal_armor": 2}, "front", 6, 1),
            ({"superior_frontal_armor": 2}, "rear", 4, 2),
            ({"steely_resolve": 3}, "front", 7, 1),
            ({"steely_resolve": 3}, "front", 8, 2),
            ({}, "front", 6, 2),
            ({"superior_armor": 6}, "front", 10, 3),
        ],
    )
    def test_superior_armour_moves_the_second_hit(self, abilities: Any, arc: str, successes: int, hits: int) -> None:
        reply = attack(SHERMAN, able(PANZER, **abilities), arc=arc, roll={"attack": sixes(successes, 11)})
        assert reply["result"]["hits"] == hits

    @rule("AAM-86", "AAM-87")
    @pytest.mark.parametrize(
        ("ability", "hexes", "terrain", "no"),
        [
            ("superior_camouflage", 2, "town", ["AAM-87"]),
            ("superior_camouflage", 1, "town", []),
            ("superior_camouflage", 5, "clear", []),
            ("concealed", 5, "town", ["AAM-87"]),
            ("concealed", 4, "town", []),
            ("hard_to_spot", 5, "town", []),
        ],
    )
    def test_some_are_hidden_in_cover(self, ability: str, hexes: int, terrain: str, no: list[str]) -> None:
        assert refused(attack(target=able(SOLDIER, **{ability: True}), range=hexes, terrain=terrain)) == no

    @rule("AAM-87")
    @pytest.mark.parametrize(("marks", "no"), [(["disrupted"], ["AAM-87"]), (["damaged"], [])])
    def test_the_undermanned(self, marks: list[str], no: list[str]) -> None:
        assert refused(attack(able(SHERMAN, undermanned=True), by={"face_up": marks})) == no
        assert refused(attack(SHERMAN, by={"face_up": marks})) == []

    @rule("AAM-86", "AAM-87", "AAM-13", "AAM-14")
    def test_what_depends_on_the_range_waits_for_it(self) -> None:
        """Nothing is refused before the players have said how far it is."""
        units = {
            "a": {"card": {**SOLDIER, "soldiers": [None, 6, 6]}, "seat": 0},
            "b": {"card": able(SOLDIER, superior_camouflage=True, concealed=True), "seat": 1},
        }
        session = playing("first_assault", units)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        for seen, no in ((pairs(range=1, terrain="clear"), "AAM-14"), (pairs(range=9, terrain="clear"), "AAM-13"), (pairs(range=2, terrain="town"), "AAM-87")):
            with pytest.raises(Refused) as refusal:
                session.answer(seen)
            assert [each.ref.id for each in refusal.value.why] == [no]
        session.answer(pairs(range=2, terrain="clear"))
        assert session.prompt
        assert session.prompt.key == "attack"


class TestCover:
    @rule("AAM-86", "AAM-69")
    @pytest.mark.parametrize(
        ("abilities", "told", "number"),
        [
            ({"hard_to_spot": True}, {}, 4),
            ({"large_silhouette": True}, {}, 6),
            ({"urban_combat": True}, {}, 4),
            ({"urban_combat": True}, {"terrain": "forest"}, 5),
            ({"subtle": True}, {"range": 5}, 4),
            ({"subtle": True}, {}, 5),
            ({"hard_to_spot": True}, {"range": 0}, 5),
        ],
    )
    def test_better_and_worse(self, abilities: Any, told: Any, number: int) -> None:
        assert targets(attack(target=able(PANZER, **abilities), **{"terrain": "town", **told}))["cover"] == number

    @rule("AAM-86", "AAM-69")
    def test_a_seasoned_crew_spoils_it(self) -> None:
        reply = attack(able(SHERMAN, seasoned_crew=True), terrain="town")
        assert rows(reply, "cover") == [("seasoned_crew", -1, "AAM-86")]
        assert targets(reply)["cover"] == 6

    @rule("AAM-86", "AAM-87", "AAM-98")
    @pytest.mark.parametrize("abilities", [{"tall_silhouette": True}, {"tall_silhouette": True, "forest_camouflage": True}])
    def test_a_tall_silhouette_beats_all_cover(self, abilities: Any) -> None:
        reply = attack(target=able(PANZER, **abilities), terrain="forest", range=5)
        assert [check["verdict"] for check in reply["checks"]] == ["roll", "fails"]
        assert reply["odds"]["target"] == attack(range=5)["odds"]["target"]

    @rule("AAM-86", "AAM-69", "AAM-68")
    @pytest.mark.parametrize(("terrain", "number"), [("clear", 6), ("town", 5), ("marsh", None)])
    def test_a_low_silhouette_has_a_six_in_the_open(self, terrain: str, number: int | None) -> None:
        assert targets(attack(target=able(PANZER, low_silhouette=True), terrain=terrain)).get("cover") == number

    @rule("AAM-74", "AAM-86")
    @pytest.mark.parametrize(("hexes", "cover"), [(1, False), (2, True)])
    def test_fire_ignores_it_at_short_range(self, hexes: int, cover: bool) -> None:
        assert ("cover" in targets(attack(able(SHERMAN, flamethrower=True), range=hexes, terrain="town"))) is cover

    @rule("AAM-87", "AAM-97", "AAM-98", "AAM-74")
    def test_bombardment_against_camouflage(self) -> None:
        """E-11: an sIG 33 at a Ha-Go in forest at long range: no cover roll at all."""
        tank = able(PANZER, forest_camouflage=True)
        assert targets(attack(able(SHERMAN, bombardment=True), tank, terrain="forest", range=5)) == {"attack": 4}
        assert attack(SHERMAN, tank, terrain="forest", range=5)["odds"]["target"].keys() == {"none", "disrupted"}


class TestAboard:
    def riders(self, ability: str, who: str, question: str = "attack", card: Any = SOLDIER, **state: Any) -> list[str]:
        """A passenger that attacks or is attacked, its transport having one ability."""
        told = {"by" if who == "attacker" else "at": {"aboard": "h", "where": "inside"}}
        truck = {"h": {"card": able(SHERMAN, **{ability: True}), "seat": 0 if who == "attacker" else 1, "state": state}}
        return refused(attack(card, SOLDIER, question=question, range=1, more=truck, **told))

    @rule("AAM-86", "AAM-103")
    @pytest.mark.parametrize("question", ["attack", "defensive_fire"])
    def test_from_a_fighting_platform_a_passenger_shoots(self, question: str) -> None:
        no = ["AAM-103"]
        assert self.riders("fighting_platform", "attacker", question) == []
        assert self.riders("fighting_platform", "attacker", question, moved=True) == no
        assert self.riders("fighting_platform", "attacker", question, card={**SOLDIER, "subtypes": ["artillery"]}) == no
        assert self.riders("transport", "attacker", question) == no
        assert self.riders("fighting_platform", "target", question) == no

    @rule("AAM-86", "AAM-103")
    def test_on_an_exposed_transport_a_passenger_is_attacked_but_not_by_defensive_fire(self) -> None:
        assert self.riders("exposed_transport", "target") == []
        assert self.riders("exposed_transport", "target", "defensive_fire") == ["AAM-103"]
        assert self.riders("exposed_transport", "attacker") == ["AAM-103"]
        assert self.riders("transport", "target") == ["AAM-103"]


class TestExtraAttacks:
    def attacking(self, card: Any, target: str = "b", **told: Any) -> Any:
        units = {"a": {"card": card, "seat": 0}, "b": {"card": SOLDIER, "seat": 1}, "c": {"card": PANZER, "seat": 1}, "d": {"card": SHERMAN, "seat": 0}}
        session = playing("first_assault", units)
        self.once(session, "a", target)
        return session

    def once(self, session: Any, attacker: str, target: str) -> None:
        session.dispatch(Opened("attack", pairs(attacker=attacker, target=target, range=2, arc="front", terrain="clear")))
        session.answer(tuple(sixes(0, 9 if target == "b" else 11)))

    @rule("AAM-89", "AAM-22", "AAM-127")
    @pytest.mark.parametrize(
        ("ability", "second", "may"),
        [
            ("double_shot", "b", True),
            ("double_shot", "c", True),
            ("multiturreted", "c", True),
            ("all_guns_blazing", "b", True),
            ("all_guns_blazing", "c", False),
            ("extra_machine_guns", "b", True),
            ("extra_machine_guns", "c", False),
            ("crack_shot", "b", False),
        ],
    )
    def test_one_more_attack(self, ability: str, second: str, may: bool) -> None:
        session = self.attacking(able(SHERMAN, **{ability: True}), "c")
        if not may:
            with pytest.raises(Refused) as no:
                self.once(session, "a", second)
            assert [each.ref.id for each in no.value.why] == ["AAM-22"]
            return
        self.once(session, "a", second)
        with pytest.raises(Refused) as no:
            self.once(session, "a", "b")
        assert [each.ref.id for each in no.value.why] == ["AAM-22"]

    @rule("AAM-89")
    def test_it_cannot_be_saved(self) -> None:
        session = self.attacking(able(SHERMAN, double_shot=True))
        self.once(session, "d", "b")
        with pytest.raises(Refused) as no:
            self.once(session, "a", "b")
        assert [(each.key, each.ref.id) for each in no.value.why] == [("saved", "AAM-89")]

    @rule("AAM-89")
    def test_those_before_it_do_not_matter(self) -> None:
        units = {
            "a": {"card": able(SHERMAN, double_shot=True), "seat": 0},
            "b": {"card": SOLDIER, "seat": 1},
            "d": {"card": SHERMAN, "seat": 0, "state": {"moved": True}},
            "e": {"card": SHERMAN, "seat": 1, "state": {"moved": True}},
        }
        session = playing("first_assault", units)
        self.once(session, "a", "b")
        assert session.state.unit("a").trackers["acted_then"] == 2
        self.once(session, "a", "b")
        assert session.state.unit("a").trackers["attacked_twice"] is True

    @rule("AAM-86", "AAM-89", "AAM-22")
    @pytest.mark.parametrize(
        ("ability", "at_nobody", "at_a_soldier", "at_a_vehicle"),
        [
            ("double_shot", True, True, True),
            ("extra_machine_guns", True, True, False),
            ("additional_hull_mounted_cannon", True, False, True),
            ("transport", False, False, False),
        ],
    )
    def test_who_attacks_again_may_as_long_as_no_target_is_named(self, ability: str, at_nobody: bool, at_a_soldier: bool, at_a_vehicle: bool) -> None:
        units = {
            "a": {"card": able(SHERMAN, **{ability: True}), "seat": 0, "state": {"attacked": True}},
            "s": {"card": SOLDIER, "seat": 1},
            "v": {"card": PANZER, "seat": 1},
        }
        now = playing("first_assault", units).state
        told = (pairs(attacker="a"), pairs(attacker="a", target="s"), pairs(attacker="a", target="v"))
        against = [{no.key for no in RULESETS["aam"].opening("attack").refusals(now, each)} for each in told]
        assert tuple("already_acted" not in each for each in against) == (at_nobody, at_a_soldier, at_a_vehicle)

    @rule("AAM-89", "AAM-22")
    def test_a_question_about_the_second_attack(self) -> None:
        twice = able(SHERMAN, double_shot=True)
        assert refused(attack(twice, by={"attacked": True})) == []
        assert refused(attack(twice, by={"attacked": True, "attacked_twice": True})) == ["AAM-22"]
        assert refused(attack(twice, by={"moved": True})) == ["AAM-22"]
        assert refused(attack(twice, by={"acted_then": 3})) == []  # the flag was taken back by hand
        assert refused(attack(twice, by={"attacked": True, "acted_then": 3})) == ["AAM-89"]


class TestLeftToTheTable:
    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("by", "at", "shown"),
        [
            ({"jump_jets": True}, {}, ["Sherman, Jump Jets"]),
            ({}, {"jump_jets": 3}, ["Panzer IV Ausf. G, Jump Jets"]),
            ({"fixed_gun": True}, {}, ["Sherman, Fixed Gun"]),
            ({}, {"fixed_gun": True}, []),
            ({"no_turret": True}, {}, ["Sherman, No Turret"]),
            ({}, {"no_turret": True}, []),
            ({"transport": True, "crack_shot": True}, {"high_gear": 2, "bridge_demolition": True}, []),
            ({"jump_jets": False}, {}, []),
        ],
    )
    def test_what_the_app_does_not_work_out_is_shown(self, by: Any, at: Any, shown: list[str]) -> None:
        reply = attack({**able(SHERMAN, **by), "name": "Sherman"}, able(PANZER, **at))
        told = [row for row in reply["checks"][0]["modifiers"] if row["key"] == "by_hand"]
        assert [row["why"].removesuffix(": apply by hand") for row in told] == shown
        assert [row["amount"] for row in told] == [0] * len(shown)

    @rule("AAM-86", "AAM-18")
    def test_at_the_initiative_too(self) -> None:
        units = {
            "x": {"card": able(SOLDIER, organization=True), "seat": 1},
            "k": {"card": CAPTAIN, "seat": 1},
            "y": {"card": able(SOLDIER, crack_shot=True), "seat": 0},
        }
        reply = ask("aam", "initiative", units)
        assert rows(reply, "initiative:0") == []
        assert rows(reply, "initiative:1") == [("commander", 2, "AAM-18"), ("by_hand", 0, "AAM-86")]

    @rule("AAM-86")
    def test_a_card_that_says_nothing_of_abilities(self) -> None:
        bare = {key: value for key, value in PANZER.items() if key != "abilities"}
        assert attack(bare, bare)["checks"][0]["modifiers"] == []
