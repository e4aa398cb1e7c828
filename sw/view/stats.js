// SPDX-License-Identifier: Apache-2.0
// Measures a span of the trace as `weir stats` does; for the whole trace, the numbers are equal.
// Times are in ticks. An interval that crosses the edge of the span counts only with its part
// inside.

class Spread {
  constructor() {
    this.count = this.mean = this.squares = 0;
    this.min = this.max = NaN;
  }

  add(number) {
    const distance = number - this.mean;
    if (!this.count || number < this.min) this.min = number;
    if (!this.count || number > this.max) this.max = number;
    this.count++;
    this.mean += distance / this.count;
    this.squares += distance * (number - this.mean);
  }

  // Adds the numbers of another one.
  merge(count, mean, squares, min, max) {
    if (!count) return;
    const distance = mean - this.mean,
      all = this.count + count;
    this.min = this.count ? Math.min(this.min, min) : min;
    this.max = this.count ? Math.max(this.max, max) : max;
    this.squares += squares + (distance * distance * this.count * count) / all;
    this.mean += (distance * count) / all;
    this.count = all;
  }

  get deviation() {
    return this.count > 1 ? Math.sqrt(this.squares / (this.count - 1)) : 0;
  }

  get sum() {
    return this.mean * this.count;
  }
}

// Spreads of any part of a long row of numbers, from a tree with 64 children per node: a selection
// of millions costs a few hundred steps. Leaves out what is not a number. Grows with the row.
const FAN = 64;

class SpreadTree {
  constructor(number) {
    this.number = number;
    this.levels = [];
    this.part = new Float64Array(FAN);
  }

  level(k) {
    if (!this.levels[k])
      this.levels[k] = {
        length: 0,
        ...Object.fromEntries(
          ['count', 'mean', 'squares', 'min', 'max'].map((key) => [key, new Column(Float64Array)]),
        ),
      };
    return this.levels[k];
  }

  append(k, spread) {
    const level = this.level(k);
    for (const key of ['count', 'mean', 'squares', 'min', 'max']) level[key].push(spread[key]);
    level.length++;
    if (level.length % FAN) return;
    const above = new Spread();
    this.merge(above, k, level.length - FAN, level.length);
    this.append(k + 1, above);
  }

  // Adds nodes, or for k = -1 numbers, to a spread.
  merge(spread, k, from, to) {
    if (k < 0) {
      for (let i = from; i < to; i++) {
        const number = this.number(i);
        if (Number.isFinite(number)) spread.add(number);
      }
      return;
    }
    const {count, mean, squares, min, max} = this.levels[k];
    for (let i = from; i < to; i++)
      spread.merge(count.data[i], mean.data[i], squares.data[i], min.data[i], max.data[i]);
  }

  // In two passes: faster than a division for each number.
  block(first) {
    const {part} = this;
    let count = 0,
      sum = 0,
      squares = 0,
      min = Infinity,
      max = -Infinity;
    for (let i = first; i < first + FAN; i++) {
      const number = this.number(i);
      if (!Number.isFinite(number)) continue;
      part[count++] = number;
      sum += number;
      if (number < min) min = number;
      if (number > max) max = number;
    }
    const mean = count ? sum / count : 0;
    for (let i = 0; i < count; i++) squares += (part[i] - mean) ** 2;
    return {count, mean, squares, min, max};
  }

  grow(length) {
    for (let done = this.level(0).length * FAN; done + FAN <= length; done += FAN) {
      this.append(0, this.block(done));
    }
  }

  // The numbers from index `from` to `to` - 1, of a row of this length.
  of(from, to, length = to, spread = new Spread()) {
    this.grow(length);
    for (let k = -1; from < to; k++) {
      const up = Math.ceil(from / FAN),
        down = Math.floor(to / FAN);
      if (up >= down || !this.levels[k + 1]) {
        this.merge(spread, k, from, to);
        break;
      }
      this.merge(spread, k, from, up * FAN);
      this.merge(spread, k, down * FAN, to);
      from = up;
      to = down;
    }
    return spread;
  }
}

