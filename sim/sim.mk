# SPDX-License-Identifier: Apache-2.0
# Benches of the unit: build/sim/SET/bench, plain C++, the RTL with the parameters of this set
# (rtl/presets.mk);
# build/sim/{native,axil}/bench_sc, SystemC, at the register port and at AXI4-Lite, the default
# parameters. They say more
# with --help.

include rtl/presets.mk rtl/pairs.mk
SIM_SETS := $(PARAMETER_SETS)
SIM_DEFAULT := small
SIM_RTL := $(addprefix rtl/,$(filter %.sv,$(shell cat rtl/weir.f)))
SIM_INCLUDED := rtl/presets.mk rtl/weir_types.svh
SIM_HEADERS := $(wildcard sim/bench/*.h sim/golden/*.h) driver/include/weir_regs.h
SIM_WARN := -Wall -Wextra -Werror
SIM_VERILATOR := verilator -Irtl --exe --build -j 2 -O3 --x-assign unique --x-initial unique \
    -MAKEFLAGS "OPT_FAST=-O2 OPT_GLOBAL=-O2"
# The fastest code of a Verilated model; the stimulus stays with g++, since the order of arguments
# is part of a seed.
SIM_CLANG := -MAKEFLAGS "CXX=clang++ LINK=clang++" -LDFLAGS -latomic
SIM_CFLAGS := -std=c++17 -O2 -Wall -Wextra -I$(CURDIR)/sim/bench -I$(CURDIR)/sim/golden \
  -I$(CURDIR)/driver/include
SIM_CHECK := $(patsubst %,build/sim/obj/%.o,golden/weir_golden golden/weir_golden_frame \
    golden/weir_golden_checkpoint golden/weir_golden_ring bench/scoreboard bench/transcribe)
SIM_COMMON := $(SIM_CHECK) $(patsubst %,build/sim/obj/bench/%.o,options session stimulus)

build/sim/obj/%.o: sim/%.c $(SIM_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -c $< -o $@

build/sim/obj/%.o: sim/%.cpp $(SIM_HEADERS)
	@mkdir -p $(@D)
	@g++ -std=c++17 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -Idriver/include -c $< -o $@

# ---- plain C++
SIM_CPP := $(SIM_COMMON) \
    $(patsubst %,build/sim/obj/bench/%.o,bench_cpp load_cpp play_cpp inputs_cpp record)

.SECONDARY: $(SIM_CPP)
build/sim/%/bench: $(SIM_RTL) $(SIM_INCLUDED) $(SIM_CPP) sim/bench/unit_cpp.cpp sim/bench/unit.vlt
	@echo "building the C++ bench, parameters $*"
	@mkdir -p $(@D) && rm -f $@
	@$(SIM_VERILATOR) $(SIM_CLANG) --cc $(if $(filter $*,$(SIM_DEFAULT)),--trace-fst) --Mdir $(@D) \
	  --top-module $(TOP_$*) --prefix Vweir \
	  $(PARAMETERS_$*:%=-G%) -CFLAGS "$(SIM_CFLAGS) $(HAS_$*:%=-DUNIT_%)" \
	  sim/bench/unit.vlt $(SIM_RTL) $(CURDIR)/sim/bench/unit_cpp.cpp $(SIM_CPP:%=$(CURDIR)/%) \
	  -o $(CURDIR)/$@ > $(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }

# ---- SystemC
build/sim/%/bench_sc: $(SIM_RTL) $(SIM_INCLUDED) $(SIM_COMMON) sim/bench/unit_axil.sv \
    sim/bench/bench_sc.cpp sim/bench/axil_sc.h sim/bench/unit.vlt
	@echo "building the SystemC bench, $*"
	@mkdir -p $(@D) && rm -f $@
	@$(SIM_VERILATOR) --sc --trace-fst --Mdir $(@D) --top-module \
	  $(if $(filter axil,$*),unit_axil,weir) --prefix Vtop \
	  -CFLAGS "$(SIM_CFLAGS) $(HAS_$(SIM_DEFAULT):%=-DUNIT_%) -DAXIL=$(if $(filter axil,$*),1,0)" \
	  sim/bench/unit.vlt $(SIM_RTL) $(if $(filter axil,$*),sim/bench/unit_axil.sv) \
	  $(CURDIR)/sim/bench/bench_sc.cpp $(SIM_COMMON:%=$(CURDIR)/%) \
	  -o $(CURDIR)/$@ > $(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }

# ---- the frame sink and the UART alone, for every width of an id: build/sim/frame/ID/bench
SIM_FRAMES := 1 2 4
.SECONDARY: build/sim/obj/golden/weir_golden_frame.o
build/sim/frame/%/bench: rtl/weir_pkg.sv rtl/weir_event.sv rtl/weir_parse.sv rtl/weir_frame.sv \
    rtl/weir_uart.sv \
    sim/bench/frame_top.sv sim/bench/frame_cpp.cpp \
    build/sim/obj/golden/weir_golden.o build/sim/obj/golden/weir_golden_frame.o
	@echo "building the bench of the frame sink, $*"
	@mkdir -p $(@D) && rm -f $@
	@$(SIM_VERILATOR) --cc --Mdir $(@D) --top-module frame_top -GID=$* \
	  -CFLAGS "$(SIM_CFLAGS) -DFRAME_ID=$* -DFRAME_TIMESTAMP=4 -DFRAME_TIME_W=64" $(filter %.sv,$^) \
	  $(filter %.cpp %.o,$(^:%=$(CURDIR)/%)) \
	  -o $(CURDIR)/$@ > $(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }

# ---- the ring alone, for units of one hart, and of three with a thread cache and events of several
# words
SIM_RING := $(addprefix build/sim/ring,1 3)
SIM_RING_THREAD_CACHE_1 := 0
SIM_RING_THREAD_CACHE_3 := 16
SIM_RING_ARGS_1 := 1
SIM_RING_ARGS_3 := 4
SIM_RING_OBJ := build/sim/obj/golden/weir_golden_checkpoint.o \
    build/sim/obj/golden/weir_golden_ring.o build/sw/libflux.a

$(SIM_RING:%=%/bench): build/sim/ring%/bench: $(SIM_RTL) sim/bench/ring_cpp.cpp sim/bench/random.h \
    $(SIM_RING_OBJ)
	@echo "building the bench of the ring, harts $*"
	@mkdir -p $(@D) && rm -f $@
	@$(SIM_VERILATOR) --cc --Mdir $(@D) --top-module weir_ring -GHARTS=$* \
	  -GTHREAD_CACHE=$(SIM_RING_THREAD_CACHE_$*) -GARGS=$(SIM_RING_ARGS_$*) \
	  -CFLAGS "$(SIM_CFLAGS) -I$(CURDIR)/sw/lib/flux -DHARTS=$* \
	  -DTHREAD_CACHE=$(SIM_RING_THREAD_CACHE_$*) -DARGS=$(SIM_RING_ARGS_$*)" -LDFLAGS "-llz4 -lz" \
	  $(SIM_RTL) $(CURDIR)/sim/bench/ring_cpp.cpp $(SIM_RING_OBJ:%=$(CURDIR)/%) \
	  -o $(CURDIR)/$@ > $(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }

TEST_PROGRAMS += $(SIM_RING:%=%/bench)

# ---- the unit under libFuzzer, which looks into RTL, golden model and scoreboard:
# build/fuzz/unit-SET
UNIT_FUZZ_SETS := small_one many_harts full_short two_harts value64
UNIT_FUZZ_PINS := full_short two_harts value64
UNIT_FUZZ := -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
UNIT_FUZZ_SRC := $(SIM_CHECK:build/sim/obj/%.o=sim/%.c) sim/bench/inputs_cpp.cpp \
    sim/bench/record.cpp tests/fuzz/unit_pins.cpp tests/fuzz/unit_fuzz.cpp
UNIT_FUZZ_OBJ := $(patsubst %,build/fuzz/unit/%.o,$(UNIT_FUZZ_SRC))

build/fuzz/unit/%.c.o: %.c $(SIM_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O2 $(SIM_WARN) $(UNIT_FUZZ) -fsanitize=undefined -fno-sanitize-recover=all \
	  -Isim/bench -Isim/golden -c $< -o $@

build/fuzz/unit/%.cpp.o: %.cpp $(SIM_HEADERS) tests/fuzz/unit_pins.h
	@mkdir -p $(@D)
	@clang++ -std=c++17 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -Idriver/include -c $< -o $@

.SECONDARY: $(UNIT_FUZZ_OBJ)
$(UNIT_FUZZ_SETS:%=build/fuzz/unit-%): build/fuzz/unit-%: $(SIM_RTL) $(SIM_INCLUDED) \
    $(UNIT_FUZZ_OBJ) sim/bench/unit_cpp.cpp sim/bench/unit.vlt
	@echo "building the fuzzer of the unit, parameters $*"
	@mkdir -p $@.obj && rm -f $@
	@$(SIM_VERILATOR) $(SIM_CLANG) --cc --Mdir $@.obj --top-module weir $(PARAMETERS_$*:%=-G%) \
	  -CFLAGS "$(SIM_CFLAGS) $(UNIT_FUZZ) $(HAS_$*:%=-DUNIT_%)" -LDFLAGS \
	  "-fsanitize=fuzzer,undefined" \
	  sim/bench/unit.vlt $(SIM_RTL) $(CURDIR)/sim/bench/unit_cpp.cpp $(UNIT_FUZZ_OBJ:%=$(CURDIR)/%) \
	  -o $(CURDIR)/$@ > $@.log 2>&1 || { cat $@.log; exit 1; }

# Of the sets whose inputs go to all pins, what plays them without the fuzzer: the model of the
# bench and tests/fuzz/unit_pins.cpp.
UNIT_PLAY_OBJ := $(SIM_CHECK) build/sim/obj/bench/record.o \
    build/fuzz/unit/tests/fuzz/unit_pins.cpp.o build/fuzz/unit/tests/fuzz/unit_play.cpp.o

$(UNIT_FUZZ_PINS:%=build/fuzz/play-%): build/fuzz/play-%: build/sim/%/bench $(UNIT_PLAY_OBJ)
	@clang++ -o $@ $(UNIT_PLAY_OBJ) build/sim/$*/unit_cpp.o build/sim/$*/Vweir__ALL.a \
	  build/sim/$*/verilated*.o -lpthread -latomic

TEST_PROGRAMS += $(UNIT_FUZZ_PINS:%=build/fuzz/play-%)

SIM_BENCHES := $(SIM_SETS:%=build/sim/%/bench) build/sim/native/bench_sc build/sim/axil/bench_sc
TEST_PROGRAMS += $(SIM_BENCHES) $(SIM_FRAMES:%=build/sim/frame/%/bench) build/sim/golden_test

build/sim/golden_test: tests/cosim/golden_test.c build/sim/obj/golden/weir_golden.o \
    build/sim/obj/golden/weir_golden_frame.o build/sim/obj/golden/weir_golden_checkpoint.o
	@gcc -std=c11 -O2 $(SIM_WARN) -Isim/golden $^ -o $@

# ---- numbers and campaigns
.PHONY: idle overload wide bytes bench-unit bench-bytes regress-seeds campaign regress-systemc \
  regress-ring
wide: build/sim/wide/bench build/sim/wide_harts/bench ## one event a cycle: docs/evidence/wide.md
	@$(PYTHON) sim/bench/wide.py

overload: build/sim/$(SIM_DEFAULT)/bench ## delivery under overload: docs/evidence/overload.md
	@$(PYTHON) sim/bench/overload.py

idle: setup ## count what moves in a unit that is disabled, and write docs/evidence/idle.md
	@$(PYTHON) tests/cosim/idle.py --table docs/evidence/idle.md

BYTES := build/sim/$(SIM_DEFAULT)/bench build/weir build/soc/ibex-cpp/soc \
    build/fw/ibex/freertos_demo.hex
BYTES_RTOS := build/fw/FreeRTOS_on_Ibex.recTr

bytes: $(BYTES) ## bytes per event in this and other formats: docs/evidence/bytes.md
	@build/soc/ibex-cpp/soc --quiet --hex build/fw/ibex/freertos_demo.hex --out $(BYTES_RTOS) > \
	  build/fw/bytes.log 2>&1 || { cat build/fw/bytes.log; exit 1; }
	@$(PYTHON) sim/bench/event_bytes.py --rtos $(BYTES_RTOS) --table docs/evidence/bytes.md

bench-bytes: $(BYTES) ## bytes of an event beside other formats
	@build/soc/ibex-cpp/soc --quiet --hex build/fw/ibex/freertos_demo.hex --out $(BYTES_RTOS) > \
	  build/fw/bytes.log 2>&1 || { cat build/fw/bytes.log; exit 1; }
	@$(PYTHON) sim/bench/event_bytes.py --rtos $(BYTES_RTOS)

BENCH_UNIT := build/sim/$(SIM_DEFAULT)/bench build/sim/native/bench_sc build/sim/axil/bench_sc
bench-unit: $(BENCH_UNIT) ## events per cycle of the unit, speed of its benches
	@$(PYTHON) sim/bench/rates.py

# SETS=small,full SEEDS=1001-3000 EVENTS=50000 RUNNER=slurm JOBS=64 SBATCH='--partition=night';
# RUNNER=slurm: a job array.
SETS ?= all
SEEDS ?= 1001-2000
EVENTS ?= 20000
RUNNER ?= local
JOBS ?= 0
regress-seeds: setup $(SIM_SETS:%=build/sim/%/bench) ## random streams, on all cores or Slurm
	@$(PYTHON) sim/bench/seeds.py run --sets $(SETS) --seeds $(SEEDS) --events $(EVENTS) --runner \
	  $(RUNNER) --jobs $(JOBS) --sbatch='$(SBATCH)' $(PAGE:%=--page %)

campaign: ## random streams as regress-seeds, and write docs/evidence/campaign.md
	@$(MAKE) --no-print-directory regress-seeds PAGE=docs/evidence/campaign.md

# Sets with every pair of parameter values (sim/bench/pairs.py). `make test` runs some of them.
.PHONY: regress-pairs
TEST_PROGRAMS += $(PAIR_TESTS:%=build/sim/%/bench)
regress-pairs: setup $(PAIR_SETS:%=build/sim/%/bench) \
    ## random streams of sets that have every pair of parameter values
	@for set in $(PAIR_SETS); do for seed in 1 2 3; do echo "build/sim/$$set/bench --seed $$seed"; \
	  build/sim/$$set/bench --seed $$seed > build/sim/$$set/log || exit 1; done; done

FUZZ_EXECUTIONS ?= 500000
.PHONY: regress-fuzz-unit
regress-fuzz-unit: $(UNIT_FUZZ_SETS:%=build/fuzz/unit-%) ## fuzz the unit, guided by coverage
	@$(PYTHON) tests/fuzz/unit_campaign.py $(FUZZ_EXECUTIONS) 1 $(UNIT_FUZZ_SETS)

REGRESS_SYSTEMC := build/sim/native/bench_sc build/sim/axil/bench_sc
regress-systemc: $(REGRESS_SYSTEMC) ## random streams in the SystemC benches, in volume
	@for seed in $$(seq 1001 1020); do for bench in $^; do echo "$$bench --seed $$seed"; \
	  $$bench --events 100000 --seed $$seed > build/sim/regress.log || exit 1; done; done

regress-ring: $(SIM_RING:%=%/bench) ## the ring alone, in volume
	@for harts in 1 3; do build/sim/ring$$harts/bench 10000 1000 4000 20 && \
	  build/sim/ring$$harts/bench 20000 200 200 5000 || exit 1; done

.PHONY: regress-second
regress-second: setup $(SIM_SETS:%=build/sim/%/bench) ## random streams, by a second decoder
	@for seed in $$(seq 1001 1010); do \
	  echo "tests/cosim/test_second.py, seed $$seed"; \
	  WEIR_SEED=$$seed WEIR_LENGTH=100000 $(PYTEST) tests/cosim/test_second.py -k test_compared || \
	  exit 1; done

-include sim/netlist/netlist.mk sim/coverage/coverage.mk sim/formal/formal.mk sim/soc/soc.mk
