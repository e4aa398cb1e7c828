# SPDX-License-Identifier: Apache-2.0
# FPGA: size and speed of the presets by open tools.

.PHONY: area
area: setup-fpga ## size and speed of every preset on Xilinx 7 series, iCE40 and ECP5 by open tools; writes docs/results/area.md
	$(PYTHON) fpga/area.py
