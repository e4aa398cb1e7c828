# SPDX-License-Identifier: Apache-2.0
"""The quick proofs: they hold, and broken RTL fails them. `make formal` runs all of them."""

import re
import subprocess
import sys
import tomllib

import pytest

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parents[2] / "sim/formal"))
import prove  # noqa: E402
from lists import with_properties  # noqa: E402

PLAN = tomllib.loads((prove.HERE / "proofs.toml").read_text())
PROOFS = {p["name"]: p for p in PLAN["proof"]}


def quick(kind):
    return [item["name"] for item in PLAN[kind] if item.get("quick")]


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
    """The labels are those of the properties that fail, each in its cycle: outputs and labels are in the same order."""
    source = tmp_path / "counter.sv"
    source.write_text(COUNTER)
    labels = prove.netlist({"top": "counter"}, [source], tmp_path)
    assert prove.failing(tmp_path, labels, 20, 60, every=True) == {"a_b3": 3, "a_z5": 5, "a_m9": 9}


@pytest.mark.parametrize("engine", ["pdr", "induction", "smt"])
def test_false_is_not_proved(tmp_path, engine):
    """Induction must not stop at the first cycles: n != 9 holds in those, and does not follow from the cycle before."""
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
    mutant = {
        "name": "m", "file": "rtl/weir_fifo.sv", "from": "assign in_ready_o  = !level_q[LOG2];",
        "to": change, "by": "a_room", "step": True
    }
    if dies:
        assert prove.kill(mutant, {**PROOFS["fifo"], "engine": "induction"}) == "a_room, in a step"
    else:
        with pytest.raises(prove.Failure, match="survives"):
            prove.kill(mutant, {**PROOFS["fifo"], "engine": "induction"})


def unproven(text_of):
    """Modules without a property at their foot or a reason in tests/plan.toml; with both; with properties that no proof runs."""
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
    """Each has properties, which are run with the module as top, or a reason; and every property set has a mutant."""
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


@pytest.mark.parametrize("mutant", PLAN["mutant"], ids=lambda m: m["name"])
def test_mutant_applies(mutant):
    """The line that it changes is there, once, and so is the property that must fail: RTL that changes takes its mutants along."""
    assert (prove.ROOT / mutant["file"]).read_text().count(mutant["from"]) == 1
    assert mutant["from"] != mutant["to"] and mutant["proof"] in PROOFS
    assert mutant["by"].split(".")[-1] in LABELS


# What the external counter does; it is outside of the unit.
COUNTER_OUTSIDE = [("rtl/weir_gray.sv", "m_count"), ("rtl/weir_timestamp.sv", "m_gray"),
                   ("rtl/weir_timestamp.sv", "m_count")]

# What docs/verification.md, "Not proven", says is assumed of other stages without being asserted in them, and what the shells of the ring prove.
ELSEWHERE = [("rtl/weir_checkpoint_table.sv", f"m_{label}")
             for label in ("stay", "walk", "next", "zero", "there", "hart", "place", "none")
             ] + [("rtl/weir_ring.sv", "m_entry"), ("rtl/weir_ring.sv", "m_told"),
                  ("rtl/weir_ring.sv", "m_aside"), ("rtl/weir.sv", "m_ring_idle")]


def test_only_inputs_are_assumed():
    """An assumption of a block is written so that it turns into an assertion inside the unit, or is one of the few of the top."""
    for file in prove.FILES:
        for label, word in re.findall(r"\b(m_\w+): (`?\w+)", with_properties(file)):
            of_the_unit = label in ("m_reset", "m_age", "m_drain",
                                    "m_few") or (file, label) in COUNTER_OUTSIDE + ELSEWHERE
            assert word == "`WEIR_ENV" or (word == "assume" and of_the_unit), f"{file}: {label}"


def test_rows_of_a_run_go_into_the_table():
    """In the order of the plan; rows of what was not run stay, those of what is no longer there go."""
    text = "| proof |\n|---|\n| old |\n| one | 1 |\n| three | 3 |\n<!-- proofs -->\n| mutant |\n|---|\n<!-- mutants -->\n"
    plan = {"proof": [{"name": n} for n in ("one", "two", "three")], "mutant": [{"name": "m"}]}
    rows = {"proof": {"two": "| two | 2 |", "one": "| one | 9 |"}, "mutant": {"m": "| m | |"}}
    assert prove.tabled(text, plan, rows) == text.replace(
        "| old |\n| one | 1 |\n", "| one | 9 |\n| two | 2 |\n").replace(
            "|---|\n<!-- mut", "|---|\n| m | |\n<!-- mut")
