# SPDX-License-Identifier: Apache-2.0
"""release.py, in a small repository with steps of its own: what has passed is not run again, what
was not run is not called passed, and a page of another revision is found.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "release.py"
STEPS = """
[[step]]
name = "speed"
in = ["bench", "release"]
pages = ["speed"]
[[step]]
name = "proof"
in = ["release"]
make = "SEEDS=1-9"
pages = ["proof#all"]
[[step]]
name = "java"
in = ["release"]
[[step]]
name = "rtos"
in = ["release"]
needs = "RTOS=DIR, its sources"
"""
MAKEFILE = """
speed:
	@echo x >> $(COUNTS)/speed; cat source > docs/evidence/speed.md
proof:
	@echo x >> $(COUNTS)/proof; echo $(SEEDS) > docs/evidence/proof.md; test ! -e $(COUNTS)/broken
java:
	@test -e $(COUNTS)/java || echo "java: NOT RUN. It needs Java"
rtos:
	@test $(RTOS) = here
dist:
	@echo x >> $(COUNTS)/dist; mkdir -p build/dist; cat docs/evidence/*.md > build/dist/archive
"""
LONG = """
long:
	@mkdir -p build/long; echo x >> build/long/rounds; cat build/long/rounds | wc -l
	@test -e $(COUNTS)/fast || sleep 60
"""
STRICT = """
strict:
	@test ! -e other
	@ls build/begun 2> /dev/null || touch build/begun
	@git status --porcelain
	@test -e docs/needed.md
	@cp source docs/evidence/strict.md
"""
OF_PAGES = """
[[step]]
name = "dist"
in = ["release"]
documents = true
"""


class Repository:
    def __init__(self, folder):
        self.folder, self.counts = folder / "work", folder / "counts"
        for path in ("tests", "docs/evidence", "sim/deps", "rtl/regs", "sw/libweir", "build"):
            (self.folder / path).mkdir(parents=True)
        self.counts.mkdir()
        shutil.copy(SCRIPT, self.folder / "tests")
        for path, text in (("tests/steps.toml", STEPS), ("Makefile", MAKEFILE), ("source", "one\n"),
                           ("rtl/regs/weir.rdl", "} stream[7:0] = 3; } VERSION @ 4"),
                           ("sw/libweir/libweir.mk", "LIBWEIR_VERSION := 0.1\n"),
                           (".gitignore", "build\n"), ("docs/evidence/plan.md", "")):
            (self.folder / path).write_text(text)
        self.env = {**os.environ, "COUNTS": str(self.counts), "GIT_CONFIG_GLOBAL": "/dev/null"}
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=w", "-c", "user.email=w", *words],
                       cwd=self.folder, env=self.env, check=True)  # fmt: skip

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "x")

    def release(self, *words, **more):
        return subprocess.run([sys.executable, "tests/release.py", *words],
                              cwd=self.folder,
                              env={**self.env, **more},
                              capture_output=True,
                              text=True)

    def ran(self, step):
        path = self.counts / step
        return len(path.read_text().split()) if path.exists() else 0

    def evidence(self):
        path = max((self.folder / "build/release").glob("*/evidence.json"),
                   key=lambda p: p.stat().st_mtime_ns)
        found = json.loads(path.read_text())
        return found, {row["step"]: row["state"] for row in found["steps"]}


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_goes_on(repository):
    (repository.counts / "broken").touch()
    done = repository.release("run", "--page", "docs/page.md")
    assert done.returncode == 1, done.stderr
    found, states = repository.evidence()
    assert states == {"speed": "passed", "proof": "failed", "java": "not run", "rtos": "not run"}
    assert "It needs Java" in done.stdout and "needs RTOS=DIR" in done.stdout
    assert not found["good"] and found["versions"] == {"stream": "3", "library": "0.1"}
    page = (repository.folder / "docs/page.md").read_text()
    assert "1 steps passed, 1 failed, 2 were not run" in page and "Not complete" in page
    assert "proof has not written it of this revision" in page

    (repository.counts / "broken").unlink()
    (repository.counts / "java").touch()
    done = repository.release("run", RTOS="here")
    assert done.returncode == 0, done.stderr
    assert (repository.ran("speed"), repository.ran("proof")) == (1, 2)
    found, states = repository.evidence()
    assert found["good"] and set(states.values()) == {"passed"}
    assert (repository.folder / "docs/evidence/proof.md").read_text() == "1-9\n"
    assert all(len(row["log"]) == 64 for row in found["steps"])

    (repository.folder / "sim/netlist").mkdir(parents=True)
    (repository.folder / "sim/netlist/carried.toml").touch()
    repository.commit()  # pages, and results of mutants: the same sources
    assert repository.release("evidence").returncode == 0
    (repository.folder / "docs/evidence/speed.md").write_text("better\n")
    done = repository.release("evidence")
    assert done.returncode == 1 and "speed.md: it is not as speed left it" in done.stderr


