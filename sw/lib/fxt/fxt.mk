# SPDX-License-Identifier: Apache-2.0
# fxt: the library (build/sw/libfxt.a), fxt-dump, and the programs that test and measure it.

FXT_SRC := $(wildcard sw/lib/fxt/*.c)
FXT_HEADERS := $(wildcard sw/lib/fxt/*.h)
FXT_OBJ := $(FXT_SRC:%.c=build/obj/%.o)
FXT_SAN_OBJ := $(FXT_SRC:%.c=build/obj-san/%.o)
FXT_FUZZ := clang -O2 -g -std=c11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

.PHONY: bench-fxt regress-fxt docs-fxt

build/sw/libfxt.a: $(FXT_OBJ)
	@mkdir -p $(@D)
	@echo "  AR  $@"
	@rm -f $@
	@$(AR) rcs $@ $^

# Programs in sw/lib/fxt/tools: fxt_x.c is build/sw/fxt-x and, with sanitizers, build/sw/fxt-x-san.
build/obj/sw/lib/fxt/tools/%.o build/obj-san/sw/lib/fxt/tools/%.o: SW_CFLAGS += -D_GNU_SOURCE

build/sw/fxt-dump build/sw/fxt-bench: build/sw/fxt-%: build/obj/sw/lib/fxt/tools/fxt_%.o build/sw/libfxt.a
	@echo "  LD  $@"
	@$(CC) -o $@ $^

build/sw/fxt-dump-san: build/obj-san/sw/lib/fxt/tools/fxt_dump.o $(FXT_SAN_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_SANITIZE) -o $@ $^

-include $(patsubst sw/%.c,build/obj/sw/%.d,$(wildcard sw/lib/fxt/tools/*.c)) build/obj-san/sw/lib/fxt/tools/fxt_dump.d

# Programs in tests/fuzz, named likewise.
build/sw/fxt-roundtrip: tests/fuzz/fxt_roundtrip.c build/sw/libfxt.a $(FXT_HEADERS)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) -Isw/lib/fxt -o $@ $< build/sw/libfxt.a

build/sw/fxt-roundtrip-san: tests/fuzz/fxt_roundtrip.c $(FXT_SAN_OBJ) $(FXT_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) -Isw/lib/fxt -o $@ $< $(FXT_SAN_OBJ)

build/fuzz/fxt-fuzz: tests/fuzz/fxt_fuzz.c $(FXT_SRC) $(FXT_HEADERS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(FXT_FUZZ) -Isw/lib/fxt -o $@ $< $(FXT_SRC)

# ---- tests, benches, campaigns, tables

TEST_PROGRAMS += build/sw/fxt-dump build/sw/fxt-dump-san build/sw/fxt-roundtrip build/sw/fxt-roundtrip-san build/fuzz/fxt-fuzz

bench-fxt: build/sw/fxt-bench ## how fast FXT is read and written, beside PyPI fxt and Perfetto (docs/results/fxt-speed.md)
	@$(PYTHON) sw/lib/fxt/tools/fxt_bench.py build 500000 docs/results/fxt-speed.md

BENCHES += bench-fxt

regress-fxt: build/fuzz/fxt-fuzz build/sw/fxt-roundtrip ## ten million executions of the FXT fuzzer (docs/results/fxt-fuzz.md)
	@nice -n 10 $(PYTHON) tests/fuzz/fxt_campaign.py build docs/results/fxt-fuzz.md

REGRESSIONS += regress-fxt

docs-fxt: build/sw/fxt-dump ## the worked examples of docs/formats/fxt.md
	@$(PYTHON) sw/lib/fxt/tools/fxt_spec.py docs/formats/fxt.md tests/formats/vectors/fxt
