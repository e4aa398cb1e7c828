# SPDX-License-Identifier: Apache-2.0
"""Who stands on whom: driver/ includes nothing of sw/, and builds and links alone."""

import re
import shutil
import subprocess

import pytest

RISCV = ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-misa-spec=2.2"]
STRICT = ["-std=c11", "-ffreestanding", "-Os", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
HOOKS = ["-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))", "-DWEIR_CLOCK()=0u"]
SOURCES = {  # of each back end, as docs/driver.md lists them
    "": ["weir.c", "flux_emit.c", "weir_selftest.c", "weir_rkhtrc.c"],
    "-DWEIR_TXTB": ["weir_soft.c", "txtb_ring.c", "weir_rkhtrc.c"],
    "-DWEIR_RKH": ["weir_soft.c", "rkh_emit.c", "rkh_config.c", "rkh_weir.c", "weir_rkhtrc.c"],
}


@pytest.fixture(scope="module")
def alone(root, tmp_path_factory):
    """A copy of driver/, with nothing beside it."""
    folder = tmp_path_factory.mktemp("alone") / "driver"
    shutil.copytree(root / "driver", folder)
    return folder


@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("compiler", [RISCV, ["gcc"], ["clang"]], ids=lambda c: c[0])
def test_driver_builds_alone(alone, tmp_path, compiler, kind):
    """With one folder of headers; the whole links with memcpy and memset alone.

    On a core of 32 bits also with a shift of 64 bits, which is in the compiler's own library.
    """
    objects = []
    for name in SOURCES[kind]:
        objects.append(tmp_path / f"{name}.o")
        subprocess.run([
            *compiler, *STRICT, *HOOKS, *filter(None, [kind]), "-I", alone / "include", "-c",
            alone / "src" / name, "-o", objects[-1]
        ],
                       check=True)
    tools = "riscv64-unknown-elf-" if compiler == RISCV else ""
    script = ["-m", "elf32lriscv"] if compiler == RISCV else []
    subprocess.run([f"{tools}ld", *script, "-r", *objects, "-o", tmp_path / "all.o"], check=True)
    missing = subprocess.run([f"{tools}nm", "-u", tmp_path / "all.o"],
                             capture_output=True,
                             text=True,
                             check=True).stdout.split()[1::2]
    assert set(missing) <= {"memcpy", "memset", "__ashldi3"}, missing


def test_nothing_of_the_host(root):
    """No file that a target compiles names one of sw/."""
    files = [
        path for folder in ("driver", "zephyr")
        for path in (root / folder).rglob("*")
        if path.suffix in (".c", ".h", ".hpp", ".S", ".mk", ".txt") or path.name == "Kconfig"
    ]
    host = {path.name for path in (root / "sw").rglob("*.h")}
    assert len(files) > 60 and len(host) > 50
    for path in files:
        text = path.read_text()
        assert "sw/" not in text.replace("https://", ""), path
        assert not host & set(re.findall(r'#include [<"]([^">]+)', text)), path


@pytest.fixture(scope="module")
def installed(root, tmp_path_factory):
    """`make install-driver`."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([
        "make", "--no-print-directory", "-s", "-o", "setup", "install-driver", f"DESTDIR={folder}",
        "PREFIX=/usr"
    ],
                   cwd=root,
                   check=True)
    return folder


def test_list_of_files(root):
    """driver/files.txt is the list that docs/guides/driver.md and these tests have."""
    lines = [
        line.split() for line in (root / "driver/files.txt").read_text().splitlines()
        if line and line[0] != "#"
    ]
    listed = {path.removeprefix("src/") for line in lines for path in line[2:]}
    assert listed == {path.name for path in (root / "driver/src").glob("*.c")}
    assert listed == {name for names in SOURCES.values() for name in names}


@pytest.mark.parametrize("recorder", ["unit", "txtb", "rkh"])
@pytest.mark.parametrize("where", ["installed", "clone"])
def test_cmake_firmware(root, installed, tmp_path, where, recorder):
    """A firmware project that finds the driver, and links with two functions of its own."""
    if not shutil.which("cmake"):
        pytest.skip("cmake is not installed")
    (tmp_path / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.16)
project(firmware C)
find_package(weir-driver 1.0 REQUIRED)
add_executable(firmware main.c)
target_compile_options(firmware PRIVATE -ffreestanding -Os -Wall -Wextra -Werror)
target_link_libraries(firmware PRIVATE weir::{recorder} gcc)
""")
    (tmp_path / "main.c").write_text("""#include "weir.h"
static int uart(void *c, const void *b, size_t n) { (void)c, (void)b, (void)n; return 0; }
#if defined(WEIR_TXTB) || defined(WEIR_RKH)
static uint64_t memory[1024];
#endif
static const struct weir_config config = {.base = 0x40000000, .unit = "ns10", .sink = uart,
#if defined(WEIR_TXTB) || defined(WEIR_RKH)
    .memory = memory, .memory_bytes = sizeof memory,
#endif
};
static struct weir weir;
void *memcpy(void *to, const void *from, size_t n) {
    for (char *t = to; n--; t++) *t = ((const char *)from)[t - (char *)to];
    return to;
}
void *memset(void *to, int value, size_t n) {
    for (char *t = to; n--; t++) *t = (char)value;
    return to;
}
void _start(void) {
    if (!weir_init(&weir, &config) && !weir_start(&weir)) weir_emit(&weir, 1, 42);
    while (weir_drain(&weir) >= 0) ;
    for (;;) ;
}
""")
    prefix = (f"-DCMAKE_PREFIX_PATH={installed}/usr"
              if where == "installed" else f"-Dweir-driver_DIR={root}/driver/cmake")
    flags = " ".join(RISCV[1:])
    hooks = "" if recorder == "unit" else " ".join(f"'{hook}'" for hook in HOOKS)
    for words in (["-S", tmp_path, "-B", tmp_path / "build", prefix, "-DCMAKE_SYSTEM_NAME=Generic",
                   f"-DCMAKE_C_COMPILER={RISCV[0]}",
                   "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
                   f"-DCMAKE_C_FLAGS={flags} {hooks}",
                   "-DCMAKE_EXE_LINKER_FLAGS=-nostdlib"], ["--build", tmp_path / "build"]):
        done = subprocess.run(["cmake", *words], capture_output=True, text=True)
        assert not done.returncode, done.stdout + done.stderr
    symbols = subprocess.run(["riscv64-unknown-elf-nm", tmp_path / "build/firmware"],
                             capture_output=True,
                             text=True,
                             check=True).stdout
    assert " T weir_init" in symbols and " U " not in symbols