// The index of the first number in a sorted column that is not below x.
function index_in(column, x) {
  let low = 0,
    high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.data[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tree_of_runs(runs) {
  if (!runs.tree) runs.tree = new SpreadTree((i) => runs.end(i) - runs.start.data[i]);
  return runs.tree;
}

function tree_of_starts(thread) {
  const {starts} = thread;
  if (!thread.periods)
    thread.periods = new SpreadTree((i) => (i ? starts.data[i] - starts.data[i - 1] : NaN));
  return thread.periods;
}

function trees_of_points(points) {
  if (!points.trees)
    points.trees = {
      interval: new SpreadTree((i) => (i ? points.time(i) - points.time(i - 1) : NaN)),
      value: new SpreadTree((i) => points.value(i)),
    };
  return points.trees;
}

// All of these, with their lengths.
function* all_trees(trace) {
  for (const {points} of trace.series) {
    if (!points) continue;
    points.index_at(0); // builds its table of times

    const {interval, value} = trees_of_points(points);
    yield [interval, points.length];
    yield [value, points.length];
  }
  for (const thread of trace.threads) {
    yield [tree_of_starts(thread), thread.starts.length];
    for (const runs of thread.runs.values()) yield [tree_of_runs(runs), runs.length - 1];
  }
}

// The runs in a span: the first and the last with their part inside, and all between.
function add_runs(runs, from, to, spread) {
  const inside = (i) => Math.min(to, runs.end(i)) - Math.max(from, runs.start.data[i]);
  const first = runs.ending(from);
  let end = runs.index_at(to);
  while (end < runs.length && runs.start.data[end] <= to) end++;
  if (end <= first) return;
  spread.add(inside(first));
  if (end === first + 1) return;
  // the last one may still be open
  tree_of_runs(runs).of(first + 1, end - 1, runs.length - 1, spread);
  spread.add(inside(end - 1));
}

// From one start of a thread to the next.
function start_stats(thread, from, to) {
  const {starts} = thread,
    first = index_in(starts, from);
  let end = index_in(starts, to);
  while (end < starts.length && starts.data[end] <= to) end++;
  return {switches: end - first, period: tree_of_starts(thread).of(first + 1, end, starts.length)};
}

function thread_stats(trace, from, to) {
  const harts = new Map([...trace.harts.keys()].map((hart) => [hart, {hart, busy: 0, idle: 0}]));
  const threads = [],
    running = new Set();
  for (const thread of trace.threads) {
    const run = new Spread();
    for (const [hart, runs] of thread.runs) {
      running.add(hart);
      add_runs(runs, from, to, run);
      const time = runs.covered(to) - runs.covered(from);
      harts.get(hart)[thread.index === NO_THREAD ? 'idle' : 'busy'] += time;
    }
    if (thread.index >= FIRST_THREAD)
      threads.push({thread, run, ...start_stats(thread, from, to), time: run.sum, share: 0});
  }
  const all = running.size * (to - from);
  for (const t of threads) t.share = all > 0 ? t.time / all : 0;
  return {threads, harts: [...harts.values()]};
}

// What a hart did in a span, as shares of the time that is known, as in `weir stats`: it is busy
// while any thread runs, idle while none does. A thread that is named idle makes it busy too, so
// the load leaves such threads out: busy = load + idle threads.
function hart_load(trace, hart, from, to) {
  let load = 0,
    idle_threads = 0,
    idle = 0;
  for (const {index, runs} of trace.threads) {
    const mine = runs.get(hart.number);
    if (!mine) continue;
    const time = mine.covered(to) - mine.covered(from);
    if (index === NO_THREAD) idle += time;
    else if (trace.idle(index)) idle_threads += time;
    else load += time;
  }
  const all = load + idle_threads + idle;
  if (!(all > 0)) return null;
  return {
    load: load / all,
    idle_threads: idle_threads / all,
    busy: (load + idle_threads) / all,
    idle: idle / all,
  };
}

function point_stats(points, from, to) {
  const first = points.index_at(from);
  let end = points.index_at(to);
  while (end < points.length && points.time(end) <= to) end++;
  const {interval, value} = trees_of_points(points);
  return {
    count: end - first,
    interval: interval.of(first + 1, end, points.length),
    value: value.of(first, end, points.length),
  };
}

function series_stats(trace, from, to) {
  const seconds = trace.tick ? (to - from) * trace.tick : to - from;
  return trace.series
    .filter((series) => series.points)
    .map((series) => {
      const stats = point_stats(series.points, from, to);
      return {series, rate: seconds > 0 ? stats.count / seconds : 0, ...stats};
    });
}

function isr_stats(trace, from, to) {
  const within = (pairs) => {
    const spread = new Spread();
    for (let i = index_in(pairs.to, from); i < pairs.to.length && pairs.to.data[i] <= to; i++)
      if (pairs.from.data[i] >= from) spread.add(pairs.to.data[i] - pairs.from.data[i]);
    return spread;
  };
  return [...trace.harts.values()].flatMap((hart) =>
    [...hart.isrs.values()].map((isr) => ({
      isr,
      duration: within(isr.durations),
      response: within(isr.responses),
    })),
  );
}

function loss_stats(trace, from, to) {
  const inside = trace.losses.filter((loss) => loss.first <= to && loss.last >= from);
  const count = [0, 1, 2, 3].map((c) => inside.reduce((sum, loss) => sum + loss.count[c], 0));
  return {
    losses: inside.length,
    count,
    all: count.reduce((a, b) => a + b, 0),
    uncounted: inside.some((loss) => !loss.counted),
  };
}
