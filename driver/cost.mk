# SPDX-License-Identifier: Apache-2.0
# Cost of an event, docs/evidence/cost.md. Parts of bench_events are complete drivers of their own
# or barectf's tracer.

COST_CORES := ibex picorv32 vexriscv serv
COST_SOCS := ibex-cpp ibex-cpp-maxperf picorv32-cpp vexriscv-cpp serv-cpp
BARECTF := build/barectf/barectf.c

$(BARECTF): driver/apps/cost/barectf.yaml
	@mkdir -p $(@D)
	@build/venv/bin/barectf generate --code-dir $(@D) --headers-dir $(@D) --metadata-dir $(@D) $<

# A part exports one name only, cost_PART, so that a program can contain weir_soft.c twice.
COST_SOURCES_txtb := driver/apps/cost/cost_soft.c driver/src/weir_soft.c $(filter %.c,$(SOFT_txtb))
COST_SOURCES_rkh := driver/apps/cost/cost_soft.c driver/src/weir_soft.c $(filter %.c,$(SOFT_rkh))
COST_SOURCES_barectf := driver/apps/cost/cost_barectf.c
COST_FLAGS_txtb := $(SOFT_FLAGS) -DWEIR_TXTB
COST_FLAGS_rkh := $(SOFT_FLAGS) -DWEIR_RKH
COST_FLAGS_barectf := -DNDEBUG -isystem build/barectf

define cost_part
build/fw/$(1)/cost_$(2).o: $(COST_SOURCES_$(2)) $$(RV_HEADERS) driver/apps/cost/cost.h \
  $(if $(filter barectf,$(2)),$(BARECTF))
	@mkdir -p $$(@D)/cost_$(2)
	@for f in $(COST_SOURCES_$(2)) $(if $(filter barectf,$(2)),$(BARECTF)); do \
	  case $$$$f in build/*) warn=-w;; *) warn="$$(RV_WARN)";; esac; \
	  $$(RV_CC) $$(RV_FLAGS) $$$$warn $(COST_FLAGS_$(2)) $$(RV_CORE_$(1)) -c $$$$f \
	  -o $$(@D)/cost_$(2)/$$$$(basename $$$$f).o || exit 1; done
	@riscv64-unknown-elf-ld -m elf32lriscv -r -o $$@ $$(@D)/cost_$(2)/*.o
	@riscv64-unknown-elf-objcopy --keep-global-symbol=cost_$(2) $$@
build/fw/$(1)/bench_events.elf: build/fw/$(1)/cost_$(2).o driver/apps/cost/cost_known.c
endef
COST_PARTS := txtb rkh barectf
$(foreach core,$(COST_CORES),\
  $(foreach part,$(COST_PARTS),$(eval $(call cost_part,$(core),$(part)))))

RV_EXTRA_bench_events = -Idriver/apps driver/apps/cost/cost_known.c \
  $(COST_PARTS:%=$(@D)/cost_%.o)

# The overhead of tracing is measured with several builds of bench_load: load_LEVEL_ALIGNMENT, and
# handle_LEVEL_ALIGNMENT, where the driver loads the address of the unit from its handle.
# Without compressed instructions on cores where the address of an instruction costs no cycle.
LOAD_FLAGS = $(THREADS) $(if $(filter ibex picorv32,$(notdir $(@D))),-march=rv32im)
LOAD_FLAGS_load := -DWEIR_BASE=0x40000000u -DWEIR_WINDOW=1
RV_EXTRA_bench_load = $(LOAD_FLAGS) $(LOAD_FLAGS_load)
LOAD_LEVELS := $(foreach level,Os O2,$(foreach alignment,4 16 64,$(level)_$(alignment)))
define load_program
build/fw/$(1)/$(2)_%.elf: driver/apps/bench_load.c $$(RV_SOURCES) $$(THREADS) $$(RV_HEADERS) \
  driver/apps/soc/soc.ld
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) $$(RV_CORE_$(1)) $$(RV_LINK) $$(RV_SOURCES) \
	  $$(LOAD_FLAGS) $(LOAD_FLAGS_$(2)) $$< -o $$@ \
	  -$$(word 1,$$(subst _, ,$$*)) -falign-functions=$$(word 2,$$(subst _, ,$$*))
endef
$(foreach core,$(COST_CORES),\
  $(foreach address,load handle,$(eval $(call load_program,$(core),$(address)))))

.PHONY: bench-cost footprint

COST_PROGRAMS := $(foreach core,$(COST_CORES),\
  $(foreach app,bench_events bench_drain $(LOAD_LEVELS:%=load_%) $(LOAD_LEVELS:%=handle_%),\
    build/fw/$(core)/$(app).hex))
bench-cost: $(COST_SOCS:%=build/soc/%/soc) $(COST_PROGRAMS) ## cost of an event, overhead of tracing
	@$(PYTHON) driver/tools/cost.py --socs $(COST_SOCS) --load $(LOAD_LEVELS)

footprint: ## bytes of flash and RAM of the driver (docs/evidence/footprint.md)
	@$(PYTHON) driver/tools/cost.py --footprint

TEST_PROGRAMS += $(foreach core,ibex picorv32 vexriscv,\
  $(foreach app,bench_events bench_load bench_drain,build/fw/$(core)/$(app).hex)) \
  build/soc/ibex-cpp-maxperf/soc
