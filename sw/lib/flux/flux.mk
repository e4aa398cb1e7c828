# SPDX-License-Identifier: Apache-2.0
# flux: the library (build/sw/libflux.a), flux-dump, and the programs that test and measure it.

SW_LDLIBS += -llz4 -lz

FLUX_LDLIBS := -llz4 -lz
FLUX_SRC := $(wildcard sw/lib/flux/*.c)
FLUX_HEADERS := $(wildcard sw/lib/flux/*.h)
FLUX_OBJ := $(FLUX_SRC:%.c=build/obj/%.o)
FLUX_SAN_OBJ := $(FLUX_SRC:%.c=build/obj-san/%.o)
FLUX_FUZZ := clang -O2 -g -std=c11 -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: bench-flux bench-flux-target regress-flux docs-flux

build/sw/libflux.a: $(FLUX_OBJ)
	@mkdir -p $(@D)
	@echo "  AR  $@"
	@rm -f $@
	@$(AR) rcs $@ $^

# Programs in sw/lib/flux/tools: flux_x.c is build/sw/flux-x and, with sanitizers, build/sw/flux-x-san.
build/sw/flux-dump build/sw/flux-bench: build/sw/flux-%: build/obj/sw/lib/flux/tools/flux_%.o build/sw/libflux.a
	@echo "  LD  $@"
	@$(CC) -o $@ $^ $(FLUX_LDLIBS)

build/sw/flux-dump-san: build/obj-san/sw/lib/flux/tools/flux_dump.o $(FLUX_SAN_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_SANITIZE) -o $@ $^ $(FLUX_LDLIBS)

-include $(patsubst sw/%.c,build/obj/sw/%.d,$(wildcard sw/lib/flux/tools/*.c)) build/obj-san/sw/lib/flux/tools/flux_dump.d

# Programs in tests/fuzz, named likewise.
build/sw/flux-roundtrip: build/sw/flux-%: tests/fuzz/flux_%.c build/sw/libflux.a $(FLUX_HEADERS)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) -Isw/lib/flux -o $@ $< build/sw/libflux.a $(FLUX_LDLIBS)

FLUX_SAN_TESTS := $(addprefix build/sw/flux-,roundtrip-san emitter-san fastlz-san reader-san)

$(FLUX_SAN_TESTS): build/sw/flux-%-san: tests/fuzz/flux_%.c $(FLUX_SAN_OBJ) $(FLUX_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) -Isw/lib/flux -o $@ $< $(FLUX_SAN_OBJ) $(FLUX_LDLIBS)

# What the fuzzer is to explore is the library: the harness itself is not traced. Nor are comparisons: the seeds and the
# dictionary say what tracing them would find, and without it the same time brings three times the executions, and more edges.
build/fuzz/flux-fuzz.o: tests/fuzz/flux_fuzz.c $(FLUX_HEADERS)
	@mkdir -p $(@D)
	@$(FLUX_FUZZ) -Isw/lib/flux -c -o $@ $<

build/fuzz/flux-fuzz: build/fuzz/flux-fuzz.o $(FLUX_SRC) $(FLUX_HEADERS)
	@echo "  LD  $@"
	@$(FLUX_FUZZ) -fsanitize=fuzzer -fno-sanitize-coverage=trace-cmp -Isw/lib/flux -o $@ $< $(FLUX_SRC) $(FLUX_LDLIBS)

# ---- on a core: driver/driver.mk and sim/soc/soc.mk have the compiler, the start-up code and the simulations

FLUX_TARGET_SRC := $(addprefix sw/lib/flux/,tools/flux_target.c flux_emit.c) $(addprefix driver/apps/soc/,crt0.S soc.c)

define flux_target
build/fw/$(1)/flux_target.elf: $(FLUX_TARGET_SRC) $(FLUX_HEADERS) driver/apps/soc/soc.ld driver/apps/soc/soc.h
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) -DFLUX_CLASSIC_ONLY $$(RV_CORE_$(1)) $$(RV_LINK) $(FLUX_TARGET_SRC) -o $$@
endef
$(foreach core,ibex picorv32,$(eval $(call flux_target,$(core))))

build/fw/flux_emit.o: sw/lib/flux/flux_emit.c $(FLUX_HEADERS)
	@mkdir -p $(@D)
	@riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding -ffunction-sections -fdata-sections \
	  -DFLUX_CLASSIC_ONLY -Wall -Wextra -Werror -c -o $@ $<

FLUX_TARGET := build/fw/flux_emit.o build/fw/ibex/flux_target.hex build/fw/picorv32/flux_target.hex

# ---- tests, benches, campaigns, tables

TEST_PROGRAMS += build/sw/flux-dump build/sw/flux-dump-san build/sw/flux-roundtrip $(FLUX_SAN_TESTS) \
  build/fuzz/flux-fuzz $(FLUX_TARGET)

bench-flux: build/sw/flux-bench ## how fast flux is read and written, beside cat, lz4 and babeltrace2 (docs/results/flux-speed.md)
	@$(PYTHON) sw/lib/flux/tools/flux_bench.py build 50000000 docs/results/flux-speed.md

bench-flux-target: $(FLUX_TARGET) build/soc/ibex-cpp/soc build/soc/picorv32-cpp/soc ## size and cycles of the flux emitter on cores (docs/results/flux-target.md)
	@$(PYTHON) sw/lib/flux/tools/flux_target.py build docs/results/flux-target.md

BENCHES += bench-flux bench-flux-target

regress-flux: build/fuzz/flux-fuzz build/sw/flux-roundtrip ## ten million executions of the flux fuzzer (docs/results/flux-fuzz.md)
	@nice -n 10 $(PYTHON) tests/fuzz/flux_campaign.py build docs/results/flux-fuzz.md

REGRESSIONS += regress-flux

docs-flux: ## the generated tables of docs/formats/flux.md
	@$(PYTHON) sw/lib/flux/tools/flux_spec.py docs/formats/flux.md tests/formats/vectors/flux
