"""What the packager would make of the app: asked of buildozer and python-for-android themselves,
without an SDK.

The files that buildozer takes are compiled as python-for-android does, stripped of sources,
assertions and docstrings, and the app is started from them alone.
"""

from __future__ import annotations

import ast
import compileall
import importlib.metadata as metadata
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LAYERS = ("engine", "carddb", "link", "hall", "screens")
ABSENT = {"ensurepip", "idlelib", "tkinter", "turtle", "lib2to3", "distutils", "test", "lzma", "bz2", "curses", "readline", "dbm"}
"""Parts of the standard library that the device's Python has not: left out by the packager,
without a recipe, or gone by 3.14."""

BUILT = {"pynacl"}
"""What the packager's recipe builds in its own version; table tests pass with that one too."""

needs_p4a = pytest.mark.skipif(not find_spec("pythonforandroid"), reason="python-for-android is not installed")


def spec() -> ConfigParser:
    found = ConfigParser(allow_no_value=True)
    found.optionxform = str  # type: ignore[assignment, method-assign]  # names keep their case, as in buildozer
    found.read(ROOT / "buildozer.spec", "utf-8")
    return found


APP = dict(spec()["app"])


def listed(key: str) -> list[str]:
    return [each.strip() for each in APP[key].split(",")]


REQUIRED = [Requirement(each) for each in listed("requirements")]


