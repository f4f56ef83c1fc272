"""Whoever has not the key gets no answer, and whoever listens reads nothing."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest

from carddb.letters import Unreadable
from engine.values.events import Noted
from engine.values.texts import english
from link import wire
from link.invite import Invitation, invitation, is_invitation
from link.reach import Club
from tests.link.devices import KEY, TABLE, End, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_nothing_is_answered_without_the_key(table: Table) -> None:
    guest = table.join("x", key=os.urandom(32))
    assert guest.state == "apart"
    assert len(table.said) == 1


def test_recorded_frames_are_nothing_on_another_connection_or_again(table: Table) -> None:
    a = table.join("a", seat=0)
    table.ask("a", Noted("tea"))
    before = table.host.log.number, len(table.host.members)
    spy = End([])
    table.host.meet(spy)
    for data in table.said:
        table.host.hear(spy, data)
    for data in list(table.said):
        table.host.hear(table.ends["a"][1], data)
        a.hear(data)
    table.carry()
    assert table.host.log.number == before[0] == a.number
    assert a.state == "live"
    assert all(len(data) == wire.ANSWER for data in spy.way)  # a hello heard again gets keys that nobody has
    table.time += 6
    table.host.tick()
    assert len(table.host.members) == before[1]


@pytest.mark.parametrize("data", [b"", b"\0", b"x" * 57, bytes([2]) + b"y" * 56, b"z" * 300, b"\xff" * 10_000_000], ids=len)
def test_garbage(table: Table, data: bytes) -> None:
    a = table.join("a", seat=0)
    stranger = End([])
    table.host.meet(stranger)
    table.host.hear(stranger, data)
    assert not stranger.is_open
    assert not stranger.way
    for _ in range(5):
        table.host.hear(table.ends["a"][1], data)
        a.hear(data)
    assert table.ask("a", Noted("tea"))[0] == "done"


def sealed(table: Table, body: bytes) -> bytes:
    """A frame of a's, from one who has the key."""
    channel = table.guests["a"]._channel
    assert channel
    channel.said += 1
    counter = channel.said.to_bytes(8, "big")
    return counter + channel.ours.encrypt(body, counter.rjust(24, b"\0")).ciphertext


@pytest.mark.parametrize(
    "body",
    [
        b"\1" + zlib.compress(b"[" * 200_000_000, 9)[:900_000],
        b"\0" + b"[" * 100_000,
        b'\0{"k":' + b"[" * 800 + b"]" * 800 + b"}",
        b'\0{"k":"hello"}',
        b'\0{"k":"hello","save":1,"rules":[],"epoch":1}',
        b'\0{"k":"intent","id":"1","seen":0}',
        b'\0{"k":"intent","id":"1","seen":0,"do":"event","event":{"is":"Opened"}}',
        b'\0{"k":"intent","id":"1","seen":-9,"do":"undo","count":-3,"correction":false}',
        b'\0{"k":"intent","id":"1","seen":0,"do":"undo","count":-3,"correction":false}',
        b'\0{"k":"intent","id":"1","seen":0,"do":"amend","index":99,"value":{}}',
        b'\0{"k":"lent","after":0,"docs":[1],"by":[2]}',
        b'\0{"k":"lent","after":0,"docs":[{"is":"Noted"}],"by":["x"]}',
        b'\0{"k":"lent","after":0,"docs":[{"is":"Noted","text":"never asked for"}],"by":[""]}',
        b'\0{"k":"got","n":99999}',
        b"\2",
    ],
    ids=range(15),
)
def test_nonsense_from_one_who_has_the_key(table: Table, body: bytes) -> None:
    a = table.join("a", seat=0)
    table.ends["a"][0].send(sealed(table, body))
    table.carry()
    assert table.host.log.number == 0
    if a.state != "live":
        table.join("a")
    assert table.ask("a", Noted("tea"))[0] == "done"


def test_many_strangers_do_not_keep_a_player_out(table: Table) -> None:
    table.join("a", seat=0)
    for _ in range(100):
        table.host.meet(End([]))
    b = table.join("b", seat=1)
    assert b.state == "live"
    assert len(table.host.members) <= 16


def test_a_flood_does_not_part_one_who_has_shown_the_key(table: Table) -> None:
    """Between his hello and his name there come more strangers than there is room for."""
    guest, near, far = table.guest("b", seat=1), End([]), End([])
    table.host.meet(far)
    guest.meet(near)
    table.host.hear(far, near.way.pop())
    for _ in range(100):
        table.host.meet(End([]))
    guest.hear(far.way.pop())
    table.host.hear(far, near.way.pop())
    assert far.is_open
    assert [each.seat for each in table.host.people()[1:]] == [1]


