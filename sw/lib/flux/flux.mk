# SPDX-License-Identifier: Apache-2.0
# flux: the library (build/sw/libflux.a), flux-dump, and the programs that test and measure it.

SW_LDLIBS += -llz4 -lz

FLUX_LDLIBS := -llz4 -lz
FLUX_SRC := $(wildcard sw/lib/flux/*.c)
FLUX_OBJ := $(FLUX_SRC:%.c=build/obj/%.o)
FLUX_SAN_OBJ := $(FLUX_SRC:%.c=build/obj-san/%.o)
FLUX_FUZZ := clang -O2 -g -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FLUX_HEADERS := $(wildcard sw/lib/flux/*.h)


build/sw/libflux.a: $(FLUX_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

build/sw/flux-dump: build/obj/sw/lib/flux/tools/flux_dump.o build/sw/libflux.a
	$(CC) -o $@ $^ $(FLUX_LDLIBS)

build/sw/flux-dump-san: build/obj-san/sw/lib/flux/tools/flux_dump.o $(FLUX_SAN_OBJ)
	$(CC) $(SW_SANITIZE) -o $@ $^ $(FLUX_LDLIBS)

# C test programs are in tests/fuzz: flux_x.c is build/sw/flux-x and, with sanitizers, build/sw/flux-x-san.
build/sw/flux-%: tests/fuzz/flux_%.c build/sw/libflux.a $(FLUX_HEADERS)
	$(CC) $(SW_CFLAGS) -Isw/lib/flux -o $@ $< build/sw/libflux.a $(FLUX_LDLIBS)

build/sw/flux-%-san: tests/fuzz/flux_%.c $(FLUX_SAN_OBJ) $(FLUX_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(SW_CFLAGS) $(SW_SANITIZE) -Isw/lib/flux -o $@ $< $(FLUX_SAN_OBJ) $(FLUX_LDLIBS)

build/fuzz/flux-fuzz: tests/fuzz/flux_fuzz.c $(FLUX_SRC) $(FLUX_HEADERS)
	@mkdir -p $(@D)
	$(FLUX_FUZZ) -Isw/lib/flux -o $@ $< $(FLUX_SRC) $(FLUX_LDLIBS)

TEST_PROGRAMS += build/sw/flux-dump build/sw/flux-dump-san build/sw/flux-roundtrip build/sw/flux-roundtrip-san \
                 build/sw/flux-emitter-san build/sw/flux-fastlz-san build/fuzz/flux-fuzz

build/sw/flux-bench: build/obj/sw/lib/flux/tools/flux_bench.o build/sw/libflux.a
	$(CC) -o $@ $^ $(FLUX_LDLIBS)

.PHONY: bench-flux bench-flux-target regress-flux docs-flux

bench-flux: build/sw/flux-bench ## how fast flux is read and written (docs/results/flux-speed.md)
	$(PYTHON) sw/lib/flux/tools/flux_bench.py build 50000000 docs/results/flux-speed.md

BENCHES += bench-flux

regress-flux: build/fuzz/flux-fuzz build/sw/flux-roundtrip ## ten million executions of the flux fuzzer (docs/results/flux-fuzz.md)
	nice -n 10 $(PYTHON) tests/fuzz/flux_campaign.py build docs/results/flux-fuzz.md

REGRESSIONS += regress-flux

docs-flux: ## the generated tables of docs/formats/flux.md
	$(PYTHON) sw/lib/flux/tools/flux_spec.py docs/formats/flux.md tests/formats/vectors/flux

# ---- on a core: driver/driver.mk and sim/soc/soc.mk have the compiler, the start-up code and the simulations

FLUX_TARGET := $(addprefix sw/lib/flux/,tools/flux_target.c flux_emit.c) $(addprefix driver/apps/soc/,crt0.S soc.c)

define flux_program
build/fw/$(1)/flux_target.elf: $(FLUX_TARGET) $(FLUX_HEADERS) driver/apps/soc/soc.ld driver/apps/soc/soc.h
	@mkdir -p $$(@D)
	$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) -DFLUX_CLASSIC_ONLY $$(RV_CORE_$(1)) $$(RV_LINK) $(FLUX_TARGET) -o $$@
endef
$(foreach core,ibex picorv32,$(eval $(call flux_program,$(core))))

# What the emitter and its parts take: linked alone, so that the linker leaves out what is not called.
build/fw/flux_emit.o: sw/lib/flux/flux_emit.c $(FLUX_HEADERS)
	@mkdir -p $(@D)
	riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding -ffunction-sections -fdata-sections \
	  -DFLUX_CLASSIC_ONLY -Wall -Wextra -Werror -c -o $@ $<

FLUX_TARGET_PROGRAMS := build/fw/flux_emit.o build/fw/ibex/flux_target.hex build/fw/picorv32/flux_target.hex

bench-flux-target: $(FLUX_TARGET_PROGRAMS) build/soc/ibex-cpp/soc build/soc/picorv32-cpp/soc ## size and cycles of the flux emitter on small cores
	$(PYTHON) sw/lib/flux/tools/flux_target.py build docs/results/flux-target.md

BENCHES += bench-flux-target
TEST_PROGRAMS += $(FLUX_TARGET_PROGRAMS)
