"""What screens show, without a screen: chances in words, what succeeds, what it leads to, what
speaks against it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from carddb.legality import terms_of
from carddb.starter import starter_cards
from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.duties import Next
from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import D6, D10, Check, Die, Modifier, Prompt, Ref
from engine.values.stages import Again, Chain, Then
from engine.values.table import GameState, Unit
from engine.values.texts import english, say
from screens.pages.hunt import Patience
from screens.present import asking, dicing, prospects
from screens.present.i18n import Language
from screens.present.lines import one_in, percent
from screens.present.match import match
from screens.present.onward import Deed, deed_after, next_deed
from screens.present.ranks import why
from screens.present.things import live
from screens.present.view import View

REF = Ref("X-1", "a section", "a rule")
TANK = {"name": "Sherman", "type": "vehicle", "speed": 4, "defense": [5, 4], "soldiers": [9, 9, 7], "vehicles": [13, 11, 9]}
PANZER = {"name": "Panzer IV", "type": "vehicle", "speed": 3, "defense": [5, 3], "soldiers": [7, 7, 6], "vehicles": [15, 13, 11]}


def attack() -> Session:
    """A Sherman attacks a Panzer IV from the front, four hexes away in the open: 11 dice, 4+,
    five needed."""
    rules = RULESETS["aam"]
    start = table(rules, {"step": "first_assault", "units": {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1}}})
    session = Session(rules, start)
    session.dispatch(Opened("attack", Map({"attacker": "a", "target": "b"})))
    session.answer(Map({"range": 4, "arc": "front", "terrain": "clear"}))
    return session


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0, "0 %"), (1, "100 %"), (Fraction(1, 1000), "<1 %"), (Fraction(999, 1000), ">99 %"), (Fraction(1, 3), "33 %"), (Fraction(743, 1024), "73 %")],
)
def test_a_chance_as_one_says_it(chance: Fraction, said: str) -> None:
    assert percent(Fraction(chance)) == said.replace(" ", "\u00a0")


def test_small_chances_in_words() -> None:
    rare = one_in(Fraction(12, 100))
    assert rare
    assert english(rare) == "about 1 in 8"
    assert one_in(Fraction(1, 2)) is None
    assert one_in(Fraction(0)) is None


def test_the_verdict_of_an_attack() -> None:
    session = attack()
    assert session.prompt
    check = session.prompt.checks[0]
    view = View(session.rules, english)
    assert english(asking.roll_text(check)) == "Roll 11 dice"
    assert english(asking.need_text(view, check)) == "4+ succeeds. You need 5."


def test_thresholds_and_rows_in_the_words_of_the_book() -> None:
    """Hit the Dirt raises the hit value alone: 5+/10+ are 6+/10+, shown as +1/+0; an HQ knows no
    criticals, and wounds of its shooter are +2."""
    rules = RULESETS["2gm"]
    rifle = {"impact": [5, 10], "penetration": 2, "damage": 1, "range": 2}
    squad = {"name": "Squad", "type": "infantry", "armor": 2, "life": 3, "weapon": rifle}
    units = {
        "a": {"card": squad},
        "w": {"card": squad, "state": {"damage": 2}},
        "b": {"card": squad, "seat": 1, "state": {"prone": True}},
        "q": {"card": {"type": "hq", "life": 10}, "seat": 1},
    }
    said = []
    for attacker, target in (("a", "b"), ("w", "q")):
        session = Session(rules, table(rules, frozen({"step": "fire", "units": units})))
        session.dispatch(Opened("shot", Map({"attacker": attacker, "target": target, "weapon": "primary"})))
        assert session.prompt
        check, view = session.prompt.checks[0], View(rules, english)
        said.append((english(asking.need_text(view, check)), [row.amount for row in asking.reasons(view, check)][1:]))
    assert said == [("6+ scores a hit, 10+ destroys (critical).", ["+1/+0"]), ("7+ scores a hit.", ["+2"])]


def test_what_the_dice_lead_to() -> None:
    """Five to nine successes of eleven are two hits on a vehicle; by hand: none 281, disrupted
    231, damaged 506, destroyed 6 of 1,024."""
    session = attack()
    assert session.prompt
    (found,) = prospects.fates(session.rules, session.state, session.prompt)
    from engine.dice.check import odds

    chances = found.mixed(odds(session.prompt.checks[0]))["target"]
    assert chances == {"none": Fraction(281, 1024), "disrupted": Fraction(231, 1024), "damaged": Fraction(506, 1024), "destroyed": Fraction(6, 1024)}


def test_a_walk_that_nobody_waits_for_stops() -> None:
    """Once something else is looked at the work ends at its next step; until then it goes on."""
    session, asked = attack(), iter((True, True, True, False))
    assert session.prompt
    patience = Patience(lambda: next(asked))
    assert not list(prospects.fates(session.rules, session.state, session.prompt, step=patience))
    assert patience.count == 4
    assert list(prospects.fates(session.rules, session.state, session.prompt, step=Patience(lambda: True)))


def test_a_row_switched_off_gives_back_its_amount() -> None:
    worse = Modifier("smoke", -1, say("smoke"), REF)
    check = Check("hit", 3, D6, REF, (4,), (worse,))
    assert check.targets == (5,)
    assert asking.without(check, frozenset({"smoke"})).targets == (4,)
    assert asking.without(check, frozenset()) is check


def test_faces_that_succeed_are_lit() -> None:
    view = View(RULESETS["aam"], english)
    keys = dicing.keys(view, Check("hit", 3, D6, REF, (5,)))
    assert [key.succeeds for key in keys] == [False, False, False, False, True, True]
    assert [key.pips for key in keys] == [1, 2, 3, 4, 5, 6]


def test_dice_still_to_enter() -> None:
    check = Check("hit", 3, D6, REF, (5,))
    assert dicing.to_enter(check, (6,)) == 2
    assert dicing.reading(check, (6,)) is None
    assert dicing.reading(check, (6, 5, 1)) == (2, 2)


def test_what_speaks_against_a_target_is_said_before_it_is_chosen() -> None:
    """A friend is no target; in the assault phase of the first player the second player's unit
    does not attack (AAM-22)."""
    rules = RULESETS["aam"]
    units = {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1}}
    state = table(rules, {"step": "first_assault", "units": units})
    view = View(rules, english)
    mine = {line.key: line.allowed for line in view.deeds.actions(state, state.unit("a"))}
    theirs = {line.key: line.allowed for line in view.deeds.actions(state, state.unit("b"))}
    assert mine["attack"]
    assert not theirs["attack"]
    assert theirs["defensive_fire"]
    opening = rules.opening("attack")
    field = opening.situation.field("target")
    assert field
    assert [line.id for line, _ in view.deeds.candidates(state, opening, field, Map({"attacker": "a"}))] == ["b"]


def test_units_that_wait() -> None:
    rules = RULESETS["aam"]
    state = table(rules, {"step": "first_movement", "units": {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1}}})
    view = View(rules, english)
    assert [unit.id for unit in view.waiting(state)] == ["a"]
    assert not view.waiting(state.set("a", "moved", True, REF))


def test_a_marker_face_down_looks_face_down() -> None:
    rules = RULESETS["aam"]
    state = table(rules, {"units": {"a": {"card": TANK, "seat": 0, "state": {"face_down": ["damaged"], "face_up": ["disrupted"]}}}})
    looks = {chip.mark: chip.look for chip in View(rules, english).roster.chips(state.unit("a"))}
    assert looks == {"damaged": "pending", "disrupted": "strong"}


def test_everything_that_should_lie_on_the_table_is_counted() -> None:
    """Two disrupted face up, one face down, and what is off the map carries nothing; who waits
    in reserve is not looked for."""
    rules = RULESETS["aam"]
    units = {
        "a": {"card": TANK, "seat": 0, "state": {"face_up": ["disrupted"]}},
        "b": {"card": PANZER, "seat": 1, "state": {"face_up": ["disrupted"], "face_down": ["disrupted"]}},
        "c": {"card": PANZER, "seat": 1, "state": {"face_up": ["damaged"], "where": "destroyed"}},
        "d": {"card": PANZER, "seat": 1, "state": {"where": "reserve"}},
        "e": {"card": PANZER, "seat": 1},
    }
    view, state = View(rules, english), table(rules, {"units": units})
    found = match(view, state)
    assert {line.word: count for line, count in found.totals} == {"Disrupted, face up": 2, "Disrupted, face down": 1}
    assert [line.is_face_down for line, _ in found.totals] == [False, True]
    assert [(line.id, line.lying) for line in found.marked] == [("a", ("Disrupted, face up",)), ("b", ("Disrupted, face down and face up",))]
    assert [line.id for line in found.bare] == ["e"]
    assert [(line.id, line.lying) for line in found.gone] == [("c", ("Destroyed",))]


def test_blast_markers_and_losses_are_told_in_words() -> None:
    """Three blast markers in total; units lost by their names, what is left of how many."""
    rules = RULESETS["epic"]
    card = {"name": "Marines", "initiative": 1, "units": [[6, {"name": "Tactical", "type": "INF"}], [2, {"name": "Rhino", "type": "LV"}]]}
    state = table(rules, {"units": {"a": {"card": card, "seat": 0, "state": {"blast": 3, "lost": [2, 0]}}, "b": {"card": card, "seat": 1}}})
    found = match(View(rules, english), state)
    assert [(line.word, count) for line, count in found.totals] == [("Blast markers", 3)]
    assert [line.lying for line in found.marked] == [("Blast markers: 3", "Tactical: 4 of 6")]
    assert [line.id for line in found.bare] == ["b"]


def test_a_unit_as_its_card_says_it_is_has_nothing_on_it() -> None:
    """Every card of three packs; in the other games markers lie on a unit from the start. What
    counts upwards is told by what it is."""
    for key, rules in ((key, RULESETS[key]) for key in ("aam", "epic", "front")):
        units = {f"u{n}": {"card": thawed(card.values), "seat": 0} for n, card in enumerate(starter_cards(key).values())}
        assert match(View(rules, english), table(rules, {"units": units})).marked == ()
    engine = {
        "name": "Krab",
        "units": [[1, {"name": "Krab", "type": "WE", "dc": 4, "critical": "-1 to hit for the rest of the game; a second one is 1 more damage"}]],
    }
    state = table(RULESETS["epic"], {"units": {"a": {"card": engine, "seat": 0, "state": {"shaken": [1], "damage": [2]}}}})
    (line,) = match(View(RULESETS["epic"], english), state).marked
    assert [told for told in line.lying if "-1 to hit" in told] == ["Engines at -1 to hit: Krab: 1 of 1"]


def test_rows_of_a_board_are_no_markers_and_fallen_miniatures_have_names() -> None:
    """Rows and columns are told by unit and never summed; who has fallen is told by what he
    carried."""
    rules = RULESETS["2gm"]
    tank = {"name": "Tank", "type": "tank", "life": 5, "equipment": [{"item": "MG"}]}
    state = table(rules, {"units": {key: {"card": tank, "seat": 0, "state": {"row": 4, "damage": 2}} for key in ("a", "b")}})
    found = match(View(rules, english), state)
    assert found.totals == ()
    assert found.marked[0].lying[:2] == ("Damage: 3 of 5", "Row: 4")
    squad = {"name": "Squad", "kind": "squad", "hp": 2, "models": [{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}]}
    state = table(RULESETS["dust"], {"units": {"a": {"card": squad, "seat": 0, "state": {"alive": [0]}}}})
    (line,) = match(View(RULESETS["dust"], english), state).marked
    assert len(line.lying) == 1
    assert line.lying[0].endswith("fallen")


def test_several_facts_in_one_tracker_are_several_short_chips() -> None:
    """A marker of 2GM is told by its face and what is so of it; what is not so is left out."""
    rules = RULESETS["2gm"]
    state = table(rules, {"units": {"a": {"card": {"name": "Rifles", "type": "infantry"}, "seat": 0}}})
    state = state.set("a", "markers", Map({"Smoke": Map({"face": "active", "tilted": True, "mounted": False})}), REF)
    view = View(rules, english)
    words = [chip.word for chip in view.roster.chips(state.unit("a"))]
    assert len(words) == 1
    assert words[0].startswith("Smoke: ")
    assert "no" not in words[0].split()


def test_an_ability_is_shown_with_what_it_does() -> None:
    """By its name, its number and our words; one that only its card explains by its name alone."""
    card = Map({"name": "Rifles", "abilities": Map({"close_assault": 7, "headshot": True, "blast": False})})
    lines = {line.key: line.value for line in View(RULESETS["aam"], english).words.card(Unit("", 0, card))}
    assert lines["abilities"] == "Close Assault 7: 7 dice against a Vehicle in its own hex, which has no cover\nHeadshot"


def test_whoever_may_help_himself_is_among_those_to_choose_from() -> None:
    """A medic heals within a square, himself included (2GM-134); nobody swaps squares with
    himself."""
    rules = RULESETS["2gm"]
    foot = {"type": "infantry", "cost": 2, "movement": 1, "armor": 0, "life": 4}
    units = {"m": {"card": {**foot, "name": "Medics", "skills": ["heal"]}, "state": {"damage": 1}}, "r": {"card": {**foot, "name": "Rifles"}}}
    state, view = table(rules, {"step": "movement", "units": units}), View(rules, english)
    for key, other, expected in (("care", "target", ["Rifles", "Medics"]), ("swap", "other", ["Rifles"])):
        opening = rules.opening(key)
        field = opening.situation.field(other)
        assert field
        found = view.deeds.candidates(state, opening, field, Map({opening.actor: "m"}))
        assert sorted(line.name for line, _ in found) == sorted(expected)


@pytest.mark.parametrize(
    ("both", "key", "said"),
    [
        (True, "initiative:1", "Ben"),
        (False, "to_hit:1", "To hit 2"),
        (False, "strike:a:0", "Shermans: Strike 1"),
        (False, "save:a", "Shermans: Save"),
        (False, "save", "Save"),
    ],
)
def test_a_number_names_a_player_only_where_two_sides_roll(both: bool, key: str, said: str) -> None:
    rules = RULESETS["aam"]
    state = table(rules, Map({"units": Map({"a": Map({"seat": 0, "card": Map({"name": "Shermans"})})})}))
    checks = tuple(Check(f"{n}", 1, D6, REF, (4,)) for n in range(2))
    prompt = Prompt("roll", "roll", 0, say("roll"), REF, () if both else ("a",), checks)
    assert View(rules, english, ("Ann", "Ben")).words.check_name(state, prompt, key) == said


COIN = Die("coin", (0, 1), ("heads", "tails"))
HITS = Die("dust", (1, 1, 0, 0, 0, 0), ("hit", "hit", "miss", "miss", "miss", "miss"))


def test_two_sides_that_roll_against_each_other_see_who_wins() -> None:
    """Three dice with a hit on two of six: 8, 12, 6 and 1 of 27; 64 + 144 + 36 + 1 of 729 are a
    tie, half of the rest each."""
    view, check = View(RULESETS["dust"], english), Check("most", 3, HITS, REF, (1,))
    lines = prospects.contest_lines(view, ("Axis", "Allies"), (check, check))
    assert [(line.word, line.percent) for line in lines] == [("Axis", "33\u00a0%"), ("A tie", "34\u00a0%"), ("Allies", "33\u00a0%")]


def test_a_number_alone_is_the_next_throw_where_more_dice_follow() -> None:
    """Two dice of a sustained phaser: one hit, the miss again, then three dice for each hit."""
    phaser = Check("attack", 2, Die("hits", (0, 1), ("miss", "hit")), REF, (1,), stages=(Again(), Then(3, (1,))))
    faces: tuple[int, ...] = ()
    found = []
    for hits in (1, 1, 4):
        found.append(dicing.totals(phaser, faces))
        faces = (*faces, *dicing.next_wave(phaser, faces, hits))
    assert found == [(0, 1, 2), (), (0, 1, 2, 3, 4, 5, 6)]
    assert (faces, dicing.to_enter(phaser, faces), dicing.reading(phaser, faces)) == ((1, 0, 1, 1, 1, 1, 1, 0, 0), 0, (4, 4))
    assert dicing.totals(Check("hit", 3, D6, REF, (5,))) == (0, 1, 2, 3)


def test_every_throw_after_the_first_says_which_dice_it_takes() -> None:
    """Six dice of a sustained phaser of two for a hit: two hit, the four others are rolled again,
    one of them hits, and three hits bring six dice. Of a laser the hits are rolled again."""
    die = Die("hits", (0, 1), ("miss", "hit"))
    phaser = Check("attack", 6, die, REF, (1,), stages=(Again(), Then(2, (1,), what=say("damage"))))
    laser = Check("attack", 3, die, REF, (1,), stages=(Chain(),), most=9)
    first = (1, 1, 0, 0, 0, 0)
    told = [(phaser, first), (phaser, (*first, 1, 0, 0, 0)), (laser, (1, 1, 0))]
    found = [dicing.wave_text(check, faces) for check, faces in told]
    assert [english(text[0]) for text in found if text] == ["Roll 4 dice again", "Roll 6 dice: damage", "Roll 2 dice again"]
    assert [english(text[1]) for text in found if text] == ["Those that failed.", "For every success so far.", "Those that succeeded."]
    assert dicing.wave_text(phaser, ()) is None
    assert dicing.wave_text(laser, (0, 0, 0)) is None
    assert [dicing.pad_line(View(RULESETS["dust"], english), *each).entered for each in told] == ["0 of 4 dice", "0 of 6 dice", "0 of 2 dice"]


def test_equal_totals_go_to_the_side_that_a_rule_names() -> None:
    """Two dice each, +3 against +2, a tie to the first: 575 + 140 + 146 of 1,296."""
    bonus = [Modifier("commander", amount, say("commander"), REF) for amount in (3, 2)]
    checks = tuple(Check(f"initiative:{n}", 2, D6, REF, keep=0, modifiers=(bonus[n],)) for n in (0, 1))
    lines = prospects.contest_lines(View(RULESETS["aam"], english), ("Axis", "Allies"), checks, ties=0)
    assert [(line.word, line.percent) for line in lines] == [("Axis", "66\u00a0%"), ("Allies", "34\u00a0%")]


def test_what_a_side_adds_to_its_die_counts_in_the_odds() -> None:
    """Ratings 2 and 3: ours must be two higher, 4 + 3 + 2 + 1 of 36; one higher is a tie, 5 of
    36."""
    units = {name: {"seat": seat, "card": {"name": name, "strategy": 2 + seat}} for seat, name in enumerate("ad")}
    rules = RULESETS["epic"]
    session = Session(rules, table(rules, frozen({"step": "strategy", "units": units})))
    session.dispatch(Opened("strategy", Map()))
    assert session.prompt
    lines = prospects.contest_lines(View(rules, english), ("Ours", "Theirs"), session.prompt.checks, session.prompt.added)
    assert [line.percent for line in lines] == ["28\u00a0%", "14\u00a0%", "58\u00a0%"]


def test_what_is_certain_whatever_the_dice_show_is_no_odds() -> None:
    """Of one die that needs a 4 nothing is lost either way: how it may fall is shown; a loss on a
    miss is named with its unit."""
    view, check = View(RULESETS["dust"], english), Check("cover", 1, D6, REF, (4,))
    same, loss = {4: Fraction(1)}, {3: Fraction(1)}
    title, _, lines = prospects.odds_lines(view, check, prospects.Fates({0: {"models": same}, 1: {"models": same}}))
    assert (title, [line.word for line in lines]) == ("Odds", ["Failed", "Passed"])
    found = prospects.Fates({0: {"models:u1": loss}, 1: {"models:u1": same}})
    title, _, lines = prospects.odds_lines(view, check, found, {"u1": "Rifles"})
    assert (title, [(line.word, line.percent) for line in lines]) == ("Odds: Rifles", [("Alive: 3", "50\u00a0%"), ("Alive: 4", "50\u00a0%")])


@pytest.mark.parametrize(("within", "told"), [(Fraction(0), ""), (Fraction(1, 20_000), "0.01"), (Fraction(3, 1000), "0.30")])
def test_chances_within_a_bound_say_how_exact_they_are(within: Fraction, told: str) -> None:
    """Half a hundredth of a point is told as a hundredth."""
    view, check = View(RULESETS["dust"], english), Check("cover", 1, D6, REF, (4,))
    found = prospects.Fates({0: {"models": {3: Fraction(1)}}, 1: {"models": {4: Fraction(1)}}}, within)
    _, head, lines = prospects.odds_lines(view, check, found)
    assert [line.percent for line in lines] == ["50\u00a0%", "50\u00a0%"]
    assert head == (f"exact to {told}" if told else "")


def test_what_is_applied_is_said_without_what_does_not_happen() -> None:
    view, check = View(RULESETS["aam"], english), Check("move", 1, D6, REF, (4,), needs=1)
    found = prospects.Fates({1: {"effect": {"none": Fraction(1)}, "facing": {"any": Fraction(1)}}})
    assert "None" not in english(dicing.result_text(view, check, 1, 1, found)[0])
    only = prospects.Fates({1: {"effect": {"none": Fraction(1)}}})
    assert english(dicing.result_text(view, check, 1, 1, only)[0]) == "Apply: passed"


@pytest.mark.parametrize(
    ("check", "total", "said"),
    [
        (Check("attack", 11, D6, REF, (4,), needs=5, grades=(5, 6, 10)), 4, "Apply: no hit, 4 of 5"),
        (Check("attack", 11, D6, REF, (4,), needs=5, grades=(5, 6, 10)), 7, "Apply: 2 hits"),
        (Check("move", 2, D6, REF, (4,), needs=2), 1, "Apply: failed, 1 of 2"),
        (Check("shot", 1, D10, REF, (5, 9), names=(say("scores a hit"), say("destroys"))), 0, "Apply: a miss"),
        (Check("shot", 1, D10, REF, (5, 9), names=(say("scores a hit"), say("destroys"))), 2, "Apply: destroys"),
        (Check("test", 1, D6, REF, (3,)), 0, "Apply: failed"),
        (Check("hits", 4, D6, REF, (3,)), 3, "Apply: 3 of 4 succeed"),
        (Check("hits", 4, D6, REF, (3,)), 0, "Apply: none of 4 dice succeeds"),
        (Check("points", 2, D6, REF, keep=0), 9, "Apply: 9"),
    ],
)
def test_the_button_names_what_would_be_applied(check: Check, total: int, said: str) -> None:
    """A miss by its name, and by how much."""
    worth = sum(total >= grade for grade in check.grades) if check.grades else total
    assert english(dicing.result_text(View(RULESETS["aam"], english), check, total, worth, None)[0]) == said


def test_several_checks_are_named_by_what_they_came_to() -> None:
    view = View(RULESETS["epic"], english)
    assert dicing.results_text(view, {"Cannon": 3, "Bolter": 0}, None) == ("Apply: 3 successes", "Cannon 3, Bolter 0")
    together: prospects.Outcomes = {"fate": {"breaks": Fraction(1)}, "kills": {4: Fraction(1)}, "then": {"withdraw": Fraction(1)}}
    assert dicing.results_text(view, {"Cannon": 3}, prospects.Fates({}, together=together))[0] == "Apply: It breaks and withdraws"
    alone = prospects.Fates({}, together={"then": {"withdraw": Fraction(1)}})
    assert dicing.results_text(view, {"Test": 0}, alone)[0] == "Apply: It withdraws"


def test_a_target_shows_what_counts_of_it_and_why() -> None:
    """A disrupted Panzer of defense 5/3 has 4/2 (AAM-55); one as printed has nothing to say."""
    rules = RULESETS["aam"]
    units = {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1, "state": {"face_up": ["disrupted"]}}, "c": {"card": PANZER, "seat": 1}}
    state, view = table(rules, {"step": "first_assault", "units": units}), View(rules, english)
    opening = rules.opening("attack")
    field = opening.situation.field("target")
    assert field
    found = view.deeds.candidates(state, opening, field, Map({"attacker": "a"}))
    said = {line.id: line.differing for line, _ in found}
    assert "defense 4/2 of 5/3 (disrupted or damaged)" in said["b"]
    assert said["c"] == ""


@pytest.mark.parametrize(
    ("step", "procedure", "said"),
    [("first_assault", "attack", "Dice against soldiers 9/9/7, dice against vehicles 13/11/9"), ("first_movement", "move", "Speed 4, defense 5/4")],
)
def test_who_is_to_act_shows_what_counts_in_the_step(step: str, procedure: str, said: str) -> None:
    rules = RULESETS["aam"]
    state = table(rules, {"step": step, "units": {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1}}})
    view, opening = View(rules, english), rules.opening(procedure)
    field = opening.situation.field(opening.actor)
    assert field
    (line, _), *_ = view.deeds.candidates(state, opening, field, Map())
    assert (line.id, line.detail) == ("a", said)


def test_who_has_nobody_in_reach_is_not_offered_to_shoot() -> None:
    """A rifle reaches 4 squares. Three rows a side: from row 1 to the first one of the other side
    it is 5, from row 4 it is 2."""
    rules = RULESETS["2gm"]
    weapon = {"impact": [6, 9], "penetration": 3, "damage": 1, "range": 4}
    card = {"name": "Rifles", "army": "grey", "type": "infantry", "armor": 1, "life": 2, "weapon": weapon}
    at = {"near": (0, 4), "far": (0, 1), "foe": (1, 1)}
    units = {name: {"card": card, "seat": seat, "state": {"row": row}} for name, (seat, row) in at.items()}
    state, view = table(rules, {"step": "fire", "units": units}), View(rules, english)
    opening = rules.opening("shot")
    field = opening.situation.field("attacker")
    assert field
    found = view.deeds.candidates(state, opening, field, Map())
    assert [(line.id, why) for line, why in found] == [("near", ""), ("far", "5 squares: the weapon reaches 4 (2GM-69)")]


def test_one_card_in_the_order_of_the_book_with_its_numbers() -> None:
    """Whatever order the chances come in; what the fates say already is not said again; no number
    without what it counts."""
    view, check = View(RULESETS["epic"], english), Check("to_hit", 8, D6, REF, (4,))
    mixed: dict[str, dict[Any, Fraction]] = {
        "fate": {"destroyed": Fraction(1, 10), "holds_out": Fraction(1, 2), "breaks": Fraction(2, 5)},
        "kills": {4: Fraction(1, 2), 0: Fraction(1, 2)},
        "broken": {"yes": Fraction(1, 4), "no": Fraction(3, 4)},
    }
    title, head, lines = prospects.odds_lines(view, check, prospects.Fates({}, together=mixed))
    assert (title, head) == ("Odds", "Units killed: 0 to 4")
    assert [line.word for line in lines] == ["It holds out", "It breaks and withdraws", "Destroyed"]
    mixed["fate"] = {"holds_out": Fraction(3, 4), "breaks": Fraction(1, 4)}
    assert [line.word for line in prospects.odds_lines(view, check, prospects.Fates({}, together=mixed))[2]] == ["It holds out", "It breaks and withdraws"]
    _, _, counted = prospects.odds_lines(view, check, None)
    assert [line.word for line in counted][:2] == ["One success or more", "2 successes or more"]
    assert all(line.share < 1 for line in counted)


def test_a_coin_is_no_die_and_a_row_that_moves_nothing_has_no_number() -> None:
    view = View(RULESETS["aam"], english)
    assert [row.amount for row in asking.reasons(view, Check("first", 1, COIN, REF, keep=0))] == ["one coin"]
    hard = Check("cover", 1, HITS, REF, (1,), modifiers=(Modifier("hard", 0, say("hard cover"), REF),))
    assert [row.amount for row in asking.reasons(view, hard)] == ["one die", ""]
    assert dicing.tally_text(hard, ()) == ""


@pytest.mark.parametrize(
    ("checks", "about", "lots"),
    [
        ((Check("first", 1, COIN, REF, keep=0),), (), True),
        ((Check("map", 1, D6, REF, keep=0),), (), True),
        ((Check("damage", 1, D6, REF, keep=0),), ("a",), False),
        ((Check("bid", 1, D6, REF, keep=0, modifiers=(Modifier("x", 1, say("x"), REF),)),), (), False),
        ((Check("sum", 2, D6, REF, keep=0),), (), False),
        ((Check("test", 1, D6, REF, (4,)),), (), False),
        ((Check("test", 1, D6, REF, keep=0, needs=4),), (), False),
        ((Check("a", 1, D6, REF, keep=0), Check("b", 1, D6, REF, keep=0)), (), False),
    ],
)
def test_a_die_that_draws_lots_takes_no_modifier(checks: tuple[Check, ...], about: tuple[str, ...], lots: bool) -> None:
    assert asking.is_drawn_by_lot(Prompt("x", "roll", 0, say("x"), REF, about, checks)) is lots


def test_a_unit_is_offered_first_what_its_step_is_there_for() -> None:
    """In the assault phase it attacks or moves (AAM-23), in the movement phase it moves
    (AAM-21)."""
    view, units = View(RULESETS["aam"], english), {"a": {"card": TANK, "seat": 0}, "b": {"card": PANZER, "seat": 1}}
    for step, first in (("first_assault", "attack"), ("first_movement", "move")):
        state = table(RULESETS["aam"], {"step": step, "units": units})
        assert view.deeds.actions(state, state.unit("a"))[0].key == first


def test_markers_of_a_unit_that_is_gone_went_with_it() -> None:
    """It is destroyed, and says so once."""
    marks = {"where": "destroyed", "face_up": ["disrupted", "damaged", "destroyed"], "attacked": True}
    state = table(RULESETS["aam"], {"units": {"a": {"card": TANK, "seat": 0, "state": marks}}})
    assert [chip.word for chip in View(RULESETS["aam"], english).roster.chips(state.unit("a"))] == ["Destroyed"]


def test_points_stand_beside_a_name_while_units_wait_and_training_is_no_marker() -> None:
    """Two tanks of 20 points each, one of them lost: 20 on the map (AAM-110)."""
    rules, card = RULESETS["aam"], {**TANK, "cost": 20}
    lost = {"card": card, "seat": 0, "state": {"where": "destroyed"}}
    state = table(rules, {"step": "first_movement", "units": {"a": {"card": card, "seat": 0}, "b": lost}}).set("a", "training", 1, REF)
    view = View(rules, english)
    assert view.waiting(state)
    assert view.tabs(state)[0].fact == "20 points on the map"
    assert not view.roster.chips(state.unit("a"))


@pytest.mark.rule("DUST-38", "DUST-160")
def test_miniatures_are_counted_and_rounds_told_by_weapon() -> None:
    """Two of three riflemen live; of two rockets one is fired; the rifle has no end of rounds."""
    rules = RULESETS["dust"]
    weapons = {"Rifle": {"range": "4", "values": {"S1": "1/1"}}, "Rocket": {"range": "6", "values": {"V1": "1/2"}, "ammo": 2}}
    card = {
        "name": "Rifles",
        "kind": "squad",
        "armor": "S2",
        "hp": 3,
        "weapons": weapons,
        "models": [{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rocket"]}],
    }
    state = table(rules, {"units": {"a": {"card": card, "seat": 0, "state": {"alive": [0, 2], "ammo": {"Rocket": 1}}}}})
    unit = state.unit("a")
    assert [chip.word for chip in View(rules, english).roster.chips(unit)] == ["Miniatures alive: 2", "Rocket: 1"]
    assert [(part.place, part.value) for part in rules.glance.parts(unit, "alive")] == [(0, True), (1, False), (2, True)]
    assert [(part.place, part.value) for part in rules.glance.parts(unit, "ammo")] == [("Rocket", 1)]


def test_a_chip_names_another_unit_as_the_players_do() -> None:
    rules = RULESETS["front"]
    units = {"u1": {"card": {"name": "Tiger"}, "seat": 0}, "u2": {"card": {"name": "Sherman"}, "seat": 1}}
    state = table(rules, {"units": units})
    state = state.set("u2", "blocking", "u1", REF)
    assert [chip.word for chip in View(rules, english).roster.unit(state, state.unit("u2")).chips] == ["Blocking: Tiger"]


def test_after_a_failed_test_the_button_names_the_other_side() -> None:
    """Who holds cannot retain the initiative (EPIC-23): nobody of his side acts, whatever else
    the phase offers."""
    rules = RULESETS["epic"]
    card = {"initiative": 3, "units": [[4, {"name": "Boyz", "type": "INF"}]]}
    units = {name: {"seat": seat, "card": {"name": name, **card}} for seat, name in ((0, "a"), (0, "b"), (1, "d"))}
    session = Session(rules, table(rules, frozen({"step": "strategy", "units": units})))
    session.dispatch(Advanced())
    session.dispatch(Opened("action", Map({"formation": "a", "order": "advance"})))
    session.answer(((1,),))
    session.answer("move")
    deed = next_deed(View(rules, english, ("Ann", "Ben")), session.state, session.prompt)
    assert (deed.next, deed.text) == (Next.ADVANCE, "Pass to second seat")


@pytest.mark.rule("DUST-141")
@pytest.mark.parametrize(("role", "allowed"), [("officer", True), ("specialist", False), ("", False)])
def test_orders_are_offered_to_whom_the_card_gives_them(role: str, allowed: bool) -> None:
    """Officer, Radio, Mechanic and Medic give orders, the weapon specialist none, other squads
    none either."""
    rules = RULESETS["dust"]
    model = {"weapons": ["Knife"], **({"role": role} if role else {})}
    card = {"name": "Squad", "kind": "squad", "armor": "S2", "hp": 1, "models": [model], "weapons": {"Knife": {"range": "C"}}}
    state = table(rules, {"step": "activation", "units": {"a": {"card": card, "seat": 0, "state": {"running": True}}}})
    lines = {line.key: line for line in View(rules, english).deeds.actions(state, state.unit("a"))}
    assert lines["command"].allowed is allowed
    assert allowed or "DUST-141" in lines["command"].why


def all_attacked(count: int, asked: list[str]) -> tuple[View, Session]:
    """An assault in which everybody has attacked, of so many units a side; whom the rules are
    asked about."""
    rules = RULESETS["aam"]
    opening = rules.opening("attack")

    def counted(now: GameState, attacker: str, **_: Value) -> None:
        asked.append(attacker)

    counting = replace(opening, forbids=(counted, *opening.forbids))
    rules = replace(rules, openings=tuple(counting if each is opening else each for each in rules.openings))
    units = {f"{seat}-{n}": {"card": TANK, "seat": seat, "state": {"attacked": True}} for seat in (0, 1) for n in range(count)}
    start = table(rules, {"step": "first_assault", "turn": 2, "units": units})
    return View(rules, english), Session(rules, start, first=1)


def test_the_rules_are_asked_once_for_each_unit_and_not_for_each_pair() -> None:
    """Forty tanks that have all attacked: none may again whatever its target, so the way on is
    looked for in forty questions."""
    asked: list[str] = []
    view, session = all_attacked(40, asked)
    assert view.deeds.main_offer(session.state) == ""
    assert len(asked) == 40


def test_when_all_have_attacked_the_button_leads_on() -> None:
    """Several attacks at once are nothing for those who may not attack alone."""
    view, session = all_attacked(3, [])
    assert next_deed(view, session.state, None).next is Next.ADVANCE


def test_numbers_by_rows_are_summed_and_whoever_is_inside_is_named() -> None:
    """Two points of damage and one are three; the carrier's row says who rides."""
    rules = RULESETS["epic"]
    titan = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "transport": 4}
    foot = {"name": "Squad", "type": "INF", "speed": 15, "armour": 6, "cc": 5, "ff": 5}
    units = {
        "t": {"card": {"name": "Pair", "initiative": 2, "units": [[1, titan], [1, titan]]}, "seat": 0, "state": {"damage": [2, 1]}},
        "p": {"card": {"name": "Riders", "initiative": 2, "units": [[3, foot]]}, "seat": 0, "state": {"aboard": "t", "where": "inside"}},
    }
    state = table(rules, {"units": units})
    roster = View(rules, english).roster
    assert [chip.word for chip in roster.unit(state, state.unit("t")).chips] == ["Damage: 3", "Aboard: Riders"]
    out = state.set("p", "aboard", None, rules.refs[0])
    assert [chip.word for chip in roster.unit(out, out.unit("t")).chips] == ["Damage: 3"]


