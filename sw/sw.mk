# SPDX-License-Identifier: Apache-2.0
# Host tools: the command `weir`, and one library for each format. The fragment of a library may add
# to these variables.

# No name of this folder is in what is built, so a package has the same bytes from any folder.
SW_CFLAGS := -O2 -g -std=c11 -Wall -Wextra -Werror -ffile-prefix-map=$(CURDIR)=.
# Clear records with memset: the string instruction that GCC prefers has a long startup time.
SW_MEMSET := -mmemset-strategy=libcall:-1:noalign
SW_CFLAGS += $(shell $(CC) $(SW_MEMSET) -E -xc /dev/null >/dev/null 2>&1 && echo $(SW_MEMSET))
SW_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined
SW_FST := /usr/share/verilator/include/gtkwave

# What is missing is left out, and `weir --version` lists it: libelf (names from a firmware's ELF),
# ncurses (weir view --tui), and the FST library of Verilator's package.
SW_HASH := \#
sw_have = $(shell echo '$(SW_HASH)include <$(1)>' | $(CC) -E -xc - >/dev/null 2>&1 && echo $(2))
SW_ELF_LDLIBS := $(call sw_have,gelf.h,-lelf)
SW_TUI_LDLIBS := $(call sw_have,curses.h,-lncursesw -ltinfo)
SW_HAVE_FST := $(wildcard $(SW_FST)/fstapi.c)
SW_CFLAGS += $(if $(SW_ELF_LDLIBS),,-DWEIR_NO_ELF) $(if $(SW_TUI_LDLIBS),,-DWEIR_NO_TUI) \
  $(if $(SW_HAVE_FST),,-DWEIR_NO_FST)
SW_NOT := $(if $(SW_TUI_LDLIBS),,sw/cli/tui.c) $(if $(SW_HAVE_FST),,sw/lib/model/model_fst.c)
SW_LDLIBS := -lm -lpthread $(SW_TUI_LDLIBS) -ljansson -lyaml $(SW_ELF_LDLIBS)

