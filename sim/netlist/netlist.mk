# SPDX-License-Identifier: Apache-2.0
# The unit after Yosys, in the bench: mutants of its RTL (mutate.py), its gates (netlist.py). The scripts say more with --help.

.PHONY: regress-mutation mutation regress-netlist
REGRESSIONS += regress-mutation regress-netlist

regress-mutation: $(SIM_CPP) build/weir ## mutants of the RTL that the co-simulation must find; fails if one survives unexplained
	@$(PYTHON) sim/netlist/mutate.py

mutation: $(SIM_CPP) build/weir # the same, and write docs/results/mutation.md
	@$(PYTHON) sim/netlist/mutate.py --table docs/results/mutation.md

TEST_PROGRAMS += $(SIM_CPP)

regress-netlist: $(SIM_CPP) setup-fpga ## the gates that two versions of Yosys make of the presets tiny and small, against the golden model
	@$(PYTHON) sim/netlist/netlist.py
