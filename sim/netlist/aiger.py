# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs as Yosys writes them (binary AIGER): inputs set to constants, and two
variants of one compared.
"""


class Graph:
    """A graph being made, each gate once. A literal is twice a variable, or that and one for its
    inverse; 0 and 1 are constants.
    """
    def __init__(self, leaves):
        self.leaves, self.gates, self.known = leaves, [], {}

    def both(self, a, b):
        if a < b:
            a, b = b, a
        if b == 0 or a == b ^ 1:
            return 0
        if b == 1 or a == b:
            return a
        if (found := self.known.get((a, b))) is None:
            self.gates.append((a, b))
            found = self.known[a, b] = 2 * (self.leaves + len(self.gates))
        return found

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def write(self, path, inputs, registers=(), outputs=(), bad=(), constraints=()):
        """`registers`: (next, value at the begin as its line says it)."""
        data = bytearray()
        for number, (a, b) in enumerate(self.gates, self.leaves + 1):
            for delta in 2 * number - a, a - b:
                while delta > 127:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        head = [
            self.leaves + len(self.gates), inputs,
            len(registers),
            len(outputs),
            len(self.gates)
        ] + ([len(bad), len(constraints)] if bad or constraints else [])
        lines = [
            f"aig {' '.join(map(str, head))}", *(f"{n} {begin}".strip() for n, begin in registers),
            *map(str, [*outputs, *bad, *constraints])
        ]
        path.write_bytes("\n".join(lines).encode() + b"\n" + bytes(data))


class Aiger:
    """A file of Yosys, with its map (`write_aiger -map`)."""
    def __init__(self, path, names):
        text = path.read_bytes()
        at = text.index(b"\n") + 1
        _, self.inputs, registers, outputs, gates, bad, constraints = ([
            *map(int, text[:at].split()[1:]), 0, 0
        ])[:7]

        def lines(n):
            nonlocal at
            found = []
            for _ in range(n):
                end = text.index(b"\n", at)
                found.append(text[at:end].decode())
                at = end + 1
            return found

        self.registers = [(int(n), begin)
                          for n, _, begin in (line.partition(" ") for line in lines(registers))]
        self.outputs, self.bad, self.constraints = ([int(n) for n in lines(k)]
                                                    for k in (outputs, bad, constraints))
        self.gates = []
        for number in range(self.inputs + registers + 1, self.inputs + registers + gates + 1):
            operands = []
            for _ in range(2):
                value = shift = 0
                while text[at] & 128:
                    value |= (text[at] & 127) << shift
                    shift, at = shift + 7, at + 1
                operands.append(value | text[at] << shift)
                at += 1
            a = 2 * number - operands[0]
            self.gates.append((a, a - operands[1]))
        self.named = {}  # {(name, bit): input}
        for line in names.read_text().splitlines():
            kind, index, bit, *name = line.split()
            if kind == "input":
                self.named[name[0], int(bit)] = int(index)

    def variant(self, graph, number, at=None, constants=None):
        """Makes the gates of this file in a graph of its leaves, with `mutsel` set to a number.
        Returns a function of literals.
        """
        at = [] if at is None else at
        at.extend(range(0, 2 * (self.leaves() + 1), 2))
        for variable, value in (constants or {}).items():
            at[variable] = value
        for (which, bit), index in self.named.items():
            if which == "mutsel":
                at[index + 1] = number >> bit & 1
        to = lambda literal: at[literal >> 1] ^ (literal & 1)
        both = graph.both
        for a, b in self.gates:
            at.append(both(at[a >> 1] ^ (a & 1), at[b >> 1] ^ (b & 1)))
        return to

    def leaves(self):
        return self.inputs + len(self.registers)

    def still(self, reset):
        """{variable: value} of the registers that have one value always, from one edge with the
        input `reset` at 0 on, whatever else there is.
        """
        unknown, first = 2, self.inputs + 1
        turned = lambda value: value if value == unknown else value ^ 1

        def after(state, level):
            value = [0] + [unknown] * self.inputs + state
            for (name, _), index in self.named.items():
                if name == reset:
                    value[index + 1] = level
                elif name == "mutsel":
                    value[index + 1] = 0
            for a, b in self.gates:
                one, other = value[a >> 1], value[b >> 1]
                one, other = turned(one) if a & 1 else one, turned(other) if b & 1 else other
                value.append(
                    0 if one == 0 or other == 0 else 1 if one == 1 and other == 1 else unknown)
            return [turned(value[n >> 1]) if n & 1 else value[n >> 1] for n, _ in self.registers]

        state = after([unknown] * len(self.registers), 0)
        while True:
            joined = [
                one if one == other else unknown
                for one, other in zip(state, after(state, unknown))
            ]
            if joined == state:
                return {first + n: value for n, value in enumerate(state) if value != unknown}
            state = joined

    def write(self, path, number):
        """This file with the input `mutsel` set."""
        graph = Graph(self.leaves())
        to = self.variant(graph, number)
        graph.write(path, self.inputs, [(to(n), begin) for n, begin in self.registers],
                    *([to(n) for n in part] for part in (self.outputs, self.bad, self.constraints)))


class Pair:
    """A file of Yosys, beside any mutant of it, by the input `mutsel`; with some of its variables,
    inputs or registers, as constants.
    """
    def __init__(self, file, constants=None, outputs=True):
        self.file = file
        self.graph = Graph(file.leaves())
        self.at = []  # literals of the unit, by variables of the file
        self.compared = [n for n, _ in file.registers] + (file.outputs if outputs else [])
        file.variant(self.graph, 0, self.at, constants or {})

    def differences(self, path, number):
        """Writes a graph without registers, whose one output is 1 where this mutant differs in an
        output or in what a register is next. Returns whether there is one; else the two are the
        same gates.
        """
        file, graph, was, now = self.file, self.graph, self.at, {}
        gates = len(graph.gates)
        for (which, bit), index in file.named.items():
            if which == "mutsel" and number >> bit & 1:
                now[index + 1] = 1
        for variable, (a, b) in enumerate(file.gates, file.leaves() + 1):
            if a >> 1 in now or b >> 1 in now:
                new = graph.both(
                    now.get(a >> 1, was[a >> 1]) ^ (a & 1),
                    now.get(b >> 1, was[b >> 1]) ^ (b & 1))
                if new != was[variable]:
                    now[variable] = new
        differs = 0
        for n in self.compared:
            if n >> 1 in now:
                differs = graph.either(differs, graph.differ(was[n >> 1], now[n >> 1]))
        if differs:
            graph.write(path, file.leaves(), outputs=[differs])
        for gate in graph.gates[gates:]:  # the next mutant begins with the unit alone
            del graph.known[gate]
        del graph.gates[gates:]
        return differs != 0
