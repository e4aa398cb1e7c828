# SPDX-License-Identifier: Apache-2.0
"""The quick proofs: they hold, and broken RTL fails them. `make formal` runs all of them."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

sys.path[:0] = [
    str(Path(__file__).resolve().parents[2] / folder) for folder in ("sim/formal", "sim/netlist")]
import carried  # noqa: E402
import labels  # noqa: E402
import prove  # noqa: E402
from lists import INCLUDE, with_properties  # noqa: E402

PLAN = prove.written.plan()
PROOFS = {p["name"]: p for p in PLAN["proof"]}
MUTANTS = {m["name"]: m for m in PLAN["mutant"]}


def quick(kind):
    return [item["name"] for item in PLAN[kind] if item.get("quick")]


def test_a_run_goes_on(tmp_path, monkeypatch):
    """What passed is known to the next run of the same sources, if that is asked for."""
    monkeypatch.setattr(prove, "OUT", tmp_path)
    prove.Passed(resume=False).add("proof", "x", ["3 properties proved", "seconds"])
    prove.Passed(resume=False).add("mutant", "y", ["a_b"])
    assert prove.Passed(resume=True).cells == {"proof x": ["3 properties proved", "seconds"],
                                               "mutant y": ["a_b"]}
    assert prove.Passed(resume=False).cells == {}
    folder = tmp_path / "other"
    (folder / "rtl").mkdir(parents=True)
    (folder / "rtl/weir.sv").write_text("module weir; endmodule")
    monkeypatch.setattr(prove, "ROOT", folder)
    assert prove.Passed(resume=True).cells == {}


def test_a_proof_of_the_same_netlists_goes_on(tmp_path, monkeypatch):
    """Whatever else of the RTL has changed; of other netlists it runs again."""
    proof, cells = PROOFS[quick("proof")[0]], ["3 properties proved", "seconds"]
    monkeypatch.setattr(prove, "OUT", tmp_path)
    made = prove.netlists(proof)[2]
    prove.Passed(resume=False).add("proof", proof["name"], cells, made)
    (tmp_path / "rtl").mkdir()
    (tmp_path / "rtl/weir.sv").write_text("module weir; endmodule")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(prove, "ROOT", tmp_path)
        passed = prove.Passed(resume=True)
    assert passed.cells == {}
    assert passed.same(proof["name"], prove.netlists(proof)[2]) == cells
    bound = {"engine": "bmc", "bound": 2}
    assert passed.same(proof["name"], prove.netlists(proof | bound)[2]) is None


@pytest.mark.parametrize("name", quick("proof") + quick("mutant"))
def test_quick(name):
    run = subprocess.run([sys.executable, str(prove.HERE / "prove.py"), name],
                         text=True,
                         stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    assert run.returncode == 0 and name in run.stdout, run.stdout


COUNTER = """
module counter (input wire clk_i);
  logic [3:0] n = 4'd0;
  always_ff @(posedge clk_i) n <= n + 4'd1;
  always_comb begin
    a_z5: assert (n != 5);
    a_b3: assert (n != 3);
    a_m9: assert (n != 9);
    a_true: assert (n <= 15);
  end
