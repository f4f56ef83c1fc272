"""Tables tell, the desk hears: once, whatever is lost, doubled, killed or forged on the way."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from carddb.armies import Army, Row
from carddb.cards import Card
from carddb.trouble import CannotSave, Trouble
from engine.games import RULESETS
from engine.values.maps import frozen
from engine.values.texts import english, say
from hall import keys, lists, report
from hall.desk import Desk
from hall.evening import Pairing, begin_round, correct_result
from hall.keys import HallCode, hall_code, is_hall_code, new_keys, open_doc, open_signed, seal, seal_doc
from hall.member import Member, keep_hall, kept_hall
from hall.notice import Seating
from hall.report import Claim
from tests.hall.halls import CLUB, Organiser, Phone, Post, Ticking, evening, said


class Night:
    """A desk, phones and the post between them."""

    def __init__(self, path: Path, phones: int = 1) -> None:
        self.now, self.post = Ticking(), Post()
        self.organiser = Organiser(path / "desk", self.now)
        self.phones = [Phone(path / f"phone{n}", self.organiser.code, self.now) for n in range(phones)]
        for each in (self.desk, *(phone.member for phone in self.phones)):
            self.post.join(each)
        self.post.run()

    @property
    def desk(self) -> Desk:
        return self.organiser.desk

    @property
    def member(self) -> Member:
        return self.phones[0].member

    def begin(self) -> None:
        self.desk.change(begin_round(evening("Ann", "Bob"), (Pairing(1, "ann", "bob"),)))
        self.post.run()


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def test_a_table_stands_on_the_board_and_goes_from_it(night: Night) -> None:
    night.member.tell(said("t1", turn=2))
    night.member.tell(said("t1", turn=2))
    night.post.run()
    assert [each.report.turn for each in night.desk.tables.values()] == [2]
    number = night.desk.tables["t1"].report.number
    night.member.call_organiser(True)
    night.post.run()
    heard = night.desk.tables["t1"].report
    assert (heard.calls, heard.number > number) == (True, True)
    night.member.lay_down()
    night.post.run()
    assert night.desk.tables == {}


def test_a_result_comes_in_by_itself_once(night: Night) -> None:
    night.begin()
    night.member.play("t1", night.member.notice.seatings[0], False)
    night.member.tell(said("t1", points=(12, 30), is_over=True, winner=1))
    assert night.member.waiting == 1
    night.post.run()
    assert night.desk.evening.results[1, 1].points == (12, 30)
    assert night.desk.evening.results[1, 1].winner == 1
    assert night.member.waiting == 0


def test_the_second_player_may_have_the_first_seat(night: Night) -> None:
    night.begin()
    found = night.member.seating(("bob ", "ANN"))
    assert found == (Seating(1, "Ann", "Bob"), True)
    assert night.member.seating(("Ann", "Cid")) is None
    night.member.play("t1", *found)
    night.member.tell(said("t1", ("Bob", "Ann"), points=(12, 30), is_over=True, winner=0))
    night.post.run()
    assert (night.desk.evening.results[1, 1].winner, night.desk.evening.results[1, 1].points) == (1, (30, 12))


def test_a_result_waits_for_the_hall_and_arrives_after_kills(night: Night) -> None:
    """The laptop is away, the game ends, the phone is killed; then all are back."""
    night.begin()
    night.member.play("t1", night.member.notice.seatings[0], False)
    night.post.kill()
    night.member.tell(said("t1", points=(1, 0), is_over=True, winner=0))
    night.post.join(night.phones[0].restart())
    night.post.run()
    assert night.member.waiting == 1
    night.post.join(night.organiser.restart())
    night.post.run()
    assert night.desk.evening.results[1, 1].winner == 0
    assert night.member.waiting == 0


def test_an_undone_victory_is_taken_back(night: Night) -> None:
    night.begin()
    night.member.play("t1", night.member.notice.seatings[0], False)
    over = said("t1", points=(1, 0), is_over=True, winner=0)
    night.member.tell(over)
    night.post.run()
    night.member.tell(replace(over, is_over=False, winner=None))
    night.post.run()
    assert night.desk.evening.results == {}
    night.member.tell(replace(over, winner=1))
    night.post.run()
    assert night.desk.evening.results[1, 1].winner == 1


def test_what_the_organiser_wrote_stays(night: Night) -> None:
    night.begin()
    night.desk.change(correct_result(night.desk.evening, (1, 1), None, (5, 5)))
    night.member.play("t1", night.member.notice.seatings[0], False)
    night.member.tell(said("t1", points=(1, 0), is_over=True, winner=0))
    night.post.run()
    assert night.desk.evening.results[1, 1].winner is None
    assert night.member.waiting == 0


def test_an_older_report_is_not_heard_again(night: Night) -> None:
    night.member.tell(said("t1", turn=1))
    (old,) = (data for topic, data in night.post.kept.items() if "/table/" in topic)
    night.member.tell(said("t1", turn=2))
    night.post.run()
    night.desk.hear(f"{night.desk.topic}/table/t1", old)
    assert night.desk.tables["t1"].report.turn == 2


def test_a_full_disk_takes_nothing_and_says_so_to_nobody(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is not told to have come in, so it comes again."""
    night.begin()
    night.member.play("t1", night.member.notice.seatings[0], False)

    def full(*_: Any) -> None:
        raise CannotSave(say("the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(night.desk.settings, "set", full)
        night.member.tell(said("t1", points=(1, 0), is_over=True, winner=0))
        night.post.run()
        assert (night.desk.evening.results, night.member.waiting) == ({}, 1)
    night.member.remind()
    night.post.run()
    assert night.desk.evening.results[1, 1].winner == 0
    assert night.member.waiting == 0


def test_what_was_not_heard_in_another_hall_waits_for_that_hall(night: Night) -> None:
    night.post.kill()
    night.member.tell(said("t1", is_over=True))
    other = Member(HallCode(b"other---", bytes(32), CLUB), night.phones[0].store.settings, night.now)
    sent: list[str] = []
    other.send = lambda topic, data, retain: sent.append(topic)
    other.greet()
    assert (sent, other.waiting, night.member.waiting) == ([], 0, 1)


def test_the_clock_is_the_organisers(night: Night) -> None:
    """The phone's clock is an hour behind."""
    night.begin()
    night.member.now = lambda: night.now.at - 3600
    night.desk.start_clock(90)
    night.desk.tell_time()
    night.post.run()
    left = night.member.seconds_left
    assert left is not None
    assert 90 * 60 - 10 <= left <= 90 * 60
    night.desk.stop_clock()
    night.post.run()
    assert night.member.seconds_left is None


# Who may say what


def test_nobody_speaks_for_the_organiser(night: Night) -> None:
    """Another phone knows the hall's key, and signs with a seed of its own."""
    night.begin()
    topic, forger = f"{night.desk.topic}/notice", keys.HallKeys(bytes(32), night.desk.keys.key)
    forged = seal(night.desk.keys.key, topic, forger.sign({"number": 10**15, "name": "x", "round": [9, 0, 0], "seatings": [], "players": [], "got": {}}))
    night.member.hear(topic, forged)
    assert night.member.notice.round == 1
    body = keys.open_seal(night.desk.keys.key, topic, night.post.kept[topic])
    with pytest.raises(keys.Bad):
        open_signed(night.organiser.code, topic, seal(night.desk.keys.key, topic, body[:-1] + b"x"))


@pytest.mark.parametrize("data", [b"", b"x", bytes(100), b"\xff" * 5000])
def test_noise_is_not_heard(night: Night, data: bytes) -> None:
    for kind in ("table/t1", "player/p1", "notice", "now", "other/x", "table/"):
        night.desk.hear(f"{night.desk.topic}/{kind}", data)
        night.member.hear(f"{night.desk.topic}/{kind}", data)
    assert (night.desk.tables, night.desk.evening.players) == ({}, ())


@pytest.mark.parametrize(
    "doc",
    [
        {},
        {"id": "t1"},
        {**report.plain(said("t1")), "players": 5},
        {**report.plain(said("t1")), "step": []},
        {**report.plain(said("t1")), "claim": [1]},
        report.plain(said("t2")),
        {**report.plain(said("t1")), "points": "xx"},
        {**report.plain(said("t1")), "last": {"key": "{unit} fires"}},
    ],
)
def test_a_report_that_makes_no_sense_is_none(night: Night, doc: dict[str, Any]) -> None:
    topic = f"{night.desk.topic}/table/t1"
    night.desk.hear(topic, seal_doc(night.desk.keys.key, topic, doc))
    assert night.desk.tables == {}


def test_a_seal_is_good_under_its_topic_alone(night: Night) -> None:
    night.member.tell(said("t1"))
    data = night.post.kept[f"{night.desk.topic}/table/t1"]
    with pytest.raises(keys.Bad):
        open_doc(night.desk.keys.key, f"{night.desk.topic}/table/t2", data)
    assert b"Movement" not in data


def test_a_report_comes_through_whole() -> None:
    whole = said(
        "t1",
        acting=(1,),
        last=say("{unit} fires", unit="Tank"),
        sides=(say("a"), None),
        points=(3, None),
        claim=Claim(2, 4, True),
        calls=True,
        code="ADJ1T.X",
        number=7,
        is_over=True,
        winner=1,
    )
    assert report.read(report.plain(whole)) == whole


def test_the_code_of_a_hall() -> None:
    code = new_keys().code(CLUB)
    text = code.code()
    assert hall_code(text.lower()) == code
    assert is_hall_code(text)
    assert not is_hall_code("ADJ1T.ABC")
    for wrong in ("ADJ1T.ABC", "hello", text[:-1]):
        with pytest.raises(Trouble):
            hall_code(wrong)


def test_the_hall_is_remembered_until_it_is_left(night: Night) -> None:
    settings = night.phones[0].store.settings
    keep_hall(settings, night.organiser.code)
    assert kept_hall(settings) == night.organiser.code
    keep_hall(settings, None)
    assert kept_hall(settings) is None
    settings.set("hall_at", "nonsense")
    assert kept_hall(settings) is None


def test_another_evening_has_another_code(night: Night) -> None:
    night.begin()
    before = night.organiser.code
    night.desk.begin_anew()
    assert night.organiser.code.id != before.id
    assert (night.desk.evening.rounds, night.desk.evening.players) == ((), ())
    assert night.organiser.restart().keys.code(CLUB) == night.organiser.code


# Players and their armies

TANK = Card("tank", "aam", frozen({"name": "Tank", "type": "vehicle", "subtypes": ("tank",), "nation": "Germany", "side": "axis", "year": 1942, "cost": 20}))


def test_an_army_is_checked_by_the_organisers_rules(night: Night) -> None:
    """Six tanks of 20 points are 120: more than 100."""
    army = Army("a", "aam", "Panzer", (Row("tank", 6),))
    night.member.enter("device1", "Ann", lists.plain(army, {"tank": TANK, "other": TANK}))
    night.post.run()
    assert [(player.id, player.name) for player in night.desk.evening.players] == [("device1", "Ann")]
    given = night.desk.army("device1")
    assert given
    assert set(given.cards) == {"tank"}
    night.desk.change(replace(night.desk.evening, limit=100))
    found = night.desk.check("device1")
    assert found
    assert found.points == 120
    assert "120 points: at most 100" in [english(each.why) for each in found.problems]
    night.post.run()
    entered = night.member.entered("device1")
    assert entered
    assert entered.problems == len(found.problems)


def test_entering_again_changes_the_name_and_the_army(night: Night) -> None:
    night.member.enter("device1", "Ann", None)
    night.member.enter("device1", "Anna", None)
    night.post.run()
    assert [player.name for player in night.desk.evening.players] == ["Anna"]
    assert night.desk.check("device1") is None
    night.post.join(night.organiser.restart())
    night.post.run()
    assert [player.name for player in night.desk.evening.players] == ["Anna"]


def test_an_army_that_makes_no_sense_is_none() -> None:
    for data in (None, {}, {"army": {}, "cards": []}, {"army": 3, "cards": [3]}):
        assert lists.read(dict(RULESETS), data) is None
