# SPDX-License-Identifier: Apache-2.0
# The unit after Yosys, in the bench: mutants of its RTL (mutate.py), its gates (netlist.py).

.PHONY: regress-mutation mutation regress-netlist
regress-mutation: $(SIM_CPP) build/weir ## mutants of the RTL; fails if one survives unexplained
	@$(PYTHON) sim/netlist/mutate.py

mutation: $(SIM_CPP) build/weir ## mutants of the RTL, and write docs/evidence/mutation.md
	@$(PYTHON) sim/netlist/mutate.py --table docs/evidence/mutation.md

TEST_PROGRAMS += $(SIM_CPP)

regress-netlist: $(SIM_CPP) setup-fpga ## gates of two versions of Yosys, tiny and small
	@$(PYTHON) sim/netlist/netlist.py
