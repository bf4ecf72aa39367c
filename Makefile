# Everything a newcomer needs: `make demo` and `make test` set themselves up in .venv.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO ?= sample_reports/exports/full_raw.csv.xz
# Bytecode is kept, as that of every installed package is: without it each start compiles the whole program anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test lint bench docs clean

help:  ## what there is to do
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(READY): pyproject.toml
	$(PYTHON) .ci/environment.py $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(READY)  ## analyse a shipped sample, leave demo-report.html
	$(RUN)/ncu-advisor analyze $(DEMO) -o demo-report.html
	@echo "report: $(CURDIR)/demo-report.html"

test: $(READY)  ## run the tests
	$(RUN)/python -m pytest

lint: $(READY)  ## format check, lint, strict types
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy

bench: $(READY)  ## print every figure of the documentation
	$(RUN)/python -m benchmarks

docs: $(READY)  ## write what the documentation takes from the code (pictures: docs/screenshots.py)
	$(RUN)/python docs/generate.py

clean:  ## remove what the targets made
	rm -rf $(VENV) demo-report.html build dist
