# SPDX-License-Identifier: Apache-2.0
"""Runs mutants of the flattened unit against the proofs of its modules; finds those that cannot
differ from the unit at all.

A mutant is found again in the netlist of each proof whose module it lies in: by its cell's kind,
place in the source, parameters and connections. There all properties must no longer follow, or fail
in the first cycles. Whether it can differ is asked of the unit: of all inputs and states of
registers and memories, is there one where an output or a next state is another?
"""

import collections
import re
import subprocess
import sys
import time

from aiger import Aiger, Pair
from unit import ROOT, call

sys.path.append(str(ROOT / "sim/formal"))
import proofs  # noqa: E402
import prove  # noqa: E402

LIMIT = 120  # s of a question; what is not answered then is not known
SIZE = 3000  # gates by which two variants may differ


# ---- finding a mutant again
class Design:
    """An RTLIL file: modules, their cells, and what is inside of what."""
    def __init__(self, path):
        self.modules = {}
        for name, body in re.findall(r"^module (\S+)\n(.*?)^end\n", path.read_text(), re.M | re.S):
            cells = {}
            for attributes, kind, cell, inner in re.findall(
                    r"((?:^  attribute .*\n)*)^  cell (\S+) (\S+)\n((?:    .*\n)*)  end$", body,
                    re.M):
                source = re.search(r'\\src "([^"]*)"', attributes)
                parameters = tuple(re.findall(r"^    parameter (.*)$", inner, re.M))
                connections = tuple(
                    re.sub(r"\$\d+", "$", c)
                    for c in re.findall(r"^    connect (.*)$", inner, re.M))
                cells[cell] = (kind, source[1].split("|")[-1] if source else "", parameters,
                               connections)
            self.modules[name] = cells
        self.top = next(reversed(self.modules), None)
        inside = {c[0] for cells in self.modules.values() for c in cells.values()}
        self.top = next(name for name in self.modules
                        if name not in inside and any(k in self.modules or k[0] == "$"
                                                      for k, *_ in self.modules[name].values()))
        self.looks = {name: collections.defaultdict(list) for name in self.modules}
        number = lambda cell: int((re.findall(r"\$(\d+)$", cell) or [0])[0])
        for name, cells in self.modules.items():
            for cell in sorted(cells, key=number):
                self.looks[name][self.look(name, cell)].append(cell)

    def look(self, module, cell):
        kind, source, parameters, connections = self.modules[module][cell]
        return re.sub(r"\$\d+$", "$", cell), kind, source, parameters, connections

    def place(self, flat):
        """[(instance, module)] from the top on, and the cell's name in the last, of a cell of the
        flattened design.
        """
        path = re.match(r"\$flatten((?:\\[^$\\]+\.)+)(.*)", flat)
        chain, module = [], self.top
        for instance in re.findall(r"\\([^\\]+)\.", path[1]) if path else []:
            module = self.modules[module]["\\" + instance][0]
            chain.append((instance, module))
        return chain, path[2] if path else flat


def stem(module):
    """The name in the source of a module that parameters have renamed."""
    return re.search(r"\\([a-z]\w*)", module)[1]


def again(design, flat, proof):
    """The name of this cell of a flattened design in the flattened design of a proof, or of a
    bench, or None; `top_name` is the module that both have: all of the latter, or an instance in
    its top.
    """
    chain, cell = design.place(flat)
    modules = [(None, design.top), *chain]
    for at in range(len(modules)):
        if stem(modules[at][1]) == proof.top_name:
            module, path = proof.top, ""
            if stem(module) != proof.top_name:
                path = next(c for c, (kind, *_) in proof.modules[module].items()
                            if kind in proof.modules and stem(kind) == proof.top_name)
                module, path = proof.modules[module][path][0], path + "."
            for instance, _ in modules[at + 1:]:
                inner = proof.modules[module].get("\\" + instance)
                if not inner or inner[0] not in proof.modules:
                    return None
                module, path = inner[0], path + f"\\{instance}."
            if cell not in design.modules[modules[-1][1]]:
                return None
            look = design.look(modules[-1][1], cell)
            ours, theirs = design.looks[modules[-1][1]][look], proof.looks[module].get(look, [])
            if len(ours) != len(theirs):
                return None
            return (f"$flatten{path}" if path else "") + theirs[ours.index(cell)]
    return None


def within(design, command):
    """The modules that a mutant of a flattened design lies in, by their names in the source: those
    that parameters gave them.
    """
    chain, _ = design.place(re.search(r" -cell (\S+)", command)[1])
    return {stem(module): module for _, module in [(None, design.top), *chain]}


def moved(design, mutants, to):
    """Those of these mutants of a flattened design, {number: Yosys command}, that lie in a part of
    it that another has, too: there.
    """
    found = {}
    for n, command in mutants.items():
        flat = re.search(r" -cell (\S+)", command)[1]
        cell = again(design, flat, to)
        if cell:
            command = re.sub(r" -(?:wire|wirebit|src) \S+", "", command).replace(
                f" -cell {flat}", f" -cell {cell}")
            found[n] = re.sub(r" -module \S+", lambda _: f" -module {to.top}", command)
    return found


