# SPDX-License-Identifier: Apache-2.0
# Simulated SoCs that LiteX builds with Weir: build/litex/CPU-VARIANT-PRESET-BUS/sim/sim.

LITEX_SOURCES := $(wildcard sw/litex/weir_litex/*.py sw/litex/weir_litex/*.h) \
  $(wildcard tests/litex/*.[cl]*) tests/litex/litex_soc.py $(RTL) rtl/presets.mk \
  rtl/weir_types.svh driver/src/weir.c $(wildcard driver/include/*.h)

build/litex/%/sim/sim: $(LITEX_SOURCES)
	@echo "building the LiteX SoC $*"
	@mkdir -p $(@D)
	@$(call litex_soc,$(subst -, ,$*)) > $(@D)/litex.log 2>&1 || { tail -30 $(@D)/litex.log; exit 1; }
	@verilator --cc -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal -Wno-lint -Wno-style \
	  --top-module sim --prefix Vsim \
	  -CFLAGS "-std=gnu++17 -O1 -Wall -Wextra" -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1" \
	  --exe --build -j 2 --Mdir $(@D) -o sim \
	  -f build/litex/$*/sources.f $(CURDIR)/tests/litex/main.cpp > $(@D)/build.log 2>&1 || \
	  { tail -30 $(@D)/build.log; exit 1; }

litex_soc = build/flows/bin/python tests/litex/litex_soc.py build/litex/$* --cpu $(word 1,$(1)) \
  --variant $(word 2,$(1)) --preset $(word 3,$(1)) --bus $(subst lite,-lite,$(word 4,$(1)))

TEST_PROGRAMS += build/litex/vexriscv-standard-full-wishbone/sim/sim

# Other CPUs, presets and buses
.PHONY: regress-litex
LITEX_SOCS := vexriscv-lite-small-wishbone vexriscv-standard-full-axilite \
  picorv32-standard-small-wishbone serv-standard-small-wishbone
regress-litex: setup-flows ## SoCs of LiteX with other CPUs, presets, buses
	@$(MAKE) --no-print-directory build/weir $(LITEX_SOCS:%=build/litex/%/sim/sim)
	WEIR_LITEX="$(LITEX_SOCS)" $(PYTEST) tests/litex
