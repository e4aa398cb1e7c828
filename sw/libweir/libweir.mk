# SPDX-License-Identifier: Apache-2.0
# libweir: the readers as a library with one interface, sw/include/weir. build/lib has libweir.so
# and libweir.a, which shows nothing but that interface.

LIBWEIR_VERSION := 1.0
LIBWEIR_MAJOR := 1
# Of a candidate for this release, in the names of packages; nothing in the release itself.
LIBWEIR_CANDIDATE := rc1
LIBWEIR_NOT := $(addprefix %/model_,formats.c ctf.c vcd.c fst.c json.c csv.c arrow.c wave.c)
LIBWEIR_MODEL := $(filter-out $(LIBWEIR_NOT),$(wildcard sw/lib/model/*.c))
LIBWEIR_SRC := $(wildcard sw/libweir/*.c) $(LIBWEIR_MODEL) $(SW_DRIVER_SRC) \
  $(filter-out %/flux_file.c %/arrow_ipc.c,$(wildcard $(addsuffix /*.c,\
    $(addprefix sw/lib/,names analysis columns event flux fxt rkh txtb))))
LIBWEIR_OBJ := $(LIBWEIR_SRC:%.c=build/obj-pic/%.o)
LIBWEIR_LDLIBS := -lyaml -llz4 -lz $(SW_ELF_LDLIBS) -lm -lpthread
LIBWEIR := build/lib/libweir.so.$(LIBWEIR_VERSION) build/lib/libweir.a

build/obj-pic/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $< (library)"
	@$(CC) $(SW_CFLAGS) -D_GNU_SOURCE -fPIC -fvisibility=hidden $(SW_INC) -Isw/include -MMD -MP \
	  -c -o $@ $<

build/lib/libweir.so.$(LIBWEIR_VERSION): $(LIBWEIR_OBJ) $(wildcard sw/libweir/libweir.m*)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) -shared -Wl,-soname,libweir.so.$(LIBWEIR_MAJOR) -Wl,-z,defs \
	  -Wl,--version-script=sw/libweir/libweir.map -o $@ $(LIBWEIR_OBJ) $(LIBWEIR_LDLIBS)
	@ln -sf $(@F) $(@D)/libweir.so.$(LIBWEIR_MAJOR)
	@ln -sf $(@F) $(@D)/libweir.so

# One object, whose other symbols are local: they cannot meet those of a program.
build/lib/libweir.a: $(LIBWEIR_OBJ) sw/libweir/libweir.mk
	@mkdir -p $(@D)
	@echo "  AR  $@"
	@$(LD) -r -o build/lib/weir.o $(LIBWEIR_OBJ)
	@$(or $(OBJCOPY),objcopy) --localize-hidden build/lib/weir.o
	@rm -f $@
	@$(AR) rcs $@ build/lib/weir.o

.PHONY: libweir
libweir: $(LIBWEIR) # the readers as a library: build/lib

# ---- installation

PREFIX ?= /usr/local
LIBDIR ?= lib
LIBWEIR_CMAKE := $(DESTDIR)$(PREFIX)/$(LIBDIR)/cmake/weir
LIBWEIR_FILL := sed -e 's|@prefix@|$(PREFIX)|;s|@lib@|$(LIBDIR)|' \
  -e 's|@version@|$(LIBWEIR_VERSION)|;s|@major@|$(LIBWEIR_MAJOR)|' \
  -e 's|@libs@|$(LIBWEIR_LDLIBS)|' \
  -e 's|@cmake_libs@|$(subst $() ,;,$(strip $(LIBWEIR_LDLIBS:-l%=%)))|' \
  -e 's|@up@|$(shell echo $(LIBDIR) | sed 's:[^/][^/]*:..:g')|'

.PHONY: install-lib
install-lib: $(LIBWEIR) # libweir with headers, pkg-config and CMake files
	install -d $(DESTDIR)$(PREFIX)/include/weir $(DESTDIR)$(PREFIX)/$(LIBDIR)/pkgconfig \
	  $(LIBWEIR_CMAKE)
	install -m 644 sw/include/weir/*.h $(DESTDIR)$(PREFIX)/include/weir
	install -m 644 build/lib/libweir.a build/lib/libweir.so.$(LIBWEIR_VERSION) \
	  $(DESTDIR)$(PREFIX)/$(LIBDIR)
	ln -sf libweir.so.$(LIBWEIR_VERSION) $(DESTDIR)$(PREFIX)/$(LIBDIR)/libweir.so.$(LIBWEIR_MAJOR)
	ln -sf libweir.so.$(LIBWEIR_MAJOR) $(DESTDIR)$(PREFIX)/$(LIBDIR)/libweir.so
	$(LIBWEIR_FILL) sw/libweir/weir.pc.in > $(DESTDIR)$(PREFIX)/$(LIBDIR)/pkgconfig/weir.pc
	$(LIBWEIR_FILL) sw/libweir/weirConfig.cmake.in > $(LIBWEIR_CMAKE)/weirConfig.cmake
	$(LIBWEIR_FILL) sw/libweir/weirConfigVersion.cmake.in > $(LIBWEIR_CMAKE)/weirConfigVersion.cmake

.PHONY: bench-library
bench-library: build/weir $(LIBWEIR) ## sizes of the library, speed of columns (docs/evidence)
	@$(PYTHON) sw/libweir/tools/library_bench.py build 5000000 docs/evidence/library.md

-include $(LIBWEIR_OBJ:.o=.d)

TEST_PROGRAMS += $(LIBWEIR)