def test_what_is_worn_down_row_by_row_is_headed_by_what_is_left() -> None:
    """Two of six Boyz are gone: twenty of twenty-two units are there."""
    rules = RULESETS["epic"]
    card = {"name": "Mob", "units": [[6, {"name": "Boyz"}], [16, {"name": "Grotz"}]]}
    now = table(rules, frozen({"units": {"m": {"seat": 0, "card": card, "state": {"lost": [2, 0]}}}}))
    (units,) = (line for line in live(View(rules, english), now, now.unit("m")) if line.key == "lost")
    assert (units.head, units.fact) == ("Units", "20 of 22")


def test_an_answer_leads_on_by_itself_only_to_what_needs_nothing_more_of_the_table() -> None:
    """The end of a turn leads to its rally, which has to be told whether an enemy is near: that
    stays on the button. With nobody to rally it leads on to the next turn."""
    rules = RULESETS["epic"]
    infantry = {"name": "Rifles", "type": "INF", "speed": 15, "armour": 5, "cc": 5, "ff": 5}
    card = {"name": "Company", "initiative": 2, "strategy": 2, "units": [[3, infantry]]}

    def led_to(**held: Value) -> Deed | None:
        garrison = {"overwatch": True, "garrison": True, **held}
        units = {"a": {"card": card, "seat": 0, "state": garrison}, "b": {"card": card, "seat": 1}}
        session = Session(rules, table(rules, frozen({"step": "rally", "units": units})))
        session.dispatch(Opened("end_turn"))
        assert session.prompt
        return deed_after(View(rules, english), session.state, session.prompt, ())

    assert led_to(blast=1) is None
    onward = led_to()
    assert onward
    assert onward.next is Next.ADVANCE


