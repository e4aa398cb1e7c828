# SPDX-License-Identifier: Apache-2.0
# The golden model of the whole unit, and the device made of it: build/device/SET/bench is the bench
# of build/sim/SET with the model in place of the RTL.

DEVICE_GOLDEN := $(addprefix sim/golden/weir_golden,.c _unit.c _frame.c _checkpoint.c)
DEVICE_SRC := sim/device/weir_device.c $(DEVICE_GOLDEN)
DEVICE_HEADERS := $(wildcard sim/device/*.h sim/golden/*.h)
DEVICE_BENCHES := $(SIM_SETS:%=build/device/%/bench)

.SECONDARY: build/sim/obj/golden/weir_golden_unit.o
$(DEVICE_BENCHES): build/device/%/bench: tests/device/unit_device.cpp $(SIM_CPP) \
    build/sim/obj/golden/weir_golden_unit.o $(SIM_HEADERS) rtl/presets.mk
	@mkdir -p $(@D)
	@g++ -std=c++17 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -Idriver/include \
	  $(HAS_$*:%=-DUNIT_%) $< $(SIM_CPP) build/sim/obj/golden/weir_golden_unit.o -o $@

# The RTL and the model beside it, pin by pin: build/device/SET/twin. Three classes have the pins of
# a unit: Unit is what the bench drives, Rtl and Golden are in it.
DEVICE_TWINS := $(SIM_SETS:%=build/device/%/twin)
VERILATOR_INCLUDE = $(shell verilator --getenv VERILATOR_ROOT)/include
DEVICE_TWIN_FLAGS = -std=c++17 -O2 -Isim/bench -Isim/golden -Idriver/include $(HAS_$*:%=-DUNIT_%)
$(DEVICE_TWINS): build/device/%/twin: tests/device/unit_twin.cpp tests/device/unit_device.cpp \
    sim/bench/unit_cpp.cpp build/sim/%/bench $(SIM_CPP) build/sim/obj/golden/weir_golden_unit.o \
    $(SIM_HEADERS) rtl/presets.mk
	@mkdir -p $(@D)
	@clang++ $(DEVICE_TWIN_FLAGS) -DUnit=Rtl -DVM_COVERAGE=0 -DVM_TRACE=0 -Ibuild/sim/$* \
	  -isystem $(VERILATOR_INCLUDE) -isystem $(VERILATOR_INCLUDE)/vltstd \
	  -c sim/bench/unit_cpp.cpp -o $@_rtl.o
	@g++ $(DEVICE_TWIN_FLAGS) $(SIM_WARN) -DUnit=Golden -c tests/device/unit_device.cpp -o $@_golden.o
	@g++ $(DEVICE_TWIN_FLAGS) $(SIM_WARN) -c $< -o $@_unit.o
	@clang++ $@_rtl.o $@_golden.o $@_unit.o $(SIM_CPP) build/sim/obj/golden/weir_golden_unit.o \
	  build/sim/$*/verilated*.o build/sim/$*/Vweir__ALL.a -lz -latomic -pthread -o $@

# ---- the library: build/device/libweir_device.a
DEVICE_OBJ := $(DEVICE_SRC:sim/%.c=build/device/obj/%.o)
DEVICE_INCLUDE := -Isim/device -Isim/golden

$(DEVICE_OBJ): build/device/obj/%.o: sim/%.c $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O3 $(SIM_WARN) $(DEVICE_INCLUDE) -c $< -o $@

build/device/libweir_device.a: $(DEVICE_OBJ)
	@rm -f $@ && ar rcs $@ $^

.PHONY: device
device: build/device/libweir_device.a ## the unit as a device in C, for virtual platforms and tests

build/tests/device/device_test: tests/device/device_test.c $(DEVICE_SRC) $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	  $(DEVICE_INCLUDE) $< $(DEVICE_SRC) -o $@

# The driver's self-test behind wrong address decoders, and with HINTs. tests/c has flags for clang.
DEVICE_CLANG = $(if $(findstring clang,$(CC)),$(CC),clang)
DEVICE_SELFTEST := $(addprefix build/tests/device/selftest_,decode hints)
DEVICE_SELFTEST_hints := -DWEIR_HINT=1 '-DWEIR_HINT_ASM_(sltiu,immediate,value)=((void)(value))'
$(DEVICE_SELFTEST): build/tests/device/selftest_%: tests/device/selftest_test.c \
    tests/soc/real_unit.h driver/src/weir.c driver/src/weir_selftest.c driver/src/flux_emit.c \
    $(RV_HEADERS) $(DEVICE_SRC) $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@$(DEVICE_CLANG) -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -Idriver/include $(DEVICE_INCLUDE) $(DEVICE_SELFTEST_$*) \
	  -include tests/soc/real_unit.h $< \
	  $(filter driver/src/%.c,$^) $(DEVICE_SRC) -o $@

# The same behind other mistakes: it reports its stores, for the snoop, and its blocks, for time.
build/tests/device/selftest_hookup: tests/device/hookup_test.c tests/device/hookup_hooks.h \
    tests/soc/real_unit.h driver/src/weir.c driver/src/weir_selftest.c driver/src/flux_emit.c \
    $(RV_HEADERS) $(DEVICE_SRC) $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@$(DEVICE_CLANG) -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -fsanitize-coverage=trace-pc,trace-stores -fno-unroll-loops \
	  -Idriver/include -include tests/device/hookup_hooks.h -c driver/src/weir_selftest.c -o $@.o
	@$(DEVICE_CLANG) -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -D_GNU_SOURCE -Idriver/include $(DEVICE_INCLUDE) \
	  -include tests/device/hookup_hooks.h $< driver/src/weir.c driver/src/flux_emit.c \
	  $(DEVICE_SRC) $@.o -o $@

# The driver's tests on the RTL, with the model in its place.
DEVICE_DRIVER := $(addprefix build/tests/device/driver_on_,tiny small full)
$(DEVICE_DRIVER): build/tests/device/driver_on_%: tests/soc/driver_on_unit.cpp \
    tests/soc/real_unit.h tests/device/unit_device.cpp $(SIM_CHECK) $(RV_HEADERS) \
    build/sim/obj/golden/weir_golden_unit.o driver/src/weir.c driver/src/weir_selftest.c \
    driver/src/flux_emit.c
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -Itests/soc \
	  -include tests/soc/real_unit.h -c driver/src/weir.c -o $@_weir.o
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -Itests/soc \
	  -include tests/soc/real_unit.h -c driver/src/weir_selftest.c -o $@_selftest.o
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -c driver/src/flux_emit.c \
	  -o $@_flux_emit.o
	@$(CXX) -std=c++17 -O1 $(SIM_WARN) $(HAS_$*:%=-DUNIT_%) -Isim/bench -Isim/golden \
	  -Idriver/include -c tests/device/unit_device.cpp -o $@_unit.o
	@$(CXX) -std=c++17 -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -Idriver/include -Isim/bench \
	  -Isim/golden -Itests/soc -include tests/soc/real_unit.h $< $@_weir.o $@_selftest.o \
	  $@_flux_emit.o \
	  $@_unit.o build/sim/obj/golden/weir_golden_unit.o $(SIM_CHECK) -pthread -o $@

TEST_PROGRAMS += $(DEVICE_BENCHES) $(DEVICE_TWINS) build/tests/device/device_test $(DEVICE_DRIVER) \
  $(DEVICE_SELFTEST) build/tests/device/selftest_hookup

# ---- TLM-2.0: its test, and the example platform. OTHER_SYSTEMC: where another SystemC is.
TLM := build/tlm
TLM_LINK := -lsystemc
ifdef OTHER_SYSTEMC
TLM := build/systemc/tlm
TLM_OTHER := -isystem $(OTHER_SYSTEMC)/include
TLM_LINK := -L$(OTHER_SYSTEMC)/lib -Wl,-rpath,$(OTHER_SYSTEMC)/lib -lsystemc -pthread
endif
TLM_HOOKS := -include sim/tlm/platform_hooks.h -Idriver/include
TLM_FIRMWARE := sim/tlm/firmware.c driver/src/weir.c driver/src/flux_emit.c
TLM_CXX := -std=c++17 $(SIM_WARN) -D_GNU_SOURCE -Isim/tlm $(DEVICE_INCLUDE) $(TLM_OTHER)

$(TLM)/test: tests/device/tlm_test.cpp sim/tlm/weir_tlm.h $(DEVICE_SRC) $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@for c in $(DEVICE_SRC); do $(CC) -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined \
	  $(DEVICE_INCLUDE) -c $$c -o $(@D)/san_$$(basename $$c .c).o || exit 1; done
	@g++ $(TLM_CXX) -O0 -fsanitize=address,undefined $< -c -o $(@D)/tlm_test.o
	@g++ -fsanitize=address,undefined $(@D)/tlm_test.o \
	  $(patsubst %,$(@D)/san_%.o,$(basename $(notdir $(DEVICE_SRC)))) $(TLM_LINK) -o $@

$(TLM)/platform: sim/tlm/weir_platform.cpp sim/tlm/weir_tlm.h sim/tlm/platform_hooks.h \
    $(TLM_FIRMWARE) $(RV_HEADERS) build/device/libweir_device.a
	@mkdir -p $(@D)
	@for c in $(TLM_FIRMWARE); do $(CC) -std=c11 -O2 $(SIM_WARN) $(TLM_HOOKS) -c $$c \
	  -o $(@D)/fw_$$(basename $$c .c).o || exit 1; done
	@g++ $(TLM_CXX) -O2 $< $(patsubst %,$(@D)/fw_%.o,$(basename $(notdir $(TLM_FIRMWARE)))) \
	  build/device/libweir_device.a $(TLM_LINK) -o $@

# The demo SoC, with an instruction-set simulator: firmware for Ibex runs unchanged.
$(TLM)/rv32.o: sim/tlm/rv32.c sim/tlm/rv32.h
	@mkdir -p $(@D)
	@clang -std=c11 -O3 $(SIM_WARN) -c $< -o $@

$(TLM)/soc: sim/tlm/weir_soc.cpp sim/tlm/weir_tlm.h $(TLM)/rv32.o \
    build/device/libweir_device.a
	@g++ $(TLM_CXX) -O2 $< $(TLM)/rv32.o build/device/libweir_device.a $(TLM_LINK) -o $@

TEST_PROGRAMS += $(TLM)/test $(TLM)/platform $(TLM)/soc build/device/libweir_device.a \
  build/fw/ibex/ring.hex

# Programs on each preset of the model, then their accesses on the RTL. With SYSTEMC=DIR, where
# another SystemC is installed, on that one, and the tests of the TLM-2.0 model, too.
TLM_PROGRAMS := $(addprefix build/fw/ibex/,two_threads.hex torn.hex locks.hex preemptive.hex \
  cooperative.hex retire.hex crowd.hex records.hex selftest.hex log.hex corners.hex storm.hex \
  user_mode.hex ring.hex freertos_demo.hex freertos_objects.hex freertos_verify.hex \
  freertos_locks.hex freertos_late.hex threadx.hex zephyr.hex bench_events.hex \
  bench_load.hex crash.hex)
.PHONY: regress-tlm
regress-tlm: build/tlm/soc $(PRESETS:%=build/sim/%/bench) $(TLM_PROGRAMS) build/weir \
  build/soc/ibex-cpp/soc build/tests/device/device_test ## programs on the model, then on the RTL
ifdef SYSTEMC
	@$(MAKE) --no-print-directory OTHER_SYSTEMC=$(abspath $(SYSTEMC)) \
	  $(addprefix build/systemc/tlm/,test platform soc)
	@WEIR_BUILD=build/systemc $(PYTEST) tests/device/test_tlm.py
endif
	@build/tests/device/device_test 3000 20
	@WEIR_BUILD=$(if $(SYSTEMC),build/systemc,build) $(PYTHON) tests/device/presets.py \
	  $(TLM_PROGRAMS)

# ---- The FreeRTOS demo on the host: its application is unchanged.
HOST_DEMO := build/device/host_demo
HOST_FLAGS := -Isim/device/host -Idriver/apps/freertos_demo -Idriver/apps/soc -Idriver/rtos \
  -Idriver/rtos/freertos \
  -isystem $(FREERTOS)/include -Idriver/include $(DEVICE_INCLUDE) \
  -include sim/device/host/host_hooks.h
HOST_KERNEL = $(addprefix $(FREERTOS)/,tasks.c list.c queue.c portable/MemMang/heap_4.c)

# The word that the snoop watches has a 32-bit address: -no-pie.
$(HOST_DEMO): driver/apps/freertos_demo/main.c $(wildcard sim/device/host/*) $(RV_HEADERS) \
    driver/src/weir.c driver/src/flux_emit.c build/device/libweir_device.a
	@mkdir -p $@.obj
	@for c in $(HOST_KERNEL); do $(CC) -std=gnu11 -O1 -w -fno-pie $(HOST_FLAGS) -c $$c \
	  -o $@.obj/$$(basename $$c .c).o || exit 1; done
	@for c in sim/device/host/host_port.c driver/src/weir.c driver/src/flux_emit.c; do \
	  $(CC) -std=gnu11 -O1 -Wall -Wextra -fno-pie $(HOST_FLAGS) -c $$c \
	  -o $@.obj/$$(basename $$c .c).o || exit 1; done
	@$(CC) -std=gnu11 -O1 -Wall -Wextra -fno-pie -fsanitize-coverage=trace-pc $(HOST_FLAGS) -c $< \
	  -o $@.obj/main.o
	@$(CC) -no-pie $@.obj/*.o build/device/libweir_device.a -o $@

.PHONY: host-demo
host-demo: $(HOST_DEMO) build/weir ## the FreeRTOS demo on the host, on the model; then the viewer
	@WEIR_TRACE=build/device/host_demo.recTr $(HOST_DEMO)
	@build/weir view build/device/host_demo.recTr

TEST_PROGRAMS += $(HOST_DEMO)

.PHONY: bench-device
build/device/speed: sim/device/speed.c build/device/libweir_device.a
	@clang -std=c11 -O2 $(SIM_WARN) $(DEVICE_INCLUDE) $^ -o $@

bench-device: build/device/speed build/tlm/soc $(HOST_DEMO) build/soc/ibex-cpp/soc \
    $(patsubst %,build/fw/ibex/%.hex,freertos_demo freertos_idle freertos_objects preemptive \
      torn) ## speed of the device beside the Verilated SoC
	@$(PYTHON) sim/device/speed.py $(TABLE:%=--table %)
