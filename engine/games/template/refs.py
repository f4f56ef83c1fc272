"""Every numbered rule: its id, the section of the source it stands in, and our one line for it."""

from engine.values.model import Ref

TEMPLATE_01 = Ref("TEMPLATE-01", "The turn", "Initiative, then the first player's units shoot, then the second player's, then the end")
TEMPLATE_02 = Ref("TEMPLATE-02", "Initiative", "Each player rolls a die, ties again; the higher one is the first player")
TEMPLATE_03 = Ref("TEMPLATE-03", "Shooting", "A unit shoots once in its step, at an enemy on the table within its range")
TEMPLATE_04 = Ref("TEMPLATE-04", "Shooting", "It rolls its firepower in dice; each 4 or more is a hit")
TEMPLATE_05 = Ref("TEMPLATE-05", "Shooting", "A target in cover is hit on one more")
TEMPLATE_06 = Ref("TEMPLATE-06", "Abilities", "Marksman: hits on one less")
TEMPLATE_07 = Ref("TEMPLATE-07", "Damage", "A hit is a point of damage; a unit with as much damage as life is destroyed")
TEMPLATE_08 = Ref("TEMPLATE-08", "Armies", "An army has at most ten points")
TEMPLATE_09 = Ref("TEMPLATE-09", "Victory", "Who has units left when the other has none wins; a player may give up")
TEMPLATE_10 = Ref("TEMPLATE-10", "Shooting", "A unit shoots only at what it can see on the table")

REFS = tuple(value for value in list(vars().values()) if isinstance(value, Ref))