def test_who_cannot_act_is_told_for_what_lies_with_itself() -> None:
    """A broken formation, in the enemy's go and while another acts: broken is what keeps it."""
    rules = RULESETS["epic"]
    card = {"name": "Company", "initiative": 2, "strategy": 2, "units": [[3, {"name": "Rifles", "type": "INF"}]]}
    units = {"a": {"card": card, "seat": 0}, "b": {"card": {**card, "name": "Mob"}, "seat": 1, "state": {"broken": True}}}
    acting = {"acting": {"unit": "a", "left": ["assault"]}}
    for told in ({}, {"seat": 1}, {"table": acting}):
        state = table(rules, frozen({"step": "action", "units": units, **told}))
        assert why(View(rules, english), state, "b") == "Mob is broken: no action"
    assert (
        why(View(rules, english), table(rules, frozen({"step": "action", "seat": 1, "units": units})), "a") == "Company does not act in this step: Action phase"
    )


LOCALE = Path(__file__).parents[2] / "locale"
FRENCH = Language("fr", LOCALE)


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("2gm", ("Grey", "Blue"), ("Gris", "Bleu")),  # sides, as the app names them
        ("aam", ("Axis", "Allies"), ("Axe", "Alliés")),
        ("2gm", ("Blue", "Ann"), ("Blue", "Ann")),  # players, as they are called
        ("2gm", ("Ann", "Range"), ("Ann", "Range")),
        ("epic", ("Blue", "Grey"), ("Blue", "Grey")),  # no words of this game
        ("aam", ("ann", "de Gaulle"), ("ann", "de Gaulle")),
    ],
)
def test_a_side_is_told_in_french_and_a_player_never(game: str, seats: tuple[str, str], told: tuple[str, str]) -> None:
    view = View(RULESETS[game], FRENCH.tell, seats)
    assert tuple(view.words.seat(seat) for seat in (0, 1)) == told
    assert view.versus() == f"{told[0]} contre {told[1]}"
    assert set(view.words.names.values()) == {*told}


