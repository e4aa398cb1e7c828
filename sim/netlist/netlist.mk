# SPDX-License-Identifier: Apache-2.0
# The unit after Yosys, in the bench: mutants of its RTL (mutate.py). The scripts say more with --help.

.PHONY: regress-mutation mutation
REGRESSIONS += regress-mutation

regress-mutation: $(SIM_CPP) build/weir ## mutants of the RTL that the co-simulation must find; fails if one survives unexplained
	@$(PYTHON) sim/netlist/mutate.py

mutation: $(SIM_CPP) build/weir # the same, and write docs/results/mutation.md
	@$(PYTHON) sim/netlist/mutate.py --table docs/results/mutation.md

TEST_PROGRAMS += $(SIM_CPP)