# ---- proofs
SLOW = {"weir"}  # many minutes for each mutant
# Not those at the very parameters of a preset: a mutant meets the proof at the parameters of its
# own unit, see as_in().
PROOFS = [
    p for p in proofs.plan()["proof"] if p["engine"] in (
        "induction", "pdr") and "cut" not in p and p["top"] not in SLOW and "_as_" not in p["name"]
]


def as_in(design, module):
    """The proof of a module with the parameters that it has in a design, made of the proof that has
    most of them, and that proof's engine and words.
    """
    sizes = design.sizes.get(module, {})
    nearest = max((p for p in PROOFS if p["top"] == stem(module)),
                  key=lambda p: sum(sizes.get(k) == str(v) for k, v in p.get("params", {}).items()))
    return {**nearest, "name": f"{nearest['name']} of these sizes", "params": sizes}


def read(proof):
    """Yosys commands that read what a proof is of, and make processes cells."""
    params = " ".join(f"-set {k} {v}" for k, v in proof.get("params", {}).items())
    return [
        f"read_verilog -sv -formal {prove.yosys_options(proof)} {' '.join(prove.FILES)} " +
        " ".join(proof.get("with", [])), *([f"chparam {params} {proof['top']}"] if params else []),
        f"hierarchy -check -top {proof['top']}", "proc"
    ]