def test_what_is_too_long_for_one_message_is_refused_and_all_play_on(table: Table) -> None:
    """A note and its sentence, of letters that no packing makes shorter."""
    table.join("a", seat=0)
    b = table.join("b", seat=1)
    assert table.ask("a", Noted(os.urandom(450_000).hex()))[0] == "refused"
    assert table.host.log.number == 0
    assert table.ask("a", Noted("tea"))[0] == "done"
    assert b.number == 1


def test_nobody_who_listens_reads_anything(table: Table) -> None:
    table.join("a", seat=0)
    table.ask("a", Noted("a secret word"))
    assert not any(b"secret" in data or b"Evening" in data for data in table.said)
    recorded = next(data for data in table.said if len(data) == wire.ANSWER)
    with pytest.raises(wire.Bad):  # nor one who has the key too: his own half of the handshake is missing
        wire.Caller(table.key, TABLE).channel(recorded)


def test_a_frame_is_heard_once_and_in_its_place() -> None:
    caller = wire.Caller(KEY, TABLE)
    said, host = wire.answer(KEY, TABLE, caller.hello)
    guest = caller.channel(said)
    first, second, third = (guest.seal({"k": str(n)}) for n in range(3))
    assert host.open(first) == {"k": "0"}
    assert host.open(first) is None
    with pytest.raises(wire.Gap):
        host.open(third)
    assert host.open(second) == {"k": "1"}
    with pytest.raises(wire.Bad):
        guest.open(third)  # of the other direction


@pytest.mark.parametrize(("theirs", "ours", "spoken"), [(1, 1, 1), (2, 2, 2), (1, 2, 1), (2, 1, 1), (1, 3, None), (3, 1, None)])
def test_one_version_back_is_spoken(monkeypatch: pytest.MonkeyPatch, theirs: int, ours: int, spoken: int | None) -> None:
    """Of guest and host; one that is too new or too old is answered, and says so to its player."""

    def be(version: int) -> None:
        monkeypatch.setattr(wire, "VERSION", version)
        monkeypatch.setattr(wire, "OLDEST", max(1, version - 1))

    be(theirs)
    caller = wire.Caller(KEY, TABLE)
    be(ours)
    said, _ = wire.answer(KEY, TABLE, caller.hello)
    be(theirs)
    if spoken:
        caller.channel(said)
        assert said[0] == spoken
    else:
        with pytest.raises(wire.OtherVersion):
            caller.channel(said)


def test_a_host_of_another_link_is_told_to_the_player(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = table.guest("a")
    near = End([])
    guest.meet(near)
    monkeypatch.setattr(wire, "VERSION", 4)
    monkeypatch.setattr(wire, "OLDEST", 3)
    said, _ = wire.answer(table.key, TABLE, near.way[0])
    monkeypatch.undo()
    guest.hear(said)
    assert guest.state == "out"
    assert guest.why
    assert "version 4" in english(guest.why)


class TestInvitations:
    HERE = Invitation(TABLE, KEY, (("192.168.43.1", 40123), ("10.0.0.7", 40123), ("fe80::1", 40123)))

    def test_they_are_short_and_read_again(self) -> None:
        assert invitation(self.HERE.code()) == self.HERE
        assert len(self.HERE.code()) < 140

    @pytest.mark.parametrize(
        "club", [Club("10.1.2.3"), Club("fe80::1", 1884), Club("club.local", 1884, "José", "x"), Club("192.168.0.9", 8883, "José", "très secret")]
    )
    def test_they_may_name_the_broker_of_a_club(self, club: Club) -> None:
        code = Invitation(TABLE, KEY, club=club).code()
        assert invitation(code).club == club
        for cut in range(1, 30):
            with pytest.raises(Unreadable):
                invitation(code[:-cut])

    def test_they_can_be_typed(self) -> None:
        code = self.HERE.code().lower()
        assert invitation(" ".join(code[at : at + 4] for at in range(0, len(code), 4))) == self.HERE

    @pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "100.64.0.1"])
    def test_they_lead_nowhere_else(self, address: str) -> None:
        with pytest.raises(Unreadable, match="nowhere"):
            invitation(Invitation(TABLE, KEY, ((address, 80),)).code())

    @pytest.mark.parametrize("cut", range(1, 30))
    def test_a_part_is_refused(self, cut: int) -> None:
        with pytest.raises(Unreadable):
            invitation(self.HERE.code()[:-cut])

    def test_they_are_told_from_other_codes(self) -> None:
        assert is_invitation(self.HERE.code().lower())
        assert not is_invitation("ADJ1C.0L4EYDL906I26")
        assert not is_invitation("https://example.org/T.")