endmodule
"""


def test_failures_are_named(tmp_path):
    """The labels are those of the properties that fail, each in its cycle: outputs and labels are
    in the same order.
    """
    source = tmp_path / "counter.sv"
    source.write_text(COUNTER)
    labels = prove.netlist({"top": "counter"}, [source], tmp_path)
    assert prove.failing(tmp_path, labels, 20, 60, every=True) == {"a_b3": 3, "a_z5": 5, "a_m9": 9}


@pytest.mark.parametrize("engine", ["pdr", "induction", "smt"])
def test_false_is_not_proved(tmp_path, engine):
    """Induction must not stop at the first cycles: n != 9 holds in those, and does not follow from
    the cycle before.
    """
    source = tmp_path / "counter.sv"
    source.write_text(
        COUNTER.replace("a_z5: assert (n != 5);\n", "").replace("a_b3: assert (n != 3);\n", ""))
    with pytest.raises(prove.Failure):
        prove.prove({"name": "counter", "top": "counter", "engine": engine, "limit": 60}, [source],
                    tmp_path)


@pytest.mark.parametrize("change, dies",
                         [("assign in_ready_o  = level_q[LOG2] == 1'b0;", False),
                          ("assign in_ready_o  = !level_q[LOG2] || out_ready_i;", True)])
def test_a_mutant_in_a_step(monkeypatch, tmp_path, change, dies):
    """What only says the same otherwise survives."""
    monkeypatch.setattr(prove, "OUT", tmp_path)
    mutant = {**MUTANTS["fifo_off_by_one"], "name": "m", "replacement": change, "step": True}
    assert mutant["by"] == "a_space"
    if dies:
        assert prove.kill(mutant, {**PROOFS["fifo"], "engine": "induction"}) == "a_space, in a step"
    else:
        with pytest.raises(prove.Failure, match="survives"):
            prove.kill(mutant, {**PROOFS["fifo"], "engine": "induction"})


def unproven(text_of):
    """Modules without a property at their foot or a reason in tests/plan.toml; with both; with
    properties that no proof runs.
    """
    plan = tomllib.loads((prove.ROOT / "tests/plan.toml").read_text())
    texts = {
        re.search(r"^(?:module|package) (\w+)", text, re.M)[1]: text
        for text in map(text_of, prove.FILES)
    }
    asserts = {
        m
        for m, text in texts.items() if re.search(r"\bassert *\(",
                                                  text.partition("`ifdef FORMAL")[2])
    }
    inside = {
        m
        for m, whole in plan["within"].items()
        if re.search(rf"^ *{m} #", texts[whole], re.M) and whole in asserts
    }
    reasons = {*inside, *plan["no_property"]}
    return set(texts) - asserts - reasons | asserts & {
        *plan["within"], *plan["no_property"]
    } | asserts - {p["top"]
                   for p in PLAN["proof"]}


def test_every_module_is_proven():
    """Each has properties, which are run with the module as top, or a reason; and every property
    set has a mutant.
    """
    assert unproven(with_properties) == set()
    assert {PROOFS[m["proof"]]["top"] for m in PLAN["mutant"]} == {p["top"] for p in PLAN["proof"]}


@pytest.mark.parametrize(
    "module", [p["top"]
               for p in PLAN["proof"] if (prove.ROOT / f"rtl/{p['top']}.sv").exists()][::7] +
    ["weir_cdc_fifo"])
def test_a_module_without_properties_is_seen(module):
    """All properties of a module deleted."""
    def text_of(file):
        text = with_properties(file)
        return re.sub(r"\bassert *\(", "used (", text) if file.endswith(f"/{module}.sv") else text

    assert module in unproven(text_of)


SOURCES = [*map(with_properties, prove.FILES), *(f.read_text() for f in prove.HERE.glob("*.sv"))]
LABELS = {label for source in SOURCES for label in re.findall(r"^ *(\w+):", source, re.M)}


def test_parameters_of_proofs_exist():
    """Yosys ignores a parameter that the module does not have."""
    heads = {
        name: head
        for source in SOURCES
        for name, head in re.findall(r"^module (\w+)(.*?)\);", source, re.M | re.S)
    }
    missing = [(proof["name"], name) for proof in PLAN["proof"] for name in proof.get("params", {})
               if not re.search(rf"\bparameter\b[^,;=]*\b{name} *=", heads[proof["top"]])]
    assert not missing


def test_the_page_names_what_there_is():
    """Each guarantee of docs/evidence/verification.md, with its proofs, properties and mutants."""
    page = (prove.ROOT / "docs/evidence/verification.md").read_text()
    section = page.split("\n## Each guarantee, ")[1].split("\n## ")[0]
    for row in re.findall(r"^\|(?! guarantee|---)(.*)\|$", section, re.M)[:-1]:
        _, proofs, properties, mutants = row.split("|")
        for names, known in (proofs, PROOFS), (properties, LABELS), (mutants, MUTANTS):
            found = re.findall(r"\b[a-z]\w*_\w+|\b(?:admit|port|pack|ring|checkpoint)\b", names)
            assert found and set(found) <= set(known), row


@pytest.mark.parametrize("file", sorted({m["file"] for m in PLAN["mutant"]}))
def test_mutants_apply(file, tmp_path):
    """Each label names one place, whose code the mutant changes into other code that elaborates
    with the parameters of its
    proof, and its property exists: RTL that changes takes its mutants along."""
    text = (prove.ROOT / file).read_text()
    modules = re.findall(r"^module (\w+)", text, re.M)
    commands = [f"read_verilog -sv -defer {INCLUDE} {' '.join(prove.FILES)}"]
    for number, mutant in enumerate(m for m in PLAN["mutant"] if m["file"] == file):
        new = labels.replaced(text, mutant["label"], mutant["replacement"])
        squeezed = lambda code: "".join(code.split())
        assert squeezed(labels.code(text, mutant["label"])) != squeezed(mutant["replacement"])
        assert mutant["by"].split(".")[-1] in LABELS and mutant["proof"] in PROOFS
        name = lambda module: f"{module}_{mutant['name']}"
        for module in modules:
            new = re.sub(rf"^module {module}\b", f"module {name(module)}", new, flags=re.M)
        (tmp_path / f"{number}.sv").write_text(new)
        params = [f"-set {key} {value}" for key, value in parameters(mutant, modules).items()]
        commands += [
            f"read_verilog -sv {INCLUDE} {tmp_path}/{number}.sv",
            *(f"chparam {' '.join(params)} {name(module)}" for module in modules if params)
        ]
    script = tmp_path / "read.ys"
    script.write_text("\n".join([*commands, ""]))
    prove.call(["yosys", "-q", "-e", "implicitly declared", "-s",
                str(script)], tmp_path / "log", 60)


def parameters(mutant, modules):
    """The parameters of a mutant's proof, if that is of the module that it changes."""
    proof = PROOFS[mutant["proof"]]
    return proof.get("params", {}) if proof["top"] in modules and len(modules) == 1 else {}


