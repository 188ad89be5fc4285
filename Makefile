# Two commands do everything, set-up included: `make report` and `make test`.

# The first interpreter that is new enough; override with `make PYTHON=/path/to/python report`.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
COMPLETE := $(VENV)/.complete
install_in = $(1)/python -m pip install --quiet --no-input --disable-pip-version-check --constraint constraints.txt
# Not by pip: on all cores, and without what is never imported. A file that is no Python is passed over.
compile = $(BIN)/python -m compileall -q -j 0 -x '/(tests?|cuda|lexers|_?distutils|first_paper)/' $(1) >/dev/null 2>&1 || true
RESULTS := results/results.json
RUN_OPTIONS ?=
# Compiled modules are kept, whatever the shell says: without them the tests are collected in four times the time.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup report test proofs proofs-full reproducible test-browser test-wheel lint format bench full clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

setup: $(COMPLETE)  ## make the virtual environment (the other targets do it themselves)

# The stamp is written last: an installation that failed half way is begun again from an empty environment.
$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with venv must be installed, found none" >&2; exit 1; }
	@test -f $@ || { echo "setting up $(VENV) with $$($(PYTHON) --version)"; $(PYTHON) -m venv --clear $(VENV); }
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' \
		>$(VENV)/dependencies.txt
	@{ $(call install_in,$(BIN)) --no-compile --no-deps --editable . && { $(call compile,tabular theory_checks reports); }; } & \
		$(call install_in,$(BIN)) --no-compile --requirement $(VENV)/dependencies.txt && wait $$!
	@$(call compile,$(VENV)/lib)
	@touch $@; echo "theory-checks is at $(BIN)/theory-checks; to have it on your PATH: . $(BIN)/activate"

# What only the tests and developers need takes three times as long: a report does not wait for it.
$(COMPLETE): $(INSTALLED)
	$(call install_in,$(BIN)) --no-compile 'theory-checks[test,dev]'
	@$(call compile,$(VENV)/lib)
	@touch $@

report: $(INSTALLED)  ## run the suite (quick profile) and write the site
	@$(BIN)/theory-checks run --out $(RESULTS) --site reports/site $(RUN_OPTIONS)

full: $(INSTALLED)  ## the same with the full profile: long; one that was interrupted goes on
	@$(MAKE) --no-print-directory report RESULTS=results/full.json RUN_OPTIONS="--profile full"

# A test that waits for ever says where, and fails: the slowest one takes a minute.
NAMED := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

# Long tests are left to CI; those of the library and of rooms that passed are run again there, or if something that they
# reach has changed.
FRESH := $(CI)$(filter --fresh,$(RUN_OPTIONS))

# Near misses are tried again where a check has changed: panel.json of the room is to be committed. CI finds it as it must be.
test: $(COMPLETE)  ## run the statements, and the quick tests that can have changed since they passed; RUN_OPTIONS=--fresh: all
	@$(if $(FRESH),,$(BIN)/theory-checks mutate; test $$? -le 1)
	@$(BIN)/theory-checks run --out $(RESULTS) $(RUN_OPTIONS) >/dev/null; test $$? -le 1
	@$(if $(FRESH),rm -f results/passed.json)
	$(BIN)/python -m pytest -n auto --dist worksteal $(NAMED) -p tests.unchanged -p tests.long $(if $(FRESH),--long)
	@mv results/passing.json results/passed.json

reproducible: $(COMPLETE)  ## run all statements as on seven other machines, and compare bytes: long
	$(BIN)/python -m pytest -m reproducible tests/test_processors.py

test-browser: $(COMPLETE)  ## test the site in headless Chromium (installs Debian's where it may)
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
		{ echo "test-browser must find chromium, got none: install it and repeat" >&2; exit 1; }
	$(BIN)/python -m pytest tests/browser

# What is compiled of the library is kept for the next call.
PROVE = $(BIN)/theory-checks prove --compiled results/coq
COQ := coq libcoq-coquelicot libcoq-interval

# Statements that are computed in seconds, with certificates of most kinds.
SAMPLED := dpdqn/bellman-iff dpdqn/convergence dpdqn/eq2-variance dpdqn/lemma14-eigenvalues dpdqn/union-tail-expression \
	gpope/lemma2-lmax gpope/recursion-c1 gpope/thm2-limit pucb/e-epsilon-footnote pucb/laplace-example

proofs: $(INSTALLED)  ## have Coq check the theorems beside statements (installs Debian's where it may)
	@command -v coqc >/dev/null && test -d "$$(coqc -where)/user-contrib/Interval" || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
			apt-get update -qq && apt-get install -y -qq $(COQ) >/dev/null; } || \
		{ echo "proofs must find Coq and its libraries, got none: install $(COQ) and repeat" >&2; exit 1; }
	$(PROVE)
	$(PROVE) --points 1 --every 12
	$(BIN)/theory-checks run --fresh --out results/sample.json $(SAMPLED) >/dev/null
	$(PROVE) --certificates results/sample.json $(SAMPLED)

proofs-full: proofs  ## also have Coq decide every certificate, and its checker check the library again: long
	@test -f $(RESULTS) || $(BIN)/theory-checks run --out $(RESULTS)
	$(PROVE) --axioms-of-each
	$(PROVE) --points 2
	$(PROVE) --certificates $(RESULTS)
	$(PROVE) --library

test-wheel: $(COMPLETE)  ## build the wheel, install it alone, and use it outside of this folder
	rm -rf dist $(VENV)/wheel
	$(BIN)/python -m build --wheel --outdir dist . >/dev/null
	$(BIN)/python -m venv $(VENV)/wheel
	$(call install_in,$(VENV)/wheel/bin) dist/*.whl
	cd $(VENV)/wheel && bin/theory-checks run 'dpdqn/line*' --jobs 1 --out results.json && bin/theory-checks report results.json --out site
	cd $(VENV)/wheel && bin/python -c 'import theory_checks as tc; print(tc.check("dpdqn/line22-sum"))'
	cd $(VENV)/wheel && rm -rf first && bin/theory-checks new first && bin/theory-checks --only first run --out first/results.json \
		&& bin/theory-checks --only first report first/results.json --out first/site
	$(call install_in,$(VENV)/wheel/bin) pytest
	cd $(VENV)/wheel && bin/pytest -c /dev/null --rootdir first first/loops && bin/pytest -c /dev/null --rootdir first first/tests

lint: $(COMPLETE)  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

format: $(COMPLETE)  ## apply the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(COMPLETE)  ## time solvers, noise, counters and learners beside their peers; the next report shows them
	$(call install_in,$(BIN)) --editable '.[test,dev,peers]'
	@rm -rf results/benchmarks && mkdir -p results/benchmarks
	$(BIN)/python -m pytest tests/benchmarks --benchmark-json=results/benchmarks/made.json

clean:  ## remove everything that the other targets made
	rm -rf $(VENV) results reports/site build dist *.egg-info .pytest_cache .ruff_cache .benchmarks
