# SPDX-License-Identifier: Apache-2.0
# event: the decoder of a unit's stream, its bench, and its fuzzer.

$(eval $(call library,event,build/sw/libflux.a -llz4 -lz,flux))

build/sw/event-bench build/fuzz/event-fuzz: build/sw/libflux.a

regress-event: ## ten million executions of the fuzzer of streams (docs/evidence/event-fuzz.md)
