# SPDX-License-Identifier: Apache-2.0
# SoCs with cores that only campaigns use: CV32E40P on OBI; Rocket, of 64 bits. soc.mk includes
# this.

# These cores have a virtual environment of their own (sim/deps/cores.txt).
soc_core = $$(build/cores/bin/python -c 'import pythondata_cpu_$(1) as p; print(p.data_location)')
define SOC_FILES_cv32e40p
C=$(call soc_core,cv32e40p)/rtl; \
core="-Wno-BLKANDNBLK -Wno-COMBDLY -Wno-UNOPTFLAT +incdir+$$C/include $$C/fpnew/src/fpnew_pkg.sv \
  $$C/include/cv32e40p_apu_core_pkg.sv $$C/include/cv32e40p_fpu_pkg.sv \
  $$C/include/cv32e40p_pkg.sv $$C/cv32e40p_register_file_ff.sv \
  $$C/../bhv/cv32e40p_sim_clock_gate.sv -y $$C \
  rtl/snoop/weir_snoop_word.sv rtl/snoop/weir_snoop_obi.sv"
endef

.PHONY: regress-obi regress-rocket setup-cores
setup-cores:
	@sim/deps/setup.sh cores || { echo "the campaign was NOT RUN. It needs the packages of \
	sim/deps/cores.txt, once, from PyPI"; exit 1; }

regress-obi: setup-cores ## CV32E40P on OBI, one hart and two: planted faults, applications
	@$(MAKE) --no-print-directory -j2 build/weir build/soc/cv32e40p-cpp/soc \
	  build/soc/cv32e40p-cpp-harts2/soc $(HOOKUP_APPS) \
	  $(addprefix build/fw/ibex/,two_harts.hex selftest_harts.hex selftest_hart.hex)
	@$(PYTHON) tests/unit/soc_front.py cv32e40p
	@$(PYTHON) tests/soc/hookup.py --harts --page regress-obi cv32e40p

# Rocket, 64 bits, with caches. UNIT: full, with a ring of 32 bits; value64, with values of 64 bits;
# wide, with a ring of 64 bits; linux: full, with a core that has supervisor mode and pages.
ROCKET_UNITS := full value64 wide
ROCKET_PARAMETERS_full := $(patsubst TIME_BASE=%,TIME_BASE=0,$(PARAMETERS_full))
ROCKET_64 := VALUE_W=64 ARGS=1 FRAME=0 RING=0
ROCKET_PARAMETERS_value64 := $(ROCKET_64) \
  $(filter-out VALUE_W=% ARGS=% FRAME=% RING=%,$(ROCKET_PARAMETERS_full))
ROCKET_PARAMETERS_linux := $(ROCKET_PARAMETERS_full)
ROCKET_PARAMETERS_wide := $(patsubst RETIRE=%,RETIRE=1,$(PARAMETERS_wide))
ROCKET_RTL := $(addprefix rtl/,$(filter %.sv,$(shell cat rtl/weir.f))) sim/soc/soc_devices.sv \
  sim/soc/soc_rocket.sv
