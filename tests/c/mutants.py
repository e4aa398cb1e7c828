# SPDX-License-Identifier: Apache-2.0
"""Mutants of C source: one text holds all mutants of a file.

A number in the environment selects one when the program runs. Each expression or statement that a
mutant changes becomes `(weir_mutant_is(N) ? changed : original)`. The changed text holds no other
mutants, so the text grows with the depth of expressions only. The source is parsed before the
preprocessor runs: text of macros has no mutants.

A mutant is known by its function, its statement without comments, and its change: neither the
layout of the source nor a change elsewhere in the file gives it another name.
"""

import collections
import re
import subprocess

import tree_sitter
import tree_sitter_c

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language()))

OPERATORS = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "&&": ["||"],
    "||": ["&&"],
    "+": ["-"],
    "-": ["+"],
    "*": ["+"],
    "/": ["*"],
    "%": ["*"],
    "&": ["|"],
    "|": ["&"],
    "^": ["|"],
    "<<": [">>"],
    ">>": ["<<"],
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["+="],
    "/=": ["*="],
    "%=": ["*="],
    "&=": ["|="],
    "|=": ["&="],
    "^=": ["|="],
    "<<=": [">>="],
    ">>=": ["<<="],
    "++": ["--"],
    "--": ["++"],
}
CONDITIONS = ("if_statement", "while_statement", "do_statement", "for_statement",
              "conditional_expression")
# Statements that have others in them, and the field in which these begin.
BODIES = {
    "if_statement": "consequence", "for_statement": "body", "while_statement": "body",
    "switch_statement": "body"
}
# Constants of the compiler, and text that is not code.
ASIDE = {
    "array_declarator", "bitfield_clause", "enum_specifier", "sizeof_expression",
    "alignof_expression", "offsetof_expression", "attribute_specifier", "attribute_declaration",
    "preproc_def", "preproc_function_def", "preproc_include", "preproc_call", "type_descriptor",
    "subscript_designator"
}

RUNTIME = """\
#ifndef WEIR_MUTANT_H
#define WEIR_MUTANT_H
#include <stdlib.h>
#include <sys/mman.h>
/* Names of unistd.h may be names of the source, too. */
int weir_mutant_open(const char *path, int flags, ...) __asm__("open");
int weir_mutant_close(int file) __asm__("close");
/* WEIR_MUTANT is the number of the mutant that runs. WEIR_MUTANTS_MET is a file with a byte for
   each mutant, set when the program meets it. */
__attribute__((weak)) unsigned weir_mutant;
__attribute__((weak)) unsigned char *weir_mutants_met;
__attribute__((weak, constructor(101))) void weir_mutant_start(void)
{
    const char *number = getenv("WEIR_MUTANT"), *file = getenv("WEIR_MUTANTS_MET");
    weir_mutant = number ? (unsigned)atoi(number) : 0;
    int at = file && !weir_mutants_met ? weir_mutant_open(file, 02) : -1;
    if (at >= 0) {
        void *met = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, at, 0);
        weir_mutants_met = met == MAP_FAILED ? NULL : (unsigned char *)met;
        weir_mutant_close(at);
    }
}
static inline int weir_mutant_is(unsigned n)
{
    if (__builtin_expect(weir_mutants_met != NULL, 0))
        weir_mutants_met[n] = 1;
    return n == weir_mutant;
}
#endif
"""


def plain(text):
    """C without comments and without its layout."""
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)).strip()
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", text)


def squeezed(text):
    """C, or a regular expression for it, without white space: for comparison only."""
    return re.sub(r"\s+", "", text)


