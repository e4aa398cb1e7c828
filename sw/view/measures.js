// SPDX-License-Identifier: Apache-2.0
// What can be measured many times: durations, periods, values, and the time from one id to another.
// Each measure gives samples {values, from, to}: columns of the values, and of the times between
// which each was taken.

const SHARES = [0.5, 0.9, 0.99, 0.999];

// Moves the number of rank k of numbers[low..high] to place k, smaller ones before it.
function select_rank(numbers, k, low, high) {
  while (low < high) {
    const middle = numbers[(low + high) >>> 1];
    let i = low,
      j = high;
    while (i <= j) {
      while (numbers[i] < middle) i++;
      while (numbers[j] > middle) j--;
      if (i > j) break;
      const other = numbers[i];
      numbers[i++] = numbers[j];
      numbers[j--] = other;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

// The smallest number that at least this share of the numbers does not exceed, for ascending
// shares.
function percentiles(values, shares) {
  const numbers = Float64Array.from(values),
    last = numbers.length - 1;
  let low = 0;
  return shares.map((share) => {
    const k = Math.min(last, Math.max(0, Math.ceil(share * numbers.length - 1e-9) - 1));
    select_rank(numbers, k, low, last);
    low = k;
    return numbers[k];
  });
}

class Samples {
  constructor() {
    this.values = new Column(Float64Array);
    this.from = new Column(Float64Array);
    this.to = new Column(Float64Array);
  }

  get length() {
    return this.values.length;
  }

  add(value, from, to) {
    this.values.push(value);
    this.from.push(from);
    this.to.push(to);
  }

  get numbers() {
    return this.values.data.subarray(0, this.length);
  }

  // Count, extremes, mean and percentiles; null without a sample.
  get summary() {
    if (!this.length) return null;
    const spread = new Spread();
    for (const value of this.numbers) spread.add(value);
    const {count, min, max, mean, deviation, sum} = spread;
    return {count, min, max, mean, deviation, sum, shares: percentiles(this.numbers, SHARES)};
  }

  // The sample with the smallest or largest value.
  extreme(way) {
    let best = 0;
    for (let i = 1; i < this.length; i++)
      if (way * this.values.data[i] > way * this.values.data[best]) best = i;
    return best;
  }
}

// --- samples of a span: those that lie in it as a whole ---

// Intervals that do not overlap. Those still open at the end have no duration yet.
function of_intervals(intervals, from, to, samples) {
  const {start, stop} = intervals;
  for (let i = intervals.index_at(from); i < intervals.length && start.data[i] <= to; i++)
    if (stop.data[i] <= to) samples.add(stop.data[i] - start.data[i], start.data[i], stop.data[i]);
}

function of_pairs(pairs, from, to, samples) {
  for (let i = 0; i < pairs.to.length; i++) {
    const begin = pairs.from.data[i],
      end = pairs.to.data[i];
    if (begin >= from && end <= to) samples.add(end - begin, begin, end);
  }
}

// From each time to the next one.
function of_times(length, time, first, to, samples) {
  for (let i = first + 1; i < length && time(i) <= to; i++)
    samples.add(time(i) - time(i - 1), time(i - 1), time(i));
}

function of_values(points, from, to, samples) {
  for (let i = points.index_at(from); i < points.length && points.time(i) <= to; i++)
    if (Number.isFinite(points.value(i)))
      samples.add(points.value(i), points.time(i), points.time(i));
}

// From each event of one series to the next event of another; an event that another of its series
// follows first begins nothing.
function of_latency(a, b, from, to, samples) {
  let n = b.index_at(from);
  for (let i = a.index_at(from); i < a.length && a.time(i) <= to; i++) {
    const begin = a.event.data[i],
      next = i + 1 < a.length ? a.event.data[i + 1] : Infinity;
    while (n < b.length && b.event.data[n] <= begin) n++;
    if (n === b.length || b.time(n) > to) return;
    if (b.event.data[n] < next || (a === b && b.event.data[n] === next))
      samples.add(b.time(n) - a.time(i), a.time(i), b.time(n));
  }
}

// --- the measures of a trace: {key, name, thread, of(from, to, samples)} ---

function run_measures(trace) {
  return trace.threads
    .filter((thread) => thread.index >= FIRST_THREAD && thread.runs.size)
    .map((thread) => ({
      key: 'r' + thread.index,
      name: trace.thread_name(thread.index) + ' runs',
      thread: thread.index,
      of: (from, to, samples) => {
        for (const runs of thread.runs.values()) of_intervals(runs, from, to, samples);
      },
    }));
}

// The time from preemption, or from blocking, to the next run.
function wait_measures(trace) {
  return trace.threads.flatMap((thread) =>
    Object.entries(thread.waits).map(([name, wait]) => ({
      key: (name === 'ready' ? 'q' : 'b') + thread.index,
      name: trace.thread_name(thread.index) + ' ' + name,
      thread: thread.index,
      of: (from, to, samples) => of_intervals(wait, from, to, samples),
    })),
  );
}

function isr_measures(trace) {
  return [...trace.harts.values()].flatMap((hart) =>
    [...hart.isrs.values()].flatMap((isr) => {
      const name =
        trace.series_name(isr.series) + (trace.harts.size > 1 ? ', hart ' + hart.number : '');
      const measure = (key, what, pairs) => ({
        key: key + hart.number + '_' + isr.cause,
        name: name + what,
        of: (from, to, samples) => of_pairs(pairs, from, to, samples),
      });
      return [measure('i', '', isr.durations), measure('w', ' to switch', isr.responses)];
    }),
  );
}

function series_measures(trace) {
  return trace.series
    .filter((series) => series.spans && series.spans.to.length)
    .map((series) => ({
      key: 'd' + series.index,
      name: trace.series_name(series),
      of: (from, to, samples) => of_pairs(series.spans, from, to, samples),
    }));
}

function duration_measures(trace) {
  return [
    ...series_measures(trace),
    ...run_measures(trace),
    ...wait_measures(trace),
    ...isr_measures(trace),
  ];
}

function period_measures(trace) {
  const threads = trace.threads
    .filter((thread) => thread.index >= FIRST_THREAD && thread.starts.length > 1)
    .map((thread) => ({
      key: 'p' + thread.index,
      name: trace.thread_name(thread.index) + ' starts',
      thread: thread.index,
      of: (from, to, samples) =>
        of_times(
          thread.starts.length,
          (i) => thread.starts.data[i],
          index_in(thread.starts, from),
          to,
          samples,
        ),
    }));
  const ids = trace.series
    .filter((series) => series.points && series.points.length > 1)
    .map(({points, index}) => ({
      key: 'e' + index,
      name: event_name(trace.series[index]),
      of: (from, to, samples) =>
        of_times(points.length, (i) => points.time(i), points.index_at(from), to, samples),
    }));
  return [...threads, ...ids];
}

function value_measures(trace) {
  const measure = (key, name, points) => ({
    key,
    name,
    of: (from, to, samples) => of_values(points, from, to, samples),
  });
  const with_values = trace.series.filter((series) => !is_name(series)); // their words are names
  return with_values.flatMap((series) =>
    series.curves.length
      ? series.curves.map((curve, i) =>
          measure(
            'v' + series.index + 'c' + i,
            event_name(series) + (curve.name ? ' ' + curve.name : ''),
            curve.points,
          ),
        )
      : series.points && Number.isFinite(series.points.range(0, series.points.length)[0])
        ? [measure('v' + series.index, event_name(series), series.points)]
        : [],
  );
}

function latency_measure(trace, a, b) {
  const from = trace.series[a],
    to = trace.series[b];
  return {
    key: 'x' + a + '_' + b,
    name: event_name(from) + ' → ' + event_name(to),
    of: (t0, t1, samples) => of_latency(from.points, to.points, t0, t1, samples),
  };
}

function samples_of(measure, from, to) {
  const samples = new Samples();
  measure.of(from, to, samples);
  return samples;
}

// --- histogram ---

// Counts of numbers in bins of a round width, or, if they differ much, with `log`, of a constant
// ratio: {edges, counts}.
function histogram(numbers, min, max, {bins = 60, log = false} = {}) {
  const edges = log && min > 0 ? log_edges(min, max, bins) : even_edges(min, max, bins),
    counts = new Array(edges.length - 1).fill(0),
    low = edges[0],
    scale = log && min > 0 ? counts.length / Math.log(edges[counts.length] / low) : 0,
    step = edges[1] - low;
  for (const number of numbers) {
    let i = Math.floor(scale ? Math.log(number / low) * scale : (number - low) / step);
    i = Math.min(Math.max(i, 0), counts.length - 1);
    // correct for rounding
    if (number < edges[i] && i > 0) i--;
    else if (number >= edges[i + 1] && i < counts.length - 1) i++;
    counts[i]++;
  }
  return {edges, counts};
}

function even_edges(min, max, bins) {
  if (!(max > min)) return [min, min + Math.max(1, Math.abs(min) * 1e-3)];
  const step = round_step((max - min) / bins),
    first = Math.floor(min / step) * step,
    count = Math.floor((max - first) / step) + 1;
  return Array.from({length: count + 1}, (_, i) => first + i * step);
}

function log_edges(min, max, bins) {
  if (!(max > min)) return even_edges(min, max, bins);
  const ratio = (max / min) ** (1 / bins);
  return Array.from({length: bins + 1}, (_, i) => (i === bins ? max : min * ratio ** i));
}