$(addprefix build/soc/rocket-,$(addsuffix /soc,$(ROCKET_UNITS) linux)): \
  build/soc/rocket-%/soc: $(ROCKET_RTL) \
  sim/soc/rocket_cpp.cpp $(wildcard sim/soc/*.svh) rtl/presets.mk
	@echo "building the simulation of Rocket with the unit $*"
	@mkdir -p $(@D)
	@R=$(call soc_core,rocket); \
	G=$$R/generated-src/freechips.rocketchip.system.Litex$(if $(filter linux,$*),Linux)Config; \
	verilator --cc -O3 --x-assign fast --x-initial fast --noassert -Wall -Wno-PINCONNECTEMPTY \
	  -Wno-TIMESCALEMOD -Irtl -Isim/soc --top-module soc_rocket --output-split 40000 \
	  +define+SYNTHESIS $(if $(filter wide,$*),+define+WIDE) \
	  "+define+UNIT_PARAMETERS=$$(echo $(ROCKET_PARAMETERS_$*) | \
	    sed 's/\([A-Z0-9_]*\)=\([0-9]*\)/.\1(\2)/g; s/ /,/g')" \
	  -CFLAGS "-std=gnu++17 -Wall -Wextra" -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1" \
	  --exe --build -j 2 --Mdir $(@D) -o $(CURDIR)/$@ sim/soc/soc.vlt \
	  $$G.v $$G.behav_srams.v $$R/vsrc/EICG_wrapper.v $$R/vsrc/AsyncResetReg.v \
	  $$R/vsrc/plusarg_reader.v $(ROCKET_RTL) $(CURDIR)/sim/soc/rocket_cpp.cpp \
	  > $(@D)/build.log 2>&1 || { tail -30 $(@D)/build.log; exit 1; }

ROCKET_FLAGS := -march=rv64imac -mabi=lp64 -mcmodel=medany -misa-spec=2.2 -std=gnu11 -Os -g \
  -ffunction-sections -DPICOLIBC_INTEGER_PRINTF_SCANF -DSOC_ROCKET -Idriver/include \
  -Idriver/apps/soc -Wall -Wextra -Werror -nostartfiles -T driver/apps/rv64/rv64.ld \
  -Wl,--gc-sections -Wl,--no-warn-rwx-segments
ROCKET_HEX = riscv64-unknown-elf-objcopy -O binary $(@:.hex=.elf) $(@:.hex=.bin) && \
  od -An -v -tx8 -w8 $(@:.hex=.bin) | tr -d ' ' > $@
ROCKET_APPS := word tp bare ring plain selftest selftest-cached
ROCKET_THREADS := driver/apps/rv64/main.c
ROCKET_SELFTEST := driver/apps/selftest.c driver/src/weir_selftest.c
ROCKET_APP_word := $(ROCKET_THREADS)
ROCKET_APP_tp := $(ROCKET_THREADS) -DBY_TP
ROCKET_APP_bare := $(ROCKET_THREADS) -DBY_TP -DBARE
ROCKET_APP_ring := $(ROCKET_THREADS) -DRING
ROCKET_APP_plain := $(ROCKET_THREADS) -DRING -DPLAIN
ROCKET_APP_selftest := $(ROCKET_SELFTEST) -DSOC_WORDS=0x60000100
ROCKET_APP_selftest-cached := $(ROCKET_SELFTEST)
build/fw/rocket/%.hex: $(wildcard driver/apps/rv64/*) driver/apps/selftest.c \
  driver/src/weir_selftest.c $(RV_SOURCES) $(RV_HEADERS)
	@mkdir -p $(@D)
	@$(RV_CC) $(ROCKET_FLAGS) driver/apps/rv64/start.S $(ROCKET_APP_$*) \
	  driver/apps/soc/soc.c driver/src/weir.c driver/src/flux_emit.c -o $(@:.hex=.elf)
	@$(ROCKET_HEX)

# FreeRTOS in supervisor mode. The firmware of machine mode is first in memory.
ROCKET_S := driver/apps/freertos_s
ROCKET_S_FLAGS := $(ROCKET_FLAGS) -fdata-sections -DWEIR_S_MODE -I$(ROCKET_S) -Idriver/rtos \
  -Idriver/rtos/freertos -isystem $(FREERTOS)/include
build/fw/rocket/freertos_s.hex: $(wildcard $(ROCKET_S)/* driver/apps/rv64/* driver/rtos/*.h \
  driver/rtos/freertos/*.h) $(RV_SOURCES) $(RV_HEADERS)
	@mkdir -p $(@D)/freertos_s
	@for f in tasks list queue portable/MemMang/heap_4; do \
	  $(RV_CC) $(ROCKET_S_FLAGS) -w -c $(FREERTOS)/$$f.c -o $(@D)/freertos_s/$$(basename $$f).o || \
	  exit 1; done
	@$(RV_CC) $(ROCKET_S_FLAGS) -Wl,--entry=firmware $(ROCKET_S)/firmware.S driver/apps/rv64/start.S \
	  $(wildcard $(ROCKET_S)/*.c) driver/apps/soc/soc.c driver/src/weir.c driver/src/flux_emit.c \
	  $(@D)/freertos_s/*.o -o $(@:.hex=.elf)
	@$(ROCKET_HEX)

regress-rocket: setup-cores ## Rocket, 64 bits, caches: switches by word and tp, ring, interrupts
	@$(MAKE) --no-print-directory -j2 build/weir build/soc/rocket-linux/soc \
	  $(ROCKET_UNITS:%=build/soc/rocket-%/soc) $(patsubst %,build/fw/rocket/%.hex,$(ROCKET_APPS) \
	  freertos_s)
	@$(PYTHON) tests/unit/soc_front.py rocket
	@$(PYTHON) tests/soc/rocket.py --page regress-rocket
