# SPDX-License-Identifier: Apache-2.0
"""Reads a CTF trace with babeltrace2's own bindings (Debian's Python).

JSON of its events, and of what was discarded: count, begin, end.
"""

import json
import sys

import bt2

events, discarded = [], []
for message in bt2.TraceCollectionMessageIterator(sys.argv[1]):
    if type(message) is bt2._EventMessageConst:
        event = message.event
        fields = {
            name: (int(f) if isinstance(f, bt2._IntegerFieldConst) else str(f))
            for name, f in event.payload_field.items()
        }
        packet = event.packet.context_field
        context = event.common_context_field
        events.append({
            "name": event.name, "time": message.default_clock_snapshot.value,
            "cpu": int(packet["cpu_id"]) if packet is not None and "cpu_id" in packet else None,
            "thread": int(context["thread"]), "labels": list(
                context["thread"].labels), "fields": fields
        })
    elif type(message) is bt2._DiscardedEventsMessageConst:
        discarded.append((message.count, message.beginning_default_clock_snapshot.value,
                          message.end_default_clock_snapshot.value))
json.dump({"events": events, "discarded": discarded}, sys.stdout)
