#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants each bug of bugs.toml in a scratch copy of the repository; every one of its methods must
go red there, and be green here.

    planted.py [BUG ...]
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "sim/formal"))
import labels  # noqa: E402

OUT = ROOT / "build/planted"


def scratch(name):
    """A copy of what git knows of, as it is here, and of what was built and does not depend on the
    RTL.
    """
    folder = OUT / name
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files"],
                            cwd=ROOT,
                            capture_output=True,
                            text=True,
                            check=True).stdout.splitlines()
    for file in (f for f in listed if (ROOT / f).is_file()):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, folder / file)
    (folder / "build/sim").mkdir(parents=True)
    for link in ("venv", "deps", "weir"):
        (folder / "build" / link).symlink_to(ROOT / "build" / link)
    shutil.copytree(ROOT / "build/sim/obj", folder / "build/sim/obj")
    (folder / "build/sw").mkdir()
    shutil.copy2(ROOT / "build/sw/libflux.a", folder / "build/sw/libflux.a")
    return folder


def attempt(method, folder):
    """Builds what the method needs, and runs it. Returns (exit code, output)."""
    if "make" in method:
        made = subprocess.run(["make", "-o", "setup", "-o", "build/sw/libflux.a", method["make"]],
                              cwd=folder,
                              text=True,
                              capture_output=True)
        if made.returncode:
            raise SystemExit(f"{folder}: make {method['make']} failed\n{made.stdout}{made.stderr}")
    done = subprocess.run(method["run"].split(),
                          cwd=folder,
                          text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="BUG", help="bugs of bugs.toml; without: all")
    options = parser.parse_args()
    bugs, bad = tomllib.loads((Path(__file__).parent / "bugs.toml").read_text())["bug"], 0
    unknown = set(options.names) - {bug["name"] for bug in bugs}
    if unknown:
        parser.error(f"no such bug: {', '.join(sorted(unknown))}")
    for bug in (b for b in bugs if not options.names or b["name"] in options.names):
        folder = scratch(bug["name"])
        text = (folder / bug["file"]).read_text()
        for label, new in bug["change"].items():
            text = labels.replaced(text, label, new)
        (folder / bug["file"]).write_text(text)
        print(f"{bug['name']}: {bug['says']}", flush=True)
        for method in bug["method"]:
            code, said = attempt(method, ROOT)
            if code:
                bad += 1
                print(f"    {method['name']}: red without the bug\n{said}", flush=True)
                continue
            code, said = attempt(method, folder)
            line = next((line for line in said.splitlines() if re.search(method["red"], line)),
                        None)
            caught = code != 0 and line is not None
            bad += not caught
            result = f"caught: {line.strip()}" if caught else f"MISSED, exit code {code}\n{said}"
            print(f"    {method['name']}: {result}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
