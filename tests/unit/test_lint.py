# SPDX-License-Identifier: Apache-2.0
"""Lint: every RTL module as top, in several parameter sets, must pass four tools without a word.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import FILES, PARAMETERS  # noqa: E402

SETS = [
    {},
    *PARAMETERS.values(),
    {"VALUE_REGS": 16, "QUEUE_LOG2": 2, "FIFO_LOG2": 15},
    {"CLASSIC": 1},
    {"ID_W": 4},
    {"SIZE_W": 4, "SOURCE_W": 8},
]


def modules():
    """(name, {parameter names}) of every module in the list, in its order."""
    for file in FILES:
        text = (ROOT / file).read_text()
        for name in re.findall(r"^module (\w+)", text, re.M):
            known = set(re.findall(r"^ *parameter integer (\w+)", text, re.M))
            # the sets are of `weir`; what these have besides their own values is in `weir`
            yield name, set() if name in ("weir_small", "weir_full") else known


def verilator(top, params):
    return [
        "verilator", "--lint-only", "-Wall", "--top-module", top,
        *(f"-G{k}={v}" for k, v in params.items()), *FILES
    ]


def icarus(top, params):
    values = (f"-P{top}.{k}={v}" for k, v in params.items())
    return ["iverilog", "-g2012", "-Wall", "-t", "null", "-s", top, *values, *FILES]


def yosys(top, params):
    # hierarchy's own -chparam fails in Yosys 0.23 for some sets of files
    sets = " ".join(f"-set {k} {v}" for k, v in params.items())
    values = f"chparam {sets} {top}; " if params else ""
    return [
        "yosys", "-q", "-p",
        f"read_verilog -sv {' '.join(FILES)}; {values}hierarchy -check -top {top}; proc; "
        "check -assert; flatten; check -assert"
    ]


def cases():
    for name, known in modules():
        seen = []
        for params in SETS:
            params = {k: v for k, v in params.items() if k in known}
            if params in seen:
                continue
            seen.append(params)
            for tool in verilator, icarus, yosys:
                yield pytest.param(
                    tool,
                    name,
                    params,
                    id="-".join([tool.__name__, name, *(f"{k}{v}" for k, v in params.items())]))


def test_list_is_complete():
    """Files of properties are included by the module beside them, under FORMAL, and in no list."""
    assert sorted(FILES) == sorted(str(f.relative_to(ROOT)) for f in (ROOT / "rtl").rglob("*.sv"))
    for properties in (ROOT / "rtl").rglob("*.svh"):
        assert properties.name.endswith("_fv.svh")
        module = properties.with_name(properties.name.replace("_fv.svh", ".sv")).read_text()
        assert f'`ifdef FORMAL\n`include "{properties.name}"\n`endif' in module


@pytest.mark.parametrize("tool, module, params", cases())
def test_no_warning(tool, module, params):
    run = subprocess.run(tool(module, params),
                         cwd=ROOT,
                         text=True,
                         stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    assert run.returncode == 0 and not run.stdout, f"{module} {params}:\n{run.stdout}"


def in_slang(*words):
    """What slang says of these modules: "TOP NAME=VALUE ..."."""
    done = subprocess.run([sys.executable, ROOT / "tests/unit/slang_front.py", *words],
                          cwd=ROOT,
                          text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("module", [name for name, _ in modules()])
def test_slang(module):
    """slang with its default rules: nothing is used before its declaration."""
    known = dict(modules())[module]
    sets = {
        " ".join([module, *(f"{k}={v}" for k, v in params.items() if k in known)])
        for params in SETS
    }
    assert in_slang(*sorted(sets)) == ""


WRONG = {
    "RETIRE": 2, "FILTER": 2, "PEEK": 2, "PROTECT": 2, "TIME_BASE": 2, "CHECKPOINT": 2, "RING": 3,
    "FRAME": 3, "PINS": 33, "VALUE_W": 33, "ARGS": 5, "VALUE_REGS": 17, "QUEUE_LOG2": 1,
    "THREAD_CACHE": 3, "FIFO_LOG2": 6, "HARTS": 17
}  # yapf: disable


@pytest.mark.parametrize("name", WRONG)
def test_values_out_of_range(name):
    """Every tool ends with an error that names the parameter."""
    assert set(WRONG) == dict(modules())["weir"]
    params, error = {name: WRONG[name]}, f"ERROR_{name}_must_be"
    for tool in verilator, icarus, yosys:
        run = subprocess.run(tool("weir", params),
                             cwd=ROOT,
                             text=True,
                             stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        assert run.returncode and error in run.stdout, f"{tool.__name__}: {run.stdout}"
    assert error in in_slang(f"weir {name}={WRONG[name]}")


def test_list_from_another_folder(tmp_path):
    """weir.f holds paths relative to itself."""
    run = subprocess.run(
        ["verilator", "--lint-only", "--top-module", "weir", "-F", ROOT / "rtl/weir.f"],
        cwd=tmp_path,
        text=True,
        capture_output=True)
    assert run.returncode == 0, run.stderr
