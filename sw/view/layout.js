// SPDX-License-Identifier: Apache-2.0
// Which lanes there are, in which order, and how each one is drawn.

const GROUP_HEIGHT = 22,
  GAP = 6,
  ROW = 17; // of nested durations
const SAMPLES = 256; // values that decide how a lane is first drawn

// What the user changed, by the keys of lanes. A link carries it.
class LanePrefs {
  constructor() {
    this.hidden = new Set();
    this.shown = new Set(); // hidden at first, but wanted
    this.pinned = [];
    this.order = []; // keys that were moved, in their order
    this.marks = new Set();
    this.plot = new Set();
    this.whole = new Set(); // scaled to the whole trace, not to the view
  }

  is_hidden(lane) {
    return this.hidden.has(lane.key) || (lane.hidden && !this.shown.has(lane.key));
  }

  set_hidden(lane, hide) {
    this.hidden.delete(lane.key);
    this.shown.delete(lane.key);
    if (hide && !lane.hidden) this.hidden.add(lane.key);
    if (!hide && lane.hidden) this.shown.add(lane.key);
  }

  set_pinned(key, pin) {
    this.pinned = this.pinned.filter((k) => k !== key);
    if (pin) this.pinned.push(key);
  }

  mode(lane) {
    if (this.marks.has(lane.key)) return 'marks';
    return this.plot.has(lane.key) ? 'plot' : lane.mode;
  }

  set_mode(key, mode) {
    this.marks.delete(key);
    this.plot.delete(key);
    this[mode].add(key);
  }

  set_whole(key, whole) {
    if (whole) this.whole.add(key);
    else this.whole.delete(key);
  }

  // Moves a lane by one place among its neighbours.
  move(keys, key, step) {
    const from = keys.indexOf(key),
      to = from + step;
    if (from < 0 || to < 0 || to >= keys.length) return;
    keys = [...keys];
    keys.splice(to, 0, ...keys.splice(from, 1));
    this.order = [...this.order.filter((k) => !keys.includes(k)), ...keys];
  }

  sorted(lanes) {
    const rank = new Map(this.order.map((key, i) => [key, i]));
    if (!lanes.some((lane) => rank.has(lane.key))) return lanes;
    return [...lanes].sort(
      (a, b) => (rank.get(a.key) ?? Infinity) - (rank.get(b.key) ?? Infinity) || 0,
    );
  }

  // For a link: [name, keys] of each part that is not empty.
  get parts() {
    return Object.entries(LanePrefs.NAMES)
      .map(([name, field]) => [name, [...this[field]].join()])
      .filter(([, keys]) => keys);
  }

  static NAMES = {
    hide: 'hidden',
    show: 'shown',
    pin: 'pinned',
    order: 'order',
    marks: 'marks',
    plot: 'plot',
    whole: 'whole',
  };

  static from(parts) {
    const prefs = new LanePrefs();
    for (const [name, field] of Object.entries(LanePrefs.NAMES)) {
      const keys = (parts.get(name) || '').split(',').filter((key) => /^\w{1,20}$/.test(key));
      prefs[field] = Array.isArray(prefs[field]) ? keys : new Set(keys);
    }
    return prefs;
  }
}

// Hashes and addresses: large whole numbers without an order. A curve of them says nothing.
function looks_like_words(values) {
  let low = Infinity,
    high = -Infinity,
    path = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isInteger(values[i])) return false;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
    if (i) path += Math.abs(values[i] - values[i - 1]);
  }
  const range = high - low;
  return values.length > 2 && range >= 2 ** 24 && path / (values.length - 1) > range / 5;
}

function first_mode(points) {
  const [min, max] = points.range(0, points.length);
  if (!(min < max)) return 'marks';
  const values = Array.from({length: Math.min(points.length, SAMPLES)}, (_, i) => points.value(i));
  return looks_like_words(values) ? 'marks' : 'plot';
}

// The words of names: the model has read them, so their lanes tell nothing more.
function is_name(series) {
  return series.space === SPACE_WEIR && NAME_IDS.includes(series.id);
}

