# SPDX-License-Identifier: Apache-2.0
# The documents as one site. They are plain Markdown and read as well without.

.PHONY: docs
docs: setup-flows ## the documents as a site that opens from disk: build/site/index.html
	@NO_MKDOCS_2_WARNING=1 build/flows/bin/mkdocs -q build --strict --config-file mkdocs.yml
	@echo "build/site/index.html"
