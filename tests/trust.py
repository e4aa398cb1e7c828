# SPDX-License-Identifier: Apache-2.0
"""How far each module can be trusted in each preset, and of which RTL the results are.

`make plan` writes these tables of verification.md. A sign is computed from the output of
tools: the parameters of every instance in a preset, as Yosys elaborates it; the plan of the proofs,
and the rows of what was proved; the pages of mutants and coverage. tests/plan.toml adds what only a
person knows: [trust], [no_property], [within], [decodes]; tests/steps.toml, which step makes a
page.
"""

import functools
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("tests", "rtl", "sim/formal", "sim/netlist")]
import carried  # noqa: E402
import lists  # noqa: E402
import plan  # noqa: E402
import proofs as written  # noqa: E402
import prove  # noqa: E402
import release  # noqa: E402

PAGE = ROOT / "docs/evidence/verification.md"
CACHE = ROOT / "build/trust"
WHOLE = ("weir", "weir_tiny", "weir_wide")  # the top levels
LEAST = 98  # percent of lines, branches and bits, as `make regress` asks for
MARK = re.compile(r"<!-- trust (\w+) -->\n(?:\|.*\n)*")

ABSENT, DOUBT, SIMULATED, PART, SIZES, PROVEN, EMPTY = range(-1, 6)
WORDS = {
    PROVEN: "● proven", SIZES: "◕ other sizes", PART: "◐ in part", SIMULATED: "○ simulated",
    DOUBT: "✗ in doubt", EMPTY: "· no logic", ABSENT: "—"
}
SAYS = {
    PROVEN: "the proofs of its properties are unbounded, at exactly the parameters of every "
    "instance that the preset has, and none of its mutants survives",
    SIZES: "the same, but some number differs in the proof: fewer words, cache entries or bits; "
    "every feature is as in the preset",
    PART: "proven in part: each of its features is in some proof, but no proof has all of them as "
    "the preset has them; or its properties say only a part "
    "of what it does",
    SIMULATED: f"no proof, or none with some feature that it has in the preset; no mutant "
    f"survives, and tests cover {LEAST} % of its lines, branches and bits",
    DOUBT: "less than that",
    EMPTY: "nothing to prove: off in the preset, so that everything passes or no output "
    "changes; or only names, "
    "numbers, checks of parameters, or one instance of another module",
    ABSENT: "not in the preset",
}

# ---- what there is


@functools.cache
def known(kind):
    """What a person says in tests/plan.toml."""
    return plan.read("tests/plan.toml")[kind]


@functools.cache
def modules():
    """{module or package: its file}, in the order of the pipeline."""
    return {Path(f).stem: f for f in lists.FILES}


def is_package(module):
    return not re.search(r"^module ", (ROOT / modules()[module]).read_text(), re.M)


@functools.cache
def elaborated():
    """{preset or proof of a top level: [[module, its parameters], ...]}, each kind once;
    under "" all modules, with default parameters.

    It takes some seconds, so build/ has a copy.
    """
    tops = {
        "": ("weir", {}), **{p: (lists.TOPS[p], lists.PARAMETERS[p])
                             for p in lists.PRESETS}, **{
            p["name"]: (p["top"], p.get("params", {}))
            for p in proofs() if p["top"] in WHOLE
        }
    }
    sources = [ROOT / f for f in lists.FILES]
    key = b"".join([
        Path(__file__).read_bytes(),
        json.dumps(tops).encode(), *(f.read_bytes() for f in sources)
    ])
    kept = CACHE / (hashlib.sha256(key).hexdigest()[:20] + ".json")
    if not kept.exists():
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            for name, (module, parameters) in tops.items():
                options = f"{'-defer' if name else ''} -sv {lists.INCLUDE}"
                read = f"read_verilog {options} {' '.join(map(str, sources))}"
                sets = " ".join(f"-set {k} {v}" for k, v in parameters.items())
                top = f"chparam {sets} {module}; hierarchy -top {module};" if name else ""
                subprocess.run(
                    ["yosys", "-q", "-p", f"{read}; {top} delete */p:*; write_json {folder}/net"],
                    check=True,
                    capture_output=True,
                    text=True)
                net = json.loads(Path(folder, "net").read_text())["modules"]
                values = lambda m: {
                    k: int(v, 2)
                    for k, v in m.get("parameter_default_values", {}).items()
                }
                found[name] = [[m["attributes"].get("hdlname", module).lstrip("\\"),
                                values(m)] for module, m in net.items()]
        CACHE.mkdir(parents=True, exist_ok=True)
        new = kept.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps(found))
        new.rename(kept)
    return json.loads(kept.read_text())


