"""Several apps at one table, each in a folder of its own, over the loopback, by touches."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from carddb.trouble import CannotSave
from engine.playing.duties import Next
from engine.values.events import Advanced, Noted, TrackerSet
from engine.values.maps import Map
from engine.values.texts import say
from link.log import state_sum
from tests.link.chaos import MOSQUITTO, free_port, start_broker
from tests.screens.party import Party, type_code
from tools.autoplay import Autoplay

MOST, EARLY = 40, 20
"""Things done by all; and after how many of them they hurry on to the next turn."""


def link(driver: Any) -> Any:
    return driver.app.context.link


def open_table(party: Party, game: str, seat: str = "", **settings: Any) -> Any:
    """A sample game on the first device, and its table open."""
    host = party.start("host", **settings)
    host.tap("English")
    host.tap("Try it")
    host.tap(game)
    host.until(lambda: host.app.context.desk.table is not None)
    host.tap("More")
    host.reach("Several devices")
    if seat:
        host.reach(seat)
    host.reach("Open the table")
    assert link(host).at.host
    return host


def join(party: Party, name: str, seat: str, **settings: Any) -> Any:
    """A fresh device that scans what the host shows."""
    host = party.take("host")
    picture = party.folder / f"{name}.png"
    host.shot(picture)
    guest = party.start(name, **settings)
    guest.app.context.device.chosen = picture
    guest.tap("English")
    guest.tap("To the start")
    guest.reach("Scan")
    guest.tap("Picture")
    guest.until(lambda: link(guest).at.guest is not None and link(guest).at.guest.state == "live" and guest.app.context.desk.table is not None)
    guest.reach(seat)
    guest.until(lambda: link(guest).at.guest.state == "live" and any(each.role != "watch" for each in link(guest).at.people()[1:]))
    return guest


def test_two_fresh_installs_are_joined_by_the_code_on_the_screen(party: Party) -> None:
    host = open_table(party, "2GM Tactics")
    assert host.has("nobody has joined yet")
    seats = [host.app.table.view.words.seat(seat) for seat in (0, 1)]
    guest = join(party, "a", seats[1])
    assert guest.app.table.state == host.app.table.state
    assert guest.has("At the table")
    assert [(each.name, each.role, each.seat) for each in link(guest).at.people()] == [("The host", "host", None), (seats[1], "player", 1)]
    host = party.take("host")
    assert host.has("The table is open: one other device")


class Hand(Autoplay):
    """A player who answers what is put to his own device."""

    def answer(self) -> None:
        prompt = self.app.table.prompt
        if prompt.kind != "each":
            super().answer()
            return
        slot = link(self.driver).at.slot(prompt)
        if prompt.sealed and self.app.navigator.here.get("uncovered") != slot.key:
            self.press(self.main())
        getattr(self, f"_{slot.kind}")()
        self.driver.frames(2)


class Evening:
    """Three devices play: whoever is asked answers, and the one whose moment it is goes on."""

    def __init__(self, party: Party, game: str) -> None:
        self.party = party
        host = open_table(party, game)
        self.seats = [host.app.table.view.words.seat(seat) for seat in range(len(host.app.table.state.seats))]
        for name, seat in zip("ab", self.seats, strict=False):
            join(party, name, seat)
        for name in ("a", "b", "host"):
            party.take(name).reach("To the table")
        self.hands = {name: Hand(driver, seed) for seed, (name, driver) in enumerate(party.drivers.items())}
        self.settle()

    @property
    def host(self) -> Any:
        return self.party.drivers["host"]

    def settle(self) -> None:
        """Until everybody has seen everything."""

        def is_so() -> bool:
            log = link(self.host).at.host.log
            guests = [link(driver).at.guest for name, driver in self.party.drivers.items() if name != "host"]
            return all(guest.state == "live" and not guest.intent and guest.number == log.number for guest in guests)

        self.host.until(is_so)

    def asked(self) -> str:
        """The device that is asked, or whose moment it is."""
        prompt, seat = self.host.app.table.prompt, self.host.app.table.state.seat
        if prompt:
            return next(name for name, driver in self.party.drivers.items() if link(driver).at.is_asked(prompt))
        return "ab"[seat] if seat < len(self.seats) else "host"

    def step(self, is_late: bool) -> str:
        """One thing, and who did it; late in the turn the steps are left for the next."""
        name = self.asked()
        driver = self.party.take(name)
        hand, nav = self.hands[name], driver.app.navigator
        driver.wait_lock()
        if nav.open_sheet:
            hand.overrule()
        elif driver.app.table.prompt:
            if nav.here["screen"] != "ask":
                hand.press(hand.main())
            hand.answer()
        elif nav.here["screen"] in ("pick", "deed", "queue"):
            hand.pick()
        elif is_late and nav.here["screen"] == "table" and nav.page.deed().next is not Next.ADVANCE:
            hand.list_of_deeds()
            hand.leave_step()
        else:
            hand.press(hand.main())
            hand.pick()
        self.settle()
        return name


@pytest.mark.parametrize("game", ["Axis & Allies Miniatures", "Dust Tactics", "2GM Tactics", "Epic Armageddon", "The Front"])
def test_three_apps_play_by_touches(party: Party, game: str, restless: None, hurried: None) -> None:
    evening = Evening(party, game)
    log, table, did = link(evening.host).at.host.log, evening.host.app.table, set[str]()
    for count in range(MOST):
        before = log.number
        name = evening.step(is_late=count > EARLY)
        did |= {name} if log.number > before else set()
        if table.state.turn > 1 and len(did) > 1:
            break
    players = {"a"} if game == "The Front" else {"a", "b"}  # its turns belong to nobody: the first device goes on
    assert did >= players
    assert table.state.turn > 1 or log.number >= 20
    assert {log.who(n) for n in range(1, log.number + 1)} == {evening.seats["ab".index(each)] for each in did}
    assert len({state_sum(driver.app.table.state) for driver in party.drivers.values()}) == 1
    for name in ("a", "b"):
        assert link(party.drivers[name]).at.guest.log.docs == log.docs


def pair(party: Party) -> tuple[Any, Any]:
    """The host has the first seat, a guest the second; both look at the table."""
    host = open_table(party, "2GM Tactics", "Grey")
    guest = join(party, "a", "Blue")
    guest.reach("To the table")
    party.take("host").reach("To the table")
    return host, guest


def same(host: Any, guest: Any) -> bool:
    return bool(link(guest).at.guest.number == link(host).at.host.log.number and not link(guest).at.guest.intent)


def test_each_bids_on_his_own_phone_and_sees_no_other_bid(party: Party, restless: None) -> None:
    host, guest = pair(party)
    host.app.table.open("bid")
    guest.until(lambda: guest.app.navigator.here["screen"] == "ask" and same(host, guest))
    guest = party.take("a")
    assert guest.has("Blue: your answer")  # no cover, as nobody else looks
    guest.tap("4")
    guest.tap("Apply 4")
    guest.until(lambda: same(host, guest))
    assert guest.has("Waiting for Grey")
    assert guest.app.navigator.here["screen"] == "table"
    shown = guest.app.navigator.page.bottom.shown  # what Grey is to do is not this phone's bright button
    assert (shown[0].sub, shown[-1]) == ("Waiting for Grey", "tonal")
    guest.app.navigator.go("ask")
    guest.frames(3)
    assert guest.has("Grey is asked this on another device.")
    host = party.take("host")
    assert host.has("Grey: your answer")
    assert not host.has("Hand the phone")
    host.tap("2")
    host.tap("Apply 2")
    host.until(lambda: same(host, guest))
    assert host.app.table.state == guest.app.table.state
    guest = party.take("a")
    assert guest.has("At the table")
    assert guest.has("Both roll")  # for the first turn
    guest.app.navigator.go("history")
    guest.frames(3)
    assert guest.has("Grey, Blue")  # on the line itself, who did it
    link(guest).leave()
    guest.app.navigator.rebuild()
    guest.frames(3)
    assert "Blue" in guest.texts()  # and still when the evening is over


def test_a_named_hand_is_seen_on_the_phone_of_its_side_alone(party: Party, restless: None) -> None:
    """Blue names its hand: Grey sees it neither on the pile nor where units are deployed from, nor
    what Blue chooses from to discard."""
    host, guest = pair(party)
    table = host.app.table
    blue = [unit for unit in table.state.units.values() if unit.seat == 1 and unit.where == "reserve"][:9]
    table.enter(TrackerSet("@1", "cards", Map({"deck": 28, "hand": 9})))
    guest.until(lambda: same(host, guest))
    guest.app.table.open("name_hand", seat=1, cards=tuple(unit.id for unit in blue))
    guest.until(lambda: same(host, guest))
    guest = party.take("a")
    guest.reach("Hand")
    assert guest.has("Hand: 9 cards")
    assert any(blue[0].name[:-2] in each for each in guest.texts())
    guest.app.navigator.close_sheet()
    host = party.take("host")
    host.tap("Blue")
    host.reach("Hand")
    assert host.has("Blue sees these cards on another device.")
    host.app.navigator.close_sheet()
    while (table.state.seat, table.state.step) != (1, "deployment"):
        table.enter(Advanced(leave=True))
        if table.prompt:
            table.answer(())
    table.enter(TrackerSet("@1", "ap", 9))
    host.app.navigator.go("pick", procedure="deploy")
    host.frames(3)
    assert host.has("Blue sees these cards on another device.")
    assert not {unit.name for unit in blue} & set(host.texts())
    while not (table.prompt and table.prompt.key == "discards:0"):
        table.answer(()) if table.prompt else table.enter(Advanced(leave=True))
    guest.until(lambda: same(host, guest))
    host.app.navigator.go("ask")
    host.frames(3)
    assert host.has("Blue is asked this on another device.")
    guest = party.take("a")
    guest.app.navigator.go("ask")
    guest.frames(3)
    assert guest.has("Which card is discarded?")
    guest.tap(blue[0].name)
    guest.until(lambda: same(host, guest))
    assert table.state.unit(blue[0].id).where == "discarded"


def test_nothing_happens_by_itself_on_a_device_that_is_not_asked(party: Party, restless: None) -> None:
    host, guest = pair(party)
    for driver in (host, guest):
        driver.app.set("voice", True)
        driver.app.context.device.asked.clear()
    host.app.table.open("bid")
    guest.until(lambda: same(host, guest))
    host.app.table.answer(1, "bid:0")
    guest.until(lambda: same(host, guest))
    assert not [each for each in guest.app.context.device.asked if each[0] in ("speak", "buzz")]


def test_what_only_the_host_knows_to_be_forbidden_can_be_done_anyway(party: Party, restless: None) -> None:
    host, guest = pair(party)
    party.take("a")
    number = link(host).at.host.log.number
    link(guest).at.guest.ask(Advanced(leave=True))
    host.app.table.open("bid")  # meanwhile: an open question waits for its answer
    guest.until(lambda: same(host, guest) and guest.app.navigator.open_sheet is not None)
    assert link(host).at.host.log.number == number + 1
    assert guest.has("look again")
    guest.tap("Back")
    link(guest).at.guest.ask(Advanced())
    guest.until(lambda: not link(guest).at.guest.intent)
    assert guest.has("The rules say no")
    guest.tap("Do it anyway")
    guest.until(lambda: same(host, guest))
    assert link(host).at.host.log.number == number + 2
    assert link(host).at.host.log.docs[-1]["overruled"]


def test_one_tap_of_a_guest_may_be_several_entries(party: Party, restless: None) -> None:
    host, guest = pair(party)
    party.take("a")
    table, log, told = guest.app.table, link(host).at.host.log, []
    table.each(*(partial(table.enter, Noted(word)) for word in ("one", "two", "three")), lambda: told.append(log.number))
    guest.until(lambda: bool(told))
    assert [doc["text"] for doc in log.docs[-3:]] == ["one", "two", "three"]
    number = log.number
    table.each(partial(table.answer, 3), partial(table.enter, Noted("never")))
    guest.until(lambda: same(host, guest))
    assert log.number == number


def test_one_is_taken_off_the_table_and_keeps_the_game(party: Party, restless: None) -> None:
    host, guest = pair(party)
    host.app.navigator.go("link")
    host.frames(3)
    host.tap(host.scroll_to("Blue"))
    host.tap("Take off the table")
    guest.until(lambda: link(guest).at.guest.state == "out")
    guest = party.take("a")
    assert guest.has("The host has taken this device off the table")
    assert len(link(host).at.people()) == 1
    guest.app.navigator.go("link")
    guest.frames(3)
    guest.reach("Leave the table")
    guest.tap("Leave the table")
    assert not link(guest).at.is_on
    guest.app.table.enter(Noted("alone"))
    assert guest.app.table.game.saver.count == link(host).at.host.log.number + 1


def test_a_table_that_was_closed_and_opened_again_is_joined_by_one_tap(party: Party, restless: None) -> None:
    host, guest = pair(party)
    link(host).leave()
    guest.until(lambda: link(guest).at.guest.state == "out")
    guest = party.take("a")
    guest.app.navigator.go("link")
    guest.frames(3)
    assert guest.has("The host has closed the table")
    assert not guest.has("Where do you sit?")  # nowhere, just now
    link(host).open_table(0)
    guest.tap("Call the host again")
    guest.until(lambda: bool(link(guest).at.guest) and link(guest).at.guest.state == "live")
    assert link(guest).at.seat == 1


def test_a_host_that_sleeps_is_said_to(party: Party, restless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for patience in ("contact.PING", "contact.QUIET", "host.PATIENCE"):  # nobody else says anything meanwhile
        monkeypatch.setattr(f"link.{patience}", 1e9)
    host, guest = pair(party)
    party.take("a")
    guest.app.navigator.go("link")
    link(host).pause()
    guest.until(lambda: guest.has("The host's device sleeps: wake it up, and all goes on."))
    host.app.table.enter(Noted("awake again"))
    guest.until(lambda: not guest.has("sleeps"))


def test_whoever_finds_his_seat_taken_is_told(party: Party, restless: None) -> None:
    host, _ = pair(party)
    other = party.start("b")
    type_code(other, link(host).invitation().code())
    other.until(lambda: bool(link(other).at.guest) and link(other).at.guest.state == "live")
    link(other).sit("player", 1)
    other.until(lambda: other.has("Another device sits there already: choose again."))
    other.reach("Display for all")
    other.until(lambda: link(other).at.guest.state == "live" and link(other).at.guest.role == "table")
    assert not other.has("sits there already")


def test_both_are_asked_for_a_roll_of_both(party: Party, restless: None) -> None:
    """Who has the first turn is rolled by both: it is asked on both phones, either enters it."""
    host, guest = pair(party)
    host.app.table.open("bid")
    host.app.table.answer(0, "bid:0")
    host.app.table.answer(0, "bid:1")
    guest.until(lambda: same(host, guest) and guest.app.navigator.here["screen"] == "ask")
    party.take("a")
    assert guest.has("Both roll")
    assert not guest.has("Waiting for")
    guest.app.table.answer((7, 3))
    guest.until(lambda: same(host, guest))
    assert "ask" not in (host.app.navigator.here["screen"], guest.app.navigator.here["screen"])
    assert not host.app.table.prompt


def test_the_history_says_who_took_something_back(party: Party, restless: None) -> None:
    host, guest = pair(party)
    host.app.table.enter(Noted("tea"))
    guest.until(lambda: same(host, guest))
    guest.app.table.undo()
    guest.until(lambda: same(host, guest))
    host = party.take("host")
    host.app.navigator.go("history")
    host.frames(3)
    assert host.has("Taken back, Blue")


def test_who_cannot_join_for_his_version_goes_home_again(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    host = open_table(party, "2GM Tactics")
    guest = party.start("a")
    with monkeypatch.context() as older:
        older.setattr("link.guest.SAVE_VERSION", 0)
        type_code(guest, link(host).invitation().code())
        guest.until(lambda: bool(link(guest).at.guest) and link(guest).at.guest.state == "out")
    assert guest.has("please update the older one")
    guest.reach("Leave the table")
    guest.frames(3)
    assert guest.app.navigator.here["screen"] == "home"
    assert not link(guest).at.is_on


def test_another_takes_over_and_the_old_host_keeps_what_it_alone_had(party: Party, restless: None) -> None:
    host, guest = pair(party)
    link(host)._runner.stop()  # its network is gone
    link(host)._runner = None
    guest.until(lambda: link(guest).at.guest.state != "live")
    party.take("host")
    host.app.table.enter(Noted("only the old host saw this"))
    guest = party.take("a")
    assert guest.has("Looking for the host")
    guest.app.navigator.go("link")
    guest.frames(3)
    guest.reach("Take over as host")
    guest.tap("Take over as host")
    assert guest.has("Taking over")
    guest = party.start("a")  # killed meanwhile: it comes back taking over, not as a second host of the same age
    assert link(guest).at.host.gathering
    assert link(guest).at.host.log.epoch[0] == 1
    guest.app.navigator.go("link")
    guest.frames(3)
    guest.tap("Go on as host")
    assert link(guest).at.host.log.epoch[0] == 2
    code = link(guest).invitation().code()
    host = party.take("host")
    host.app.context.link.join(code)
    host.until(lambda: link(host).at.guest is not None and link(host).at.guest.state == "live")
    assert host.has("kept as another game")
    assert sorted(each.name for each in host.app.context.store.games()) == ["Grey against Blue", "Grey against Blue (as it was on this device)"]
    assert "only the old host" not in str(link(host).at.guest.log.docs)


def test_a_full_device_takes_nothing_over_and_says_so(party: Party, restless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = pair(party)
    link(host).close()
    guest.until(lambda: link(guest).at.guest.state != "live")
    guest = party.take("a")
    guest.app.navigator.go("link")
    guest.frames(3)
    with monkeypatch.context() as full:
        fill_disk(guest, full)
        guest.reach("Take over as host")
        guest.tap("Take over as host")
        assert guest.has("The device is full")
        assert link(guest).at.guest  # and calls the host as before
        guest.tap("Back")
    guest.reach("Take over as host")
    guest.tap("Take over as host")
    with monkeypatch.context() as full:
        fill_disk(guest, full)
        guest.tap("Go on as host")
        assert guest.has("The device is full")
        assert link(guest).at.host.gathering
        guest.tap("Back")
    guest.app.table.enter(Noted("too early"))
    guest.frames(3)
    assert guest.has("first go on as host")
    guest.tap("Back")
    guest.tap("Call the old host again")
    assert link(guest).at.guest.seat == 1  # as before
    guest.reach("Take over as host")
    guest.tap("Take over as host")
    guest.tap("Go on as host")
    assert link(guest).at.host.log.epoch[0] == 2
    guest.app.table.enter(Noted("now"))
    assert [doc["text"] for doc in link(guest).at.host.log.docs] == ["now"]


def fill_disk(driver: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise CannotSave(say("the device is full"))

    for way in ("append", "replace"):
        monkeypatch.setattr(driver.app.context.store.disk, way, no)


def test_a_host_stays_awake_whatever_is_wished(party: Party, restless: None) -> None:
    host = open_table(party, "2GM Tactics", awake=False)
    woken = [each for each in host.app.context.device.asked if each[0] == "keep_awake"]
    assert woken[-1] == ("keep_awake", True)
    link(host).leave()
    assert host.app.context.device.asked[-1] == ("keep_awake", False)


def test_a_guest_that_was_killed_is_at_the_table_again(party: Party, restless: None) -> None:
    host, guest = pair(party)
    guest.stop()
    del party.drivers["a"]
    again = party.start("a")
    again.until(lambda: link(again).at.guest is not None and link(again).at.guest.state == "live")
    assert link(again).at.seat == 1
    party.take("host")
    host.app.table.enter(Noted("tea"))
    host.until(lambda: same(host, again))
    assert again.app.table.state == host.app.table.state


@pytest.mark.skipif(not MOSQUITTO, reason="mosquitto is not installed, and may not be by make test here")
def test_a_table_goes_through_the_broker_of_a_club(party: Party, tmp_path: Path, restless: None) -> None:
    port = free_port()
    host = party.start("host")
    host.tap("English")
    host.tap("Try it")
    host.tap("2GM Tactics")
    host.until(lambda: host.app.context.desk.table is not None)
    host.tap("More")
    host.reach("Several devices")
    host.reach("By a club's broker")
    host.tap("Address or name, such as 192.168.1.20")
    host.type("192.168.1")
    host.tap("Use this broker")
    assert host.has("Type the broker's address, such as 192.168.1.20, or its name, such as club.local")
    address = host.named("Address or name, such as 192.168.1.20")
    address.text = f"localhost:{port}"
    host.tap("Use this broker")
    host.reach("Open the table")
    host.until(lambda: host.has("The club's broker does not answer"))
    broker = start_broker(tmp_path, port)
    try:
        host.until(lambda: host.has("nobody has joined yet"))
        join_by_typing(party, link(host).invitation().code())
    finally:
        broker.kill()
        broker.wait()
    guest = party.take("a")
    guest.until(lambda: guest.has("The club's broker does not answer"))
    assert guest.app.table.state == host.app.table.state


def join_by_typing(party: Party, code: str) -> None:
    """In small letters and groups, as the host's screen spells it."""
    guest = party.start("a")
    type_code(guest, " ".join(code[at : at + 5] for at in range(0, len(code), 5)).lower())
    guest.until(lambda: link(guest).at.guest is not None and link(guest).at.guest.state == "live" and guest.app.context.desk.table is not None)
    guest.reach("Blue")
    guest.until(lambda: link(guest).at.seat == 1 and link(guest).at.guest.state == "live")


def test_the_game_is_named_in_the_language_of_its_reader(party: Party) -> None:
    """The game was begun in English; the device speaks French now."""
    host = open_table(party, "Axis & Allies Miniatures")
    assert host.has("Axis against Allies")
    host.app.set("language", "fr")
    host.app.navigator.rebuild()
    host.frames(3)
    assert host.has("Axe contre Alliés")
    link(host).leave()
    host.app.navigator.go("codes", still=True)
    host.frames(3)
    assert host.has("Axe contre Alliés")
