# The whole developer interface; every target first sees that the environment in .venv is there.
PYTHON := .venv/bin/python
TYPED := $(patsubst %/__init__.py,%,$(wildcard engine/__init__.py carddb/__init__.py))

.PHONY: run test lint tour bench mutate soak apk setup

run: setup
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "There is no screen here: this is the tour instead, as pictures."; $(PYTHON) tools/tour.py; \
	else $(PYTHON) main.py; fi

# The screens need no coverage and a processor of their own: both parts run side by side.
# Coverage takes three times as long: laws and what computes much are run without, the examples with it.
HEAVY := law or hypothesis or heavy
test: lint
	@mkdir -p build; $(PYTHON) -m pytest -q tests/screens >build/screens.txt 2>&1 & screens=$$!; \
	$(PYTHON) -m pytest -q --ignore=tests/screens -m "$(HEAVY)"; laws=$$?; \
	$(PYTHON) -m coverage run -m pytest -q --ignore=tests/screens -m "not ($(HEAVY))"; rest=$$?; \
	wait $$screens; drawn=$$?; echo "The screens:"; tail -n 60 build/screens.txt; exit $$((laws + rest + drawn))
	@$(PYTHON) -m coverage report

lint: setup
	@$(PYTHON) -m ruff check .
	@$(if $(TYPED),$(PYTHON) -m mypy --strict $(TYPED))

tour: setup
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
	@sh tools/setup.sh
