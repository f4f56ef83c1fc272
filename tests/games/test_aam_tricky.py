"""Axis & Allies Miniatures: cases somebody got wrong once, or easily could; each answer worked
out from the book by hand."""

from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Refused
from engine.values.events import Opened
from engine.values.maps import frozen, pairs
from engine.values.texts import english
from tests.games.aam_combat import CAPTAIN, PAK, RULES, SOLDIER, able, attack, playing, refused, shot, sixes
from tests.games.aam_field import HALFTRACK, SLOW, into, move, spent, why
from tests.games.asking import ask, change, rows, targets

rule = pytest.mark.rule
DISRUPTED = {"face_up": ["disrupted"]}
GUNS = {key: {"card": PAK, "seat": 1} for key in "gh"}
OPEN = {"terrain": "clear"}


def told(*shots: tuple[str, str], **more: Any) -> dict[str, Any]:
    """A step past two guns next to both hexes, and who of them fires where."""
    return {"into": "clear", "near": {"g": [1, 1], "h": [1, 1]}, "shots": [{"attacker": by, "at": at} for by, at in shots], **more}


class TestHeavyArmor:
    """AAM-86, 94: the first Damaged of the game is ignored, so the third hit of that attack is
    the second."""

    HEAVY = able(PANZER, heavy_armor=True)

    @rule("AAM-86", "AAM-94", "AAM-58", "AAM-53")
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


class TestExtraAttacksToldTogether:
    """AAM-89: what an extra attack may not shoot at alone it may not shoot at in a list either."""

    def two(self, card: Any, second: str, state: Any = None) -> list[str]:
        units = {"a": {"card": card, "seat": 0, "state": state or {}}, "t": {"card": PANZER, "seat": 1}, "s": {"card": SOLDIER, "seat": 1}}
        return refused(
            ask("aam", "attacks", units, target="t", range=2, arc="front", terrain="clear", attacks=[{"attacker": "a"}, {"attacker": "a", "target": second}])
        )

    @rule("AAM-89", "AAM-22", "AAM-86")
    @pytest.mark.parametrize(
        ("ability", "second", "no"),
        [
            ("all_guns_blazing", "t", ["AAM-22"]),
            ("all_guns_blazing", "s", []),
            ("extra_machine_guns", "t", ["AAM-22"]),
            ("double_shot", "t", []),
            ("additional_hull_mounted_cannon", "s", ["AAM-22"]),
            ("crack_shot", "s", ["AAM-22"]),
        ],
    )
    def test_the_second_target(self, ability: str, second: str, no: list[str]) -> None:
        assert self.two(able(SHERMAN, **{ability: True}), second) == no

    @rule("AAM-89", "AAM-22")
    def test_a_first_attack_before_counts(self) -> None:
        assert self.two(able(SHERMAN, double_shot=True), "t", {"attacked": True}) == ["AAM-22"]