def instances(top, module):
    return [parameters for name, parameters in elaborated()[top] if name == module]


@functools.cache
def proofs():
    """The proofs of which verification.md has a row, with the same parameters, that says that
    they hold.
    """
    shown = {}
    for line in re.search(r"((?:^\|.*\n)*)(?=<!-- proofs -->)", PAGE.read_text(),
                          re.M)[1].splitlines()[2:]:
        name, what, _, how, result, _ = (c.strip() for c in line.strip("|").split(" | "))
        shown[name] = (what.split(), how, result)
    done = []
    for proof in written.plan()["proof"]:
        what, how, result = shown.get(proof["name"], ([], "", ""))
        if what == [proof["top"], *(f"{k}={v}" for k, v in proof.get("params", {}).items())
                    ] and re.search(r"\d+ properties (proved|hold)", result):
            done.append(
                {**proof, "unbounded": how.endswith("unbounded") and "properties proved" in result})
    return done


@functools.cache
def table(page, first):
    """{first cell: {heading: cell}} of the table of docs/evidence/PAGE.md whose first heading is
    `first`.
    """
    lines = (ROOT / f"docs/evidence/{page}.md").read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    split = lambda line: [c.replace("*", "").strip() for c in line.strip("|").split("|")]
    rows = {}
    for line in lines[at + 2:]:
        if not line.startswith("|"):
            break
        name, *cells = split(line)
        rows[name] = dict(zip(split(lines[at])[1:], cells, strict=True))
    return rows


def mutants(module):
    """(those that differ, survivors) of a module with its parts; nothing if none has run."""
    rows = table("mutation", "module")
    of = [
        rows[m] for m in [module, *(m for m, whole in known("within").items() if whole == module)]
        if m in rows
    ]
    count = lambda heading: sum(int(r[heading]) for r in of)
    return (count("mutants") - count("equivalent"), count("survive")) if of else None


def coverage(module):
    """Percent of lines, branches and bits; nothing if it is in no such run."""
    row = {**table("coverage", "module"), **table("coverage", "around the unit")}.get(module)
    return [
        float(row[kind].split()[0]) for kind in ("line", "branch", "toggle") if row[kind] != "-"
    ] if row else None


def campaign(preset):
    """Events compared of a preset."""
    text = (ROOT / "docs/evidence/campaign.md").read_text()
    return sum(
        int(n.replace(",", ""))
        for n in re.findall(rf"^\| {preset} \| [^|]*\| [^|]*\| ([\d,]+) \|", text, re.M))


# ---- a sign


def alike(module, name, a, b):
    """2: a parameter is as good as the same; 1: a number is another; 0: a feature is."""
    trust = known("trust")
    if a == b or (f"{module}.{name}" in trust["switches"] and bool(a) == bool(b)):
        return 2
    return int((name in trust["sizes"] and bool(a) == bool(b))
               or (name in trust["counts"] and min(a, 2) == min(b, 2)))


def differences(module, parameters, have):
    """[other numbers, other features] of an instance, each {name: what it is in the instance}."""
    return [{k: v
             for k, v in parameters.items() if alike(module, k, v, have[k]) == how}
            for how in (1, 0)]


def explained(proof, names, have):
    differs = ", ".join(f"{k} = {have[k]} (preset: {v})" for k, v in names.items())
    return f"proof {proof['name']}: {differs or 'another assumption'}"


