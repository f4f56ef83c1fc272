"""Questions that run, for people and for tests. Cards: as far as the source states them.

Of the Ha-Go and the Ho-Ro only the sum of their attack values is known, 5, and of the MG soldier not the defense value:
those figures are examples of ours.
"""

from engine.rules import Example

SHERMAN = {"name": "M4 Sherman", "side": "allies", "domain": "ground", "subtypes": ["Tank"], "av": {"ground": 4}, "dv": 4,
           "advantage": ["Infantry"], "junkyard": ["search_same_name"]}
PRIEST = {"name": "M7 Priest", "side": "allies", "domain": "ground", "av": {"ground": 2}, "dv": 3}
CHI_HA = {"name": "Type 97 Chi-Ha", "side": "axis", "domain": "ground", "av": {"ground": 3}, "dv": 3}
MG = {"name": "Soldier MG Type 96", "side": "axis", "domain": "ground", "av": {"ground": 3}, "dv": 2}
HA_GO = {"name": "Type 95 Ha-Go", "side": "axis", "domain": "ground", "subtypes": ["Tank"], "av": {"ground": 2}, "dv": 2,
         "advantage": ["Infantry"], "junkyard": ["draw"], "bonus": [{"domain": "ground", "amount": 1, "against": "Infantry"}]}
HO_RO = {"name": "Type 4 Ho-Ro", "side": "axis", "domain": "ground", "subtypes": ["Tank", "Artillery"], "av": {"ground": 3},
         "dv": 2, "lock": [{"domain": "ground", "damage": 1}, {"domain": "naval", "damage": 1}]}

ALLIES = {"sherman": {"seat": 0, "card": SHERMAN}, "priest": {"seat": 0, "card": PRIEST}}
AXIS = {"ha_go": {"seat": 1, "card": HA_GO}, "ho_ro": {"seat": 1, "card": HO_RO}, "chi_ha": {"seat": 1, "card": CHI_HA}}
UNITS = {**ALLIES, **AXIS}

EXAMPLES = (
    Example("battle", {
        "id": "a multiple block", "game": "front", "ask": "battle", "units": UNITS,
        "situation": {"attackers": ["sherman"], "blockers": {"sherman": ["ha_go", "ho_ro"]},
                      "splits": {"sherman": {"ha_go": 2, "ho_ro": 2}}}}),
    Example("battle", {
        "id": "two single blocks", "game": "front", "ask": "battle",
        "units": {**ALLIES, "chi_ha": {"seat": 1, "card": CHI_HA}, "mg": {"seat": 1, "card": MG}},
        "situation": {"attackers": ["priest", "sherman"], "blockers": {"priest": ["chi_ha"], "sherman": ["mg"]}}}),
    Example("options", {
        "id": "which block is best", "game": "front", "ask": "options", "units": UNITS,
        "situation": {"attackers": ["sherman", "priest"]}}),
    Example("options", {
        "id": "which split is best", "game": "front", "ask": "options", "units": UNITS,
        "situation": {"attackers": ["sherman"], "blockers": {"sherman": ["ha_go", "ho_ro", "chi_ha"]}}}),
    Example("lock", {
        "id": "locked for one damage", "game": "front", "ask": "lock", "units": UNITS,
        "situation": {"unit": "ho_ro", "target": "priest"}}),
    Example("unlock", {
        "id": "all units of a player", "game": "front", "ask": "unlock",
        "units": {"sherman": {"seat": 0, "card": SHERMAN, "state": {"locked": True}}}, "situation": {"seat": 0}}),
    Example("conquer", {
        "id": "a territory", "game": "front", "ask": "conquer",
        "situation": {"territory": "Malaya", "by": 0, "effect": "once, draw cards; an opponent discards up to two cards"}}),
    Example("checklist", {"id": "the players' own steps", "game": "front", "ask": "checklist"}),
    Example("own_step", {"id": "a step of one's own", "game": "front", "ask": "own_step",
                         "situation": {"name": "Draw a card", "when": "before"}}),
    Example("count", {"id": "a counter of one's own", "game": "front", "ask": "count",
                      "situation": {"counter": "resources", "by": 2}}),
    Example("toggle", {"id": "a toggle of one's own", "game": "front", "ask": "toggle", "situation": {"toggle": "mud"}}),
    Example("drop_step", {"id": "a step that is not there", "game": "front", "ask": "drop_step",
                          "situation": {"name": "Draw a card", "overrule": True}}),
)
