"""A hall's keys and its code: what is said in it is sealed with its key; what the organiser says is
signed, so that no phone can speak for him.

Code   hall(8) key(32), then the broker as a table's invitation names it
Topics adjutant/1/hall/<hall>/table/<table>     table -> hall, retained
       adjutant/1/hall/<hall>/player/<device>   player -> hall, retained
       adjutant/1/hall/<hall>/notice            hall -> all, retained and signed
       adjutant/1/hall/<hall>/now               hall -> all: the time of its clock, signed
"""

from __future__ import annotations

import json
import secrets
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey
from nacl.utils import random

from carddb.letters import Unreadable, opened, written
from engine.values.texts import say
from link.invite import pack_club, unpack_club
from link.reach import Club

LETTER, ID, KEY, SIGN = "H", 8, 32, 64
MOST = 2**19
"""Bytes of a message when it is unpacked."""
Doc: TypeAlias = dict[str, Any]


class Bad(ValueError):
    """Not of this hall, or not from its organiser."""


@dataclass(frozen=True, slots=True)
class HallCode:
    """All a phone needs to know of a hall."""

    id: bytes
    key: bytes
    club: Club

    def code(self) -> str:
        return written(LETTER, self.id + self.key + pack_club(self.club))

    @property
    def topic(self) -> str:
        return f"adjutant/1/hall/{self.id.hex()}"


def hall_code(text: str) -> HallCode:
    """What a code says; one that leads out of the house is refused."""
    letter, body = opened(text)
    if letter != LETTER or len(body) <= ID + KEY:
        raise Unreadable(say("this code is not that of a hall"))
    return HallCode(body[:ID], body[ID : ID + KEY], unpack_club(body[ID + KEY :]))


def is_hall_code(text: str) -> bool:
    """Whether a scanned code is one, before it is read."""
    found = "".join(text[:40].split()).upper()
    return found.startswith("ADJ") and f"{LETTER}." in found[4:8]


@dataclass(frozen=True, slots=True)
class HallKeys:
    """What the organiser alone has: the seed of his signature, and the key that all share."""

    seed: bytes
    key: bytes

    @property
    def id(self) -> bytes:
        """The hall is named by the organiser's signature, so no other device can pretend to be
        it."""
        return name_of(bytes(SigningKey(self.seed).verify_key))

    def code(self, club: Club) -> HallCode:
        return HallCode(self.id, self.key, club)

    def sign(self, said: Doc) -> bytes:
        signer = SigningKey(self.seed)
        body = _packed(said)
        return bytes(signer.verify_key) + signer.sign(body).signature + body


def new_keys() -> HallKeys:
    return HallKeys(secrets.token_bytes(32), secrets.token_bytes(KEY))


def name_of(signature: bytes) -> bytes:
    return blake2b(signature, digest_size=ID, person=b"adj hall name 1").digest()


# Sealing


def seal(key: bytes, topic: str, body: bytes) -> bytes:
    """Good under this topic alone."""
    return bytes(_box(key, topic).encrypt(body, random(24)))


def open_seal(key: bytes, topic: str, data: bytes) -> bytes:
    try:
        return _box(key, topic).decrypt(data)
    except (CryptoError, ValueError, TypeError) as wrong:
        raise Bad("seal") from wrong


def _box(key: bytes, topic: str) -> SecretBox:
    return SecretBox(blake2b(topic.encode(), key=key, digest_size=32, person=b"adj hall seal 1").digest())


def seal_doc(key: bytes, topic: str, doc: Doc) -> bytes:
    return seal(key, topic, _packed(doc))


def open_doc(key: bytes, topic: str, data: bytes) -> Doc:
    return _unpacked(open_seal(key, topic, data))


def open_signed(hall: HallCode, topic: str, data: bytes) -> Doc:
    """What the organiser said, and no other sender."""
    body = open_seal(hall.key, topic, data)
    who, signature, said = body[:KEY], body[KEY : KEY + SIGN], body[KEY + SIGN :]
    if name_of(who) != hall.id:
        raise Bad("name")
    try:
        VerifyKey(who).verify(said, signature)
    except (CryptoError, ValueError) as wrong:
        raise Bad("signature") from wrong
    return _unpacked(said)


def _packed(doc: Doc) -> bytes:
    return zlib.compress(json.dumps(doc, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"), 6)


def _unpacked(data: bytes) -> Doc:
    try:
        stream = zlib.decompressobj()
        text = stream.decompress(data, MOST)
        found = json.loads(text.decode("utf-8", "surrogatepass")) if stream.eof else None
    except (ValueError, zlib.error, RecursionError) as wrong:
        raise Bad("form") from wrong
    if not isinstance(found, dict):
        raise Bad("form")
    return found
