# SPDX-License-Identifier: Apache-2.0
# RKH: the library, rkh-dump, and programs that test and measure it, on host and small core.

$(eval $(call library,rkh,))

# What a target needs.
RKH_TARGET := $(patsubst %,build/fw/rkh/%.o,config emit weir)

TEST_PROGRAMS += $(RKH_TARGET)

.PHONY: bench-rkh regress-rkh-damage docs-rkh

bench-rkh: build/sw/rkh-bench $(RKH_TARGET) ## speed, code size of RKH (docs/evidence/rkh-speed.md)
	@$(PYTHON) sw/lib/rkh/tools/rkh_bench.py build docs/evidence/rkh-speed.md

regress-rkh: ## ten million executions of the RKH fuzzer, round trips (docs/evidence/rkh-fuzz.md)

regress-rkh-damage: build/sw/rkh-damage ## damaged RKH streams (docs/evidence/rkh-damage.md)
	@nice -n 10 $(PYTHON) tests/fuzz/rkh_damage.py build docs/evidence/rkh-damage.md

docs-rkh: ## the generated table of docs/reference/rkh.md
	@$(PYTHON) sw/lib/rkh/tools/rkh_spec.py sw/lib/rkh/rkh_records.h docs/reference/rkh.md
