# SPDX-License-Identifier: Apache-2.0
# TXTB: the library, txtb-dump, and programs that test and measure it, on host and small core.

$(eval $(call library,txtb,))

TEST_PROGRAMS += build/fw/txtb/ring.o

.PHONY: bench-txtb docs-txtb

bench-txtb: build/sw/txtb-bench ## speed of trace buffers (docs/evidence/txtb-speed.md)
	@$(PYTHON) sw/lib/txtb/tools/txtb_bench.py build docs/evidence/txtb-speed.md

regress-txtb: ## ten million executions of the TXTB fuzzer, round trips (docs/evidence/txtb-fuzz.md)

docs-txtb: ## the generated tables of docs/reference/txtb.md
	@$(PYTHON) sw/lib/txtb/tools/txtb_spec.py sw/lib/txtb/txtb_table.h docs/reference/txtb.md
