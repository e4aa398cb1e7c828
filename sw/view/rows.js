// SPDX-License-Identifier: Apache-2.0
// Sorted rows of numbers that answer "where is t", "how much until t" and "from what to what"
// in a few steps, for rows of any length.

const TABLE_SIZE = 1 << 16,
  LONG_ROW = 1 << 14; // entries of a table of times; only longer rows have one

class Column {
  constructor(type, capacity = 16) {
    this.data = new type(capacity);
    this.length = 0;
  }

  push(value) {
    if (this.length === this.data.length) this.reserve(2 * this.length + 16);
    this.data[this.length++] = value;
  }

  reserve(capacity) {
    if (capacity <= this.data.length) return;
    const more = new this.data.constructor(capacity);
    more.set(this.data.subarray(0, this.length));
    this.data = more;
  }
}

// Searches a sorted row of times: the first index whose time is not before t. Long rows have a
// table of indexes at regular times, so that a search takes only a few steps.
class Finder {
  constructor(length, time) {
    this.length = length;
    this.time = time;
    this.table = null;
    this.first = this.step = 0;
    if (length < 4096) return;
    const parts = length > LONG_ROW ? TABLE_SIZE : length >> 4;
    this.first = time(0);
    this.step = (time(length - 1) - this.first) / parts;
    if (!(this.step > 0)) return;
    this.table = new Uint32Array(parts + 2);
    let place = 0;
    for (let part = 0; part <= parts; part++) {
      const t = this.first + part * this.step;
      while (place < length && time(place) < t) place++;
      this.table[part] = place;
    }
    this.table[parts + 1] = length;
  }

