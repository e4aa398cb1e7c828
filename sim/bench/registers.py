# SPDX-License-Identifier: Apache-2.0
"""Addresses of all registers, for benches and tests: REG, from the header made from weir.rdl.

Of arrays and groups: the address of the first. REG["NAME_STRIDE"] leads from one to the next.
"""

import re
from pathlib import Path

HEADER = Path(__file__).resolve().parents[2] / "driver/include/weir_regs.h"
OFFSET = {
    name: int(value, 0)
    for name, value in re.findall(r"#define WEIR_REG_(\w+) +(\w+)u", HEADER.read_text())
}


def address(name):
    """Offsets inside a group are relative to the group."""
    words = name.split("_")
    groups = ("_".join(words[:n]) for n in range(len(words) - 1, 0, -1))
    group = next((g for g in groups if f"{g}_STRIDE" in OFFSET), None)
    inside = group and words[-1] not in ("STRIDE", "COUNT")
    return OFFSET[name] + (address(group) if inside else 0)


REG = {name: address(name) for name in OFFSET}
