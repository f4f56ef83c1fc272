"""What the tour shows: the app played by real touches; every name that comes out is a picture to
take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.playing.duties import Next
from engine.values.events import Answered, Opened
from engine.values.maps import pairs

SEED = 7
MOST_STEPS, SHORT_STEPS = 12, 3
"""Steps of a turn that are shown: activations repeat."""


def scenes(driver: Any) -> Iterator[str]:
    """From the first start through a turn of every game that has samples; each name is a
    picture."""
    from carddb.samples import sample_armies
    from tools.autoplay import Autoplay

    player = Autoplay(driver, SEED)
    yield from first_scenes(driver, player)
    for number, key in enumerate(driver.app.context.rulesets):
        if sample_armies(key):
            yield from game_scenes(driver, player, key, f"{number + 1}")
    yield from rooms(driver)


def short_scenes(driver: Any) -> Iterator[str]:
    """From the first start through the beginning of one game."""
    from tools.autoplay import Autoplay

    player = Autoplay(driver, SEED)
    yield from first_scenes(driver, player)
    yield from game_scenes(driver, player, next(iter(driver.app.context.rulesets)), "1", SHORT_STEPS)


def first_scenes(driver: Any, player: Any) -> Iterator[str]:
    """The first start, up to the choice of a sample game."""
    own = {"en": "English", "fr": "Français"}[driver.app.context.preferences.get("tour_language")]
    yield "01-welcome"
    player.press(next(widget for widget in player.of("PushButton") if widget.name == own))
    yield "02-first-start"
    player.press(player.of("PushButton")[0])
    yield "03-which-game"


def rooms(driver: Any) -> Iterator[str]:
    """Every screen that is no table; with a game and an army there, so that none is empty."""
    from carddb.armies import Armies
    from carddb.qr import card_code

    app, first = driver.app, next(iter(driver.app.context.rulesets))
    cards = [card for card in app.context.library.cards.values() if card.game == first][:4]
    army = Armies(app.context.library).new(first, cards[0].name, [*cards, *cards[:2]])

    def at(*places: Any) -> None:
        app.navigator.replace({"screen": "home"}, *places)
        driver.frames(3)

    shown: dict[str, dict[str, Any]] = {
        "81-new-game": {"screen": "setup", "game": first},
        "82-rules": {"screen": "rules"},
        "83-settings": {"screen": "settings"},
        "84-cards": {"screen": "cards"},
        "85-card": {"screen": "card", "card": cards[0].id},
        "86-card-of-your-own": {"screen": "card_edit", "game": first},
        "87-help": {"screen": "help"},
        "88-scan": {"screen": "scan"},
        "89-scanned": {"screen": "scan", "codes": [card_code(card) for card in cards[:2]]},
        "90-armies": {"screen": "armies"},
        "91-army": {"screen": "army", "army": army.id},
        "92-army-terms": {"screen": "army", "army": army.id, "terms": True},
        "93-codes": {"screen": "codes", "army": army.id, "still": True},
        "94-cards-for-an-army": {"screen": "cards", "game": first, "army": army.id},
        "95-quick-odds": {"screen": "setup", "odds": True, "game": first},
    }
    at()
    yield "80-home"
    for name, place in shown.items():
        at(place)
        yield name
    yield from sheets(driver, army)
    if app.context.desk.table and len(app.table.state.seats) == 2:
        at({"screen": "table"}, {"screen": "both"})
        yield "98-two-readers"
        at()
    yield from club_night(driver)


def club_night(driver: Any) -> Iterator[str]:
    """The pages of a hall: the organiser's, then a phone's."""
    from tools.club_night import leave_hall, put_hall

    app = driver.app
    app.navigator.replace({"screen": "home"}, {"screen": "hall"})
    driver.frames(3)
    yield "99-club-night"
    desk = put_hall(app.context, app.context.tell("Club night"))
    draft = [[each.table, each.one, each.two] for each in desk.evening.rounds[0].pairings]
    places = ("hall", {}), ("board", {}), ("round", {}), ("round", {"draft": draft}), ("players", {}), ("standings", {})
    for n, (screen, more) in enumerate(places):
        app.navigator.replace({"screen": "home"}, {"screen": "hall"}, {"screen": screen, **more})
        driver.frames(3)
        yield f"99-hall-{n}-{screen}"
    app.context.hall.desk = None
    app.navigator.replace({"screen": "home"}, {"screen": "hall"})
    driver.frames(3)
    yield "99-hall-phone"
    leave_hall(app.context)
    app.navigator.replace({"screen": "home"})
    driver.frames(2)


def sheets(driver: Any, army: Any) -> Iterator[str]:
    """The menus of some rooms."""
    from carddb.armies import Armies
    from screens.pages import exchange

    app = driver.app
    app.navigator.replace({"screen": "home"}, {"screen": "cards"})
    app.navigator.page._menu()
    driver.frames(3)
    yield "96-cards-menu"
    app.navigator.replace({"screen": "home"}, {"screen": "army", "army": army.id})
    exchange.share_army(app.context, Armies(app.context.library), army)
    driver.frames(3)
    yield "97-share"
    app.navigator.close_sheet()


def game_scenes(driver: Any, player: Any, key: str, number: str, steps: int = MOST_STEPS) -> Iterator[str]:
    """The sample game of one ruleset: its table, a unit, the first questions, the ledger, the
    history, an old answer, the end."""
    app = driver.app
    app.navigator.replace({"screen": "home"}, {"screen": "setup", "sample": True})
    driver.frames(2)
    player.press(
        next(row for row in player.of("PlainRow") if row.name == app.context.tell(app.context.rulesets[key].title))
    )
    yield f"{number}0-{key}-table"
    seen: set[str] = set()
    yield from turn_scenes(driver, player, f"{number}1-{key}", seen, steps)
    rows = player.of("UnitRow")
    if rows:
        player.press(rows[0])
        if app.navigator.here["screen"] == "unit":
            yield f"{number}2-{key}-unit"
            driver.back()
    if targets := [unit.id for unit in app.table.state.units.values() if unit.where == "table"]:
        app.navigator.go("targets", unit=targets[0])
        driver.until(lambda: app.navigator.page.hunt.over)
        yield f"{number}5-{key}-targets"
        driver.back()
    app.navigator.go("match")
    driver.frames(2)
    yield f"{number}4-{key}-match"
    driver.back()
    app.navigator.go("history")
    driver.frames(2)
    yield f"{number}3-{key}-history"
    player.press(next(button for button in player.of("PushButton") if button.name == app.context.tell("Battle report")))
    driver.until(lambda: app.navigator.page.luck is not None)
    yield f"{number}6-{key}-report"
    driver.back()
    driver.back()
    yield from last_scenes(driver, f"{number}7-{key}")


def last_scenes(driver: Any, name: str) -> Iterator[str]:
    """An old answer that is amended; who gives up, the end of the game, the finished game on Home;
    then it goes on."""
    app, table = driver.app, driver.app.table
    places, log = ({"screen": "home"}, {"screen": "table"}), table.session.log
    rolls = [n for n, event in enumerate(log) if isinstance(event, Answered) and isinstance(event.value, tuple)]
    pages = (*(("amend", {"index": n}) for n in rolls[-1:]), ("pick", {"procedure": "concede"}))
    for page, more in pages:
        app.navigator.replace(*places, {"screen": page, **more})
        driver.frames(4)
        yield f"{name}-{page}"
    table.session.overrule(Opened("concede", pairs(seat=1)))
    table.session.answer(True)
    app.navigator.replace(*places, {"screen": "ending"})
    driver.frames(6)
    yield f"{name}-ending"
    app.navigator.replace({"screen": "home"})
    driver.frames(3)
    yield f"{name}-finished"
    table.undo_procedure()
    app.navigator.replace(*places)
    driver.frames(3)


def turn_scenes(driver: Any, player: Any, name: str, seen: set[str], steps: int) -> Iterator[str]:
    """One turn: every kind of question once, and a table in the middle."""
    app = driver.app
    first = app.table.state.turn
    for count in range(steps):
        yield from asked_scenes(player, name, seen)
        if app.table.state.turn > first or app.navigator.here["screen"] != "table":
            return
        yield from acted_scenes(driver, player, name, seen)
        yield from told_scenes(driver, name, seen)
        if count == 3:
            yield f"{name}-table-{app.table.state.step}"
        if app.navigator.page.deed().next is Next.ADVANCE:
            player.press(player.main())
        else:
            player.list_of_deeds()
            if "what" not in seen:
                seen.add("what")
                yield f"{name}-what-next"
            player.leave_step()
        driver.wait_lock()


def told_scenes(driver: Any, name: str, seen: set[str]) -> Iterator[str]:
    """What a deed came to, on its page; once what the hands have nothing to do with, once with
    something to lay."""
    app, story = driver.app, driver.app.table.told_last
    kind = "outcome" if story and story.hands else "came-to"
    if story and kind not in seen and app.navigator.here["screen"] == "table":
        seen.add(kind)
        app.navigator.go("outcome")
        driver.frames(3)
        yield f"{name}-{kind}"
        driver.back()


def acted_scenes(driver: Any, player: Any, name: str, seen: set[str]) -> Iterator[str]:
    """A unit that has not acted does something it may."""
    app = driver.app
    waiting = [
        row
        for row in player.of("UnitRow")
        if any(unit.name == row.name for unit in app.navigator.page.view.waiting(app.table.state))
    ]
    if not waiting:
        return
    player.press(player.random.choice(waiting))

    unit = app.table.state.units.get(str(app.navigator.here.get("unit")))
    allowed = [line for line in app.table.view.deeds.actions(app.table.state, unit) if line.allowed] if unit else []
    wanted = [
        row for row in player.of("ActionRow") if any(row.name == line.text for line in allowed) and row.name not in seen
    ]
    if not wanted:
        app.navigator.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(3)
        return
    chosen = player.random.choice(wanted)
    seen.add(chosen.name)
    player.press(chosen)
    if app.navigator.here["screen"] == "pick" and "pick" not in seen:
        seen.add("pick")
        yield f"{name}-pick"
    if app.navigator.here["screen"] == "deed" and "deed" not in seen:
        seen.add("deed")
        driver.until(lambda: not (hunt := getattr(app.navigator.page, "hunt", None)) or hunt.over)
        yield f"{name}-deed"
    player.pick()
    if app.navigator.open_sheet and "no" not in seen:
        seen.add("no")
        yield f"{name}-rules-say-no"
    yield from asked_scenes(player, name, seen)
    if app.navigator.here["screen"] != "table":
        app.navigator.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(2)


def asked_scenes(player: Any, name: str, seen: set[str]) -> Iterator[str]:
    """Answer what is asked; each kind of question is a picture the first time, a roll also with
    its dice entered."""
    app = player.app
    for _ in range(60):
        if app.navigator.open_sheet:
            player.overrule()
            continue
        prompt = app.table.prompt
        if prompt is None:
            return
        if app.navigator.here["screen"] != "ask":
            player.press(player.main())
        kind = f"{prompt.kind}{len(prompt.checks) if prompt.checks else ''}"
        if kind not in seen:
            seen.add(kind)
            if prompt.kind == "roll":
                player.driver.until(lambda: "looking" not in app.navigator.here)
            yield f"{name}-ask-{kind}"
        player.answer()
