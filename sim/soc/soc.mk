# SPDX-License-Identifier: Apache-2.0
# Demo SoCs: build/soc/CORE-HARNESS[-fst][-value1|-full[-time]|-harts2|-maxperf|-pmp]/soc, CORE one
# of SOC_CORES, HARNESS sc (SystemC) or cpp (plain C++).
# SIM_CHECK, the scoreboard, is that of sim/sim.mk, which includes this.

SOC_CORES := ibex picorv32 vexriscv serv
SOC_RTL := $(filter-out rtl/bus/% rtl/snoop/%,\
  $(addprefix rtl/,$(filter %.sv,$(shell cat rtl/weir.f))))

# Sources of a core in its package. The packages of Ibex carry ready-made prim_* wrappers and their
# generic bodies.
soc_package = $$($(PYTHON) -c 'import pythondata_cpu_$(1) as p; print(p.data_location)')
define SOC_FILES_ibex
I=$(call soc_package,ibex); P=$$I/vendor/lowrisc_ip/ip/prim/rtl; \
  W=$$I/dv/uvm/core_ibex/common/prim; \
core="+define+RVFI +incdir+$$I/rtl +incdir+$$P +incdir+$$I/vendor/lowrisc_ip/dv/sv/dv_utils \
  -y $$I/rtl -y $$W -y $$P -y $$I/vendor/lowrisc_ip/ip/prim_generic/rtl \
  $$W/prim_pkg.sv $$P/prim_util_pkg.sv $$P/prim_count_pkg.sv $$P/prim_secded_pkg.sv \
  $$P/prim_mubi_pkg.sv $$P/prim_ram_1p_pkg.sv $$P/prim_cipher_pkg.sv \
  $$I/rtl/ibex_pkg.sv $$I/rtl/ibex_top.sv"
endef
define SOC_FILES_picorv32
core="+define+RISCV_FORMAL $(call soc_package,picorv32)/picorv32.v"
endef
define SOC_FILES_vexriscv
core=$(call soc_package,vexriscv)/VexRiscv_Lite.v
endef
define SOC_FILES_serv
core="+define+RISCV_FORMAL -y $(call soc_package,serv)/rtl"
endef

# Cores on AHB-Lite (soc_ahb.sv), for make regress-ahb: Ibex behind a bridge, without RVFI; Hazard3.
SOC_AHB := ibexahb hazard3
define SOC_FILES_ibexahb
$(subst +define+RVFI,,$(SOC_FILES_ibex))
endef
SOC_HAZARD3 := $(CURDIR)/build/foreign/hazard3
define SOC_FILES_hazard3
core="+incdir+$(SOC_HAZARD3) $$(sed -n 's|^file |$(SOC_HAZARD3)/|p' $(SOC_HAZARD3)/hazard3.f)"
endef
SOC_SYSTEM_AHB := rtl/bus/weir_ahb.sv rtl/snoop/weir_snoop_word.sv rtl/snoop/weir_snoop_ahb.sv \
  sim/soc/soc_ahb.sv

SOC_SYSTEM := $(addprefix sim/soc/soc_,late.sv harts.sv life.sv ratio.sv join.sv system.sv)

soc_word = $(word $(1),$(subst -, ,$*))
# A simulation with waveform spends its time on writing it: optimise the build time instead.
soc_with = $(if $(filter $(1),$(subst -, ,$*)),$(2),$(3))
SOC_QUICK := OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1
SOC_FAST := OPT_FAST=-O3 OPT_SLOW=-O1 OPT_GLOBAL=-O3

# Parameters of Weir: the preset small, also with one value register or two harts (on Ibex with a
# retire view), or the preset full, whose ticks are cycles here (full), or ticks of a time base
# (full-time).
# Argument: PARAMETERS for the RTL, HAS for the scoreboard, which needs the derived values as well.
soc_full = $(call soc_with,time,$($(1)_full),$(patsubst TIME_BASE=%,TIME_BASE=0,$($(1)_full)))
soc_value1 = $(patsubst VALUE_REGS=%,VALUE_REGS=1,$($(1)_small))
soc_harts_number = $(call soc_with,harts2,2,1)
soc_harts_retire = $(call soc_with,harts2,$(call soc_with,ibex,1,0),0)
soc_harts = $(patsubst RETIRE=%,RETIRE=$(soc_harts_retire),\
  $(patsubst HARTS=%,HARTS=$(soc_harts_number),$($(1)_small)))
soc_small = $(call soc_with,value1,$(call soc_value1,$(1)),$(call soc_harts,$(1)))
soc_unit = $(call soc_with,full,$(call soc_full,$(1)),$(call soc_small,$(1)))
soc_event_pins = $(patsubst PINS=%,%,$(patsubst PINS=0,PINS=1,$(filter PINS=%,\
  $(call soc_unit,PARAMETERS))))

