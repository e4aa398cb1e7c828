# SPDX-License-Identifier: Apache-2.0
"""Builds the programs in another way, with the same make rules: in build/NAME, a second tree of
links to the project with some files replaced. Tests use its programs by WEIR_BUILD.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ["venv", "deps", "sim", "fw",
          "soc"]  # of build/: what is not C of the host is what it is there


def tree(name, replaced=()):
    """Makes the tree.

    Replaced are folders and files: copies that may be changed. Returns its folder.
    """
    folder = ROOT / "build" / name
    for entry in ROOT.iterdir():
        if entry.name != "build" and not entry.name.startswith("."):
            link(folder / entry.name, entry, [ROOT / r for r in replaced])
    for entry in SHARED:
        link(folder / "build" / entry, ROOT / "build" / entry, [])
    return folder


def link(at, to, replaced):
    """A link, or a folder of links if something in it is replaced; copies of what is."""
    at.parent.mkdir(parents=True, exist_ok=True)
    if any(r == to for r in replaced):
        if to.is_dir():
            shutil.copytree(to, at, dirs_exist_ok=True)
        else:
            shutil.copy2(to, at)
    elif any(to in r.parents for r in replaced):
        at.mkdir(exist_ok=True)
        for entry in to.iterdir():
            link(at / entry.name, entry, replaced)
    elif not at.is_symlink():
        at.symlink_to(to)


def make(folder, programs, compiler, fuzzer, *more):
    """Builds programs of the tree with a compiler and its flags.

    Fuzzer: those of programs under libFuzzer; more variables of make.
    """
    done = subprocess.run([
        "make", "--no-print-directory", f"-j{os.environ.get('JOBS', 1)}", "-C", folder,
        f"CC={compiler}", f"CXX={compiler.replace('clang', 'clang++', 1)}", f"LIB_FUZZ={fuzzer}",
        *more, *programs
    ],
                          capture_output=True,
                          text=True)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-6000:])


def environment(folder, **more):
    return {**os.environ, "WEIR_BUILD": str(folder / "build"), **more}


def run_tests(folder, nodes, env, log):
    """Runs tests of tests/ with the programs of the tree.

    Returns how many passed; what fails stops.
    """
    done = subprocess.run([
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "-rf", *nodes
    ],
                          cwd=ROOT / "tests",
                          env=env,
                          capture_output=True,
                          text=True)
    log.write_text(done.stdout + done.stderr)
    if done.returncode:
        sys.exit(done.stdout[-4000:])
    return int(re.search(r"(\d+) passed", done.stdout)[1])