class TestWhoFired:
    """ASK: `fired` of a move is who fired; a shot that a stop came before is none (AAM-84, 139)."""

    def moved(self, *shots: tuple[str, str], guns: Any = GUNS, into: str = "clear", **roll: Any) -> Any:
        return move(SHERMAN, told(*shots, into=into), others=guns, start=OPEN, **roll)

    def fired(self, *shots: tuple[str, str], **told_too: Any) -> list[str]:
        return list(self.moved(*shots, **told_too)["result"]["fired"])

    @rule("AAM-84", "AAM-139", "AAM-82")
    @pytest.mark.parametrize(("successes", "who"), [(5, ["g"]), (4, ["g", "h"])])
    def test_with_dice(self, successes: int, who: list[str]) -> None:
        """5 of the front defense stop it in the hex left; the other gun waits for the hex
        entered."""
        assert self.fired(("g", "left"), ("h", "entered"), roll={"defensive_fire:g": sixes(successes, 11)}) == who

    @rule("AAM-84", "AAM-80")
    def test_without_dice(self) -> None:
        """Eleven dice reach 5 with 743/1024. Told in the other order the shot at the hex left
        comes first all the same."""
        reply = self.moved(("h", "entered"), ("g", "left"))
        assert (reply["result"]["fired"], reply["odds"]["fired"]) == (["g", "h"], {"g, h": "281/1024", "g": "743/1024"})
        assert "fired" not in self.moved()["odds"]
        assert self.fired() == []

    @rule("AAM-41", "AAM-121", "AAM-84")
    def test_a_failed_movement_roll_leaves_nobody(self) -> None:
        reply = self.moved(("g", "left"), into="forest", roll={"movement": [3]})
        assert (list(reply["result"]["fired"]), reply["odds"]["fired"]) == ([], {"nobody": "1"})

    @rule("AAM-78", "AAM-80", "AAM-86")
    def test_suppressive_fire_is_named_as_often_as_it_fires(self) -> None:
        """Once at each step, at one of its two hexes, however many steps there are."""
        guns = {**GUNS, "g": {"card": able(PAK, suppressive_fire=True), "seat": 1}}
        steps = (told(("g", "left")), told(("g", "entered")))
        roll = {"defensive_fire:g": sixes(4, 11), "defensive_fire:g:1": sixes(3, 11)}
        assert list(move(SHERMAN, *steps, others=guns, start=OPEN, roll=roll)["result"]["fired"]) == ["g", "g"]
        assert why(move(SHERMAN, told(("g", "left"), ("g", "entered")), others=guns, start=OPEN)) == ("fired_already", "AAM-80")

    @rule("AAM-80", "AAM-79", "AAM-86")
    def test_suppressive_fire_in_a_game_has_one_shot_at_a_step(self) -> None:
        """It misses in the hex left and is not asked in the hex entered; at the next step it is
        asked again."""
        game = playing("first_movement", {"a": {"seat": 0, "card": SHERMAN}, "g": {"seat": 1, "card": able(PAK, suppressive_fire=True)}})
        steps = frozen([{"into": "clear", "near": {"g": [1, 1]}}] * 2)
        game.dispatch(Opened("move", pairs(unit="a", steps=steps, **{"from": pairs(terrain="clear")})))
        asked = []
        for value in ("g", tuple(sixes(4, 11)), "g", tuple(sixes(4, 11))):
            assert game.prompt
            asked.append(game.prompt.key)
            game.answer(value)
        assert (asked, game.prompt) == (["fire:0:left:0", "defensive_fire:g", "fire:1:left:1", "defensive_fire:g"], None)


class TestShotsOfAMove:
    @rule("AAM-85", "AAM-75")
    @pytest.mark.parametrize(("hexes", "no"), [(0, None), (1, None), (2, ("too_far", "AAM-85"))])
    def test_no_further_than_the_next_hex(self, hexes: int, no: Any) -> None:
        step = {"into": "clear", "shots": [{"attacker": "g", "range": hexes}]}
        assert why(move(SHERMAN, step, others=GUNS, start=OPEN)) == no

    @rule("AAM-61", "AAM-39")
    @pytest.mark.parametrize(
        ("abilities", "state", "no"),
        [({}, {}, None), ({}, DISRUPTED, ("disrupted", "AAM-61")), ({"charge": True}, DISRUPTED, None), ({}, {"face_down": ["disrupted"]}, None)],
    )
    def test_who_may_not_move_tries_no_river(self, abilities: Any, state: Any, no: Any) -> None:
        units = {"a": {"card": able(SOLDIER, **abilities), "state": state}}
        assert why(ask("aam", "movement_roll", units, unit="a", into="clear", across=["stream"])) == no


