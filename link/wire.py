"""What goes over a pipe: a handshake under the table's key, then sealed, counted, bounded frames.

Hello   version(1) table(8) ephemeral key(32) proof(16)   guest -> host, under the table's key
Answer  version(1) ephemeral key(32) proof(16)            host -> guest, over the hello too
Frame   counter(8) SecretBox(JSON, deflated when that is shorter)

Hello and answer keep this form for ever. The answer names the version that is spoken from then on:
the guest's own or the one before it, whichever the host knows.

Both ephemeral keys and the table's key make two keys, one for each direction, so a frame is good on
one connection, in one direction and at one place. Who has not the table's key gets no answer; who
has it and listens reads nothing either.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from hmac import compare_digest
from typing import Any

from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey
from nacl.secret import SecretBox

VERSION = 1
OLDEST = 1
"""One version back is still spoken, once there is one."""
KEY, TABLE, PROOF = 32, 8, 16
HELLO, ANSWER = 1 + TABLE + 32 + PROOF, 1 + 32 + PROOF
MOST = 2**20
"""Bytes of a frame; a transport takes no larger message."""
INFLATED = 2**23
"""Bytes of a message when it is unpacked."""
SMALL = 120


class Bad(ValueError):
    """Not from this table, or not for this connection: nothing is known about the sender."""


class Gap(ValueError):
    """A sound frame after others that never came: the connection begins again."""


class OtherVersion(ValueError):
    """The other side speaks a version that is not known here."""


def _proof(key: bytes, what: bytes, *parts: bytes) -> bytes:
    return blake2b(b"".join(parts), key=key, digest_size=PROOF, person=what).digest()


@dataclass(slots=True)
class Channel:
    """One connection after the handshake: seal what is said, open what is heard."""

    ours: SecretBox
    theirs: SecretBox
    said: int = 0
    heard: int = 0

    def seal(self, message: dict[str, Any]) -> bytes:
        """A message as a frame."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        body = b"\0" + text
        if len(text) > SMALL and len(small := zlib.compress(text, 6)) < len(text):
            body = b"\1" + small
        self.said += 1
        counter = self.said.to_bytes(8, "big")
        data: bytes = counter + self.ours.encrypt(body, counter.rjust(24, b"\0")).ciphertext
        if len(data) > MOST:
            raise ValueError("a message too large to be sent")
        return data

    def open(self, data: bytes) -> dict[str, Any] | None:
        """The message of a frame; None where it was heard before."""
        if not 8 + 16 < len(data) <= MOST:
            raise Bad("length")
        counter = int.from_bytes(data[:8], "big")
        if counter <= self.heard:
            return None
        try:
            body = self.theirs.decrypt(data[8:], data[:8].rjust(24, b"\0"))
        except CryptoError as wrong:
            raise Bad("seal") from wrong
        if counter != self.heard + 1:
            raise Gap(f"{counter} after {self.heard}")
        self.heard = counter
        return _unpack(body)


def _unpack(body: bytes) -> dict[str, Any]:
    try:
        text = _inflate(body[1:]) if body[0] == 1 else body[1:]
        found = json.loads(text.decode("utf-8", "surrogatepass"))
    except (ValueError, zlib.error, RecursionError, IndexError) as wrong:
        raise Bad("form") from wrong
    if not isinstance(found, dict) or not isinstance(found.get("k"), str):
        raise Bad("form")
    return found


def _inflate(data: bytes) -> bytes:
    stream = zlib.decompressobj()
    text = stream.decompress(data, INFLATED)
    if not stream.eof:
        raise Bad("size")
    return text


def _keys(key: bytes, secret: bytes, hello: bytes, answer: bytes) -> tuple[SecretBox, SecretBox]:
    both = blake2b(secret + hello + answer, key=key, digest_size=64, person=b"adj link keys 1").digest()
    return SecretBox(both[:32]), SecretBox(both[32:])


class Caller:
    """The guest's half of the handshake."""

    def __init__(self, key: bytes, table: bytes) -> None:
        self._key, self._own = key, PrivateKey.generate()
        head = bytes([VERSION]) + table + bytes(self._own.public_key)
        self.hello = head + _proof(key, b"adj link hello 1", head)

    def channel(self, answer: bytes) -> Channel:
        """The channel that the host's answer opens."""
        if len(answer) != ANSWER:
            raise Bad("length")
        if not compare_digest(answer[-PROOF:], _proof(self._key, b"adj link answer1", self.hello, answer[:-PROOF])):
            raise Bad("proof")
        if not OLDEST <= answer[0] <= VERSION:
            raise OtherVersion(str(answer[0]))
        up, down = _keys(self._key, _shared(self._own, answer[1 : 1 + 32]), self.hello, answer)
        return Channel(up, down)


def _shared(own: PrivateKey, other: bytes) -> bytes:
    try:
        return bytes(crypto_scalarmult(bytes(own), other))
    except CryptoError as wrong:  # a point of low order
        raise Bad("key") from wrong


def answer(key: bytes, table: bytes, hello: bytes) -> tuple[bytes, Channel]:
    """The host's half: what to say, and the channel.

    A guest of a version that is not known here is answered too, as he can say so to his player.
    """
    if len(hello) != HELLO or hello[1 : 1 + TABLE] != table:
        raise Bad("hello")
    if not compare_digest(hello[-PROOF:], _proof(key, b"adj link hello 1", hello[:-PROOF])):
        raise Bad("proof")
    own, version = PrivateKey.generate(), hello[0] if OLDEST <= hello[0] <= VERSION else VERSION
    head = bytes([version]) + bytes(own.public_key)
    said = head + _proof(key, b"adj link answer1", hello, head)
    up, down = _keys(key, _shared(own, hello[1 + TABLE : 1 + TABLE + 32]), hello, said)
    return said, Channel(down, up)
