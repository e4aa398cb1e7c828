# SPDX-License-Identifier: Apache-2.0
"""One word for one thing, and lines that fit a screen.

No retired word comes back, in names of files, code, comments or prose.

`test_words.py [FOLDER...]`, run as a program, prints every finding.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"],
                         check=True,
                         capture_output=True,
                         text=True).stdout.split("\0")[:-1]

# Data, pictures, texts of others, this file, and names of an earlier revision.
FOREIGN = re.compile(r"LICENSE$|Cargo\.lock$|\.(svg|png|json|recTr|fxt|dict)$|-corpus\.txt$"
                     r"|tests/formats/vectors/|tests/fuzz/(findings|corpus)/"
                     r"|docs/iframe-worker\.js$|tests/unit/test_words\.py$"
                     r"|rtl/shape\.toml$|docs/evidence/shape\.md$")
RTL = r"^rtl/.*\.svh?$"
C = r"\.(c|h|cpp|hpp)$"
UNIT = r"^(rtl|sim|tests/cosim|driver|docs)/"  # what speaks of the hardware
HARDWARE = r"^(rtl|sim/(golden|bench|formal|coverage)|tests/cosim)/"
PROSE = r"\.md$"
START = r"(?:^|(?<=[.!?] )|(?<=\| )|(?<=\* )|(?<=\d\. ))"  # of a sentence, an item or a cell

# (retired, what to write, where it is wrong, lines where it is right and why)
WORDS = [
    ("octet", "byte", "", None),
    (r"\brefus(e|es|ed|al|als|ing)\b", "drop (the unit), reject (a parser)", "", None),
    ("deselect", "filter out", "", None),
    (r"(?<![a-z])(un)?told(?![a-z])", "reported, pending", "", None),
    (r"\b(is|are|was|were|be) said\b|without end\b|\bso many\b", "name the subject or number", "",
     None),
    (r"(?<![a-z])wish(?!bone)|\bpledge", "event_kind; reservation", "", None),
    (r"KEPT|_kept\b|\bkept_", "snapshot, reserved, honoured or remaining", "", None),
    (r"\bkept\b", "snapshot, reserved, honoured or remaining", RTL, None),
    (r"\b(ours|theirs|going)(_\w+)?\b", "report entry, event entry, commit", RTL, None),
    (r"\b(wants|had|turn)(_[a-z]+)?\b", "request, last grant, grant", RTL, None),
    (r"\b(shown|there|said|comes)_[iodqn]\b|\b(said|comes)\b", "valid, present, pending", RTL,
     None),
    (r"latch(?!up)", "value register, holding register", UNIT,
     r"(?i)no latch|flops or latches|level-sensitive|picorv32|LATCHED_IRQ|aiger"),  # cells, foreign
    (r"(?<!LATCH )\bSLOTS\b", "VALUE_REGS", "", None),
    (r"slots?\b", "cache entry", r"^(rtl|sim|driver|docs|tests/(cosim|soc|formats)|sw/lib/event)/",
     r"(?i)time.?slot|TXTB|tx_trace|hash|litex"),  # of other formats and programs
    (r"\bSYNC\b|weir_sync|\bsync (entry|entries|bytes)\b", "checkpoint", "",
     r"RESET_?MODE|RESET_RELEASE|flux|head"
     ),  # a cell of an FPGA; a repeated head of flux has this name
    (r"weir_raw|RAW_ENTR|\braw entr|\bentr(y|ies) raw", "software entry", "", None),
    (r"further words?\b", "extra arguments", "", None),
    (r"_PLACES\b|\bplaces\b", "queue entries; FIFO pointers", RTL, None),
    (r"(?<![a-z])stamp(s|ed|ing)?\b", "timestamp", "", r"sc_time_stamp"),  # of SystemC
    (r"promis(e|es|ed|ing)\b", "reservation, reserved", HARDWARE + r"|^docs/.*\.md$", None),
    (r"(?<![a-z])room(?!y)", "free space",
     HARDWARE + r"|^driver/(?!\w+/(flux|rkh|txtb))|\.md$", r"^\| `"),  # quoted C; of the formats
    (r"\bclock edges?\b|\b\d+ edges\b|EDGES|_edges?\b", "cycles", UNIT,
     r"posedge|negedge|pin|trigger|crossing|cdc|gray"),  # of a wire; of two clocks
    (r"\bCAP\b|\bcaps?\b", "rate limit", UNIT, None),
    (r"cross_(give|take)|weir_(merge|keep|threads|count|cross)\b", "the module's new name", "",
     r"(?i)function|void"),
    (r"\btrouble\b|\bneed\(|\bpatient\b|\bdoubt\b",
     "report_errno, xcalloc, wait_port, uncertain_bytes", C, None),
    (START + r"(Who|Whoever|That|Of)\b(?! is\b)", "subject, verb, object", PROSE,
     r"\?"),  # questions
]
WORDS = [(re.compile(word,
                     re.M if word.startswith(START) else re.I if word.islower() else 0), instead,
          re.compile(where), re.compile(right) if right else None)
         for word, instead, where, right in WORDS]

CODE = re.compile(
    r"\.(sv|svh|v|vh|vlt|c|h|cpp|hpp|S|ld|py|mk|js|css|html|toml|ya?ml|rdl|tcl|xdc|sdc"
    r"|pcf|lpf|f|core|rs)$|(^|/)Makefile$")
# Programs write these; a description in the RDL is one literal.
GENERATED = re.compile(r"\.(xml|svd|rdl)$|docs/reference/registers\.md$|rtl/weir_pkg\.sv$"
                       r"|docs/evidence/(?!plan|verification)|weir\.core$|(presets|pairs)\.mk$")

FILES = [f for f in TRACKED if not FOREIGN.search(f)]


def words():
    for name in FILES:
        rules = [rule for rule in WORDS if rule[2].search(name)]
        lines = (ROOT / name).read_text(errors="replace").split("\n")
        for number, line in enumerate([name, *lines]):
            for word, instead, _, right in rules:
                if (found := word.search(line)) and not (right and right.search(line)):
                    yield f"{name}:{number}: {found[0]!r}, write: {instead}"


def long_lines():
    for name in FILES:
        if GENERATED.search(name) or not (CODE.search(name) or name.endswith(".md")):
            continue
        prose, fenced = name.endswith(".md"), False
        for number, line in enumerate((ROOT / name).read_text().split("\n"), 1):
            fenced ^= prose and line.lstrip().startswith("```")
            free = prose and (fenced or re.match(r" *\||<!--|!\[|#!", line) or "](" in line
                              or re.search(r"\S{90}", line))
            if len(line) > (120 if prose else 100) and not free:
                yield f"{name}:{number}: {len(line)} columns"


def test_words():
    found = list(words())
    assert not found, f"{len(found)} retired words:\n" + "\n".join(found[:200])


def test_python_has_no_mistakes():
    """Names that are unused or unknown, and the like."""
    ruff = ROOT / "build/venv/bin/ruff"
    subprocess.run([ruff, "check", "--no-cache", "--quiet", ROOT], check=True)


def test_line_lengths():
    found = list(long_lines())
    assert not found, f"{len(found)} long lines:\n" + "\n".join(found[:200])


@pytest.mark.parametrize("name, text", [
    ("rtl/weir_x.sv", "wire [7:0] octet_q;"),
    ("docs/x.md", "A store is refused."),
    ("docs/x.md", "Who asks gets it."),
    ("rtl/weir_x.sv", "wire wants_q = room_q;"),
    ("sw/cli/x.c", "trouble(1);"),
    ("driver/src/x.c", "a slot of the cache"),
])
def test_a_word_that_comes_back_is_found(name, text):
    assert any(where.search(name) and word.search(text) for word, _, where, _ in WORDS)


if __name__ == "__main__":
    for one in [*words(), *long_lines()]:
        if len(sys.argv) < 2 or one.startswith(tuple(sys.argv[1:])):
            print(one)
