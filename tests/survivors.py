# SPDX-License-Identifier: Apache-2.0
"""Common to the campaigns of mutants of the RTL (sim/netlist/mutate.py) and of the C
(tests/c/mutate.py): stored results, tests run on a mutant, and the list of survivors.
"""

import contextlib
import json
import multiprocessing
import os
import resource
import signal
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def results(folder, key):
    """The file of the results of what `key` stands for, an entry of JSON a line; those of others
    are gone.
    """
    kept = folder / f"results-{key}.jsonl"
    for old in set(folder.glob("results-*.jsonl")) - {kept}:
        old.unlink()
    return kept


def recorded(kept):
    """The entries of a file of results."""
    for line in kept.read_text().splitlines() if kept.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):  # the last line, if it was stopped there
            yield json.loads(line)


class Reports:
    """A plugin of pytest: reports of each test that passes, and the first that fails."""
    def __init__(self):
        self.passed, self.failed = {}, None

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = self.failed or report.nodeid
        elif report.when == "call" and report.passed:
            self.passed[report.nodeid] = self.details(report)

    def details(self, report):
        return report.duration


def tests_run(nodes, environment, seconds, log, *options, reports=None):
    """Runs tests in a process with a limit of CPU time in seconds. Returns ({test that passed:
    its details}, the first that failed).
    """
    result = log.with_suffix(".json")
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            os.environ.update(environment)
            os.chdir(ROOT)
            for number in (1, 2):
                os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            import pytest
            reports = reports or Reports()
            pytest.main([
                "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line",
                f"--basetemp={log.with_suffix('.tmp')}", "--rootdir",
                str(ROOT), *options, *nodes
            ],
                        plugins=[reports])
            result.write_text(json.dumps([reports.passed, reports.failed]))
        os._exit(0)
    os.waitpid(child, 0)
    return json.loads(result.read_text()) if result.exists() else ({}, "hangs")


def with_mutants(files):
    """These files of the RTL, with that of WEIR_MUTATED in the place of the one of its name; and
    which of its mutants is to be at work, as a plusarg.
    """
    mutated = Path(os.environ.get("WEIR_MUTATED", "none"))
    return [mutated if Path(file).name == mutated.name else ROOT / file
            for file in files], f"+mutant={os.environ.get('WEIR_MUTANT', 0)}"


def outcomes(name, attempt, jobs):
    """Runs jobs, JOBS at a time. Gives what attempt() tells of each as it ends: the number of its
    mutant, what killed it or None, and more.
    """
    survive = 0
    with multiprocessing.Pool(int(os.environ.get("JOBS", 1)), signal.signal,
                              (signal.SIGINT, signal.SIG_IGN)) as pool:
        for done, result in enumerate(pool.imap_unordered(attempt, jobs), 1):
            survive += result[1] is None
            yield result
            if done % 50 == 0 or done == len(jobs):
                print(f"{name}: {done} of {len(jobs)} run, {survive} of them survive", flush=True)


def explain(mutants, entries, fits):
    """Gives each survivor the reason of the entry of equivalents.toml that fits it, where there is
    one. Gives an error for each entry that fits none.
    """
    for entry in entries:
        found = [m for m in mutants if m["by"] is None and fits(m, entry)]
        for m in found:
            m["why"] = entry["why"]
        if not found:
            where = entry.get("module") or f"{entry['file']}: {entry['function']}"
            line = entry.get("statement") or entry.get("code") or " ".join(entry["labels"])
            yield f"equivalents.toml: nothing that survives fits {where}: {line}"


def share(those):
    """How many of those that differ are killed, in %."""
    return 100 * sum(m["by"] is not None for m in those) / max(1, sum("why" not in m
                                                                      for m in those))


def code(text):
    """Code in a cell of a table in Markdown."""
    return f"``{text}``" if "`" in text else f"`{text}`".replace("|", "\\|")
