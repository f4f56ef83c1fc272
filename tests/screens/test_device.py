"""The machine around the app: one contract for every kind of it, Android over pretended Java,
Linux over its real programs."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import plyer  # type: ignore[import-untyped]  # it has no types
import pytest

from engine.values.texts import Text, say
from screens.app import device, phone
from screens.app.device import Desktop, Device, downloads, here, quiet, voice
from screens.app.phone import PICKED, TRIES, Android
from tests.screens.pretend import Pretend

ROOT = Path(__file__).resolve().parent.parent.parent
CALLS: list[tuple[str, tuple[Any, ...]]] = [
    ("buzz", ()),
    ("speak", ("Tour 3", "fr")),
    ("hush", ()),
    ("keep_awake", (True,)),
    ("keep_awake", (False,)),
    ("hold", ("portrait",)),
    ("hold", ("any",)),
    ("pick_file", (lambda _path: None,)),
    ("free_camera", ()),
]


class Later:
    """What waits for the thread that draws, in order, with its seconds."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[float], None], float]] = []

    def schedule_once(self, do: Callable[[float], None], seconds: float) -> None:
        self.waiting.append((do, seconds))

    def run(self) -> None:
        while self.waiting:
            self.waiting.pop(0)[0](0)


@pytest.fixture(autouse=True)
def kivy(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Kivy without a window: a clock that waits, a screen that may sleep, a clipboard."""
    parts = SimpleNamespace(clock=Later(), window=SimpleNamespace(allow_screensaver=True), clipboard=MagicMock())
    for name, module in {
        "kivy": MagicMock(),
        "kivy.core": MagicMock(),
        "kivy.clock": SimpleNamespace(Clock=parts.clock),
        "kivy.core.window": SimpleNamespace(Window=parts.window),
        "kivy.core.clipboard": SimpleNamespace(Clipboard=parts.clipboard),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    return parts


@pytest.fixture
def java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, MagicMock]]:
    """Android's classes by name, made when asked for; plyer's own Android code runs on them."""
    classes: dict[str, MagicMock] = {}
    classes["android.os.Build$VERSION"] = MagicMock(SDK_INT=34)
    jnius = SimpleNamespace(autoclass=lambda name: classes.setdefault(name, MagicMock(name=name)), cast=lambda _name, it: it)
    events, permissions = MagicMock(), MagicMock()
    for name, module in {"jnius": jnius, "android": SimpleNamespace(activity=events, permissions=permissions), "android.permissions": permissions}.items():
        monkeypatch.setitem(sys.modules, name, module)
    before = set(sys.modules)
    for name in ("vibrator", "orientation"):
        monkeypatch.setattr(plyer, name, import_module(f"plyer.platforms.android.{name}").instance())
    classes["events"], classes["permissions"] = events, permissions
    monkeypatch.setenv("ANDROID_PRIVATE", str(tmp_path / "private"))
    yield classes
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desktop without any program that speaks or chooses."""
    monkeypatch.setattr(shutil, "which", lambda _name: None)


def shell(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)


# The contract


@pytest.fixture(params=["nothing", "desktop", "phone", "phone without services", "pretended"])
def machine(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Device:
    match request.param:
        case "nothing":
            return Device()
        case "desktop":
            request.getfixturevalue("bare")
            return Desktop()
        case "phone":
            request.getfixturevalue("java")
            return Android()
        case "pretended":
            return Pretend(tmp_path)
    for name in ("vibrator", "orientation"):
        monkeypatch.setattr(plyer, name, None)  # else the screen of whoever runs this is turned
    return Android()


@pytest.mark.parametrize(("name", "args"), CALLS)
def test_a_call_answers_yes_or_no_and_never_raises(machine: Device, name: str, args: tuple[Any, ...]) -> None:
    assert getattr(machine, name)(*args) in (True, False)


def test_sharing_answers_with_a_sentence_or_leaves_it_to_the_system(machine: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "army.txt").write_text("1 Tiger", "utf-8")
    for told in (machine.share_text("1 Tiger"), machine.share_file(tmp_path / "army.txt"), machine.share_file(tmp_path / "gone.txt")):
        assert told is None or isinstance(told, Text)


def test_the_camera_is_asked_for_once_and_answered_once(machine: Device, kivy: SimpleNamespace) -> None:
    answers: list[bool] = []
    machine.ask_camera(answers.append)
    kivy.clock.run()
    assert len(answers) == 1
    assert answers[0] in (True, False)


def test_the_camera_is_freed_once(machine: Device) -> None:
    first, second = MagicMock(), MagicMock(spec=["stop"])
    machine.take_camera(first)
    machine.take_camera(second)
    first.stop.assert_called_once_with()
    first._release_camera.assert_called_once_with()
    second.stop.assert_not_called()
    assert machine.free_camera()
    assert not machine.free_camera()
    second.stop.assert_called_once_with()


def test_a_camera_that_cannot_stop_is_let_go_of(machine: Device) -> None:
    machine.take_camera(MagicMock(**{"stop.side_effect": RuntimeError}))
    assert not machine.free_camera()
    assert not machine.free_camera()


def test_data_have_a_folder(machine: Device) -> None:
    assert machine.data.is_absolute()


def test_the_language_is_two_letters_or_nothing(machine: Device) -> None:
    assert isinstance(machine.language(), str)


def test_every_kind_has_the_same_calls() -> None:
    """A call with other parameters would be no replacement."""
    for name in ("language", "buzz", "speak", "hush", "pick_file", "share_text", "share_file", "keep_awake", "hold", "ask_camera"):
        wanted = [each.lstrip("_") for each in inspect.signature(getattr(Device, name)).parameters]
        for kind in (Desktop, Android, Pretend):
            assert [each.lstrip("_") for each in inspect.signature(getattr(kind, name)).parameters] == wanted, (kind, name)


def test_a_refusal_of_the_machine_is_no() -> None:
    def broken() -> None:
        raise OSError

    assert quiet(broken)() is False
    assert quiet(lambda: False)() is False
    assert quiet(lambda: None)() is True


# Which machine this is


@pytest.mark.parametrize(("told", "kind"), [({}, Desktop), ({"ANDROID_ARGUMENT": ""}, Android)])
def test_the_machine_is_recognised(told: dict[str, str], kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert type(here()) is kind


@pytest.mark.parametrize(
    ("kind", "told", "folder"),
    [
        (Desktop, {"ADJUTANT_DATA": "/told", "XDG_DATA_HOME": "/x"}, "/told"),
        (Desktop, {"XDG_DATA_HOME": "/x"}, "/x/adjutant"),
        (Desktop, {"HOME": "/h"}, "/h/.local/share/adjutant"),
        (Android, {"ANDROID_PRIVATE": "/p", "XDG_DATA_HOME": "/x"}, "/p/adjutant"),
        (Android, {"ADJUTANT_DATA": "/told", "ANDROID_PRIVATE": "/p"}, "/told"),
    ],
)
def test_where_the_data_are(kind: type[Device], told: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ADJUTANT_DATA", "XDG_DATA_HOME", "ANDROID_PRIVATE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert kind().data == Path(folder)


@pytest.mark.parametrize(
    ("told", "language"),
    [({"LANG": "fr_FR.UTF-8"}, "fr"), ({"LANG": "en_GB", "LC_ALL": "FR_ca"}, "fr"), ({"LC_MESSAGES": "de", "LANG": "en"}, "de"), ({"LC_ALL": ""}, "")],
)
def test_the_language_of_a_desktop(told: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert Desktop().language() == language


def test_the_language_of_a_phone(java: dict[str, MagicMock]) -> None:
    java.setdefault("java.util.Locale", MagicMock()).getDefault.return_value.getLanguage.return_value = "fr"
    assert Android().language() == "fr"


def test_nothing_is_imported_before_it_is_used() -> None:
    code = (
        "import screens.app.device, screens.app.phone, sys; screens.app.device.here(); print(*sorted({'plyer', 'kivy', 'jnius', 'tomllib'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


# Everywhere


@pytest.mark.parametrize("kind", [Desktop, Android])
def test_the_screen_stays_lit_only_while_it_is_asked_to(kind: type[Device], kivy: SimpleNamespace) -> None:
    assert kind().keep_awake(True)
    assert kivy.window.allow_screensaver is False
    assert kind().keep_awake(False)
    assert kivy.window.allow_screensaver is True


# The desktop


def test_a_text_is_shared_by_the_clipboard(kivy: SimpleNamespace) -> None:
    assert Desktop().share_text("1 Tiger") == say("Copied: paste it where you like")
    kivy.clipboard.copy.assert_called_once_with("1 Tiger")


def test_no_clipboard_is_said(kivy: SimpleNamespace) -> None:
    kivy.clipboard.copy.side_effect = RuntimeError
    assert Desktop().share_text("1 Tiger") == say("This device cannot share")


def test_a_file_is_shared_as_a_copy_that_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "army.txt").write_text("mine", "utf-8")
    (tmp_path / "army.txt").write_text("1 Tiger", "utf-8")
    copy = tmp_path / "Downloads" / "army-2.txt"
    assert Desktop().share_file(tmp_path / "army.txt") == say("Saved: {file}", file=str(copy))
    assert copy.read_text("utf-8") == "1 Tiger"
    assert (tmp_path / "Downloads" / "army.txt").read_text("utf-8") == "mine"


def test_files_go_home_where_there_are_no_downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert downloads() == tmp_path


@pytest.mark.usefixtures("bare")
def test_a_bare_desktop_is_dumb_and_has_no_chooser() -> None:
    chosen: list[Path | None] = []
    assert not Desktop().speak("Turn 3", "en")
    assert not Desktop().pick_file(chosen.append)
    assert chosen == []


@pytest.mark.usefixtures("bare")
def test_other_systems_speak_and_choose_by_plyer(monkeypatch: pytest.MonkeyPatch, kivy: SimpleNamespace) -> None:
    tts, filechooser, found = MagicMock(), MagicMock(), list[Path | None]()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(plyer, "tts", tts)
    monkeypatch.setattr(plyer, "filechooser", filechooser)
    monkeypatch.setattr(device, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args)))
    assert Desktop().speak("Turn 3", "en")
    tts.speak.assert_called_once_with("Turn 3")
    assert Desktop().pick_file(found.append)
    for chosen in (["/a.txt"], [], None):
        filechooser.open_file.call_args.kwargs["on_selection"](chosen)
    kivy.clock.run()
    assert found == [Path("/a.txt"), None, None]


@pytest.mark.parametrize(("script", "chosen"), [("echo '/a b/é.txt'", Path("/a b/é.txt")), ("exit 1", None), ("echo half; exit 1", None)])
@pytest.mark.parametrize("program", ["zenity", "kdialog"])
def test_a_file_is_chosen_by_the_desktop_s_own_dialog(
    program: str, script: str, chosen: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kivy: SimpleNamespace
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no dialog of the machine itself
    monkeypatch.setattr(device, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args)))
    shell(tmp_path, program, script)
    found: list[Path | None] = []
    assert Desktop().pick_file(found.append)
    kivy.clock.run()
    assert found == [chosen]


def test_speech_is_cut_short_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words go in by themselves, so that none is taken for an option."""
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    shell(tmp_path, "espeak-ng", f'cat >>{tmp_path}/said; echo " $*" >>{tmp_path}/said')
    desktop = Desktop()
    assert desktop.speak("--version", "fr")
    assert desktop._voice
    assert desktop._voice.wait() == 0
    assert (tmp_path / "said").read_text("utf-8") == "--version -v fr --stdin\n"
    shell(tmp_path, "espeak-ng", "exec sleep 60")
    assert desktop.speak("a long story", "en")
    story = desktop._voice
    assert desktop.speak("Stop", "en")
    assert story.poll() is not None
    assert desktop.hush()
    assert desktop._voice is None


@pytest.mark.skipif(not voice("en"), reason="espeak-ng is not installed: apt-get install espeak-ng")
def test_the_real_voice_speaks_both_languages(tmp_path: Path) -> None:
    """The same words sound different, and longer ones take longer."""
    sounds = {}
    for language, words in (("en", "Initiative"), ("fr", "Initiative"), ("fr", "Initiative, puis mouvement, puis combat")):
        file = tmp_path / f"{language}{len(words)}.wav"
        subprocess.run([*voice(language), "-w", str(file)], input=words.encode(), check=True)
        with wave.open(str(file)) as sound:
            sounds[language, words] = sound.readframes(sound.getnframes())
    english, french, long = sounds.values()
    assert english != french
    assert len(long) > 2 * len(french) > 10_000


DRAWN = """
import sys, time
from tools.tour import prepare
prepare((64, 64))
from kivy.clock import Clock
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window
Window.create_window()
from screens.app.device import Desktop
answers, desktop = [], Desktop()
assert desktop.keep_awake(True) and not Window.allow_screensaver
assert desktop.keep_awake(False) and Window.allow_screensaver
desktop.share_text("1 Tiger é")
assert Clipboard.paste() == "1 Tiger é"
desktop.ask_camera(answers.append)
Clock.tick()
assert answers == [True]
print("held")
"""


def test_the_real_kivy_keeps_the_contract() -> None:
    told = subprocess.run([sys.executable, "-c", DRAWN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.stdout.strip() == "held", told.stderr


# The phone


def test_the_phone_vibrates_briefly(java: dict[str, MagicMock]) -> None:
    assert Android().buzz()
    effect = java["android.os.VibrationEffect"]
    effect.createOneShot.assert_called_once_with(30, effect.DEFAULT_AMPLITUDE)


@pytest.mark.parametrize(
    ("way", "wanted"), [("portrait", "SCREEN_ORIENTATION_PORTRAIT"), ("landscape", "SCREEN_ORIENTATION_LANDSCAPE"), ("any", "SCREEN_ORIENTATION_SENSOR")]
)
def test_the_screen_is_held_or_turns(way: str, wanted: str, java: dict[str, MagicMock]) -> None:
    assert Android().hold(way)
    turned = import_module("plyer.platforms.android").activity.setRequestedOrientation
    turned.assert_called_once_with(getattr(java["android.content.pm.ActivityInfo"], wanted))


def test_the_voice_is_waited_for_without_waiting(java: dict[str, MagicMock], kivy: SimpleNamespace) -> None:
    engine = java.setdefault("android.speech.tts.TextToSpeech", MagicMock()).return_value
    engine.speak.side_effect = [-1, -1, 0]
    assert Android().speak("Tour 3", "fr")
    assert [seconds for _, seconds in kivy.clock.waiting] == [0.2]
    kivy.clock.run()
    assert [call.args[0] for call in engine.speak.call_args_list] == ["Tour 3"] * 3
    assert {call.args for call in java["java.util.Locale"].call_args_list} == {("fr",)}


def test_a_voice_that_never_wakes_is_given_up(java: dict[str, MagicMock], kivy: SimpleNamespace) -> None:
    engine = java.setdefault("android.speech.tts.TextToSpeech", MagicMock()).return_value
    engine.speak.return_value = -1
    Android().speak("Tour 3", "fr")
    kivy.clock.run()
    assert engine.speak.call_count == TRIES + 1


@pytest.mark.parametrize("next_one", ["speak", "hush"])
def test_what_is_no_longer_to_be_said_is_not_said(next_one: str, java: dict[str, MagicMock], kivy: SimpleNamespace) -> None:
    engine = java.setdefault("android.speech.tts.TextToSpeech", MagicMock()).return_value
    engine.speak.side_effect = [-1, 0, 0]
    speaker = Android()
    speaker.speak("old", "en")
    speaker.speak("new", "en") if next_one == "speak" else speaker.hush()
    kivy.clock.run()
    assert [call.args[0] for call in engine.speak.call_args_list] == ["old", "new"][: 2 if next_one == "speak" else 1]


def resolver(java: dict[str, MagicMock]) -> MagicMock:
    found: MagicMock = java.setdefault("org.kivy.android.PythonActivity", MagicMock()).mActivity.getContentResolver.return_value
    return found


def picked(java: dict[str, MagicMock], tmp_path: Path, name: str = "army.txt") -> Callable[..., None]:
    """A file behind an address of Android; what the app bound to hear of it."""
    (tmp_path / "source").write_bytes(b"1 Tiger")
    (tmp_path / "cache").mkdir()
    java.setdefault("android.app.Activity", MagicMock()).RESULT_OK = -1
    resolver(java).openFileDescriptor.return_value.detachFd.side_effect = lambda: os.open(tmp_path / "source", os.O_RDONLY)
    resolver(java).query.return_value.getString.return_value = name
    java["org.kivy.android.PythonActivity"].mActivity.getCacheDir.return_value.getAbsolutePath.return_value = str(tmp_path / "cache")
    bound: Callable[..., None] = java["events"].bind.call_args.kwargs["on_activity_result"]
    return bound


@pytest.mark.parametrize("name", ["army.txt", "../../army.txt"])
def test_a_chosen_file_is_copied_to_where_the_app_may_read(name: str, java: dict[str, MagicMock], kivy: SimpleNamespace, tmp_path: Path) -> None:
    found: list[Path | None] = []
    assert Android().pick_file(found.append)
    picked(java, tmp_path, name)(PICKED, -1, MagicMock())
    assert found == []
    kivy.clock.run()
    assert found == [tmp_path / "cache" / "army.txt"]
    assert (tmp_path / "cache" / "army.txt").read_bytes() == b"1 Tiger"


@pytest.mark.parametrize(("request_code", "result", "answers"), [(PICKED, 0, [None]), (PICKED + 1, -1, [])])
def test_no_file_is_chosen(request_code: int, result: int, answers: list[None], java: dict[str, MagicMock], kivy: SimpleNamespace, tmp_path: Path) -> None:
    """Cancelled, or an answer to somebody else."""
    found: list[Path | None] = []
    Android().pick_file(found.append)
    picked(java, tmp_path)(request_code, result, MagicMock())
    kivy.clock.run()
    assert found == answers


def test_a_file_that_cannot_be_read_is_none(java: dict[str, MagicMock], kivy: SimpleNamespace, tmp_path: Path) -> None:
    found: list[Path | None] = []
    Android().pick_file(found.append)
    heard = picked(java, tmp_path)
    resolver(java).openFileDescriptor.side_effect = RuntimeError
    heard(PICKED, -1, MagicMock())
    kivy.clock.run()
    assert found == [None]


def test_choosing_again_listens_once(java: dict[str, MagicMock], kivy: SimpleNamespace, tmp_path: Path) -> None:
    found: list[str] = []
    device = Android()
    device.pick_file(lambda _path: found.append("first"))
    device.pick_file(lambda _path: found.append("second"))
    assert java["events"].bind.call_count == 1
    picked(java, tmp_path)(PICKED, 0, None)
    kivy.clock.run()
    assert found == ["second"]


def sent(java: dict[str, MagicMock]) -> MagicMock:
    """The one wish that was handed to Android's chooser, which was then shown."""
    intent = java["android.content.Intent"]
    intent.assert_called_once_with(intent.ACTION_SEND)
    intent.createChooser.assert_called_once_with(intent.return_value, None)
    shown = java["org.kivy.android.PythonActivity"].mActivity.startActivity
    shown.assert_called_once_with(intent.createChooser.return_value)
    wish: MagicMock = intent.return_value
    return wish


def test_a_text_is_shared_by_android(java: dict[str, MagicMock]) -> None:
    assert Android().share_text("1 Tiger") is None
    wish = sent(java)
    wish.setType.assert_called_once_with("text/plain")
    wish.putExtra.assert_called_once_with(java["android.content.Intent"].EXTRA_TEXT, java["java.lang.String"].return_value)
    java["java.lang.String"].assert_called_once_with("1 Tiger")


def test_a_file_is_shared_through_the_downloads(java: dict[str, MagicMock], tmp_path: Path) -> None:
    (tmp_path / "army.txt").write_bytes(b"1 Tiger")
    uri = resolver(java).insert.return_value
    resolver(java).openFileDescriptor.return_value.detachFd.side_effect = lambda: os.open(tmp_path / "shared", os.O_WRONLY | os.O_CREAT)
    assert Android().share_file(tmp_path / "army.txt") is None
    assert (tmp_path / "shared").read_bytes() == b"1 Tiger"
    resolver(java).openFileDescriptor.assert_called_once_with(uri, "w")
    wish = sent(java)
    wish.setType.assert_called_once_with("text/plain")
    wish.putExtra.assert_called_once_with(java["android.content.Intent"].EXTRA_STREAM, uri)
    wish.addFlags.assert_called_once_with(java["android.content.Intent"].FLAG_GRANT_READ_URI_PERMISSION)


def test_an_old_phone_says_what_it_needs(java: dict[str, MagicMock], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def old(name: str) -> MagicMock:
        if name == "android.provider.MediaStore$Downloads":
            raise RuntimeError("class not found")
        return java.setdefault(name, MagicMock())

    monkeypatch.setattr(phone, "java", old)
    (tmp_path / "army.txt").write_bytes(b"1 Tiger")
    assert Android().share_file(tmp_path / "army.txt") == say("Files can be shared from Android 10 on")


@pytest.mark.parametrize(("had", "granted", "answer"), [(True, None, True), (False, [True], True), (False, [False], False)])
def test_the_camera_is_asked_for_when_it_is_used(
    had: bool, granted: list[bool] | None, answer: bool, java: dict[str, MagicMock], kivy: SimpleNamespace
) -> None:
    permissions = java["permissions"]
    permissions.check_permission.return_value = had
    answers: list[bool] = []
    Android().ask_camera(answers.append)
    if granted is not None:
        permissions.request_permissions.call_args.args[1](["CAMERA"], granted)
    else:
        permissions.request_permissions.assert_not_called()
    kivy.clock.run()
    assert answers == [answer]
