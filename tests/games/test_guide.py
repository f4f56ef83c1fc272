"""The law of the large button, over all games: whoever presses nothing else plays on, and no
table that hands, questions and half-finished deeds can leave has a button that is refused."""

from random import Random

import pytest

from carddb.fielding import put_on_table
from carddb.samples import sample_armies
from engine.games import RULESETS
from engine.playing.answers import Stale
from engine.playing.duties import Next, agenda
from engine.playing.legality import offered
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Advanced, Event, TrackerSet
from engine.values.maps import EMPTY
from engine.values.model import Impossible, Unknown
from tests.games.guided import Newcomer
from tests.games.taps import some

PRESSES, TAPS = 80, 60
SAMPLES = [game for game in RULESETS if sample_armies(game)]


def newcomer(game: str, seed: int) -> Newcomer:
    """The sample armies on the table, and somebody who has never played."""
    rules = RULESETS[game]
    session = Session(rules, rules.opened())
    for army in sample_armies(game):
        for event in put_on_table(army.cards, army.seat, session.state):
            session.dispatch(event)
    return Newcomer(rules, session.state, seed)


@pytest.mark.parametrize("game", SAMPLES)
@pytest.mark.parametrize("seed", range(2))
def test_sample_armies_are_played_by_the_button_alone(game: str, seed: int) -> None:
    """No press is refused; the game goes on or is over."""
    player = newcomer(game, seed)
    pressed = sum(1 for _ in range(PRESSES) if player.press())
    assert pressed == PRESSES or player.session.state.trackers["winner"]


@pytest.mark.parametrize("game", SAMPLES)
@pytest.mark.parametrize("seed", range(3))
def test_no_table_has_a_button_that_is_refused(game: str, seed: int) -> None:
    player, chance = newcomer(game, seed), Random(seed)
    for _ in range(TAPS):
        try:
            tap(player, chance)
        except (Refused, Impossible, Unknown, Stale):
            continue
        assert against_the_button(player) == []


def tap(player: Newcomer, chance: Random) -> None:
    """An answer, or a deed broken off; the button, the way on, a tracker set by hand, or any deed
    of this step, now and then against the rules."""
    session, which = player.session, chance.random()
    if session.state.pending and which > 0.1:
        return player.answer()
    if session.state.pending:
        return session.dispatch(Abandoned())
    if which < 0.4:
        player.press()
        return None
    if which < 0.5:
        return session.dispatch(Advanced())
    return session.overrule(by_hand(player, chance) if which < 0.6 else some_deed(player, chance))


def by_hand(player: Newcomer, chance: Random) -> Event:
    tracker = chance.choice([each for each in player.rules.trackers if each.on == "unit"])
    unit = chance.choice(list(player.session.state.units))
    return TrackerSet(unit, tracker.key, some(tracker.kind, chance.randrange(99)))


def some_deed(player: Newcomer, chance: Random) -> Event:
    found = offered(player.rules, player.session.state, chance.randrange(2)) or ("",)
    return player.opened(chance.choice(found), EMPTY)


def against_the_button(player: Newcomer) -> list[str]:
    """What the rules say against what the button does next."""
    state, rules = player.session.state, player.rules
    guide = agenda(rules, state)
    if guide.next is Next.OPEN:
        duty = guide.due[0]
        return [no.key for no in rules.opening(duty.procedure).refusals(state, duty.args, early=True)]
    return [no.key for no in player.session.fold.refusals(state, Advanced())] if guide.next is Next.ADVANCE else []
