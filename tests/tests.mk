# SPDX-License-Identifier: Apache-2.0
# Tests, benches and regressions as a whole: each fragment adds what it builds to TEST_PROGRAMS.
# tests/steps.toml lists what `make bench`, `make regress` and `make release` run.

# A test that hangs fails by name, with its stack: the longest takes a minute.
PYTEST := $(PYTHON) -m pytest -q -n 2 --dist worksteal --timeout 600 -p no:cacheprovider

include tests/litex/litex.mk tests/c/c.mk tests/device/device.mk

.PHONY: test test-documents check format format-check test-programs bench regress release \
  regress-bus regress-planted timing plan

# A second make, since file lists of the packages are known only after setup.
test: setup-flows ## install what is needed, build, run all tests
	@$(MAKE) --no-print-directory -j2 test-programs
	$(PYTEST) tests

# Of a release: after its steps have written their pages.
test-documents: setup-flows # README, pages and figures against results and sources
	@$(MAKE) --no-print-directory -j2 test-programs
	$(PYTEST) tests/unit

# Changed lines of C and C++, against the last commit.
FORMAT := $(PYTHON) build/venv/bin/git-clang-format --binary build/venv/bin/clang-format
format: # format the changed lines
	@$(FORMAT)

format-check: # fail if changed lines are not formatted, or Python has mistakes
	@build/venv/bin/ruff check -q --no-cache .
	@out=$$($(FORMAT) --diff); case "$$out" in *"did not modify"*|*"no modified"*|"") ;; \
	  *) echo "$$out"; exit 1 ;; esac

SYSTEM_FW := $(SOC_CORES:%=build/fw/%/random.hex) \
  $(patsubst %,build/fw/%/freertos_random.hex,ibex vexriscv serv)
TEST_PROGRAMS += $(SYSTEM_FW)

test-programs: $(TEST_PROGRAMS)

# A minute on two cores once its programs are built. tests/check.txt lists the tests: the marker
# `check` of pytest.
CHECK_PROGRAMS := build/weir build/weir-san build/sim/small/bench build/soc/vexriscv-cpp/soc \
  build/fw/vexriscv/two_threads.hex build/tests/soc/driver_plain build/tests/soc/order_test \
  build/sim/golden_test $(LIBWEIR) $(SW_TEST_PROGRAMS) $(RKH_TARGET) build/fw/txtb/ring.o \
  $(foreach format,flux fxt txtb rkh,$($(format)_DUMPS) \
    $(filter-out build/fuzz/%,$($(format)_PROGRAMS)))
check: $(CHECK_PROGRAMS) ## a minute: C units, codecs, one set of the RTL, one core, lint
	$(PYTEST) $$(sed '/^#/d' tests/check.txt)

timing: setup ## timing diagrams and port tables of docs/reference/signals.md, buses.md, theory.md
	$(PYTHON) tests/bus/page.py

plan: setup ## plan.md, and tables of trust and results in verification.md
	$(PYTHON) tests/plan.py
	$(PYTHON) tests/trust.py

regress-bus: ## random accesses at the bus shells, in volume
	@for seed in $(shell seq 1001 1005); do \
	  echo "tests/bus, seed $$seed"; WEIR_SEED=$$seed WEIR_LENGTH=40 $(PYTEST) tests/bus -k \
	  test_shell || exit 1; done

REGRESS_PLANTED := $(SIM_CPP) build/sw/libflux.a build/weir
regress-planted: $(REGRESS_PLANTED) ## planted bugs, each caught by two methods or more
	@$(PYTHON) tests/planted/planted.py

# Random programs on whole systems, MINUTES of runs in all (three hours). It goes on where it was
# interrupted, so `timeout 5m make regress-system`, again and again, does the same.
MINUTES ?= 180
SYSTEM_SOCS := $(foreach soc,ibex-cpp ibex-cpp-value1 ibex-cpp-full picorv32-cpp \
  picorv32-cpp-value1 picorv32-cpp-full vexriscv-cpp serv-cpp,build/soc/$(soc)/soc)
.PHONY: regress-system
regress-system: build/weir $(SYSTEM_SOCS) $(SYSTEM_FW) \
    ## random programs on core x kernel x preset x load: three hours, resumable
	@nice -n 10 $(PYTHON) tests/soc/system.py --minutes $(MINUTES)

.PHONY: regress-container
regress-container: ## the instructions of the Containerfile in a new Debian, and make check there
	@tests/container.sh

bench: setup ## cycles and bytes per event, events per cycle, speeds
	@for step in $$($(PYTHON) tests/release.py list bench); do \
	  $(MAKE) --no-print-directory $$step || exit 1; done

regress: setup ## the long campaigns
	@for step in $$($(PYTHON) tests/release.py list regress); do \
	  $(MAKE) --no-print-directory $$step || exit 1; done

# ONLY=formal,area: only these steps. RUNNER=slurm SBATCH='--partition=night': a job array. Days.
release: setup ## all that shows that this revision is good, resumable; docs/evidence/release.md
	@$(PYTHON) tests/release.py run --only '$(ONLY)' --runner $(RUNNER) --sbatch='$(SBATCH)' \
	  --page docs/evidence/release.md