def test_labels_are_used_and_unique():
    """A label that nothing names is only noise; one that stands twice names nothing."""
    read = lambda file: tomllib.loads((prove.ROOT / file).read_text())
    file = {Path(f).stem: f for f in prove.FILES}
    used = {(m["file"], m["label"]) for m in PLAN["mutant"]}
    for bug in read("tests/planted/bugs.toml")["bug"]:
        used |= {(bug["file"], label) for label in bug["change"]}
    for entry in read("sim/netlist/equivalents.toml")["equivalent"]:
        used |= {(file[entry["module"]], label) for label in entry.get("labels", [])}
        if "code" in entry:
            lines = (prove.ROOT / file[entry["module"]]).read_text().splitlines()
            assert [line.strip() for line in lines].count(entry["code"]) == 1, entry
    for entry in read("sim/coverage/coverage.toml")["excluded"]:
        marked = re.findall(r"@(\w+)", " ".join(entry["points"]))
        used |= {(file[entry["module"]], label) for label in marked}
    files = {*prove.FILES, *(f for f, _ in used)}
    found = [(f, label) for f in files for label in labels.names((prove.ROOT / f).read_text())]
    assert sorted(found) == sorted(used)


TEXT = """
  assign a = b;  // @one
  // @two: why
  assign c = d &&
      e;
  if (f) begin  // @three
"""


def test_what_a_label_names():
    """A line, or the statement behind it; lines keep their numbers."""
    assert labels.names(TEXT) == ["one", "two", "three"]
    assert labels.code(TEXT, "two") == "assign c = d && e;"
    assert labels.replaced(TEXT, "two", "assign  c = d;").splitlines()[3:] == [
        "assign c = d;", "", "  if (f) begin  // @three"
    ]
    assert labels.replaced(TEXT, "three", "begin").splitlines()[-1] == "begin"
    for text, label in (TEXT, "four"), (TEXT * 2, "one"):
        with pytest.raises(labels.Failure):
            labels.code(text, label)


