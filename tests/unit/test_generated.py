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
sys.path.insert(0, str(ROOT / "rtl/regs"))
import generate  # noqa: E402

GENERATED = [
    "rtl/weir_pkg.sv", "rtl/weir_event.sv", "rtl/weir_csr.sv", "rtl/weir_filter_csr.sv",
    "rtl/weir_ring_csr.sv", "rtl/tiny/weir_tiny_csr.sv", "rtl/weir_csr_fv.svh",
    "rtl/weir_filter_csr_fv.svh", "rtl/weir_ring_csr_fv.svh", "rtl/tiny/weir_tiny_csr_fv.svh",
    "rtl/regs/parameters.rdl",
    "rtl/weir_types.svh", "rtl/weir.sv", "rtl/weir_ranges.sv", "rtl/weir_small.sv",
    "rtl/weir_full.sv", "driver/include/weir_regs.h", "driver/include/weir_stream.h",
    "sim/golden/weir_golden_parameters.h", "docs/reference/registers.md",
    "docs/reference/presets.md", "docs/explanation/theory.md", "rtl/presets.mk",
    "rtl/pairs.mk", "rtl/regs/weir.svd", "rtl/regs/weir.ipxact.xml", "weir.core", "Bender.yml"
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
    # RTL has those that it uses
    of_register = re.compile("^REG_|_(LSB|WIDTH|RESET|VALUE|MASK)$")
    assert sv.items() <= c.items()
    assert {n
            for n in c
            if not of_register.search(n)} == {n
                                              for n in sv if not of_register.search(n)}
    for field in fields:
        assert c[field + "_MASK"] == ((1 << c[field + "_WIDTH"]) - 1) << c[field + "_LSB"]


def test_docs_have_the_same_numbers():
    theory, stream = ((ROOT / "docs" / page).read_text()
                      for page in ("explanation/theory.md", "reference/stream.md"))
    reasons = STREAM["drop"]
    assert [reason["code"] for reason in reasons.values()] == list(range(len(reasons)))
    for name, reason in reasons.items():
        assert f"| {reason['code']} | {name} | {reason['dropped'].strip()} |" in theory
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


# ---- the tables


def table(tmp_path, name, old, new):
    """A copy of a table of rtl/regs with this change."""
    text = (ROOT / "rtl/regs" / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1))
    return tmp_path / name


def test_sets_have_known_parameters(tmp_path):
    sets, presets = generate.read_presets(ROOT / "rtl/regs/parameters.toml")
    assert list(sets)[:presets] == ["tiny", "small", "full", "wide"]
    assert all(values.keys() == sets["small"][1].keys() for top, values in sets.values()
               if top == "weir")
    wrong = table(tmp_path, "parameters.toml", "[sets.value64]", "[sets.value64]\nWIDTH = 1")
    with pytest.raises(ValueError, match="sets.value64: no such parameter: WIDTH"):
        generate.read_presets(wrong)


def test_what_a_unit_has():
    """weir_tiny has no parameter but one; what it does not have is 0."""
    tiny = generate.features("weir_tiny", {"FIFO_LOG2": 7})
    small = generate.features("weir", generate.read_presets(generate.HERE / "parameters.toml")[0]
                              ["small"][1])  # yapf: disable
    assert tiny.keys() == small.keys() and (tiny["TINY"], small["TINY"]) == (1, 0)
    assert (tiny["FIFO_LOG2"], tiny["HARTS"], tiny["FILTER"]) == (7, 1, 0)
    header = (ROOT / "sim/golden/weir_golden_parameters.h").read_text()
    fields = re.findall(r"^    unsigned (\w+);", header, re.M)
    values = re.findall(r"\bUNIT_(\w+)(?=[,}])", header)
    assert [name.lower() for name in values] == fields == [name.lower() for name in small]


def test_drop_reasons_have_codes_in_order(tmp_path):
    names = [name for name, _, _ in generate.drop_reasons()]
    assert names[:3] == ["USER", "COM", "SYS"] and len(names) <= generate.DROP_CODES
    with pytest.raises(ValueError, match="codes of the drop reasons"):
        generate.drop_reasons(table(tmp_path, "stream.toml", "code = 7", "code = 9"))


def test_a_ninth_reason_widens_its_codes(tmp_path):
    more = table(tmp_path, "stream.toml", "[trigger]",
                 '[drop.MORE]\ncode = 8\ndropped = "more"\n\n[trigger]')
    constants = {name: value for _, group in generate.read_stream(more) for name, value, _ in group}
    assert (constants["DROP_MORE"], constants["DROP_COUNT"], constants["DROP_W"]) == (8, 9, 4)
    theory = (ROOT / "docs/explanation/theory.md").read_text()
    page = generate.reasons_table(theory, generate.drop_reasons(more))
    assert "| 8 | MORE | more |\n" in page and "| 7 | OVERRUN |" in page
