# The whole developer interface; every target first sees that the environment in .venv is there.
PYTHON := .venv/bin/python
TYPED := $(patsubst %/__init__.py,%,$(wildcard engine/__init__.py carddb/__init__.py))

.PHONY: run test lint tour bench mutate soak apk setup

run: setup
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "There is no screen here: this is the tour instead, as pictures."; $(PYTHON) tools/tour.py; \
	else $(PYTHON) main.py; fi

# The screens need no coverage and a processor of their own: both parts run side by side.
test: lint
	@mkdir -p build; $(PYTHON) -m pytest -q tests/screens >build/screens.txt 2>&1 & screens=$$!; \
	$(PYTHON) -m coverage run -m pytest -q --ignore=tests/screens; rest=$$?; \
	wait $$screens; drawn=$$?; echo "The screens:"; tail -n 60 build/screens.txt; exit $$((rest + drawn))
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
