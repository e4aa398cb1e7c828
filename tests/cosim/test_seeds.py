# SPDX-License-Identifier: Apache-2.0
"""Campaigns of many seeds: merged alike by every runner, resumed, failing seeds shrunk; with a
private Slurm on loopback.
"""

import getpass
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import pytest
from bench import ROOT, cpp

SEEDS = ROOT / "sim/bench/seeds.py"
SET = "tiny_short"


def seeds(*words, code=0, **env):
    done = subprocess.run([sys.executable, SEEDS, *map(str, words)],
                          capture_output=True,
                          text=True,
                          timeout=120,
                          env={**os.environ, **env})
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def campaign(out, *words, benches=ROOT / "build/sim", first=1, last=4, **more):
    return seeds("run", "--sets", SET, "--seeds", f"{first}-{last}", "--events", 2000,
                 "--per-chunk", 1, "--benches", benches, "--out", out, *words, **more)  # fmt: skip


def wrap(folder, script):
    """A folder of benches with one, which runs that of `SET` as the script says."""
    bench = folder / SET / "bench"
    bench.parent.mkdir(parents=True)
    bench.write_text(f"#!/bin/sh\nB={cpp(SET)}\n{script}\n")
    bench.chmod(0o755)
    return folder


def test_report_is_the_sum_of_the_runs(tmp_path):
    said = campaign(tmp_path)
    (row, ) = json.loads((tmp_path / "report.json").read_text())
    sums = {}
    for seed in range(1, 5):
        output = subprocess.run(
            [cpp(SET), "--seed", str(seed), "--events", "2000"],
            capture_output=True,
            text=True,
            check=True).stdout
        for name, n, _ in map(str.split, output.splitlines()):
            sums[name] = sums.get(name, 0) + (int(n) if name != "speed" else 0)
    del sums["speed"]
    assert row["sums"] == sums and row["seeds"] == "1-4" and row["runs"] == 4 and not row["failed"]
    assert f"{sums['offered']:,}" in said and "events a second and core" in said


@pytest.mark.parametrize("name", ["TERM", "KILL"])
def test_a_bench_that_somebody_ends_has_not_failed(tmp_path, name):
    """The chunk is run again by the next call."""
    benches = wrap(tmp_path / "benches", f"[ -e {tmp_path}/once ] || {{ : > {tmp_path}/once; "
                                         f"kill -{name} $$; }}\nexec $B \"$@\"")
    campaign(tmp_path / "out", "--jobs", 1, benches=benches, code=2)
    campaign(tmp_path / "out", "--jobs", 1, benches=benches)
    (row, ) = json.loads((tmp_path / "out/report.json").read_text())
    assert row["failed"] == []


def test_page(tmp_path):
    """The page keeps tables of other revisions, counts them in, and names coverage points never
    met.
    """
    def merged(revision, first, offered, failed, **sums):
        chunk = {
            "set": SET, "events": 20000, "first": first, "last": first + 1, "revision": revision,
            "sums": {"offered": offered, "cycles": 7 * offered, **sums},
            "failed": [{"seed": first, "code": 1, "command": "bench", "sign": "differs"}] * failed
        }  # fmt: skip
        folder = tmp_path / f"{revision}.{first}"
        folder.mkdir(exist_ok=True)
        (folder / f"{SET}.20000.{first}-{first + 1}.json").write_text(json.dumps(chunk))
        return folder

    page = tmp_path / "campaign.md"
    seeds("report", merged("aaa1", 1, 1000, 1), "--page", page, code=1)
    last = merged("bbb2", 1, 2500, 0), merged("bbb2", 3, 500, 0, losses=1234)
    for _ in range(2):  # the table of a known revision is replaced
        said = seeds("report", *last, "--page", page)
        text = " ".join(page.read_text().split())
        assert "In all 4,000 events in 28,000 clock cycles; 1 of 6 runs differed." in text
        assert re.findall(r"## Revision (\w+)", text) == [
            "bbb2", "aaa1"
        ] and "1-4 | 20,000 | 3,000 " in text and "1-2 | 20,000 | 1,000 " in text
    count, met = map(int, re.search(rf"\| {SET} \| (\d+) \| (\d+) \|", said).groups())
    assert met == 1 < count


def test_a_failing_seed(tmp_path):
    """The report has a command that fails alike, and a minimal list of actions that does."""
    benches = wrap(
        tmp_path / "benches",
        'case " $* " in *" --seed 3 "*|*" play "*) set -- "$@" --corrupt 4;; esac\nexec $B "$@"')
    said = campaign(tmp_path / "out", benches=benches, code=1)
    (row, ) = json.loads((tmp_path / "out/report.json").read_text())
    assert [f["seed"] for f in row["failed"]] == [3] and row["runs"] == 4
    assert said.count("FAILED") == 1
    first = subprocess.run(re.search(r"FAILED: (.*)", said)[1].split(),
                           capture_output=True,
                           text=True)
    count, command = re.search(r"shrunk to (\d+) actions: (.*)", said).groups()
    again = subprocess.run(command.split(), capture_output=True, text=True)
    assert first.returncode == again.returncode == 1
    for run in first, again:
        assert "the stream is not what it must be" in run.stderr
    script = (tmp_path / "out" / command.split("/")[-1]).read_text()
    lines = [line for line in script.splitlines() if line[0] != "#"]
    assert len(lines) == int(count) < 12
    for left_out in range(len(lines)):
        rest = "\n".join(lines[:left_out] + lines[left_out + 1:])
        other = subprocess.run([benches / SET / "bench", "play", "--seed",
                                command.split()[3], "-"],
                               input=rest,
                               capture_output=True,
                               text=True)
        assert "the stream is not what it must be" not in other.stderr


