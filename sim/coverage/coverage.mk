# SPDX-License-Identifier: Apache-2.0
# Coverage of the RTL: coverage.py says more with --help.

.PHONY: coverage coverage-rtl regress-coverage
coverage: coverage-rtl coverage-c ## what the tests cover of RTL and C

# of random streams, directed tests, and the tests of the modules around the unit
coverage-rtl: $(SIM_CPP) build/weir
	@$(PYTHON) sim/coverage/coverage.py --table docs/evidence/coverage.md

regress-coverage: $(SIM_CPP) build/weir ## coverage of each module of the RTL; fails below 98 %
	@$(PYTHON) sim/coverage/coverage.py