def test_files_of_one_program_are_alike(root, tmp_path):
    """A program whose files differ in what must be the same does not link, and says in what. The
    check loads no byte.
    """
    source = tmp_path / "main.c"
    source.write_text("""#include "weir.h"
static int uart(void *c, const void *b, size_t n) { (void)c, (void)b, (void)n; return 0; }
static const struct weir_config config = {.base = 0x40000000, .unit = "ns10", .sink = uart};
static struct weir weir;
int main(void)
{
    if (!weir_init(&weir, &config) && !weir_start(&weir)) weir_emit_fast(&weir, 1, 42);
    return weir_drain(&weir);
}
""")

    def linked(mine, its):
        """What the linker says of main.c with options `mine` and weir.c with `its`."""
        objects = []
        for options, *files in (mine, source), (its, root / "driver/src/weir.c",
                                                root / "driver/src/flux_emit.c"):
            for file in files:
                objects.append(tmp_path / (file.stem + ".o"))
                subprocess.run([*RISCV, "--specs=picolibc.specs", "-Os", *options, "-c", file,
                                f"-I{root}/driver/include", "-o", objects[-1]], check=True)
        done = subprocess.run([
            *RISCV, "--specs=picolibc.specs", "-nostartfiles", "-Wl,--entry=main,--gc-sections",
            *objects, "-o", tmp_path / "program"], capture_output=True, text=True)  # yapf: disable
        return set(re.findall(r"undefined reference to `(\w+)'", done.stderr))

    size, ids = "weir_c_has_WEIR_NAME_SIZE_", "weir_c_has_WEIR_WINDOW_THIRD_"
    assert not linked([], [])
    sections = subprocess.run(["riscv64-unknown-elf-readelf", "-SW", tmp_path / "program"],
                              check=True, capture_output=True, text=True).stdout  # yapf: disable
    assert re.search(r"\.debug_weir_alike +PROGBITS +0+ \w+ \w+ 00 +0 ", sections)  # no flag
    assert linked(["-DWEIR_NAME_SIZE=31"], []) == {size + "31"}
    assert linked([], ["-DWEIR_NAME_SIZE=31"]) == {size + "23"}
    assert linked(["-DWEIR_HINT=1"], []) == {"weir_c_has_WEIR_HINT_1"}
    assert linked(["-DWEIR_WINDOW=1"], ["-DWEIR_WINDOW=0"]) == {"weir_c_has_WEIR_WINDOW_1"}
    assert linked(["-DWEIR_WINDOW_THIRD=0x5000u"], []) == {ids + "0x5000u_FOURTH_0xc100u"}
    assert linked([], ["-DWEIR_WINDOW_FOURTH=0xd000u"]) == {ids + "0x4100u_FOURTH_0xc100u"}
    # These do no harm.
    assert not linked([], ["-DWEIR_HINT=1", "-DWEIR_WINDOW=1"])
    assert not linked(["-DWEIR_WINDOW=0"], ["-DWEIR_WINDOW=1"])
