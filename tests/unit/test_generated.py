# SPDX-License-Identifier: Apache-2.0
"""The files made from weir.rdl and stream.toml are current, and agree with PeakRDL, with each other
and with the docs.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from peakrdl_cheader.exporter import CHeaderExporter
from systemrdl import RDLCompiler
from systemrdl.node import RegfileNode

ROOT = Path(__file__).resolve().parents[2]
GENERATED = [
    "rtl/weir_pkg.sv", "rtl/weir_event.sv", "rtl/weir_csr.sv", "rtl/weir.sv", "rtl/weir_ranges.sv",
    "rtl/weir_small.sv", "rtl/weir_full.sv", "driver/include/weir_regs.h",
    "driver/include/weir_stream.h", "docs/registers.md", "docs/presets.md", "rtl/presets.mk",
    "rtl/regs/weir.svd", "rtl/regs/weir.ipxact.xml", "weir.core", "Bender.yml"
]
STREAM = tomllib.loads((ROOT / "rtl/regs/stream.toml").read_text())


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    folder = tmp_path_factory.mktemp("generated")
    subprocess.run([sys.executable, ROOT / "rtl/regs/generate.py", folder], check=True)
    return folder


@pytest.mark.parametrize("path", GENERATED)
def test_committed_file_is_current(fresh, path):
    assert (fresh / path).read_text() == (ROOT /
                                          path).read_text(), f"{path} is stale; run: make regs"


def test_nothing_else_is_generated(fresh):
    assert sorted(GENERATED) == sorted(
        str(f.relative_to(fresh)) for f in fresh.rglob("*") if f.is_file())


def test_offsets_are_those_of_peakrdl(tmp_path):
    """Our offset macros against the struct PeakRDL makes on its own."""
    compiler = RDLCompiler()
    compiler.compile_file(str(ROOT / "rtl/regs/weir.rdl"))
    top = compiler.elaborate().top
    CHeaderExporter().export(top, str(tmp_path / "peakrdl.h"))
    checks = []
    for node in top.children():
        name = node.inst_name
        checks.append((f"offsetof(weir_t, {name})", f"WEIR_REG_{name}"))
        if node.is_array:
            checks.append((f"sizeof(((weir_t *)0)->{name}[0])", f"WEIR_REG_{name}_STRIDE"))
            checks.append((f"sizeof(((weir_t *)0)->{name})",
                           f"WEIR_REG_{name}_STRIDE * WEIR_REG_{name}_COUNT"))
        if isinstance(node, RegfileNode):
            checks += [(f"offsetof(weir_t, {name}[1].{r.inst_name})",
                        f"WEIR_REG_{name} + WEIR_REG_{name}_STRIDE + WEIR_REG_{name}_{r.inst_name}")
                       for r in node.registers()]
    asserts = [f'_Static_assert({theirs} == {ours}, "{ours}");' for theirs, ours in checks]
    source = ["#include <stddef.h>", '#include "peakrdl.h"', '#include "weir_regs.h"', *asserts, ""]
    (tmp_path / "check.c").write_text("\n".join(source))
    subprocess.run([
        "gcc", "-std=c11", "-fsyntax-only", "-I", tmp_path, "-I", ROOT / "driver/include",
        tmp_path / "check.c"
    ],
                   check=True)


def test_rtl_and_c_have_the_same_constants():
    sv = {}
    for name, text in re.findall(r"^  localparam \S+ (\w+) = (\S+);",
                                 (ROOT / "rtl/weir_pkg.sv").read_text(), re.M):
        digits = re.sub(r"^\d+'", "", text)
        sv[name] = int(digits.lstrip("hd"), 16 if digits[0] == "h" else 10)
    c = {}
    for header in "weir_regs.h", "weir_stream.h":
        for name, text in re.findall(r"^#define WEIR_(\w+) +(\w+)u$",
                                     (ROOT / "driver/include" / header).read_text(), re.M):
            c[name] = int(text, 0)
    fields = {name.removesuffix("_LSB") for name in c if name.endswith("_LSB")}
    of_field = re.compile("_(LSB|WIDTH|RESET|VALUE|MASK)$")  # RTL has those that it uses
    assert sv.items() <= c.items()
    assert {n for n in c if not of_field.search(n)} == {n for n in sv if not of_field.search(n)}
    for field in fields:
        assert c[field + "_MASK"] == ((1 << c[field + "_WIDTH"]) - 1) << c[field + "_LSB"]


def test_docs_have_the_same_numbers():
    theory, stream = ((ROOT / "docs" / page).read_text()
                      for page in ("theory.md", "formats/stream.md"))
    kinds = list(STREAM["drop"].items())
    assert "| {}, {}, {} | {}, {}, {} |".format(*(n for _, n in kinds[:3]),
                                                *(k for k, _ in kinds[:3])) in theory
    for kind, number in kinds[3:-2]:
        assert f"| {number} | {kind} |" in theory
    assert kinds[-2:] == [("COUNT", len(kinds) - 2), ("CODES", 16)]
    names = {
        "THREAD": "thread port", "INTERRUPT": "interrupt port", "USER_MODE": "user port",
        "SNOOP": "snoop"
    }
    contexts = ", ".join(f"{n} {names[c]}" for c, n in STREAM["contexts"].items())
    assert f"contexts are {contexts}." in " ".join(theory.split())
    assert f"for {STREAM['loss']['QUIET']} cycles" in theory
    assert STREAM["loss"]["AGE_MAX"] == 2**31 - 1 and "An age of 2^31 - 1" in stream
    items = STREAM["items"]
    rows = {
        "THREAD": "| {} | `thread` of hart 0 ",
        "ISR": "| {} | `isr` of hart 0 ",
        "LOSS": "| {} | `loss`",
        "CHECKPOINT": "| {} | `checkpoint`",
        "USER_SHORT": "| {} + id | USER id 1-11 of hart 0 |",
        "USER_SHORT_IDS": "USER id 1-{} of hart 0 |",
        "ROW_THREAD": "| {} + hart | `thread` ",
        "ROW_ISR": "| {} + hart | `isr` ",
        "ARG": "| {} + 16 * (n - 1) + hart | `value<n>`",
        "ROW_SCOPE": "| {} + hart | the scope ",
        "DROPPED": "| {} + 64 * reason + 16 * context + hart |",
        "DROPPED_MORE": "| {} + 64 * (reason - 8) + 16 * context + hart |",
        "CACHE_ENTRY": "| {} + 16 * entry + hart | `cache entry`",
        "ID_BIAS": "| 16 * (id + {}) + hart |",
        "MAX": "The largest itemId is {}.",
    }
    assert rows.keys() == items.keys()
    for name, row in rows.items():
        assert row.format(items[name]) in stream
    assert items["MAX"] == 16 * (STREAM["ids"]["sys"][1] + items["ID_BIAS"]) + 15
    assert f"at most {STREAM['sizes']['ENTRY_MAX']} bytes" in stream
    assert f"length in bytes, 0-{STREAM['sizes']['THREAD_NAME_MAX']};" in stream