def test_changed_meanwhile(repository):
    """Sources that are committed while steps run: what ran is not called a result of them."""
    with (repository.folder / "Makefile").open("a") as file:
        file.write("commit:\n\t@echo two > source; git add -A; "
                   "git -c user.name=w -c user.email=w commit -qm x\n")
    (repository.folder / "tests/steps.toml").write_text(
        '[[step]]\nname = "commit"\nin = ["release"]\n')
    repository.commit()
    done = repository.release("run")
    assert done.returncode == 1 and "commit: not run" in done.stderr
    assert repository.evidence()[1] == {"commit": "not run"}


def test_another_revision(repository):
    (repository.counts / "java").touch()
    assert repository.release("run", RTOS="here").returncode == 0
    (repository.folder / "source").write_text("two\n")
    done = repository.release("run")
    assert done.returncode == 1 and "commit first: source" in done.stderr
    repository.commit()
    done = repository.release("evidence")
    assert done.returncode == 1 and set(repository.evidence()[1].values()) == {"not run"}
    assert repository.release("run", RTOS="here").returncode == 0 and repository.ran("speed") == 2


def test_what_is_of_committed_pages(repository):
    """A step of the documents runs when the pages of the others are committed, and again for other
    pages; the page of evidence is none of them. Without it nothing of build/dist is cited.
    """
    (repository.folder / "tests/steps.toml").write_text(STEPS + OF_PAGES)
    (repository.counts / "java").touch()
    repository.commit()
    run = lambda: repository.release("run", "--page", "docs/evidence/release.md", RTOS="here")
    done = run()
    assert done.returncode == 1 and repository.ran("dist") == 0
    assert "commit the pages first: 2 differ from the last commit, as docs/evidence/proof.md" in (
        done.stderr)
    assert repository.evidence()[1]["dist"] == "not run"

    repository.commit()
    assert run().returncode == 0 and repository.ran("dist") == repository.ran("speed") == 1
    assert list(repository.evidence()[0]["artifacts"]) == ["archive"]
    repository.commit()  # the page of evidence alone
    assert run().returncode == 0 and repository.ran("dist") == 1

    (repository.folder / "docs/other.md").write_text("more\n")
    assert repository.release("evidence").returncode == 0
    repository.commit()
    done = repository.release("evidence")
    assert done.returncode == 1 and not repository.evidence()[0]["artifacts"]
    assert run().returncode == 0 and repository.ran("dist") == 2 and repository.ran("speed") == 1


