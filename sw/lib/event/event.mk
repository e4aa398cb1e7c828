# SPDX-License-Identifier: Apache-2.0
# event: the decoder of a unit's stream, and its fuzzer.

$(eval $(call library,event,-llz4 -lz,flux))

regress-event: ## ten million executions of the fuzzer of streams (docs/results/event-fuzz.md)
