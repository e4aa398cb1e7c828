// SPDX-License-Identifier: Apache-2.0
// What is at a position of the timeline, and the nearest time worth snapping to.

const REACH = 6, // pixels from an event that still hit it
  SNAP = 8; // pixels from an event or an edge to which the pointer snaps

// The point nearest to a time: its index, or -1.
function nearest_point(points, t) {
  const i = points.index_at(t);
  if (i >= points.length) return points.length - 1;
  return i > 0 && t - points.time(i - 1) < points.time(i) - t ? i - 1 : i;
}

// The begins and ends of intervals around a time.
function edges_around(intervals, t) {
  const i = intervals.index_at(t),
    edges = [];
  for (let n = Math.max(0, i - 2); n < Math.min(intervals.length, i + 1); n++)
    edges.push(intervals.start.data[n], intervals.end(n));
  return edges;
}

function times_around(points, t) {
  const i = nearest_point(points, t);
  return i < 0 ? [] : [points.time(i)];
}

class Hits extends Overlays {
  lane_at(y) {
    const inside = (lane) => {
      const top = this.top_of(lane);
      return y >= top && y < top + lane.height + (lane.kind === 'group' ? 0 : GAP);
    };
    if (y < AXIS) return null;
    return this.lanes.find((lane) => Boolean(lane.pinned) === y < this.top && inside(lane)) || null;
  }

  // Ticks per pixel.
  get pixel() {
    return this.span / Math.max(1, this.width - this.left);
  }

  // The object at a position: {event, lane, thread, from, to}, or null.
  hit(x, y) {
    const lane = this.lane_at(y);
    if (!lane || lane.kind === 'group' || x < this.left) return null;
    const found = this['hit_' + lane.kind](lane, this.t(x), y - this.top_of(lane));
    return found && {lane, ...found};
  }

  near(points, t) {
    if (!points || !points.length) return null;
    const i = nearest_point(points, t);
    if (Math.abs(points.time(i) - t) > REACH * this.pixel) return null;
    return {event: points.event.data[i]};
  }

  inside(intervals, t, more) {
    if (!intervals) return null;
    const slack = this.pixel * 2,
      i = intervals.ending(t - slack);
    if (i >= intervals.length || intervals.start.data[i] > t + slack) return null;
    return {
      event: intervals.event.data[i],
      from: intervals.start.data[i],
      to: intervals.end(i),
      ...more,
    };
  }

  hit_hart({hart}, t) {
    for (const thread of this.trace.threads) {
      if (thread.index === NO_THREAD) continue;
      const found = this.inside(thread.runs.get(hart.number), t, {thread: thread.index});
      if (found && t >= found.from && t < found.to) return found;
    }
    return null;
  }

  hit_load({hart}) {
    const shares = hart_load(this.trace, hart, this.from, this.to),
      percent = (share) => (100 * share).toFixed(1) + ' %';
    if (!shares) return null;
    return {
      lines: [
        'load of hart ' + hart.number + ' in view: ' + percent(shares.load),
        'busy ' + percent(shares.busy) + ', of it idle threads ' + percent(shares.idle_threads),
        'idle, no thread: ' + percent(shares.idle),
      ],
    };
  }

  hit_isr({hart}, t, y) {
    const trap = hart.traps[Math.floor((y - 4) / ROW)];
    return trap ? this.inside(trap.intervals, t) : null;
  }

  hit_thread({thread}, t, y) {
    const top = thread.runs.size ? 26 : 4,
      row = Math.floor((y - top) / ROW);
    if (y >= top && row < thread.slices.length) return this.inside(thread.slices[row], t);
    const point = y > top ? this.near(thread.points, t) : null;
    if (point) return point;
    for (const [hart, runs] of thread.runs) {
      const found = this.inside(runs, t, {thread: thread.index, hart});
      if (found) return found;
    }
    return this.hit_wait(thread, t);
  }

  hit_wait({waits, index}, t) {
    for (const [name, wait] of Object.entries(waits)) {
      const found = this.inside(wait, t);
      if (!found) continue;
      const more =
        name === 'blocked' ? 'blocked, then ready, for ' : 'ready, but does not run, for ';
      return {
        ...found,
        lines: [
          clean(this.trace.thread_name(index)) +
            ' is ' +
            more +
            this.trace.show(found.to - found.from),
        ],
      };
    }
    return null;
  }

  hit_async({series}, t, y) {
    const {rows} = series.rows,
      row = Math.floor((y - 4) / ROW);
    return row >= 0 && row < rows.length ? this.inside(rows[row], t) : null;
  }

  hit_loss(lane, t) {
    const slack = REACH * this.pixel;
    const loss = this.trace.losses.find((l) => l.first - slack <= t && l.last + slack >= t);
    return loss ? {event: loss.event, from: loss.first, to: loss.last} : null;
  }

  hit_points({points}, t) {
    return this.near(points, t);
  }

  hit_curve({points}, t) {
    return this.near(points, t);
  }

  // The times worth snapping to in a lane near t; of all events if there is no lane.
  snap_times(lane, t) {
    const {trace} = this;
    switch (lane && lane.kind) {
      case 'hart':
        return trace.threads.flatMap(({runs}) => {
          const mine = runs.get(lane.hart.number);
          return mine ? edges_around(mine, t) : [];
        });
      case 'isr':
        return lane.hart.traps.flatMap(({intervals}) => edges_around(intervals, t));
      case 'thread':
        return [
          ...[...lane.thread.runs.values(), ...lane.thread.slices].flatMap((i) =>
            edges_around(i, t),
          ),
          ...(lane.thread.points ? times_around(lane.thread.points, t) : []),
        ];
      case 'async':
        return lane.series.rows.rows.flatMap((row) => edges_around(row, t));
      case 'points':
      case 'curve':
        return times_around(lane.points, t);
      default:
        return times_around(
          {
            index_at: (at) => trace.index_at(at),
            length: trace.length,
            time: (i) => trace.time.data[i],
          },
          t,
        );
    }
  }

  // The time at a position: that of an event or an edge if one is near.
  snapped(x, y) {
    const t = this.t(x);
    let best = t,
      distance = SNAP * this.pixel;
    for (const time of this.snap_times(this.lane_at(y), t))
      if (Math.abs(time - t) < distance) {
        distance = Math.abs(time - t);
        best = time;
      }
    return best;
  }
}
