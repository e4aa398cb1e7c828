# SPDX-License-Identifier: Apache-2.0
"""The verification plan names what exists, and leaves nothing of the unit out; signs are what is
said of them.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import plan  # noqa: E402
import release  # noqa: E402
import trust  # noqa: E402

FEATURES = plan.features()
HAS = plan.has()


@pytest.mark.parametrize("feature", FEATURES, ids=lambda f: f["name"])
def test_names_exist(feature):
    for kind in plan.CLAIMS:
        assert set(feature.get(kind, [])) <= HAS[kind]
    for name in feature["tests"]:
        path, _, test = name.partition("::")
        assert test in plan.tests_of(path) if test else plan.tests_of(path), name
    page, _, anchor = feature["section"].partition("#")
    assert not anchor or anchor in plan.anchors(page)
    random_runs = "".join(
        f.read_text()
        for f in (plan.ROOT / "tests/cosim/test_random.py", plan.ROOT / "sim/bench/points.py"))
    assert all(f'"{what}"' in random_runs for what in feature.get("met", []))


@pytest.mark.parametrize("feature", FEATURES, ids=lambda f: f["name"])
def test_proofs_are_of_the_modules_of_their_row(feature):
    """And a module that stands beside them has a proof there."""
    assert not plan.misplaced(feature)
    assert set(feature.get("also", [])) <= HAS["modules"]


def test_a_misplaced_proof_is_seen():
    """Of a core's stage, of a part of several, and of another bus than that of the row."""
    row = {"modules": ["weir_snoop_wb"], "proofs": ["snoop_wb"]}
    assert not plan.misplaced(row)
    for name in "port", "small_read", "checkpoint_items", "pack_read", "apb_manager", "apb":
        assert plan.misplaced({**row, "proofs": ["snoop_wb", name]}) == {name}
    assert plan.misplaced({**row, "also": ["weir_port"]}) == {"weir_port"}


@pytest.mark.parametrize("kind", plan.CLAIMS)
def test_nothing_is_left_out(kind):
    assert HAS[kind] == {name for feature in FEATURES for name in feature.get(kind, [])}


def test_page_is_current():
    assert plan.PAGE.read_text() == plan.page()


def test_nothing_of_the_datasheet_is_left_out():
    """Each word that it says of what the unit is and has is in a row; and rows say nothing of it
    that it does not.
    """
    assert len(plan.promised()) > 25 and plan.unpromised(FEATURES) == ([], set())


def test_a_row_of_the_datasheet_is_missed():
    for feature in FEATURES:
        if "datasheet" in feature:
            assert plan.unpromised([f for f in FEATURES if f is not feature])[0], feature["name"]


@pytest.mark.parametrize("feature", [f for f in FEATURES if "open" in f], ids=lambda f: f["name"])
def test_open_points_are_on_the_page(feature):
    but = ", but" if "proofs" in feature else ""
    assert f"{plan.trust(feature)}{but}: {feature['open']} |" in plan.PAGE.read_text()


# ---- trust


def test_tables_are_current():
    text = trust.PAGE.read_text()
    assert set(trust.MARK.findall(text)) == set(trust.TABLES)
    assert trust.with_tables(text) == text, "run: make plan"


def test_every_module_has_a_row():
    text = trust.PAGE.read_text()
    tables = [
        re.search(rf"<!-- trust {mark} -->\n\|.*\n\|.*\n((?:\|.*\n)*)", text)[1]
        for mark in ("presets", "beside")
    ]
    assert sorted(re.findall(r"^\| [^|]*?(weir\w*)", "".join(tables),
                             re.M)) == sorted(HAS["modules"])


def test_results_are_known():
    """Each page of docs/evidence is written by one step of a release (three of them by more); what
    compares it is there.
    """
    steps = release.steps("release")
    written = [page for step in steps for page in release.pages(step)]
    for of_more, others in (("verification", 1), ("library", 1), ("cores", 4)):
        for _ in range(others):
            written.remove(f"docs/evidence/{of_more}.md")
    assert len(set(written)) == len(written)
    assert {f"docs/evidence/{p.name}"
            for p in (plan.ROOT / "docs/evidence").glob("*.md")
            } <= {*written, "docs/evidence/release.md"}
    for step in steps:
        path, _, test = step.get("checked", "").partition("::")
        assert not path or test in plan.tests_of(path), step


