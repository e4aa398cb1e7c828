# SPDX-License-Identifier: Apache-2.0
# FXT: the library, fxt-dump, and the programs that test and measure it.

$(eval $(call library,fxt,))

.PHONY: bench-fxt docs-fxt

bench-fxt: build/sw/fxt-bench ## speed of FXT beside other programs (docs/evidence/fxt-speed.md)
	@$(PYTHON) sw/lib/fxt/tools/fxt_bench.py build 500000 docs/evidence/fxt-speed.md

regress-fxt: ## ten million executions of the FXT fuzzer, round trips (docs/evidence/fxt-fuzz.md)

docs-fxt: build/sw/fxt-dump ## the worked examples of docs/reference/fxt.md
	@$(PYTHON) sw/lib/fxt/tools/fxt_spec.py docs/reference/fxt.md tests/formats/vectors/fxt
