"""The Attack of a reaction: what is declared for it on one page, and all its dice in one throw."""

from typing import Any, ClassVar

import pytest

from engine.playing.session import Session
from engine.values.kinds import Field, ListOf, UnitId, Whole, Word
from engine.values.maps import Map
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.table import NAPALM, RIFLES, H, M, assault, dice, dice_now, hero, key, play, rule, said, seated, session, squad, thrown, walker, weapon


def fields(game: Session) -> tuple[Field, ...]:
    assert game.prompt
    assert game.prompt.fields
    return game.prompt.fields.fields


def reacting(card: Any, enemy: Any, squares: int, **told: Any) -> Session:
    """Somebody moves; the one unit of the other side reacts with a hit."""
    units = {"a": seated(0, enemy, **told.pop("state", {})), "b": seated(1, card, **told.pop("reactor", {})), **told.pop("others", {})}
    game = session(units, **{"unit": "a", "declared": ["move", "nothing"], "leaves": True, **told})
    assert play(game, "b", squares, [H]) == ["who_reacts", "range:a", "reaction"]
    return game


class TestWhatIsDeclared:
    ARMS: ClassVar[dict[str, Any]] = {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=3), "Pistol": weapon("1/1", "1")}

    @rule("DUST-65", "DUST-160")
    def test_all_lines_in_range_at_the_actor_one_round_each(self) -> None:
        """Two men, three Fausts: at most two rounds, one unless they say more; the Pistol reaches
        one square. Soldiers may have cover."""
        game = reacting(squad(2, self.ARMS), squad(3), 2)
        silent, rounds, cover = fields(game)
        assert (silent.key, silent.kind, silent.default) == ("silent", ListOf(Word(("Rifle", "Faust"))), ())
        assert (rounds.key, rounds.kind, rounds.default) == ("rounds:Faust", Whole(1, 2), 1)
        assert (cover.key, cover.default) == ("cover", "none")
        play(game, {"rounds:Faust": 2, "cover": "soft"})
        assert (dice_now(game), game.prompt.about) == ({"attack:0": 2, "attack:1": 2}, ("b", "a"))  # type: ignore[union-attr]
        assert game.state.unit("b").trackers["ammo"] == Map({"Faust": 1})
        play(game, [[H, M], [M, M]])
        assert (key(game), thrown(game)) == ("cover:0", 1)
        unsaid = reacting(squad(2, self.ARMS), squad(3), 2)
        play(unsaid, {})
        assert dice_now(unsaid) == {"attack:0": 2, "attack:1": 1}

    @rule("DUST-34", "DUST-65")
    @pytest.mark.parametrize(("silent", "dice"), [((), [2, 2]), (("Rifle",), [2]), (("Faust",), [2]), (("Rifle", "Faust"), [])])
    def test_any_line_may_stay_silent(self, silent: tuple[str, ...], dice: list[int]) -> None:
        """What stays silent spends nothing; with all of them silent nothing is fired."""
        game = reacting(squad(2, self.ARMS), walker(), 3)
        play(game, {"silent": silent, "rounds:Faust": 2})
        assert list(dice_now(game).values() if game.prompt else ()) == dice
        spent = Map({"Faust": 1}) if "Faust" not in silent else None
        assert game.state.unit("b").trackers.get("ammo") == spent

    @rule("DUST-34", "DUST-39")
    def test_one_plain_line_is_not_asked_about(self) -> None:
        assert key(reacting(RIFLES, squad(3), 2)) == "cover:a"
        assert dice_now(reacting(RIFLES, walker(), 2)) == {"attack:0": 3}
        assert key(reacting(squad(1, {"Faust": weapon("1/1", "3", "limited", ammo=2)}), walker(), 2)) == "rounds:Faust"

    @rule("DUST-39", "DUST-42")
    def test_cover_is_asked_where_it_helps(self) -> None:
        """Vehicles have none, and two weapons that ignore it leave it out."""
        arms = {"Grenade Pistol": weapon("1/1"), "Phaser": weapon("1~2")}
        cover = fields(reacting(squad(2, self.ARMS), squad(3), 2, state={"cover": "hard"}, leaves=False))[-1]
        assert (cover.key, cover.default) == ("cover", "hard")
        assert [field.key for field in fields(reacting(squad(2, self.ARMS), walker(), 2))] == ["silent", "rounds:Faust"]
        assert [field.key for field in fields(reacting(squad(2, arms), squad(3), 2))] == ["silent"]

    @rule("DUST-157")
    def test_a_volley_has_its_columns(self) -> None:
        """Three columns, two rockets left: one or two."""
        card = walker(weapons={"Rockets": weapon("3/1-6/1-9/1", "4", "volley", ammo=6)})
        game = reacting(card, walker(9), 2, reactor={"ammo": {"Rockets": 2}})
        assert [(field.key, field.kind) for field in fields(game)] == [("rounds:Rockets", Whole(1, 2))]
        play(game, {"rounds:Rockets": 2})
        assert dice_now(game) == {"attack:0": 6}
        endless = reacting(walker(weapons={"Rockets": weapon("3/1-6/1-9/1", "4", "volley")}), walker(9), 2)
        assert [(field.key, field.kind) for field in fields(endless)] == [("rounds:Rockets", Whole(1, 3))]

    @rule("DUST-116", "DUST-65")
    def test_a_reaction_is_an_activation_for_bad_ass(self) -> None:
        game = reacting(squad(2, {"Faust": weapon("1/1", "3", "limited", ammo=2)}, skills=["bad_ass"]), walker(), 2)
        play(game, {"rounds:Faust": 2})
        assert game.state.unit("b").trackers["ammo"] == Map({"Faust": 0})
        play(game, [M, M])
        assert game.state.unit("b").trackers.get("ammo") is None


