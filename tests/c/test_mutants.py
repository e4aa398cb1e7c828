# SPDX-License-Identifier: Apache-2.0
"""Mutants of C: all in one program that without a number is what it was, and with one differs where it says; what does not compile is left out."""

import os
import subprocess

import mutants

SOURCE = """\
enum { FIVE = 5 };
static const int table[2] = {1, 2};
static int write(int n) { return n; }    /* a name that is somebody else's, too */
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
        for number, (_, text, what) in enumerate(source.mutants, 1)
    }
    assert run(0) == "4 -14\n"
    expected = {
        "for (int i = from; i < to; i++) | i < to: <=": "6 -20\n",
        "n += table[0] * i; | n += table[0] * i: -=": "-3 -14\n",
        "n += table[0] * i; | left out": "0 0\n",
        "if (n > 10 && from != 7) | n > 10 && from != 7: ||": "-3 -14\n",
        "if (n > 10 && from != 7) | n > 10: <=": "-3 14\n",
        "n = -n; | -n: without -": "4 14\n",
        "case 3 + 0: n = 4; break; | 4: one more": "5 -14\n",
        "return array[0] + (int)(end - at) - 3; | 3: one more": "3 -15\n",
    }
    assert {name: run(numbers[name]) for name in expected} == expected
    assert not [
        name for name in numbers
        if "table[2]" in name or "FIVE" in name.split(" | ")[1] or "3 + 0" in name.split(" | ")[1]
    ]  # constants of the compiler
    assert wrong > 0 and not [name for name in numbers if "end - at: +" in name
                              ]  # two pointers have no sum


def test_what_is_met(tmp_path):
    source, _, run = build(tmp_path)
    met = tmp_path / "met"
    met.write_bytes(bytes(1 << 16))
    run(0, WEIR_MUTANTS_MET=str(met))
    seen = {number for number, byte in enumerate(met.read_bytes()) if byte}
    assert seen == set(range(1, len(source.mutants) + 1)) - {0}
