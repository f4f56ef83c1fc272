"""Secrets, late taps, hand-overs, removed guests: one table, pipes without faults, no sockets."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from carddb.trouble import CannotSave, Trouble
from engine.playing import codec
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Amended, Answered, Event, Noted, Opened, TrackerSet, Undone
from engine.values.maps import EMPTY
from engine.values.texts import english, say
from link.guest import Guest
from link.log import Doc, Log, state_sum
from link.members import tag
from link.pipe import OnTheWay
from link.sending import WINDOW
from tests.link.devices import Table, logs_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def shown(guest: Guest) -> Session:
    assert guest.game
    return guest.game.session


def log_of(guest: Guest) -> Log:
    return logs_of(guest)[0]


def given(guest: Guest) -> tuple[str, ...]:
    prompt = shown(guest).prompt
    assert prompt
    return prompt.given


def bid(guest: Guest, key: str, value: int) -> Event:
    return shown(guest).answering(value, key)


def why(answer: tuple[str, Doc]) -> str:
    return " ".join(english(codec.text(each)) for each in answer[1]["why"])


class TestSecrets:
    def start(self, table: Table) -> tuple[Guest, Guest, Guest]:
        a, b, t = table.join("a", seat=0), table.join("b", seat=1), table.join("t", "table")
        table.host.session.overrule(Opened("bid", EMPTY))
        table.carry()
        return a, b, t

    def test_a_bid_is_nowhere_but_with_its_bidder_and_the_host(self, table: Table) -> None:
        a, b, t = self.start(table)
        assert table.ask("a", bid(a, "bid:0", 4))[0] == "done"
        assert log_of(a).number == table.host.log.number
        assert not log_of(a).held
        for name, other in (("b", b), ("t", t)):
            assert other.number == table.host.log.number == log_of(other).number + 1
            assert given(other) == ("bid:0",)
            assert '"value":4' not in table.device(name).files()
            assert "sealed" in table.device(name).files()
        assert '"value":4' in table.device("a").files()

    def test_both_in_and_all_is_shown_and_equal(self, table: Table) -> None:
        a, b, t = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        table.host.session.dispatch(Noted("tea"))
        table.carry()
        assert table.ask("b", bid(b, "bid:1", 2))[0] == "done"
        for log in logs_of(a, b, t):
            assert log.docs == table.host.log.docs
            assert not log.held
            assert log.game.session.state == table.host.session.state
        assert shown(t) is log_of(t).game.session

    def test_a_bid_taken_back_stays_covered_while_it_can_come_again(self, table: Table) -> None:
        a, b, _ = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        table.ask("a", Undone(1))
        assert "value" not in str(log_of(b).held[0])
        assert given(b) == ()
        table.host.session.undo()  # even the opening of the bid
        table.carry()
        assert shown(b).prompt is None
        assert "sealed" in str(log_of(b).held[0])
        table.host.session.overrule(Noted("on we go"))  # now nothing of it can come again
        table.carry()
        assert log_of(b).docs == table.host.log.docs

    def test_a_bid_amended_is_covered_too(self, table: Table) -> None:
        a, b, _ = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        index = len(shown(a).log) - 1
        event = shown(a).log[index]
        assert isinstance(event, Answered)
        table.ask("a", Amended(index, codec.entry({**codec.plain(event), "value": 3}), ()))  # type: ignore[arg-type]
        assert table.host.session.log[index].value == 3  # type: ignore[union-attr]
        assert table.host.seals.hidden == {2: 0, 3: 0}
        assert not {'"value":4', '"value":3'} & set(table.device("b").files().split(","))
        assert given(b) == ("bid:0",)
        table.ask("b", bid(b, "bid:1", 2))
        assert log_of(b).docs == table.host.log.docs

    def test_killed_in_the_middle_of_a_bid(self, table: Table) -> None:
        a, _, _ = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        table.host.session.dispatch(Noted("tea"))
        table.carry()
        before = table.host.seals.hidden
        again = table.new_host(table.device("host").log())
        assert again.seals.hidden == before == {2: 0}
        table.cut("b")
        del table.guests["b"]
        b = table.join("b", seat=1, host=again)
        assert given(b) == ("bid:0",)
        assert len(log_of(b).held) == 2
        fresh = table.join("w", "watch", host=again)
        assert fresh.number == 3
        assert "sealed" in str(log_of(fresh).held)

    def test_what_is_behind_a_cover_may_reach_far_back(self, table: Table) -> None:
        """After a start only the last checkpoint is at hand; an undo goes behind it."""
        for n in range(60):
            table.host.session.overrule(Advanced(leave=True) if n % 3 else Noted(f"note {n}"))
            while table.host.session.prompt:
                table.host.session.undo()
        a, b, _ = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        assert a.log
        table.host.log.game.undo(30)
        table.carry()
        assert log_of(b).held
        state = shown(b).state
        del table.guests["b"], table.ends["b"]
        again = table.guest("b", seat=1)
        assert shown(again).state == state == table.host.session.state

    def test_answered_for_another(self, table: Table) -> None:
        a, b, _ = self.start(table)
        assert "this is asked of b" in why(table.ask("a", bid(a, "bid:1", 0)))
        table.host.session.answer(3, "bid:1")  # the host may
        table.carry()
        assert log_of(b).number == table.host.log.number == a.number
        assert log_of(a).held

    def test_a_bid_under_cover_is_changed_by_its_bidder_alone(self, table: Table) -> None:
        a, b, _ = self.start(table)
        table.ask("a", bid(a, "bid:0", 4))
        index = len(table.host.session.log) - 1
        for name, value in (("b", 0), ("a", 3)):
            table.guests[name].ask(Amended(index, bid(b, "bid:1", value), ()))
            table.carry()
        assert "this is asked of a" in why(table.answers[-2])
        assert table.answers[-1][0] == "done"
        assert "3" in str(table.host.session.log[index])
        assert given(b) == ("bid:0",)

    def test_what_was_undone_is_shown_without_its_value(self, table: Table) -> None:
        self.start(table)
        table.host.session.answer(4, "bid:0")
        table.host.session.undo()
        (event,) = table.host.session.undone
        assert isinstance(event, Answered)
        assert (event.value, event.digest) == (None, "")
        table.host.session.redo()
        assert table.host.session.log[-1].value == 4  # type: ignore[union-attr]


class TestTooLate:
    def test_two_press_on_at_once_and_one_phase_is_left(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        a.ask(Advanced(), True)
        b.ask(Advanced(), True)
        table.carry()
        assert [what for what, _ in table.answers] == ["done", "refused"]
        assert table.host.log.number == 1
        assert "look again" in why(table.answers[1])

    def test_two_add_one_to_the_same_tracker(self, table: Table) -> None:
        unit = table.case.bystander
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        a.ask(TrackerSet(unit, "house", 1))
        b.ask(TrackerSet(unit, "house", 1))
        table.carry()
        assert [what for what, _ in table.answers] == ["done", "refused"]
        assert table.ask("b", TrackerSet(unit, "house", 2))[0] == "done"

    def test_a_note_beside_anything_is_never_late(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        a.ask(Advanced(), True)
        b.ask(Noted("tea"))
        table.carry()
        assert [what for what, _ in table.answers] == ["done", "done"]

    def test_undo_means_what_was_seen(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.ask("a", Noted("tea"))
        b.ask(Undone(1))
        a.ask(Noted("milk"))
        table.carry()
        assert "take back what you mean" in why(table.answers[-1])
        assert table.host.log.number == 2

    def test_who_watches_does_nothing(self, table: Table) -> None:
        table.join("w", "watch")
        assert "watches" in why(table.ask("w", Noted("hm")))


class TestTaps:
    """A tap on a guest goes the way of every tap, and reaches the host by the saver."""

    def test_it_is_done_when_the_host_has_done_it(self, table: Table) -> None:
        a = table.join("a", seat=0)
        with pytest.raises(OnTheWay):
            shown(a).dispatch(Noted("tea"))
        assert a.number == 0
        assert a.intent
        with pytest.raises(Trouble, match="still on its way"):
            shown(a).dispatch(Noted("milk"))
        table.carry()
        assert a.number == 1
        assert a.intent is None
        assert table.host.log.docs == log_of(a).docs

    def test_undo_redo_amend_and_keep(self, table: Table) -> None:
        a, unit = table.join("a", seat=0), table.case.bystander
        log = log_of(a)
        for act in (
            lambda: shown(a).dispatch(TrackerSet(unit, "house", 1)),
            lambda: log.game.amend(0, 4),
            lambda: log.game.undo(),  # the correction as a whole
            lambda: shown(a).redo(),  # and again
            lambda: log.game.undo(),
            lambda: log.game.undo(),
            lambda: shown(a).redo(),
        ):
            with pytest.raises(OnTheWay):
                act()
            table.carry()
            assert table.answers[-1][0] == "done"
            assert log.docs == table.host.log.docs
            assert shown(a).state == table.host.session.state
        assert [doc["is"] for doc in log.docs] == ["TrackerSet", "Amended", "Undone", "Redone", "Undone", "Undone", "Redone"]
        assert shown(a).state.unit(unit).count("house") == 1

    def test_what_the_rules_forbid_is_said_here_and_done_all_the_same_there(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.host.session.overrule(Opened("bid", EMPTY))
        table.carry()
        with pytest.raises(Refused):
            shown(a).dispatch(Advanced())
        assert a.intent is None

    def test_what_only_the_host_forbids_comes_back_and_can_be_overruled(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.host.session.overrule(Opened("bid", EMPTY))
        table.carry()
        what, more = table.ask("a", Opened("bid", EMPTY), anyway=False)
        assert (what, more["kind"]) == ("refused", "rules")
        assert more["refs"]
        a.ask_anyway(more["asked"])
        table.carry()
        assert table.answers[-1][0] == "done"
        assert log_of(a).docs[-1]["overruled"] == more["refs"]

    def test_alone_one_can_look_but_change_nothing(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.cut("a")
        with pytest.raises(Trouble, match="does not answer"):
            shown(a).dispatch(Noted("tea"))
        assert a.number == 0

    def test_left_the_game_is_one_of_this_device(self, table: Table) -> None:
        a = table.join("a", seat=0)
        a.stop()
        table.carry()
        shown(a).dispatch(Noted("alone"))
        assert (log_of(a).game.saver.count, table.host.log.number) == (1, 0)
        assert [each.role for each in table.host.people()] == ["host"]

    def test_a_tap_of_the_hosts_own_that_follows_a_guests_is_the_hosts(self, table: Table) -> None:
        """As where the host answers a ledger by itself."""
        table.join("a", seat=0)
        done: list[Event] = []

        def follow() -> None:
            if not done:
                done.append(Noted("by itself"))
                table.host.session.dispatch(done[0])

        table.host.session.listeners.append(follow)
        table.ask("a", Noted("tea"))
        assert [table.host.log.who(n) for n in (1, 2)] == ["a", ""]
        assert log_of(table.guests["a"]).by == table.host.log.by


class TestAskedTwice:
    def test_an_intent_whose_answer_was_lost_is_done_once(self, table: Table) -> None:
        a = table.join("a", seat=0)
        a.ask(Noted("tea"))
        near, far, host = table.ends.pop("a")
        for data in near.way:
            host.hear(far, data)  # done, saved, and nobody is told
        a.lose()
        again = table.new_host(table.device("host").log())  # and the host is killed
        table.join("a", host=again)
        assert [what for what, _ in table.answers] == ["done"]
        assert again.log.number == 1 == log_of(a).number

    def test_one_that_never_came_is_done_after_the_cut(self, table: Table) -> None:
        a = table.join("a", seat=0)
        a.ask(Noted("tea"))
        table.cut("a")
        table.join("a")
        assert [what for what, _ in table.answers] == ["done"]
        assert table.host.log.number == 1


class TestAnotherHost:
    def test_the_longest_log_leads_and_the_old_host_steps_down(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.ask("a", Noted("one"))
        table.cut("a")
        table.ask("b", Noted("two"))  # b has more than a
        old = table.host
        table.cut("b")
        old.session.dispatch(Noted("only the dead phone saw this"))
        new = table.new_host(a.release())
        new.gather()
        del table.guests["a"]
        table.join("b", host=new)
        assert new.log.number == 2  # lent by b
        new.take_over("a")
        table.carry()
        table.join("b", host=new)
        assert table.ask("b", Noted("three"))[0] == "done"
        assert new.log.epoch == log_of(b).epoch == (2, "a")
        table.cut("b")
        table.join("b", host=old)  # the old one wakes
        assert old.newer == (2, "a")
        assert b.state == "out"
        assert b.why
        assert "left behind" in english(b.why)
        back = table.join("host", host=new)  # and joins as a guest
        assert log_of(back).docs == new.log.docs
        assert [english(name) for name in back.place.kept] == ["Evening (as it was on this device)"]
        assert table.device("host").games() == ["Evening", "Evening (as it was on this device)"]
        assert "only the dead phone" in table.device("host").files()

    def test_who_gathers_takes_no_tap_of_its_own_or_others_would_be_shut_out(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.cut("a")
        table.ask("b", Noted("only b saw this"))
        table.cut("b")
        new = table.new_host(a.release())
        new.gather()
        del table.guests["a"]
        with pytest.raises(Trouble, match="taking over"):
            new.session.dispatch(Noted("too early"))
        assert new.log.number == 0
        table.join("b", host=new)
        assert b.state == "live"
        assert new.log.docs == log_of(b).docs
        new.take_over("a")
        new.session.dispatch(Noted("now"))
        assert new.log.number == 2

    def test_who_gave_up_gathering_plays_alone(self, table: Table) -> None:
        a = table.join("a", seat=0)
        new = table.new_host(a.release())
        new.gather()
        new.stop()
        new.session.dispatch(Noted("alone"))
        assert new.log.game.saver.count == 1

    def test_on_a_full_device_nothing_is_taken_over_and_nothing_lost(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.cut("a")
        table.ask("b", Noted("only b saw this"))
        table.cut("b")
        new = table.new_host(a.release())
        new.gather()
        with monkeypatch.context() as full:
            fill(new.log, full)
            table.join("b", host=new)  # lends what cannot be kept yet
            assert new.log.game.warning
            with pytest.raises(Trouble, match="full"):
                new.take_over("a")
            assert new.gathering
            assert new.log.epoch == log_of(b).epoch == (1, "first")
        new.tick()
        new.take_over("a")
        assert new.log.epoch == (2, "a")
        assert new.log.on_disk == new.log.number == 1
        del table.guests["a"]
        again = table.device("a").log()
        assert (again.epoch, again.docs) == ((2, "a"), log_of(b).docs)

    def test_who_takes_over_leads_also_where_another_did_so_before(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.cut("a")
        table.cut("b")
        first, second = table.new_host(a.release()), table.new_host(b.release())
        del table.guests["a"], table.guests["b"]
        first.take_over("a")
        second.gather()
        second.retire(first.log.epoch)  # heard of, and the players go on here all the same
        second.take_over("b")
        assert second.newer is None
        assert second.log.epoch == (3, "b")
        table.join("host", host=second)
        assert table.ask("host", Noted("one"))[0] == "done"

    def test_a_secret_that_died_with_the_host_is_asked_again(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=1)
        table.host.session.overrule(Opened("bid", EMPTY))
        table.carry()
        table.ask("b", bid(b, "bid:1", 2))
        table.host.session.dispatch(TrackerSet(table.case.bystander, "house", 7))
        table.carry()
        log = a.release()
        assert log.number == 2
        assert log.game.session.state.unit(table.case.bystander).count("house") == 7
        assert log.game.session.prompt
        assert log.game.session.prompt.given == ()
        assert b.release().number == 3  # who bid himself has all of it

    def test_a_host_set_back_takes_from_a_guest_what_it_lost(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.ask("a", Noted("one"))
        file = next(table.device("host").folder.glob("g*/games/*.journal"))
        early = file.read_bytes()
        table.ask("a", Noted("two"))
        assert table.device("host").store
        table.device("host").store.disk.release()  # type: ignore[union-attr]
        file.write_bytes(early)
        again = table.new_host(table.device("host").log())
        assert again.log.number == 1
        table.cut("a")
        table.join("a", host=again)
        assert again.log.docs == log_of(a).docs
        assert again.log.number == 2
        assert a.state == "live"

    def test_a_guest_is_removed(self, table: Table) -> None:
        a, x = table.join("a", seat=0), table.join("x", seat=1)
        new, old = os.urandom(32), table.key
        table.host.change_key(new, without=tag("device-x"))
        table.carry()
        assert a.key == new
        assert x.key == old
        assert x.state == "out"
        assert x.why
        assert "taken this device off" in english(x.why)
        table.join("a")
        assert a.state == "live"
        x.state = "apart"
        table.join("x")
        assert x.state == "apart"
        assert table.ask("a", Noted("alone"))[0] == "done"
        assert x.number == 0


class TestSeats:
    def test_a_seat_is_one_devices(self, table: Table) -> None:
        a, b = table.join("a", seat=0), table.join("b", seat=0)
        assert (a.seat, b.seat) == (0, None)
        assert [(each.name, each.role, each.seat) for each in b.people] == [("host", "host", None), ("a", "player", 0), ("b", "player", None)]

    def test_the_host_has_a_seat_too(self, table: Table) -> None:
        table.host.sit("Ann", 0)
        a = table.join("a", seat=0)
        assert a.seat is None
        table.host.session.overrule(Opened("bid", EMPTY))
        table.carry()
        assert "asked of Ann" in why(table.ask("a", bid(a, "bid:0", 1)))

    def test_a_seat_left_is_free(self, table: Table) -> None:
        table.join("a", seat=0)
        table.cut("a")
        assert table.join("b", seat=0).seat == 0

    def test_a_device_that_comes_back_has_its_seat_though_its_old_pipe_was_not_missed(self, table: Table) -> None:
        a = table.join("a", seat=0)
        del table.ends["a"]
        a.lose()
        assert table.join("a").seat == 0
        assert len(table.host.people()) == 2

    def test_two_who_are_called_the_same_are_told_from_each_other(self, table: Table) -> None:
        for name in ("a", "b"):
            table.guest(name, "watch").name = "A spectator"
            table.join(name)
        assert [each.name for each in table.host.people()] == ["host", "A spectator", "A spectator 2"]
        table.cut("a")
        table.join("a")
        assert {each.name for each in table.host.people()[1:]} == {"A spectator", "A spectator 2"}

    def test_a_sleeping_host_is_said_to_be(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.host.pause()
        table.carry()
        assert a.is_paused
        table.host.session.dispatch(Noted("awake again"))
        table.carry()
        assert not a.is_paused
        table.host.pause()
        table.carry()
        assert a.is_paused
        table.cut("a")
        assert (a.state, a.is_paused) == ("apart", True)
        table.join("a")
        assert not a.is_paused

    def test_a_closed_table_is_said_to_be_and_the_game_stays(self, table: Table) -> None:
        a = table.join("a", seat=0)
        table.host.stop()
        table.carry()
        assert a.state == "out"
        assert a.why
        assert "closed the table" in english(a.why)
        table.host.session.dispatch(Noted("alone again"))
        assert a.number == 0


class TestVersions:
    def test_other_rules_are_told(self, table: Table) -> None:
        device = table.device("v")
        device.rules = {key: each for key, each in device.rules.items() if key != "2gm"}
        guest = table.join("v")
        assert guest.state == "out"
        assert guest.why
        assert "update" in english(guest.why)


def test_a_fresh_guest_has_a_save_that_stands_alone(table: Table) -> None:
    for n in range(120):
        table.host.session.overrule(Advanced(leave=True) if n % 3 else Noted(f"note {n}"))
        while table.host.session.prompt:
            table.host.session.undo()
    a = table.join("a", seat=0)
    del table.guests["a"], table.ends["a"]
    alone = table.device("a").log()
    assert alone.docs == table.host.log.docs
    assert alone.game.session.state == table.host.session.state
    assert log_of(a).docs == alone.docs
    table.host.log.game.undo(40)  # behind the checkpoint
    again = table.join("a")
    assert state_sum(shown(again).state) == state_sum(table.host.session.state)


def test_a_reader_who_never_says_that_he_has_read_is_sent_a_window_and_no_more(table: Table) -> None:
    a = table.join("a", seat=0)
    speak = a._say
    a._say = lambda **message: None if message["k"] == "got" else speak(**message)  # type: ignore[method-assign]
    for n in range(WINDOW + 300):
        table.host.session.dispatch(Noted(f"note {n}"))
    assert len(table.ends["a"][1].way) <= WINDOW
    table.carry()
    assert a.number == WINDOW
    a._say = speak  # type: ignore[method-assign]
    speak(k="got", n=a.number)
    table.carry()
    assert a.number == table.host.log.number == WINDOW + 300


def fill(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise CannotSave(say("the device is full"))

    monkeypatch.setattr(log.game.saver.storage.journal.disk, "append", no)


def test_what_is_not_on_the_hosts_disk_is_told_to_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    a = table.join("a", seat=0)
    with monkeypatch.context() as full:
        fill(table.host.log, full)
        a.ask(Noted("tea"))
        table.carry()
        assert table.host.log.game.warning
        assert a.number == 0
        assert a.intent
        assert not table.answers
    table.host.tick()
    table.carry()
    assert a.number == 1
    assert [what for what, _ in table.answers] == ["done"]


def test_a_guest_whose_disk_is_full_says_what_he_has_and_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    a = table.join("a", seat=0)
    with monkeypatch.context() as full:
        fill(log_of(a), full)
        table.host.session.dispatch(Noted("tea"))
        table.carry()
        assert a.number == 1  # shown, with the warning of the store
        assert log_of(a).game.warning
        assert table.host.people()[1].got == 0
    a.tick()
    table.carry()
    assert table.host.people()[1].got == 1
    del table.guests["a"], table.ends["a"]
    assert table.device("a").log().docs == table.host.log.docs
