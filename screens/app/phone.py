"""The phone: plyer where it does what is needed, Android itself where it does not; all of it
quiet."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path
from typing import Any

from engine.values.texts import Text, say
from screens.app.device import Device, Done, later, log, quiet

PICKED = 0xAD1
"""The request this app knows its own file chooser by."""
BUZZ = 0.03
TRIES = 25
"""How often to try again while the voice of the phone wakes up, a fifth of a second apart."""


def java(name: str) -> Any:
    """A class of Android."""
    from jnius import autoclass

    return autoclass(name)


def activity() -> Any:
    return java("org.kivy.android.PythonActivity").mActivity


class Android(Device):
    """A phone or tablet."""

    camera_turned = -90
    _engine: Any = None
    _saying = 0
    _done: Done | None = None

    def _data(self) -> Path:
        return Path(os.environ["ANDROID_PRIVATE"]) / "adjutant" if "ANDROID_PRIVATE" in os.environ else super()._data()

    def language(self) -> str:
        try:
            return str(java("java.util.Locale").getDefault().getLanguage())
        except Exception as no:
            log.info("language: %s", no)
            return super().language()

    @quiet
    def buzz(self) -> None:
        from plyer import vibrator

        vibrator.vibrate(BUZZ)

    @quiet
    def hold(self, way: str) -> None:
        from plyer import orientation

        held = {"portrait": orientation.set_portrait, "landscape": orientation.set_landscape}
        if way in held:
            held[way]()
        else:
            orientation.set_sensor(mode="any")

    def addresses(self) -> tuple[str, ...]:
        """Of every interface: a phone that lends its connection has one of its own for that."""
        from link.addresses import own_addresses

        try:
            interfaces = java("java.util.Collections").list(java("java.net.NetworkInterface").getNetworkInterfaces())
            places = [each.getAddress() for one in interfaces for each in one.getInterfaceAddresses()]
            found = [str(each.getHostAddress()) for each in places]
        except Exception as no:
            log.info("addresses: %s", no)
            found = []
        return own_addresses(address for address in found if "%" not in address)

    # The voice; plyer's speaks American English only and stops the app while the voice wakes up

    @quiet
    def speak(self, text: str, language: str) -> None:
        if self._engine is None:
            self._engine = java("android.speech.tts.TextToSpeech")(activity(), None)
        self._saying += 1
        self._say(text, language, self._saying, TRIES)

    def _say(self, text: str, language: str, number: int, tries: int) -> None:
        """Now, or as soon as the voice is awake, unless something else is to be said by then."""
        if number != self._saying:
            return
        self._engine.setLanguage(java("java.util.Locale")(language))
        if self._engine.speak(text, java("android.speech.tts.TextToSpeech").QUEUE_FLUSH, None) and tries:
            later(lambda: quiet(self._say)(text, language, number, tries - 1), 0.2)

    @quiet
    def hush(self) -> None:
        self._saying += 1
        if self._engine:
            self._engine.stop()

    # Files in; plyer's chooser answers with paths that may not be read without a permission for all
    # files

    @quiet
    def pick_file(self, done: Done) -> None:
        from android import activity as events

        intent = java("android.content.Intent")
        wish = intent(intent.ACTION_OPEN_DOCUMENT)
        wish.addCategory(intent.CATEGORY_OPENABLE)
        wish.setType("*/*")
        if self._done is None:
            events.bind(on_activity_result=self._picked)
        self._done = done
        activity().startActivityForResult(wish, PICKED)

    def _picked(self, request: int, result: int, intent: Any) -> None:
        if request != PICKED or self._done is None:
            return
        done, path = self._done, None
        if result == java("android.app.Activity").RESULT_OK and intent:
            path = self._fetched(intent.getData())
        later(lambda: done(path))

    def _fetched(self, uri: Any) -> Path | None:
        """A copy of what was chosen, under its name, in a folder the system may empty."""
        try:
            path = Path(activity().getCacheDir().getAbsolutePath()) / self._name(uri)
            with os.fdopen(self._resolver().openFileDescriptor(uri, "r").detachFd(), "rb") as file:
                path.write_bytes(file.read())
        except Exception as no:
            log.info("pick_file: %s", no)
            return None
        return path

    def _name(self, uri: Any) -> str:
        cursor = self._resolver().query(uri, None, None, None, None)
        try:
            cursor.moveToFirst()
            return Path(str(cursor.getString(cursor.getColumnIndex("_display_name")))).name or "file"
        finally:
            cursor.close()

    def _resolver(self) -> Any:
        return activity().getContentResolver()

    # Texts and files out

    def share_text(self, text: str) -> Text | None:
        return None if self._share(text) else super().share_text(text)

    def share_file(self, path: Path) -> Text | None:
        return None if self._share_file(path) else say("Files can be shared from Android 10 on")

    @quiet
    def _share(self, text: str) -> None:
        intent = java("android.content.Intent")
        self._send("text/plain", intent.EXTRA_TEXT, java("java.lang.String")(text))

    @quiet
    def _share_file(self, path: Path) -> None:
        """Through the downloads, where no permission is needed and the player finds it again."""
        from jnius import cast

        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        text, values = java("java.lang.String"), java("android.content.ContentValues")()
        values.put("_display_name", text(path.name))
        values.put("mime_type", text(kind))
        uri = self._resolver().insert(java("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI, values)
        with os.fdopen(self._resolver().openFileDescriptor(uri, "w").detachFd(), "wb") as file:
            file.write(path.read_bytes())
        self._send(kind, java("android.content.Intent").EXTRA_STREAM, cast("android.os.Parcelable", uri))

    def _send(self, kind: str, key: str, what: Any) -> None:
        intent = java("android.content.Intent")
        wish = intent(intent.ACTION_SEND)
        wish.setType(kind)
        wish.putExtra(key, what)
        wish.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        activity().startActivity(intent.createChooser(wish, None))

    # Permission

    def ask_camera(self, done: Done) -> None:
        if not self._ask(done):
            later(lambda: done(False))

    @quiet
    def _ask(self, done: Done) -> None:
        from android.permissions import Permission, check_permission, request_permissions

        if check_permission(Permission.CAMERA):
            later(lambda: done(True))
        else:
            request_permissions([Permission.CAMERA], lambda _names, granted: later(lambda: done(all(granted))))
