# SPDX-License-Identifier: Apache-2.0
"""Numbers in the text of README.md and docs/ are those of docs/evidence, where programs wrote them;
a few are measured here.
"""

import json
import re
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "sim/bench"), str(ROOT / "docs")]
import figures  # noqa: E402
import rates  # noqa: E402


def plain(text):
    return re.sub(r"[*`]", "", text).strip()


def cell(page, row, column, under=""):
    """What a table of docs/evidence says: its row begins with `row`, its column is headed `column`,
    it stands below `under`.
    """
    text = (ROOT / f"docs/evidence/{page}.md").read_text()
    found, heads = [], None
    for line in text[text.index(under):].split("\n"):
        if not line.startswith("|"):
            heads = None
        elif heads is None:
            heads = [plain(c) for c in line.strip("|").split("|")]
        else:
            cells = [plain(c) for c in line.strip("|").split("|")]
            if cells[0].startswith(row) and column in heads:
                found.append(cells[heads.index(column)])
    assert found, f"docs/evidence/{page}.md: no {column} of {row}"
    return found[0]


def cost(row, core="Ibex"):
    return cell("cost", row, core)


def said(pattern, page="cost"):
    """A number in the text of a page of results."""
    return re.search(pattern, (ROOT / f"docs/evidence/{page}.md").read_text())[1]


LOAD_8 = {
    way: cell("overload", "8", "delivered", f"## {way} arrivals")
    for way in ("Periodic", "Random")
}
OSD = {  # at about as many events a cycle
    way: cell("overload", "2", "Open SoC Debug", f"## {way} arrivals")
    for way in ("Periodic", "Random")
}
STORE, TWO, PLAIN = "one store (", "two stores (", "a plain store"
LONE, TWO_LONE = "one store at an isolated site (", "two stores at an isolated site"
CONSTANT = "one store at an isolated site, address constant"
TXTB, BARECTF = "TXTB entry written in line", "barectf"
TXTB_LONE = "TXTB entry at an isolated site"
DEMO = "FreeRTOS on Ibex"

SAME = {
    why: said(rf"\n\| all \| \| (\d+) \| {why} ", "mutation")
    for why in ("stuck at", "inverted by", "no output")
}

