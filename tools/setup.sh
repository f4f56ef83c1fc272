#!/bin/sh
# Sees that .venv holds what pyproject.toml asks for: `run` is what the app needs, `all` what its tests and tools need too.
# Quick, and without the network, when .venv already does. `all` adds to what `run` has installed.
# The stamp is written last: an environment without a good one is made anew.
set -eu
level=${1:-all}
CDPATH='' cd -- "$(dirname -- "$0")/.."

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# The pins of one level, one per line.
pins() {
    "$python" - "$1" <<'PYTHON'
import pathlib, sys, tomllib

project = tomllib.loads(pathlib.Path("pyproject.toml").read_text("utf-8"))["project"]
extras = {"run": ["scan"], "all": ["scan", "hall", "dev"]}[sys.argv[1]]
wanted = sum((project["optional-dependencies"][extra] for extra in extras), project["dependencies"])
print(*(pin for pin in wanted if "==" in pin), sep="\n")
PYTHON
}

# What the stamp must hold: the Python version, the level, and a checksum of its pins and of this script.
# Fails when a pinned package is not there or has lost a file.
seal() {
    # shellcheck disable=SC2046 # pins hold no spaces
    .venv/bin/python - "$1" $(python=.venv/bin/python pins "$1" 2>/dev/null) 2>/dev/null <<'PYTHON'
import hashlib, importlib.metadata, os, pathlib, platform, sys

level, *pins = sys.argv[1:]
assert pins
for name, version in (pin.split("==") for pin in pins):
    package = importlib.metadata.distribution(name)
    folder = str(package.locate_file(""))
    assert package.version == version
    assert all(os.path.exists(os.path.join(folder, file)) for file in package.files if file.suffix in {".py", ".so"})
script = pathlib.Path("tools/setup.sh").read_text("utf-8")
print(platform.python_version(), level, hashlib.sha256("\n".join([*pins, script]).encode()).hexdigest())
PYTHON
}

# The level that .venv holds whole; `none` where its stamp is not good.
level_of_environment() {
    [ -f .venv/stamp ] && read -r _ found _ <.venv/stamp && seal=$(seal "$found") && [ "$seal" = "$(cat .venv/stamp)" ] || found=none
    say "$found"
}

# Sets $python to the first Python from 3.11 to 3.$1.
pick() {
    for python in python3 python3.13 python3.12 python3.11; do
        "$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $1))" 2>/dev/null && return
    done
    return 1
}

# Kivy has ready-made builds up to Python 3.13; a newer Python is taken only when there is no other.
find_python() {
    pick 13 || pick 99 && return
    python3 -c '' 2>/dev/null ||
        fail "Adjutant needs Python 3.11 or newer and finds no python3: please install it, on Debian with 'apt-get install python3'."
    fail "Adjutant needs Python 3.11 or newer and finds only $(python3 -V 2>&1): please install a newer one."
}

# The Debian packages that are not there yet, one per line.
missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    [ "$(uname -s)" = Linux ] || return 0
    "$python" -c 'import ctypes; ctypes.CDLL("libGL.so.1")' 2>/dev/null || echo libgl1
    "$python" -c 'import ctypes; ctypes.CDLL("libEGL.so.1")' 2>/dev/null || echo libegl1
}

# The broker that the tests of a hall talk to; without it they say why they are skipped.
install_broker() {
    [ "$level" = all ] && [ "$(uname -s)" = Linux ] || return 0
    PATH=$PATH:/usr/sbin command -v mosquitto >/dev/null 2>&1 && return 0
    apt_get=$(apt_get_by) || return 0
    say "Installing the Debian package mosquitto with $apt_get, for the tests of several devices."
    export DEBIAN_FRONTEND=noninteractive
    $apt_get install -qq -y --no-install-recommends mosquitto >/dev/null 2>&1 ||
        say "It could not be installed: the tests that need it are skipped."
}

# The way to call apt-get here: as root, by a sudo that does not ask, or by one that can ask at a terminal.
apt_get_by() {
    command -v apt-get >/dev/null 2>&1 || return 1
    if [ "$(id -u)" -eq 0 ]; then echo apt-get
    elif sudo -n apt-get --version >/dev/null 2>&1; then echo "sudo -n apt-get"
    elif [ -t 0 ] && command -v sudo >/dev/null 2>&1; then echo "sudo apt-get"
    else return 1
    fi
}

install_packages() {
    missing=$(missing_packages | paste -s -d ' ' -)
    [ -n "$missing" ] || return 0
    please="Adjutant needs $missing to make its environment and to draw: please run 'apt-get install $missing' as root, then make again."
    apt_get=$(apt_get_by) || fail "$please"
    say "Installing the Debian packages $missing with $apt_get, to make the Python environment and to let Kivy draw."
    export DEBIAN_FRONTEND=noninteractive
    $apt_get update -qq >/dev/null 2>&1 || say "The list of Debian packages could not be refreshed; trying with the one that is there."
    # shellcheck disable=SC2086 # a list of plain words
    complaint=$($apt_get install -qq -y --no-install-recommends $missing 2>&1) || fail "$(say "$complaint" | tail -n 1)
$please"
    [ -z "$(missing_packages)" ] || fail "$please"
}

make_environment() {
    say "Making a Python environment in .venv with $("$python" -V); nothing outside this folder changes."
    rm -rf .venv || fail "The old .venv cannot be removed: please remove it by hand, then run make again."
    complaint=$("$python" -m venv .venv 2>&1) || fail "Python cannot make an environment in .venv: $(say "$complaint" | tail -n 1)"
}

# Says what is missing and installs it; the stamp goes first, so that an environment that is torn here is made anew.
install_pins() {
    rm -f .venv/stamp
    pins "$level" >.venv/pins.txt
    missing=$(say "$held" | grep -vxF -f - .venv/pins.txt)
    say "Installing into .venv, which takes a minute or two: $(say "$missing" | sed 's/==/ /' | paste -s -d , - | sed 's/,/, /g')."
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input -r .venv/pins.txt ||
        fail "The packages could not all be installed into .venv: please check the network (and that Python is 3.11 to 3.13), then run make again, which starts .venv afresh."
}

case "$(level_of_environment) $level" in
"all "* | "run run") exit 0 ;;
"run all") python=.venv/bin/python; held=$(pins run) ;;
*) held=none; find_python; install_packages; make_environment ;;
esac
install_broker
install_pins
seal=$(seal "$level") || fail "The packages in .venv are not those of pyproject.toml: please run make again."
say "$seal" >.venv/stamp
say "The environment in .venv is ready."
