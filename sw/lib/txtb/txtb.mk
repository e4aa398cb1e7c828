# SPDX-License-Identifier: Apache-2.0
# TXTB: the library, txtb-dump, and the programs that test and measure it, on the host and for a small core.

$(eval $(call library,txtb,))

TEST_PROGRAMS += build/fw/txtb/ring.o

.PHONY: bench-txtb docs-txtb

bench-txtb: build/sw/txtb-bench ## how fast trace buffers are read and written, beside tracex-parser (docs/results/txtb-speed.md)
	@$(PYTHON) sw/lib/txtb/tools/txtb_bench.py build docs/results/txtb-speed.md

BENCHES += bench-txtb

regress-txtb: ## ten million executions of the TXTB fuzzer, round trips (docs/results/txtb-fuzz.md)

docs-txtb: ## the generated tables of docs/formats/txtb.md
	@$(PYTHON) sw/lib/txtb/tools/txtb_spec.py sw/lib/txtb/txtb_table.h docs/formats/txtb.md
