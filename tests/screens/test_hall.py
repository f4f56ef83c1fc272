"""A club night by touches: the board, a round and its results; and phones that come by the code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import TrackerSet
from hall import mosquitto, runner
from hall.evening import Player, add_player
from hall.mosquitto import path_of_mosquitto
from link import addresses
from link.reach import Club, kept_club
from tests.hall.halls import Post
from tests.link.chaos import free_port
from tests.screens.party import Party, type_code

WIDE, PHONE = (1280, 800), (412, 915)


class Courier:
    """In place of the network: what is said goes by the test's own post."""

    post: Post

    def __init__(self, hand: Callable[[Callable[[], object]], object]) -> None:
        self.hand, self.ends = hand, list[Any]()

    def attend(self, end: Any, club: Club, tell: Callable[[Any], object]) -> None:
        self.ends.append(end)
        self.post.join(end)
        tell("up")

    def stop(self) -> None:
        for end in self.ends:
            self.post.leave(end)


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    Courier.post = found = Post()
    monkeypatch.setattr(runner, "HallRunner", Courier)
    monkeypatch.setattr(mosquitto, "open_broker", lambda folder, club: None)
    return found


def hall(driver: Any) -> Any:
    return driver.app.context.hall


def opened(party: Party, size: tuple[int, int] = WIDE) -> Any:
    """The organiser's device with an open hall."""
    desk = party.start("desk", size)
    desk.tap("English")
    desk.tap("To the start")
    desk.reach("Club night")
    desk.reach("Open a hall on this device")
    assert hall(desk).desk
    return desk


def entered(desk: Any, *names: str) -> None:
    evening = hall(desk).desk.evening
    for name in names:
        evening = add_player(evening, Player(name.lower(), name))
    hall(desk).desk.change(evening)
    desk.frames(4)


def deliver(post: Post, party: Party) -> None:
    """Everything arrives, and is drawn."""
    post.run()
    for driver in party.drivers.values():
        driver.frames(4)


def phone(party: Party, name: str, code: str) -> Any:
    """A fresh phone in the hall, by the code as it is typed."""
    found = party.start(name, PHONE)
    type_code(found, code)
    assert hall(found).member
    return found


def test_a_round_from_the_pairing_to_the_standings(party: Party, post: Post) -> None:
    """By lot, then a result by hand, then by score; nobody meets again, and the winner leads."""
    desk = opened(party)
    entered(desk, "Ann", "Bob", "Cid", "Dee")
    desk.reach("Round")
    desk.tap("By lot")
    assert desk.has("Table 2")
    desk.tap("Begin the round")
    first = {frozenset(each.players) for each in hall(desk).desk.evening.round.pairings}
    for table in (1, 2):
        pairing = hall(desk).desk.evening.round.pairing(table)
        winner = hall(desk).desk.evening.name(pairing.two)
        desk.reach(next(name for name in desk.names() if name.startswith(hall(desk).desk.evening.name(pairing.one)) and "against" in name))
        desk.tap(winner)
        desk.tap("Write it down")
        assert hall(desk).desk.evening.results[1, table].winner == 1
    assert not desk.has("missing")
    desk.tap("90 min")
    deliver(post, party)
    desk.pass_time(1.1)
    assert desk.has("1:")
    desk.tap("Pair the next round")
    desk.tap("By score")
    desk.tap("Begin the round")
    second = {frozenset(each.players) for each in hall(desk).desk.evening.round.pairings}
    assert not first & second
    assert len(hall(desk).desk.evening.rounds) == 2
    desk.tap("Back")
    desk.reach("Standings")
    assert desk.has("3 points")
    desk.tap("Print or send")
    desk.tap("For a spreadsheet")
    (shared,) = [each for each in desk.app.context.device.asked if each[0] == "share_file"]
    assert shared[1].read_text("utf-8-sig").startswith("Place,Player,Match points")


def test_two_players_exchange_their_places_at_two_taps(party: Party, post: Post) -> None:
    desk = opened(party)
    entered(desk, "Ann", "Bob", "Cid")
    desk.reach("Round")
    desk.tap("By hand")
    desk.tap("Ann")
    desk.tap("Cid")
    desk.tap("Begin the round")
    now = hall(desk).desk.evening.round
    assert [each.players for each in now.pairings] == [("cid", "bob"), ("ann",)]
    desk.reach("This round never was")
    desk.tap("This round never was")
    assert hall(desk).desk.evening.rounds == ()


def test_a_phone_enters_plays_its_match_and_its_result_comes_in(party: Party, post: Post) -> None:
    desk = opened(party)
    deliver(post, party)
    ann = phone(party, "ann", hall(desk).code.code())
    deliver(post, party)
    assert kept_club(ann.app.context.store.settings) == hall(desk).code.club
    ann.reach("Enter the list of players")
    ann.tap("Your name")
    ann.type("Ann")
    ann.tap("Enter")
    deliver(post, party)
    assert [each.name for each in hall(desk).desk.evening.players] == ["Ann"]
    entered(desk, "Bob")
    desk = party.take("desk")
    desk.reach("Round")
    desk.tap("By hand")
    desk.tap("Begin the round")
    deliver(post, party)
    ann = party.take("ann")
    ann.reach("Ann against Bob")
    ann.tap("New game of these two")
    ann.tap("Axis & Allies Miniatures")
    ann.reach("To the table")
    hall(ann).look()
    deliver(post, party)
    (heard,) = hall(desk).desk.tables.values()
    assert (heard.report.players, heard.report.claim.table) == (("Ann", "Bob"), 1)
    desk = party.take("desk")
    desk.tap("Back")
    desk.reach("Board")
    assert desk.has("Ann")
    assert desk.has("points") is False
    desk.tap("Table 1")
    assert desk.has("points on the map")
    desk.app.navigator.close_sheet()
    ann = party.take("ann")
    ann.app.table.enter(TrackerSet("", "winner", "player_2"))
    hall(ann).look()
    deliver(post, party)
    assert hall(desk).desk.evening.results[1, 1].winner == 1
    assert hall(ann).member.waiting == 0
    desk = party.take("desk")
    assert desk.has("Victory for Bob")


