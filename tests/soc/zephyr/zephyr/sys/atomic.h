/* SPDX-License-Identifier: Apache-2.0 */
/* Empty: one CPU. */