class Source:
    """The mutants of one file.

    rewrite() makes .mutants: [(line, function, statement, change)]. If a statement has several such
    changes, those from the second on are numbered: "0: 1 #2".
    """
    def __init__(self, path, name):
        self.bytes, self.name = path.read_bytes(), name
        self.lines = self.bytes.decode().splitlines()
        self.tree = PARSER.parse(self.bytes)
        self.bad = set()  # (start, what) of those that do not compile

    def rewrite(self, first):
        """The text with all mutants, numbered from first on."""
        self.first, self.mutants, self.at, self.seen = first, [], [], collections.Counter()
        return self.visit(self.tree.root_node, False)

    def any(self):
        self.rewrite(1)
        return bool(self.mutants)

    def own(self, node):
        return node.text.decode()

    def visit(self, node, inside):
        """The text of a node; inside a function its expressions and statements have mutants."""
        kind = node.type
        if kind in ASIDE or (kind == "declaration"
                             and any(c.type == "storage_class_specifier" and c.text == b"static"
                                     for c in node.children)):
            return self.own(node)
        if kind == "call_expression" and re.fullmatch(
                r"U?INT\d+_C|assert|_Static_assert|va_arg|va_start|offsetof",
                self.own(node.child_by_field_name("function"))):
            return self.own(node)
        if kind == "compound_statement":
            inside = True
        changes = [(self.name_of(node, what), what, changed)
                   for what, changed in (self.changes(node) if inside else [])]
        changes = [c for c in changes if (node.start_byte, c[1]) not in self.bad]
        numbers = [self.number(node, name, what) for name, what, _ in changes]
        text, end = "", node.start_byte
        for child in node.children:
            text += self.bytes[end:child.start_byte].decode()
            field = kind in ("case_statement", "preproc_if", "preproc_elif",
                             "preproc_ifdef") and child in (node.child_by_field_name("value"),
                                                            node.child_by_field_name("condition"))
            text += self.own(child) if field else self.visit(child, inside)
            end = child.end_byte
        text += self.bytes[end:node.end_byte].decode()
        if not changes:
            return text
        if changes[0][1] == "left out":
            return f"{{ if (!weir_mutant_is({numbers[0]})) {text} }}"
        parentheses = text.startswith("(") and kind == "parenthesized_expression"
        begin, finish = ("(", ")") if parentheses else ("", "")
        choices = "".join(
            f"weir_mutant_is({n}) ? {changed} : " for n, (*_, changed) in zip(numbers, changes))
        text = f"({text})" if kind == "assignment_expression" else text
        return f"{begin}({choices}{text}){finish}"

    def name_of(self, node, what):
        """Function, statement and numbered change. Counts changes that do not compile, too."""
        function, statement = self.place(node)
        self.seen[function, statement, what] += 1
        number = self.seen[function, statement, what]
        return function, statement, what + (f" #{number}" if number > 1 else "")

    def place(self, node):
        """The function of a node, and its statement: of one with a body, its head alone."""
        while not re.search(
                r"_statement$|^declaration$",
                node.type) or node.parent.type == "for_statement" and (node.type == "declaration"):
            node = node.parent
        statement = node.text.decode()
        if node.type in BODIES:
            body = node.child_by_field_name(BODIES[node.type])
            statement = node.text[:body.start_byte - node.start_byte].decode()
        elif node.type == "do_statement":
            statement = "do while " + self.own(node.child_by_field_name("condition"))
        while node.type != "function_definition":
            node = node.parent
        while node.type != "identifier":
            node = node.child_by_field_name("declarator") or node.named_children[0]
        return self.own(node), plain(statement)

    def number(self, node, name, what):
        self.mutants.append((node.start_point[0] + 1, *name))
        self.at.append((node.start_byte, what))
        return self.first + len(self.mutants) - 1

    def changes(self, node):
        """[(change, changed text)]"""
        kind, own = node.type, self.own(node)
        if kind in ("binary_expression", "assignment_expression", "update_expression"):
            operator = node.child_by_field_name("operator")
            at, end = operator.start_byte - node.start_byte, operator.end_byte - node.start_byte
            whole = node.text
            return [(f"{plain(own)}: {change}",
                     "(" + (whole[:at] + change.encode() + whole[end:]).decode() + ")")
                    for change in OPERATORS.get(self.own(operator), [])]
        if kind == "unary_expression":
            operator, argument = self.own(node.child_by_field_name("operator")), self.own(
                node.child_by_field_name("argument"))
            return [(f"{plain(own)}: without {operator}",
                     f"(({argument}) != 0)" if operator == "!" else f"({argument})")
                    ] if operator in "!-~" else []
        if kind == "number_literal":
            if re.fullmatch(r"(0[xX][\da-fA-F]+|\d+)[uUlL]*", own):
                return [(f"{own}: 1" if re.fullmatch(r"0[uUlL]*", own) else f"{own}: one more",
                         f"({own} + 1)")]
            return []
        if kind in ("expression_statement", "break_statement", "continue_statement",
                    "goto_statement") and own != ";":
            return [("left out", None)]
        if kind == "return_statement" and own == "return;":
            return [("left out", None)]
        parent = node.parent
        condition = parent and parent.type in CONDITIONS and parent.child_by_field_name("condition")
        if condition and condition.id == node.id and kind not in (
                "binary_expression", "unary_expression") and kind not in ("declaration", ):
            inner = node.children[1] if kind == "parenthesized_expression" else node
            if inner.type not in ("binary_expression", "unary_expression", "number_literal"):
                return [(f"{plain(self.own(inner))}: negated", f"!({self.own(inner)})")]
        return []


def settle(sources, folder, runtime, flags):
    """Writes {file.

    Source} with mutants, without those that do not compile. Returns their number.
    """
    for _ in range(40):
        count = 1
        for path, source in sources.items():
            text = source.rewrite(count)
            count += len(source.mutants)
            path.write_text(f'#include "{runtime}"\n#line 1 "{source.name}"\n{text}')
        if count > 1 << 16:
            raise SystemExit(f"{count} mutants, more than a file of bytes can hold")
        wrong = set()
        for path in sources:
            if path.suffix == ".c":
                done = subprocess.run([
                    "clang", "-fsyntax-only", "-w", "-ferror-limit=0", "-fno-caret-diagnostics",
                    "-std=c11", "-D_GNU_SOURCE", *flags, path
                ],
                                      cwd=folder,
                                      capture_output=True,
                                      text=True)
                wrong |= set(
                    re.findall(r"^(\S+?):(\d+):(\d+): (?:fatal )?error: .*", done.stderr, re.M))
        if not wrong:
            return sum(len(s.bad) for s in sources.values())
        names = {source.name: (path, source) for path, source in sources.items()}
        for name, line, column in wrong:
            if name not in names:
                raise SystemExit(f"does not compile: {name}:{line}")
            path, source = names[name]
            written = path.read_text().split("\n", 2)[2]
            at = sum(len(l) for l in written.splitlines(True)[:int(line) - 1]) + int(column) - 1
            before = re.findall(r"weir_mutant_is\((\d+)\)", written[:at + 1])
            if not before:
                raise SystemExit(f"{name}:{line}: does not compile")
            source.bad.add(source.at[int(before[-1]) - source.first])
    raise SystemExit(f"does not compile: {sorted(wrong)[:10]}")