def test_what_is_written_of_proofs():
    """Every word of a comment has a meaning, or it is an error."""
    text = """//! proof x (A=1 B=2), bmc 7, cover 3, with f g, quick: says: this
        a_one: assert (1);
        //! mutant x_one, bound 9: is
        //!     wrong
        //!     @line a
        //!     <= b;
    """
    plan = prove.written.read(text, "rtl/x.sv", "x")
    assert plan["proof"] == [{
        "name": "x", "top": "x", "says": "says: this", "params": {"A": 1, "B": 2}, "engine": "bmc",
        "bound": 7, "cover": 3, "with": ["f", "g"], "quick": True
    }]
    assert plan["mutant"] == [{
        "name": "x_one", "file": "rtl/x.sv", "label": "line", "replacement": "a <= b;",
        "proof": "x", "by": "a_one", "says": "is wrong", "bound": 9
    }]
    for good, bad in [(" bmc 7,", ""), ("quick", "quickly"), ("mutant", "mutation"),
                      ("@line", "line"), ("cover 3", "cover")]:
        with pytest.raises(prove.written.Malformed):
            prove.written.read(text.replace(good, bad), "rtl/x.sv", "x")


# What the external counter does; it is outside of the unit.
COUNTER_OUTSIDE = [("rtl/weir_gray.sv", "m_count"), ("rtl/weir_timestamp.sv", "m_gray"),
                   ("rtl/weir_timestamp.sv", "m_count")]

# What the bus that a snoop watches does.
BUS_OUTSIDE = [("rtl/snoop/weir_snoop_axi.sv", "m_size"),
               ("rtl/snoop/weir_snoop_axi.sv", "m_wrap")]

# What is assumed of other stages; the comment at each says which of their properties give it.
GIVEN = [
    *(("rtl/weir_ring.sv", f"m_{label}") for label in ("entry", "aside", "item", "pins")),
    ("rtl/weir.sv", "m_ring_idle"), ("rtl/wide/weir_wide.sv", "m_ring_idle"),
    ("rtl/weir_frame.sv", "m_args"), ("rtl/weir_frame.sv", "m_order"),
]


def test_only_inputs_are_assumed():
    """An assumption of a block is written so that it turns into an assertion inside the unit, or is
    one of the few of the top.
    """
    for file in prove.FILES:
        code = re.sub(r"//.*", "", with_properties(file))
        for label, word in re.findall(r"\b(m_\w+): (`?\w+)", code):
            outside = (file, label) in COUNTER_OUTSIDE + BUS_OUTSIDE + GIVEN
            of_the_unit = outside or label in ("m_reset", "m_age", "m_drain", "m_few",
                                               "m_authorised")
            assert word == "`WEIR_ENV" or (word == "assume" and of_the_unit), f"{file}: {label}"


# Stages whose properties stand in a generate block, by the parameter of the unit that makes it.
GATES = {
    "weir_pins": "PINS", "weir_filter": "FILTER", "weir_args": "ARGS",
    "weir_thread_cache": "THREAD_CACHE", "weir_checkpoint": "CHECKPOINT",
    "weir_checkpoint_table": "CHECKPOINT", "weir_sw_entry": "CHECKPOINT", "weir_peek": "PEEK",
    "weir_fifo_snapshot": "PEEK", "weir_frame": "FRAME", "weir_parse": "FRAME", "weir_ring": "RING"
}  # yapf: disable

OUTSIDE = {f.stem for f in prove.HERE.glob("*.sv")}
# parts of proofs outside
SHARED = set(re.findall(r"^module (\w+)", (prove.HERE / "unit_reader.sv").read_text(), re.M))


def modules():
    """{module: its text without comments}, with its properties."""
    texts = {}
    for source in SOURCES:
        code = re.sub(r"//.*", "", source)
        texts |= {
            name[1]: part
            for part in re.split(r"(?=^module )", code, flags=re.M)
            if (name := re.match(r"module (\w+)", part))
        }
    return texts


def instantiated(text, modules):
    """Those of the modules that a text has instances of."""
    return {m for m in modules if re.search(rf"^\s*{m} (?:#\(|u_)", text, re.M)}