class TestHelpForShotsOfAMove:
    """ASK: what helps an attack helps a shot told with a step."""

    @rule("AAM-85", "AAM-88", "AAM-91")
    def test_bonus_effects_and_commanders(self) -> None:
        """Dice of 4: +1 told, +1 lent, and a Stalwart next to the second gun."""
        shots = [
            {"attacker": "g", "at": "left", "bonus": 1, "effects": [{"name": "Drill", "amount": 1}]},
            {"attacker": "h", "at": "entered", "commanders": ["k"]},
        ]
        guns = {**GUNS, "k": {"card": able(CAPTAIN, stalwart=True)}}
        reply = move(SHERMAN, {**told(), "shots": shots}, others=guns, start=OPEN)
        assert targets(reply) == {"defensive_fire:g": 2, "defensive_fire:h": 3}

    @rule("AAM-100", "AAM-80")
    def test_blast_meets_who_is_in_the_hex_left(self) -> None:
        mortar = {"g": {"card": able({**PAK, "soldiers": [6, 6, 6]}, blast=True), "seat": 1}, "s": {"card": SOLDIER, "seat": 0}}
        step = {"into": "clear", "near": {"g": [1, 1]}, "holds": [], "shots": [{"attacker": "g", "at": "left", "others": ["s"]}]}
        assert [check["what"] for check in move(SHERMAN, step, others=mortar, start=OPEN)["checks"]] == ["defensive_fire:g:a", "defensive_fire:g:s"]

    @rule("AAM-100", "AAM-86", "AAM-120", "AAM-104")
    @pytest.mark.parametrize(("successes", "end", "effect"), [(4, 1, "none"), (5, 0, "disrupted")])
    def test_who_is_lost_beside_the_mover_stops_nobody(self, successes: int, end: int, effect: str) -> None:
        """Blast at the hex left: a Soldier without determination is lost there; the tank stops
        by its own hits alone."""
        units = {
            "g": {"card": able({**PAK, "soldiers": [6, 6, 6]}, blast=True), "seat": 1},
            "s": {"card": able(SOLDIER, lack_of_determination=True), "seat": 0},
        }
        step = {"into": "clear", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left", "others": ["s"]}]}
        reply = move(SHERMAN, step, others=units, start=OPEN, roll={"defensive_fire:g:a": sixes(successes, 11), "defensive_fire:g:s": sixes(4, 6)})
        assert (reply["result"]["end"], reply["result"]["effect"], change(reply, "s", "where")) == (end, effect, "destroyed")


class TestNerves:
    @rule("AAM-25", "AAM-62", "AAM-86", "AAM-95")
    @pytest.mark.parametrize(("face", "left"), [(4, []), (3, ["disrupted"])])
    def test_the_green_need_a_four(self, face: int, left: list[str]) -> None:
        """Asked for one unit, nobody else rolls."""
        green = {"card": able(SOLDIER, green=True), "state": DISRUPTED}
        reply = answered(
            RULESETS, {"game": "aam", "ask": "casualty", "units": {"x": green, "y": green}, "situation": {"units": ["x"], "roll": {"green:x": [face]}}}
        )
        assert ([check["what"] for check in reply["checks"]], reply["after"]["x"].get("face_up", [])) == (["green:x"], left)

    @rule("AAM-82", "AAM-83", "AAM-86")
    def test_determined_or_not_who_is_lost_goes_no_further(self) -> None:
        mover = able({**SOLDIER, "speed": 2}, lack_of_determination=True, determined_charge=True)
        guns = {"g": {"card": SOLDIER, "seat": 1}}
        step = {"into": "clear", "near": {"g": [1, 1]}, "shots": [{"attacker": "g", "at": "left"}]}
        reply = move(mover, step, *into("clear"), others=guns, start=OPEN, roll={"defensive_fire:g": sixes(4, 8)})
        assert (reply["result"]["end"], reply["result"]["effect"]) == (0, "destroyed")


class TestCharge:
    """AAM-86: next to such a Commander a Soldier enters the enemy's hex in the assault phase and
    attacks there, +1 on each die."""

    @pytest.mark.parametrize("ability", ["banzai_charge", "angriff"])
    @rule("AAM-86", "AAM-89", "AAM-22")
    def test_moves_and_attacks(self, ability: str) -> None:
        leader = {"k": {"card": able(CAPTAIN, **{ability: True}), "seat": 0}}
        reply = attack(SOLDIER, SOLDIER, range=0, by={"moved": True}, more=leader, commanders=["k"])
        assert (targets(reply), rows(reply, "attack")) == ({"attack": 3}, [("effect", 1, "AAM-91")])

    @rule("AAM-22", "AAM-86", "AAM-93")
    @pytest.mark.parametrize(
        ("card", "told_too", "leader", "no"),
        [
            (SOLDIER, {"range": 1}, {}, ["AAM-22"]),
            (SHERMAN, {"range": 0}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0}, DISRUPTED, ["AAM-22"]),
            (SOLDIER, {"range": 0, "commanders": []}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0, "by": {"moved": True, "attacked": True}}, {}, ["AAM-22"]),
            (SOLDIER, {"range": 0}, {}, []),
        ],
    )
    def test_only_so(self, card: Any, told_too: Any, leader: Any, no: list[str]) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": 0, "state": leader}}
        assert refused(attack(card, SOLDIER, more=more, **{"by": {"moved": True}, **told_too})) == no

    @rule("AAM-22", "AAM-86")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_by_a_commander_of_its_own(self, seat: int) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": seat}}
        reply = attack(SOLDIER, SOLDIER, more=more, range=0, by={"moved": True}, commanders=["k"])
        assert refused(reply) == ([] if seat == 0 else ["AAM-22"])

    @rule("AAM-86", "AAM-88")
    @pytest.mark.parametrize(
        ("card", "hexes", "state"),
        [
            (SOLDIER, 0, {}),
            (SOLDIER, 1, {}),
            (able(SOLDIER, aggression=1), 1, {"moved": True, "steps_made": 1}),
            (able(SHERMAN, aggression=1), 0, {"moved": True, "steps_made": 1}),
        ],
    )
    def test_no_bonus_without_the_charge(self, card: Any, hexes: int, state: Any) -> None:
        more = {"k": {"card": able(CAPTAIN, angriff=True), "seat": 0}}
        assert targets(attack(card, SOLDIER, more=more, commanders=["k"], range=hexes, by=state)) == {"attack": 4}
        assert targets(shot(SOLDIER, SOLDIER, more=more, range=0, by={"moved": True}, commanders=["k"])) == {"attack": 4}

    @rule("AAM-89", "AAM-86")
    def test_at_once_or_never(self) -> None:
        """Move in, attack there; but not after somebody else has acted."""
        game = playing(
            "first_assault", {"a": {"seat": 0, "card": SOLDIER}, "k": {"seat": 0, "card": able(CAPTAIN, angriff=True)}, "b": {"seat": 1, "card": SOLDIER}}
        )
        game.dispatch(Opened("move", frozen({"unit": "a", "steps": [{"into": "clear", "shots": []}]})))
        strike = Opened("attack", pairs(attacker="a", target="b", range=0, terrain="clear", commanders=("k",)))
        game.dispatch(strike)
        game.undo()
        game.dispatch(Opened("move", frozen({"unit": "k", "steps": []})))
        with pytest.raises(Refused, match="at once"):
            game.dispatch(strike)


