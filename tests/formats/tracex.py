# SPDX-License-Identifier: Apache-2.0
"""What TraceX makes of the entries of a trace buffer: an account of its rules, for tests.

Found by trying its library on random buffers. Each entry has a context that follows it, until the
next entry: ISR, initialization, a thread, or 0 while the hart is idle. The numbers count those.
"""

from dataclasses import dataclass, field

ISR, INIT = 0xFFFFFFFF, 0xF0F0F0F0
RESUME, SUSPEND, ENTER, EXIT, SLICE, RUNNING, RELINQUISH = 1, 2, 3, 4, 5, 6, 109


@dataclass
class Figures:
    switches: int = 0
    interrupts: int = 0
    nested: int = 0
    times: dict = field(default_factory=dict)  # ticks by context
    runs: list = field(default_factory=list)  # who ran outside handlers, one after the other


def behind_handler(entries, at, current):
    """The context behind an entry that is in no handler any more, or in none yet."""
    if at + 1 == len(entries):
        return current
    context, priority, number = entries[at + 1][:3]
    if context == ISR and number != RESUME:
        return priority or current
    return context


def contexts(entries):
    """The context behind each entry: (context, priority, id, time, I1 to I4)."""
    behind, current, depth = [], 0, 0
    for at, (context, priority, number, _, *info) in enumerate(entries):
        following = entries[at + 1][0] if at + 1 < len(entries) else ISR
        if context in (ISR, INIT):
            if context == ISR and priority and at > 1 and entries[at - 1][0] != ISR:
                behind[-1] = current = priority
            depth += number == ENTER
            depth -= number == EXIT and depth > 0
            if number in (RESUME, SUSPEND):
                assert info[3] or number == SUSPEND, "TraceX guesses here"
                current = info[3]
            elif number == SLICE:
                current = info[0]
            behind.append(context if depth else behind_handler(entries, at, current))
            continue
        depth, now = 0, context
        if number == SUSPEND and not context == info[0] == following:
            now = info[3]
        elif number == RESUME:
            now = info[3]
            assert now, "TraceX guesses here"
        elif number == RELINQUISH:
            now = info[1]
            assert now, "TraceX guesses here"
        elif number != SUSPEND and following not in (ISR, INIT):
            now = following
        current = now
        behind.append(now)
    return behind


def shown(entries):
    """(context, id, time, context behind it), with the entries that TraceX adds: RUNNING, where the
    next entry does not show what is behind one."""
    rows, behind = [], contexts(entries)
    for at, (context, _, number, time, *_) in enumerate(entries):
        rows.append((context, number, time, behind[at]))
        if at + 1 < len(entries) and behind[at] not in (context, entries[at + 1][0]):
            rows.append((behind[at], RUNNING, time, behind[at]))
    return rows


def figures(entries):
    found, current, handlers, since, before = Figures(), 0, 0, None, None
    for context, number, time, behind in shown(entries):
        if since is not None:
            found.times[before] = found.times.get(before, 0) + time - since
        since, before = time, behind
        if not current and context not in (ISR, INIT):
            current = context
        if behind not in (ISR, INIT):
            found.runs += [behind] * (found.runs[-1:] != [behind])
            found.switches += current != 0 and current != behind
            current = behind or current
        if number == ENTER:
            found.interrupts += 1
            found.nested += handlers > 0
            handlers += 1
        elif number == EXIT:
            handlers -= handlers > 0
        elif context != ISR:
            handlers = 0
        elif not handlers:
            found.interrupts += 1
    return found
