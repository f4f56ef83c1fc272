"""A club night to look at: a hall with its players, a round and its tables, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.values.texts import say_many
from hall.desk import Desk
from hall.evening import Evening, Player, begin_round, correct_result
from hall.keys import seal_doc
from hall.member import Member
from hall.pairing import draw_pairings, pair_by_score
from hall.report import Claim, Report, plain
from link.reach import Club

NAMES = ("Agathe", "Bertrand", "Chloé", "Didier", "Élodie", "François", "Gaëlle", "Hugo", "Inès", "Karim", "Léa")
AT = 1_778_357_700.0
MINUTES = 90
STEPS = ("first_movement", "first_assault")


def put_hall(context: Any, name: str) -> Desk:
    """This device is the organiser's: two rounds, the second being played."""
    hall, random = context.hall, Random(11)
    hall.desk = desk = Desk(context.store.settings, context.rulesets, lambda: AT)
    hall.code = desk.keys.code(Club("192.168.1.20", 18830, "hall", "secret"))
    hall.member, hall.line = Member(hall.code, context.store.settings, lambda: AT), "up"
    desk.send = lambda topic, data, retain: hall.member.hear(topic, data)
    desk.rename(name)
    desk.change(Evening(tuple(Player(each.lower(), each) for each in NAMES)))
    desk.change(begin_round(desk.evening, draw_pairings(desk.evening, random)))
    for each in desk.evening.rounds[0].pairings:
        if not each.is_bye:
            points = (random.randrange(40, 200), random.randrange(40, 200))
            winner = points.index(max(points))
            desk.change(correct_result(desk.evening, (1, each.table), winner, points))
    desk.change(begin_round(desk.evening, pair_by_score(desk.evening, random)))
    desk.start_clock(MINUTES)
    desk.now = lambda: AT + 60 * 37
    hall.member.now = lambda: AT + 60 * 37
    for said in tables(desk, random):
        topic = f"{desk.topic}/table/{said.id}"
        desk.hear(topic, seal_doc(desk.keys.key, topic, plain(said)))
    hall.show()
    return desk


def tables(desk: Desk, random: Random) -> Iterator[Report]:
    """A table of each pair: one is over, one calls."""
    assert desk.evening.round
    for each in desk.evening.round.pairings:
        if each.is_bye:
            continue
        points = (random.randrange(40, 200), random.randrange(40, 200))
        sides = tuple(say_many("one point on the map", "{count} points on the map", n) for n in points)
        names = desk.evening.name(each.one), desk.evening.name(each.two)
        turn, over = random.randrange(2, 7), each.table == 4
        winner = points.index(max(points)) if over else None
        step = desk.rulesets["aam"].step(STEPS[each.table % 2]).name
        about = (f"t{each.table}", "aam", "", names, turn, step, (each.table % 2,), points, sides)
        yield Report(*about, None, over, winner, Claim(2, each.table), each.table == 3, number=9)


def leave_hall(context: Any) -> None:
    """No hall any more."""
    context.hall.desk = context.hall.member = context.hall.code = None
    context.hall.show()
