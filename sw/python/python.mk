# SPDX-License-Identifier: Apache-2.0
# The Python package weir-trace.

.PHONY: wheel regress-python

wheel: setup-flows ## the Python package weir-trace as a wheel: build/wheel
	@rm -rf build/wheel
	@build/flows/bin/pip -q --disable-pip-version-check wheel --no-build-isolation --no-deps \
	  -w build/wheel -C build-dir=build/python .
	@ls build/wheel/*.whl

# As a new user: a source archive, built in isolation, with what reads Arrow beside it.
regress-python: ## the Python package from its source archive, with pyarrow, pandas and polars
	@sw/python/tests/regress.sh

# ---- a data set of many devices

.PHONY: regress-fleet

regress-fleet: build/lib/libweir.so.$(LIBWEIR_VERSION)
regress-fleet: ## a thousand traces on DuckDB and Spark, which is 450 MB
	@sw/fleet/regress.sh

