# SPDX-License-Identifier: Apache-2.0
# The same programs recording in software: build/fw/CORE/APP_txtb.hex and APP_rkh.hex.

SOFT_FLAGS := -DWEIR_HOOKS='"soc_hooks.h"'
SOFT_SOURCES := driver/apps/soc/crt0.S driver/apps/soc/soc.c driver/src/weir_soft.c
SOFT_txtb := -DWEIR_TXTB driver/src/txtb_ring.c
SOFT_rkh := -DWEIR_RKH $(addprefix driver/src/,rkh_emit.c rkh_config.c rkh_weir.c)
SOFT_CORES := ibex picorv32 vexriscv

define soft_program
.PRECIOUS: build/fw/$(1)/%_$(2).elf
build/fw/$(1)/%_$(2).elf: driver/apps/%.c $$$$(call rv_extra_sources,$(1)) $$(SOFT_SOURCES) \
  $$(filter %.c,$$(SOFT_$(2))) $$(RV_HEADERS) driver/apps/soc/soc.ld
	@mkdir -p $$(@D)
	@$$(RV_CC) $$(RV_FLAGS) $$(RV_WARN) $$(SOFT_FLAGS) $$(RV_CORE_$(1)) $$(RV_LINK) $$(SOFT_SOURCES) \
	  $$(SOFT_$(2)) $$(RV_EXTRA_$$*) $$< -o $$@
endef
$(foreach core,$(SOFT_CORES),$(foreach kind,txtb rkh,$(eval $(call soft_program,$(core),$(kind)))))

# The demo: FreeRTOS in a ThreadX trace buffer
FREERTOS_txtb := -DWEIR_TXTB $(SOFT_FLAGS)
FREERTOS_MORE_txtb := driver/src/weir_soft.c driver/src/txtb_ring.c
TEST_PROGRAMS += build/fw/ibex/freertos_txtb.hex

TEST_PROGRAMS += $(foreach core,$(SOFT_CORES),\
    $(addprefix build/fw/$(core)/two_threads_,txtb.hex rkh.hex)) \
  $(foreach core,ibex picorv32,\
    $(foreach app,log records,$(addprefix build/fw/$(core)/$(app),.hex _txtb.hex _rkh.hex)))
TEST_PROGRAMS += $(addprefix build/fw/,ibex/crash.hex vexriscv/crash.hex ibex/crash_txtb.hex \
  ibex/crash_rkh.hex ibex/storm.hex vexriscv/storm.hex ibex/crowd.hex picorv32/crowd.hex \
  ibex/crowd_txtb.hex ibex/crowd_rkh.hex)

# The back ends on the host
build/tests/soc/soft_%: tests/soc/soft_test.c tests/soc/soft_hooks.h driver/src/weir_soft.c \
  driver/src/weir_rkhtrc.c $(RV_HEADERS) $(filter %.c,$(SOFT_txtb) $(SOFT_rkh))
	@mkdir -p $(@D)
	@$(CC) -std=c11 -g -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -fsanitize=address,undefined \
	  -fno-sanitize-recover=undefined -Idriver/include -Itests/soc \
	  -DWEIR_HOOKS='"soft_hooks.h"' \
	  $< driver/src/weir_soft.c driver/src/weir_rkhtrc.c $(SOFT_$*) -o $@

TEST_PROGRAMS += build/tests/soc/soft_txtb build/tests/soc/soft_rkh
