# The whole developer interface; every target first sees that what it needs is in .venv: `run` little, the others all.
PYTHON := .venv/bin/python
TYPED := $(patsubst %/__init__.py,%,$(wildcard engine/__init__.py carddb/__init__.py))

.PHONY: run test lint tour bench mutate soak apk setup

run:
	@sh tools/setup.sh run
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "There is no screen here: this is one sample game instead, as pictures."; SDL_VIDEODRIVER=offscreen $(PYTHON) tools/tour.py --short; \
	else $(PYTHON) main.py; fi

# Two halves side by side: the screens but for the longest, and all the rest.
# Coverage takes three times as long: the examples run with it, laws and what computes much without.
HEAVY := law or hypothesis or heavy
LONG := in_a_game
test: lint
	@mkdir -p build; $(PYTHON) -m pytest -q tests/screens -k "not $(LONG)" >build/screens.txt 2>&1 & screens=$$!; \
	$(PYTHON) -m pytest -q --ignore=tests/screens -m "$(HEAVY)"; laws=$$?; \
	$(PYTHON) -m coverage run -m pytest -q --ignore=tests/screens -m "not ($(HEAVY))"; rest=$$?; \
	$(PYTHON) -m pytest -q tests/screens -k "$(LONG)"; long=$$?; \
	wait $$screens; drawn=$$?; echo "The screens:"; tail -n 60 build/screens.txt; exit $$((laws + rest + long + drawn))
	@$(PYTHON) -m coverage report

lint: setup
	@$(PYTHON) -m ruff check .
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
