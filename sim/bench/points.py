# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of random runs: the counters of the bench (session.cpp) that a parameter set
must move.
"""

CLASSES = ["user", "com", "sys", "none"]
TRIGGER = ["open", "closed", "freezing", "frozen"]


def often(has):
    """What every run meets more than a hundred times. `has`: the parameters of the set."""
    names = [
        "dropped_space", "dropped_torn", "dropped_id", "losses", "totals", "from_thread",
        "from_interrupt", "waits"
    ]
    if has["PROTECT"]:
        names += ["dropped_mask", "from_user"]
    if not has["TINY"]:
        names += ["by_window"]
    if not has["TINY"]:
        names += ["from_snoop", "must_wait"]
    if has["THREAD_CACHE"]:
        names += ["thread_cache_known", "thread_cache_refilled"]
    if has["CHECKPOINT"]:
        names += ["checkpoints", "checkpoints_in_loss"]
    if has["RETIRE"]:
        names += ["traps", "hints"]
    if has["PINS"]:
        names += ["pins", "pins_bus"]
    if has["HARTS"] > 1 or has["RETIRE"]:
        names += ["dropped_overrun"]
    if has["FILTER"]:
        names += [
            "dropped_rate_limit", "filtered", "pulses", *(f"trigger_{state}" for state in TRIGGER)
        ]
    if has["CHECKPOINT"]:
        names += ["sw_entries", "sw_entries_later", "sw_entries_torn"]
    if has["PROTECT"]:
        names += ["denied"]
    if has["PROTECT"]:
        names += ["locked"]
    if has["PEEK"]:
        names += ["peeks"]
    if has["TIME_BASE"]:
        names += ["same_tick", "steps", "mtime"]
    if has["VALUE_W"] == 64:
        names += ["wide"]
    if has["ARGS"] > 1:
        names += ["several", "most"]
    if not has["TINY"]:
        names += ["reserved", "held", "expired"]
    if has["FRAME"]:
        names += ["frame_bytes", "frame_ctrl"]
    if has["TIME_BASE"]:
        names += ["time_ctrl"]
    if has["RING"]:
        names += ["late_words"]
    if has["HARTS"] > 1:
        names += ["all_stores"]
    return names + ["withdrawn"]


def once(has):
    """What every run meets."""
    names = [f"{name}_dropped" for name in CLASSES]
    if has["PINS"]:
        names += ["pins_overrun"]
    if has["RETIRE"]:
        names += ["hints_in_trap", "hints_switch", "hints_bad", "hints_masked"]
    if has["RING"]:
        names += ["rings"]
    return names


def in_some(has):
    """What some of many runs meet."""
    names = ["idle_clears", "resets"]
    if has["RING"] and not has["WIDE"]:
        names += ["alone_words"]
    if has["FRAME"]:
        names += ["frames_cut"]
    if has["PROTECT"]:
        names += ["locked_drains"]
    return names


def pressed(has):
    """What meets an overload: in every run of a FIFO of 512 words or fewer, in some of many runs of
    larger ones.
    """
    names = ["pressed_pins"] if has["PINS"] else []
    if has["RETIRE"] and not has["WIDE"]:  # that one takes an event in every cycle
        names += ["pressed_hints"]
    if has["FILTER"]:
        names += [
            "pressed_rate_limit", "pressed_filtered", *(f"pressed_{state}" for state in TRIGGER)
        ]
    if has["CHECKPOINT"]:
        names += ["pressed_sw_entries"]
    if has["PROTECT"]:
        names += ["pressed_denied"]
    return names


def every(has):
    return often(has) + once(has) + pressed(has) + in_some(has)
