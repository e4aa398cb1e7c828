#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the source: sizes of modules, parameters, ports, long lines, generated code.

shape.py                 writes docs/evidence/shape.md, with earlier figures from shape.toml
shape.py --measure       prints the figures of this tree as TOML
shape.py --measure DIR   prints those of another tree, such as a worktree of an earlier revision
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/evidence/shape.md"
MAX_PORTS, MAX_LINES, WIDTH = 40, 400, 100

LANGUAGES = {
    "SystemVerilog": r"\.(sv|svh|v)$",
    "C and C++": r"\.(c|h|cpp|hpp)$",
    "Python": r"\.py$",
    "JavaScript, CSS, HTML": r"\.(js|css|html)$",
    "make": r"\.mk$|(^|/)Makefile$",
}
# Text of other projects, and files that a program writes.
FOREIGN = re.compile(r"^tests/(formats/vectors|fuzz/(findings|corpus))/|iframe-worker\.js$")
GENERATED = re.compile(r"^(//|#|/\*) .*([Mm]ade|[Gg]enerated) by .*(make regs|generate\.py)", re.M)


def is_generated(text):
    return bool(GENERATED.search("\n".join(text.split("\n")[:4])))


def without_properties(text):
    """The text without what only tools that define FORMAL see."""
    lines, depth = [], 0
    for line in text.split("\n"):
        word = line.strip()
        if depth:
            depth += word.startswith(("`ifdef", "`ifndef"))
            depth -= word.startswith("`endif")
        elif word.startswith("`ifdef FORMAL"):
            depth = 1
        else:
            lines.append(line)
    return "\n".join(lines)


def design_lines(text):
    """Lines of the design: no comments, empty lines or properties."""
    text = re.sub(r"/\*.*?\*/", "", without_properties(text), flags=re.S)
    lines = [re.sub(r"//.*", "", line).strip() for line in text.split("\n")]
    return [line for line in lines if line]


def header(text):
    """(parameters, ports) of the first module of a file: names with defaults, and names."""
    text = "\n".join(design_lines(text))
    start = re.search(r"\bmodule\s+\w+\s*", text)
    if not start:
        return {}, []
    groups, depth, at = [""], 0, start.end()
    while not (text[at] == ";" and depth == 0):
        depth -= text[at] == ")"
        if depth:
            groups[-1] += text[at]
        depth += text[at] == "("
        if text[at] == ")" and not depth:
            groups.append("")
        at += 1
    split = lambda group: re.split(r",(?![^\[({]*[\])}])", group)
    has_parameters = text[start.end():].lstrip().startswith("#")
    parameters = {}
    for one in split(groups[0]) if has_parameters else []:
        if "=" in one:
            name, default = one.split("=", 1)
            parameters[name.split()[-1]] = default.strip()
    ports = [one.split()[-1] for one in split(groups[1 if has_parameters else 0]) if one.strip()]
    return parameters, ports


def unused_ports(root, files, top):
    """(unused, all) ports of the preset `small`: inputs without effect and constant outputs."""
    sources = [str(root / file) for file in files]
    with tempfile.TemporaryDirectory() as folder:
        netlist = Path(folder) / "netlist.json"
        subprocess.run([
            "yosys", "-q", "-p", f"read_verilog -sv -I{root}/rtl {' '.join(sources)}; "
            f"hierarchy -top {top}; proc; flatten; opt -full -purge; write_json {netlist}"
        ],
                       check=True,
                       stdout=subprocess.DEVNULL)
        modules = json.loads(netlist.read_text())["modules"]
    module = next(m for m in modules.values() if m["attributes"].get("top"))
    used = {
        bit
        for cell in module["cells"].values()
        for name, bits in cell["connections"].items() if cell["port_directions"][name] == "input"
        for bit in bits
    }
    used |= {b for p in module["ports"].values() if p["direction"] == "output" for b in p["bits"]}
    unused = [
        name for name, port in module["ports"].items()
        if (not used & set(port["bits"]) if port["direction"] == "input" else all(
            isinstance(bit, str) for bit in port["bits"]))
    ]
    return len(unused), len(module["ports"])


def tracked(root):
    names = subprocess.run(["git", "-C", root, "ls-files", "-z"],
                           check=True,
                           capture_output=True,
                           text=True).stdout.split("\0")
    return [name for name in names if name and not FOREIGN.search(name)]


def long_lines(root):
    """{language: [long, all]} lines of code written by hand."""
    counts = {language: [0, 0] for language in LANGUAGES}
    for name in tracked(root):
        language = next((l for l, names in LANGUAGES.items() if re.search(names, name)), None)
        if not language or not (root / name).is_file():
            continue
        text = (root / name).read_text(errors="replace")
        if is_generated(text):
            continue
        lines = text.split("\n")
        counts[language][0] += sum(len(line) > WIDTH for line in lines)
        counts[language][1] += len(lines)
    return counts


def proofs(root):
    """(proofs, mutants, lines of the tables that list them)."""
    table = root / "sim/formal/proofs.toml"
    if table.exists():
        plan = tomllib.loads(table.read_text())
        return len(plan["proof"]), len(plan["mutant"]), len(table.read_text().split("\n"))
    run = ("import proofs; p = proofs.plan(); print(len(p['proof']), len(p['mutant']))")
    out = subprocess.run([sys.executable, "-c", run],
                         cwd=root / "sim/formal",
                         check=True,
                         capture_output=True,
                         text=True).stdout.split()
    return int(out[0]), int(out[1]), 0