class TestLent:
    """AAM-91, 133: whom an ability of a Commander reaches, and when a game asks for it."""

    def near(self, ability: str, attacker: Any, target: Any, seat: int = 0, question: str = "attack", **told_too: Any) -> Any:
        more = {"k": {"card": able(CAPTAIN, **{ability: True}), "seat": seat}}
        return attack(attacker, target, question=question, more=more, commanders=["k"], **{"range": 1, **told_too})["checks"]

    @rule("AAM-86", "AAM-91", "AAM-93", "AAM-68")
    @pytest.mark.parametrize(
        ("ability", "told_too", "number"),
        [
            ("stalwart", {"question": "defensive_fire"}, 4),
            ("elan", {"question": "defensive_fire", "seat": 1}, 4),
            ("bravery_enforcement", {"by": DISRUPTED}, 5),
            ("pinpointer", {"terrain": "town"}, 4),
        ],
    )
    def test_these_are_for_soldiers(self, ability: str, told_too: Any, number: int) -> None:
        """A tank at the front of a tank: dice of 4, 5 while disrupted, defense 5, cover on 5."""
        checks = self.near(ability, SHERMAN, PANZER, **told_too)
        assert (checks[0]["target"], checks[0]["needs"], [each["target"] for each in checks[1:]]) == (number, 5, [5] if "terrain" in told_too else [])

    @rule("AAM-86", "AAM-52")
    def test_only_that_one_ability_steadies(self) -> None:
        """Disrupted -1, and another effect +1."""
        assert targets(attack(SOLDIER, SOLDIER, range=1, by=DISRUPTED, effects=[{"name": "Drill", "amount": 1}])) == {"attack": 4}

    @rule("AAM-86", "AAM-93")
    @pytest.mark.parametrize(
        ("leader", "state", "dice"),
        [({"subtypes": ["commander"]}, {}, 9), ({"initiative": 1}, {}, 9), ({}, {}, 8), ({"initiative": 1}, {"where": "destroyed"}, 8)],
    )
    def test_coordinated_with_a_commander_on_the_map(self, leader: Any, state: Any, dice: int) -> None:
        more = {"k": {"card": {**SOLDIER, **leader}, "seat": 0, "state": state}}
        reply = attack(able(SOLDIER, coordinated_fire=True), SOLDIER, more=more, commanders=["k"], range=1)
        assert reply["checks"][0]["dice"] == dice

    @rule("AAM-86", "AAM-93")
    def test_nobody_is_next_to_himself(self) -> None:
        assert attack(able(CAPTAIN, coordinated_fire=True), SOLDIER, commanders=["a"], range=1)["checks"][0]["dice"] == 8

    @rule("AAM-133", "AAM-92", "AAM-93", "AAM-86", "AAM-91")
    @pytest.mark.parametrize(
        ("own", "leader", "told_too", "asked"),
        [
            ({}, {"intimidation": True}, {}, "attack"),
            ({}, {"bravery_enforcement": True}, {}, "attack"),
            ({"state": DISRUPTED}, {"bravery_enforcement": True}, {}, "led:0"),
            ({"state": DISRUPTED}, {"bravery_enforcement": True}, {"commanders": ("l",)}, "attack"),
        ],
    )
    def test_a_game_asks_where_it_matters_and_nobody_said(self, own: Any, leader: Any, told_too: Any, asked: str) -> None:
        units = {
            "a": {"card": SOLDIER, "seat": 0, **own},
            "b": {"card": SOLDIER, "seat": 1},
            **{key: {"card": able(CAPTAIN, **leader), "seat": 0} for key in "kl"},
        }
        game = playing("first_assault", units)
        game.dispatch(Opened("attack", pairs(attacker="a", target="b", range=1, terrain="clear", **told_too)))
        assert game.prompt
        assert game.prompt.key == asked

    @rule("AAM-133", "AAM-91")
    def test_who_is_told_counts(self) -> None:
        assert self.near("stalwart", SOLDIER, SOLDIER, question="defensive_fire")[0]["target"] == 3