function hart_lanes(hart) {
  const {number} = hart;
  const lanes = [
    {kind: 'hart', key: 'h' + number, hart, height: 52, name: 'hart ' + number},
    {kind: 'load', key: 'l' + number, hart, height: 40, name: 'load'},
  ];
  if (hart.traps.length)
    lanes.push({
      kind: 'isr',
      key: 'i' + number,
      hart,
      height: 8 + ROW * hart.traps.length,
      name: 'traps, interrupts',
    });
  return lanes;
}

function thread_lane(trace, thread) {
  return {
    kind: 'thread',
    key: 't' + thread.index,
    thread,
    height: (thread.runs.size ? 24 : 6) + ROW * thread.slices.length + (thread.points ? 16 : 4),
    name: trace.thread_name(thread.index),
  };
}

function value_lane(series, key, points, steps, name) {
  if (!points.mode || points.mode.length < Math.min(points.length, SAMPLES))
    points.mode = {length: points.length, mode: first_mode(points)};
  return {
    kind: 'points',
    key,
    series,
    points,
    steps,
    name,
    mode: points.mode.mode,
    plots: Number.isFinite(points.range(0, points.length)[0]),
    hidden: is_name(series),
  };
}

function series_lanes(trace, series) {
  const name = trace.series_name(series),
    key = 's' + series.index;
  if (series.rows)
    return [{kind: 'async', key, series, height: 8 + ROW * series.rows.rows.length, name}];
  if (!series.curves.length) return [value_lane(series, key, series.points, false, name)];
  return series.curves.map((curve, i) =>
    value_lane(
      series,
      key + 'c' + i,
      curve.points,
      true,
      series.curves.length > 1 && curve.name ? name + ' ' + curve.name : name,
    ),
  );
}

// All lanes: [{name, lanes}], in the order of the trace. A group without a name has no heading.
function lane_groups(trace) {
  const ids = trace.series
    .filter((s) => (s.points || s.curves.length) && s.kind !== KIND.BEGIN)
    .sort((a, b) => a.class - b.class || a.hart - b.hart || a.id - b.id || a.index - b.index);
  return [
    {
      name: '',
      lanes: trace.losses.length ? [{kind: 'loss', key: 'lost', height: 24, name: 'lost'}] : [],
    },
    {name: 'Harts', lanes: [...trace.harts.values()].flatMap(hart_lanes)},
    {
      name: 'Threads',
      lanes: trace.threads
        .filter((t) => t.index >= FIRST_THREAD && (t.runs.size || t.points || t.slices.length))
        .map((thread) => thread_lane(trace, thread)),
    },
    {name: 'Events and counters', lanes: ids.flatMap((series) => series_lanes(trace, series))},
  ].filter((group) => group.lanes.length);
}

// Places lanes below each other. Returns their height.
function stack_lanes(lanes) {
  let y = 0;
  for (const lane of lanes) {
    lane.y = y;
    y += lane.height + (lane.kind === 'group' ? 0 : GAP);
  }
  return y;
}

// The lanes as drawn: {pinned, scrolled}. A lane that is pinned is not scrolled.
function arrange_lanes(groups, prefs, folded) {
  const pinned = [],
    scrolled = [];
  for (const {name, lanes} of groups) {
    const visible = prefs.sorted(lanes.filter((lane) => !prefs.is_hidden(lane)));
    for (const lane of visible) {
      lane.group = name;
      lane.pinned = prefs.pinned.includes(lane.key);
      if (lane.kind !== 'points' && lane.kind !== 'curve') continue;
      lane.kind = lane.plots && prefs.mode(lane) === 'plot' ? 'curve' : 'points';
      lane.height = lane.kind === 'curve' ? 40 : 24;
      lane.whole = prefs.whole.has(lane.key);
    }
    pinned.push(...visible.filter((lane) => lane.pinned));
    const rest = visible.filter((lane) => !lane.pinned),
      hidden = lanes.length - visible.length;
    if (name && (rest.length || hidden))
      scrolled.push({kind: 'group', name, height: GROUP_HEIGHT, count: rest.length, hidden});
    if (!folded.has(name)) scrolled.push(...rest);
  }
  pinned.sort((a, b) => prefs.pinned.indexOf(a.key) - prefs.pinned.indexOf(b.key));
  return {pinned, scrolled};
}
