"""Aircraft: who is in the air, sorties, flak and interceptors, jinking, and the markers they carry
home.

Read in this order: `reserves` (who is in the air, off the table or in orbit), `actions` (what
aircraft may declare), `situation` (what the players say of flak), `refusals` (what forbids it),
`values` (who may fire at whom), `flak` (the fire of one formation), `jinking` (how aircraft save),
`prompts` (what players are asked), `memory`, `procedure` (flak from its dice to its markers),
`sorties` (a flight from take-off to its end), `markers` (the markers of a flight as a question).
"""
