# SPDX-License-Identifier: Apache-2.0
"""Mutants of C: one program holds them all.

Without a number the program behaves as its source does; with one it differs where the mutant says.
Mutants that do not compile are left out. Every entry of equivalents.toml fits a mutant.
"""

import os
import subprocess
import tomllib

import mutants
import mutate

SOURCE = """\
enum { FIVE = 5 };
static const int table[2] = {1, 2};
static int write(int n) { return n; }    /* a name of the C library, too */
int sum(int from, int to)
{
    int n = 0, array[FIVE + 1] = {0};
    for (int i = from; i < to; i++)
        n += table[0] * i;
    int *at = array, *end = at + 3;
    if (n > 10 && from != 7)
        n = -n;
    switch (n) {
    case 3 + 0: n = 4; break;
    }
    array[0] = write(n);
    return array[0] + (int)(end - at) - 3;
}
#include <stdio.h>
int main(void) { printf("%d %d\\n", sum(0, 3), sum(2, 6)); return 0; }
"""


def build(tmp_path):
    path = tmp_path / "plain.c"
    path.write_text(SOURCE)
    (tmp_path / "mutant.h").write_text(mutants.RUNTIME)
    source = mutants.Source(path, "plain.c")
    wrong = mutants.settle({tmp_path / "mutated.c": source}, tmp_path, tmp_path / "mutant.h", [])
    subprocess.run(["clang", "-w", "-std=c11", tmp_path / "mutated.c", "-o", tmp_path / "program"],
                   check=True)

    def run(mutant, **more):
        done = subprocess.run([tmp_path / "program"],
                              env={**os.environ, "WEIR_MUTANT": str(mutant), **more},
                              capture_output=True,
                              text=True,
                              timeout=5)
        return done.stdout

    return source, wrong, run


def test_mutants(tmp_path):
    source, wrong, run = build(tmp_path)
    numbers = {
        f"{text} | {what}": number
        for number, (_, _, text, what) in enumerate(source.mutants, 1)
    }
    assert run(0) == "4 -14\n"
    expected = {
        "for (int i = from; i < to; i++) | i < to: <=": "6 -20\n",
        "n += table[0] * i; | n += table[0] * i: -=": "-3 -14\n",
        "n += table[0] * i; | left out": "0 0\n",
        "if (n > 10 && from != 7) | n > 10 && from != 7: ||": "-3 -14\n",
        "if (n > 10 && from != 7) | n > 10: <=": "-3 14\n",
        "n = -n; | -n: without -": "4 14\n",
        "n = 4; | 4: one more": "5 -14\n",
        "return array[0] + (int)(end - at) - 3; | 3: one more": "3 -15\n",
    }
    assert {name: run(numbers[name]) for name in expected} == expected
    assert not [
        name for name in numbers
        if "table[2]" in name or "FIVE" in name.split(" | ")[1] or "3 + 0" in name.split(" | ")[1]
    ]  # constants of the compiler
    # two pointers have no sum
    assert wrong > 0 and not [name for name in numbers if "end - at: +" in name]


def test_names_do_not_depend_on_layout(tmp_path):
    """Line breaks, indentation and comments change no name; functions and statements do."""
    def names(text):
        path = tmp_path / "layout.c"
        path.write_text(text)
        source = mutants.Source(path, "layout.c")
        source.any()
        return [mutant[1:] for mutant in source.mutants]

    before = names("int f(int a)\n{\n    if (a > 1) return a + 2;\n    do a++; while (a < 9);\n}")
    assert before == names("int f(int a) { // text\n if (a >\n 1)\n return a /* text */\n + 2;\n"
                           "do\n  a++;\nwhile (\n a < 9\n); }")
    assert ("f", "if (a > 1)", "a > 1: <=") in before
    assert ("f", "do while (a < 9)", "a < 9: >=") in before
    assert ("g", "if (a > 1)", "a > 1: <=") in names("int *g(int a) { if (a > 1) return 0; }")
    assert names("void f(void) { x(0, 0); }") == [("f", "x(0, 0);", "left out"),
                                                  ("f", "x(0, 0);", "0: 1"),
                                                  ("f", "x(0, 0);", "0: 1 #2")]


def test_every_equivalent_applies():
    """Each change of each entry of equivalents.toml is a mutant of the sources as they are."""
    entries = tomllib.loads((mutate.HERE / "equivalents.toml").read_text())["equivalent"]
    assert len(entries) > 70
    known = {}
    for file in {entry["file"] for entry in entries}:
        source = mutants.Source(mutate.ROOT / file, file)
        source.any()
        known[file] = [{"file": file, "function": function, "text": text, "what": what}
                       for _, function, text, what in source.mutants]
    stale = []
    for entry in entries:
        for what in [entry["what"]] if isinstance(entry["what"], str) else entry["what"]:
            one = {**entry, "what": what}
            if sum(mutate.fits(mutant, one) for mutant in known[entry["file"]]) != 1:
                stale.append(f"{entry['file']}: {entry['function']}: {entry['statement']}: {what}")
    assert not stale, "equivalents.toml: no mutant fits\n" + "\n".join(stale)


def test_mutants_met(tmp_path):
    source, _, run = build(tmp_path)
    met = tmp_path / "met"
    met.write_bytes(bytes(1 << 16))
    run(0, WEIR_MUTANTS_MET=str(met))
    seen = {number for number, byte in enumerate(met.read_bytes()) if byte}
    assert seen == set(range(1, len(source.mutants) + 1)) - {0}
