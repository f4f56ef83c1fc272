"""A tournament of 16 over 4 rounds with kills: every result arrives, once, and the standings are
those of a model that knows nothing of the hall."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall.evening import begin_round, correct_result
from hall.pairing import draw_pairings, pair_by_score
from hall.standings import standings
from tests.hall.halls import Organiser, Phone, Post, Ticking, said

ROUNDS = 4


class Model:
    """Match points, opponents and points ahead in plain dicts, filled beside the hall."""

    def __init__(self, names: list[str]) -> None:
        self.points, self.ahead = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        self.met: dict[str, list[str]] = {name: [] for name in names}
        self.byes: list[str] = []

    def enter(self, one: str, two: str, mine: int, theirs: int) -> None:
        self.points[one] += 3 if mine > theirs else 1 if mine == theirs else 0
        self.points[two] += 3 if theirs > mine else 1 if mine == theirs else 0
        self.ahead[one], self.ahead[two] = self.ahead[one] + mine - theirs, self.ahead[two] + theirs - mine
        self.met[one].append(two)
        self.met[two].append(one)

    def enter_bye(self, one: str) -> None:
        self.points[one] += 3
        self.byes.append(one)

    def table(self) -> dict[str, tuple[int, int, int]]:
        return {name: (self.points[name], sum(self.points[other] for other in self.met[name]), self.ahead[name]) for name in self.points}


class Tournament:
    """A phone for each player, who plays at a table of its own number; the first of a pair reports,
    sometimes both."""

    def __init__(self, path: Path, players: int, seed: int) -> None:
        self.random, self.now, self.post, self.kills = Random(seed), Ticking(), Post(), 0
        self.organiser = Organiser(path / "desk", self.now)
        self.names = [f"Player {n}" for n in range(players)]
        self.phones = {name: Phone(path / name, self.organiser.code, self.now) for name in self.names}
        self.post.join(self.organiser.desk)
        for name, phone in self.phones.items():
            self.post.join(phone.member)
            phone.member.enter(name.lower(), name, None)
        self.post.run()
        self.model = Model(self.names)

    def trouble(self) -> None:
        """A kill of the laptop, the broker or a phone; who is away comes back later."""
        what = self.random.randrange(6)
        if what == 0:
            self.post.leave(self.organiser.desk)
            self.organiser.restart()
        elif what == 1:
            self.post.kill()
        elif what == 2:
            phone = self.phones[self.random.choice(self.names)]
            self.post.leave(phone.member)
            phone.restart()
        elif what == 3:
            self.post.on_way = self.post.on_way[: self.random.randrange(len(self.post.on_way) + 1)]
        if what < 4:
            self.kills += 1
        if self.random.random() < 0.5:
            self.come_back()

    def come_back(self) -> None:
        for end in (self.organiser.desk, *(phone.member for phone in self.phones.values())):
            if end not in self.post.ends:
                self.post.join(end)

    def settle(self) -> None:
        self.come_back()
        for phone in self.phones.values():
            phone.member.remind()
        self.post.run(self.random)

    def play_round(self) -> None:
        desk = self.organiser.desk
        pairings = (pair_by_score if desk.evening.rounds else draw_pairings)(desk.evening, self.random)
        desk.change(begin_round(desk.evening, pairings))
        self.settle()
        number = len(desk.evening.rounds)
        for each in self.phones[self.names[0]].member.notice.seatings:
            if each.two:
                self._play(number, each.one, each.two)
            else:
                self.model.enter_bye(each.one)
        self.settle()
        assert self.organiser.desk.evening.missing() == ()

    def _play(self, number: int, one: str, two: str) -> None:
        mine, theirs = self.random.randrange(20), self.random.randrange(20)
        self.model.enter(one, two, mine, theirs)
        players, swapped = ((one, two), False) if self.random.random() < 0.5 else ((two, one), True)
        points = (theirs, mine) if swapped else (mine, theirs)
        winner = None if mine == theirs else points.index(max(points))
        for name in (one, two)[: self.random.choice((1, 1, 2))]:
            member = self.phones[name].member
            found = member.seating(players)
            assert found
            table = f"{name}-{number}"
            member.play(table, *found)
            for turn in range(1, 4):
                self.trouble()
                member = self.phones[name].member
                member.tell(said(table, players, turn=turn, points=points))
            member.tell(said(table, players, turn=3, points=points, is_over=True, winner=winner))
            self.post.run(self.random)

    def table(self) -> dict[str, tuple[int, int, int]]:
        return {row.name: (row.points, row.opponents, row.ahead) for row in standings(self.organiser.desk.evening)}


def run(path: Path, players: int, seed: int) -> Tournament:
    night = Tournament(path, players, seed)
    for _ in range(ROUNDS):
        night.play_round()
    return night


@pytest.mark.parametrize("players", [16, 15])
def test_a_tournament_with_kills_comes_to_what_was_played(tmp_path: Path, players: int) -> None:
    night = run(tmp_path, players, 33)
    assert night.kills > 60
    assert night.table() == night.model.table()
    order = [night.model.table()[row.name] for row in standings(night.organiser.desk.evening)]
    assert order == sorted(order, reverse=True)
    assert len(set(night.model.byes)) == len(night.model.byes) == (ROUNDS if players % 2 else 0)
    assert all(len(met) == len(set(met)) for met in night.model.met.values())
    assert not any(phone.member.waiting for phone in night.phones.values())


@pytest.mark.law
@settings(max_examples=max(2, settings().max_examples // 40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_tournament(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    night = run(tmp_path_factory.mktemp("hall"), 8, seed)
    assert night.table() == night.model.table()


def test_a_correction_between_rounds_counts(tmp_path: Path) -> None:
    night = Tournament(tmp_path, 4, 5)
    night.play_round()
    desk = night.organiser.restart()
    night.settle()
    (key, before), *_ = desk.evening.results.items()
    desk.change(correct_result(desk.evening, key, None, (7, 7)))
    night.settle()
    assert (desk.evening.results[key].points, before.source) == ((7, 7), "table")
    assert night.organiser.restart().evening.results[key].points == (7, 7)
