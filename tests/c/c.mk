# SPDX-License-Identifier: Apache-2.0
# Tests of the tests of the C: coverage of driver and codecs (coverage.py), mutants of golden model
# and codecs (mutate.py). See --help of these scripts.

.PHONY: coverage-c regress-coverage-c mutation-c regress-mutation-c
coverage-c: test-programs ## coverage of driver and codecs; writes docs/evidence/coverage-c.md
	@$(PYTHON) tests/c/coverage.py --table docs/evidence/coverage-c.md

regress-coverage-c: test-programs ## the same; fails below 95 %
	@$(PYTHON) tests/c/coverage.py

regress-mutation-c mutation-c: test-programs

regress-mutation-c: ## mutants of golden model and codecs, against their tests; fails below 95 %
	@$(PYTHON) tests/c/mutate.py

mutation-c: ## mutants of golden model and codecs, and write docs/evidence/mutation-c.md
	@$(PYTHON) tests/c/mutate.py --table docs/evidence/mutation-c.md
