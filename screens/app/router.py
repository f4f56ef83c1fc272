"""Screen names and their classes, each imported on the first visit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp
    from screens.app.page import Screen

PLACES = {
    "welcome": "screens.pages.welcome:WelcomeScreen",
    "home": "screens.pages.home:HomeScreen",
    "setup": "screens.pages.setup:SetupScreen",
    "table": "screens.pages.table:TableScreen",
    "both": "screens.pages.twosided:BothScreen",
    "half": "screens.pages.twosided:HalfTable",
    "unit": "screens.pages.unit:UnitScreen",
    "pick": "screens.pages.pick:PickScreen",
    "ask": "screens.pages.ask:AskScreen",
    "targets": "screens.pages.targets:TargetsScreen",
    "history": "screens.pages.history:HistoryScreen",
    "report": "screens.pages.report:ReportScreen",
    "amend": "screens.pages.amend:AmendScreen",
    "match": "screens.pages.match:MatchScreen",
    "rules": "screens.pages.rules:RulesScreen",
    "cards": "screens.pages.cards:CardsScreen",
    "card": "screens.pages.cards:CardScreen",
    "card_edit": "screens.pages.cards:CardEditScreen",
    "scan": "screens.pages.scan:ScanScreen",
    "codes": "screens.pages.codes:CodesScreen",
    "armies": "screens.pages.armies:ArmiesScreen",
    "army": "screens.pages.army:ArmyScreen",
    "help": "screens.pages.help:HelpScreen",
    "settings": "screens.pages.settings:SettingsScreen",
}


def made(app: AdjutantApp, place: dict[str, Any]) -> Screen:
    """The screen of a place; one that no longer exists is Home."""
    module, _, name = PLACES.get(str(place["screen"]), PLACES["home"]).partition(":")
    found: Screen = getattr(import_module(module), name)(app, place)
    return found