def proofs_of(module):
    """Those of the module, or around it alone."""
    tops = {module, *(top for top, of in known("trust")["around"].items() if of == module)}
    return [p for p in proofs() if p["top"] in tops]


def of_instance(module, parameters):
    """How far one instance is proven, and what it lacks to be proven."""
    mine = [(p, {**instances("", module)[0], **p.get("params", {})}) for p in proofs_of(module)]
    mine = [(p, have, *differences(module, parameters, have)) for p, have in mine]
    assumes = lambda p: bool(set(p.get("defines", [])) & set(known("trust")["assuming"]))
    if not mine:
        return SIMULATED, "" if module in known("no_property") else "its proofs have not been run"
    best, have, sizes, features = min(mine,
                                      key=lambda m:
                                      (not m[0]["unbounded"], len(m[3]), assumes(m[0]), len(m[2])))
    if not best["unbounded"]:
        return (SIMULATED if features else PART), f"{best['name']} holds for a number of cycles"
    if not features:
        return (SIZES, explained(best, sizes, have)) if sizes or assumes(best) else (PROVEN, "")
    missing = [
        f"{k} {v}" for k, v in parameters.items()
        if all(k in m[3] for m in mine if m[0]["unbounded"])
    ]
    return (SIMULATED, f"no proof has {', '.join(missing)}") if missing else (
        PART, explained(best, {**features, **sizes}, have))


def lacks(module, preset):
    """What the properties of a top level do not say; "" if they say all, or of another module."""
    decodes = known("decodes").get(preset)
    if module not in WHOLE or any(p["name"] == decodes and p["unbounded"] for p in proofs()):
        return ""
    return ("counts, space and order are proven; not that the bytes decode to the events, nor "
            "what checkpoints and ring contain together")


def sign(module, of, preset=""):
    """The sign of a module with these instances, and what it lacks to be proven."""
    if not of:
        return ABSENT, ""
    off = known("trust")["off"].get(module)
    if is_package(module) or module in known("trust")["no_logic"] or (
            off and all(off.items() <= p.items() for p in of)):
        return EMPTY, ""
    if module in known("within"):
        whole = known("within")[module]
        return sign(whole, instances("", whole))[0], ""
    killed, covered = mutants(module), coverage(module)
    if not killed or killed[1] or (covered and min(covered) < LEAST):
        if not killed:
            return DOUBT, "no mutant of it has run"
        return DOUBT, (f"{killed[1]} of its mutants survive"
                       if killed[1] else f"{min(covered)} % are covered")
    level, why = min((of_instance(module, p) for p in of), key=lambda found: found[0])
    part = lacks(module, preset)
    return (min(level, PART) if part else level), "; ".join(filter(None, [part, why]))


# ---- tables


def whole_like(module, preset):
    """Whether a proof of a top level has this module with the features that it has in the preset:
    what is assumed of its inputs is asserted there.
    """
    return any(
        all(
            any(not differences(module, p, have)[1] for have in instances(proof["name"], module))
            for p in instances(preset, module)) for proof in proofs()
        if proof["top"] in WHOLE and proof["unbounded"])


def whole_lacks(module, preset):
    """What no proof of a top level has as the preset has it; "" if one has all of it."""
    if whole_like(module, preset):
        return ""
    near = [({k: (have[k], p[k]) for k in differences(module, p, have)[1]}, proof["name"])
            for proof in proofs() if proof["top"] in WHOLE and proof["unbounded"]
            for p in instances(preset, module) for have in instances(proof["name"], module)]
    if not near:
        return "no proof of a top level has this module"
    lacks, name = min(near, key=lambda n: len(n[0]))
    return f"nearest top level: proof {name}: " + ", ".join(
        f"{k} = {have} (preset: {v})" for k, (have, v) in lacks.items())


