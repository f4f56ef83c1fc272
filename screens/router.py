"""Screen names and their classes, each imported on the first visit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from screens.app import AdjutantApp
    from screens.shell import Screen

PLACES = {
    "welcome": "screens.welcome:WelcomeScreen",
    "home": "screens.home:HomeScreen",
    "setup": "screens.setup:SetupScreen",
    "table": "screens.table:TableScreen",
    "both": "screens.twosided:BothScreen",
    "half": "screens.twosided:HalfTable",
    "unit": "screens.unit:UnitScreen",
    "pick": "screens.pick:PickScreen",
    "ask": "screens.ask:AskScreen",
    "targets": "screens.targets:TargetsScreen",
    "history": "screens.history:HistoryScreen",
    "report": "screens.report:ReportScreen",
    "amend": "screens.amend:AmendScreen",
    "match": "screens.match:MatchScreen",
    "rules": "screens.rules:RulesScreen",
    "cards": "screens.cards:CardsScreen",
    "card": "screens.cards:CardScreen",
    "card_edit": "screens.cards:CardEditScreen",
    "scan": "screens.scan:ScanScreen",
    "codes": "screens.codes:CodesScreen",
    "armies": "screens.armies:ArmiesScreen",
    "army": "screens.army:ArmyScreen",
    "help": "screens.help:HelpScreen",
    "settings": "screens.settings:SettingsScreen",
}


def made(app: AdjutantApp, place: dict[str, Any]) -> Screen:
    """The screen of a place; one that no longer exists is Home."""
    module, _, name = PLACES.get(str(place["screen"]), PLACES["home"]).partition(":")
    found: Screen = getattr(import_module(module), name)(app, place)
    return found
