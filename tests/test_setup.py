"""`make run` and `make test` make their environment: little, then the rest; packages are made
here, so no network is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = """
[project]
name = "adjutant"
dependencies = ["adjutant-draws==1.0"]

[project.optional-dependencies]
scan = ["adjutant-scans==1.0"]
hall = ["adjutant-pairs==1.0"]
dev = ["adjutant[scan,hall]", "adjutant-tests==1.0"]
"""
INSTALLING = "Installing into .venv, which takes a minute or two: "
READY = "The environment in .venv is ready."


def wheel(folder: Path, name: str) -> None:
    """A package of one module, as pip takes it."""
    module, about = name.replace("-", "_"), f"{name.replace('-', '_')}-1.0.dist-info"
    files = {
        f"{module}.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(folder / f"{module}-1.0-py3-none-any.whl", "w") as archive:
        for path, text in (*files.items(), (f"{about}/RECORD", record)):
            archive.writestr(path, text)


class Project:
    """A clone with four packages, one of each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.venv, self.wheels = folder, folder / ".venv", folder / "wheels"
        (folder / "tools").mkdir()
        self.wheels.mkdir()
        shutil.copy(ROOT / "tools" / "setup.sh", folder / "tools")
        (folder / "pyproject.toml").write_text(PROJECT)
        (folder / "bin").mkdir()
        broker = folder / "bin" / "mosquitto"
        broker.touch()
        broker.chmod(0o755)  # nothing is installed on the machine for a test
        for name in ("adjutant-draws", "adjutant-scans", "adjutant-pairs", "adjutant-tests"):
            wheel(self.wheels, name)

    def setup(self, level: str, network: bool = True) -> tuple[int, list[str], str]:
        """What it ends with, its lines, and the last of its complaints."""
        python = Path(sys.executable).resolve().parent
        found = self.wheels if network else self.folder / "nowhere"
        env = {
            "PATH": f"{python}:{self.folder / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(found),
            "PIP_CONFIG_FILE": os.devnull,
        }
        done = subprocess.run(["sh", "tools/setup.sh", level], cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines(), (done.stderr.splitlines() or [""])[-1]

    def modules(self) -> dict[str, Path]:
        return {file.stem: file for file in self.venv.glob("lib/python3*/site-packages/adjutant_*.py")}


def test_run_installs_little_and_all_adds_the_rest(tmp_path: Path) -> None:
    """Each says what it installs, does nothing the second time, and needs no network then; what
    is torn is made anew."""
    project = Project(tmp_path)
    code, said, complaint = project.setup("run")
    assert (code, complaint) == (0, "")
    assert said[0].startswith("Making a Python environment in .venv with Python 3.")
    assert said[1:] == [INSTALLING + "adjutant-draws 1.0, adjutant-scans 1.0.", READY]
    assert set(project.modules()) == {"adjutant_draws", "adjutant_scans"}
    assert project.setup("run", network=False) == (0, [], "")

    (project.venv / "mark").touch()
    assert project.setup("all") == (0, [INSTALLING + "adjutant-pairs 1.0, adjutant-tests 1.0.", READY], "")
    assert set(project.modules()) == {"adjutant_draws", "adjutant_scans", "adjutant_pairs", "adjutant_tests"}
    assert project.setup("all", network=False) == (0, [], "")
    assert project.setup("run", network=False) == (0, [], "")
    assert (project.venv / "mark").exists()

    project.modules()["adjutant_scans"].unlink()
    assert project.setup("run")[1][1:] == [INSTALLING + "adjutant-draws 1.0, adjutant-scans 1.0.", READY]
    assert set(project.modules()) == {"adjutant_draws", "adjutant_scans"}
    assert not (project.venv / "mark").exists()

    code, said, complaint = project.setup("all", network=False)
    assert (code, said) == (1, [INSTALLING + "adjutant-pairs 1.0, adjutant-tests 1.0."])
    assert complaint.startswith("The packages could not all be installed into .venv: please check the network")
    assert not (project.venv / "stamp").exists()
