# SPDX-License-Identifier: Apache-2.0
"""libweir as others use it: installed, found by pkg-config and CMake, in C and C++, by threads."""

import os
import re
import shutil
import subprocess

import pytest
import weirstream

STRICT = [
    "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wshadow", "-Wconversion", "-Wsign-conversion"
]


def pkg_config(installed, *words):
    known = subprocess.run(["pkg-config", "--variable", "pc_path", "pkg-config"],
                           capture_output=True,
                           text=True,
                           check=True).stdout.strip()
    env = {
        "PKG_CONFIG_LIBDIR": f"{installed}/usr/lib/pkgconfig:{known}",
        "PKG_CONFIG_SYSROOT_DIR": str(installed),
        "PATH": os.environ["PATH"],
    }
    return subprocess.run(["pkg-config", *words, "weir"],
                          env=env,
                          capture_output=True,
                          text=True,
                          check=True).stdout.split()


@pytest.fixture(scope="module")
def ten_lines(root, installed, tmp_path_factory):
    """ten_lines(how) is the program of docs/guides/library.md: shared, static, or by CMake."""
    folder = tmp_path_factory.mktemp("ten_lines")
    source = folder / "program.c"
    page = (root / "docs/guides/library.md").read_text()
    source.write_text(re.search(r"```c\n(.*?)```", page, re.S)[1])

    def build(how):
        program = folder / how
        if how == "cmake":
            if not shutil.which("cmake"):
                pytest.skip("cmake is not installed")
            (folder / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.16)
project(program C)
find_package(weir 1.0 REQUIRED)
add_executable(shared program.c)
target_link_libraries(shared weir::weir)
add_executable(static program.c)
target_link_libraries(static weir::weir-static)
""")
            for words in (["-S", folder, "-B", program, f"-DCMAKE_PREFIX_PATH={installed}/usr"],
                          ["--build", program]):
                subprocess.run(["cmake", *words], check=True, capture_output=True)
            return [program / "shared", program / "static"]
        words = pkg_config(installed, "--cflags", "--libs", *(["--static"] * (how == "static")))
        if how == "static":
            words = [
                f"{installed}/usr/lib/libweir.a" if word == "-lweir" else word for word in words
            ]
        subprocess.run(["gcc", "-std=c11", *STRICT, source, *words, "-o", program], check=True)
        return [program]

    return build


@pytest.mark.parametrize("how", ["shared", "static", "cmake"])
def test_ten_lines(ten_lines, installed, trace, how):
    """Every event of a stream, as it was made."""
    want = [(e.time, e.value) for e in trace.stream.events
            if e.id not in (weirstream.THREAD_NAME, weirstream.THREAD_SWITCH)]
    for program in ten_lines(how):
        out = subprocess.run([program, trace.path],
                             env={"LD_LIBRARY_PATH": f"{installed}/usr/lib"},
                             capture_output=True,
                             text=True,
                             check=True).stdout
        rows = [line.split(" ", 3) for line in out.splitlines()]
        found = [(int(time), int(value)) for time, kind, value, name in rows
                 if kind == "instant" and name != "THREAD_NAME"]
        assert len(want) > 1000 and found == want


def test_errors_have_texts(ten_lines, installed, tmp_path):
    program, = ten_lines("shared")
    run = lambda *paths: subprocess.run([program, *paths],
                                        env={"LD_LIBRARY_PATH": f"{installed}/usr/lib"},
                                        capture_output=True,
                                        text=True)
    assert (run().returncode, run().stderr) == (2, "usage: program TRACE\n")
    missing = run(tmp_path / "none")
    assert missing.returncode == 1 and "No such file" in missing.stdout and not missing.stderr
    (tmp_path / "other").write_bytes(b"something else, long enough to be looked at " * 9)
    other = run(tmp_path / "other")
    assert other.returncode == 1 and "offset 0: expected" in other.stdout and not other.stderr


@pytest.mark.parametrize("compiler", ["gcc", "clang", "g++", "clang++"])
def test_headers(installed, tmp_path, compiler):
    """Each alone, and both, in C11 and C++11 to C++20, without a warning."""
    cpp = compiler.endswith("++")
    more = ["-Wold-style-cast", "-Wzero-as-null-pointer-constant"] if cpp else []
    for standard in ["c++11", "c++14", "c++17", "c++20"] if cpp else ["c11"]:
        for headers in (["trace"], ["columns"], ["columns", "trace"]):
            source = tmp_path / ("use.cpp" if cpp else "use.c")
            source.write_text("".join(f"#include <weir/{h}.h>\n" for h in headers) +
                              "int use(weir_trace_t *trace);\n"
                              "int use(weir_trace_t *trace) { return weir_trace_rewind(trace); }\n")
            subprocess.run([
                compiler, f"-std={standard}", *STRICT, *more, "-I", f"{installed}/usr/include",
                "-fsyntax-only", source
            ],
                           check=True)


def symbols(*words):
    out = subprocess.run(["nm", *words], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in out.splitlines() if " " in line}


def test_symbols(root, installed):
    """What the headers declare is what both libraries show, and what libweir.map lists."""
    declared = set(
        re.findall(
            r"WEIR_TRACE_API [^;]*?\b(weir_\w+)\(", "".join(
                path.read_text() for path in (root / "sw/include/weir").glob("*.h"))))
    assert len(declared) > 15
    lib = installed / "usr/lib"
    shared = symbols("-D", "--defined-only", lib / "libweir.so") - {"WEIR_TRACE_1.0"}
    assert shared == declared
    assert symbols("-g", "--defined-only", lib / "libweir.a") == declared
    listed = re.findall(r"^ +(weir_\w+);", (root / "sw/libweir/libweir.map").read_text(), re.M)
    assert listed == sorted(declared)
    driver = set(
        re.findall(r"\b(weir_\w+)\(", "".join(
            path.read_text() for path in (root / "driver/include").glob("weir*.h"))))
    assert len(driver) > 30 and not declared & driver  # a program may have both
    notes = subprocess.run(["readelf", "-d", lib / "libweir.so"], capture_output=True, text=True)
    assert "Library soname: [libweir.so.1]" in notes.stdout


def test_neither_prints_nor_exits(installed):
    needed = symbols("-u", installed / "usr/lib/libweir.a")
    assert "malloc" in needed
    assert not needed & {
        "exit", "_exit", "quick_exit", "abort", "printf", "vprintf", "puts", "putchar", "fputs",
        "fprintf", "__fprintf_chk", "__printf_chk", "fwrite", "perror", "stdout", "stderr", "signal"
    }


@pytest.mark.parametrize("library", ["flux", "fxt", "rkh", "txtb"])
def test_formats_alone(root, tmp_path, library):
    """Each header of a format is self-contained, and its library links with no other."""
    folders = ["-I", root / "sw/lib" / library, "-I", root / "driver/include"]
    headers = [
        path for path in (*(root / "sw/lib" / library).glob("*.h"),
                          *(root / "driver/include").glob(f"{library}*.h"))
        if path.name not in ("txtb_table.h", "rkh_records.h")  # tables, parts of a C file
    ]
    assert len(headers) > 2
    for path in headers:
        for compiler, standard in (("gcc", "c11"), ("g++", "c++11")):
            source = tmp_path / ("use.cpp" if compiler == "g++" else "use.c")
            source.write_text(f'#include "{path.name}"\nint used;\n')
            subprocess.run([
                compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", *folders,
                "-fsyntax-only", source
            ],
                           check=True)


def test_threads(installed, trace, tmp_path):
    """Eight threads, each with its own handle, under the thread sanitizer of the program."""
    source = tmp_path / "threads.c"
    source.write_text(r"""#include <pthread.h>