# (page, text with a group for each number, what each is: a cell of results, whose first number
# counts)
CLAIMS = [
    ("README.md", r"\| (\S+) cycles \| (\S+) instructions \| (\S+) bytes \| 0 events \|", [
        cost(STORE), cost("THREAD_SWITCH"),
        cell("bytes", DEMO, "Weir")
    ]),
    ("README.md",
     r"in a register; (\S+) if the address is loaded first\. A plain store takes (\S+); an inlined "
     r"record in the format of ThreadX (\S+), with its loads (\S+)\. \|.*A ThreadX record takes "
     r"(\d+)\. \|",
     [cost(LONE), cost(PLAIN), cost(TXTB), cost(TXTB_LONE),
      cell("bytes", DEMO, "TXTB 32")]),
    ("README.md",
     r"one store \(`weir_emit_fast`\), its address in a register \| \*\*(\S+)\*\* \| (\S+): a "
     r"plain store; (\S+): an inlined 32-byte ThreadX-style record; (\S+): barectf", [
         cost(STORE), cost(PLAIN), cost(TXTB), cost(BARECTF)
     ]),
    ("README.md",
     r"the same, if the address is loaded first \| \*\*(\S+)\*\*; \*\*(\S+)\*\* if the address is "
     r"a constant \| (\S+): the ThreadX-style record with its loads",
     [cost(LONE), cost(CONSTANT), cost(TXTB_LONE)]),
    ("README.md", r"one HINT, no store; .*? \| \*\*(\S+)\*\* \| (\S+): a NOP",
     [cost("one HINT ("), cost("a NOP")]),
    ("README.md",
     r"value and id, two stores \| \*\*(\S+)\*\*; \*\*(\S+)\*\* if the address is loaded first; "
     r"\*\*(\S+)\*\* in a function", [cost(TWO), cost(TWO_LONE), cost("two stores in a function")]),
    ("README.md", r"its call for a user event takes (\d+), and (\d+) with ThreadX's own trace", [
        cell("threadx", "tx_trace_user_event_insert", column).partition(", ")[2]
        for column in ("two stores", "ThreadX's own trace")
    ]),
    ("README.md",
     r"on PicoRV32 \| \*\*(\S+)\*\*, \*\*(\S+)\*\* \| (\S+): a plain store, [^|;]*; (\S+): "
     r"the ThreadX-style record; (\S+): barectf \|",
     [cost(row, "PicoRV32") for row in (STORE, TWO, PLAIN, TXTB, BARECTF)]),
    ("README.md",
     r"10,000 events in a million cycles \| \*\*\+(\S+) %\*\* on Ibex \| "
     r"\+(\S+) % on Ibex with three stages", [
         cell("cost", core, "10,000 a million cycles: run time") for core in ("Ibex", "Ibex, three")
     ]),
    ("README.md", r"the unit's address a constant; through a handle (\S+) % and (\S+) %\. ", [
        cell("cost", core, "the same through a handle") for core in ("Ibex", "Ibex, three")
    ]),
    ("README.md", r"a hart that drains by itself pays \[(\S+) cycles an event\]", [
        cell("cost", "Ibex", "weir_drain, to a sink that does nothing",
             "## Reading by the hart itself")
    ]),
    ("README.md",
     r"demo's stream \| \*\*(\S+)\*\* \| (\d+) in a ThreadX buffer, (\d+) in Open SoC Debug's "
     r"packets, (\S+) in SystemView, (\S+) in STPv2, .*, down to (\S+) for (\S+) \|", [
         cell("bytes", DEMO, column)
         for column in ("Weir", "TXTB 32", "OSD 16", "SystemView", "STPv2")
     ] + [cell("bytes", "B, id 0x4100", column) for column in ("STPv2", "Weir")]),
    ("README.md",
     r"throughput at 8x overload \| \*\*(\S+) %\*\* of what the reader takes; .* 0\.25 events a "
     r"cycle, .*: (\S+) % of that if they come periodically, (\S+) % if at random", [
         LOAD_8["Periodic"], OSD["Periodic"], OSD["Random"]
     ]),
    ("README.md", r"8x overload \| \*\*(\S+) %", [LOAD_8["Random"]]),
    ("README.md", r"thread switches lost in that flood \| \*\*(\d+)\*\*", [
        cell("overload", "8", "THREAD_SWITCH dropped", "## A flood")
    ]),
    ("docs/explanation/comparison.md",
     r"\(\*measured\*\) \| (\d+) % of what the reader drains .*?\| at 0\.25 events a cycle, twice "
     r"what the unit can deliver: (\S+) % of that random, (\S+) % periodic", [
         LOAD_8["Random"], OSD["Random"], OSD["Periodic"]
     ]),
    ("docs/explanation/comparison.md", r"7 series \| .*?\| (\S+) LUT, (\S+) FF without a bus", [
        said(r"\n([\d,]+) LUT, ", "area"),
        said(r"LUT, (\d+) FF", "area")
    ]),
    ("docs/explanation/comparison.md",
     r"event of 8 bits, 200 ticks later \| (\d+) to (\d+) bytes.*?\| (\d+) \|", [
         cell("bytes", "B, id 1", "Weir"),
         cell("bytes", "B, id 0x4100", "Weir"),
         cell("bytes", "B, id 1", "OSD 16")
     ]),
    ("docs/explanation/comparison.md",
     r"event of 32 bits, 1000 ticks later \| (\d+) to (\d+) \| (\d+) \|", [
        cell("bytes", "A, id 1", "Weir"),
        cell("bytes", "A, id 0x4100", "Weir"),
        cell("bytes", "A, id 1", "OSD 16")
    ]),
    ("docs/start/faq.md", r"(\d+) LUTs \(`tiny`\) to (\d+) \(`full`\) .*? takes (\d+)",
     [cell("area", "Xilinx 7 LUT", preset) for preset in ("tiny", "full", "small")]),
    ("docs/start/faq.md",
     r"on Ibex (\S+) or (\S+) cycles if the address is in a register, else (\S+) or (\S+) \(",
     [cost(STORE), cost(TWO), cost(LONE), cost(TWO_LONE)]),
    ("docs/reference/datasheet.md",
     r"\| on Ibex (\S+) cycles by one store, (\S+) by two; a switch (\d+)\. The address is in a "
     r"register; if it is loaded first, (\S+) or (\S+) \(",
     [cost(STORE), cost(TWO), cost("THREAD_SWITCH"), cost(LONE), cost(TWO_LONE)]),
    ("docs/reference/datasheet.md", r"overload, (\S+) % of the reader's bandwidth",
     [LOAD_8["Random"]]),
    ("docs/reference/datasheet.md", r"(\d+) mutants of the RTL",
     [cell("mutation", "all", "mutants")]),
    ("docs/evidence/verification.md",
     r"of (\d+) mutants asked for, (\d+) could be made [^.]*\. All of these ran: (\d+) were "
     r"killed, (\d+) count as the same circuit, (\d+) by SAT, (\d+) that are stuck at their "
     r"constant, and (\d+) by a written",
     [said(r"of (\d+) have run", "mutation"), cell("mutation", "all", "mutants"),
      str(sum(int(cell("mutation", "all", f"killed by {stage}")) for stage in (
          "random streams", "the bench of a module", "proofs", "directed tests"))),
      cell("mutation", "all", "equivalent"),
      SAME["no output"], SAME["stuck at"],
      str(int(cell("mutation", "all", "equivalent")) - sum(map(int, SAME.values())))]),
]


