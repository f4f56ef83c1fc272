"""Names of pages and their classes, each imported on the first visit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from screens.app.context import Context
    from screens.app.page import GamePage, Page
    from screens.app.table import Table

PAGES = {
    "welcome": "screens.pages.welcome:WelcomePage",
    "home": "screens.pages.home:HomePage",
    "setup": "screens.pages.setup:SetupPage",
    "rules": "screens.pages.rules:RulesPage",
    "cards": "screens.pages.cards:CardsPage",
    "card": "screens.pages.card:CardPage",
    "card_edit": "screens.pages.card_edit:CardEditPage",
    "link": "screens.pages.link:LinkPage",
    "hall": "screens.pages.hall:HallPage",
    "board": "screens.pages.board:BoardPage",
    "round": "screens.pages.rounds:RoundPage",
    "players": "screens.pages.players:PlayersPage",
    "standings": "screens.pages.players:StandingsPage",
    "scan": "screens.pages.scan:ScanPage",
    "codes": "screens.pages.codes:CodesPage",
    "armies": "screens.pages.armies:ArmiesPage",
    "army": "screens.pages.army:ArmyPage",
    "help": "screens.pages.help:HelpPage",
    "settings": "screens.pages.settings:SettingsPage",
}
GAME_PAGES = {
    "table": "screens.pages.table:TablePage",
    "both": "screens.pages.twosided:BothPage",
    "half": "screens.pages.twosided:HalfPage",
    "unit": "screens.pages.unit:UnitPage",
    "pick": "screens.pages.pick:PickPage",
    "deed": "screens.pages.deed:DeedPage",
    "queue": "screens.pages.queue:QueuePage",
    "ask": "screens.pages.ask:AskPage",
    "targets": "screens.pages.targets:TargetsPage",
    "history": "screens.pages.history:HistoryPage",
    "report": "screens.pages.report:ReportPage",
    "ending": "screens.pages.ending:EndingPage",
    "outcome": "screens.pages.outcome:OutcomePage",
    "amend": "screens.pages.amend:AmendPage",
    "match": "screens.pages.match:MatchPage",
    "own": "screens.pages.own:OwnPage",
}
"""Those that need an open game."""


DESK_PAGES = ("board", "round", "players", "standings")
"""Those of the organiser of a hall: without one they are the way into it."""


def make_page(context: Context, table: Table | None, place: dict[str, Any]) -> Page:
    """The page of a place; one that no longer exists, or has no game, is Home."""
    name = str(place["screen"])
    if name in DESK_PAGES and context.hall.desk is None:
        name = "hall"
    if table and name in GAME_PAGES:
        game_page: type[GamePage] = _class(GAME_PAGES[name])
        return game_page(context, place, table)
    page: type[Page] = _class(PAGES.get(name, PAGES["home"]))
    return page(context, place)


def read_pages() -> None:
    """All of them, so that no visit is a first one."""
    for path in (*PAGES.values(), *GAME_PAGES.values()):
        _class(path)


def _class(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
