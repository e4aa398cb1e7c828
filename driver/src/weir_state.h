/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_STATE_H
#define WEIR_STATE_H

/* Values of weir.state. A zeroed struct weir is UNKNOWN. */
enum { UNKNOWN, READY, RUNNING, FINISHING, FINISHED };

#endif
