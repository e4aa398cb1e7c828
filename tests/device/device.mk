# SPDX-License-Identifier: Apache-2.0
# The golden model of the whole unit, and the device made of it: build/device/SET/bench is the bench
# of build/sim/SET with the model in place of the RTL.

DEVICE_GOLDEN := $(addprefix sim/golden/weir_golden,.c _unit.c _frame.c _checkpoint.c)
DEVICE_SRC := sim/device/weir_device.c $(DEVICE_GOLDEN)
DEVICE_HEADERS := $(wildcard sim/device/*.h sim/golden/*.h)
DEVICE_BENCHES := $(SIM_SETS:%=build/device/%/bench)

.SECONDARY: build/sim/obj/golden/weir_golden_unit.o
$(DEVICE_BENCHES): build/device/%/bench: tests/device/unit_device.cpp $(SIM_CPP) \
    build/sim/obj/golden/weir_golden_unit.o $(SIM_HEADERS) rtl/presets.mk
	@mkdir -p $(@D)
	@g++ -std=c++17 -O2 $(SIM_WARN) -Isim/bench -Isim/golden -Idriver/include \
	  $(HAS_$*:%=-DUNIT_%) $< $(SIM_CPP) build/sim/obj/golden/weir_golden_unit.o -o $@

# ---- the library: build/device/libweir_device.a
DEVICE_OBJ := $(DEVICE_SRC:sim/%.c=build/device/obj/%.o)
DEVICE_INCLUDE := -Isim/device -Isim/golden

$(DEVICE_OBJ): build/device/obj/%.o: sim/%.c $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O3 $(SIM_WARN) $(DEVICE_INCLUDE) -c $< -o $@

build/device/libweir_device.a: $(DEVICE_OBJ)
	@rm -f $@ && ar rcs $@ $^

.PHONY: device
device: build/device/libweir_device.a ## the unit as a device in C, for virtual platforms and tests

build/tests/device/device_test: tests/device/device_test.c $(DEVICE_SRC) $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	@clang -std=c11 -O1 -g $(SIM_WARN) -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	  $(DEVICE_INCLUDE) $< $(DEVICE_SRC) -o $@

# The driver's tests on the RTL, with the model in its place.
DEVICE_DRIVER := $(addprefix build/tests/device/driver_on_,tiny small full)
$(DEVICE_DRIVER): build/tests/device/driver_on_%: tests/soc/driver_on_unit.cpp \
    tests/soc/real_unit.h tests/device/unit_device.cpp $(SIM_CHECK) $(RV_HEADERS) \
    build/sim/obj/golden/weir_golden_unit.o driver/src/weir.c sw/lib/flux/flux_emit.c
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Idriver/include -Isw/lib/flux -Itests/soc \
	  -include tests/soc/real_unit.h -c driver/src/weir.c -o $@_weir.o
	@$(CC) -std=c11 -O1 -Wall -Wextra -Werror -Isw/lib/flux -c sw/lib/flux/flux_emit.c \
	  -o $@_flux_emit.o
	@$(CXX) -std=c++17 -O1 $(SIM_WARN) $(HAS_$*:%=-DUNIT_%) -Isim/bench -Isim/golden \
	  -Idriver/include -c tests/device/unit_device.cpp -o $@_unit.o
	@$(CXX) -std=c++17 -O1 -Wall -Wextra -Werror -D_GNU_SOURCE -Idriver/include -Isim/bench \
	  -Isim/golden -Itests/soc -include tests/soc/real_unit.h $< $@_weir.o $@_flux_emit.o \
	  $@_unit.o build/sim/obj/golden/weir_golden_unit.o $(SIM_CHECK) -pthread -o $@

TEST_PROGRAMS += $(DEVICE_BENCHES) build/tests/device/device_test $(DEVICE_DRIVER)
