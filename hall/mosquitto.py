"""The broker of a hall: a Mosquitto with a configuration and passwords of its own, started here, or
one that runs already."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from time import sleep

from carddb.trouble import Trouble
from engine.values.texts import say
from hall.keys import HallKeys
from link.reach import Club

PORT, ROUNDS = 18_830, 101
"""Beside the port that other brokers have; and rounds of the hash of a password, as Mosquitto's own
tool has them: the password is long and drawn by lot, and a broker that is back must hear a whole
hall of phones at once."""
FOLDER, LOOKS, LOOK = "hall", 10, 0.05
CONFIG = """# Written by Adjutant for its hall; it is written anew whenever the hall is opened.
listener {port} {address}
allow_anonymous false
password_file {passwords}
persistence false
log_dest none
max_inflight_messages 100
max_queued_messages 10000
message_size_limit 1048576
{user}"""


def own_club(keys: HallKeys, address: str, port: int = 0) -> Club:
    """The broker of a hall by its own name and password, which follow from its key."""
    secret = hashlib.blake2b(b"password", key=keys.key, digest_size=12, person=b"adj hall broker1").hexdigest()
    return Club(address, port or PORT, f"hall-{keys.id.hex()[:8]}", secret)


def open_broker(folder: Path, club: Club) -> Mosquitto | None:
    """A broker for that hall on this device; None where one runs there already."""
    address = "127.0.0.1" if club.host == "127.0.0.1" else "0.0.0.0"
    return start_mosquitto(write_config(folder, club.port, address, club.name, club.password))


def path_of_mosquitto() -> str | None:
    """The broker that is installed here."""
    return shutil.which("mosquitto", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin")))


def hashed(password: str, salt: bytes) -> str:
    """A password as Mosquitto's file has it: PBKDF2 with SHA-512."""
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS, 64)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(made).decode()}"


def write_config(folder: Path, port: int, address: str, name: str, password: str) -> Path:
    """Configuration and password file, readable by this user alone."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    passwords, config = place / "passwords", place / "mosquitto.conf"
    _write(passwords, f"{name}:{hashed(password, secrets.token_bytes(12))}\n")
    user = "user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    _write(config, CONFIG.format(port=port, address=address, passwords=passwords, user=user))
    return config


def _write(path: Path, text: str) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


class Mosquitto:
    """A broker that this app has started; it ends with it."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        self._running = running

    @property
    def is_running(self) -> bool:
        return self._running.poll() is None

    def stop(self) -> None:
        self._running.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._running.wait(5)
        self._running.kill()
        self._running.wait()


def start_mosquitto(config: Path) -> Mosquitto | None:
    """Started with that configuration; None where its port is taken, as one runs there already."""
    program = path_of_mosquitto()
    if program is None:
        raise Trouble(
            say("Mosquitto is not installed on this device: install it, or name the broker that runs in your club")
        )
    quiet = subprocess.DEVNULL
    made = Mosquitto(subprocess.Popen([program, "-c", str(config)], stdout=quiet, stderr=quiet))
    try:
        for _ in range(LOOKS):
            if not made.is_running:
                return None
            sleep(LOOK)
    except BaseException:  # interrupted meanwhile: nothing else would end it
        made.stop()
        raise
    return made
