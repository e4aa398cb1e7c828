# SPDX-License-Identifier: Apache-2.0
"""The module of Zephyr: its files agree with one another. `make regress-zephyr` builds with it."""

import re
import subprocess

import pytest
import yaml


def test_module(root):
    module = yaml.safe_load((root / "zephyr/module.yml").read_text())
    assert (root / module["build"]["cmake"] / "CMakeLists.txt").is_file()
    assert (root / module["build"]["kconfig"]).is_file()
    settings = module["build"]["settings"]
    assert (root / settings["dts_root"] / "dts/bindings/misc/weir,trace.yaml").is_file()
    prefixes = (root / settings["dts_root"] / "dts/bindings/vendor-prefixes.txt").read_text()
    assert re.search(r"^weir\t", prefixes, re.M)
    snippet = root / settings["snippet_root"] / "snippets/weir-tracing"
    listed = yaml.safe_load((snippet / "snippet.yml").read_text())
    assert listed["name"] == "weir-tracing"
    assert (snippet / listed["append"]["EXTRA_CONF_FILE"]).is_file()
    cmake = (root / "zephyr/CMakeLists.txt").read_text()
    for source in re.findall(r"\$\{WEIR\}/(\S+?)\)?\s", cmake):
        assert (root / source).exists(), source


def test_bindings_agree(root):
    """Zephyr's parser and dt-schema read different files with the same properties."""
    ours = yaml.safe_load((root / "zephyr/dts/bindings/misc/weir,trace.yaml").read_text())
    schema = yaml.safe_load((root / "driver/devicetree/weir,trace.yaml").read_text())
    assert ours["compatible"] == schema["properties"].pop("compatible")["const"] == "weir,trace"
    assert set(ours["properties"]) == set(schema["properties"])
    required = {name for name, p in ours["properties"].items() if p.get("required")}
    assert required == set(schema["required"]) - {"compatible"}


def test_options_exist(root):
    """Every option that code, snippet or docs use is in Kconfig, and none is unused."""
    options = set(re.findall(r"^(?:menu)?config (WEIR\w*)", (root / "zephyr/Kconfig").read_text(),
                             re.M))
    files = [
        *(root / "driver/rtos/zephyr").rglob("*.[ch]"), root / "driver/include/weir_hooks.h",
        root / "zephyr/CMakeLists.txt", *(root / "zephyr/snippets").rglob("*.conf"),
        *(root / "tests/zephyr/sample").glob("*.conf"), root / "docs/guides/rtos.md"
    ]
    used = {
        option
        for f in files for option in re.findall(r"CONFIG_(WEIR(?:_[A-Z0-9]+)*)\b", f.read_text())
    }
    used -= {"WEIR_DRAIN"}  # a family, in the docs
    assert used <= options, used - options
    assert not options - used, options - used


BOARDS = "weir_demo", "weir_demo_smp", "weir_rocket"


@pytest.mark.parametrize("board", BOARDS)
def test_width_of_a_board(root, board):
    """The SoC selects the width that the devicetree has. Zephyr 4.1 does not derive it."""
    boards = root / "tests/zephyr/boards/weir"
    assert {path.name for path in boards.iterdir()} == set(BOARDS)
    tree = (boards / f"{board}/{board}.dts").read_text()
    bits, = set(re.findall(r'riscv,isa = "rv(32|64)i', tree))
    options = {}
    for path in boards / f"{board}/Kconfig.{board}", root / "tests/zephyr/soc/weir/demo/Kconfig":
        for block in re.split(r"^config ", path.read_text(), flags=re.M)[1:]:
            options[block.split()[0]] = set(re.findall(r"^\tselect (\w+)$", block, re.M))
    selected, names = set(), {f"BOARD_{board.upper()}"}
    while names:
        selected |= names
        names = set().union(*(options.get(name, ()) for name in names)) - selected
    width = {name for name in selected if re.fullmatch(r"64BIT|RISCV_ISA_RV\d+I", name)}
    assert width == {"32": {"RISCV_ISA_RV32I"}, "64": {"RISCV_ISA_RV64I", "64BIT"}}[bits]


# Hooks whose arguments changed between versions, as their kernels call them.
CALLS = {
    "3.7": ["k_condvar_wait_enter(object)", "k_condvar_wait_exit(object, ret)",
            "k_pipe_init(object)"],
    "4.3": ["k_condvar_wait_enter(object, timeout)", "k_condvar_wait_exit(object, timeout, ret)",
            "k_pipe_init(object, buffer, 8)"],
}  # yapf: disable


@pytest.mark.parametrize("version", CALLS)
def test_hooks_of_a_version(root, tmp_path, version):
    source = tmp_path / "use.c"
    calls = "".join(f"    sys_port_trace_{call};\n" for call in CALLS[version])
    source.write_text(f"""#include <tracing_user.h>
typedef struct {{ long long ticks; }} k_timeout_t;
void use(void *object, void *buffer, k_timeout_t timeout, int ret);
void use(void *object, void *buffer, k_timeout_t timeout, int ret)
{{
    (void)buffer, (void)timeout, (void)ret;
{calls}}}
""")
    soc = root / "tests/soc/zephyr"
    done = subprocess.run([
        "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imc", "-mabi=ilp32",
        "-misa-spec=2.2", "-Os", "-Wall", "-Wextra", "-Werror", "-include", soc / "autoconf.h",
        *(f"-I{f}" for f in (root / "driver/rtos/zephyr/tracing", soc / "next", soc, root /
                             "driver/include", root / "driver/rtos")), "-S", source, "-o",
        tmp_path / "use.s"
    ],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    stores = re.findall(r"\tsw\t", (tmp_path / "use.s").read_text())
    assert len(stores) in (3, 4)  # GCC may make one of either result


# What a program uses. A hook that a name here lacks is empty in Zephyr's own header.
FILLED = """thread_create thread_name_set thread_abort_enter thread_sched_ready thread_sched_pend
    thread_sleep_enter timer_start timer_stop work_submit_to_queue_enter
    work_schedule_for_queue_enter sem_give_enter sem_take_exit mutex_lock_exit mutex_unlock_exit
    condvar_signal_enter condvar_broadcast_enter condvar_wait_enter condvar_wait_exit
    event_post_enter event_wait_exit msgq_put_exit msgq_get_exit queue_queue_insert_exit
    queue_get_exit stack_push_exit stack_pop_exit pipe_write_exit pipe_read_exit
    mbox_message_put_enter mbox_get_exit mem_slab_alloc_exit mem_slab_free_enter heap_alloc_exit
    heap_free poll_api_poll_exit poll_api_signal_raise"""
SWITCHES = {"thread_switched_in", "thread_switched_out"}


def test_hooks_are_filled(root):
    """Each hook makes an event, but for those of a switch, which the unit sees: these are empty."""
    text = (root / "driver/rtos/zephyr/tracing/tracing_user.h").read_text().replace("\\\n", "")
    body = dict(re.findall(r"^#define sys_port_trace_k_(\w+)\([^)]*\)[ ]*(.*)$", text, re.M))
    assert set(re.findall(r"^#undef sys_port_trace_k_(\w+)", text, re.M)) == set(body)
    assert {name for name in body if not body[name].strip()} == SWITCHES
    assert set(FILLED.split()) <= set(body)
