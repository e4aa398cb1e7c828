# SPDX-License-Identifier: Apache-2.0
# RTL: the file list, the files made from the register description, lint.

RTL := $(addprefix rtl/,$(filter %.sv,$(shell cat rtl/weir.f)))

.PHONY: regs lint shape

regs: setup ## make the RTL, C and documentation files that come from rtl/regs/
	$(PYTHON) rtl/regs/generate.py

lint: setup ## every RTL module as top: Verilator, Icarus Verilog and Yosys, no warning
	$(PYTEST) tests/unit/test_lint.py

shape: setup ## measure parameters, ports, sizes of modules (docs/evidence/shape.md)
	$(PYTHON) rtl/shape.py
