// SPDX-License-Identifier: Apache-2.0
// The formats of the model: a new one is one line here, in the order of a help text.
#include "model.h"

#ifdef WEIR_NO_FST
#define FST(F)
#else
#define FST(F) F(fst)
#endif
#define FORMATS(F) F(flux) F(fxt) F(txtb) F(rkh) F(ctf) F(vcd) FST(F) F(json) F(csv) F(arrow)

#define DECLARE(name) extern const model_format_t model_##name;
FORMATS(DECLARE)

#define LIST(name) &model_##name,
const model_format_t *const model_formats[] = {FORMATS(LIST) NULL};
