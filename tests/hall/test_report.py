"""What a table tells the board: what is seen beside it, and nothing under cover."""

from engine.games import RULESETS
from engine.playing.session import Session
from engine.values.events import Opened, TrackerSet
from engine.values.texts import english
from hall.report import is_news, report_of
from tests.games.dust.table import RULES, at, play, seated, squad, walker

FRONT = RULESETS["front"]
UNITS = {"a": seated(0, squad(ap=15)), "b": seated(1, walker(ap=25), where="destroyed"), "c": seated(1, squad(ap=20))}


def test_a_table_as_a_spectator_sees_it() -> None:
    """25 points destroyed of the second side; its objectives bring it 30."""
    game = Session(RULES, at(UNITS))
    first = report_of(game, "t", "Sunday", ("Ann", "Bob"), None)
    assert (first.game, first.players, first.points, first.is_over) == ("dust", ("Ann", "Bob"), (25, 0), False)
    assert [english(each) for each in first.sides if each] == ["25 victory points", "0 victory points"]
    game.dispatch(Opened("victory"))
    asked = report_of(game, "t", "Sunday", ("Ann", "Bob"), first)
    assert asked.acting == (0,)
    play(game, 0)
    assert report_of(game, "t", "Sunday", ("Ann", "Bob"), first).acting == (1,)
    play(game, 30)
    last = report_of(game, "t", "Sunday", ("Ann", "Bob"), asked)
    assert (last.is_over, last.winner, last.points) == (True, 1, (25, 30))
    assert last.last
    assert is_news(asked, last)
    assert not is_news(last, report_of(game, "t", "Sunday", ("Ann", "Bob"), last))


def test_while_something_is_covered_nothing_is_told() -> None:
    game = Session(RULES, at(UNITS))
    first = report_of(game, "t", "", (), None)
    game.dispatch(TrackerSet("c", "where", "destroyed"))
    assert report_of(game, "t", "", (), first, is_covered=True) is first
    assert report_of(game, "t", "", (), first).points == (45, 0)


def test_what_is_being_decided_is_told_when_it_is() -> None:
    """A table in the middle of a deed stands as before it."""
    game = Session(RULES, at(UNITS))
    game.dispatch(Opened("victory"))
    game.dispatch(TrackerSet("c", "where", "destroyed"))
    assert report_of(game, "t", "", (), None).points == (25, 0)


def test_a_game_without_points_has_none() -> None:
    found = report_of(Session(FRONT, FRONT.opened()), "t", "", (), None)
    assert (found.points, found.sides, found.players) == ((None, None), (None, None), ("", ""))