def test_steps_are_targets():
    """Each step is a target of make, once; each campaign and bench of the makefiles is a step."""
    makefiles = subprocess.run(["git", "ls-files", "*.mk"],
                               cwd=plan.ROOT,
                               capture_output=True,
                               text=True,
                               check=True).stdout.split()
    text = "\n".join((plan.ROOT / name).read_text() for name in makefiles)
    text = text.replace("$(1)", "event").replace("\\\n", " ")
    targets = {word for line in re.findall(r"^([a-z][a-z -]*):(?!=)", text, re.M)
               for word in line.split()} | {"regress-flux", "regress-fxt", "regress-txtb",
                                            "regress-rkh"}
    names = [step["name"] for step in release.steps()]
    assert len(set(names)) == len(names) and set(names) <= targets, set(names) - targets
    assert {t for t in targets if re.match("(regress|bench)-", t)} <= set(names)


def test_the_campaign_of_a_release_is_long():
    """A thousand million events in all parameter sets together, ten million of each."""
    step, = (s for s in release.steps("release") if s["name"] == "campaign")
    numbers = re.match(r"SEEDS=(\d+)-(\d+) EVENTS=(\d+)$", step["make"])
    first, last, events = map(int, numbers.groups())
    presets = (plan.ROOT / "rtl/presets.mk").read_text()
    sets = re.search(r"^PARAMETER_SETS := (.*)", presets, re.M)[1]
    of_each = (last - first + 1) * events
    assert of_each >= 10**7 and of_each * len(sets.split()) >= 10**9


def test_what_each_interface_lets_out():
    """The table has every output of the unit; tests and proofs that the page names exist."""
    page = (plan.ROOT / "docs/explanation/threats.md").read_text()
    table = page.split("## What each interface lets out")[1].split("## Threats")[0]
    ports = re.search(r"^module weir\b.*?\);", (plan.ROOT / "rtl/weir.sv").read_text(),
                      re.S | re.M)[0]
    outputs = set(re.findall(r"output wire.*?(\w+_o)\b", ports))
    assert outputs and outputs == set(re.findall(r"`(\w+_o)`", table))
    tests = re.findall(r"`([\w/]+\.py)::(\w+)`", page)
    assert len(tests) > 12 and all(test in plan.tests_of(path) for path, test in tests)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert all("::" in row or "proofs" in row for row in rows)


def test_readers_of_hostile_files_are_fuzzed():
    """The page of threats leads to the fuzzer of each reader, and of the live server."""
    page = (plan.ROOT / "docs/explanation/threats.md").read_text()
    of_readers = {name for step in release.steps("release") for name in step.get("pages", [])
                  if name.endswith("-fuzz")} - {"unit-fuzz", "sinks-fuzz"}  # RTL, writers
    assert len(of_readers) > 6
    assert set(re.findall(r"evidence/([\w-]+-fuzz)\.md", page)) == of_readers


def test_names_of_modules_exist():
    known = set(HAS["modules"])
    assert {
        *trust.known("no_property"), *trust.known("within"), *trust.known("within").values()
    } <= known
    assert set(trust.known("trust")["off"]) <= known
    assert not set(trust.known("no_property")) & set(trust.known("within"))
    assert set(trust.known("decodes")) <= set(trust.lists.PRESETS)
    names = {k for parameters in trust.elaborated().values() for _, of in parameters for k in of}
    assert {
        s.rpartition(".")[2]
        for kind in ("sizes", "counts", "switches")
        for s in trust.known("trust")[kind]
    } <= names


@pytest.mark.parametrize("module", trust.known("trust")["no_logic"])
def test_modules_without_logic(module):
    """Yosys finds no gate and no flop in them. Their instances have rows of their own."""
    sources = " ".join(str(plan.ROOT / f) for f in trust.lists.FILES)
    subprocess.run([
        "yosys", "-q", "-p", f"read_verilog -sv {trust.lists.INCLUDE} {sources}; "
        f"proc {module}; opt_clean {module}; select -assert-none {module}/t:$*"
    ],
                   check=True,
                   cwd=plan.ROOT)