class TestFaces:
    """AAM-86: faces count as they lie, whatever makes a success."""

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


class TestFightingPlatform:
    @rule("AAM-86", "AAM-75", "AAM-131")
    @pytest.mark.parametrize(
        ("ability", "card", "found"), [("fighting_platform", SOLDIER, ["t", "r"]), ("transport", SOLDIER, ["t"]), ("fighting_platform", PAK, ["t"])]
    )
    def test_its_passenger_is_provoked(self, ability: str, card: Any, found: list[str]) -> None:
        """Artillery never fights aboard."""
        aboard = {"t": {"card": able(HALFTRACK, **{ability: True}), "seat": 1}, "r": {"card": card, "seat": 1, "state": {"aboard": "t", "where": "inside"}}}
        step = {"into": "clear", "near": {"t": [1, 1], "r": [1, 1]}}
        assert move(SHERMAN, step, others=aboard, start=OPEN)["result"]["provokes"] == [found]

    @rule("AAM-86", "AAM-79")
    def test_it_is_asked_in_a_game(self) -> None:
        game = playing(
            "first_movement",
            {
                "a": {"seat": 0, "card": SHERMAN},
                "t": {"seat": 1, "card": able(HALFTRACK, fighting_platform=True)},
                "r": {"seat": 1, "card": SOLDIER, "state": {"aboard": "t", "where": "inside"}},
            },
        )
        game.dispatch(Opened("move", pairs(unit="a")))
        assert game.prompt
        assert game.prompt.about == ("a", "t", "r")


