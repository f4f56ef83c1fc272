"""Armies: points and limits, each problem a sentence with its rule; kept, undone, put on the
table, sent as text."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.armies import Armies, Army, Row, plain, read
from carddb.cards import Card, NotACard
from carddb.fielding import put_on_table
from carddb.imports import from_json, take, to_json
from carddb.legality import points
from carddb.library import Library
from carddb.lists import army_lists
from carddb.rosters import from_text, to_text
from carddb.samples import ROSTERS, Roster, Sample, sample_armies
from carddb.starter import starter_cards
from carddb.trouble import CannotOpen
from engine.doors.ask import answered
from engine.games import RULESETS
from engine.playing.session import Session
from engine.values.maps import EMPTY, Map, frozen, pairs, thawed
from engine.values.texts import english
from tests.carddb.libraries import opened

SHERMAN, KV = "aam-r-m4a1-sherman", "aam-r-kv-1"
SAMPLES = [(game, roster, sample) for game in ROSTERS for roster, sample in zip(ROSTERS[game], sample_armies(game), strict=True)]
NAMES = [f"{game}:{roster.name.key}" for game, roster, _ in SAMPLES]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    found = opened(tmp_path / "data")
    yield found
    found.store.close()


@pytest.fixture
def armies(library: Library) -> Armies:
    return Armies(library)


def problems(armies: Armies, army: Army) -> list[tuple[str, str]]:
    return [(english(each.why), each.rule) for each in armies.check(army).problems]


# Ready armies


@pytest.mark.parametrize(("game", "roster", "sample"), SAMPLES, ids=NAMES)
def test_every_sample_is_legal(armies: Armies, game: str, roster: Roster, sample: Sample) -> None:
    army = armies.save(roster.army(game))
    assert problems(armies, army) == []
    assert armies.units(army) == sample.cards
    assert len(sample.cards) > 3
    assert roster.name == sample.name
    assert sample.seat in range(RULESETS[game].seats)


@pytest.mark.parametrize("game", ROSTERS)
def test_two_samples_a_side_at_least(game: str) -> None:
    seats = [sample.seat for sample in sample_armies(game)]
    assert seats == sorted(seats)
    assert min(seats.count(0), seats.count(1)) >= 2


def test_every_game_has_samples() -> None:
    assert set(ROSTERS) == set(RULESETS)
    assert sample_armies("chess") == ()


@pytest.mark.parametrize("game", ROSTERS)
def test_samples_of_both_sides_on_one_table(game: str) -> None:
    rules = RULESETS[game]
    session = Session(rules, rules.opened())
    one, *_, other = sample_armies(game)
    for sample in (one, other):
        for event in put_on_table(sample.cards, sample.seat, session.state):
            session.dispatch(event)
    units = list(session.state.units.values())
    assert [unit.card for unit in units] == [card.values for card in (*one.cards, *other.cards)]
    assert [bool(unit.trackers.get("training")) for unit in units] == [card.training for card in (*one.cards, *other.cards)]
    for seat in (0, 1):
        named = [unit.name for unit in units if unit.seat == seat]
        assert len(set(named)) == len(named)


def test_numbers_go_on_where_a_name_is_there_already() -> None:
    tank = Card("t", "front", pairs(name="Tank"))
    rules = RULESETS["front"]
    session = Session(rules, rules.opened())
    for cards in ((tank,), (tank, replace(tank, values=pairs(name="Gun"))), (tank,)):
        for event in put_on_table(cards, 0, session.state):
            session.dispatch(event)
    assert [(unit.id, unit.name) for unit in session.state.units.values()] == [("u1", "Tank"), ("u2", "Tank 2"), ("u3", "Gun"), ("u4", "Tank 3")]


def test_an_edited_card_changes_no_running_game(library: Library) -> None:
    rules = RULESETS["aam"]
    session = Session(rules, rules.opened())
    session.dispatch(put_on_table([library.get(SHERMAN)], 0)[0])
    library.edit(SHERMAN, {"name": "M4A1 Sherman", "cost": 1})
    assert session.state.unit("u1").card["cost"] == 21


# Legality


def test_points_and_limits_with_their_rules(armies: Armies) -> None:
    """Two Shermans of 21 and four KV-1 of 32 are 170 points; Soviets mix with nobody; both came
    by 1942."""
    army = Army("x", "aam", "X", (Row(SHERMAN, 2), Row(KV, 4)), frozen({"historical": True, "year": 1941}))  # type: ignore[arg-type]
    found = armies.check(army)
    assert (found.points, found.units, found.legal) == (170, 6, False)
    assert problems(armies, army) == [
        ("170 points: at most 100", "AAM-04"),
        ("Soviet units mix with no other nation", "AAM-118"),
        ("M4A1 Sherman came in 1942: too late for 1941", "AAM-119"),
        ("M4A1 Sherman came in 1942: too late for 1941", "AAM-119"),
    ]


def test_editions_are_kept_apart(armies: Armies) -> None:
    army = Army("x", "aam", "X", (Row(SHERMAN), Row("aam-2005-m4a1-sherman")))
    assert problems(armies, army) == [("cards of several editions: 2005, revised", "")]


def test_a_card_that_is_gone(armies: Armies) -> None:
    army = Army("x", "aam", "X", (Row("lost"), Row(SHERMAN, joins="lost-too")))
    assert problems(armies, army) == [("the card lost is not in the library", ""), ("M4A1 Sherman: no unit is left for it to join", "")]


def test_a_game_without_a_rule_for_armies(armies: Armies) -> None:
    army = Army("x", "front", "X", (Row("front-m4-sherman"), Row("front-type-97-chi-ha")))
    assert problems(armies, army) == [("units of both sides in one army", "")]


DUST = "dust-training-"


def dust(*rows: Row, **terms: int) -> Army:
    return Army("x", "dust", "X", rows, pairs(**terms))


def hero(armies: Armies, *skills: str) -> str:
    return armies.library.add("dust", {"name": "Hero", "side": "allies", "kind": "hero", "armor": "S2", "ap": 10, "skills": skills}).id


def test_points_sides_and_a_hero_of_a_dust_army(armies: Armies) -> None:
    """Two squads of 15 and a hero of 18 are 48 points (DUST-171, 172)."""
    rows = (Row(DUST + "birch-rifles", 2), Row(DUST + "captain-larch"))
    assert problems(armies, dust(*rows, limit=48)) == []
    assert problems(armies, dust(*rows, limit=47)) == [("48 points: at most 47", "DUST-171")]
    assert problems(armies, dust(*rows, Row(DUST + "basalt-riflemen"))) == [("units of both sides in one army", "DUST-172")]
    assert problems(armies, dust(rows[0])) == [("an army needs at least one hero", "DUST-172")]


def test_heroes_join_squads_of_their_kind(armies: Armies) -> None:
    """The same armour, only heroes, a Commander for a command squad, Jump to Jump, Apes among
    themselves (DUST-94, 119, 126, 142)."""
    rifles, heavies, command, larch = (DUST + name for name in ("birch-rifles", "maple-heavies", "cedar-command", "captain-larch"))
    assert problems(armies, dust(Row(rifles), Row(larch, joins=rifles))) == []
    for row, rules in (
        (Row(larch, joins=heavies), ["DUST-94"]),
        (Row(rifles, joins=heavies), ["DUST-94", "DUST-94"]),
        (Row(larch, joins=command), ["DUST-142"]),
        (Row(hero(armies, "jump"), joins=rifles), ["DUST-126"]),
        (Row(hero(armies, "blutkreuz_ape"), joins=rifles), ["DUST-119"]),
    ):
        found = problems(armies, dust(Row(heavies), Row(command), Row(rifles), Row(larch), row))
        assert [rule for _, rule in found] == rules
    assert problems(armies, dust(Row(command), Row(hero(armies, "commander"), joins=command))) == []


def test_a_joined_hero_says_so_on_the_table(armies: Armies) -> None:
    rifles, larch = DUST + "birch-rifles", DUST + "captain-larch"
    events = armies.put_on_table(dust(Row(rifles, 2), Row(larch, 2, joins=rifles)), 1)
    assert [(event.unit, event.trackers.get("joined")) for event in events] == [("u1", None), ("u2", None), ("u3", "u1"), ("u4", "u2")]


def test_one_hero_for_each_squad(armies: Armies) -> None:
    rifles, larch = DUST + "birch-rifles", DUST + "captain-larch"
    assert problems(armies, dust(Row(rifles), Row(larch, 2, joins=rifles))) == [("Captain Larch: no unit is left for it to join", "")]
    assert problems(armies, dust(Row(rifles, 2), Row(larch, 2, joins=rifles))) == []


def test_a_deck(armies: Armies) -> None:
    """Twenty heavy tanks of 6 points are 120, one more is too many; they came in 1943 (2GM-03,
    06, 152)."""
    tanks = "2gm-training-blue-heavy-tank"

    def why(*rows: Row, **terms: int) -> list[tuple[str, str]]:
        return problems(armies, Army("x", "2gm", "X", rows, pairs(**terms)))

    assert why(Row(tanks, 20)) == why(Row(tanks, 21), limit=126) == why(Row(tanks), year=1943) == []
    assert why(Row(tanks, 21)) == [("126 points: at most 120", "2GM-03")]
    assert why(Row(tanks), year=1942) == [("cards of a later year than 1942", "2GM-06")]
    assert why(Row(tanks), Row("2gm-training-grey-rifles")) == [("cards of another army", "2GM-152")]
    assert why(Row("2gm-house")) == [("terrain cards are no part of a deck", "2GM-02")]
    assert why(Row("2gm-pak-40")) == [("PAK 40: the card states no cost", "2GM-03")]


def test_cost_x_and_playing_cost(armies: Armies) -> None:
    """A card of cost X counts 5 in the deck; Promotion 2, whatever it costs in play (2GM-04,
    05)."""
    barrage, promotion = armies.library.get("2gm-training-blue-barrage"), armies.library.get("2gm-promotion")
    assert (barrage.values["cost"], points(barrage)) == ("X", 5)
    assert (promotion.values["playing_cost"], points(promotion)) == (0, 2)
    assert armies.check(Army("x", "2gm", "X", (Row(barrage.id, 2), Row(promotion.id)))).points == 12


# Kept, with undo


def test_kept_changed_deleted_and_undone(armies: Armies) -> None:
    army = armies.new("aam", "Mine", [armies.library.get(SHERMAN)] * 2)
    assert army.rows == (Row(SHERMAN, 2),)
    bigger = armies.save(replace(army, name="Ours", rows=(*army.rows, Row(KV))))
    armies.delete(army.id)
    assert armies.all() == ()
    assert english(armies.undoes) == "army deleted: Ours"
    armies.undo()
    assert armies.get(army.id) == bigger
    armies.undo()
    assert armies.all("aam") == (army,)
    assert armies.all("front") == ()
    armies.undo()
    assert armies.undoes is None
    armies.undo()
    with pytest.raises(CannotOpen, match="there is no army"):
        armies.get(army.id)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"id": "No id"}, "id: not up to 64"),
        ({"game": "chess"}, "game: there is no game chess"),
        ({"name": "n" * 81}, "name: longer than 80"),
        ({"name": "a\x00"}, "control character"),
        ({"rows": [{"card": "x", "count": 0}]}, "rows.0.count: less than 1"),
        ({"terms": {"year": "soon", "luck": 1}}, "terms.luck: not known here; terms.year: not a whole number"),
        ({"more": 1}, "more: not known"),
    ],
)
def test_what_is_no_army(changes: dict[str, object], why: str) -> None:
    with pytest.raises(NotACard, match=why):
        read(RULESETS, {"id": "x", "game": "aam", "name": "X", "rows": [], **changes})


def test_armies_travel_with_their_cards(armies: Armies, tmp_path: Path) -> None:
    own = armies.library.add("aam", {"name": "Own", "cost": 5, "side": "axis"})
    army = armies.new("aam", "Mine", [own, own])
    data = to_json([own], [plain(army)]).encode()
    other = Armies(opened(tmp_path / "other"))
    found = from_json(RULESETS, data)
    take(other.library, found)
    assert other.take(found.armies) == (army,)
    assert other.check(other.get(army.id)).points == 10


# As text


@pytest.mark.parametrize(("game", "roster", "sample"), SAMPLES, ids=NAMES)
def test_every_sample_goes_out_as_text_and_comes_back(armies: Armies, game: str, roster: Roster, sample: Sample) -> None:
    army = armies.save(roster.army(game))
    assert from_text(armies.library, to_text(armies, army), key=army.id).army == army


def test_text_as_it_is_written(armies: Armies) -> None:
    army = Army("x", "aam", "My tanks", (Row(SHERMAN, 2), Row("aam-r-crusader-ii")), frozen({"year": 1942}))  # type: ignore[arg-type]
    assert to_text(armies, army) == ("# My tanks\n# = 53\ngame: aam\nyear: 1942\n2 x M4A1 Sherman [revised]\n1 x Crusader II\n")


def test_text_as_people_write_it(armies: Armies) -> None:
    told = from_text(armies.library, "# My tanks\n\n2 m4a1 sherman [revised]\n 1x CRUSADER II\n# a remark\nhistorical: yes\n", game="aam")
    assert told.refused == ()
    assert told.army
    assert told.army.rows == (Row(SHERMAN, 2), Row("aam-r-crusader-ii"))
    assert (told.army.name, told.army.terms["historical"]) == ("My tanks", True)


def test_every_line_that_is_not_understood(armies: Armies) -> None:
    text = "+ early\n2 x M4A1 Sherman\n1 x Krusader\n1 x Crusader\nhello\n0 x Crusader II\nyear: soon\n1 x a\x07\n> nobody\n"
    told = from_text(armies.library, text, game="aam")
    assert told.army is None
    assert [(each.row, english(each.why)) for each in told.refused] == [
        (1, "there is no unit before it"),
        (2, "there are several cards M4A1 Sherman: [2005] {aam-2005-m4a1-sherman}, [revised] {aam-r-m4a1-sherman}"),
        (3, "there is no card Krusader"),
        (4, "there is no card Crusader; there are Crusader II"),
        (5, "neither a row like “2 x Name” nor a term like “year: 1942”"),
        (6, "not between 1 and 99"),
        (8, "a control character (U+0007) has no place on a card"),
        (9, "there is no unit before it"),
        (1, "terms.year: not a whole number"),
    ]


@pytest.mark.parametrize("text", ["x" * 100_001, "\n" * 1_001])
def test_too_long_a_text(armies: Armies, text: str) -> None:
    assert [english(each.why) for each in from_text(armies.library, text, "aam").refused] == ["too long for the list of an army"]


def test_a_text_of_no_game(armies: Armies) -> None:
    assert [english(each.why) for each in from_text(armies.library, "game: chess\n").refused] == ["there is no game chess"]


ODD = ("Tank", "tank", "Tank [first]", "x Tank", "2 x Tank", "Tank {own-x}", "# Tank", "+ Tank", "year: 1942", "Tänk", "a  b")


@pytest.mark.law
@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from(ODD), st.sampled_from(("", "first", "[second]"))), min_size=1, max_size=6, unique=True),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 99)), max_size=5),
)
def test_any_army_goes_out_as_text_and_comes_back(tmp_path_factory: pytest.TempPathFactory, cards: list[tuple[str, str]], rows: list[tuple[int, int]]) -> None:
    armies = Armies(opened(tmp_path_factory.mktemp("armies")))
    kept = [armies.library.add("front", {"name": name}, edition=edition) for name, edition in cards]
    army = Army("x", "front", "Mine", tuple(Row(kept[at % len(kept)].id, count) for at, count in rows), frozen({"limit": 9}))  # type: ignore[arg-type]
    assert from_text(armies.library, to_text(armies, army), key="x").army == army


# Army lists


STEEL = "epic-steel-"


def steel(*rows: Row, limit: int | None = None) -> Army:
    return Army("x", "epic", "X", rows, pairs(limit=limit) if limit else EMPTY, "steel-legion")


def why(armies: Armies, army: Army) -> list[str]:
    """What the list itself complains of."""
    return [text for text, rule in problems(armies, army) if rule == "Légion d'Acier (Garde Impériale), REV 1.3.1"]


def test_a_formation_with_options_is_one_card(armies: Armies) -> None:
    """Infantry 250, with anti-air of 50 (one Hydra) and two snipers of 25 (a Ratling each): 350
    points."""
    army = steel(Row(STEEL + "infanterie", 1, ("flak", "snipers", "snipers")))
    (card,) = armies.units(army)
    units = card.values["units"]
    assert isinstance(units, tuple)
    assert [(count, unit["name"]) for count, unit in units] == [  # type: ignore[misc, index, call-overload, union-attr]
        (1, "Commandement"),
        (6, "Gardes Impériaux (autocanon)"),
        (6, "Gardes Impériaux"),
        (1, "Hydre"),
        (1, "Ratlings"),
        (1, "Ratlings"),
    ]
    assert (card.values["points"], armies.check(army).points) == (350, 350)
    assert armies.library.get(STEEL + "infanterie").values["points"] == 250
    assert why(armies, army) == []


def test_options_of_a_list(armies: Armies) -> None:
    army = steel(Row(STEEL + "infanterie", 1, ("flak", "flak", "griffons", "tanks")), Row(STEEL + "sentinelles", 1, ("flak", "jetpacks")))
    assert why(armies, army) == [
        "Infanterie: 4 options, at most 3",
        "Infanterie: DCA 2 times, at most 1",
        "Sentinelles: no option DCA",
        "Sentinelles: no option jetpacks",
    ]


def test_two_supports_for_each_company_and_no_stranger(armies: Armies) -> None:
    own = armies.library.add("epic", {"name": "Own", "points": 50})
    army = steel(Row(STEEL + "infanterie"), Row(STEEL + "sentinelles", 2), Row(STEEL + "batterie-aa"), Row(own.id))
    assert why(armies, army) == ["Own is not in the list Légion d'Acier (Garde Impériale)", "Appui: 3 formations, at most 2"]
    assert why(armies, steel(Row(STEEL + "infanterie", 2), Row(STEEL + "sentinelles", 4))) == []


def test_only_one_headquarters(armies: Armies) -> None:
    assert why(armies, steel(Row(STEEL + "qg-regimentaire", 2))) == ["QG Régimentaire: 2, at most one"]


def test_a_third_of_the_points_for_allies(armies: Armies) -> None:
    """400 for the company, 150 for two Thunderbolts: more than a third of 550 is 184; of 399 it
    is 133."""
    rows = (Row(STEEL + "infanterie-mecanisee"), Row(STEEL + "thunderbolts-x2"))
    assert why(armies, steel(*rows)) == []
    assert why(armies, steel(*rows, Row(STEEL + "thunderbolts-x2"))) == ["Supports: 300 points, at most 233"]
    assert why(armies, steel(*rows, limit=900)) == []


def test_the_points_agreed_on(armies: Armies) -> None:
    assert problems(armies, steel(Row(STEEL + "infanterie"), limit=200)) == [("250 points: 200 at most", "EPIC-226")]


def test_a_list_knows_what_it_offers() -> None:
    codex = army_lists("epic")["steel-legion"]
    assert [option.key for option in codex.offered(STEEL + "militarum-tempestus")] == ["valkyries"]
    assert len(codex.offered(STEEL + "infanterie")) == 9
    assert army_lists("aam") == army_lists("chess") == Map()


def test_units_of_a_list_are_those_of_the_pack() -> None:
    for codex in army_lists("epic").values():
        cards = {card for section in codex.sections for card in section.cards}
        assert cards <= set(starter_cards("epic"))
        assert codex.once <= cards
        assert all(set(option.cards) <= cards and option.cards for option in codex.options.values())


# A complete game at once


ASKED = {
    "aam": ("attack", {"attacker": "a", "target": "b", "range": 1, "arc": "front", "terrain": "clear"}),
    "dust": ("attack", {"attacker": "a", "target": "b", "range": 1, "cover": "soft"}),
    "2gm": ("shot", {"attacker": "a", "target": "b", "range": 1}),
    "epic": ("limits", {"unit": "a", "order": "advance"}),
    "front": ("battle", {"attackers": ["a"], "blockers": {"a": ["b"]}}),
}


@pytest.mark.parametrize("game", ROSTERS)
def test_ready_armies_leave_nothing_to_be_asked(game: str) -> None:
    """Each card against two of the other side: an answer or a refusal with its rule, never a
    value that nobody states."""
    question, situation = ASKED[game]
    one, *_, other = (
        [*dict.fromkeys(card.values for card in sample.cards if card.values.get("type") not in ("support", "hq"))] for sample in sample_armies(game)
    )
    answers = Counter[str]()
    for place, (by, foes) in enumerate([*((card, other) for card in one), *((card, one) for card in other)]):
        for at in (foes[place % len(foes)], foes[-1 - place % len(foes)]):
            units = {"a": {"seat": 0, "card": thawed(by)}, "b": {"seat": 1, "card": thawed(at)}}
            for weapon in thawed(by)["weapons"] if game == "dust" else (None,):  # type: ignore[index]
                more = {"weapon": weapon} if weapon else {}
                reply = answered(RULESETS, {"id": 1, "game": game, "ask": question, "units": units, "situation": {**situation, **more}})
                answers[next(key for key in ("unknown", "error", "refused", "odds", "result") if key in reply)] += 1
    assert answers.keys() <= {"odds", "result", "refused"}
    assert answers["odds"] + answers["result"] > answers["refused"]


# Lists as they are pasted from a forum


FORUM = """Steel Legion, 1500 pts

2x Infanterie Mécanisée - 400 pts
- Peloton de Leman Russ (225)
• Batterie Basilisks: 225 points
1 x Super Lourds (Baneblades) [500pts]
Sentinelles, 100 pts
* Tank of my own - 300 pts
"""


def test_a_list_pasted_from_a_forum(armies: Armies) -> None:
    """Counts, bullets and points in all their forms; what is not understood is told, the rest is
    kept."""
    told = from_text(armies.library, FORUM, game="epic")
    assert told.army is None
    assert told.understood
    assert [(armies.library.cards[row.card].name, row.count) for row in told.understood.rows] == [
        ("Infanterie Mécanisée", 2),
        ("Peloton de Leman Russ", 1),
        ("Batterie Basilisks", 1),
        ("Super Lourds (Baneblades)", 1),
        ("Sentinelles", 1),
    ]
    assert told.understood.name == "Steel Legion"
    assert [each.row for each in told.refused] == [8]