# The writers of formats that targets have too.
SW_DRIVER_SRC := $(filter-out driver/src/weir%,$(wildcard driver/src/*.c))
SW_LIB_SRC := $(filter-out $(SW_NOT),$(wildcard sw/lib/*/*.c)) $(SW_DRIVER_SRC)
SW_CLI_SRC := $(filter-out $(SW_NOT),$(wildcard sw/cli/*.c))

include sw/lib/library.mk $(wildcard sw/lib/*/*.mk) sw/view/view.mk

SW_INC := $(addprefix -I,$(sort $(dir $(wildcard sw/lib/*/*.c)))) \
  -Isw/view -Idriver/include -isystem $(SW_FST)
SW_OBJ := $(patsubst %.c,build/obj/%.o,$(SW_LIB_SRC) $(VIEW_SRC) $(SW_CLI_SRC))
SW_SAN_OBJ := $(patsubst %.c,build/obj-san/%.o,$(SW_LIB_SRC) $(VIEW_SRC) $(SW_CLI_SRC))
SW_FST_OBJ := $(if $(SW_HAVE_FST),build/obj/fst/fstapi.o build/obj/fst/fastlz.o)

.PHONY: weir

weir: build/weir ## the command `weir`: reads, draws, checks and converts traces

build/weir: $(SW_OBJ) $(SW_FST_OBJ)
	@echo "  LD  $@"
	@$(CC) -o $@ $^ $(SW_LDLIBS)

build/weir-san: $(SW_SAN_OBJ) $(SW_FST_OBJ)
	@echo "  LD  $@"
	@$(CC) $(SW_SANITIZE) -o $@ $^ $(SW_LDLIBS)

# The threads of the command under a thread sanitizer: a trace of a million events, in all formats.
build/weir-tsan: $(SW_OBJ) $(SW_FST_OBJ)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) -O1 -fsanitize=thread $(SW_INC) -D_GNU_SOURCE -o $@ \
	  $(patsubst build/obj/%.o,%.c,$(SW_OBJ)) $(SW_FST_OBJ) $(SW_LDLIBS)

.PHONY: regress-parallel

regress-parallel: build/weir-tsan build/weir ## the command under a thread sanitizer
	@nice -n 10 $(PYTHON) sw/cli/tools/weir_parallel.py build

# GTKWave's FST library, from the sources in Debian's Verilator package. It does not check its
# writes, nor its memory: model_fst.c does.
build/obj/fst/%.o: $(SW_FST)/%.c sw/sw.mk
	@mkdir -p $(@D)
	@echo "  CC  $<"
	@$(CC) -O2 -g -w -ffile-prefix-map=$(CURDIR)=. \
	  $(foreach name,malloc calloc realloc strdup exit,-D$(name)=model_fst_$(name)) \
	  -Dfclose=model_fst_close \
	  -DFST_CONFIG_INCLUDE='"fst_config.h"' \
	  -I$(SW_FST) -c -o $@ $<

build/obj/sw/cli/%.o build/obj-san/sw/cli/%.o build/obj/sw/lib/model/%.o \
build/obj-san/sw/lib/model/%.o build/obj/sw/lib/names/%.o \
build/obj-san/sw/lib/names/%.o: SW_CFLAGS += -D_GNU_SOURCE

# Loops over columns become a tenth faster.
build/obj/sw/lib/%.o build/obj/driver/%.o build/obj-pic/sw/lib/%.o: SW_CFLAGS += -O3

build/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $<"
	@$(CC) $(SW_CFLAGS) $(SW_INC) -MMD -MP -c -o $@ $<

build/obj-san/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $< (sanitizers)"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) $(SW_INC) -MMD -MP -c -o $@ $<

# Programs of tests/formats, with sanitizers.
SW_TEST_PROGRAMS := $(patsubst tests/%.c,build/tests/%,$(wildcard tests/formats/*_kinds.c))

$(SW_TEST_PROGRAMS): build/tests/%: tests/%.c $(SW_LIB_SRC:%.c=build/obj-san/%.o) \
                                    $(SW_FST_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) $(SW_INC) -o $@ $^ $(SW_LDLIBS)

# Random traces of other tools against the event model.
build/tests/foreign: build/obj/tests/formats/foreign.o \
    $(patsubst %.c,build/obj/%.o,$(SW_LIB_SRC)) $(SW_FST_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) -o $@ $^ $(SW_LDLIBS)

build/obj/tests/formats/foreign.o: SW_CFLAGS += -D_GNU_SOURCE

-include build/obj/tests/formats/foreign.d

TEST_PROGRAMS += build/tests/foreign

.PHONY: regress-differential

regress-differential: build/tests/foreign ## EVENTS events (1e9) of each format that is read
	@nice -n 10 $(PYTHON) tests/formats/differential.py build docs/evidence/differential.md \
	  $(if $(filter command,$(firstword $(origin EVENTS))),$(EVENTS),1e9)

# To preload: allocations that fail.
build/tests/fail_memory.so: tests/formats/fail_memory.c
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) -O2 -std=c11 -Wall -Wextra -Werror -shared -fPIC -o $@ $<

TEST_PROGRAMS += build/tests/fail_memory.so

.PHONY: regress-memory

regress-memory: build/weir build/tests/fail_memory.so ## each allocation of each command fails once
	@WEIR_MEMORY_EACH=1 $(PYTHON) -m pytest -q -n 2 tests/formats/test_memory.py

# The libraries for a 32-bit big-endian machine, run by qemu: their bytes are those of this machine.
PORTABLE_NOT := sw/lib/names/% %/model_fst.c %/model_formats.c %/flux_pack.c %/flux_file.c
PORTABLE_SRC := tests/formats/portable.c $(filter-out $(PORTABLE_NOT),$(SW_LIB_SRC))
PORTABLE_OBJ := $(PORTABLE_SRC:%.c=build/obj-ppc/%.o)

build/obj-ppc/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $< (PowerPC)"
	@powerpc-linux-gnu-gcc -O2 -std=c11 -Wall -Wextra -Werror -D_GNU_SOURCE $(SW_INC) -MMD -MP -c \
	  -o $@ $<

build/tests/formats/portable-ppc: $(PORTABLE_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@powerpc-linux-gnu-gcc -static -o $@ $^ -lm

build/tests/formats/portable: tests/formats/portable.c \
    $(patsubst %.c,build/obj-san/%.o,$(filter-out tests/%,$(PORTABLE_SRC))) $(wildcard sw/lib/*/*.h)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(SW_CFLAGS) $(SW_SANITIZE) $(SW_INC) -D_GNU_SOURCE -o $@ $(filter-out %.h,$^) -lm

-include $(PORTABLE_OBJ:.o=.d)

TEST_PROGRAMS += build/tests/formats/portable build/tests/formats/portable-ppc

# The fuzzer of dictionaries and of logs with the firmware's format strings.
NAMES_FUZZ_SRC := $(wildcard sw/lib/names/*.c) \
                  $(addprefix sw/cli/,dictionary.c files.c usage.c text.c progress.c) \
                  $(wildcard sw/lib/rkh/*.c driver/src/rkh_*.c) \
                  $(addprefix sw/lib/model/,model.c batch.c model_ahead.c model_text.c \
                    model_value.c model_survey.c) sw/lib/txtb/txtb_names.c

build/fuzz/names-fuzz.o: tests/fuzz/names_fuzz.c $(wildcard sw/cli/*.h sw/lib/model/*.h) \
                         tests/fuzz/random.h
	@mkdir -p $(@D)
	@$(LIB_FUZZ) -D_GNU_SOURCE $(SW_INC) -Isw/cli -c -o $@ $<

build/fuzz/names-fuzz: build/fuzz/names-fuzz.o $(NAMES_FUZZ_SRC) $(wildcard sw/cli/*.h sw/lib/*/*.h)
	@echo "  LD  $@"
	@$(LIB_FUZZ) $(LIB_FUZZER) -D_GNU_SOURCE $(SW_INC) -Isw/cli -o $@ $< $(NAMES_FUZZ_SRC) \
	  -lyaml $(SW_ELF_LDLIBS) -ljansson

.PHONY: regress-names

regress-names: build/fuzz/names-fuzz ## fuzz dictionaries and logs ten million times
	@nice -n 10 $(PYTHON) tests/fuzz/campaign.py names build docs/evidence/names-fuzz.md

TEST_PROGRAMS += build/fuzz/names-fuzz

# The fuzzer of the server of the live page; it includes its source.
SERVE_FUZZ_SRC := sw/cli/serve.c

build/fuzz/serve-fuzz: tests/fuzz/serve_fuzz.c $(SERVE_FUZZ_SRC) tests/fuzz/random.h \
                       sw/cli/serve.h sw/cli/files.h sw/view/view_page.h
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(LIB_FUZZ) $(LIB_FUZZER) -D_GNU_SOURCE $(SW_INC) -Isw/cli -Isw/view -o $@ $< -lpthread

.PHONY: regress-serve

regress-serve: build/fuzz/serve-fuzz ## fuzz the server of the live page ten million times
	@nice -n 10 $(PYTHON) tests/fuzz/campaign.py serve build docs/evidence/serve-fuzz.md

TEST_PROGRAMS += build/fuzz/serve-fuzz

# The fuzzer of the event model's sources.
MODEL_FUZZ_SRC := $(filter-out %/model_formats.c %/model_ctf.c %/model_vcd.c %/model_fst.c \
                    %/model_json.c %/model_csv.c %/model_arrow.c %/model_wave.c,\
                    $(wildcard sw/lib/model/*.c)) \
                  $(wildcard $(addsuffix /*.c,$(addprefix sw/lib/,event flux fxt rkh txtb))) \
                  $(SW_DRIVER_SRC)

build/fuzz/model-fuzz.o: tests/fuzz/model_fuzz.c $(wildcard sw/lib/model/*.h)
	@mkdir -p $(@D)
	@$(LIB_FUZZ) -D_GNU_SOURCE $(SW_INC) -c -o $@ $<

build/fuzz/model-fuzz: build/fuzz/model-fuzz.o $(MODEL_FUZZ_SRC) $(wildcard sw/lib/*/*.h)
	@echo "  LD  $@"
	@$(LIB_FUZZ) $(LIB_FUZZER) -D_GNU_SOURCE $(SW_INC) -o $@ $< $(MODEL_FUZZ_SRC) -lm -llz4 -lz

TEST_PROGRAMS += build/fuzz/model-fuzz

# The fuzzer of its sinks. Memory of megabytes is tests/fuzz/large_memory.h's; the readers' tables
# and the files of a folder are the harness's.
SINKS_FUZZ_SRC := $(filter-out %/model_formats.c,$(wildcard sw/lib/model/*.c)) \
                  $(filter-out %/flux_file.c,$(wildcard $(addsuffix /*.c,\
                    $(addprefix sw/lib/,analysis columns event flux fxt rkh txtb vcd)))) \
                  $(SW_DRIVER_SRC)
LARGE_MEMORY := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free

build/fuzz/sinks-fuzz.o: tests/fuzz/sinks_fuzz.c tests/fuzz/large_memory.h \
                         $(wildcard sw/lib/model/*.h)
	@mkdir -p $(@D)
	@$(LIB_FUZZ) -D_GNU_SOURCE $(SW_INC) -c -o $@ $<

build/fuzz/sinks-fuzz: build/fuzz/sinks-fuzz.o $(SINKS_FUZZ_SRC) $(wildcard sw/lib/*/*.h) \
                       $(SW_FST_OBJ)
	@echo "  LD  $@"
	@$(LIB_FUZZ) $(LIB_FUZZER) -D_GNU_SOURCE $(SW_INC) -o $@ $< $(SINKS_FUZZ_SRC) $(SW_FST_OBJ) \
	  $(LARGE_MEMORY) -Wl,--wrap=fxt_reader_defaults,--wrap=flux_reader_defaults \
	  -Wl,--wrap=fopen,--wrap=mkdir,--wrap=tmpfile -ljansson -lm -llz4 -lz -lpthread

.PHONY: regress-sinks

SINKS_EXECUTIONS ?= 10000000
regress-sinks: build/fuzz/sinks-fuzz ## fuzz each sink of the model SINKS_EXECUTIONS (1e7) times
	@nice -n 10 $(PYTHON) tests/fuzz/campaign.py sinks build docs/evidence/sinks-fuzz.md \
	  $(SINKS_EXECUTIONS)

TEST_PROGRAMS += build/fuzz/sinks-fuzz

# Manual pages, made from --help: weir.1 and one for each command.
WEIR_COMMANDS := info dump timeline convert stats compare view plot record check doctor names \
                 formats completion
WEIR_MAN := build/man/weir.1 $(WEIR_COMMANDS:%=build/man/weir-%.1)

.PHONY: man install

man: $(WEIR_MAN) ## the manual pages of the command `weir`, build/man

build/man/weir.1: build/weir
	@mkdir -p $(@D)
	@echo "  MAN $@"
	@help2man -N --name 'reads, converts, measures and records traces' -o $@ $<

build/man/weir-%.1: build/weir
	@mkdir -p $(@D)
	@echo "  MAN $@"
	@help2man -N --name "$$(build/weir $* --help | sed -n '2{s/[.:].*//;p}')" '$< $*' | \
	  sed -e 's/^\.TH [^ ]*/.TH WEIR\\-$(shell echo $* | tr a-z A-Z)/' \
	      -e 's/^weir \\- /weir\\-$* \\- /' \
	      -e '/^\.SH EXAMPLES/,/^\.PP/{s/^\.IP$$/.IP\n.nf/;s/^\.PP$$/.fi\n.PP/}' \
	      > $@.part && mv $@.part $@

.PHONY: bench-weir

bench-weir: build/sw/event-bench
bench-weir: build/weir ## speed of `weir`, babeltrace2 and vcd2fst (docs/evidence)
	@$(PYTHON) sw/cli/tools/weir_bench.py build 1000000 docs/evidence/weir-speed.md

include sw/libweir/libweir.mk sw/libweir/deb.mk sw/python/python.mk

install: install-lib install-driver build/weir $(WEIR_MAN)
install: ## install `weir`, libweir and the driver to PREFIX
	install -D -m 755 build/weir $(DESTDIR)$(PREFIX)/bin/weir
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 $(WEIR_MAN) $(DESTDIR)$(PREFIX)/share/man/man1
	build/weir completion > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/weir

-include $(SW_OBJ:.o=.d) $(SW_SAN_OBJ:.o=.d)

TEST_PROGRAMS += build/weir build/weir-san $(WEIR_MAN) $(SW_TEST_PROGRAMS)