#include <stdint.h>
#include <weir/trace.h>
static const char *path;
static void *work(void *unused) {
    weir_trace_t *trace;
    weir_trace_event_t e;
    uint64_t sum = 0;
    (void)unused;
    if (weir_trace_open_file(&trace, path, 0)) return 0;
    while (weir_trace_next(trace, &e) == 1) sum = sum * 31 + e.time + e.value + (uint8_t)e.name[0];
    weir_trace_close(trace);
    return (void *)(uintptr_t)sum;
}
int main(int argc, char **argv) {
    pthread_t threads[8];
    void *first = 0, *result;
    (void)argc;
    path = argv[1];
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], &result);
        if (!result || (first && result != first)) return 1;
        first = result;
    }
    return 0;
}
""")
    subprocess.run([
        "gcc", "-std=gnu11", source, f"-I{installed}/usr/include", f"-L{installed}/usr/lib",
        "-lweir", "-pthread", "-o", tmp_path / "threads"
    ],
                   check=True)
    subprocess.run([tmp_path / "threads", trace.path],
                   env={"LD_LIBRARY_PATH": f"{installed}/usr/lib"},
                   check=True,
                   timeout=60)


def test_optional_parts(root, tmp_path):
    """Without libelf, ncurses and the FST library, by clang: the command compiles."""
    folders = [f"-I{path}" for path in (root / "sw/lib").iterdir() if path.is_dir()]
    files = [
        *(path for path in (root / "sw/cli").glob("*.c") if path.name != "tui.c"),
        *(root / "sw/lib/names").glob("*.c"), root / "sw/lib/model/model_formats.c"
    ]
    subprocess.run([
        "clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", *WITHOUT,
        shadows(tmp_path), *folders, "-I", root / "sw/view", "-I", root / "driver/include",
        "-fsyntax-only", *files
    ],
                   check=True)


WITHOUT = ["-DWEIR_NO_ELF", "-DWEIR_NO_TUI", "-DWEIR_NO_FST"]


def shadows(folder):
    """A flag for a machine without the headers of libelf and ncurses."""
    for name in ("gelf.h", "curses.h"):
        (folder / name).write_text("#error not installed\n")
    return f"-I{folder}"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_without_optional_parts(root, program, tmp_path, trace, compiler):
    """On a machine without them `make` chooses a build that links, runs, says what it lacks and
    rejects that by name. What does not know the parts is linked from the usual build.
    """
    program("build/weir")
    show = "show:;@echo $(SW_CFLAGS) $(SW_INC) : $(SW_OBJ) : $(SW_LDLIBS)"
    flags, objects, libraries = (words.split() for words in subprocess.run(
        ["make", "-s", f"--eval={show}", "show", f"CC={compiler} {shadows(tmp_path)}",
         "SW_FST=/none"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True).stdout.rsplit("\n", 2)[-2].split(" : "))
    assert set(WITHOUT) < set(flags) and not {"-lelf", "-lncursesw"} & set(libraries)
    assert not any(name in path for name in ("tui", "fst") for path in objects)
    own, built = [], []
    for path in objects:
        source = re.sub(r"^build/obj/(.*)\.o$", r"\1.c", path)
        known = root / source
        if not known.exists() or "WEIR_NO_" not in known.read_text():
            built.append(path)
            continue
        own.append(tmp_path / f"{len(own)}.o")
        subprocess.run([compiler, *flags, shadows(tmp_path), "-D_GNU_SOURCE", "-c", source, "-o",
                        own[-1]], cwd=root, check=True)
    assert len(own) == 4
    weir = tmp_path / "weir"
    subprocess.run([compiler, *own, *built, *libraries, "-o", weir], cwd=root, check=True)

    def run(*words):
        return subprocess.run([weir, *words], capture_output=True, text=True)

    assert "features: -elf -fst -tui\n" in run("--version").stdout
    assert "arrow" in run("formats").stdout and "fst" not in run("formats").stdout
    fst = run("convert", trace.path, "--to", "fst", "-o", tmp_path / "out.fst")
    assert fst.returncode and "fst is not a format to write" in fst.stderr
    assert run("view", "--tui", trace.path).returncode
    assert run("check", trace.path).returncode == 0
    out = tmp_path / "out.arrow"
    assert run("convert", trace.path, "-o", out).returncode == 0 and out.stat().st_size > 10_000


def test_versions_agree(root):
    """That of the list of changes, of the library, its header, its packages; of a candidate its
    number too.
    """
    version, candidate = re.search(r"^## (\d+\.\d+)(?:-(rc\d+))?: ",
                                   (root / "CHANGELOG.md").read_text(), re.M).groups("")
    major, minor = version.split(".")
    for file, text in (
        ("sw/libweir/libweir.mk", f"LIBWEIR_VERSION := {version}\n"),
        ("sw/libweir/libweir.mk", f"LIBWEIR_CANDIDATE := {candidate}".strip() + "\n"),
        ("sw/include/weir/trace.h", f"WEIR_TRACE_VERSION_MAJOR {major}\n"),
        ("sw/include/weir/trace.h", f"WEIR_TRACE_VERSION_MINOR {minor}\n"),
        ("driver/include/weir.h", f"WEIR_DRIVER_VERSION_MAJOR {major}\n"),
        ("driver/include/weir.h", f"WEIR_DRIVER_VERSION_MINOR {minor}\n"),
        ("driver/cmake/weir-driverConfigVersion.cmake", f'PACKAGE_VERSION "{version}"'),
        ("sw/litex/pyproject.toml", f'version = "{version}.0{candidate}"'),
        ("pyproject.toml", f'version = "{version}{candidate}"'),
    ):
        assert text in (root / file).read_text(), file
    rdl = (root / "rtl/regs/weir.rdl").read_text()
    columns = re.search(r"COLUMNS_VERSION = (\d+)",
                        (root / "sw/lib/columns/columns.h").read_text())[1]
    field = lambda name: re.search(rf"{name}\[\d+:\d+\] = (\d+)", rdl)[1]
    page = (root / "docs/reference/versions.md").read_text()
    for row in (f"IP | {field('ip_major')}.{field('ip_minor')}",
                f"register map | {field('regs')}", f"stream | {field('stream')}",
                f"libweir, the command, `weir-trace`, driver | {version}",
                f"columns | {columns}",
                f"register map {field('regs')}, stream {field('stream')} | {version} | {version}"):
        assert f"| {row} |" in page, row