def asked(code: str, *args: str, folder: Path = ROOT) -> Any:
    """What a script says, as JSON on its last line; in a process of its own, as the packager
    changes the one it runs in."""
    run = subprocess.run([sys.executable, "-c", code, *args], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return json.loads(run.stdout.splitlines()[-1])


# Versions


def test_the_phone_gets_the_versions_the_tests_run_with() -> None:
    """But for what the packager builds by a recipe that knows one version of it."""
    here = {(pin := Requirement(each)).name: str(pin.specifier) for each in PROJECT["project"]["dependencies"]}
    there = {each.name: str(each.specifier) for each in REQUIRED if each.specifier}
    assert there == {name: pin for name, pin in here.items() if name not in BUILT}
    assert {each.name for each in REQUIRED} >= set(here)


def test_what_the_requirements_need_is_required_too() -> None:
    """Otherwise the packager would fetch a version nobody named. What Kivy and PyNaCl need, their
    recipes name."""
    named = {each.name for each in REQUIRED}
    device = {"sys_platform": "linux", "platform_system": "Android", "extra": ""}
    needed = {
        dependency.name
        for name in named - {"python3", "kivy", "pyjnius", "android", *BUILT}
        for dependency in map(Requirement, metadata.requires(name) or [])
        if not dependency.marker or dependency.marker.evaluate(device)
    }
    assert needed <= named


RESOLVE = """
import json, sys
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe
from pythonforandroid.toolchain import Context
context = Context()
bootstrap = Bootstrap.get_bootstrap(sys.argv[1], context)
recipes, modules, bootstrap = get_recipe_order_and_bootstrap(context, sys.argv[2:], bootstrap)
versions = {name: Recipe.get_recipe(name, context).version for name in recipes}
print(json.dumps([versions, modules, bootstrap.name]))
"""


@cache
def resolved() -> Any:
    """Recipes with their versions, modules for pip, the bootstrap; as python-for-android finds
    them."""
    return asked(RESOLVE, APP["p4a.bootstrap"], *(each.name for each in REQUIRED))


@needs_p4a
def test_the_requirements_resolve() -> None:
    recipes, modules, bootstrap = resolved()
    assert bootstrap == "sdl2"
    assert {"python3", "kivy", "pyjnius", "android"} <= set(recipes)
    assert recipes["kivy"] == "2.3.1"
    assert {"plyer", "tinydb", "qrcode", "websockets", "paho-mqtt"} <= set(modules)
    assert (recipes["pynacl"], "libsodium" in recipes, "cffi" in recipes) == ("1.3.0", True, True)


@needs_p4a
def test_python_on_the_phone_is_one_we_write_for() -> None:
    recipes, _, _ = resolved()
    assert (3, 11) <= tuple(map(int, recipes["python3"].split(".")[:2])) <= (3, 14)


@needs_p4a
def test_names_that_clash_would_be_found() -> None:
    """The resolver is really asked: two bootstraps that exclude each other are refused."""
    with pytest.raises(AssertionError, match=r"(?i)conflict|valid|BuildInterrupting"):
        asked(RESOLVE, "sdl2", "python3", "kivy", "sdl3")


def pure(name: str) -> bool:
    """Whether the wheel of this name runs on any machine."""
    wheel = metadata.distribution(name).read_text("WHEEL") or ""
    return any(line.startswith("Tag:") and line.endswith("-none-any") for line in wheel.splitlines())


@pytest.mark.parametrize("name", ["plyer", "tinydb", "qrcode", "paho-mqtt"])
def test_what_has_no_recipe_is_pure_python(name: str) -> None:
    """An unknown name is taken for a module of pip without a word; one with compiled parts would
    not run."""
    assert name in {each.name for each in REQUIRED}
    assert pure(name)


def test_what_is_compiled_in_websockets_can_be_left_out() -> None:
    """It has a wheel for any machine too, without the one part that is quicker in C."""
    folder = Path(metadata.distribution("websockets").locate_file("websockets"))
    assert {file.stem.partition(".")[0] for file in folder.rglob("*.so")} <= {"speedups"}
    code = "import sys; sys.modules['websockets.speedups'] = None; import json, link.direct, websockets.frames as f; print(json.dumps(f.apply_mask.__module__))"
    assert asked(code) == "websockets.utils"


@pytest.mark.parametrize(
    "name", ["crypto_scalarmult", "crypto_secretbox", "crypto_secretbox_open", "crypto_sign", "crypto_sign_open", "crypto_sign_seed_keypair"]
)
def test_the_old_binding_of_the_phone_has_what_is_used(name: str) -> None:
    """`link` and `hall` use little of PyNaCl, and nothing that came after 1.3."""
    import nacl.bindings

    used = {
        each
        for room in ("link", "hall")
        for file in (ROOT / room).glob("*.py")
        for each in re.findall(r"^from nacl\S* import (.+)$", file.read_text("utf-8"), re.MULTILINE)
    }
    assert used == {"crypto_scalarmult", "CryptoError", "PrivateKey", "SecretBox", "SigningKey, VerifyKey", "random"}
    assert hasattr(nacl.bindings, name)


def test_a_compiled_module_would_be_found() -> None:
    assert not pure("kivy")


def test_the_release_of_the_packager_is_named() -> None:
    pins = {(pin := Requirement(each)).name: pin for each in PROJECT["project"]["optional-dependencies"]["dev"]}
    if "python-for-android" not in pins:
        pytest.skip("python-for-android is not among the development tools")
    year, month, day = map(int, str(pins["python-for-android"].specifier).removeprefix("==").split("."))
    assert APP["p4a.commit"] == f"v{year}.{month:02}.{day:02}"


# What the phone is told


def test_the_camera_vibration_and_the_network_of_a_table_are_all_it_has() -> None:
    """Up to 36 a table needs INTERNET and nothing is asked; from 37 on the player is, by another
    permission, so whoever raises the target meets this test."""
    assert listed("android.permissions") == ["CAMERA", "VIBRATE", "INTERNET"]
    assert int(APP["android.api"]) < 37
    assert not {"android.wakelock", "android.add_activities", "services"} & set(APP)


def test_the_app_asks_for_nothing_else() -> None:
    """No code names a permission that the package has not."""
    sources = "\n".join(file.read_text("utf-8") for file in (ROOT / "screens").rglob("*.py"))
    assert set(re.findall(r"Permission\.([A-Z_]+)", sources)) == {"CAMERA"}


def test_it_turns_freely() -> None:
    assert listed("orientation") == ["all"]
    assert "android.manifest.orientation" not in APP


def test_the_java_decoder_comes_along() -> None:
    group, name, version = APP["android.gradle_dependencies"].split(":")
    assert (group, name) == ("com.google.zxing", "core")
    assert re.fullmatch(r"3\.\d+\.\d+", version)
    assert int(APP["android.minapi"]) >= 24


@pytest.mark.parametrize(
    ("key", "size", "clear"),
    [
        ("icon.filename", 512, False),
        ("icon.adaptive_foreground.filename", 432, True),
        ("icon.adaptive_background.filename", 432, False),
        ("presplash.filename", 512, True),
    ],
)
def test_the_pictures_are_there(key: str, size: int, clear: bool) -> None:
    """PNG of the right size; those that lie on another ground are clear in the corner."""
    data = (ROOT / APP[key].removeprefix("./")).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    assert (width, height, depth) == (size, size, 8)
    assert colours == 6 or not clear


# The files


TAKEN = """
import json, sys
from buildozer import Buildozer
packager = Buildozer("buildozer.spec")
packager.targetname = "android"
packager.check_configuration_tokens()
packager.config.set("buildozer", "build_dir", sys.argv[1])
packager._copy_application_sources()
print(json.dumps([packager.get_version(), packager.app_dir]))
"""


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The version and the folder of files that buildozer makes of the spec."""
    if not find_spec("buildozer"):
        pytest.skip("buildozer is not installed")
    version, folder = asked(TAKEN, str(tmp_path_factory.mktemp("buildozer")))
    return version, Path(folder)


def names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_the_package_has_the_version_of_the_project(taken: tuple[str, Path]) -> None:
    assert taken[0] == PROJECT["project"]["version"]


def test_a_package_without_file_and_record_has_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings then shows none; the app starts all the same."""
    from screens.app import resources
    from screens.app.version import version

    assert version() == PROJECT["project"]["version"]
    monkeypatch.setattr(resources, "PROJECT", tmp_path / "pyproject.toml")
    monkeypatch.setattr(metadata, "version", absent)
    assert version.__wrapped__() == ""


def absent(name: str) -> str:
    raise metadata.PackageNotFoundError(name)


def wanted() -> set[str]:
    """What the app is made of: all of its layers but what Python makes by itself."""
    files = {file.relative_to(ROOT).as_posix() for layer in (*LAYERS, "locale") for file in (ROOT / layer).rglob("*") if file.is_file()}
    return {"main.py", "pyproject.toml", "LICENSE", "NOTICES.md", "data/icon.png"} | {file for file in files if "__pycache__" not in file}


def test_the_package_has_all_of_the_app_and_nothing_else(taken: tuple[str, Path]) -> None:
    found = names(taken[1])
    assert wanted() - found == set()
    assert {file for file in found - wanted() if not re.fullmatch(r"docs/(manual.*\.md|pictures/.*\.png)", file)} == set()


def test_the_manual_is_there_with_every_picture_it_shows(taken: tuple[str, Path]) -> None:
    """Whether a picture is there at all is a matter of the manual."""
    found = names(taken[1])
    for manual in (ROOT / "docs").glob("manual*.md"):
        assert f"docs/{manual.name}" in found
        shown = set(re.findall(r"!\[[^]]*\]\(([^)]+)\)", manual.read_text("utf-8")))
        assert {f"docs/{picture}" for picture in shown if (ROOT / "docs" / picture).exists()} <= found


def test_the_package_is_small(taken: tuple[str, Path]) -> None:
    """Ten megabytes would be pictures or data that crept in."""
    assert sum((taken[1] / name).stat().st_size for name in names(taken[1])) < 10_000_000


@pytest.mark.heavy
def test_the_app_imports_nothing_the_phone_has_not() -> None:
    imported: set[str] = set()
    for file in (ROOT / "main.py", *(file for layer in LAYERS for file in (ROOT / layer).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module)
    assert {name.split(".")[0] for name in imported} & ABSENT == set()


# The app from those files alone


@pytest.fixture(scope="module")
def packaged(taken: tuple[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the phone has it: byte code without sources, assertions and docstrings, and
    the files beside."""
    folder = tmp_path_factory.mktemp("phone") / "app"
    shutil.copytree(taken[1], folder)
    assert compileall.compile_dir(folder, quiet=1, legacy=True, optimize=2, workers=1)
    for source in folder.rglob("*.py"):
        source.unlink()
    return folder


def run(packaged: Path, data: Path, what: str) -> tuple[int, dict[str, Any]]:
    """The app in a process that knows that folder and the installed packages, and nothing of the
    source tree."""
    home = data.parent / "home"
    home.mkdir(exist_ok=True)
    env = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG")} | {
        "HOME": str(home),
        "KIVY_HOME": str(home),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_DPI": "96",
        "KIVY_CLIPBOARD": "dummy",
        "SDL_VIDEODRIVER": "offscreen",
    }
    command = [sys.executable, "-I", str(ROOT / "tests" / "packaged.py"), str(packaged), str(ROOT / "tools" / "driver.py"), str(data), what]
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


def test_the_packaged_app_plays_and_comes_back_after_a_kill(packaged: Path, tmp_path: Path) -> None:
    """Welcome, French, a sample on its table, the first question; turned, short of memory,
    paused, resumed; killed, it comes back."""
    code, first = run(packaged, tmp_path / "data", "start")
    assert code == -signal.SIGKILL
    assert first["strays"] == []
    assert first["modules"] > 50
    assert first["french"]
    assert first["seen"] == ["welcome", "setup", "table"]
    assert first["screen"] == "ask"
    assert first["asks"]
    assert first["lived"] == [True, True, True]
    assert first["version"] == PROJECT["project"]["version"]
    code, again = run(packaged, tmp_path / "data", "again")
    assert code == 0
    assert again["screen"] == "ask"
    assert again["asks"] == first["asks"]
    assert again["texts"] == first["texts"]


# Other Pythons


def interpreter(version: str) -> str:
    """A Python of this version with its whole standard library, the one that runs here or one on
    the path or beside it; "" for none."""
    own = [sys.executable] if version == f"{sys.version_info[0]}.{sys.version_info[1]}" else []
    beside = [str(file) for file in Path.home().glob(f".pyenv/versions/{version}*/bin/python3")]
    whole = f"import sys, venv; sys.exit(sys.version_info[:2] != (3, {version[2:]}))"
    for each in (*own, *beside, shutil.which(f"python{version}") or ""):
        if each and subprocess.run([each, "-I", "-c", whole], capture_output=True).returncode == 0:
            return each
    return ""


IMPORTS = """
import compileall, importlib, os, pathlib, sys, warnings
warnings.simplefilter("error")
root, site, cache = sys.argv[1:]
sys.pycache_prefix = cache
sys.path[:0] = [root, site]
sys.modules["kivy"] = sys.modules["nacl"] = None  # they have compiled parts, of another Python than this one
layers = [pathlib.Path(root, layer) for layer in ("engine", "carddb", "link", "hall", "screens")]
assert compileall.compile_file(os.path.join(root, "main.py"), quiet=1, force=True)
assert all(compileall.compile_dir(layer, quiet=1, force=True) for layer in layers)
imported = 0
for file in (file for layer in layers for file in sorted(layer.rglob("*.py")) if file.stem != "__main__"):
    name = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    try:
        importlib.import_module(name)
        imported += 1
    except ModuleNotFoundError as no:
        assert (no.name or "").split(".")[0] in ("kivy", "nacl") and name.startswith(("screens.", "link.", "hall.")), name
from engine.games import RULESETS
print(sys.version_info[1], imported, len(RULESETS))
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_code_compiles_and_is_imported_by(version: str, tmp_path: Path) -> None:
    """Every file compiles; every module that needs no Kivy is imported; a warning is an error."""
    python = interpreter(version)
    if not python:
        pytest.skip(f"Python {version} is not installed")
    site = Path(metadata.distribution("tinydb").locate_file("")).resolve()
    done = subprocess.run([python, "-I", "-c", IMPORTS, str(ROOT), str(site), str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    minor, modules, games = map(int, done.stdout.split())
    assert version == f"3.{minor}"
    assert modules > 80
    assert games == 5


def test_the_linter_writes_for_the_oldest() -> None:
    assert PROJECT["tool"]["ruff"]["target-version"] == "py311"
    assert PROJECT["project"]["requires-python"] == ">=3.11"


# make apk


def test_without_an_sdk_one_sentence_says_what_is_needed(tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(["sh", str(ROOT / "tools" / "apk.sh")], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in ("ANDROID_HOME", "Java 17", "make apk"))
