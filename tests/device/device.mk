# SPDX-License-Identifier: Apache-2.0
# The golden model of the whole unit, and the device made of it: build/device/SET/bench is the bench
# of build/sim/SET with the model in place of the RTL.

DEVICE_SRC := weir_golden weir_golden_unit weir_golden_frame weir_golden_checkpoint
DEVICE_GOLDEN := $(DEVICE_SRC:%=build/sim/obj/golden/%.o)
DEVICE_BENCHES := $(SIM_SETS:%=build/device/%/bench)

.SECONDARY: $(DEVICE_GOLDEN)
$(DEVICE_BENCHES): build/device/%/bench: tests/device/unit_device.cpp $(SIM_CPP) \
    build/sim/obj/golden/weir_golden_unit.o $(SIM_HEADERS) rtl/presets.mk
	@mkdir -p $(@D)
	@g++ -std=c++17 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -Idriver/include \
	  $(HAS_$*:%=-DUNIT_%) $< $(SIM_CPP) build/sim/obj/golden/weir_golden_unit.o -o $@

TEST_PROGRAMS += $(DEVICE_BENCHES)
