# Everything a developer does, by name. Each target first installs what it needs, in .venv.
# Needs python3 (3.11 or newer, with venv), a C compiler and make.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
INSTALL := $(PIP) install --quiet --constraint constraints.txt
CODE := $(wildcard dixie_env agents training)
WORKERS ?= 2
# What the tests need beyond the set-up.
EXTRAS := $(foreach extra,train ray openspiel minari docs dist,$(VENV)/.stamp-$(extra))

export OMP_NUM_THREADS ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-long lint attack bench golden docs site notebooks debug-build dist clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.stamp-setup ## create a virtual environment with all tools and an editable install

build: $(VENV)/.stamp-setup ## compile the engine and agents if their sources have changed
	@$(PY) -P dixie_env/engine/sources.py || $(PY) setup.py --quiet build_ext --inplace

demo: build ## build everything, run `dixie demo`, and play a small study (two minutes)
	@$(VENV)/bin/dixie demo
	@out=$$(mktemp -d) && $(VENV)/bin/dixie study small --out $$out/study --workers $(WORKERS); code=$$?; rm -rf $$out; exit $$code

lint: build $(EXTRAS) ## run ruff (rules and format) and mypy
	@echo "ruff" && $(PY) -m ruff check . && $(PY) -m ruff format --check .
	@echo "mypy" && $(PY) -m mypy $(CODE) tests

test: lint $(VENV)/.stamp-browser ## lint, then run all tests except the long ones
	$(PY) -m pytest -n $(WORKERS) --dist loadgroup --durations=10

test-long: build $(EXTRAS) ## run the tests that take minutes
	$(PY) -m pytest -m long --durations=10

attack: build $(EXTRAS) ## attack Dixie for an hour or two, and write what came of it into docs/reliability.md
	$(PY) -m tests.attacks

bench: build $(VENV)/.stamp-bench $(VENV)/.stamp-train ## measure speed as ratios against other environments in the same run
	@$(PY) -m benchmarks.run

golden: build ## regenerate the golden records; read the diff before you commit it
	@$(PY) -m tests.golden.regenerate

docs: build ## write the generated documentation and the type stubs of the enums
	@$(PY) -m docs.generate

site: build $(VENV)/.stamp-train $(VENV)/.stamp-docs ## build the documentation site, in .site/html
	@$(PY) -m docs.site

notebooks: build $(EXTRAS) ## run the notebooks and store them with new pictures
	@$(PY) -m tests.notebooks.running quickstart tournament abilities study training own_bot

debug-build: build ## build with sanitizers next to the release build and compare their games
	@$(PY) tests/debug/build.py

dist: $(VENV)/.stamp-dist ## build the sdist and a wheel for all recent Linux systems in dist/, and try it where there is no compiler
	@rm -rf dist
	@$(PY) -m tests.packaging.distribute dist

clean: ## remove build products (not .venv, not runs/)
	rm -rf build dist .site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f $(foreach dir,dixie_env/engine agents/dixie_agents/compiled,$(dir)/*.so $(dir)/*.c $(dir)/*.html)
	find $(CODE) tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(PY):
	@echo "creating $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-setup: pyproject.toml constraints.txt setup.py | $(PY)
	@echo "installing tools for building"
	@$(INSTALL) setuptools wheel cython numpy
	@echo "installing dixie-env and the tools for developing"
	@$(INSTALL) --no-build-isolation --editable '.[dev,arena]'
	@touch $@

# A browser for the tests of pages: Debian's, where we may install it. Without one those tests are skipped, and say so.
$(VENV)/.stamp-browser: | $(VENV)/.stamp-setup
	@command -v chromium > /dev/null || command -v google-chrome > /dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "installing chromium" && \
	    apt-get update -qq > /dev/null && apt-get install -qq -y chromium > /dev/null; } || \
	  echo "no browser can be installed here: the tests in a browser are skipped"
	@touch $@

# Only the packages the extra names: installing the extra itself would compile the engine again.
.PRECIOUS: $(VENV)/.stamp-%
$(VENV)/.stamp-%: pyproject.toml constraints.txt | $(VENV)/.stamp-setup
	@echo "installing the extra '$*'"
	@$(PY) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['$*'], sep='\n')" > $@.txt
	@$(INSTALL) --requirement $@.txt
	@touch $@
