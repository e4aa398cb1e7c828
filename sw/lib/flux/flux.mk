# SPDX-License-Identifier: Apache-2.0
# flux: the library, flux-dump, and the programs that test and measure it, on the host and on cores.

SW_LDLIBS += -llz4 -lz
FW_flux := -DFLUX_CLASSIC_ONLY

$(eval $(call library,flux,-llz4 -lz))

# ---- on a core: driver/driver.mk and sim/soc/soc.mk have compiler, start-up code and simulations

FLUX_TARGET_SRC := sw/lib/flux/tools/flux_target.c driver/src/flux_emit.c \
  $(addprefix driver/apps/soc/,crt0.S soc.c)

define flux_target
build/fw/$(1)/flux_target.elf: $(FLUX_TARGET_SRC) $(flux_HEADERS) driver/apps/soc/soc.ld \
    driver/apps/soc/soc.h
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) $(FW_flux) $$(RV_CORE_$(1)) $$(RV_LINK) \
	  $(FLUX_TARGET_SRC) -o $$@
endef
$(foreach core,ibex picorv32,$(eval $(call flux_target,$(core))))

FLUX_TARGET := build/fw/flux/emit.o build/fw/ibex/flux_target.hex build/fw/picorv32/flux_target.hex

TEST_PROGRAMS += $(FLUX_TARGET)

# ---- benches, tables

.PHONY: bench-flux bench-flux-target docs-flux

bench-flux: build/sw/flux-dump
bench-flux: build/sw/flux-bench ## speed of flux beside other programs (docs/evidence/flux-speed.md)
	@$(PYTHON) sw/lib/flux/tools/flux_bench.py build 50000000 docs/evidence/flux-speed.md

bench-flux-target: $(FLUX_TARGET) $(patsubst %,build/soc/%-cpp/soc,ibex picorv32)
bench-flux-target: ## size and cycles of the flux emitter on cores (docs/evidence/flux-target.md)
	@$(PYTHON) sw/lib/flux/tools/flux_target.py build docs/evidence/flux-target.md

regress-flux: ## ten million executions of the flux fuzzer, round trips (docs/evidence/flux-fuzz.md)

docs-flux: ## the generated tables of docs/reference/flux.md
	@$(PYTHON) sw/lib/flux/tools/flux_spec.py docs/reference/flux.md tests/formats/vectors/flux
