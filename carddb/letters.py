"""Codes as text: bytes in the letters that QR codes store best, with a version, a letter for
what it is, and a checksum."""

from __future__ import annotations

import re
import zlib

from carddb.trouble import Trouble
from engine.values.texts import Text, say

VERSION = 1
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*+-./"
"""41 of the 45 letters that QR codes store in five and a half bits; without the space, so that a
code can be typed."""
CODE = re.compile(r"ADJ(\d{1,3})([A-Z])\.([0-9A-Z*+./-]+)", re.ASCII)
LONGEST = 600


class Unreadable(Trouble):
    """A code that was not made by the app, is damaged, or was made by a newer version."""


def lettered(data: bytes) -> str:
    """Bytes as letters: two bytes make three letters, a single byte makes two."""
    pairs = (int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2))
    text = "".join(LETTERS[n // 1681] + LETTERS[n // 41 % 41] + LETTERS[n % 41] for n in pairs)
    return text if len(data) % 2 == 0 else text[:-3] + text[-2:]


def unlettered(text: str) -> bytes:
    """Letters as bytes; letters that no bytes make are refused."""
    data = bytearray()
    for at in range(0, len(text), 3):
        number = 0
        for letter in text[at : at + 3]:
            number = number * 41 + LETTERS.index(letter)
        size = len(text[at : at + 3]) - 1
        if not size or number >= 256**size:
            raise Unreadable(say("the code is damaged"))
        data += number.to_bytes(size, "big")
    return bytes(data)


def weight(text: str) -> int:
    """The number of bytes that a QR code needs for a text."""
    return (len(text) * 11 + 15) // 16


def written(letter: str, body: bytes) -> str:
    """The code that carries some bytes, with its version, its kind and its checksum."""
    head = f"ADJ{VERSION}{letter}."
    return head + lettered(body + _sum(head, body))


def _sum(head: str, body: bytes) -> bytes:
    return zlib.crc32(head.encode("ascii") + body).to_bytes(4, "big")


def opened(text: str) -> tuple[str, bytes]:
    """The kind of a code and its bytes; spaces and small letters in a typed code do not matter."""
    told = "".join(text[: 4 * LONGEST].split()).upper()
    code = CODE.fullmatch(told) if len(told) <= LONGEST else None
    if not code:
        raise Unreadable(say("this is no code of the app: {what}", what=foreign(text)))
    if int(code[1]) != VERSION:
        raise Unreadable(say("the code was made by a newer version of the app: please update it"))
    data = unlettered(code[3])
    body, told_sum = data[:-4], data[-4:]
    if len(data) < 5 or _sum(told[: code.end(2) + 1], body) != told_sum:
        raise Unreadable(say("the code is damaged"))
    return code[2], body


def foreign(text: str) -> Text:
    """What a code of another program holds, in words: it is shown, never opened."""
    start = text[:40].strip().lower()
    for prefix, what in FOREIGN.items():
        if start.startswith(prefix):
            return what
    return say("a number") if start.isdecimal() else say("some text") if start else say("nothing")


FOREIGN = {
    "http:": say("a web address"),
    "https:": say("a web address"),
    "www.": say("a web address"),
    "wifi:": say("a wifi login"),
    "mailto:": say("a mail address"),
    "tel:": say("a phone number"),
    "smsto:": say("a message"),
    "sms:": say("a message"),
    "begin:vcard": say("an address card"),
    "mecard:": say("an address card"),
    "geo:": say("a place on the map"),
    "begin:vevent": say("an appointment"),
    "otpauth:": say("a login secret"),
}
