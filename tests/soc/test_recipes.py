# SPDX-License-Identifier: Apache-2.0
"""rtos.md: every block of code compiles; the table of events equals the header's list."""

import re
import subprocess

import pytest

CC = [
    "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32",
    "-misa-spec=2.2", "-std=gnu11", "-Os", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
    "-Wno-unused-parameter"
]
SINK = "#include <stddef.h>\nint uart(void *, const void *, size_t);\n"
BEFORE = {
    "freertos": "void task(void *);\n" + SINK,
    "threadx": "#include \"tx_api.h\"\n" + SINK +
    "static TX_THREAD thread;\nstatic ULONG stack[256];\nVOID entry(ULONG);\n",
    "zephyr": SINK,
    "own": "#include \"weir.h\"\nstruct task;\n",
    "superloop": "#include \"weir.h\"\nvoid read_sensors(void), control(void);\n",
    "hooks": "#include \"weir.h\"\nstruct task;\nextern struct weir weir;\n"
             "extern struct task *volatile running_task;\n",
}
# The API of ThreadX, from its manual.
TX_API = """#ifndef TX_API_H
#define TX_API_H
#include "tx_user.h"
typedef void VOID; typedef char CHAR; typedef unsigned int UINT; typedef unsigned long ULONG;
typedef struct TX_THREAD_STRUCT { ULONG tx_thread_id; } TX_THREAD;
enum { TX_NO_TIME_SLICE = 0, TX_AUTO_START = 1 };
VOID tx_kernel_enter(VOID);
UINT tx_thread_create(TX_THREAD *, CHAR *, VOID (*)(ULONG), ULONG, VOID *, ULONG, UINT, UINT,
                      ULONG, UINT);
#endif
"""


def blocks(root):
    found = dict(
        re.findall(r"<!-- recipe (\S+) -->\n```c\n(.*?)```",
                   (root / "docs/guides/rtos.md").read_text(), re.S))
    assert set(found) == set(BEFORE) | {"freertos-config", "freertos-switched", "threadx-user"}
    assert (root / "docs/guides/rtos.md").read_text().count("```c") == len(found)
    return found


@pytest.mark.parametrize("recipe", BEFORE)
def test_recipe(root, tmp_path, recipe):
    code = blocks(root)
    kernel = root / "build/deps/freertos"
    demo = root / "driver/apps/freertos_demo/FreeRTOSConfig.h"
    (tmp_path / "FreeRTOSConfig.h").write_text(
        f'#define DEMO_OBJECTS\n#include "{demo}"\n#ifndef __ASSEMBLER__\n'
        f'{code["freertos-config"]}#endif\n')
    (tmp_path / "tx_user.h").write_text(code["threadx-user"])
    (tmp_path / "tx_api.h").write_text(TX_API)
    source = tmp_path / "recipe.c"
    source.write_text(BEFORE[recipe] + code[recipe])
    folders = [
        tmp_path,
        *(root / f
          for f in ("driver/include", "driver/rtos", "driver/rtos/freertos", "driver/rtos/threadx",
                    "driver/rtos/zephyr/tracing", "driver/rtos/zephyr", "driver/apps/soc",
                    "tests/soc/zephyr", "tests/soc/zephyr/next"))
    ]
    system = [
        kernel / "include", kernel / "portable/GCC/RISC-V",
        kernel / "portable/GCC/RISC-V/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions"
    ]
    # What Zephyr's build gives to all files
    zephyr = ["-D__ZEPHYR__", "-include", root / "tests/soc/zephyr/autoconf.h"]
    subprocess.run([
        *CC, *(zephyr if recipe == "zephyr" else []), *(f"-I{f}" for f in folders),
        *(arg for f in system for arg in ("-isystem", f)), "-c", source, "-o", tmp_path / "recipe.o"
    ],
                   check=True)
    symbols = subprocess.run(["riscv64-unknown-elf-nm", tmp_path / "recipe.o"],
                             capture_output=True,
                             text=True,
                             check=True).stdout
    # Under Zephyr the module snoops.
    assert ("weir_event_name" if recipe == "zephyr" else "weir_snoop") in symbols


@pytest.mark.parametrize("kind", ["", "-DWEIR_TXTB"])
def test_freertos_without_snoop(root, tmp_path, kind):
    """The kernel itself, with the configuration for units without snoop: it reports the switch of
    the first task, and every later one.
    """
    # The demo's configuration includes the glue, too, which is then there already.
    (tmp_path / "FreeRTOSConfig.h").write_text(
        f'#ifndef __ASSEMBLER__\n{blocks(root)["freertos-switched"]}#endif\n#define DEMO_OBJECTS\n'
        f'#include "{root / "driver/apps/freertos_demo/FreeRTOSConfig.h"}"\n')
    kernel = root / "build/deps/freertos"
    port = kernel / "portable/GCC/RISC-V"
    subprocess.run([
        *CC, *filter(None, [kind]), f"-I{tmp_path}",
        *(f"-I{root / f}" for f in ("driver/include", "driver/rtos", "driver/rtos/freertos",
                                    "driver/apps/soc")),
        *(arg for f in (kernel / "include", port, port / "chip_specific_extensions"
                        / "RISCV_MTIME_CLINT_no_extensions") for arg in ("-isystem", f)), "-c",
        kernel / "tasks.c", "-o", tmp_path / "tasks.o"
    ],
                   check=True)
    code = subprocess.run(["riscv64-unknown-elf-objdump", "-d", tmp_path / "tasks.o"],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    functions = dict(re.findall(r"^\w+ <(\w+)>:\n(.*?)(?=^\w+ <[a-zA-Z]|\Z)", code, re.M | re.S))
    for name in ("vTaskStartScheduler", "vTaskSwitchContext"):
        assert re.search(r"lui\t\w+,0x8\b", functions[name]), name  # WEIR_ID_THREAD_SWITCH


def test_events(root):
    """The table equals the list in the header, and has the ids as the command prints them."""
    rows = re.findall(r'X\((\w+), (0x\w+), "(.*?)"\)(?: +/\* value: (.*?) \*/)?',
                      (root / "driver/rtos/weir_rtos.h").read_text())
    shown = lambda i: f"{'SYS' if int(i, 0) >= 0xc000 else 'COM'} {int(i, 0)}"
    table = "| id | `weir` prints | event | value |\n|---|---|---|---|\n" + "".join(
        f"| {i} | {shown(i)} | {n} | {v or 'the object'} |\n" for _, i, n, v in rows)
    assert len(rows) > 40
    page = (root / "docs/guides/rtos.md").read_text()
    assert f"<!-- BEGIN events -->\n{table}<!-- END events -->" in page