def test_a_step_that_reads_less(repository):
    """A result from before `reads` named fewer files is one of now, if these are the same in its
    revision, and what was run is.
    """
    steps = repository.folder / "tests/steps.toml"
    proof = '[[step]]\nname = "proof"\nin = ["release"]\npages = ["proof"]\nmake = "SEEDS={}"\n'
    steps.write_text(proof.format(1) + 'reads = ["fuzz"]\n')
    (repository.folder / "fuzz").mkdir()
    for name in ("proof_fuzz.c", "speed_fuzz.c"):
        (repository.folder / "fuzz" / name).write_text("one\n")
    repository.commit()
    assert repository.release("run").returncode == 0 and repository.ran("proof") == 1

    steps.write_text(proof.format(1) + 'reads = ["fuzz/proof*"]\n')
    (repository.folder / "fuzz/speed_fuzz.c").write_text("two\n")
    repository.commit()
    assert repository.release("run").returncode == 0 and repository.ran("proof") == 1

    (repository.folder / "fuzz/proof_fuzz.c").write_text("two\n")
    repository.commit()
    assert repository.release("evidence").returncode == 1
    assert repository.release("run").returncode == 0 and repository.ran("proof") == 2

    steps.write_text(proof.format(2) + 'reads = ["fuzz/proof*"]\n')
    repository.commit()
    assert repository.release("evidence").returncode == 1

    steps.write_text(proof.format(1) + 'reads = ["fuzz/*.c"]\n')
    repository.commit()
    result = repository.folder / "docs/evidence/release/proof.json"
    result.write_text(re.sub(r'"revision": "\w+"', f'"revision": "{"0" * 40}"',
                             result.read_text()))
    assert repository.release("evidence").returncode == 1  # of a revision that is not here


def test_a_change_of_checks(repository):
    """A change of tests/unit, of the table or of the program is one for steps that say that they
    check these. Others hold, unless another file or what they run has changed.
    """
    steps, unit = repository.folder / "tests/steps.toml", repository.folder / "tests/unit"
    unit.mkdir()
    step = '[[step]]\nname = "{}"\nin = ["release"]\npages = ["{}"]\n'

    def ran(name, text, make=""):
        (repository.folder / name).write_text(text)
        steps.write_text(step.format("speed", "speed") + 'checks = true\n' +
                         step.format("proof", "proof") + make)
        repository.commit()
        before = [repository.ran(name) for name in ("speed", "proof")]
        is_good = repository.release("evidence").returncode == 0
        assert repository.release("run").returncode == 0
        after = [repository.ran(name) for name in ("speed", "proof")]
        assert is_good == (before == after)
        return [there - here for there, here in zip(after, before)]

    assert ran("tests/unit/test_one.py", "one\n") == [1, 1]
    assert ran("tests/unit/test_one.py", "two\n") == [1, 0]
    assert ran("tests/unit/test_two.py", "one\n") == [1, 0]
    program = repository.folder / "tests/release.py"
    assert ran("tests/release.py", program.read_text() + "# more\n") == [1, 0]
    assert ran("tests/unit/front.py", "one\n") == [1, 1]
    assert ran("rtl/stage.sv", "// one\n") == [1, 1]
    assert ran("rtl/stage.sv", "// two\n") == [1, 1]
    assert ran("docs/other.md", "one\n") == [0, 0]
    assert ran("docs/other.md", "one\n", 'make = "SEEDS=2"\n') == [1, 1]

    # As the results of releases before there was the key: of all files.
    result = repository.folder / "docs/evidence/release/proof.json"
    result.write_text(re.sub(r'"sources": "\w+"', f'"sources": "{"0" * 16}"', result.read_text()))
    assert ran("tests/unit/test_one.py", "three\n", 'make = "SEEDS=2"\n') == [1, 0]