@pytest.mark.parametrize(
    "page, text, results",
    [pytest.param(*claim, id=f"{claim[0]}:{i}") for i, claim in enumerate(CLAIMS)])
def test_number(page, text, results):
    found = re.search(text.replace(" ", r"\s"), (ROOT / page).read_text())  # over ends of lines
    assert found, f"{page} does not say {text}; whoever rewords it changes this test, too"
    for claim, result in zip(found.groups(), results, strict=True):
        number = float(re.search(r"[\d.]+", result.replace(",", ""))[0])
        digits = len(claim.partition(".")[2])
        assert f"{number:.{digits}f}" == claim.replace(
            ",", ""), f"{page}: {claim}, but docs/evidence has {result}"


def test_events_a_cycle(program):
    """README.md: one per cycle in bursts of 16, a pair in two; sustained, one in 3.5 to 4 cycles.
    """
    program("build/sim/small/bench")
    assert ("**one per cycle** in bursts of 16 (a pair needs its two stores); "
            "sustained: one every 3.5 to 4 cycles") in (ROOT / "README.md").read_text()
    assert "| one per cycle in bursts of 16; sustained, one every 3.5 to 4 cycles" in (
        ROOT / "docs/reference/datasheet.md").read_text()
    assert rates.burst("window") == rates.burst("snoop") == 1 and 0.5 <= rates.burst("pair") < 0.6
    cycles = {round(2 / rates.sustained(kind)) / 2 for kind in ("pair", "window", "snoop")}
    assert (min(cycles), max(cycles)) == (3.5, 4)


def test_gates():
    """comparison.md compares LUTs of Open SoC Debug's unit with small, and tiny with that
    unit.
    """
    text = " ".join((ROOT / "docs/explanation/comparison.md").read_text().split())
    claimed = re.search(
        r"takes (\S+) of the LUTs of Weir's `small`, .*; `tiny`, without thread switches, takes "
        r"half of that unit", text)
    other = int(said(r"\n([\d,]+) LUT, ", "area").replace(",", ""))
    assert claimed[1] == f"{other / int(cell('area', 'Xilinx 7 LUT', 'small')):.2f}"
    assert 0.45 <= int(cell("area", "Xilinx 7 LUT", "tiny")) / other <= 0.55


