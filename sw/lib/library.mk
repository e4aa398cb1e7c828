# SPDX-License-Identifier: Apache-2.0
# Rules of the library of a format, sw/lib/NAME:
#
#   $(eval $(call library,NAME,LIBRARIES TO LINK,REQUIRED LIBRARIES OF sw/lib))
#
# makes rules for
#
#   build/sw/libNAME.a       of sw/lib/NAME/*.c, and driver/src/NAME_*.c, which targets have too
#   build/sw/NAME-x          of sw/lib/NAME/tools/NAME_x.c, or of tests/fuzz/NAME_x.c
#   build/sw/NAME-x-san      the same with sanitizers
#   build/fuzz/NAME-fuzz     of tests/fuzz/NAME_fuzz.c, with libFuzzer and sanitizers
#   build/fw/NAME/y.o        of driver/src/NAME_y.c, for a small core; FW_NAME adds to its flags
#
# and sets NAME_PROGRAMS (those of tests/fuzz) and NAME_DUMPS (NAME-dump and NAME-dump-san, if any).

# The fuzzer traces the library, not the harness. It does not trace comparisons: seeds and
# dictionaries have the values that this would find, and the same executions take two thirds of the
# time and reach at least as many edges. Comparisons of addresses, which change from run to run,
# would also make a run depend on more than its seed.
LIB_FUZZ := clang -O2 -g -std=c11 -Wall -Wextra -Werror -fsanitize=address,undefined \
  -fno-sanitize-recover=all
LIB_FUZZER := -fsanitize=fuzzer -fno-sanitize-coverage=trace-cmp

LIB_FW := riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32 -Os -std=c11 -ffreestanding \
  -ffunction-sections -fdata-sections -Wall -Wextra -Werror

define library
$(1)_SRC := $(wildcard sw/lib/$(1)/*.c driver/src/$(1)_*.c)
$(1)_HEADERS := $(wildcard sw/lib/$(1)/*.h driver/include/$(1)*.h)
$(1)_TESTS := $(patsubst tests/fuzz/$(1)_%.c,build/sw/$(1)-%,\
  $(filter-out %_fuzz.c,$(wildcard tests/fuzz/$(1)_*.c)))
$(1)_PROGRAMS := $$($(1)_TESTS) $$($(1)_TESTS:=-san) build/fuzz/$(1)-fuzz
$(1)_DUMPS := $(if $(wildcard sw/lib/$(1)/tools/$(1)_dump.c),\
  build/sw/$(1)-dump build/sw/$(1)-dump-san)
$(1)_FUZZ_SRC := $(foreach library,$(1) $(3),\
  $(wildcard sw/lib/$(library)/*.c driver/src/$(library)_*.c))
$(1)_FUZZ_HEADERS := $(foreach library,$(1) $(3),\
  $(wildcard sw/lib/$(library)/*.h driver/include/$(library)*.h)) tests/fuzz/random.h
$(1)_FUZZ_INC := $(foreach library,$(1) $(3),-Isw/lib/$(library)) -Idriver/include

build/sw/lib$(1).a: $$($(1)_SRC:%.c=build/obj/%.o)
	@mkdir -p $$(@D)
	@echo "  AR  $$@"
	@rm -f $$@
	@$$(AR) rcs $$@ $$^

build/obj/sw/lib/$(1)/tools/%.o build/obj-san/sw/lib/$(1)/tools/%.o: SW_CFLAGS += -D_GNU_SOURCE

build/sw/$(1)-dump build/sw/$(1)-bench: build/sw/$(1)-%: \
    build/obj/sw/lib/$(1)/tools/$(1)_%.o build/sw/lib$(1).a
	@echo "  LD  $$@"
	@$$(CC) -o $$@ $$^ $(2)

build/sw/$(1)-dump-san: build/obj-san/sw/lib/$(1)/tools/$(1)_dump.o \
    $$($(1)_SRC:%.c=build/obj-san/%.o)
	@mkdir -p $$(@D)
	@echo "  LD  $$@"
	@$$(CC) $$(SW_SANITIZE) -o $$@ $$^ $(2)

$$($(1)_TESTS): build/sw/$(1)-%: tests/fuzz/$(1)_%.c build/sw/lib$(1).a $$($(1)_HEADERS) \
    tests/fuzz/random.h
	@echo "  LD  $$@"
	@$$(CC) $$(SW_CFLAGS) -Isw/lib/$(1) -Idriver/include -o $$@ $$< build/sw/lib$(1).a $(2) -lm

$$($(1)_TESTS:=-san): build/sw/$(1)-%-san: tests/fuzz/$(1)_%.c \
    $$($(1)_SRC:%.c=build/obj-san/%.o) $$($(1)_HEADERS) tests/fuzz/random.h
	@mkdir -p $$(@D)
	@echo "  LD  $$@"
	@$$(CC) $$(SW_CFLAGS) $$(SW_SANITIZE) -Isw/lib/$(1) -Idriver/include -o $$@ \
	  $$(filter %.c %.o,$$^) $(2) -lm

build/fuzz/$(1)-fuzz.o: tests/fuzz/$(1)_fuzz.c $$($(1)_FUZZ_HEADERS)
	@mkdir -p $$(@D)
	@$$(LIB_FUZZ) $$($(1)_FUZZ_INC) -c -o $$@ $$<

build/fuzz/$(1)-fuzz: build/fuzz/$(1)-fuzz.o $$($(1)_FUZZ_SRC) $$($(1)_FUZZ_HEADERS)
	@echo "  LD  $$@"
	@$$(LIB_FUZZ) $$(LIB_FUZZER) $$($(1)_FUZZ_INC) -o $$@ $$< $$($(1)_FUZZ_SRC) $(2)

build/fw/$(1)/%.o: driver/src/$(1)_%.c $$($(1)_HEADERS)
	@mkdir -p $$(@D)
	@echo "  CC  $$< (rv32imc)"
	@$$(LIB_FW) -Idriver/include $$(FW_$(1)) -c -o $$@ $$<

.PHONY: regress-$(1)

regress-$(1): $$($(1)_PROGRAMS)
	@nice -n 10 $$(PYTHON) tests/fuzz/campaign.py $(1) build docs/evidence/$(1)-fuzz.md

TEST_PROGRAMS += $$($(1)_DUMPS) $$($(1)_PROGRAMS)

-include $$(patsubst sw/%.c,build/obj/sw/%.d,$(wildcard sw/lib/$(1)/tools/*.c))
-include build/obj-san/sw/lib/$(1)/tools/$(1)_dump.d
endef
