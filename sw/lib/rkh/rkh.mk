# SPDX-License-Identifier: Apache-2.0
# RKH: the library (build/sw/librkh.a), rkh-dump, and the programs that test and measure it.

RKH_SRC := $(wildcard sw/lib/rkh/*.c)
RKH_HEADERS := $(wildcard sw/lib/rkh/*.h)
RKH_OBJ := $(RKH_SRC:%.c=build/obj/%.o)
RKH_SAN_OBJ := $(RKH_SRC:%.c=build/obj-san/%.o)

build/sw/librkh.a: $(RKH_OBJ)
	@mkdir -p $(@D)
	@echo "  AR  $@"
	@rm -f $@
	@$(AR) rcs $@ $^

build/sw/rkh-dump build/sw/rkh-bench: build/sw/rkh-%: build/obj/sw/lib/rkh/tools/rkh_%.o build/sw/librkh.a
	@echo "  LD  $@"
	@$(CC) -o $@ $^

build/sw/rkh-dump-san: build/obj-san/sw/lib/rkh/tools/rkh_dump.o $(RKH_SAN_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_SANITIZE) -o $@ $^

# Programs in tests/fuzz: rkh_x.c is build/sw/rkh-x and, with sanitizers, build/sw/rkh-x-san.
build/sw/rkh-roundtrip build/sw/rkh-damage: build/sw/rkh-%: tests/fuzz/rkh_%.c build/sw/librkh.a $(RKH_HEADERS)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) -Isw/lib/rkh -o $@ $< build/sw/librkh.a -lm

build/sw/rkh-roundtrip-san: tests/fuzz/rkh_roundtrip.c $(RKH_SAN_OBJ) $(RKH_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) -Isw/lib/rkh -o $@ $< $(RKH_SAN_OBJ)

build/fuzz/rkh-fuzz: tests/fuzz/rkh_fuzz.c $(RKH_SRC) $(RKH_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@clang -O2 -g -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Isw/lib/rkh -o $@ $< $(RKH_SRC)

# For a small core: what a target needs.
RKH_TARGET_OBJ := $(patsubst %,build/fw/rkh/%.o,rkh_config rkh_emit rkh_weir)

$(RKH_TARGET_OBJ): build/fw/rkh/%.o: sw/lib/rkh/%.c $(RKH_HEADERS)
	@mkdir -p $(@D)
	@echo "  CC  $< (rv32imc)"
	@riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding -ffunction-sections -fdata-sections \
	  -Wall -Wextra -Werror -c -o $@ $<

.PHONY: docs-rkh bench-rkh regress-rkh

docs-rkh: ## the generated table of docs/formats/rkh.md
	@$(PYTHON) sw/lib/rkh/tools/rkh_spec.py sw/lib/rkh/rkh_records.h docs/formats/rkh.md

bench-rkh: build/sw/rkh-bench $(RKH_TARGET_OBJ) ## how fast RKH frames are read and written, octets of code on a core (docs/results/rkh-speed.md)
	@$(PYTHON) sw/lib/rkh/tools/rkh_bench.py build docs/results/rkh-speed.md

BENCHES += bench-rkh

regress-rkh: build/fuzz/rkh-fuzz build/sw/rkh-roundtrip-san build/sw/rkh-damage ## ten million executions of the RKH fuzzer, damage (docs/results/rkh-*.md)
	@nice -n 10 $(PYTHON) tests/fuzz/rkh_damage.py build docs/results/rkh-damage.md
	@nice -n 10 $(PYTHON) tests/fuzz/reader_campaign.py rkh build docs/results/rkh-fuzz.md

REGRESSIONS += regress-rkh

TEST_PROGRAMS += build/sw/rkh-dump build/sw/rkh-dump-san build/sw/rkh-roundtrip-san build/sw/rkh-roundtrip \
  build/sw/rkh-damage build/fuzz/rkh-fuzz $(RKH_TARGET_OBJ)
