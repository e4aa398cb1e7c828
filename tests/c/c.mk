# SPDX-License-Identifier: Apache-2.0
# How well the C is tested: coverage of driver and codecs (coverage.py), mutants of golden model and codecs (mutate.py). The scripts say more with --help.

C_SETS := tiny small small_serial two_harts wide full_short many_harts full small_one

.PHONY: coverage-c regress-coverage-c mutation-c regress-mutation-c
REGRESSIONS += regress-coverage-c regress-mutation-c

coverage-c: $(TEST_PROGRAMS) ## line and branch coverage of driver and codecs; writes docs/results/coverage-c.md
	@$(PYTHON) tests/c/coverage.py --table docs/results/coverage-c.md

regress-coverage-c: $(TEST_PROGRAMS) ## the same; fails below 95 %
	@$(PYTHON) tests/c/coverage.py

regress-mutation-c: $(SIM_CPP) $(C_SETS:%=build/sim/%/bench) ## mutants of golden model and codecs that their tests must find; fails below 95 %
	@$(PYTHON) tests/c/mutate.py

mutation-c: $(SIM_CPP) $(C_SETS:%=build/sim/%/bench) # the same, and write docs/results/mutation-c.md
	@$(PYTHON) tests/c/mutate.py --table docs/results/mutation-c.md