def asserted(texts):
    """{(module, label)} of the assumptions that are assertions in a proof of a larger module."""
    inside = {m: instantiated(text, texts) - {m} for m, text in texts.items()}

    def on(module, proof, parts):
        gate = GATES.get(module)
        if gate is None or proof["top"] != "weir":
            # around a preset that has none of these
            return gate is None or "weir" not in parts
        default = int(re.search(rf"parameter integer {gate} *= *(\d+)", texts["weir"])[1])
        return proof.get("params", {}).get(gate, default) > (gate == "ARGS")

    found = set()
    for proof in PLAN["proof"]:
        if proof["top"] in OUTSIDE and re.search(r"\bm_(?!reset)\w+: assume", texts[proof["top"]]):
            continue  # it assumes the same
        parts, new = set(), {proof["top"]}
        while new:
            new = {n for m in new for n in inside[m]} - parts
            parts |= new
        found |= {(module, label)
                  for module in parts if on(module, proof, parts)
                  for label in re.findall(r"\b(m_\w+) *: *`WEIR_ENV\b", texts[module])}
    return found


def given(text):
    """{assumption: the properties that give it, as the comment at it says}, or ""."""
    return {
        label: " ".join(re.sub(r"\n? *// ?", " ", why).partition("given by")[2].split())
        for why, label in re.findall(r"((?:^ *//.*\n)*).*\b(m_\w+): assume", text, re.M)
        if label != "m_reset"
    }


def test_no_assumption_without_its_proof():
    """What the proof of a stage assumes of its neighbours is asserted in a proof of a larger part,
    or the comment at it names the properties that give it, as it must in a proof around a stage
    (sim/formal); or the table of verification.md says that no proof does.
    """
    texts = modules()
    kept = asserted(texts)
    page = (prove.ROOT / "docs/evidence/verification.md").read_text()
    section = page.split("\n### Assumptions that no proof asserts\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (\w+) \| ([^|]*) \|", section, re.M)
    listed = {(module, label)
              for module, labels_of in rows for label in re.findall(r"\bm_\w+", labels_of)}
    tops = {p["top"] for p in PLAN["proof"]}
    assumed = {(module, label)
               for module in tops - OUTSIDE
               for label in re.findall(r"\b(m_\w+) *: *(?:`WEIR_ENV|assume)\b", texts[module])}
    reasons = {(re.search(r"^module (\w+)", source, re.M)[1], label): names
               for source in SOURCES if re.search(r"^module ", source, re.M)
               for label, names in given(source).items()}
    kept |= {it for it, names in reasons.items() if names}
    assert {it for it in assumed - kept if it[1] != "m_reset"} == listed

    for (top, label), names in reasons.items():
        assert names or not top.endswith("_read") or top not in OUTSIDE, (top, label)
        for module, properties in re.findall(r"(\w+): ([\w ]+)", names):
            has = {module} | instantiated(texts[module], SHARED)
            known = {k for part in has for k in re.findall(r"\b([am]_\w+) *:", texts[part])}
            assert module in tops and set(properties.split()) <= known, (label, module)
            assert {(module, name)
                    for name in properties.split() if name.startswith("m_")} <= kept | listed


def dates(page):
    """[[RTL, dirty, proofs, mutants, names]] of the table of a page."""
    rows = [line.strip("|").split("|") for line in prove.ROWS.search(page)[0].splitlines()[2:]]
    return [[cells[k].strip() for k in (0, 1, 5, 6, 7)] for cells in rows]


