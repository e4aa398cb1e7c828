# SPDX-License-Identifier: Apache-2.0
"""The list of proofs, and of mutants that they must catch: comments beside the properties.

    //! proof port_wide (VALUE_REGS=2 WORDS=2), induction, cover 20, quick: what it proves
    //!     of the module, on as many lines as it takes

at the head of NAME_fv.svh, or of a module in sim/formal. Behind the name: parameters; the engine
(pdr, induction, smt, or bmc and a number of cycles); `cover` and the cycles in which all covers are
reached; `define`, `with` and `cut` with macros, further files and wires to cut; `limit`, in
seconds; `quick`, for `make test`.

    a_pair: assert (...);
    //! mutant port_reuse, in port_wide, bound 20: what is wrong with it
    //!     @reuse fresh_q <= fresh_q;

behind the property that must fail: the line of the module labelled `// @reuse` becomes the code
behind the label (labels.py). Behind the name: `in` and the proof, if it is not the first; `by` and
the property, if it is not the one before; `bound`, the cycles in which it must fail (30); `step`,
in the cycle after a state in which all properties hold; `quick`. FILE@label is a label of another
file, weir_regs for one.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import FILES  # noqa: E402

HERE = Path(__file__).resolve().parent
ENGINES = ("pdr", "induction", "smt", "bmc")
WORDS = {"define": "defines", "with": "with", "cut": "cut"}
NUMBERS = ("cover", "limit", "bound")


class Malformed(Exception):
    """A comment that says neither a proof nor a mutant."""


def _pieces(lines):
    """(its first line's number, [its lines]) of each proof and mutant."""
    found = []
    for number, line in enumerate(lines):
        text = re.match(r" *//! ?(.*)", line)
        if text and text[1].startswith("    ") and found and found[-1][2] == number - 1:
            found[-1][1].append(text[1].strip())
            found[-1][2] = number
        elif text:
            found.append([number, [text[1].strip()], number])
    return [(number, texts) for number, texts, _ in found]


def _head(texts, pattern):
    """What a pattern finds in the head, the options behind it, and what it says."""
    text = " ".join(texts)
    head = re.match(pattern + r"((?:, [^:]+)?): (.+)", text)
    if not head:
        raise Malformed(text)
    *found, options, says = head.groups()
    return found, [option.strip() for option in options.split(",")[1:]], says


def _option(item, option):
    """Adds one option of a head to a proof or a mutant."""
    word, *values = option.split()
    if word in ENGINES and "replacement" not in item:
        item["engine"] = word
        if values:
            item["bound"] = int(values[0])
    elif word in NUMBERS and len(values) == 1:
        item[word] = int(values[0])
    elif word in WORDS and values:
        item.setdefault(WORDS[word], []).extend(values)
    elif word in ("in", "by") and len(values) == 1:
        item["proof" if word == "in" else "by"] = values[0]
    elif word in ("quick", "step") and not values:
        item[word] = True
    else:
        raise Malformed(option)


def _proof(texts, top):
    (name, params), options, says = _head(texts, r"proof (\w+)(?: \(([^)]*)\))?")
    proof = {"name": name, "top": top, "says": says}
    if params:
        pairs = (pair.split("=") for pair in params.split())
        proof["params"] = {key: int(value) for key, value in pairs}
    for option in options:
        _option(proof, option)
    if "engine" not in proof:
        raise Malformed(f"{name} has no engine")
    return proof


def _mutant(texts, file, first, before):
    at = next((n for n, text in enumerate(texts) if re.match(r"\w*@\w", text)), None)
    if at is None:
        raise Malformed(" ".join(texts))
    (name, ), options, says = _head(texts[:at], r"mutant (\w+)")
    stem, label, new = re.match(r"(\w*)@(\w+) ?(.*)", " ".join(texts[at:])).groups()
    if stem:
        file, = [path for path in FILES if Path(path).stem == stem]
    mutant = {
        "name": name, "file": file, "label": label, "replacement": new, "proof": first,
        "by": before, "says": says
    }
    for option in options:
        _option(mutant, option)
    return mutant


def read(text, file, top):
    """The proofs and mutants of a file of properties, or of modules that have proofs."""
    lines, plan = text.splitlines(), {"proof": [], "mutant": []}
    for number, texts in _pieces(lines):
        if texts[0].startswith("proof "):
            module = next(
                (name[1] for line in lines[number:] if (name := re.match(r"module (\w+)", line))),
                top)
            plan["proof"].append(_proof(texts, module))
            continue
        above = lines[:number]
        module = next(
            (name[1] for line in reversed(above) if (name := re.match(r"module (\w+)", line))), top)
        first = next((p["name"] for p in plan["proof"] if p["top"] == module), None)
        before = next((name[1] for line in reversed(above)
                       if (name := re.search(r"\b(\w+): *(?:assert|`WEIR_ENV)\b", line))), None)
        if not texts[0].startswith("mutant ") or not first:
            raise Malformed(texts[0])
        plan["mutant"].append(_mutant(texts, file, first, before))
    return plan


def plan():
    """{"proof": [...], "mutant": [...]}, of all files."""
    sources = [(ROOT / file.replace(".sv", "_fv.svh"), file) for file in FILES]
    sources += [(path, str(path.relative_to(ROOT))) for path in sorted(HERE.glob("*.sv"))]
    plans = [
        read(path.read_text(), file,
             Path(file).stem) for path, file in sources if path.exists()
    ]
    return {kind: [item for one in plans for item in one[kind]] for kind in ("proof", "mutant")}