def test_a_change_of_comments(repository):
    """A step that names what it reads holds if only comments have changed there. Strings, and
    comments that proofs, mutants or Verilator read, are none.
    """
    step = '[[step]]\nname = "proof"\nin = ["release"]\npages = ["proof"]\nreads = ["rtl"]\n'
    (repository.folder / "tests/steps.toml").write_text(step)

    def ran(text, name="stage.sv"):
        (repository.folder / "rtl" / name).write_text(text)
        repository.commit()
        is_good = repository.release("evidence").returncode == 0
        before = repository.ran("proof")
        assert repository.release("run").returncode == 0
        assert is_good == (repository.ran("proof") == before)
        return not is_good

    assert ran("assign a = 4'h1; // one\n")
    assert not ran("/* of two\nlines */\nassign a = 4'h1;  // hart's \"other\n\n")
    assert ran("assign a = 4'h2; // one\n")
    assert ran("assign a = 4'h2;  // @one\nassign b = 1;\n")
    assert ran("assign a = 4'h2;\nassign b = 1;  // @one\n")
    assert ran("/* verilator lint_off WIDTH */\nassign a = 4'h2;\n")
    assert ran("assign a = 4'h2;\n//! proof: stage\n")
    assert ran("assign a = 4'h2;\n\n//! proof: stage\n")

    assert ran('const char *a = "http://one", quote = \'"\'; // one\n', "a.c")
    assert not ran('const char *a = "http://one", quote = \'"\'; // two\n', "a.c")
    assert ran('const char *a = "http://two", quote = \'"\'; // two\n', "a.c")
    assert ran('const char *a = "http://two", quote = \'"\';\nint b; // two\n', "a.c")
    assert ran("int b; // two \\\nint c;\nint d;\n", "a.c")
    assert ran("int b; // two\nint c;\nint d;\n", "a.c")
    assert ran("# one\n", "a.py") and ran("# two\n", "a.py")
    (repository.folder / "rtl/b.c").write_text("// nothing but words\n")
    repository.commit()
    assert repository.release("evidence").returncode == 1


def test_what_a_step_reads(repository):
    """A step that names what it reads has nothing else, runs again only if that has changed, and
    goes on in the same tree where it stopped.
    """
    step = '[[step]]\nname = "{0}"\nin = ["release"]\npages = ["{0}"]\nreads = ["source"]\n'
    (repository.folder / "tests/steps.toml").write_text(step.format("proof") +
                                                        step.format("strict"))
    (repository.folder / "other").write_text("one\n")
    (repository.folder / "docs/evidence/strict.md").write_text("of another\n")
    with (repository.folder / "Makefile").open("a") as file:
        file.write(STRICT)
    repository.commit()
    done = repository.release("run")
    assert done.returncode == 1 and repository.evidence()[1]["strict"] == "failed"
    (repository.folder / "docs/needed.md").write_text("later\n")  # with the next commit
    repository.commit()
    done = repository.release("run")
    assert done.returncode == 0, done.stderr
    found, _ = repository.evidence()
    log, = repository.folder.glob("build/release/*/strict.log")
    assert log.read_text() == "build/begun\n"
    assert (repository.folder / "docs/evidence/strict.md").read_text() == "one\n"
    assert not list(repository.folder.glob("build/release/*/trees/*"))

    (repository.folder / "other").write_text("two\n")
    (repository.folder / "rtl/rtl.mk").write_text("# of other targets\n")
    repository.commit()
    assert repository.release("run", "--page", "docs/page.md").returncode == 0
    assert repository.ran("proof") == 1
    assert f"| passed | {found['revision'][:12]} |" in (repository.folder / "docs/page.md"
                                                        ).read_text()
    (repository.folder / "source").write_text("two\n")
    repository.commit()
    assert repository.release("evidence").returncode == 1
    assert repository.release("run").returncode == 0 and repository.ran("proof") == 2
    with (repository.folder / "Makefile").open("a") as file:
        file.write("include rtl/rtl.mk\n")
    repository.commit()
    assert repository.release("run").returncode == 0 and repository.ran("proof") == 3