def test_what_players_agree_on_has_its_words_in_french() -> None:
    for rules in RULESETS.values():
        words = View(rules, FRENCH.tell).words
        assert [field.key for field in terms_of(rules).fields if words.field(field.key) == field.key] == []


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("aam", ("Agnes", "Thomas"), ["Agnes is first", "Thomas is first"]),
        ("aam", ("Axis", "Allies"), ["Axis is first", "Allies are first"]),
        ("epic", ("Steel Legion", "Orks"), ["Steel Legion is first", "Orks are first"]),
    ],
)
def test_a_player_is_one_whatever_the_name_ends_with(game: str, seats: tuple[str, str], told: list[str]) -> None:
    tell, rules = Language("en", LOCALE).tell, RULESETS[game]
    names = View(rules, tell, seats).words.names
    assert [tell(say("{player} is first", player=rules.seat_name(seat)), names) for seat in (0, 1)] == told


def test_every_game_has_a_sign_of_its_own() -> None:
    emblems = [rules.glance.emblem for rules in RULESETS.values()]
    assert len({*emblems}) == len(emblems)


def lines(rules: str, check: Check, known: prospects.Fates | None) -> list[tuple[str, str]]:
    found = prospects.odds_lines(View(RULESETS[rules], english), check, known)[2]
    return [(line.word, line.percent.replace("\u00a0", " ")) for line in found]


