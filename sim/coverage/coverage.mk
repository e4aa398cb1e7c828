# SPDX-License-Identifier: Apache-2.0
# Coverage of the RTL: coverage.py says more with --help.

.PHONY: coverage coverage-rtl regress-coverage
REGRESSIONS += regress-coverage
coverage: coverage-rtl coverage-c ## what the tests cover of RTL and C (docs/results/coverage.md, coverage-c.md)

coverage-rtl: $(SIM_CPP) build/weir # measure what random streams, directed tests and the tests of what is around the unit cover of the RTL, and write docs/results/coverage.md
	@$(PYTHON) sim/coverage/coverage.py --table docs/results/coverage.md

regress-coverage: $(SIM_CPP) build/weir ## what the tests cover of the RTL, module by module; fails below 98 %
	@$(PYTHON) sim/coverage/coverage.py