def why_text(module, found):
    """Remarks on a module: of all presets, and of each."""
    of = [known("no_property")[module]] if module in known("no_property") else []
    if module in known("within"):
        of.append(f"proven as a part of {known('within')[module]}")
    of += [f"*{preset}*: {why}" if preset else why for preset, (_, why) in found.items() if why]
    return "; ".join(
        of + [f"*{preset}*: {why}" for preset, (level, had) in found.items()
         if preset and level not in (ABSENT, EMPTY) and not had
         and (why := whole_lacks(module, preset))])


def columns(module):
    """What the sign stands on: proofs, mutants, coverage."""
    killed, covered = mutants(module), coverage(module)
    parts = " with its parts" if module in known("within").values() else ""
    return [
        str(len(proofs_of(module)) or "—"),
        f"{killed[0] - killed[1]} of {killed[0]}{parts}" if killed else "—",
        f"{min(covered):.4g} %" if covered else "—"
    ]


def signs_table():
    return [
        "| | |", "|---|---|",
        *(f"| {whole(WORDS[level])} | {text} |" for level, text in SAYS.items())
    ]


def whole(text):
    """In one line, but for lists and a remark."""
    return re.sub("(?<!,) (?!with its)", "\u00a0", text)


def inside():
    """Modules that some preset has, the top level last, with their signs."""
    of = [m for m in modules() if not is_package(m) and any(instances(p, m) for p in lists.PRESETS)]
    return {
        m: {p: sign(m, instances(p, m), p)
            for p in lists.PRESETS}
        for m in sorted(of, key=lambda m: m == "weir")
    }


def presets_table():
    rows = [
        f"| module | {' | '.join(lists.PRESETS)} | proofs | in the top level | mutants found | "
        f"covered |", "|---" * (len(lists.PRESETS) + 5) + "|"
    ]
    for module, found in inside().items():
        shown = ", ".join(
            p for p in lists.PRESETS if instances(p, module) and whole_like(module, p)) or "—"
        proven, *rest = columns(module)
        cells = [
            "**top level: weir**" if module == "weir" else module,
            *(WORDS[level] for level, _ in found.values()), proven, shown, *rest
        ]
        rows.append(f"| {' | '.join(map(whole, cells))} |")
    events = [f"{campaign(p) / 1e6:,.0f} million" for p in lists.PRESETS]
    return [
        *rows,
        f"| events in [the campaign](campaign.md) | {' | '.join(map(whole, events))} | | "
        f"| | |"
    ]


def counts_table():
    """How many modules of each preset have each sign."""
    found = inside()
    levels = [level for level in SAYS if level != ABSENT]
    return [
        f"| preset | {' | '.join(whole(WORDS[level]) for level in levels)} |",
        "|---" * (len(levels) + 1) + "|", *(
            f"| {preset} | " + " | ".join(
                str(sum(of[preset][0] == level
                        for of in found.values())) for level in levels) + " |"
            for preset in lists.PRESETS)
    ]


def why_table():
    rows = [f"| {module} | {why_text(module, found)} |" for module, found in inside().items()]
    return [
        "| module | remarks |", "|---|---|",
        *(row for row in rows if not row.endswith("|  |"))
    ]


def beside_table():
    """Modules that no preset has, at their defaults."""
    rows = [
        "| module | | trust | proofs | mutants found | remarks |",
        "|---|---|---|---|---|---|"
    ]
    kinds = {
        "rtl": "beside the unit", "bus": "bus shell", "snoop": "snoop of a bus",
        "retire": "retire adapter", "": "package"
    }
    kind = lambda m: "" if is_package(m) else Path(modules()[m]).parent.name
    outside = [
        m for m in modules() if is_package(m) or not any(instances(p, m) for p in lists.PRESETS)
    ]
    for module in sorted(outside, key=lambda m: list(kinds).index(kind(m))):
        found = sign(module, instances("", module) or [{}])
        proven, killed, _ = columns(module)
        by_proofs = table("mutation", "module").get(module, {}).get("killed by proofs")
        why = [why_text(module, {"": found})]
        if found[0] == PROVEN and by_proofs == "0":  # which go before the tests here
            why.append("none of its mutants is killed by a proof, all by a test")
        rows.append(
            f"| {module} | {whole(kinds[kind(module)])} | {whole(WORDS[found[0]])} | {proven} | "
            f"{whole(killed)} | {'; '.join(filter(None, why))} |")
    return rows


