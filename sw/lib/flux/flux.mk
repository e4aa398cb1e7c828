# SPDX-License-Identifier: Apache-2.0
# flux: the library (build/sw/libflux.a), flux-dump, and the programs that test and measure it.

SW_LDLIBS += -llz4 -lz

FLUX_OBJ := $(patsubst %.c,build/obj/%.o,$(wildcard sw/lib/flux/*.c))

build/sw/libflux.a: $(FLUX_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^

build/sw/flux-dump: build/obj/sw/lib/flux/tools/flux_dump.o build/sw/libflux.a
	$(CC) -o $@ $^ -llz4 -lz

TEST_PROGRAMS += build/sw/flux-dump