@pytest.fixture
def of_filter(monkeypatch):
    """What sign a module gets that is as weir_filter with FILTER 1, if its proofs, its mutants,
    its coverage are others.
    """
    def sign(parameters=None, killed=(97, 0), covered=(100.0, 100.0, 100.0), **proof):
        real = [{
            "name": "p", "top": "weir_filter", "params": {"FILTER": 1}, "unbounded": True, **proof
        }] if proof != {"none": True} else []
        monkeypatch.setattr(trust, "proofs", lambda: real)
        monkeypatch.setattr(
            trust, "instances",
            lambda top, module: [{"FILTER": 1, "ENTRY": 64, "HARTS": 1, **(parameters or {})}]
            if not top else [])
        monkeypatch.setattr(trust, "mutants", lambda module: killed)
        monkeypatch.setattr(trust, "coverage", lambda module: covered)
        return trust.sign("weir_filter", [{"FILTER": 1, "ENTRY": 64, "HARTS": 1}])[0]

    return sign


def test_what_is_proven(of_filter, monkeypatch):
    assert of_filter() == trust.PROVEN
    assert of_filter(params={"FILTER": 1, "ENTRY": 40}) == trust.SIZES
    assert of_filter(defines=["FEW_THREAD_CACHE"]) == trust.SIZES
    assert of_filter(unbounded=False) == trust.PART
    assert of_filter(params={"FILTER": 0}) == of_filter(params={"HARTS": 2}) == trust.SIMULATED
    assert of_filter(none=True) == trust.SIMULATED
    assert of_filter(killed=(97, 1)) == of_filter(killed=None) == of_filter(
        covered=(100.0, 97.9, 100.0)) == trust.DOUBT
    monkeypatch.setattr(trust, "WHOLE", ("weir_filter",))
    assert of_filter() == trust.PART
    monkeypatch.setattr(trust, "known", lambda kind, known=trust.known: {"": "p"}
                        if kind == "decodes" else known(kind))
    assert of_filter() == trust.PROVEN


def test_a_proof_that_has_not_run_counts_for_nothing(monkeypatch, tmp_path):
    text = trust.PAGE.read_text()
    row = re.search(r"^\| filter \|.*\n", text, re.M)[0]
    for other in ("", row.replace("unbounded", "20 cycles").replace(
            "proved", "hold"), row.replace("weir_filter |", "weir_filter FILTER=0 |")):
        page = tmp_path / "page.md"
        page.write_text(text.replace(row, other))
        monkeypatch.setattr(trust, "PAGE", page)
        found = {p["name"]: p["unbounded"] for p in trust.proofs.__wrapped__()}
        assert not found.get("filter") and found["filter_through"]


def test_which_revisions_a_page_names(monkeypatch, tmp_path):
    """Over the end of a line, and with the mark of a tree that was not committed; a commit of
    somebody else's sources is none.
    """
    (tmp_path / "docs").mkdir()
    page = "of the RTL\nof 1234567a-dirty (one) and\nof 7654321b (two)."
    (tmp_path / "docs/x.md").write_text(page)
    monkeypatch.setattr(trust, "ROOT", tmp_path)
    assert trust.revisions("x.md") == ["1234567a-dirty", "7654321b"]
    page = ("Revision 1ee0f647:\n\n* sources of the core: tag v1.0.1, commit 82729101218b of 2024\n"
            "* RTL: commit\nec71ebc1.\n\n## Revision 350a85083d\n")
    (tmp_path / "docs/x.md").write_text(page)
    assert trust.revisions("x.md") == ["1ee0f647", "ec71ebc1", "350a85083d"]


def test_headers_and_properties_count_as_changed():
    """A synthesizable header has a circuit; what is for proofs alone has code alone."""
    of = lambda file, text: trust.digests({file: text})[file]
    assert trust.IS_RTL.fullmatch("rtl/weir_types.svh")
    assert "rtl/weir_types.svh" in trust.digests_now()
    assert of("rtl/weir_types.svh", "wire a;")[0] != of("rtl/weir_types.svh", "wire b;")[0]
    for file in "rtl/weir_fv.svh", "sim/formal/pack_read.sv":
        old, new = of(file, "a_x: assert (a);  // x"), of(file, "a_x: assert (b);")
        assert old[0] == new[0] and old[1] != new[1]
        assert of(file, "a_x: assert (a);") == old


def test_what_is_another_circuit():
    text = (plan.ROOT / "rtl/weir_cdc_fifo.sv").read_text()
    same = trust.circuit(text)
    assert "assert" not in same and "f_tick" not in same and ".enable_i(1'b1)" in same
    assert trust.circuit(text.replace(
        "f_to_new && f_edge", "f_edge && f_to_new")) == trust.circuit(text + "// more\n\n") == same
    assert trust.circuit(text.replace("DEPTH_LOG2 = 3", "DEPTH_LOG2 = 4")) != same