def test_goes_on_in_another_clone(repository, tmp_path):
    """Results and what an interrupted step resumes from are committed; a clone runs what is left.
    """
    script = repository.folder / "tests/release.py"
    script.write_text(script.read_text().replace("SAVED = 60", "SAVED = 0.1"))
    (repository.folder / "tests/steps.toml").write_text(
        STEPS + '[[step]]\nname = "long"\nin = ["release"]\nresumes = ["long/*"]\n')
    with (repository.folder / "Makefile").open("a") as file:
        file.write(LONG)
    (repository.counts / "java").touch()
    repository.commit()
    saved = repository.folder / "docs/evidence/release/long/long/rounds"
    process = subprocess.Popen([sys.executable, "tests/release.py", "run"], cwd=repository.folder,
                               env={**repository.env, "RTOS": "here"},
                               start_new_session=True)  # fmt: skip
    while not saved.exists():
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    repository.commit()

    subprocess.run(["git", "clone", "-q", repository.folder, tmp_path / "clone"], check=True)
    repository.folder = tmp_path / "clone"
    (repository.counts / "fast").touch()
    done = repository.release("run", RTOS="here")
    assert done.returncode == 0, done.stderr
    assert (repository.ran("speed"), repository.ran("proof")) == (1, 1)
    log, = repository.folder.glob("build/release/*/long.log")
    assert log.read_text() == "2\n" and not (
        repository.folder / "docs/evidence/release/long").exists()
    assert repository.evidence()[0]["good"]


def test_steps_that_write_parts_of_a_page(repository):
    """The page must be as the latest of them left it, in whatever order they ran."""
    with (repository.folder / "Makefile").open("a") as file:
        file.write("one two:\n\t@echo $@ >> docs/evidence/parts.md; sleep 1.1\n")
    step = '[[step]]\nname = "{}"\nin = ["release"]\npages = ["parts"]\n'
    (repository.folder / "tests/steps.toml").write_text(step.format("one") + step.format("two"))
    repository.commit()
    assert repository.release("run", "--only", "two").returncode == 1
    assert repository.release("run", "--only", "one").returncode == 0, repository.evidence()
    (repository.folder / "docs/evidence/parts.md").write_text("changed\n")
    done = repository.release("evidence")
    assert done.returncode == 1 and "parts.md: it is not as one left it" in done.stderr


def test_steps_name_the_page_of_their_section():
    """`--page STEP` of a program writes a section of cores.md."""
    root = SCRIPT.parents[1]
    listed = {s["name"]: s.get("pages", [])
              for s in tomllib.loads((root / "tests/steps.toml").read_text())["step"]}
    writes = [name for file in (root / "sim/soc").glob("*.mk")
              for name in re.findall(r"--page \"?(regress-\w+)", file.read_text())]
    assert len(writes) > 2 and all("cores" in listed[name] for name in writes)


def test_what_a_step_needs_is_for_it_alone(repository):
    """`make release RTOS=DIR`: a step that does not need it must not find it."""
    with (repository.folder / "Makefile").open("a") as file:
        file.write("alone:\n\t@test -z '$(RTOS)' && ! env | grep RTOS\n")
    (repository.folder / "tests/steps.toml").write_text(
        STEPS + '[[step]]\nname = "alone"\nin = ["release"]\n')
    repository.commit()
    repository.release("run", "--only", "rtos,alone", RTOS="here", MAKEFLAGS=" -- RTOS=here")
    states = repository.evidence()[1]
    assert (states["rtos"], states["alone"]) == ("passed", "passed")


def test_slurm(repository, tmp_path):
    """Steps as tasks of an array, each in a tree of its own; an sbatch of a few lines runs them."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "sbatch").write_text("""#!/bin/bash
for word; do case $word in
  --array=0-*) last=${word#--array=0-} ;; --wrap=*) wrapped=${word#--wrap=} ;; esac; done
for task in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$task bash -c "$wrapped" >&2; done
echo 7
""")
    (tools / "squeue").write_text("#!/bin/sh\n")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    (repository.counts / "java").touch()
    done = repository.release("run", "--runner", "slurm", RTOS="here",
                              PATH=f"{tools}:{os.environ['PATH']}")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert repository.evidence()[0]["good"]
    assert {"yosys", "z3", "verilator", "gcc"} <= repository.evidence()[0]["tools"].keys()
    assert (repository.folder / "docs/evidence/speed.md").read_text() == "one\n"
    assert not list(repository.folder.glob("build/release/*/trees/*"))
