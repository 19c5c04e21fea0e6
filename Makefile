# Two commands do everything: `make site` builds the site, `make test` runs every check.
# the first Python that is new enough and runs; name another with make PYTHON=...
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV   := .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help site serve test check lint docs vectors reproduce clean

help:  ## Say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

site: $(VENV)/.installed  ## Build the site into site/
	$(BIN)/faultbook build
	@echo "The site is in site/. To look at it: make serve, then open http://127.0.0.1:8000/"

serve: $(VENV)/.installed  ## Serve the site with live reload
	$(BIN)/faultbook serve

check: $(VENV)/.installed  ## Check every entry
	$(BIN)/faultbook check

lint: $(VENV)/.installed-test  ## Check the code
	$(BIN)/ruff check generator tests benchmarks
	$(BIN)/ruff format --check generator tests benchmarks
	$(BIN)/mypy

test: lint  ## Install what tests need, a Chromium included, and run them all
	PYTHON=$(BIN)/python sh tests/tools/ensure_tools.sh
	shellcheck .ci/run tests/tools/*.sh
	$(BIN)/faultbook check
	$(BIN)/pytest -m "not reproduction" -n auto --dist loadfile --no-loadscope-reorder

docs: $(VENV)/.installed-test  ## Write the pages that are made from the code: commands, checks, parts
	$(BIN)/python tests/tools/make_docs.py

vectors: $(VENV)/.installed-test  ## Write anew what both engines have to answer (after a change of the index)
	$(BIN)/python -m tests.conformance.make_vectors
	$(BIN)/python -m tests.diagnosis.make_vectors

reproduce: $(VENV)/.installed-test  ## Provoke the failures that can be provoked here (slow; installs torch)
	$(BIN)/pip install --quiet --disable-pip-version-check -r tests/reproductions/requirements.txt
	$(BIN)/pytest -m reproduction tests/reproductions

clean:  ## Remove what was built
	rm -rf site .cache