class TestSkills:
    @rule("DUST-71", "DUST-177")
    @pytest.mark.parametrize(
        ("state", "readings", "able"),
        [
            ({}, {}, ("all_in_one", "berserk", "medal_of_honor")),
            ({"used": ["berserk"]}, {}, ("all_in_one", "medal_of_honor")),
            ({"medal": True}, {}, ("all_in_one", "berserk")),
            ({}, {"silentSkillCost": "action"}, ()),
        ],
    )
    def test_skills_without_an_action_serve_a_reaction(self, state: Any, readings: Any, able: tuple[str, ...]) -> None:
        """A Pistol of one die: two with All In One, each miss once more with Berserk; by the
        reading that makes them actions none is left for a reaction."""
        card = hero(skills=["all_in_one", "berserk", "medal_of_honor", "assault"])
        game = reacting(card, walker(), 2, reactor=state, readings=readings)
        if able:
            assert [(field.key, field.kind) for field in fields(game)] == [("using", ListOf(Word(able)))]
            play(game, {"using": able})
        assert dice_now(game) == {"attack:0": 2 if able else 1}
        used = {skill for skill in ("all_in_one", "berserk") if able}
        assert {*game.state.unit("b").marks("used")} == used | {*state.get("used", ())}
        if "medal_of_honor" in able:
            play(game, [H, M, M] if "berserk" in able else [H, M], True, [H])
            assert (game.prompt, game.state.unit("a").count("damage"), game.state.unit("b").count("medal")) == (None, 2, 1)

    @rule("DUST-39", "DUST-42")
    @pytest.mark.parametrize(("held", "preset"), [(None, "none"), ("soft", "soft")])
    def test_cover_is_preset_as_it_last_stood(self, held: str | None, preset: str) -> None:
        arms = {"Rifle": weapon("1/1"), "MG": weapon("2/1")}
        game = reacting(squad(2, arms), squad(3), 2, leaves=False, state={"cover": held} if held else {})
        assert {field.key: field.default for field in fields(game)}["cover"] == preset

    @rule("DUST-71")
    def test_a_skill_that_is_not_wanted_is_kept(self) -> None:
        game = reacting(hero(skills=["berserk"]), walker(), 2)
        assert [field.kind for field in fields(game)] == [ListOf(Word(("berserk",)))]
        play(game, {}, [M])
        assert (game.prompt, game.state.unit("b").marks("used")) == (None, ())

    @rule("DUST-33", "DUST-71")
    def test_its_skills_are_not_those_of_the_active_unit(self) -> None:
        """The squad that moves has no Berserk: nothing forbids it to the one that reacts."""
        game = reacting(squad(2, {"Rifle": weapon("1/1")}, skills=["berserk"]), squad(3, skills=[]), 2)
        play(game, {"using": ["berserk"], "cover": "none"})
        assert game.state.unit("b").marks("used") == ("berserk",)