class TestSeen:
    @rule("AAM-86", "AAM-15")
    @pytest.mark.parametrize(
        ("abilities", "told_too", "dice"),
        [({"open_back": True}, {"arc": "rear"}, 6), ({}, {"arc": "rear"}, None), ({"open_back": True}, {"arc": None, "range": 0}, 8)],
    )
    def test_an_open_back_of_one_number_has_a_side(self, abilities: Any, told_too: Any, dice: Any) -> None:
        """Riflemen: 8 dice in the same hex and 6 at two hexes against Soldiers, none at two
        hexes against Vehicles."""
        reply = attack(SOLDIER, {**able(PANZER, **abilities), "defense": [2]}, **{"range": 2, **told_too})
        assert (reply["checks"][0]["dice"] if "checks" in reply else None) == dice

    @rule("AAM-15", "AAM-54")
    @pytest.mark.parametrize(("abilities", "missing"), [({}, None), ({"open_back": True}, "situation.arc: is missing")])
    def test_where_it_matters_it_is_asked(self, abilities: Any, missing: Any) -> None:
        assert attack(SHERMAN, {**able(PANZER, **abilities), "defense": [2]}, arc=None).get("error") == missing

    @rule("AAM-86", "AAM-87", "AAM-13")
    def test_how_far_the_hidden_are_is_asked_first(self) -> None:
        """Then two hexes are too far, one is not."""
        game = playing("first_assault", {"a": {"card": SHERMAN, "seat": 0}, "b": {"card": able(SOLDIER, camouflaged=True), "seat": 1}})
        game.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        with pytest.raises(Refused, match="hidden"):
            game.answer(frozen({"range": 2, "terrain": "clear"}))
        game.answer(frozen({"range": 1, "terrain": "clear"}))
        assert game.prompt
        assert game.prompt.key == "attack"

    @rule("AAM-86", "AAM-85")
    def test_defensive_fire_betrays_the_camouflaged(self) -> None:
        """They hide until they attack, and defensive fire is an attack."""
        hidden = able(PAK, camouflaged=True)
        assert refused(attack(SHERMAN, hidden, range=2)) == ["AAM-87"]
        seen = shot(hidden, roll={"attack": sixes(0, 11)})["after"]["a"]
        assert refused(attack(SHERMAN, hidden, range=2, at={"given_up": seen["given_up"]})) == []


class TestBold:
    """AAM-86: Courage and Charge let a disrupted unit move towards the enemy; which way it goes
    the table sees."""

    @rule("AAM-86", "AAM-61", "AAM-34")
    @pytest.mark.parametrize(
        ("ability", "steps", "no"),
        [
            ("courage", into("clear"), None),
            ("charge", into("clear"), None),
            ("courage", [], ("disrupted", "AAM-61")),
            ("crack_shot", into("clear"), ("disrupted", "AAM-61")),
        ],
    )
    def test_a_disrupted_unit_moves(self, ability: str, steps: Any, no: Any) -> None:
        reply = move(able(SOLDIER, **{ability: True}), *steps, by=DISRUPTED)
        assert why(reply) == no
        if no is None:
            assert [row["key"] for row in reply["result"]["rows"]] == ["by_hand"]


