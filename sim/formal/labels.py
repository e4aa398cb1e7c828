# SPDX-License-Identifier: Apache-2.0
"""Labels in the source: names of lines that mutants and planted bugs change, and that
equivalents.toml and coverage.toml refer to. A label survives an edit of its line.

    fresh_q <= fresh_q & ~mine;  // @reuse        the label of this line

    // @once: the label of the statement below, up to the line that ends with ; or begin
    assign valid_o = valid_i &&
        !done_q;
"""

import re

LABEL = re.compile(r"// @(\w+)\b")


class Failure(Exception):
    """A label that does not name exactly one place."""


def names(text):
    """The labels of a file, in their order."""
    return LABEL.findall(text)


def lines(text):
    """{line number: its label}, of all lines that have one."""
    split = text.splitlines()
    return {number + 1: label for label in names(text) for number in range(*_place(split, label))}


def _code(line):
    return line.partition("//")[0].rstrip()


def _place(lines, label):
    """(first, behind the last) of the lines that a label names."""
    found = [at for at, line in enumerate(lines) if label in LABEL.findall(line)]
    if len(found) != 1:
        raise Failure(f"{len(found)} labels @{label}")
    first = found[0]
    if _code(lines[first]):
        return first, first + 1
    while not _code(lines[first]):  # further comments
        first += 1
    last = next(
        at for at in range(first, len(lines)) if re.search(r";$|\bbegin$", _code(lines[at])))
    return first, last + 1


def code(text, label):
    """The code that a label names, on one line."""
    split = text.splitlines()
    first, behind = _place(split, label)
    return " ".join(" ".join(map(_code, split[first:behind])).split())


def replaced(text, label, new):
    """The text with other code where the label is. As many lines as before: tools name places by
    their numbers.
    """
    split = text.splitlines()
    first, behind = _place(split, label)
    split[first:behind] = [" ".join(new.split()), *[""] * (behind - first - 1)]
    return "\n".join(split) + "\n"
