"""What a public host runs: the workflows name commands, Pythons and a version that are there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".github" / "workflows"
TEST, APK = ((FOLDER / name).read_text("utf-8") for name in ("test.yml", "apk.yml"))
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_a_push_is_tested_on_every_python_that_setup_chooses_from() -> None:
    (tested,) = re.findall(r"^ +python: (\[.+\])$", TEST, re.MULTILINE)
    chosen = re.findall(r"python(3\.\d+)", (ROOT / "tools" / "setup.sh").read_text("utf-8").partition("for python in")[2].partition(";")[0])
    assert json.loads(tested) == sorted(chosen) == ["3.11", "3.12", "3.13"]
    assert "python-version: ${{ matrix.python }}" in TEST


@pytest.mark.parametrize(("workflow", "command"), [(TEST, "test"), (APK, "apk")])
def test_a_workflow_runs_what_a_person_runs(workflow: str, command: str) -> None:
    assert re.findall(r"^ +run: make (\w+)$", workflow, re.MULTILINE) == [command]
    assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("workflow", [TEST, APK])
def test_a_workflow_reads_and_uses_only_actions_of_the_host_by_their_major_version(workflow: str) -> None:
    uses = re.findall(r"uses: (.+)", workflow)
    assert len(uses) >= 2
    assert [each for each in uses if not re.fullmatch(r"actions/[a-z-]+@v\d+", each)] == []
    assert "permissions:\n  contents: read\n" in workflow


@pytest.mark.parametrize(("tag", "named"), [(f"v{VERSION}", True), (f"v{VERSION}.1", False), ("v", False)])
def test_a_tag_that_does_not_name_the_version_builds_nothing(tag: str, named: bool) -> None:
    (check,) = re.findall(r"run: (grep .+)", APK)
    done = subprocess.run(["sh", "-c", check], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, capture_output=True, check=False)
    assert (done.returncode == 0) is named


# make apk, with stand-ins for Java and the packager


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with tools/apk.sh and programs that only tell how they were called."""
    tells = 'echo "$APP_ANDROID_SDK_PATH $VIRTUAL_ENV $(command -v cython) $*"'
    for name, does in {".venv/bin/buildozer": tells, ".venv/bin/cython": "", "bin/javac": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "apk.sh").write_text((ROOT / "tools" / "apk.sh").read_text("utf-8"), "utf-8")
    return tmp_path


def packed(clone: Path, **env: str) -> str:
    around = {"PATH": f"{clone}/bin:/usr/bin:/bin", "HOME": str(clone), **env}
    return subprocess.run(["sh", "tools/apk.sh"], cwd=clone, env=around, capture_output=True, text=True, check=False).stdout


def test_the_packager_runs_inside_the_environment_with_the_sdk(clone: Path) -> None:
    said = f"{clone}/.venv {clone}/.venv/bin/cython android debug\n"
    assert packed(clone, ANDROID_HOME=str(clone)) == f"{clone} {said}"


def test_who_accepts_the_licences_needs_no_sdk(clone: Path) -> None:
    """As the workflow does: the SDK of the host is not taken."""
    fetched = f"{clone}/.buildozer/android/platform/android-sdk"
    assert packed(clone, ANDROID_HOME="", ANDROID_SDK_ROOT="") == ""
    assert packed(clone, ANDROID_HOME="", ANDROID_SDK_ROOT="", APP_ANDROID_ACCEPT_SDK_LICENSE="1").startswith(f"{fetched} ")
    assert all(f"{name}: {value}\n" in APK for name, value in (("ANDROID_HOME", '""'), ("ANDROID_SDK_ROOT", '""'), ("APP_ANDROID_ACCEPT_SDK_LICENSE", '"1"')))