def test_a_table_calls_the_organiser(party: Party, post: Post) -> None:
    desk = opened(party)
    deliver(post, party)
    ann = phone(party, "ann", hall(desk).code.code())
    ann.app.navigator.replace({"screen": "home"})
    ann.reach("Try a sample")
    ann.tap("2GM Tactics")
    ann.app.navigator.go("hall")
    hall(ann).look()
    ann.tap("Call the organiser")
    deliver(post, party)
    desk = party.take("desk")
    desk.reach("Board")
    desk.tap("Calling")
    (line,) = hall(desk).desk.tables.values()
    assert line.report.calls
    assert desk.has("2GM Tactics")


def test_the_board_on_a_phone_and_a_filter(party: Party, post: Post) -> None:
    from hall.member import Member
    from tests.hall.halls import Ticking, said

    desk = opened(party, PHONE)
    tables = Member(hall(desk).code, desk.app.context.store.settings, Ticking(10**10))
    post.join(tables)
    tables.tell(said("t1", ("Ann", "Bob")))
    tables.tell(said("t2", ("Cid", "Dee"), is_over=True, winner=0))
    deliver(post, party)
    desk.reach("Board")
    assert desk.has("Ann")
    assert desk.has("Victory for Cid")
    desk.tap("Running")
    assert not desk.has("Cid")
    desk.tap("Running")
    assert desk.has("Cid")


@pytest.mark.parametrize("screen", ["board", "round", "players", "standings"])
def test_a_page_of_the_organiser_without_a_hall_is_the_way_into_one(party: Party, screen: str) -> None:
    """As after a start of the app whose hall could not be opened again."""
    desk = party.start("desk", PHONE)
    desk.tap("English")
    desk.app.navigator.replace({"screen": "home"}, {"screen": screen})
    desk.frames(2)
    assert desk.has("Open a hall on this device")


def test_the_organiser_is_back_where_he_was(party: Party, post: Post) -> None:
    desk = opened(party, PHONE)
    entered(desk, "Ann", "Bob")
    desk.reach("Players")
    desk.app.remember()
    desk = party.start("desk", PHONE)
    desk.frames(4)
    assert hall(desk).desk
    assert desk.has("Ann")


@pytest.mark.skipif(not path_of_mosquitto(), reason="mosquitto is not installed, and may not be by make test here")
def test_a_phone_scans_the_hall_and_is_heard_by_a_real_broker(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture on the organiser's screen is all that a phone needs; after a kill of the
    organiser's app the hall is the same."""
    monkeypatch.setattr(mosquitto, "PORT", free_port())
    monkeypatch.setattr(addresses, "own_addresses", lambda: ("127.0.0.1",))
    desk = opened(party, PHONE)
    desk.until(lambda: hall(desk).line == "up")
    desk.scroll_to("Without a camera")
    picture = party.folder / "hall.png"
    desk.shot(picture)
    ann = party.start("ann", PHONE)
    ann.app.context.device.chosen = picture
    ann.tap("English")
    ann.tap("To the start")
    ann.reach("Scan")
    ann.tap("Picture")
    ann.until(lambda: hall(ann).member is not None and hall(ann).line == "up")
    ann.until(lambda: hall(ann).member.notice.number > 0)
    ann.app.navigator.replace({"screen": "home"})
    ann.reach("Try a sample")
    ann.tap("2GM Tactics")
    hall(ann).look()
    desk.until(lambda: len(hall(desk).desk.tables) == 1)
    watch(party, ann)
    code = hall(desk).code
    desk = party.start("desk", PHONE)
    desk.until(lambda: hall(desk).line == "up" and len(hall(desk).desk.tables) == 1)
    assert hall(desk).code == code


def watch(party: Party, ann: Any) -> None:
    """The table is opened for others, by the hall's broker; the organiser looks on from the
    board."""
    ann = party.take("ann")
    ann.tap("More")
    ann.reach("Several devices")
    ann.reach("Open the table")
    link = ann.app.context.link
    assert link.at.club == hall(ann).code.club
    ann.until(lambda: link.at.line == "up")
    hall(ann).look()
    desk = party.take("desk")
    desk.until(lambda: any(each.report.code for each in hall(desk).desk.tables.values()))
    desk.reach("Board")
    desk.tap(desk.app.navigator.page.cards.rows[0][1][0][0].title)
    desk.tap("Watch this table")
    looking = desk.app.context.link
    desk.until(lambda: looking.at.guest is not None and looking.at.guest.state == "live" and desk.app.context.desk.table is not None)
    assert looking.at.guest.role == "watch"
    assert desk.app.table.state == ann.app.table.state
    assert hall(desk).desk
