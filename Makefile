# All tasks of a checkout. `make run` and `make test` need no preparation.

VENV ?= .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
# The tests run in one and a half times as many processes as there are cores, because each waits at times for a
# browser or a server. With worksteal, a process without tests takes over tests of another one.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
PROCESSES ?= $(shell echo $$(( ($(CORES) * 3 + 1) / 2 )))
PYTEST := $(PY) -m pytest --quiet --numprocesses $(PROCESSES) --dist worksteal
# With this variable set, every process of the tests would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE
# Tests and checks do not use the database in data/.
TESTING := DATA_DIR=$(VENV)/test-data
# An upgrade of the system may remove the Python with which the environment was made.
_ := $(shell test ! -e $(VENV)/.made || $(PY) -c '' 2>/dev/null || rm $(VENV)/.made)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install run test lint format types contracts unit checks e2e webkit shots demo bench lighthouse icons messages licences sbom requirements clean

help: ## List all targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/.installed ## Start the site, and print its address
	@$(PY) manage.py serve

install: $(VENV)/.installed-dev ## Install all that the other targets need

test: lint types contracts unit checks e2e ## Run all checks and tests, also in a browser

lint: install ## Check the style of Python, JavaScript and templates
	$(PY) -m ruff check --quiet
	$(PY) -m ruff format --check --quiet
	$(BIN)/oxlint --deny-warnings --quiet scoring rules_ref tichu_score tests
	$(PY) -m djlint --lint --quiet templates
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 --check {} +

format: install ## Format Python and templates
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

types: install ## Check the types
	$(TESTING) $(PY) -m mypy

contracts: install ## Check which module imports which
	$(PY) $(BIN)/lint-imports

unit: install ## Run all tests except those in a browser
	$(TESTING) $(PYTEST) $(OPTIONS) --ignore=tests/e2e --ignore=tests/webkit

checks: install ## Check for missing migrations and unsafe settings
	$(TESTING) $(PY) manage.py makemigrations --check
	$(TESTING) HTTPS=1 ALLOWED_HOSTS=example.org $(PY) manage.py check --deploy --fail-level WARNING

e2e: install ## Run the tests in Chromium against the real server
	@$(PY) -m tests.chromium
	$(TESTING) $(PYTEST) $(OPTIONS) tests/e2e

webkit: install ## Run the tests in WebKit, the engine of Safari, on Linux only
	@$(PY) -m tests.webkit.phone
	$(TESTING) xvfb-run --auto-servernum $(PY) -m pytest --quiet $(OPTIONS) tests/webkit

shots: install ## Take a picture of every screen, into shots/
	@$(PY) -m tests.chromium
	$(TESTING) $(PY) -m tests.shots $(SHOTS)

bench: install ## Run the benchmarks
	$(TESTING) $(PY) -m tests.bench

lighthouse: install ## Measure a page of every kind with Lighthouse; needs node with npm
	@$(PY) -m tests.chromium
	$(TESTING) $(PY) -m tests.lighthouse

icons: install ## Draw the icons of the app from their SVG sources
	@$(PY) -m tests.chromium
	$(PY) -m tests.icons

demo: $(VENV)/.installed ## Fill a group with the evenings of tests/examples
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo tests/examples/score-sheets.json

messages: install ## Update the catalogues of translations from the sources, and compile them
	$(TESTING) $(PY) -m tests.messages

licences: install ## List the licences of everything that is installed
	@$(BIN)/pip-licenses --order=license --with-urls

sbom: install ## Write the list of packages that the site installs to sbom.json (CycloneDX)
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --output-file sbom.json requirements.txt

requirements: install ## Pin the newest versions that the .in files allow
	for name in requirements requirements-dev; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
			--no-header --no-emit-index-url --no-emit-find-links $$name.in --output-file $$name.txt || exit 1; \
	done

clean: ## Remove installed packages and generated files; scores are kept
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-results shots bench.json sbom.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.installed: requirements.txt $(VENV)/.made
	@echo "Installing what the site needs ..."
	@$(PIP) install --require-hashes --requirement requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements.txt $(VENV)/.made
	@echo "Installing what the site, its tests and tools need ..."
	@$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $(VENV)/.installed $@

# A name on the PATH may be a stub that fails, so each one is run.
$(VENV)/.made:
	@enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
	for python in $(or $(PYTHON),$(PYTHONS)); do \
		"$$python" -c "$$enough" 2>/dev/null && break; python=; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Tichu Score needs Python 3.11 or newer: install it, or name it, as in make PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "This Python has no venv module: install it (Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; \
	fi; \
	$(PY) -c '' 2>/dev/null || clear=--clear; \
	"$$python" -m venv $$clear $(VENV)
	@touch $@
