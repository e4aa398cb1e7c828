# SPDX-License-Identifier: Apache-2.0
# Proofs: rtl/*_fv.svh by sim/formal/prove.py; the results go into docs/evidence/verification.md.

.PHONY: formal

formal: setup ## prove the properties of the RTL, and show that broken RTL fails them; all, or NAMES
	$(PYTHON) sim/formal/prove.py --resume --jobs $$(nproc) \
	  --table docs/evidence/verification.md $(NAMES)
