"""Equipment and its markers: used, turned, mounted; smoke, care, suppression.

Read in this order: `situation` (what is told), `equipment` (markers as they lie), `procedure`
(mounting heavy weapons), `smoke`, `care`, `suppression`; `story` is the question of a marker
through the turns.
"""
