# SPDX-License-Identifier: Apache-2.0
# TXTB: the library (build/sw/libtxtb.a), txtb-dump, and the programs that test and measure it.

TXTB_SRC := $(wildcard sw/lib/txtb/*.c)
TXTB_HEADERS := $(wildcard sw/lib/txtb/*.h)
TXTB_OBJ := $(TXTB_SRC:%.c=build/obj/%.o)
TXTB_SAN_OBJ := $(TXTB_SRC:%.c=build/obj-san/%.o)

build/sw/libtxtb.a: $(TXTB_OBJ)
	@mkdir -p $(@D)
	@echo "  AR  $@"
	@rm -f $@
	@$(AR) rcs $@ $^

build/sw/txtb-dump build/sw/txtb-bench: build/sw/txtb-%: build/obj/sw/lib/txtb/tools/txtb_%.o build/sw/libtxtb.a
	@echo "  LD  $@"
	@$(CC) -o $@ $^

build/sw/txtb-dump-san: build/obj-san/sw/lib/txtb/tools/txtb_dump.o $(TXTB_SAN_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_SANITIZE) -o $@ $^

build/obj/sw/lib/txtb/tools/%.o build/obj-san/sw/lib/txtb/tools/%.o: SW_CFLAGS += -D_POSIX_C_SOURCE=200809L

# Programs in tests/fuzz: txtb_x.c is build/sw/txtb-x-san.
build/sw/txtb-roundtrip-san: tests/fuzz/txtb_roundtrip.c $(TXTB_SAN_OBJ) $(TXTB_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) -Isw/lib/txtb -o $@ $< $(TXTB_SAN_OBJ)

build/fuzz/txtb-fuzz: tests/fuzz/txtb_fuzz.c $(TXTB_SRC) $(TXTB_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@clang -O2 -g -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Isw/lib/txtb -o $@ $< $(TXTB_SRC)

# For a small core: the ring.
build/fw/txtb/txtb_ring.o: sw/lib/txtb/txtb_ring.c $(TXTB_HEADERS)
	@mkdir -p $(@D)
	@echo "  CC  $< (rv32imc)"
	@riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding -ffunction-sections -fdata-sections \
	  -Wall -Wextra -Werror -c -o $@ $<

.PHONY: docs-txtb bench-txtb regress-txtb

docs-txtb: ## the generated tables of docs/formats/txtb.md
	@$(PYTHON) sw/lib/txtb/tools/txtb_spec.py sw/lib/txtb/txtb_table.h docs/formats/txtb.md

bench-txtb: build/sw/txtb-bench ## how fast trace buffers are read and written, beside tracex-parser (docs/results/txtb-speed.md)
	@$(PYTHON) sw/lib/txtb/tools/txtb_bench.py build docs/results/txtb-speed.md

BENCHES += bench-txtb

regress-txtb: build/fuzz/txtb-fuzz build/sw/txtb-roundtrip-san ## ten million executions of the TXTB fuzzer (docs/results/txtb-fuzz.md)
	@nice -n 10 $(PYTHON) tests/fuzz/reader_campaign.py txtb build docs/results/txtb-fuzz.md

REGRESSIONS += regress-txtb

TEST_PROGRAMS += build/sw/txtb-dump build/sw/txtb-dump-san build/sw/txtb-roundtrip-san build/fuzz/txtb-fuzz \
  build/fw/txtb/txtb_ring.o