class TestFlames:
    @rule("DUST-166", "DUST-67")
    def test_whoever_stands_in_the_flames_burns_too(self) -> None:
        """At two squares: the active three men, and a friend of the reactor on the way, four men;
        one die for each."""
        others = {"f": seated(1, squad(4, name="Friend"), activated=True)}
        game = reacting(walker(weapons={"Napalm": NAPALM}), squad(3), 2, others=others)
        assert [(field.key, field.kind) for field in fields(game)] == [("burns:Napalm", ListOf(UnitId()))]
        play(game, {"burns:Napalm": ["f", "a", "b"]})
        assert dice_now(game) == {"attack:0": 3, "attack:1": 4}
        assert [english(each) for each in game.prompt.labels()] == ["Napalm at Squad", "Napalm at Friend"]  # type: ignore[union-attr, misc]

    @rule("DUST-166", "DUST-65")
    def test_a_short_flame_meets_its_target_alone(self) -> None:
        game = reacting(walker(weapons={"Torch": weapon("1/man", "1", "flamethrower")}), squad(3), 1)
        assert dice_now(game) == {"attack:0": 3}


class TestOneThrow:
    @rule("DUST-35", "DUST-41")
    def test_first_all_dice_then_what_each_does(self) -> None:
        """Three rifles hit once, one Faust hits: two cover dice in one roll, one saves; one man of
        two falls."""
        arms = {"Rifle": weapon("1/1"), "Faust": weapon("1/1", "3", "limited", ammo=1)}
        game = reacting(squad(3, arms), squad(2), 3)
        assert play(game, {"cover": "soft"}, [[H, M, M], [H]], [M, H]) == ["fires:b", "volley", "cover:0"]
        assert (game.prompt, game.state.unit("a").trackers["alive"]) == (None, (0,))

    @rule("DUST-41", "DUST-38")
    def test_hits_that_do_different_damage_have_their_own_cover(self) -> None:
        """A hit of the Bazooka does two points, one of the Rifle one: it matters which is saved."""
        game = reacting(squad(1, {"Rifle": weapon("1/1"), "Bazooka": weapon("1/2")}), squad(4), 3)
        assert play(game, {"cover": "hard"}, [[H], [H]], [M], [H]) == ["fires:b", "volley", "cover:0", "cover:1"]
        assert game.state.unit("a").trackers["alive"] == (0, 1)

    @rule("DUST-35", "DUST-168")
    @pytest.mark.parametrize("cover", ["none", "soft"])
    @pytest.mark.parametrize(
        "arms",
        [
            {"Rifle": weapon("1/1"), "MG": weapon("2/1")},
            {"Rifle": weapon("1/1"), "Bazooka": weapon("1/2"), "MG": weapon("2/1")},
            {"Rifle": weapon("1/1"), "Laser": weapon("1/1", "4", "laser"), "Phaser": weapon("1~2")},
        ],
    )
    def test_the_chances_are_those_of_one_line_after_another(self, arms: Any, cover: str) -> None:
        """Whatever the order of the dice, the same squads are left."""
        units = {"a": seated(0, squad(2, arms)), "b": seated(1, squad(4))}
        lines = [{"weapon": name, "target": "b", "range": 2, "cover": cover} for name in arms]
        told = {"unit": "a", "declared": ["attack", "nothing"], "lines": lines}
        apart, at_once = (ask("dust", "activation", units, **told, **more)["odds"] for more in ({}, {"one_throw": True}))
        assert at_once["models:b"] == apart["models:b"]

    @rule("DUST-138", "DUST-35")
    def test_the_chances_of_a_serum_too(self) -> None:
        """The hero's own Pistol heals him; the rifles beside it do not."""
        card = hero(weapons={"Pistol": weapon("2/1")}, skills=["wiederbelebungsserum"])
        units = {"a": seated(0, squad(2)), "h": seated(0, card, joined="a", damage=2), "b": seated(1, squad(4))}
        lines = [{"weapon": name, "target": "b", "range": 2, "cover": "none"} for name in ("Rifle", "Pistol")]
        told = {"unit": "a", "declared": ["attack", "nothing"], "lines": lines}
        game = session(units, **told, one_throw=True)
        play(game, [[H, H], [H, M]])
        assert (game.state.unit("h").count("damage"), len(game.state.unit("b").trackers["alive"])) == (1, 1)  # type: ignore[arg-type]
        apart, at_once = (ask("dust", "activation", units, **told, **more)["odds"] for more in ({}, {"one_throw": True}))
        assert at_once["models:b"] == apart["models:b"]

    @rule("DUST-35")
    def test_what_the_first_line_destroys_takes_no_more(self) -> None:
        game = reacting(squad(2, {"Rifle": weapon("1/1"), "Pistol": weapon("1/1")}), squad(1), 3)
        play(game, {"cover": "none"}, [[H, M], [H, H]])
        assert (game.prompt, game.state.unit("a").gone) == (None, True)

    @rule("DUST-138", "DUST-35")
    def test_the_serum_feels_every_hit(self) -> None:
        """Two hits of two Pistols heal two of three points."""
        card = hero(weapons={"Left": weapon("1/1"), "Right": weapon("1/1")}, skills=["wiederbelebungsserum"])
        game = reacting(card, squad(1), 2, reactor={"damage": 3})
        play(game, {"cover": "none"}, [[H], [H]])
        assert game.state.unit("b").count("damage") == 1

    @rule("DUST-127", "DUST-190")
    def test_dice_that_lead_to_other_dice_are_rolled_by_themselves(self) -> None:
        """The hero with a medal throws his Pistol alone, after the two lines of the squad."""
        units = {"h": seated(1, hero(skills=["medal_of_honor"]), joined="b")}
        game = reacting(squad(2, {"Rifle": weapon("1/1"), "MG": weapon("2/1")}, skills=[]), walker(9), 2, others=units)
        play(game, {"using": ["medal_of_honor"]})
        assert dice_now(game) == {"attack:0": 2, "attack:1": 4}
        assert play(game, [[M, M], [M] * 4], [M], True, [H]) == ["volley", "attack:2", "use_medal:2", "medal:2"]

    @rule("DUST-127", "DUST-156")
    @pytest.mark.parametrize(
        ("arms", "skills", "readings", "apart"),
        [
            ({"Laser": weapon("1/1", "4", "laser")}, [], {"laserSustained": "allDice"}, True),
            ({"Laser": weapon("1/1", "4", "laser")}, [], {}, False),
            ({"Gun": weapon("1/1")}, [], {"laserSustained": "allDice"}, False),
            ({"Phaser": weapon("1~2")}, [], {}, False),
            ({"Phaser": weapon("1~2")}, ["spotter"], {}, True),
        ],
    )
    @pytest.mark.parametrize("sustained", [True, False])
    def test_what_is_more_than_one_throw(self, arms: Any, skills: list[str], readings: Any, apart: bool, sustained: bool) -> None:
        """A sustained laser all of whose dice are thrown again, and a phaser's second roll of other
        faces; re-rolls and chains belong to their throw. Two rifles are thrown together in any
        case."""
        units = {"a": seated(0, squad(2, {"Rifle": weapon("1/1"), "MG": weapon("1/1"), **arms}, skills=skills)), "w": seated(1, squad(9))}
        lines = [{"weapon": name, "target": "w", "range": 2, "cover": "none"} for name in ("Rifle", "MG", *arms)]
        declared = ["sustained"] if sustained else ["attack", "nothing"]
        game = session(units, unit="a", declared=declared, lines=lines, one_throw=True, readings=readings)
        is_apart = apart and (sustained or bool(skills))
        assert len(dice_now(game)) == 3 - is_apart

    @rule("DUST-35", "DUST-29")
    def test_one_line_beside_others_of_their_own_is_asked_for_as_ever(self) -> None:
        """The hero's Pistol has a medal: the one rifle line is no throw of several."""
        units = {"h": seated(1, hero(skills=["medal_of_honor"]), joined="b")}
        game = reacting(squad(2, {"Rifle": weapon("1/1")}, skills=[]), walker(9), 2, others=units)
        play(game, {"using": ["medal_of_honor"]})
        assert (key(game), dice_now(game)) == ("attack:0", {"attack:0": 2})

    @rule("DUST-29", "DUST-35")
    def test_what_the_throw_is_called(self) -> None:
        """One target is named once, several with each weapon."""
        arms = {"Rifle": weapon("1/1"), "MG": weapon("1/1")}
        units = {"a": seated(0, squad(2, arms, name="Alpha")), "w": seated(1, walker(name="W")), "v": seated(1, walker(name="V"))}
        told = {}
        for second in ("w", "v"):
            lines = [{"weapon": "Rifle", "target": "w", "range": 2}, {"weapon": "MG", "target": second, "range": 2}]
            prompt = session(units, unit="a", declared=["attack", "nothing"], lines=lines, one_throw=True).prompt
            assert prompt
            assert prompt.labels
            told[second] = (english(prompt.text), [english(each) for each in prompt.labels()])
        assert told == {"w": ("Alpha attacks W with 2 weapons", ["Rifle", "MG"]), "v": ("Alpha attacks with 2 weapons", ["Rifle at W", "MG at V"])}

    @rule("DUST-35", "DUST-138")
    @pytest.mark.parametrize(("other", "skills", "summed"), [("1/1", [], ((0, 1),)), ("1/2", [], ()), ("1/1", ["wiederbelebungsserum"], ((0, 1),))])
    def test_of_hits_that_do_the_same_the_sum_counts(self, other: str, skills: list[str], summed: Any) -> None:
        game = reacting(hero(weapons={"Left": weapon("1/1"), "Right": weapon(other)}, skills=skills), squad(4), 2)
        play(game, {"cover": "none"})
        assert game.prompt
        assert game.prompt.summed == summed

    @rule("DUST-182")
    def test_line_by_line_they_come_one_after_another(self) -> None:
        game = reacting(squad(2, {"Rifle": weapon("1/1"), "MG": weapon("2/1")}), walker(), 2, readings={"diceCount": "lineByLine"})
        play(game, {})
        assert dice_now(game) == {"attack:0": 2}

    @rule("DUST-29", "DUST-181")
    @pytest.mark.parametrize(("told", "dice"), [({"one_throw": True}, [2, 4]), ({}, [2])])
    def test_an_attack_of_ones_own_is_thrown_at_once_if_told_so(self, told: Any, dice: list[int]) -> None:
        lines = [{"weapon": name, "target": "w", "range": 2} for name in ("Rifle", "MG")]
        units = {"a": seated(0, squad(2, {"Rifle": weapon("1/1"), "MG": weapon("2/1")})), "w": seated(1, walker())}
        game = session(units, unit="a", declared=["attack", "nothing"], lines=lines, **told)
        assert list(dice_now(game).values()) == dice