SHOT = Check("shot", 1, D10, Ref("X-1", "", ""), (3, 8), names=(say("scores a hit"),))


def test_a_hit_that_is_called_the_same_twice_is_one_line() -> None:
    """3 and more of ten hits a target without criticals: eight faces."""
    assert lines("2gm", SHOT, None) == [("A miss", "20 %"), ("Scores a hit", "80 %")]


@pytest.mark.parametrize(
    ("destroyed", "told"),
    [
        ((0, 0, 1), [("Nothing", "20 %"), ("Hit", "50 %"), ("Destroyed", "30 %")]),  # a critical is its end
        ((0, 1, 1), [("Nothing", "20 %"), ("Hit", "50 %"), ("Critical", "30 %"), ("Destroyed", "80 %")]),  # any hit is
    ],
)
def test_what_a_critical_comes_to_is_told_once(destroyed: tuple[int, ...], told: list[tuple[str, str]]) -> None:
    """2 faces miss, 5 hit, 3 are criticals."""
    words = ("nothing", "hit", "critical")
    fates = {n: {"shot": {words[n]: Fraction(1)}, "destroyed": {"yes" if end else "no": Fraction(1)}} for n, end in enumerate(destroyed)}
    assert lines("2gm", SHOT, prospects.Fates(fates)) == told


def test_of_a_squad_is_told_what_is_left_of_it_and_not_every_point_of_damage() -> None:
    """Of three men two points leave one; nine leave nobody, as three do."""
    left = {0: (3, 0), 1: (1, 2), 2: (0, 9)}
    fates = {n: {"models": {men: Fraction(1)}, "damage": {points: Fraction(1)}} for n, (men, points) in left.items()}
    told = lines("dust", replace(SHOT, names=()), prospects.Fates(fates))
    assert told == [("Alive: 0", "30 %"), ("Alive: 1", "50 %"), ("Alive: 3", "20 %")]
