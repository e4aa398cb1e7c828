# SPDX-License-Identifier: Apache-2.0
# Coverage of the RTL: coverage.py says more with --help.

.PHONY: coverage
coverage: $(SIM_CPP) build/weir # measure what the random streams and the directed tests cover of the RTL, and write docs/results/coverage.md
	@$(PYTHON) sim/coverage/coverage.py --table docs/results/coverage.md
