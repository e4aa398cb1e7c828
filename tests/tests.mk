# SPDX-License-Identifier: Apache-2.0
# Tests: what they need is added to TEST_PROGRAMS by the fragment that builds it.

PYTEST := $(PYTHON) -m pytest -q -n 2 --dist worksteal -p no:cacheprovider

.PHONY: test test-programs

# A second make, since file lists of the packages are known only after setup.
test: setup ## install what is needed, build, run all tests
	@$(MAKE) --no-print-directory -j2 test-programs
	$(PYTEST) tests

test-programs: $(TEST_PROGRAMS)