# ---- of which RTL the results are

REVISION = re.compile(
    r"(?:RTL\s+of|and\s+of|RTL:\s+commit|^(?:## )?Revision|^Weir)\s+([0-9a-f]{7,40}(?:-dirty)?)\b|"
    r"\| ([0-9a-f]{7,40}(?:-dirty)?) \|$", re.M)


def circuit(text):
    """What is left of SystemVerilog without comments and without what stands under FORMAL."""
    out, inside = [], []  # of each `ifdef: whether what follows counts
    for line in text.splitlines():
        words = line.split("//")[0].split()
        if words[:1] in (["`ifdef"], ["`ifndef"]):
            inside.append([words[1] == "FORMAL", words[0] == "`ifndef"])
        elif words[:1] == ["`else"]:
            inside[-1][1] = not inside[-1][1]
        elif words[:1] == ["`endif"]:
            inside.pop()
        elif words and all(counts for formal, counts in inside if formal):
            out.append(" ".join(words))
    return "\n".join(out)


def code(text):
    """What is left without comments."""
    lines = (" ".join(line.split("//")[0].split()) for line in text.splitlines())
    return "\n".join(filter(None, lines))


def digests(files):
    """{file: (its circuit, all its code)} of {file: text}; what is for proofs alone has no circuit.
    """
    alone = lambda f: f.endswith("_fv.svh") or f.startswith("sim/formal/")
    return {f: ("" if alone(f) else circuit(text), code(text)) for f, text in files.items()}


IS_RTL = re.compile(r"(?:rtl|sim/formal)/.*\.(?:sv|svh|v)")


@functools.cache
def digests_now():
    return digests({
        str(f.relative_to(ROOT)): f.read_text()
        for folder in ("rtl", "sim/formal") for f in (ROOT / folder).rglob("*")
        if IS_RTL.fullmatch(str(f.relative_to(ROOT)))
    })


@functools.cache
def changes(revision):
    """Of how many files the circuit is another than in this revision, and of how many others the
    properties; None if the history does not have it. An object that no branch holds is in no other
    clone.
    """
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, capture_output=True)
    revision = revision.removesuffix("-dirty")
    if git("merge-base", "--is-ancestor", revision, "HEAD").returncode:
        return None
    done = git("archive", revision, "rtl", "sim/formal")
    if done.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        files = {m.name: tar.extractfile(m).read().decode()
                 for m in tar if IS_RTL.fullmatch(m.name)}
    then, now = digests(files), digests_now()
    kinds = [[then.get(f, ("", ""))[k] != now.get(f, ("", ""))[k] for k in (0, 1)]
             for f in then.keys() | now.keys()]
    return sum(rtl for rtl, _ in kinds), sum(any_of and not rtl for rtl, any_of in kinds)


def changed(revision):
    """Of how many files of the RTL the circuit is another; None if the history does not have it."""
    found = changes(revision)
    return None if found is None else found[0]


def has_history():
    done = subprocess.run(["git", "rev-parse", "--is-shallow-repository"],
                          cwd=ROOT,
                          capture_output=True,
                          text=True)
    return done.stdout.strip() == "false"


def revisions(page):
    """Those that a page names, in its order; PAGE#SECTION: below this heading."""
    path, _, section = page.partition("#")
    text = (ROOT / "docs" / path).read_text()
    if section == "proofs":
        known, most, _ = prove.dates(text)
        return list(dict.fromkeys([most, *known]))
    text = text[text.index(f"\n## {section.capitalize()}\n"):] if section else text
    return list(
        dict.fromkeys(a or b for a, b in REVISION.findall(text) if a or re.search("[a-f]", b)))


