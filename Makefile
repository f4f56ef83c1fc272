# The whole developer interface; every target first sees that what it needs is in .venv: `run` little, the others all.
PYTHON := .venv/bin/python
TYPED := $(patsubst %/__init__.py,%,$(wildcard engine/__init__.py carddb/__init__.py link/__init__.py hall/__init__.py screens/__init__.py main.py))

.PHONY: run test cover lint tour bench mutate soak apk setup

run:
	@sh tools/setup.sh run
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "There is no screen here: this is one sample game instead, as pictures."; SDL_VIDEODRIVER=offscreen $(PYTHON) tools/tour.py --short; \
	else $(PYTHON) main.py; fi

# Every test on every core, one progress, one summary; make test T="tests/games -k rally" runs those alone, with any options of pytest.
PYTEST := $(PYTHON) -m pytest -q -n auto --maxprocesses 4 --dist worksteal
T :=
test: lint
	@$(PYTEST) $(T)

# What the examples leave untested; measuring makes them four times as slow.
cover: setup
	@$(PYTEST) --cov

lint: setup
	@$(PYTHON) -m ruff check -q .
	@$(PYTHON) -m ruff format --check -q .
	@$(if $(TYPED),$(PYTHON) -m mypy --strict $(TYPED))

tour:
	@sh tools/setup.sh run
	@$(PYTHON) tools/tour.py

bench: setup
	@$(PYTHON) tools/bench.py

mutate: setup
	@$(PYTHON) tools/mutate.py

soak: setup
	@$(PYTHON) tools/soak.py

apk: setup
	@sh tools/apk.sh

setup:
	@sh tools/setup.sh all
