"""Where the figures of a card come from, in words: what the starter packs cite, for every
language."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.values.maps import Map
from engine.values.texts import Text, joined, say

NUMBER = re.compile(r"\d+")
NAMES = ("first", "second")
CITED = {
    text.key: text
    for text in (
        say("revised card {first}"),
        say("rulebook, printed card {first}/{second}"),
        say("its nation from the remark on the card"),
        say("rulebook, example of an army: name and cost"),
        say("rulebook, figure on line of sight: the name only"),
        say("rulebook, example of defensive fire: {first} dice against Vehicles at short range"),
        say("rulebook, special abilities: the ability only"),
        say("tournament list: army points"),
        say("figures from published lists of the first edition"),
        say("named in the rules"),
        say("rules on cover"),
        say("invented for practice"),
        say("examples of shooting and deployment"),
        say("example of deployment"),
        say("the example of a card"),
        say("name as printed"),
        say("example of penetration"),
        say("example of anti-aircraft fire"),
        say("example of transport"),
        say("example of a landing"),
        say("example of an interception"),
        say("example of a bombing"),
        say("rules on headquarters"),
        say("example of the cap of a headquarters"),
        say("example of a deck"),
        say("example of a drop"),
        say("rules on the playing cost"),
        say("published introduction to the game"),
        say("example of a building"),
        say("example of setting up terrain"),
        say("half of the guardsmen fire the autocannon"),
        say("one choice of several"),
        say("printed card and both battle examples"),
        say("battle example"),
        say("printed card"),
        say("battle example: {first} damage destroy it, its defense value is not printed"),
        say("its attack value and the Ho-Ro's are {first} together, neither is printed alone"),
        say("see the Ha-Go for its attack value"),
        say("named as an example of Initiative! and Advantage!"),
    )
}


def cited(text: str) -> Text | str:
    """A citation as a sentence; one without a sentence, such as the title of a book, stays as it
    is."""
    return joined(map(_part, text.split("; ")))


def _part(text: str) -> Text | str:
    numbers = iter(NAMES)
    known = CITED.get(NUMBER.sub(lambda _: f"{{{next(numbers, '')}}}", text))
    return replace(known, values=Map(zip(NAMES, NUMBER.findall(text), strict=False))) if known else text