def test_versions():
    """The three versions of datasheet and changelog are those of the register VERSION."""
    value = int(
        re.search(r"VERSION_VALUE = 32'h(\w+);", (ROOT / "rtl/weir_pkg.sv").read_text())[1], 16)
    ip, regs, stream = f"{value >> 24}.{value >> 16 & 255}", value >> 8 & 255, value & 255
    datasheet = (ROOT / "docs/reference/datasheet.md").read_text()
    for name, number in ("IP", ip), ("register map", regs), ("stream", stream):
        assert f"\n| {name} | {number} |" in datasheet
    assert re.search(rf"^## {ip}(-rc\d+)?: register map {regs}, stream {stream}$",
                     (ROOT / "CHANGELOG.md").read_text(), re.M)


def test_sets_of_the_campaign():
    """verification.md names each parameter set with less than ten million events in campaign.md."""
    text = " ".join((ROOT / "docs/evidence/verification.md").read_text().split())
    rows = re.findall(r"^\| (\w+) \| [^|]*\| [\d,]+ \| ([\d,]+) \|",
                      (ROOT / "docs/evidence/campaign.md").read_text(), re.M)
    events = Counter()
    for name, count in rows:
        events[name] += int(count.replace(",", ""))
    sets = re.search(r"^PARAMETER_SETS := (.*)", (ROOT / "rtl/presets.mk").read_text(), re.M)[1]
    few = {name for name in sets.split() if events[name] < 10**7}
    said = re.search(r"ten million of each set( but these, which are newer: ([^.]*))?\.", text)
    assert said and set(re.findall(r"`(\w+)`", said[2] or "")) == few
    assert sum(events.values()) > 10**9


def test_latency():
    """From a store to the read of its word: the pages, and the figure, which is simulated."""
    rows = {
        row["name"]: row["wave"]
        for row in json.loads((ROOT / "docs/figures/timing/event.json").read_text())["signal"]
        if row
    }
    accepted = [i for i, bit in enumerate(rows["reg_valid"]) if bit == "1"]
    counted = rows["level"].index("=", 1)
    assert accepted[2] == counted + 1 and rows["reg_rdata"][accepted[2] + 1] == "="
    cycles = f"{accepted[2] - accepted[1]} cycles"
    assert f"| {cycles}, as [the figure](../explanation/theory.md) shows" in (
        ROOT / "docs/reference/datasheet.md").read_text()
    text = " ".join((ROOT / "docs/reference/signals.md").read_text().split())
    assert f"can take its word pass {cycles} when" in text
    assert f"The ID store is accepted in cycle {accepted[1]}, and port offers" in (
        ROOT / "docs/explanation/theory.md").read_text()


@pytest.mark.parametrize("name", figures.CURVES)
def test_curves_are_of_the_results(name):
    assert figures.CURVES[name]() == (ROOT / "docs/figures" / name).read_text(
    ), f"docs/figures/{name} is stale; run: build/venv/bin/python docs/figures.py"


def test_the_moving_picture_moves():
    """It has the frames of the script, each is whole, and it loads quickly."""
    data = (ROOT / "docs/figures" / figures.FILM).read_bytes()
    frames = figures.film_frames(100, 200, 50, 250, 1000)
    size = struct.pack(">II", *figures.FILM_SIZE)
    assert data[16:24] == size and data[37:41] == b"acTL"
    assert struct.unpack(">I", data[41:45])[0] == len(frames) == data.count(b"fcTL")
    assert len(data) < 400_000
    assert data.endswith(b"IEND" + struct.pack(">I", zlib.crc32(b"IEND")))


@pytest.mark.parametrize("page", figures.TABLES)
def test_tables(page):
    assert figures.with_tables(page) == (
        ROOT / page).read_text(), f"{page} is stale; run: build/venv/bin/python docs/figures.py"


def test_a_row_for_each_number():
    """The table of README.md has no number that nobody looks at, but for those of
    test_events_a_cycle.
    """
    text = (ROOT / "README.md").read_text()
    rows = re.findall(r"^\|(?!---).*\*\*.*\|$",
                      text[text.index("## Size and speed"):text.index("`make bench` prints")], re.M)
    looked = [
        text[m.start():m.end()] for page, pattern, _ in CLAIMS if page == "README.md"
        for m in [re.search(pattern, text)] if m
    ]
    assert len(rows) >= 7
    for row in rows:
        assert "bursts of 16" in row or any(part[:20] in row for part in looked), row