def results_table():
    rows = [
        "| results | made by | revision that they name: files of the RTL that are others now | so "
        "they are of |", "|---|---|---|---|"
    ]
    for result in (step for step in release.steps("release") if step.get("rtl")):
        page, = result["pages"]
        page = f"evidence/{page.replace('#', '.md#') if '#' in page else page + '.md'}"
        names = revisions(page)
        counts = {name: changed(name) for name in names}
        if "checked" in result:
            test = result["checked"].partition("::")[0]
            so = f"this RTL: [compared](../../tests/{test}) in every `make test`"
        elif not names:
            so = "an RTL that is not named"
        elif None in counts.values():
            so = "an RTL that is not in this repository"
        else:
            so = "this RTL" if not any(counts.values()) else "an RTL before this" if all(
                counts.values()) else "in part an RTL before this"
        if result["name"] == "formal":
            run = written.plan()
            so += "; every `make test` runs " + " and ".join(
                f"{sum(i.get('quick', False) for i in of)} of {len(of)} {kind}s"
                for kind, of in run.items())
        named = ", ".join(
            f"{name}: {'?' if count is None else count}" for name, count in counts.items())
        if result["name"] == "formal" and len(names) > 1:
            named = f"{len(names)}, see [the table there](#proofs)"
        rows.append(
            f"| [{re.sub(r'.*/|[.]md|.*#', '', page)}]({plan.link(page)}) | "
            f"`make {result['name']}` | "
            f"{named or '—'} | {so} |")
    return rows


def kills_table():
    """Of the mutants that proofs kill: by a counterexample, or only no longer inductive."""
    rows = re.findall(r"^\| \w+ \|.*\| \w+ \| \S+, (cycle|in a step)\b.* \|$", PAGE.read_text(),
                      re.M)
    found = [(by, len(numbers)) for of in carried.stored().values()
             for by, numbers in of["killed"].items() if by.startswith("proof")]
    count = lambda end: sum(n for by, n in found if re.search(end, by))
    cells = {
        "[of the proofs](#mutants), one line each": (rows.count("cycle"), rows.count("in a step")),
        "[of the netlists](mutation.md), those killed by proofs (`sim/netlist/carried.toml`)":
            (count(r"fails in cycle \d+$"), count("no longer follows$"))
    }
    return ["| mutants | counterexample | no longer inductive |", "|---|---|---|",
            *(f"| {name} | {a} | {b} |" for name, (a, b) in cells.items())]


TABLES = {
    "kills": kills_table, "counts": counts_table, "signs": signs_table,
    "presets": presets_table, "why": why_table, "beside": beside_table, "results": results_table
}


def with_tables(text):
    """The page with its tables as they must be. A copy without the history leaves the one of
    revisions as it is.
    """
    def renewed(mark):
        return mark[0] if mark[1] == "results" and not has_history() else "\n".join(
            [f"<!-- trust {mark[1]} -->", *TABLES[mark[1]](), ""])

    return MARK.sub(renewed, with_history(text) if has_history() else text)


def with_history(text):
    """The page with what the history says of the revisions of the proofs."""
    def row(found):
        cells = [c.strip() for c in found[0].strip("|\n").split("|")]
        if not re.fullmatch(r"[0-9a-f]{7,40}", cells[0]):
            return found[0]
        counts = changes(cells[0])
        cells[2:5] = ["no", "?", "?"] if counts is None else ["yes", *map(str, counts)]
        return f"| {' | '.join(cells)} |\n"

    return prove.ROWS.sub(lambda rows: re.sub(r"^\|.*\n", row, rows[0], flags=re.M), text,
                          count=1)


if __name__ == "__main__":
    PAGE.write_text(prove.current(PAGE.read_text(), written.plan()))
    PAGE.write_text(with_tables(PAGE.read_text()))
    print(f"wrote {PAGE.relative_to(ROOT)}")