class TestNumbers:
    @rule("AAM-50", "AAM-14")
    @pytest.mark.parametrize(("amount", "dice", "floor"), [(-1, 1, []), (-2, 0, []), (-9, 0, [7])])
    def test_never_fewer_than_no_dice(self, amount: int, dice: int, floor: list[int]) -> None:
        """Two dice of a rifle at a tank, and what takes from them."""
        reply = attack(SOLDIER, PANZER, range=1, effects=[{"name": "Fog", "on": "dice", "amount": amount}])
        found = [row["amount"] for row in reply["checks"][0]["dice_rows"] if row["key"] == "floor"]
        assert (reply["checks"][0]["dice"], found, reply["odds"]["hits"]) == (dice, floor, {"0": "1"})

    @rule("AAM-90")
    @pytest.mark.parametrize(("name", "needs"), [("Crack Shot", 3), ("crack_shot", 3), ("Drill", 2)])
    def test_an_effect_of_the_same_name_as_an_ability_adds_nothing(self, name: str, needs: int) -> None:
        assert targets(attack(able(SHERMAN, crack_shot=True), effects=[{"name": name, "amount": 1}])) == {"attack": needs}

    @rule("AAM-86", "AAM-39")
    def test_what_nobody_knows_is_shown_at_a_movement_roll(self) -> None:
        reply = ask("aam", "movement_roll", {"a": {"card": able(SHERMAN, duckboards=True)}}, unit="a", into="forest")
        assert rows(reply, "movement") == [("by_hand", 0, "AAM-86")]

    @rule("AAM-38", "AAM-44")
    @pytest.mark.parametrize(("steps", "found"), [([*into("clear", road=True), *into("hill")], (1, 1)), ([*into("hill"), *into("clear", road=True)], (1, 1))])
    def test_minimum_move_and_road_bonus_together(self, steps: Any, found: Any) -> None:
        """The free hex costs nothing, so the whole allowance is left for the hill, before it or
        after it."""
        assert spent(move(SLOW, *steps)) == found


class TestArmies:
    def army(self, *cards: Any, **more: Any) -> list[str]:
        found = ask("aam", "army", cards=[{"name": "x", "cost": 1, **card} for card in cards], **more)["result"]
        assert found["legal"] == (not found["problems"])
        return list(found["rules"])

    @rule("AAM-02", "AAM-118")
    def test_canada_is_of_the_allies(self) -> None:
        assert self.army({"nation": "Canada"}, {"nation": "Germany"}) == ["AAM-02"]
        assert self.army({"nation": "Canada"}, {"nation": "France"}, historical=True) == []

    @rule("AAM-119", "AAM-118", "AAM-11")
    @pytest.mark.parametrize(
        ("cards", "more", "no"),
        [
            (({},), {"year": 1942}, ["AAM-119"]),
            (({"year": 1942},), {"year": 1942}, []),
            (({},), {}, []),
            (({}, {"nation": "Italy"}), {"historical": True}, ["AAM-118"]),
            (({},), {"historical": True}, []),
            (({"nation": "Japan"}, {"nation": "Japan"}), {"historical": True}, []),
        ],
    )
    def test_a_limit_needs_the_card_to_say_it(self, cards: Any, more: Any, no: list[str]) -> None:
        assert self.army(*cards, **more) == no


@rule("AAM-86")
def test_readings_not_offered_are_told_in_the_reference() -> None:
    """About a dozen are settings; of each other doubt the reference says how it is read."""
    hidden = [each for each in RULES.readings if not each.offered]
    assert len(RULES.readings) - len(hidden) == 13
    doubts = [each.ref.id for each in RULES.reference]
    assert all(doubts.count(each.ref.id) for each in hidden)
    assert "A defense reduced to nothing counts as 1." in [english(each.text) for each in RULES.reference]