class TestToldByItself:
    """A reaction that was rolled for, its lines told at once."""

    BURNER = walker(weapons={"Napalm": NAPALM, "Torch": weapon("1/man", "2", "flamethrower"), "MG": weapon("1/1")})
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, squad(3), running=True),
        "b": seated(1, BURNER, reacting=True, activated=True),
        "f": seated(1, squad(2), activated=True),
    }

    @rule("DUST-67", "DUST-166")
    @pytest.mark.parametrize(
        ("lines", "refused"),
        [
            ([("Napalm", "a"), ("Napalm", "f")], None),
            ([("Napalm", "f"), ("Napalm", "a")], ["DUST-67"]),
            ([("Napalm", "f")], ["DUST-67"]),
            ([("Napalm", "a"), ("Torch", "f")], ["DUST-67"]),
            ([("Napalm", "a"), ("Torch", "a"), ("MG", "a")], None),
        ],
    )
    def test_flames_aimed_at_the_active_unit_burn_others_on_the_way(self, lines: Any, refused: list[str] | None) -> None:
        """Three dice for the active squad, two for the friend in the way; nobody else is aimed
        at."""
        reply = assault(self.UNITS, *lines, attacker="b", **{"as": "reaction", "range": 2, "cover": "none"})
        assert said(reply) == refused
        if refused is None:
            assert dice(reply) == {"attack:0": 3, "attack:1": 2} if len(lines) == 2 else {"attack:0": 3, "attack:1": 3, "attack:2": 1}