def measure(root=ROOT, slow=True):
    """The figures of a tree; slow: with those that need Yosys."""
    files = re.findall(r"^\S+\.sv$", (root / "rtl/weir.f").read_text(), re.M)
    files = [file if file.startswith("rtl/") else f"rtl/{file}" for file in files]
    texts = {file: (root / file).read_text() for file in files}
    is_module = lambda text: re.search(r"^module\b", text, re.M)
    sizes = {Path(f).stem: len(design_lines(t)) for f, t in texts.items() if is_module(t)}
    ports = {Path(f).stem: len(header(text)[1]) for f, text in texts.items()}
    parameters = header(texts["rtl/weir.sv"])[0]
    names = re.findall(r"\blocalparam\b[^=]*?(\w+)\s*=", texts["rtl/weir_pkg.sv"])
    users = "\n".join(path.read_text() for folder in ("rtl", "sim", "tests")
                      for path in (root / folder).rglob("*")
                      if re.search(r"\.svh?$", path.name) and path.name != "weir_pkg.sv")
    used = set(re.findall(r"weir_pkg::(\w+)", users))
    registers = {
        path: path.read_text()
        for path in sorted((root / "rtl").rglob("*.sv*"))
        if re.search(r"_(regs|csr|decode)(_|$)", path.stem) and not path.stem.endswith("_fv")
    }
    made = sum(len(design_lines(t)) for t in registers.values() if is_generated(t))
    proof_count, mutant_count, table = proofs(root)
    longest = max(sizes, key=sizes.get)
    figures = {
        "parameters": len([d for d in parameters.values() if re.fullmatch(r"[\d'hbd_]+", d)]),
        "design_lines": sum(sizes.values()),
        "longest_module": longest,
        "longest_module_lines": sizes[longest],
        "large_modules": sorted(
            m for m in sizes if sizes[m] > MAX_LINES or ports.get(m, 0) > MAX_PORTS),
        "long_lines": long_lines(root),
        "register_lines": sum(len(design_lines(t)) for t in registers.values()),
        "register_lines_generated": made,
        "constants": len(names),
        "constants_used": len(set(names) & used),
        "proofs": proof_count,
        "mutants": mutant_count,
        "proof_table_lines": table,
    }
    figures["sizes_of_large_modules"] = [[module, sizes[module], ports[module]]
                                         for module in figures["large_modules"]]
    if slow:
        top = "weir_small" if "weir_small" in sizes else "weir"
        figures["ports_unused"], figures["ports"] = unused_ports(root, files, top)
    return figures


def toml(figures):
    """The figures as a table of TOML."""
    line = lambda value: json.dumps(value, ensure_ascii=False)
    return "".join("long_lines = { " + ", ".join(f"{line(k)} = {line(v)}"
                                                 for k, v in value.items()) +
                   " }\n" if name == "long_lines" else f"{name} = {line(value)}\n"
                   for name, value in figures.items())


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def modules(figures):
    return "; ".join(f"`{name}` ({lines} lines, {ports} ports)"
                     for name, lines, ports in figures["sizes_of_large_modules"]) or "none"


def rows(before, after):
    """(measure, before, after) of the page."""
    for name, text in (
        ("parameters of the top module", lambda f: f["parameters"]),
        ("unused ports of the preset `small`", lambda f: f"{f['ports_unused']} of {f['ports']}"),
        ("lines of the design", lambda f: f["design_lines"]),
        ("longest module", lambda f: f"`{f['longest_module']}`, {f['longest_module_lines']} lines"),
        (f"modules with more than {MAX_PORTS} ports or {MAX_LINES} lines", modules),
        ("generated lines of the register modules",
         lambda f: share(f["register_lines_generated"], f["register_lines"])),
        ("constants of `weir_pkg` in use", lambda f: share(f["constants_used"], f["constants"])),
        ("proofs, mutants of the proofs", lambda f: f"{f['proofs']}, {f['mutants']}"),
        ("lines of the tables of proofs", lambda f: f["proof_table_lines"] or "none"),
    ):
        yield name, text(before), text(after)
    for language in LANGUAGES:
        yield (f"lines over {WIDTH} columns, {language}",
               *("{} of {}".format(*f["long_lines"][language]) for f in (before, after)))


def page(plan, after):
    listed = lambda names: "<br>".join(f"`{name}`" for name in names)
    before = plan["before"]
    table = "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows(before, after))
    changes = "\n".join(
        f"| {c['what']} | {len(c['before'])} | {len(c['after'])} | {listed(c['before'])} "
        f"| {listed(c['after'])} |" for c in plan["change"])
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# The shape of the source

*For developers. It answers: how large modules, ports and parameters are, before and after.*

`make shape` writes this page. *Before* is revision {before['revision']}.

* Lines of a module are those of the design: without comments, empty lines and properties.
* An unused port is an input without effect, or a constant output, in the netlist of `small`.
* Lines over {WIDTH} columns are those of files written by hand.

| measure | before | after |
|---|---|---|
{table}

## Files that a change touches

These are the files to edit by hand, without tests of the new function. `rtl/shape.toml` lists them.

| change | before | after | files before | files after |
|---|---|---|---|---|
{changes}
"""


def main(arguments):
    if arguments[:1] == ["--measure"]:
        root = Path(arguments[1]).resolve() if arguments[1:] else ROOT
        print(toml(measure(root)), end="")
        return
    plan = tomllib.loads((ROOT / "rtl/shape.toml").read_text())
    PAGE.write_text(page(plan, measure()))


if __name__ == "__main__":
    main(sys.argv[1:])