def test_rows_follow_the_plan():
    """A proof that is new, or that has other parameters, has not run; one that is gone has no row.
    """
    text = (f"{prove.HEAD}"
            "| a1 | | — | — | — | 3 | 0 | all others |\n"
            "| b1 | dirty | — | — | — | 1 | 0 | three |\n\n"
            "| proof |\n|---|\n"
            "| old | m | says | pdr, unbounded | 1 | seconds |\n"
            "| one | m | says | pdr, unbounded | 1 | seconds |\n"
            "| two | m W=2 | says | pdr, unbounded | 2 | seconds |\n"
            "| three | m | says | bmc, 9 cycles | 3 | seconds |\n"
            "<!-- proofs -->\n"
            "| mutant |\n|---|\n<!-- mutants -->\n")
    proof = lambda name, **more: {"name": name, "top": "m", "says": "new", "engine": "pdr", **more}
    plan = {
        "proof": [
            proof("one"),
            proof("two", params={"W": 3}),
            proof("three", engine="bmc", bound=9),
            proof("four"),
        ], "mutant": [{"name": "m", "says": "wrong", "proof": "one"}]
    }
    row = lambda page, name: next(r for r in page.splitlines() if r.startswith(f"| {name} |"))
    page = prove.current(text, plan)
    assert row(page, "one") == "| one | m | new | pdr, unbounded | 1 | seconds |"
    assert row(page, "three").endswith("| 3 | seconds |")
    assert prove.never_ran(page) == {"two", "four", "m"} and "| old |" not in page
    assert dates(page) == [["a1", "", "1", "0", "all others"],
                           ["b1", "dirty", "1", "0", "three"]]
    page = prove.current(page, plan, {"proof": {"four": ["4", "long"], "three": ["5", "long"]}},
                         "the RTL of c1")
    assert row(page, "four") == "| four | m | new | pdr, unbounded | 4 | long |"
    assert dates(page) == [["c1", "", "2", "0", "all others"],
                           ["a1", "", "1", "0", "one"]], page
    assert prove.never_ran(page) == {"two", "m"}
    # A mutant is named if it is of another RTL than its proof; a1 and a1b2 are one commit.
    page = prove.current(page, plan, {"mutant": {"m": ["a_b, cycle 1"]}}, "the RTL of c1d2")
    assert dates(page) == [["c1", "", "2", "1", "all others, m"],
                           ["a1", "", "1", "0", "one"]], page
    page = prove.current(page, plan, {"mutant": {"m": ["a_b, cycle 1"]}}, "the RTL of a1b2")
    assert dates(page) == [["a1", "", "1", "1", "all others"],
                           ["c1", "", "2", "0", "three, four"]], page
    # All of one: a line.
    every = {
        "proof": {n: ["5 properties proved", "long"] for n in ("one", "two", "three", "four")},
        "mutant": {"m": ["a_b, cycle 1"]}
    }
    page = prove.current(page, plan, every, "the RTL of d1-dirty")
    assert page.startswith("The rows are of the RTL of d1-dirty.\n\n") and not dates(page)
    assert prove.current(page, plan) == page
    page = prove.current(page, plan, {"proof": {"four": ["4", "long"]}}, "the RTL of e1")
    assert dates(page) == [["d1", "dirty", "3", "1", "all others"],
                           ["e1", "", "1", "0", "four"]], page


def test_the_page_follows_the_plan():
    page = (prove.ROOT / "docs/evidence/verification.md").read_text()
    assert prove.current(page, PLAN) == page, "make plan"


def test_results_of_mutants_are_carried(tmp_path, monkeypatch):
    """What one machine stored another restores, for the same netlist and bench alone."""
    monkeypatch.setattr(carried, "FILE", tmp_path / "carried.toml")
    same = "shown to be the same"
    mutants = {
        1: {"by": "random, seed 1", "passed": set()}, 2: {"by": None, "passed": {"aa", "bb"}},
        3: {"by": None, "passed": {"aa"}, "why": same}, 4: {"by": 'test t[a "b"]', "passed": {"aa"}}
    }
    carried.store("one", "net-bench", mutants, same)
    carried.store("two", "other-none", {}, same)
    kept = tmp_path / "results"
    for key in ("net-other", "other-bench"):
        carried.restore("one", key, kept)
        assert not kept.exists()
    carried.restore("one", "net-bench", kept)
    found = {}
    for line in kept.read_text().splitlines():
        entry = json.loads(line)
        assert entry["bench"] == "bench"
        of = found.setdefault(entry["number"], {"by": None, "passed": set(), "same": False})
        of.update(by=of["by"] or entry["by"], same=of["same"] or entry.get("same", False))
        of["passed"] |= set(entry["passed"])
    assert {n: (m["by"], m["passed"], m["same"]) for n, m in found.items()} == {
        1: ("random, seed 1", set(), False), 2: (None, {"aa", "bb"}, False),
        3: (None, set(), True), 4: ('test t[a "b"]', set(), False)}
