# SPDX-License-Identifier: Apache-2.0
"""The TLM-2.0 model: its interface; two harts that run ahead of time by any quantum; firmware for
Ibex on an instruction-set simulator; a package.
"""

import csv
import importlib.util
import io
import os
import re
import shutil
import subprocess
from pathlib import Path

import presets
import pytest


def test_interface(program):
    done = subprocess.run([program("build/tlm/test")],
                          capture_output=True,
                          text=True,
                          timeout=300,
                          env={
                              **os.environ, "ASAN_OPTIONS": "detect_leaks=0"
                          })  # SystemC leaks
    assert done.returncode == 0 and "tlm: as documented" in done.stdout, done.stdout + done.stderr


def test_systemc_3(root):
    """It compiles with the headers of SystemC 3.0, whose library no package has; with one,
    `make regress-tlm SYSTEMC=DIR` runs it.
    """
    headers = Path(importlib.util.find_spec("systemc").origin).parent / "include"
    assert "SC_VERSION_MAJOR      3" in (headers / "sysc/kernel/sc_ver.h").read_text()
    subprocess.run([
        "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-fsyntax-only",
        "-isystem", headers, f"-I{root}/sim/tlm", f"-I{root}/sim/device", f"-I{root}/sim/golden",
        root / "tests/device/tlm_test.cpp"
    ],
                   check=True)


def trace_of(program, folder, quantum, *options):
    """(numbers that the platform prints, rows of its trace)"""
    trace = folder / f"trace{quantum}.recTr"
    done = subprocess.run(
        [program("build/tlm/platform"), "--quantum",
         str(quantum), "--out", trace, *options],
        capture_output=True,
        text=True,
        timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    text = subprocess.run([program("build/weir"), "convert", "--to", "csv", "-o", "-", trace],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    words = [line.split() for line in done.stdout.splitlines()]
    numbers = {w[0]: float(w[1]) for w in words if len(w) == 2 and w[1][0].isdigit()}
    return numbers, list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("quantum", [10, 100, 1000, 10000, 100000])  # ns; a cycle has 10
def test_quantum(program, tmp_path, quantum):
    """The value of an event is its hart's own time: timestamps are right within two ticks, and in
    order, however far harts run ahead. Offered = delivered + dropped.
    """
    numbers, rows = trace_of(program, tmp_path, quantum)
    events = [r for r in rows if r["kind"] == "instant" and r["id"] == "1"]
    off = [int(r["time"]) - int(r["value"]) for r in events]
    assert max(off) - min(off) <= 2
    times = [int(r["time"]) for r in rows if r["kind"] in ("instant", "switch")]
    assert times == sorted(times)
    dropped = sum(int(r["dropped_user"]) for r in rows if r["kind"] == "loss")
    assert len(events) + dropped == 4000 and (not dropped or quantum > 10000)
    assert sum(r["kind"] == "switch" for r in rows) > 400
    assert numbers["late"] == 0 and numbers["irqs"] > 5


def test_dmi_hides_nothing(program, tmp_path):
    """The same trace with and without DMI of the memory beside the watched words."""
    with_dmi, rows = trace_of(program, tmp_path, 1000)
    without, same = trace_of(program, tmp_path, 1001, "--no-dmi")
    assert with_dmi["dmi"] > 0 and without["dmi"] == 0
    for hart in "01":
        switches = [[r["value"] for r in found if (r["kind"], r["hart"]) == ("switch", hart)]
                    for found in (rows, same)]
        assert switches[0] == switches[1] and len(switches[0]) > 100


def on_platform(program, folder, firmware, *options):
    """The trace of a program that ends well."""
    trace = folder / "platform.recTr"
    done = subprocess.run([
        program("build/tlm/soc"), "--hex",
        program(f"build/fw/ibex/{firmware}.hex"), "--out", trace, *map(str, options)
    ],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, f"{firmware}: {done.returncode}\n{done.stdout}{done.stderr}"
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    return trace


def rows_of(program, trace):
    """All that the trace has, without its times."""
    text = subprocess.run([program("build/weir"), "convert", "--to", "csv", "-o", "-", trace],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    rows = csv.DictReader(io.StringIO(text))
    return [{k: v for k, v in row.items() if k != "time"} for row in rows]


@pytest.mark.parametrize("firmware, quantum", [("locks", 10), ("log", 1000), ("records", 100000)])
def test_firmware_as_on_the_core(program, tmp_path, firmware, quantum):
    """Firmware built for Ibex runs unchanged: the same threads, events and values, in the same
    order, as on the Verilated Ibex.
    """
    mine = on_platform(program, tmp_path, firmware, "--quantum", quantum)
    core = tmp_path / "core.recTr"
    done = subprocess.run([
        program("build/soc/ibex-cpp/soc"), "--quiet", "--hex",
        program(f"build/fw/ibex/{firmware}.hex"), "--out", core
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    rows = rows_of(program, mine)
    assert rows == rows_of(program, core) and len(rows) > 7


@pytest.mark.parametrize("firmware, preset", [("log", "tiny"), ("freertos_demo", "small"),
                                              ("ring", "full"), ("two_threads", "wide")])
def test_firmware_on_the_rtl(program, tmp_path, firmware, preset):
    """What firmware does to the model, played on the RTL: every read has the same answer, and so
    the stream is the same, byte for byte.
    """
    code, mine, rtl, n = presets.on_both(program("build/tlm/soc"),
                                         program(f"build/fw/ibex/{firmware}.hex"), preset, tmp_path)
    assert code == 0 and mine == rtl and len(mine) > 30 and n["offered"] > 100


@pytest.mark.parametrize("firmware, preset", [("retire", "full"), ("ring", "full"),
                                              ("freertos_verify", "full"), ("storm", "small")])
def test_firmware_checks_itself(program, tmp_path, firmware, preset):
    """Programs that end with an error if anything differs from what they did: traps of the retire
    port, a ring in memory, switches beside the kernel's log, nested handlers.
    """
    trace = on_platform(program, tmp_path, firmware, "--preset", preset)
    assert len(rows_of(program, trace)) > 300


def test_package(root, tmp_path):
    """CMake builds and installs it, and a project elsewhere finds it both ways."""
    if not shutil.which("cmake"):
        pytest.skip("no cmake")
    build, prefix, user = tmp_path / "build", tmp_path / "prefix", tmp_path / "user"
    run = lambda *c, **k: subprocess.run(c, check=True, capture_output=True, text=True, **k)  # noqa
    text = (root / "docs/guides/device.md").read_text()
    (block, ) = re.findall(r"```sh\n(.*?)```", text, re.S)
    block = block.replace("build/cmake/prefix", str(prefix)).replace("build/cmake", str(build))
    run("bash", "-ec", block, cwd=root)
    user.mkdir()
    (user / "main.c").write_text("""#include "weir_device.h"
int main(void)
{
    struct weir_device *d = weir_device_new(&(struct weir_device_config){.preset = "tiny"});
    return !d || weir_device_read(d, 0) != 0x52494557;
}
""")
    (user / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(weir_device 1.0 REQUIRED)
add_executable(main main.c)
target_link_libraries(main weir::device)
""")
    run("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", user / "build")
    run(user / "build/main")
    found = next(prefix.glob("**/pkgconfig"))
    flags = run("pkg-config",
                "--cflags",
                "--libs",
                "weir_device",
                env={
                    **os.environ, "PKG_CONFIG_PATH": str(found)
                }).stdout.split()
    run("cc", user / "main.c", *flags, "-o", user / "by_pkg_config")
    run(user / "by_pkg_config")
