# SPDX-License-Identifier: Apache-2.0
# The one entry to everything. Targets are in the fragments included below; `make help` lists them.

SHELL := /bin/bash
PYTHON := build/venv/bin/python

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help help-all setup setup-flows setup-fpga setup-zephyr clean

HELP := setup check test weir demo viewer install docs lint help-all
help: ## the targets that people need
	@for target in $(HELP); do sed -n "s/^$$target:.*## /make $$target	/p" $(MAKEFILE_LIST); done | \
	  expand -t 16

help-all: ## all targets
	@sed ':a; /\\$$/ { N; s/ *\\\n */ /; ba }' $(MAKEFILE_LIST) | awk -F ':.*## ' \
	  '/^[a-z-]+:.*## / { line = sprintf("make %-23s %s\n", $$1, $$2); \
	  if ($$1 ~ /-/ && $$1 != "help-all") parts = parts line; else printf "%s", line } END { printf \
	  "\nparts of bench, regress and the documents\n%s", parts }'

setup: ## install Debian packages, build/venv and the FreeRTOS sources, where missing
	@sim/deps/setup.sh

setup-flows setup-fpga setup-zephyr: setup-%: # and what only the documents' site, other people's \
    flows, FPGAs, Zephyr need
	@sim/deps/setup.sh $*

-include rtl/rtl.mk sw/sw.mk driver/driver.mk sim/sim.mk fpga/fpga.mk docs/docs.mk tests/tests.mk

clean: ## remove what was built; what setup installed stays
	@if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name venv ! -name flows ! -name fpga \
	  ! -name zephyr ! -name deps -exec rm -rf {} +; fi