def hierarchy(commands, folder):
    """The design before it is flattened."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "read.ys").write_text("\n".join([*commands, f"write_rtlil {folder / 'read.il'}", ""]))
    call(["yosys", "-e", "implicitly declared", folder / "read.ys"], folder / "read.log")
    design = Design(folder / "read.il")
    made = re.findall(r"((?:^Parameter .*\n)+)Generating RTLIL representation for module `(.*)'",
                      (folder / "read.log").read_text(), re.M)
    design.sizes = {
        module: {
            k: v.replace("'", "'b")
            for k, v in re.findall(r"^Parameter \\(\w+) = (\S+)$", lines, re.M)
        }
        for lines, module in made
    }
    return design


def changed(commands):
    """Yosys commands that put mutants into a flat design, the n-th at work where `mutsel` is n."""
    width = len(commands).bit_length()
    return [
        c.replace("mutate", f"mutate -ctrl mutsel {width} {n}", 1)
        for n, c in enumerate(commands, 1)
    ]


def netlist(proof, commands, folder):
    """The graph of a proof with these mutants in it."""
    (folder / "net.ys").write_text("\n".join([
        *read(proof), "flatten", "select -assert-none a:hierconn", *changed(commands),
        "prep -nordff", "async2sync",
        f"chformal -cover -remove; dffunmap; techmap -max_iter 1 -map {prove.HERE}/assert_past.v",
        "chformal -early; memory_map; setundef -undriven -anyseq; opt -full; techmap; opt -fast",
        "dffunmap; simplemap; abc -g AND -fast; opt_clean; delete -output",
        f"write_aiger -zinit -map {folder / 'net.map'} {folder / 'net.aig'}", ""
    ]))
    call(["yosys", "-q", "-e", "implicitly declared", folder / "net.ys"], folder / "net.log")
    return Aiger(folder / "net.aig", folder / "net.map")


def ask(folder, file, commands, limit=LIMIT):
    """What ABC says; empty, if it takes too long."""
    try:
        return subprocess.run(["yosys-abc", "-c", f"read_aiger {folder / file}; {commands}"],
                              capture_output=True,
                              text=True,
                              timeout=limit).stdout
    except subprocess.TimeoutExpired:
        return ""


def falls(graph, number, folder, engine, limit=LIMIT):
    """How a proof fails with a mutant, or None if it does not, or "?"."""
    graph.write(folder / "m.aig", number)
    found = re.search(r"was asserted in frame +(\d+)",
                      ask(folder, "m.aig", "fold; strash; orpos; scleanup; bmc3 -F 6 -T 20"))
    if found:
        return f"fails in cycle {found[1]}"
    if engine == "pdr":
        said = ask(folder, "m.aig", f"fold; strash; orpos; pdr -T {limit}", 2 * limit)
        found = re.search(r"was asserted in frame +(\d+)", said)
        return f"fails in cycle {found[1]}" if found else None if "Property proved" in said else "?"
    start = time.monotonic()
    said = ask(folder, "m.aig", f"fold; strash; orpos; ind -F {prove.INDUCTION + 1} -T {limit}",
               2 * limit)
    if "Networks are equivalent" in said:
        return None
    return "no longer follows" if "UNDECIDED" in said and time.monotonic() - start < limit else "?"


def against_proofs(unit_commands, mutants, folder, say=print):
    """Gives (number, what failed) of those mutants, {number: Yosys command}, that a proof finds. A
    module's proof has the sizes that the module has in the unit; mutants that it does not decide so
    have those of the sources.
    """
    design = hierarchy(unit_commands, folder)
    open_ = dict(mutants)
    modules = {n: within(design, c) for n, c in mutants.items()}
    for top in dict.fromkeys(p["top"] for p in PROOFS):
        undecided = {n: modules[n][top] for n in open_ if top in modules[n]}
        known = [p for p in PROOFS if p["top"] == top]
        sized = [
            as_in(design, module) for module in sorted(set(undecided.values()))
            if known[0]["engine"] == "induction"
        ]  # pdr needs it small
        for proof in [*sized, *known]:
            if not undecided:
                break
            here = folder / proof["name"].replace(" ", "_")
            theirs = hierarchy(read(proof), here)
            theirs.top_name = top
            wanted = moved(design, {n: mutants[n] for n in undecided}, theirs)
            say(f"{proof['name']}: {len(wanted)} of {len(undecided)} mutants are in it", flush=True)
            if not wanted:
                continue
            graph = netlist(proof, list(wanted.values()), here)
            if (how := falls(graph, 0, here, proof["engine"], 4 * LIMIT)) is not None:
                say(f"{proof['name']}: the proof without a mutant: {how}", flush=True)
                continue
            for at, n in enumerate(wanted, 1):
                how = falls(graph, at, here, proof["engine"])
                if how != "?":
                    del undecided[n]
                if how not in (None, "?"):
                    del open_[n]
                    yield n, f"proof {proof['name']}: {how}"
            say(f"{proof['name']}: {sum(n not in open_ for n in wanted)} found", flush=True)


# ---- whether one can differ at all
def without_memories(text):
    """An RTLIL text without memories: their read data are inputs, their writes are outputs. If all
    outputs of two units agree, their memories do.
    """
    ports = [0]

    def cut(found):
        inner = found[3]
        width = lambda name: int(re.search(rf"parameter \\{name} (\d+)", inner)[1])
        signal = lambda name: re.search(rf"connect \\{name} (.*)", inner)[1]
        bits, reads, writes = width("WIDTH"), width("RD_PORTS"), width("WR_PORTS")
        lines = []

        def port(kind, wide, value):
            ports[0] += 1
            name = f"\\memory.{ports[0]}"
            lines.append(f"  wire width {wide} {kind} {100000 + ports[0]} {name}")
            lines.append(f"  connect {value} {name}" if kind ==
                         "input" else f"  connect {name} {value}" if value else "")
            return name

        port("input", bits * reads, signal("RD_DATA"))
        for name, wide in ("RD_ADDR", width("ABITS") *
                           reads), ("RD_EN", reads), ("RD_SRST",
                                                      reads), ("WR_ADDR", width("ABITS") *
                                                               writes), ("WR_EN", bits * writes):
            port("output", wide, signal(name))
        stored = port("output", bits * writes, "")  # only what is enabled
        lines.append("\n".join([
            f"  cell $and $stored.{ports[0]}",
            *(f"    parameter \\{n} {v}"
              for n, v in (("A_SIGNED", 0), ("A_WIDTH", bits * writes), ("B_SIGNED", 0),
                           ("B_WIDTH", bits * writes), ("Y_WIDTH", bits * writes))),
            f"    connect \\A {signal('WR_DATA')}", f"    connect \\B {signal('WR_EN')}",
            f"    connect \\Y {stored}", "  end"
        ]))
        return "\n".join(lines) + "\n"

    return re.sub(r"((?:^  attribute .*\n)*)^  cell \$mem_v2 (\S+)\n((?:    .*\n)*)  end\n",
                  cut,
                  text,
                  flags=re.M)


def same(base, mutants, folder, say=print):
    """The mutants, of {number: Yosys command}, that no input and no state can tell from the unit:
    by no output, no memory write, no next state. Registers that never change keep their value.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "put.ys").write_text("\n".join([
        f"read_rtlil {base}", *changed(list(mutants.values())), f"write_rtlil {folder / 'put.il'}",
        ""
    ]))
    call(["yosys", "-q", folder / "put.ys"], folder / "put.log")
    (folder / "cut.il").write_text(without_memories((folder / "put.il").read_text()))
    (folder / "same.ys").write_text("\n".join([
        f"read_rtlil {folder / 'cut.il'}", "setattr -unset keep w:*",
        "setundef -undriven -zero; setundef -zero; dffunmap; techmap; dffunmap; simplemap",
        "setundef -zero; aigmap; opt_clean",
        f"write_aiger -zinit -map {folder / 'same.map'} {folder / 'same.aig'}", ""
    ]))
    call(["yosys", "-q", folder / "same.ys"], folder / "same.log")
    graph = Aiger(folder / "same.aig", folder / "same.map")
    still = graph.still("rst_ni")
    # What every state has is had from the first edge on, which is one of reset: from there on the
    # two are in the same state.
    first, later = Pair(graph,
                        {n + 1: 0
                         for (name, _), n in graph.named.items() if name == "rst_ni"},
                        outputs=False), Pair(graph, still)
    never = lambda pair, at: not pair.differences(
        folder / "differ.aig", at) or "UNSATISFIABLE" in ask(folder, "differ.aig", "strash; sat")
    found = {
        n
        for at, n in enumerate(mutants, 1)
        if " -port CLK " not in mutants[n] and never(later, at) and never(first, at)
    }
    say(f"{len(found)} of {len(mutants)} are the same", flush=True)
    return found