def test_killed_and_resumed(tmp_path):
    """A killed campaign runs only what is missing; its report equals that of one that was not."""
    campaign(tmp_path / "whole", last=12)
    log = tmp_path / "log"
    slow = wrap(tmp_path / "benches", 'echo "$4 $2" >> "$RUNS"\nsleep 0.05\nexec $B "$@"')
    running = subprocess.Popen([
        sys.executable, SEEDS, "run", "--sets", SET, "--seeds", "1-12", "--events", "2000",
        "--per-chunk", "1", "--jobs", "1", "--benches", slow, "--out", tmp_path / "out"
    ],
                               start_new_session=True,
                               env={**os.environ, "RUNS": str(tmp_path / "killed")})  # fmt: skip
    end = time.monotonic() + 60
    while len(list((tmp_path / "out").glob("*.json"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    had = len(list((tmp_path / "out").glob("*.json")))
    assert 3 <= had < 12
    campaign(tmp_path / "out", "--jobs", 1, benches=slow, last=12, RUNS=str(log))
    assert len(log.read_text().splitlines()) == 12 - had
    assert (tmp_path / "out/report.json").read_bytes() == (tmp_path /
                                                           "whole/report.json").read_bytes()
    log.unlink()
    campaign(tmp_path / "out", benches=slow, last=12, RUNS=str(log))
    assert not log.exists()


@pytest.mark.parametrize("words, message", [(["--seeds", "4-1"], "FIRST-LAST"),
                                            (["--sets", "nothing"], "not built"),
                                            (["--runner", "cloud"], "invalid choice")])
def test_wrong_usage(tmp_path, words, message):
    done = subprocess.run([sys.executable, SEEDS, "run", "--out", tmp_path, *words],
                          capture_output=True,
                          text=True)
    assert done.returncode and message in done.stderr and "Traceback" not in done.stderr


# ---- Slurm


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture
def slurm(tmp_path):
    """slurmctld and slurmd of this user, alone, on loopback; gives the environment of a client."""
    folder, host = tmp_path / "slurm", socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    conf = folder / "slurm.conf"
    conf.write_text(f"""
ClusterName=weir
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser={getpass.getuser()}
SlurmdUser={getpass.getuser()}
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,sched_min_interval=0
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/d.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
    env = {"SLURM_CONF": str(conf), "PATH": "/usr/sbin:/usr/bin:/bin"}
    daemons = []
    try:
        for name in ("slurmctld", "slurmd"):
            with (folder / f"{name}.log").open("w") as log:
                program = shutil.which(name, path=env["PATH"])
                daemons.append(
                    subprocess.Popen([program, "-D", "-f", conf],
                                     env=env,
                                     stdout=log,
                                     stderr=log,
                                     start_new_session=True))
        end = time.monotonic() + 30
        while "idle" not in subprocess.run(["sinfo", "-h", "-o", "%T"],
                                           env=env,
                                           capture_output=True,
                                           text=True).stdout:
            assert time.monotonic() < end, "".join(
                (folder / f"{name}.log").read_text() for name in ("slurmctld", "slurmd"))
            time.sleep(0.1)
        yield env
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
        for daemon in daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(daemon.pid, signal.SIGKILL)
                daemon.wait()


def test_slurm_gives_what_local_gives(tmp_path, slurm):
    campaign(tmp_path / "local")
    said = campaign(tmp_path / "slurm-out", "--runner", "slurm", **slurm)
    assert (tmp_path / "slurm-out/report.json").read_bytes() == (tmp_path /
                                                                 "local/report.json").read_bytes()
    assert "efficiency" in said
    assert len(list((tmp_path / "slurm-out").glob("slurm-*.log"))) == 4  # each seed was a task


def test_slurm_task_that_dies(tmp_path, slurm):
    """The chunks it left are reported, and the next call runs them."""
    once = tmp_path / "died"
    benches = wrap(
        tmp_path / "benches",
        f'if [ -n "$SLURM_JOB_ID" ] && [ "$2" = 2 ] && [ ! -e {once} ]; then\n'
        f'  touch {once}\n  kill -9 $PPID\nfi\nexec $B "$@"')
    campaign(tmp_path / "local")
    campaign(tmp_path / "out", "--runner", "slurm", benches=benches, code=2, **slurm)
    campaign(tmp_path / "out", "--runner", "slurm", benches=benches, **slurm)
    assert (tmp_path / "out/report.json").read_bytes() == (tmp_path /
                                                           "local/report.json").read_bytes()


def test_sources_are_those_of_the_bench():
    sys.path.append(str(SEEDS.parent))
    import seeds as program
    ours = [p for pattern in program.SOURCES for p in ROOT.glob(pattern)]
    assert program.OTHERS <= {p.name for p in ours}
    for path in ours:
        if path.name not in program.OTHERS and path.suffix in (".c", ".cpp", ".h"):
            included = set(re.findall(r'#include "(?:.*/)?([^"/]+)"', path.read_text()))
            assert not included & program.OTHERS, path
    rules = (ROOT / "sim/sim.mk").read_text().partition("# ---- SystemC")[0]
    rules = rules.partition("SIM_SETS")[2]
    assert not any(re.search(rf"\b{name.partition('.')[0]}\b", rules)
                   for name in program.OTHERS)
