// SPDX-License-Identifier: Apache-2.0
//! Empty: a package must have a target, and this one is only downloaded, never built.
