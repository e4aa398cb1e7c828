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

  get deviation() {
    return this.count > 1 ? Math.sqrt(this.squares / (this.count - 1)) : 0;
  }

  get sum() {
    return this.mean * this.count;
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

function thread_stats(trace, from, to) {
  const harts = new Map([...trace.harts.keys()].map((hart) => [hart, {hart, busy: 0, idle: 0}]));
  const threads = [],
    running = new Set();
  for (const thread of trace.threads) {
    const run = new Spread(),
      period = new Spread();
    for (const [hart, runs] of thread.runs) {
      running.add(hart);
      for (let i = runs.ending(from); i < runs.length && runs.start.data[i] <= to; i++)
        run.add(Math.min(to, runs.end(i)) - Math.max(from, runs.start.data[i]));
      const time = runs.covered(to) - runs.covered(from);
      harts.get(hart)[thread.index === NO_THREAD ? 'idle' : 'busy'] += time;
    }
    const {starts} = thread;
    let switches = 0,
      before = NaN;
    for (
      let i = index_in(starts, from);
      i < starts.length && starts.data[i] <= to;
      i++, switches++
    ) {
      if (switches) period.add(starts.data[i] - before);
      before = starts.data[i];
    }
    if (thread.index >= FIRST_THREAD)
      threads.push({thread, run, period, switches, time: run.sum, share: 0});
  }
  const all = running.size * (to - from);
  for (const t of threads) t.share = all > 0 ? t.time / all : 0;
  return {threads, harts: [...harts.values()]};
}

function series_stats(trace, from, to) {
  const seconds = trace.tick ? (to - from) * trace.tick : to - from;
  return trace.series
    .filter((series) => series.points)
    .map((series) => {
      const {points} = series,
        interval = new Spread(),
        value = new Spread();
      const first = points.index_at(from);
      let end = points.index_at(to);
      while (end < points.length && points.time(end) <= to) end++;
      for (let i = first; i < end; i++) {
        if (i > first) interval.add(points.time(i) - points.time(i - 1));
        const number = points.value(i);
        if (Number.isFinite(number)) value.add(number);
      }
      return {
        series,
        count: end - first,
        rate: seconds > 0 ? (end - first) / seconds : 0,
        interval,
        value,
      };
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