# A warning in the project's own sources ends the build. soc.vlt waives those of the packaged
# cores; it must come before the RTL.
build/soc/%/soc: $(SOC_RTL) $(SOC_SYSTEM_AHB) $(wildcard sim/soc/*) $(SIM_CHECK) \
  sim/bench/scoreboard.h sim/bench/parameters.h rtl/presets.mk
	@echo "building the simulation $*"
	@mkdir -p $(@D)
	@$(SOC_FILES_$(call soc_word,1)); \
	verilator $(call soc_with,sc,--sc,--cc) $(call soc_with,fst,--trace-fst) -O3 --x-assign fast \
	  --x-initial fast --noassert -Wall -Wno-PINCONNECTEMPTY -Wno-TIMESCALEMOD +incdir+sim/soc -Irtl \
	  --top-module soc_$(call soc_word,1) \
	  +define+SOC_HARTS=$(soc_harts_number) $(call soc_with,maxperf,"-GMAXPERF=1'b1") \
	  $(call soc_with,pmp,-GPMP_REGIONS=16) +define+UNIT_PINS=$(call soc_event_pins) \
	  "+define+UNIT_PARAMETERS=$$(echo $(call soc_unit,PARAMETERS) | \
	    sed 's/\([A-Z0-9_]*\)=\([0-9]*\)/.\1(\2)/g; s/ /,/g')" \
	  -CFLAGS "-std=gnu++17 -O2 -Wall -Wextra -I$(CURDIR)/sim/soc -I$(CURDIR)/sim/bench \
	  -I$(CURDIR)/sim/golden -DSOC=soc_$(call soc_word,1) \
	  -DSOC_HARTS=$(soc_harts_number) \
	  -DSOC_TOP=Vsoc_$(call soc_word,1) -DSOC_HEADER='\"Vsoc_$(call soc_word,1).h\"' \
	  -DSOC_ROOT='\"Vsoc_$(call soc_word,1)___024root.h\"' \
	  $(addprefix -DUNIT_,$(call soc_unit,HAS))" \
	  -MAKEFLAGS "$(call soc_with,fst,$(SOC_QUICK),$(SOC_FAST))" \
	  --exe --build -j 2 --Mdir $(@D) -o $(CURDIR)/$@ \
	  sim/soc/soc.vlt $(call soc_with,time,sim/bench/unit.vlt) $$core $(SOC_RTL) \
	  sim/soc/soc_devices.sv sim/soc/soc_faults.sv \
	  $(if $(filter $(SOC_AHB),$(call soc_word,1)),$(SOC_SYSTEM_AHB),$(SOC_SYSTEM)) \
	  $(wildcard sim/soc/core_$(call soc_word,1).sv) sim/soc/soc_$(call soc_word,1).sv \
	  $(CURDIR)/sim/soc/soc_bench.cpp $(CURDIR)/sim/soc/soc_$(call soc_word,2).cpp \
	  $(SIM_CHECK:%=$(CURDIR)/%) \
	  > $(@D)/build.log 2>&1 || { tail -30 $(@D)/build.log; exit 1; }

# ---- The same applications on every core, in volume (20 minutes).
# One core alone: build/venv/bin/python tests/soc/same.py CORE
.PHONY: regress-soc
SAME_RETIRE := build/soc/serv-cpp-full/soc build/fw/serv/retire.hex # too slow for `make test`
regress-soc: ## 100 million cycles of each application on each core, against a log of its pins
	@$(MAKE) --no-print-directory test-programs $(SAME_RETIRE)
	@$(PYTHON) tests/soc/same.py

# Many random programs (minutes).
.PHONY: regress-hints
regress-hints: $(foreach core,ibex picorv32 serv,build/soc/$(core)-cpp-full/soc) build/weir \
    ## random programs of HINTs, stores, switches, traps on three cores: a million events
	@$(PYTHON) tests/soc/hints/hints.py

# Resets of the hart at hundreds of instants; time by a counter whose clock changes (minutes).
.PHONY: regress-life
regress-life: build/soc/ibex-cpp-full/soc build/soc/ibex-cpp-full-time/soc build/weir \
    build/fw/ibex/life.hex ## resets of the hart at any instant, clocks that change: Ibex
	@$(PYTHON) tests/soc/test_life.py

# ---- SoCs on another bus, or with a foreign core
.PHONY: regress-ahb
HOOKUP_APPS := $(addprefix build/fw/ibex/,selftest.hex cooperative.hex preemptive.hex \
  freertos_objects.hex bus_error.hex)
# An array that Verilator 5.006 rejects, since a comb and a clocked process write it: its last
# element is never read while fifo_valid there is 0.
HAZARD3_SED := /fifo_mem\[FIFO_DEPTH\] = /s/.*/fifo_valid[FIFO_DEPTH] = 0; \
  fifo_valid_m1[FIFO_DEPTH] = 0;/; /fifo_\(predbranch\|err\|valid_hw\)\[FIFO_DEPTH\] = /d

regress-ahb: setup ## SoCs on AHB-Lite, with waits and errors: Ibex; CORE=DIR: Hazard3, its sources
	@$(MAKE) --no-print-directory -j2 build/weir build/soc/ibexahb-cpp/soc $(HOOKUP_APPS)
	@$(PYTHON) tests/soc/hookup.py --ahb --page regress-ahb ibexahb
ifneq ($(origin CORE),file)
	@rm -rf $(SOC_HAZARD3) build/soc/hazard3-cpp && mkdir -p $(dir $(SOC_HAZARD3))
	@cp -r $(CORE)/hdl $(SOC_HAZARD3)
	@sed -i '$(HAZARD3_SED)' $(SOC_HAZARD3)/hazard3_frontend.v
	@$(MAKE) --no-print-directory -j2 build/soc/hazard3-cpp/soc
	@$(PYTHON) tests/unit/soc_front.py hazard3
	@$(PYTHON) tests/soc/hookup.py --ahb --sources $(CORE) --page "regress-ahb CORE=DIR" hazard3
else
	@echo "regress-ahb: Hazard3 NOT RUN. It needs its sources: make regress-ahb CORE=DIR"
endif

-include sim/soc/cores.mk
