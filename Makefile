# The contributor's whole interface. Every target sets up its own .venv on a fresh clone and needs nothing else.
# What set-up says goes to stderr; ARGS is passed on: make test ARGS="-x".
.DEFAULT_GOAL := help
.PHONY: help demo test test-all check bench clean
.SUFFIXES:
.NOTPARALLEL: # two set-ups at once would meet in .venv

BIN := .venv/bin
ARGS ?=

# These layers are pure, so nothing excuses an untested branch in them.
COVERED := core text check draw journal
COVERAGE := $(foreach layer,$(COVERED),$(if $(wildcard src/decidable/$(layer)/__init__.py),--cov=decidable.$(layer)))
ifneq ($(strip $(COVERAGE)),)
COVERAGE += --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100
endif
# Each is a module with a main of its own; what they share starts with an underscore.
BENCHES ?= $(sort $(basename $(notdir $(wildcard bench/[a-z]*.py))))

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: .venv/.demo-ready ## book a table with an agent, here in the terminal; no key, no internet
	@$(BIN)/decidable demo $(ARGS)

test: .venv/.dev-ready ## the tests, with every branch of the pure layers covered
	@$(BIN)/pytest $(COVERAGE) $(ARGS)

test-all: .venv/.dev-ready ## the tests and the slow ones: minutes
	@$(BIN)/pytest $(COVERAGE) -m '' $(ARGS)

check: .venv/.dev-ready ## format, lint, types, layers, lengths
	@$(BIN)/ruff format --check --output-format concise . || { echo "not formatted; to repair: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/python scripts/lengths.py

bench: .venv/.dev-ready ## the benchmarks; BENCHES="step" for one
	@for name in $(BENCHES); do $(BIN)/python -m bench.$$name $(ARGS) || exit 1; done

clean: ## remove .venv and everything else that these commands made
	@rm -rf .venv dist .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests examples bench scripts -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.venv/.demo-ready: pyproject.toml scripts/setup
	@scripts/setup demo

.venv/.dev-ready: pyproject.toml scripts/setup
	@scripts/setup dev
