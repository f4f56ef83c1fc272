"""A game as one names it where it is not open: who against whom, where it stands, how it ended."""

from __future__ import annotations

from carddb.index import Listed
from carddb.saves import Header
from engine.playing.rules import PLAYERS, Ruleset
from engine.values.texts import PersonName, Text, english, say
from screens.present.lines import Tell, capital


def seat_name(tell: Tell, rules: Ruleset | None, seats: tuple[str, ...], seat: int) -> str:
    """The name of a player as it was typed; that of a side in the language of today, whatever it
    was begun in."""
    named = seats[seat] if seat < len(seats) else ""
    if not named:
        return tell(say("Seat {number}", number=seat + 1))
    return capital(tell(named)) if are_sides(rules, seats) else PersonName(named)


def are_sides(rules: Ruleset | None, seats: tuple[str, ...]) -> bool:
    """Whether all players are called by words of the game, as the app names those who play a
    sample; a player who is called like one side alone keeps his name."""
    return rules is not None and {*seats} <= {english(word) for word in rules.words.values()}


def names(tell: Tell, rules: Ruleset, seats: tuple[str, ...]) -> dict[str, str]:
    """The players' names by the sentences that stand for them where no name is given."""
    known = ((rules.words.get(key), seat) for seat, key in enumerate(PLAYERS) if seat < len(seats) and seats[seat])
    return {word.key: seat_name(tell, rules, seats, seat) for word, seat in known if word}


def versus(tell: Tell, rules: Ruleset | None, seats: tuple[str, ...]) -> str:
    """Who plays against whom."""
    if len(seats) < 2 or not all(seats):
        return ""
    first, second = (seat_name(tell, rules, seats, seat) for seat in (0, 1))
    return tell(say("{first} against {second}", first=first, second=second))


def in_turn(rules: Ruleset | None, turn: int) -> Text:
    """A turn by its number; of a game that is not known here as most call it."""
    return rules.in_turn(turn) if rules else say("Turn {turn}", turn=turn)


def within(tell: Tell, turn: Text) -> str:
    """A turn in the middle of a sentence."""
    told = tell(turn)
    return told[:1].lower() + told[1:]


def ending(tell: Tell, game: Listed, rules: Ruleset | None) -> str:
    """How a game of the list ended."""
    return result(tell, rules, game.seats, game.winner, in_turn(rules, game.turn))


def result(tell: Tell, rules: Ruleset | None, seats: tuple[str, ...], winner: str, turn: Text) -> str:
    """How a game ended, in one line."""
    if winner not in PLAYERS:
        return tell(say("A draw in {turn}", turn=within(tell, turn)))
    player = seat_name(tell, rules, seats, PLAYERS.index(winner))
    return tell(say("{player} won in {turn}", player=player, turn=within(tell, turn)))


def title(tell: Tell, game: Listed | Header, rules: Ruleset | None) -> str:
    """A game by a name of its own, by its players, or by its rules; a name made of its players' is
    told in the language of today."""
    is_theirs = all(name in game.name for name in game.seats) and game.name.endswith(game.seats[-1:])
    own = "" if is_theirs else game.name
    return own or versus(tell, rules, game.seats) or game.name or (tell(rules.title) if rules else game.game)


def where(tell: Tell, game: Listed, rules: Ruleset | None) -> str:
    """The turn, the step, and whose it is."""
    step = next((each.name for each in rules.steps if each.key == game.step), game.step) if rules else game.step
    turn = say("{turn}, {step}", turn=in_turn(rules, game.turn), step=step)
    if game.acting < 0:
        return tell(turn)
    return tell(say("{where}: {player} to act", where=turn, player=seat_name(tell, rules, game.seats, game.acting)))
