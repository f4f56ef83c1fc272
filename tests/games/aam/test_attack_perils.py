"""What an attack sets off besides its hits."""

from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Advanced, Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.aam.table import PAK, SOLDIER, able, attack, check_names, playing, refused, rule, shot, sixes
from tests.games.asking import ask, change

TWO_HITS = {"attack": sixes(6, 11)}


def kept(reply: Any, unit: str, tracker: str) -> Any:
    """What the app remembers of a unit then."""
    return reply["after"].get(unit, {}).get(tracker)


def aboard(transport: str, seat: int = 1) -> dict[str, Any]:
    return {"card": SOLDIER, "seat": seat, "state": {"aboard": transport, "where": "inside"}}


class TestFire:
    @rule("AAM-86", "AAM-95")
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
        assert (check_names(wreck), wreck["result"]["target"], change(wreck, "b", "where")) == (["attack"], "destroyed", None)

    @rule("AAM-104", "AAM-120")
    def test_who_is_aboard_burns_too(self) -> None:
        reply = attack(target=able(PANZER, fire_hazard=True), more={"p": aboard("b"), "q": aboard("c")}, roll={**TWO_HITS, "fire_hazard": [6]})
        assert (change(reply, "p", "where"), change(reply, "q", "where")) == ("destroyed", None)

    @rule("AAM-85", "AAM-120")
    def test_defensive_fire_is_an_attack_too(self) -> None:
        """Eleven dice hit a defense of 5 with 743/1024."""
        reply = shot(target=able(SHERMAN, flammable=True))
        assert reply["odds"]["effect"] == {"none": "281/1536", "disrupted": "743/1536", "destroyed": "1/3"}

    @rule("AAM-86", "AAM-32")
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

    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("ability", "roll", "row"),
        [("flamethrower", [6] * 4 + [1] * 9, (3, "three alike")), ("overheat", [6] * 4 + [1] * 9, (7, "so many of 9 that three ones are not left"))],
    )
    def test_why_so_many_are_needed(self, ability: str, roll: list[int], row: tuple[int, str]) -> None:
        """Three sixes burn; of nine dice without success seven that show 2 or more leave two
        ones."""
        game = playing("first_assault", {"a": {"card": able(SHERMAN, **{ability: True})}, "b": {"card": PANZER, "seat": 1}})
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, arc="front", terrain="clear")))
        game.answer(tuple(roll))
        assert game.prompt
        assert [(each.at(0), english(each.why)) for each in game.prompt.checks[0].need_rows] == [row]

    @rule("AAM-86", "AAM-51")
    def test_overheating_changes_nothing_for_the_target(self) -> None:
        assert attack(able(SHERMAN, overheat=True))["odds"]["target"] == attack()["odds"]["target"]
        assert check_names(attack(able(SHERMAN, overheat=True), roll={"attack": sixes(9, 11)})) == ["attack"]

    @rule("AAM-86", "AAM-62")
    def test_it_stays_disrupted_through_one_casualty_phase(self) -> None:
        hot = {"face_up": ["disrupted"], "overheated": True}
        first = ask("aam", "casualty", {"a": {"card": able(SHERMAN, overheat=True), "state": hot}})
        assert (change(first, "a", "face_up"), bool(kept(first, "a", "overheated"))) == (None, False)
        then = ask("aam", "casualty", {"a": {"card": able(SHERMAN, overheat=True), "state": {**hot, "overheated": False}}})
        assert change(then, "a", "face_up") == []

    @rule("AAM-86", "AAM-120")
    @pytest.mark.parametrize(
        ("ability", "bonus", "rolled", "key", "faces"),
        [
            ("overheat", 0, [1, 2, 3], "ones", (1, 2, 3)),
            ("overheat", -4, [], "ones", (1, 2, 3, 4, 5, 6)),
            ("overheat", 3, [], "ones", (1, 2, 3, 4, 5, 6)),
            ("flamethrower", 3, [], "sixes", (1, 2, 3, 4, 5, 6)),
            ("flamethrower", 0, [4, 5, 6], "sixes", (4, 5, 6)),
        ],
    )
    def test_what_the_dice_in_question_can_show(self, ability: str, bonus: int, rolled: Any, key: str, faces: Any) -> None:
        """Of three dice those without success for the ones, or all where all succeed; those with
        success for the sixes.

        Where all or none succeed nobody rolls for successes.
        """
        gun = able({**SHERMAN, "vehicles": [3, 3, 3]}, **{ability: True})
        game = playing("first_assault", {"a": {"card": gun, "seat": 0}, "b": {"card": PANZER, "seat": 1}})
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, arc="front", terrain="clear", bonus=bonus)))
        if rolled:
            game.answer(tuple(rolled))
        assert game.prompt
        assert (game.prompt.key, game.prompt.checks[0].die.faces) == (key, faces)

    @rule("AAM-120", "AAM-86")
    def test_what_is_burnt_does_not_burn_again(self) -> None:
        reply = attack(target=able(PANZER, fire_hazard=True, flammable=True), roll={"attack": sixes(6, 11), "fire_hazard": [5]})
        assert (change(reply, "b", "where"), [check["what"] for check in reply["checks"]]) == ("destroyed", ["attack", "fire_hazard"])

    @rule("AAM-120", "AAM-86")
    def test_no_fire_without_a_damaged(self) -> None:
        reply = attack(target=able(PANZER, fire_hazard=True), roll={"attack": sixes(5, 11)})
        assert (reply["result"]["target"], [check["what"] for check in reply["checks"]]) == ("disrupted", ["attack"])

    @rule("AAM-86", "AAM-82")
    def test_shells_are_not_spent_on_defensive_fire(self) -> None:
        reply = shot(able(PAK, armor_piercing_rounds=True), roll={"attack": sixes(6, 11)}, answers={"armor_piercing_rounds": True})
        assert "used_up" not in reply["after"]["a"]


class TestOncePerGame:
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

    @rule("AAM-86", "AAM-94")
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
        assert (check_names(reply), reply["result"]["target"]) == (["attack"], "disrupted")

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


class TestHeavyArmor:
    """The first Damaged of the game is ignored, so the third hit of that attack is
    the second."""

    HEAVY = able(PANZER, heavy_armor=True)

    @rule("AAM-86", "AAM-94")
    @pytest.mark.parametrize(
        ("before", "successes", "down", "becomes"),
        [
            ([], 10, ["disrupted", "damaged"], "damaged"),  # three hits: Disrupted, one ignored, Damaged
            (["disrupted"], 5, ["disrupted"], "disrupted"),  # one hit: the second marker is the Damaged that is ignored
            (["disrupted"], 6, ["disrupted", "damaged"], "damaged"),
            (["disrupted"], 10, ["disrupted", "damaged", "destroyed"], "destroyed"),
        ],
    )
    def test_a_hit_less(self, before: list[str], successes: int, down: list[str], becomes: str) -> None:
        reply = attack(target=self.HEAVY, at={"face_down": before}, roll={"attack": sixes(successes, 11)})
        assert (reply["after"]["b"]["face_down"], reply["result"]["target"]) == (down, becomes)

    @rule("AAM-86", "AAM-95")
    def test_the_second_damaged_of_one_attack_burns(self) -> None:
        """Three hits on heavy armour leave a Damaged all the same, and that one is a fire
        hazard: 3 on the die is enough."""
        reply = attack(target=able(PANZER, heavy_armor=True, highly_flammable=True), roll={"attack": sixes(10, 11), "highly_flammable": [3]})
        assert change(reply, "b", "where") == "destroyed"


class TestCoveringFire:
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
