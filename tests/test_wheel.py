"""The wheel, as pip makes it: what is in it, and its commands in an environment that has nothing
else.

Nothing comes from the network: the wheel is built by the pinned backend, and what it requires is
linked into the new environment from this one, package by package.
"""

from __future__ import annotations

import importlib.metadata as metadata
import json
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from engine.doors.ask import answered
from engine.games import RULESETS

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--no-cache-dir")
PATIENCE = 600
"""Seconds; only so that a fault hangs nobody."""
FIRST_FRAME = ROOT / "tests" / "first_frame.py"


def run(*command: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


def record(wheel: Path) -> metadata.Distribution:
    """What the wheel says of itself."""
    (folder,) = (each for each in zipfile.Path(wheel).iterdir() if each.name.endswith(".dist-info"))
    return metadata.PathDistribution(folder)  # type: ignore[arg-type]  # a path in an archive will do


# What is in it


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def files(*folders: str) -> set[str]:
    """The files below some folders of the clone, without what Python makes by itself."""
    found = {file.relative_to(ROOT).as_posix() for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()}
    return {file for file in found if "__pycache__" not in file}


def test_the_wheel_takes_one_name_and_has_all_of_the_app_below_it(wheel: Path) -> None:
    """So neither tests nor tools nor what was built here is in it."""
    there = {name for name in names(wheel) if ".dist-info/" not in name}
    alone = {"main.py", "docs/manual.md", "docs/manual.fr.md", "data/icon.png"}
    brought = files("engine", "carddb", "link", "hall", "screens", "locale", "docs/pictures") | alone
    assert there == {"adjutant/__init__.py"} | {f"adjutant/{file}" for file in brought}


@pytest.mark.parametrize(
    ("folder", "some"),
    [
        ("screens/fonts", {"RobotoSlab-SemiBold.ttf", "RobotoCondensed-Medium.ttf", "adjutant-icons.ttf", "adjutant-icons.json"}),
        ("screens/fonts", {"LICENSE-roboto-slab.txt", "LICENSE-roboto-condensed.txt", "LICENSE-material-design-icons.txt", "LICENSE-apache-2.0.txt"}),
        ("carddb/packs", {f"{game}.json" for game in RULESETS}),
        ("locale/fr", {"core.po", "screens.po", "aam.po", "dust.po", "epic.po", "front.po", "twogm.po"}),
        ("docs", {"manual.md", "manual.fr.md", "pictures/en/home.png", "pictures/fr/home.png"}),
    ],
)
def test_the_wheel_brings(wheel: Path, folder: str, some: set[str]) -> None:
    assert {f"adjutant/{folder}/{name}" for name in some} <= names(wheel)


def test_the_licence_and_the_notices_stand_in_the_record(wheel: Path) -> None:
    assert record(wheel).metadata.get_all("License-File") == ["LICENSE", "NOTICES.md"]
    assert {"LICENSE", "NOTICES.md"} <= {name.rpartition("/licenses/")[2] for name in names(wheel)}


def test_a_decoder_of_codes_and_a_matching_are_extras(wheel: Path) -> None:
    required = [Requirement(each) for each in record(wheel).requires or []]
    assert {each.name for each in required if each.marker and each.marker.evaluate({"extra": "scan"})} == {"zxing-cpp"}
    assert {each.name for each in required if each.marker and each.marker.evaluate({"extra": "hall"})} == {"networkx"}
    assert not {"zxing-cpp", "networkx"} & {each.name for each in required if not each.marker}


# An environment with nothing else


def needed(required: Iterable[str]) -> set[str]:
    """The packages that some requirements lead to."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in required]
    while waiting:
        each = waiting.pop()
        if each.name not in found and (not each.marker or each.marker.evaluate({"extra": ""})):
            found.add(each.name)
            waiting += map(Requirement, metadata.requires(each.name) or [])
    return found


def link(package: str, site: Path) -> None:
    """One package of this environment in another, by links to its folders."""
    there = metadata.distribution(package)
    for top in {file.parts[0] for file in there.files or []} - {"..", "__pycache__"}:
        if not (site / top).exists():
            (site / top).symlink_to(Path(there.locate_file(top)).resolve())


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of a fresh environment: the wheel, and what it requires."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    run(*PIP, "--python", folder / "bin" / "python", "install", "--no-deps", "--no-index", wheel)
    (found,) = folder.glob("lib/python*/site-packages")
    for package in needed(record(wheel).requires or []):
        link(package, found)
    return found


def call(site: Path, folder: Path, command: str, *args: str | Path, given: str = "", **env: str) -> str:
    """What an installed command says; started in a folder that has nothing to do with the clone,
    with nothing of it around."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    around = {"PATH": "/usr/bin:/bin", "HOME": str(home), "KIVY_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"} | env
    return run(site.parents[2] / "bin" / command, *args, input=given, cwd=home, env=around).stdout


def test_the_engine_answers_as_in_the_clone(site: Path, tmp_path: Path) -> None:
    found = json.loads(call(site, tmp_path, "adjutant-engine", "questions", "front"))
    assert list(found["questions"]) == ["front"]
    asked = [example for each in found["questions"]["front"]["ask"].values() for example in each["examples"]]
    said = call(site, tmp_path, "adjutant-engine", "ask", given="\n".join(map(json.dumps, asked)))
    assert [json.loads(line) for line in said.splitlines()] == [answered(RULESETS, each, "") for each in asked]
    assert asked


def test_the_cards_are_there_and_sound(site: Path, tmp_path: Path) -> None:
    packs = sorted((site / "adjutant" / "carddb" / "packs").glob("*.json"))
    counts = [len(json.loads(pack.read_text("utf-8"))["cards"]) for pack in packs]
    said = call(site, tmp_path, "adjutant-cards", "check", *packs)
    assert said.splitlines() == [f"{pack}: {count} cards, 0 refused" for pack, count in zip(packs, counts, strict=True)]
    assert len(call(site, tmp_path, "adjutant-cards", "pack").splitlines()) == sum(counts) > 0


@pytest.mark.parametrize("command", ["adjutant-engine", "adjutant-cards"])
def test_a_command_calls_itself_by_its_name(site: Path, tmp_path: Path, command: str) -> None:
    assert call(site, tmp_path, command, "--help").startswith(f"usage: {command} ")


def test_the_app_starts_and_keeps_its_data_elsewhere(site: Path, tmp_path: Path) -> None:
    """By its command, without a display, in a language of its own."""
    before = set(site.rglob("*"))
    (tmp_path / "home" / "mods").mkdir(parents=True)
    shutil.copy(FIRST_FRAME, tmp_path / "home" / "mods")
    said = call(site, tmp_path, "adjutant", KCFG_MODULES_FIRST_FRAME="", SDL_VIDEODRIVER="offscreen", XDG_DATA_HOME=str(tmp_path / "data"))
    found = json.loads(said.splitlines()[-1])
    assert {"Adjutant", "English", "Français"} <= set(found["first"])
    assert {"Aide", "Scanner et étiqueter"} <= set(found["help"])
    assert f"{site}/adjutant/docs/pictures/fr/scan.png" in found["pictures"]
    assert found["icon"] == f"{site}/adjutant/data/icon.png"
    assert found["version"] == PROJECT["version"]
    assert [file for file in found["files"] if not file.startswith(f"{site}/adjutant/")] == []
    assert [folder for folder in found["path"] if Path(folder).is_relative_to(ROOT)] == []
    assert (tmp_path / "data" / "adjutant").is_dir()
    assert set(site.rglob("*")) == before