  index_at(t) {
    let low = 0,
      high = this.length;
    if (this.table) {
      const part = Math.floor((t - this.first) / this.step);
      if (part < 0) return 0;
      if (part >= this.table.length - 2) low = this.table[this.table.length - 2];
      else {
        low = this.table[part];
        high = this.table[part + 1];
      }
      // correct for rounding of the table
      while (low > 0 && this.time(low - 1) >= t) low--;
      while (high < this.length && this.time(high) < t) high++;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time(middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

// The first index from `low` on in a sorted row whose value is not below x: fast if it is near.
function gallop(data, low, length, x) {
  let high = low;
  for (let step = 1; high < length && data[high] < x; step *= 2) {
    low = high + 1;
    high += step;
  }
  if (high > length) high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (data[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Sorted intervals without overlap: runs of a thread on a hart, traps of one depth, durations of
// one depth.
class Intervals {
  constructor(trace) {
    this.trace = trace;
    this.start = new Column(Float64Array);
    this.stop = new Column(Float64Array); // Infinity: still open
    this.before = new Column(Float64Array); // total time of all earlier intervals
    this.event = new Column(Uint32Array); // its first event
    this.finder = null;
  }

  get length() {
    return this.start.length;
  }

  begin(time, event) {
    const last = this.length - 1;
    this.before.push(
      last < 0 ? 0 : this.before.data[last] + this.end(last) - this.start.data[last],
    );
    this.start.push(time);
    this.stop.push(Infinity);
    this.event.push(event);
  }

  finish(time) {
    this.stop.data[this.length - 1] = time;
  }

  get open() {
    return this.length > 0 && this.stop.data[this.length - 1] === Infinity;
  }

  end(i) {
    return Math.min(this.stop.data[i], Math.max(this.trace.last, this.start.data[i]));
  }

  // The index of the first interval that begins at t or later.
  index_at(t) {
    if (!this.finder || this.finder.length !== this.length)
      this.finder = new Finder(this.length, (i) => this.start.data[i]);
    return this.finder.index_at(t);
  }

  // The index of the first interval that ends after t.
  ending(t) {
    const i = this.index_at(t);
    return i > 0 && this.end(i - 1) > t ? i - 1 : i;
  }

  touches(from, to) {
    return this.length > 0 && this.start.data[0] <= to && this.end(this.length - 1) >= from;
  }

  // Total time of the intervals up to t.
  covered(t) {
    const i = this.index_at(t) - 1;
    return i < 0 ? 0 : this.before.data[i] + Math.min(t, this.end(i)) - this.start.data[i];
  }

  // Total time of the intervals up to each of these sorted times. If a column of pixels spans
  // several entries of the table of sums, takes it from there: exact to a fraction of a pixel.
  coverage(times) {
    const cache = this.coverage_cache;
    if (cache && cache.times === times && cache.length === this.length) return cache.sums;
    const sums = this.find_coverage(times);
    // several lanes ask for the same columns
    this.coverage_cache = {times, length: this.length, sums};
    return sums;
  }

  find_coverage(times) {
    const sums = new Float64Array(times.length),
      start = this.start.data;
    if (this.length > LONG_ROW) {
      const {step, table} = this.sum_table();
      if (times[1] - times[0] > 4 * step) {
        for (let n = 0; n < times.length; n++)
          sums[n] = table[Math.max(0, Math.min(TABLE_SIZE, Math.round(times[n] / step)))];
        return sums;
      }
    }
    let place = this.index_at(times[0]);
    for (let n = 0; n < times.length; n++) {
      place = gallop(start, place, this.length, times[n]);
      sums[n] = place
        ? this.before.data[place - 1] + Math.min(times[n], this.end(place - 1)) - start[place - 1]
        : 0;
    }
    return sums;
  }

  sum_table() {
    const {last} = this.trace,
      start = this.start.data;
    if (this.sums_cache && this.sums_cache.length === this.length && this.sums_cache.last === last)
      return this.sums_cache;
    const table = new Float64Array(TABLE_SIZE + 1),
      step = last / TABLE_SIZE;
    for (let part = 0, place = 0; part <= TABLE_SIZE; part++) {
      const t = part * step;
      while (place < this.length && start[place] < t) place++;
      table[part] = place
        ? this.before.data[place - 1] + Math.min(t, this.end(place - 1)) - start[place - 1]
        : 0;
    }
    this.sums_cache = {length: this.length, last, step, table};
    return this.sums_cache;
  }
}

// Events of one series or of one thread: their indexes.
class Points {
  constructor(trace, values) {
    this.trace = trace;
    this.event = new Column(Uint32Array);
    this.prefix = values ? new Column(Float64Array) : null;
    this.finder = this.levels = null;
  }

  get length() {
    return this.event.length;
  }

  push(event, value) {
    this.event.push(event);
    if (this.prefix) this.prefix.push(value);
  }

  time(i) {
    return this.trace.time.data[this.event.data[i]];
  }

  value(i) {
    return this.prefix ? this.prefix.data[i] : this.trace.value.data[this.event.data[i]];
  }

  index_at(t) {
    if (!this.finder || this.finder.length !== this.length)
      this.finder = new Finder(this.length, (i) => this.time(i));
    return this.finder.index_at(t);
  }

  // The index of each of these sorted times.
  indexes(times) {
    const found = new Uint32Array(times.length),
      event = this.event.data,
      time = this.trace.time.data;
    if (this.length > LONG_ROW) {
      this.index_at(0);
      const {table, first, step} = this.finder;
      if (table && times[1] - times[0] > 4 * step) {
        for (let n = 0; n < times.length; n++)
          found[n] =
            times[n] <= first
              ? 0
              : table[Math.min(table.length - 1, Math.round((times[n] - first) / step))];
        return found;
      }
    }
    let place = this.index_at(times[0]),
      at = gallop(time, 0, this.trace.length, times[0]);
    for (let n = 0; n < times.length; n++) {
      // compare indexes of events: those of a series are in the order of all
      at = gallop(time, at, this.trace.length, times[n]);
      place = gallop(event, place, this.length, at);
      found[n] = place;
    }
    return found;
  }

  // Minimum and maximum of the values from index `from` to `to` - 1, from a tree with 16 children
  // per node. [NaN, NaN] if there is no value.
  range(from, to) {
    if (!this.levels || this.levels.length !== this.length) this.build();
    let min = Infinity,
      max = -Infinity;
    const take = (low, high) => {
      if (low < min) min = low;
      if (high > max) max = high;
    };
    const walk = (level, first, end) => {
      for (let i = first; i < end; i++)
        if (level < 0) take(this.value(i), this.value(i));
        else take(this.levels.low[level][i], this.levels.high[level][i]);
    };
    for (let level = -1; from < to; level++) {
      const up = (from + 15) >> 4,
        down = to >> 4;
      if (level + 1 >= this.levels.low.length || up >= down) {
        walk(level, from, to);
        break;
      }
      walk(level, from, up << 4);
      walk(level, down << 4, to);
      from = up;
      to = down;
    }
    return min <= max ? [min, max] : [NaN, NaN];
  }

  build() {
    const levels = {length: this.length, low: [], high: []};
    let low = (i) => this.value(i),
      high = low,
      length = this.length;
    while (length > 16) {
      const size = Math.ceil(length / 16),
        min = new Float64Array(size).fill(Infinity),
        max = new Float64Array(size).fill(-Infinity);
      for (let i = 0; i < length; i++) {
        const l = low(i),
          h = high(i);
        if (l < min[i >> 4]) min[i >> 4] = l;
        if (h > max[i >> 4]) max[i >> 4] = h;
      }
      levels.low.push(min);
      levels.high.push(max);
      low = (i) => min[i];
      high = (i) => max[i];
      length = size;
    }
    this.levels = levels;
  }
}

// Pairs of times, sorted by the second one.
class Pairs {
  constructor() {
    this.from = new Column(Float64Array);
    this.to = new Column(Float64Array);
  }

  push(from, to) {
    this.from.push(from);
    this.to.push(to);
  }
}

// Arrows from one event of a flow to the next, sorted by their ends.
class Arrows {
  constructor(trace) {
    this.trace = trace;
    this.from = new Column(Uint32Array);
    this.to = new Column(Uint32Array);
    this.longest = 0; // ticks
    this.open = new Map(); // flow -> its last event
  }

  get length() {
    return this.to.length;
  }

  // A step or an end without a begin gets no arrow.
  flow(series, index, kind, correlation) {
    const what = series.space ? [series.space, series.id] : [series.category, series.name],
      key = JSON.stringify([...what, correlation]);
    const before = this.open.get(key),
      time = this.trace.time.data;
    if (kind !== KIND.FLOW_BEGIN && before !== undefined) {
      this.from.push(before);
      this.to.push(index);
      this.longest = Math.max(this.longest, time[index] - time[before]);
    }
    if (kind === KIND.FLOW_BEGIN || (kind === KIND.FLOW_STEP && before !== undefined))
      this.open.set(key, index);
    else if (kind === KIND.FLOW_END) this.open.delete(key);
  }

  // The arrows that touch a span, each as [from, to], indexes of events; null if there are more
  // than `max`.
  within(from, to, max) {
    const time = this.trace.time.data,
      found = [];
    if (!this.finder || this.finder.length !== this.length)
      this.finder = new Finder(this.length, (i) => time[this.to.data[i]]);
    const last = this.finder.index_at(to + this.longest + 1);
    for (let i = this.finder.index_at(from), looked = 0; i < last; i++, looked++) {
      if (found.length > max || looked > 100 * max) return null;
      if (time[this.from.data[i]] <= to) found.push([this.from.data[i], this.to.data[i]]);
    }
    return found.length > max ? null : found;
  }
}
