# SPDX-License-Identifier: Apache-2.0
"""A new integrator's checks on SoCs that the tests do not build: make regress-ahb, regress-obi.

The self-test names each hook-up fault of soc_faults.sv, and none in a right one; the retire view is
not tested here.
Then each application's trace must equal a log of the stores at the core's own pins, also that of
two harts at one unit.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/formats"), str(ROOT / "tests/soc")]
from kernels import sources_of  # noqa: E402
from same import APPS, as_at_the_pins, report  # noqa: E402
from soc import decode, run  # noqa: E402
from test_harts import check_one_order  # noqa: E402
from test_selftest import PLANTED, selftest  # noqa: E402
from weirstream import THREAD_SWITCH  # noqa: E402

FIRMWARE = "ibex"  # programs of RV32IMC with machine and user mode: they run on all of these
PHASES = {23: "SNOOP_PHASE"}  # what only a bus with phases can have
ERRORS = "bus_error"


def built(path):
    return ROOT / path


def hook_up(soc, planted):
    """Runs the self-test with each fault. Returns how many it named."""
    _, result, named, _ = selftest(built, f"{soc}-cpp", FIRMWARE, 0)
    assert (result, named) == (0, set()), f"{soc}: a right hook-up has the faults {named}"
    for fault, name in planted.items():
        _, _, named, _ = selftest(built, f"{soc}-cpp", FIRMWARE, fault)
        assert named == {name}, f"{soc}: fault {fault} is {name}, and was found as {named}"
    return len(planted)


def errors(soc, folder):
    """Stores that ended with an error are no switches, and the others are."""
    result = run(built, folder, FIRMWARE, ERRORS, watch="word", soc=soc)
    seen = as_at_the_pins(built, result)
    events, _ = decode(built, result.trace)
    threads = {e.value for e in events if e.id == THREAD_SWITCH}
    assert threads == {0x100, *range(0x200, 0x200 + 100)}, threads
    return seen


def harts(soc, folder):
    """Two harts: the self-test names the snoop of the other one; both harts' events, in order."""
    _, result, named, tested = selftest(built, f"{soc}-cpp-harts2", FIRMWARE, 0, "selftest_harts")
    assert (result, named) == (0, set()) and "SNOOP_HART" in tested, (soc, named)
    _, _, named, _ = selftest(built, f"{soc}-cpp-harts2", FIRMWARE, 0, "selftest_hart")
    assert named == {"SNOOP_HART"}, named
    return check_one_order(built, folder, FIRMWARE, soc, hints=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("socs", nargs="+", help="their names, as in build/soc/NAME-cpp")
    parser.add_argument("--cycles", type=int, default=2_000_000, help="of each application")
    parser.add_argument("--ahb", action="store_true", help="the bus has phases and errors")
    parser.add_argument("--harts", action="store_true", help="also with two harts")
    parser.add_argument("--sources", type=Path, metavar="DIR", help="of a foreign core")
    parser.add_argument("--page", metavar="TARGET", help="write its section of cores.md")
    args = parser.parse_args()
    said = []

    def say(line):
        print(line, flush=True)
        said.append(line)

    if args.sources:
        say(f"sources of the core: {sources_of(args.sources)}")
    planted = {n: f for n, f in PLANTED.items() if not f.startswith("RETIRE")}
    for soc in args.socs:
        faults = hook_up(soc, planted | (PHASES if args.ahb else {}))
        say(f"{soc}: {faults} of {faults} planted hook-up faults named, none in the right one")
        with tempfile.TemporaryDirectory() as folder:
            for app, word in APPS.items():
                result = run(built, Path(folder), FIRMWARE, app, cycles=args.cycles, watch=word,
                             soc=soc)  # yapf: disable
                seen = as_at_the_pins(built, result)
                say(f"{soc} {app}: {result.cycles} cycles, {seen['events']} events, "
                    f"{seen['switches']} switches, {seen['spans']} spans of handlers: equal to "
                    "the log of the core's pins")
            if args.harts:
                events = harts(soc, Path(folder))
                say(f"{soc}, two harts: the snoop of the other hart named; {events} events of "
                    "both in the order of their stores: equal to the log of the cores' pins")
            if args.ahb:
                seen = errors(soc, Path(folder))
                say(f"{soc} {ERRORS}: 100 stores to the watched word ended with an error, none "
                    f"is a switch; {seen['switches']} others are")
    if args.page:
        report(args.page, said)


if __name__ == "__main__":
    main()
