# SPDX-License-Identifier: Apache-2.0
# The page of `weir view`: one file, split where the trace goes. The command embeds both parts.

VIEW_SRC := $(wildcard sw/view/*.c)
VIEW_SCRIPTS := $(addsuffix .js,$(addprefix sw/view/,bytes rows words layout trace stats measures \
  search theme view lanes overlay hit timeline page link tables list events lane_menu measure_tab \
  notes compare svg_context export pointer keys open load))

# The drop reasons of a loss, as bits: lack of space, then those from TORN on.
VIEW_REASONS := sed -n \
  's/^ *{"USER", "COM", "SYS", \(.*\)}$$/const DROP_REASONS = ["full", \L\1];/p'

# The ids whose values are names: the model reads them.
VIEW_NAME_IDS := sed -n \
  's/^.define WEIR_ID_[A-Z]*_NAME *\(0x[0-9a-f]*\)u$$/NAME_IDS.push(\1);/p'

# The id whose value is a thread that becomes ready.
VIEW_READY_ID := sed -n 's/^ *X(THREAD_READY, \(0x[0-9a-f]*\),.*/const READY_ID = \1;/p'

build/view/page.html: sw/view/view.html sw/view/view.css $(VIEW_SCRIPTS) sw/view/view.mk \
                      driver/include/weir_stream.h driver/rtos/weir_rtos.h
	@mkdir -p $(@D)
	@(echo '"use strict";'; $(VIEW_REASONS) driver/include/weir_stream.h | grep . && \
	  echo 'const NAME_IDS = [];' && \
	  $(VIEW_NAME_IDS) driver/include/weir_stream.h | grep . && \
	  $(VIEW_READY_ID) driver/rtos/weir_rtos.h | grep . && \
	  cat $(VIEW_SCRIPTS)) > $(@D)/script.js
	@sed -e '/^@style@$$/{r sw/view/view.css' -e 'd}' \
	  -e '/^@script@$$/{r $(@D)/script.js' -e 'd}' $< > $@

build/view/head.html: build/view/page.html
	@sed '/^@trace@$$/,$$d' $< > $@

build/view/tail.html: build/view/page.html
	@sed '1,/^@trace@$$/d' $< > $@

build/obj/sw/view/view_page.o build/obj-san/sw/view/view_page.o: \
  build/view/head.html build/view/tail.html

# The readers as WebAssembly, and the page with them: it opens any trace, offline.
VIEWER_ZLIB := build/deps/zlib
VIEWER_LZ4 := build/deps/lz4
VIEWER_SRC := sw/view/wasm/open.c sw/view/view_pack.c \
  $(addprefix sw/cli/,traces.c sort_records.c text.c record_text.c usage.c format_choice.c \
  options.c) \
  $(addprefix sw/lib/names/,apply_names.c assemble_words.c) \
  $(wildcard $(foreach f,analysis columns event flux fxt rkh txtb,sw/lib/$(f)/*.c)) \
  $(SW_DRIVER_SRC) $(filter-out %/model_formats.c %/model_fst.c %/model_ctf.c %/model_ahead.c \
  %/model_arrow.c,$(wildcard sw/lib/model/*.c))
VIEWER_FOREIGN := $(addprefix $(VIEWER_ZLIB)/,adler32.c crc32.c inflate.c inffast.c inftrees.c \
  zutil.c deflate.c trees.c compress.c) $(VIEWER_LZ4)/lz4.c
# No header of the machine's own C library but jansson.h, which text.h does not need.
VIEWER_TARGET := --target=wasm32-wasi -mexec-model=reactor -O2
VIEWER_FLAGS = $(VIEWER_TARGET) -std=gnu11 -D_GNU_SOURCE -ffunction-sections -fdata-sections -w \
  -idirafter /usr/include $(SW_INC) -Isw/cli -I$(VIEWER_ZLIB) -I$(VIEWER_LZ4)
VIEWER_LINK := -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=4194304
VIEWER_OBJ := $(patsubst %.c,build/view/wasm/%.o,$(VIEWER_SRC) $(VIEWER_FOREIGN))

$(VIEWER_OBJ): build/view/wasm/%.o: %.c $(wildcard sw/cli/*.h sw/lib/*/*.h sw/view/*.h) \
                                    sw/view/view.mk
	@mkdir -p $(@D)
	@clang $(VIEWER_FLAGS) -c $< -o $@

build/view/open.wasm: $(VIEWER_OBJ)
	@echo "  WASM $@"
	@clang $(VIEWER_TARGET) $(VIEWER_LINK) -o $@ $^

build/view/viewer.html: build/view/page.html build/view/open.wasm
	@(echo '<script type="weir/open">'; base64 build/view/open.wasm; echo '</script>') \
	  > build/view/open.html
	@sed -e '/^@trace@$$/{r build/view/open.html' -e 'd}' \
	  -e "s/script-src 'unsafe-inline'/script-src 'unsafe-inline' 'wasm-unsafe-eval'/" $< > $@

.PHONY: viewer bench-view

viewer: build/view/viewer.html ## the page that opens any trace, offline: build/view/viewer.html

TEST_PROGRAMS += build/view/viewer.html

bench-view: build/weir ## frame times of the viewer (docs/evidence/view-speed.md)
	@$(PYTHON) sw/view/tools/view_bench.py build 10000000 docs/evidence/view-speed.md

.PHONY: figures

FIGURE_INPUTS := build/weir build/view/viewer.html build/demo/trace.recTr build/demo/late.recTr \
                 build/soc/ibex-cpp-full/soc build/fw/ibex/retire.hex build/sim/small/bench \
                 build/boards/icebreaker/rtl/sim

figures: $(FIGURE_INPUTS) ## figures and sample outputs in the documents
	@$(PYTHON) docs/figures.py build/demo

build/demo/late.recTr: build/fw/ibex/freertos_late.hex
	@$(MAKE) --no-print-directory demo-late

build/demo/trace.recTr: build/fw/ibex/freertos_demo.hex
	@$(MAKE) --no-print-directory demo
