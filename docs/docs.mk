# SPDX-License-Identifier: Apache-2.0
# The documents as one site. They are plain Markdown and read as well without.

.PHONY: docs
docs: setup-flows build/weir build/view/viewer.html ## documents as a site: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 build/flows/bin/mkdocs -q build --strict --config-file mkdocs.yml
	@echo "build/site/index.html"

.PHONY: datasheet
datasheet: docs ## the datasheet as PDF: build/site/weir-datasheet.pdf
	@$(PYTHON) docs/datasheet.py build/site build/site/weir-datasheet.pdf
	@echo "build/site/weir-datasheet.pdf"
