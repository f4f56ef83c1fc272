"""The games: one list, one folder each."""

from engine.games.aam import RULES as AAM
from engine.games.dust import RULES as DUST
from engine.games.epic import RULES as EPIC
from engine.games.front import RULES as FRONT
from engine.games.twogm import RULES as TWOGM
from engine.rules import Ruleset

RULESETS: dict[str, Ruleset] = {rules.key: rules for rules in (AAM, DUST, TWOGM, EPIC, FRONT)}
