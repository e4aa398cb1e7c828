# SPDX-License-Identifier: Apache-2.0
# FPGA: the boards of fpga/boards/boards.toml; size and speed of presets and boards with open tools.

.PHONY: area fpga-report
area: setup-fpga ## size and speed of every preset on Xilinx 7 series, iCE40 and ECP5
	$(PYTHON) fpga/area.py

fpga-report: setup-fpga ## size and speed of unit, core and demo SoC of every board
	$(PYTHON) fpga/report.py

BOARD := icebreaker
BOARDS := $(patsubst [%],%,$(shell grep -o '^\[.*\]' fpga/boards/boards.toml))
ifeq ($(filter $(BOARD),$(BOARDS)),)
$(error BOARD is one of $(BOARDS), not '$(BOARD)')
endif
BOARD_BUILD := $(PYTHON) fpga/boards/build.py
BOARD_SOURCES := $(wildcard fpga/boards/*) sim/soc/soc_devices.sv $(wildcard sim/soc/core_*.sv) \
  $(SOC_RTL) rtl/presets.mk \
  driver/apps/cooperative.c driver/src/weir.c $(wildcard driver/apps/soc/* driver/include/*)

.PHONY: fpga
# BOARD: icebreaker, hx8k, ulx3s, tangnano9k, arty_a7 (netlist only)
fpga: setup$(if $(filter ulx3s tangnano9k,$(BOARD)),-fpga) ## bitstream of the demo SoC for a board
	$(BOARD_BUILD) $(BOARD)

.PRECIOUS: build/boards/%/firmware.hex build/boards/%/netlist.v
build/boards/%/firmware.hex: $(BOARD_SOURCES)
	@$(BOARD_BUILD) $* --until firmware
build/boards/%/netlist.v: $(BOARD_SOURCES)
	@$(BOARD_BUILD) $* --until netlist

# Simulation of a board's top, as RTL and as the netlist of its bitstream
build/boards/%/rtl/sim: build/boards/%/firmware.hex
	@echo "building the simulation of $*"
	@$(BOARD_BUILD) $* --simulation rtl
build/boards/%/netlist/sim: build/boards/%/netlist.v
	@echo "building the simulation of the netlist of $*"
	@$(BOARD_BUILD) $* --simulation netlist

TEST_PROGRAMS += build/boards/icebreaker/rtl/sim

# One at a time: synthesis, place and route of the boards take minutes each.
.PHONY: regress-boards
SMALL_BOARDS := icebreaker hx8k
LARGE_BOARDS := ulx3s tangnano9k arty_a7
# The bytes at the pin of RTL and netlist: three million cycles of small boards, a million of large
regress-boards: setup-fpga ## bitstreams of all boards; simulation of their RTL and netlists
	@for board in $(BOARDS); do $(BOARD_BUILD) $$board || exit 1; done
	@$(MAKE) --no-print-directory build/weir $(foreach board,$(SMALL_BOARDS) $(LARGE_BOARDS),\
	  build/boards/$(board)/rtl/sim build/boards/$(board)/netlist/sim)
	WEIR_BOARDS="$(SMALL_BOARDS)" WEIR_NETLISTS="$(SMALL_BOARDS)" WEIR_CYCLES=3000000 \
	  $(PYTEST) tests/fpga
	WEIR_BOARDS="$(LARGE_BOARDS)" WEIR_NETLISTS="$(LARGE_BOARDS)" WEIR_CYCLES=1000000 \
	  $(PYTEST) --timeout 3600 tests/fpga -k "pin or netlist"
