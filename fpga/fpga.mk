# SPDX-License-Identifier: Apache-2.0
# FPGA: size and speed of the presets by open tools.

.PHONY: area
area: setup ## size and speed of every preset on Xilinx 7 series and iCE40 by open tools; writes docs/results/area.md
	$(PYTHON) fpga/area.py
