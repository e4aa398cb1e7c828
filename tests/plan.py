# SPDX-License-Identifier: Apache-2.0
"""The verification plan as a page: docs/evidence/plan.md from tests/plan.toml. `make plan`.

tests/unit/test_plan.py checks that every name exists and that every part of the unit is in a row.
"""

import ast
import functools
import os
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "rtl"), str(ROOT / "sim/formal")]
import lists  # noqa: E402
import proofs  # noqa: E402

PAGE = ROOT / "docs/evidence/plan.md"
DATASHEET = ROOT / "docs/reference/datasheet.md"
CLAIMS = ("parameters", "registers", "modules", "proofs")


def read(path):
    return tomllib.loads((ROOT / path).read_text())


@functools.cache
def tops():
    """{module that proofs are of: the modules of the RTL that these are about}: itself; in
    sim/formal what it has an instance of; of a contract each module whose properties use it.
    """
    known = {Path(file).stem: lists.with_properties(file) for file in lists.FILES}
    found = {name: {name} for name in known}
    for file in (ROOT / "sim/formal").glob("*.sv"):
        text = file.read_text()
        inside = {m for m in re.findall(r"^ *(\w+) (?:#\(|u_\w+ *\()", text, re.M) if m in known}
        here = re.findall(r"^module (\w+)", text, re.M)
        users = {m for m, of in known.items() if re.search(rf"\b({'|'.join(here)})\b", of)}
        found |= {name: inside or users for name in here}
    return found


def misplaced(row):
    """Proofs of a row that are about none of its modules, and modules beside them that no proof of
    it is about.
    """
    about = {p["name"]: tops()[p["top"]] for p in proofs.plan()["proof"]}
    of = [about[name] for name in row.get("proofs", [])]
    has = {*row.get("modules", []), *row.get("also", [])}
    return {name for name, those in zip(row.get("proofs", []), of)
            if not those & has} | set(row.get("also", [])) - set().union(*of)


def features():
    """The rows. A parameter that no row names is in that of its stage's module."""
    rows = read("tests/plan.toml")["feature"]
    named = {name for row in rows for name in row.get("parameters", [])}
    for name, parameter in read("rtl/regs/parameters.toml")["parameters"].items():
        module = "weir_" + parameter["stage"].replace(" ", "_")
        for row in rows if name not in named else []:
            if module in row.get("modules", []):
                row.setdefault("parameters", []).append(name)
    return rows


def tests_of(path):
    """Names of the tests in a file."""
    tree = ast.parse((ROOT / "tests" / path).read_text())
    return {
        n.name
        for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")
    }


def anchors(page):
    """Headings of a page of docs/, as links name them."""
    heads = re.findall(r"^#+ (.*)$", (ROOT / "docs" / page).read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}


def has():
    """What the unit has, by kind: each must be in a row."""
    sys.path.insert(0, str(ROOT / "rtl/regs"))
    import generate

    _, registers = generate.read_registers(ROOT / "rtl/regs/weir.rdl")
    return {
        "parameters": set(read("rtl/regs/parameters.toml")["parameters"]),
        "registers": {r.name
                      for r in registers},
        "modules": {Path(f).stem
                    for f in lists.FILES},
        "proofs": {p["name"]
                   for p in proofs.plan()["proof"]},
    }


def promised():
    """What the unit is and has by the datasheet, each in plain words: what its first table says,
    what its second tells numbers of, its ports.
    """
    parts = dict(part.split("\n", 1) for part in ("\n" + DATASHEET.read_text()).split("\n## ")[1:])
    plain = lambda text: " ".join(
        re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r" ?\(\[[^]]*\]\([^)]*\)\)", "", text)).split(
        ))
    cells = lambda part: [
        row.strip("|").split("|")
        for row in re.findall(r"^\|(?! \| \||---).*\|$", parts[part], re.M)
    ]
    ports = re.findall(r"\[([^]]*)\]\((?:signals|buses)\.md#", parts["Ports"])
    return [plain(text) for _, text in cells("What it is")
            ] + [plain(of) for of, _ in cells("How it performs")] + list(map(plain, ports))


def unpromised(rows):
    """(words of the datasheet that no row covers, what rows say is in the datasheet and is not)."""
    claims = sorted({c for f in rows for c in f.get("datasheet", [])}, key=len, reverse=True)
    left, found = [], set()
    for text in promised():
        for claim in claims:
            if re.search(rf"(?<!\w){re.escape(claim)}(?!\w)", text):
                found.add(claim)
                text = text.replace(claim, "")
        left += [w for w in re.findall(r"\w+", text) if w not in ("and", "or")]
    return left, set(claims) - found


def trust(feature):
    """How far a row is shown."""
    return "simulated" if not feature.get(
        "proofs") else "proved" if "open" in feature else "proved and simulated"


def test_link(name):
    path, _, test = name.partition("::")
    return f"[{test or Path(path).stem}](../../tests/{path})"


def link(page):
    """To a page of docs/, from one of the evidence."""
    return os.path.relpath(page, "evidence")


def page():
    rows = features()
    kinds = [trust(f) for f in rows]
    lines = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# The verification plan",
        "",
        "*For verification engineers. It answers: which test or proof stands behind each "
        "guarantee.*",
        "",
        "Made by `make plan` from `tests/plan.toml`; do not edit. Every parameter, register, "
        "module and proof of the unit, and",
        "every feature in the [datasheet](../reference/datasheet.md), must be in a row with "
        "existing names, and each proof in a",
        "row of its modules; otherwise the tests fail. For proofs and their mutants see",
        "[verification](verification.md), and there also [how far you can trust each module in",
        "each preset](verification.md#trust-by-module-and-preset). Every test of the unit "
        "compares its bytes, answers and counts",
        "with the golden model. The random runs of all parameter sets test every row with "
        "something in *hit*: each of them must",
        "have hit it, under back-pressure.",
        "",
        f"{len(rows)} rows: {kinds.count('proved and simulated')} proved and simulated, "
        f"{kinds.count('proved')} proved in part, "
        f"{kinds.count('simulated')} simulated only.",
        "*Proved and simulated*: it has both, and no open point is known. Proofs are of a module, "
        "or of a unit of a stated size:",
        "what they do not cover is in [verification](verification.md#not-proven). *But* names an "
        "open point.",
        "",
        "| guarantee | trust | proofs | tests | hit |",
        "|---|---|---|---|---|",
    ]
    for f in rows:
        cells = [
            f"[{f['name']}]({link(f['section'])})" +
            (f" ({', '.join(f['parameters'])})" if "parameters" in f else ""),
            trust(f) +
            (f"{', but' if f.get('proofs') else ''}: {f['open']}" if "open" in f else ""),
            ", ".join(f.get("proofs", [])),
            ", ".join(map(test_link, f["tests"])),
            ", ".join(f.get("met", [])),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
    print(f"wrote {PAGE.relative_to(ROOT)}")
