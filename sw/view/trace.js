// SPDX-License-Identifier: Apache-2.0
// The trace in the page: unpacks the blocks of view_pack.c into typed arrays with one entry for
// each event, and into lanes of intervals and points. Times are ticks since the trace began, as
// doubles: exact up to 2^53.

const DEFINE = {
  HEAD: 1,
  THREAD: 2,
  SERIES: 3,
  TEMPLATE: 4,
  THREAD_NAME: 5,
  SERIES_NAME: 6,
  VALUE_NAME: 7,
  OBJECT: 8,
  ORIGIN: 9,
};
const KIND = {
  INSTANT: 0,
  SWITCH: 1,
  ISR_ENTER: 2,
  ISR_EXIT: 3,
  COUNTER: 4,
  BEGIN: 5,
  END: 6,
  COMPLETE: 7,
  ASYNC_BEGIN: 8,
  ASYNC_INSTANT: 9,
  ASYNC_END: 10,
  FLOW_BEGIN: 11,
  FLOW_STEP: 12,
  FLOW_END: 13,
  LOG: 14,
  LOSS: 15,
};
const KIND_NAMES = [
  'event',
  'switch',
  'enter',
  'exit',
  'counter',
  'begin',
  'end',
  'duration',
  'async begin',
  'async instant',
  'async end',
  'flow begin',
  'flow step',
  'flow end',
  'log',
  'loss',
];
const ARG = {NULL: 0, BOOL: 1, INT: 2, UINT: 3, FLOAT: 4, TEXT: 5, POINTER: 6, OBJECT: 7, BYTES: 8};
const CLASSES = ['USER', 'COM', 'SYS', 'NONE'];
const STATES = ['', 'new', 'running', 'suspended', 'blocked', 'dying', 'dead'];
const OBJECT_PROCESS = 1;
const NO_THREAD = 1,
  FIRST_THREAD = 2; // index 0: unknown
const NO_NUMBERS = [];
const TABLE_SIZE = 1 << 16,
  LONG_ROW = 1 << 14; // entries of a table of times; only longer rows have one
const STRIDE = 64; // events between two positions where decoding of values can begin
const text_decoder = new TextDecoder();

// 12 345
function grouped(n) {
  return n.toLocaleString('en').replaceAll(',', '\u202f');
}

// --- bytes ---

class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get more() {
    return this.at < this.bytes.length;
  }

  // A number; the nearest double beyond 2^53.
  number() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127,
      factor = 128;
    do {
      byte = bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  }

  big() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
      if (!(byte >= 128)) return value;
    }
  }

  signed_big() {
    const value = this.big();
    return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
  }

  piece(size) {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  text() {
    return text_decoder.decode(this.piece(this.number()));
  }

  float() {
    this.at += 8;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 8, 8).getFloat64(
      0,
      true,
    );
  }

  // The number of an argument; NaN if it is not a number.
  argument(type) {
    switch (type) {
      case ARG.NULL:
        return NaN;
      case ARG.INT:
        return Number(this.signed_big());
      case ARG.FLOAT:
        return this.float();
      case ARG.TEXT:
      case ARG.BYTES:
        this.piece(this.number());
        return NaN;
      default:
        return this.number();
    }
  }

  // The exact value of an argument: a number, BigInt, or text.
  exact(type) {
    switch (type) {
      case ARG.NULL:
        return '';
      case ARG.BOOL:
        return this.number() ? 'true' : 'false';
      case ARG.INT:
        return this.signed_big();
      case ARG.FLOAT:
        return this.float();
      case ARG.TEXT:
        return this.text();
      case ARG.BYTES:
        return Array.from(this.piece(this.number()), (o) => o.toString(16).padStart(2, '0')).join(
          ' ',
        );
      case ARG.POINTER:
      case ARG.OBJECT:
        return '0x' + this.big().toString(16);
      default:
        return this.big();
    }
  }
}

async function unpack(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// --- arrays that grow ---

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

  // Total time of the intervals up to t.
  covered(t) {
    const i = this.index_at(t) - 1;
    return i < 0 ? 0 : this.before.data[i] + Math.min(t, this.end(i)) - this.start.data[i];
  }

  // Total time of the intervals up to each of these sorted times. If a column of pixels spans
  // several entries of the table of sums, takes it from there: exact to a fraction of a pixel.
  coverage(times) {
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

// --- the trace ---

class Trace {
  constructor() {
    this.file = this.title = '';
    this.tick = 0; // seconds; 0: unknown
    this.origin = 0n;
    this.last = 0;
    this.threads = [
      {index: 0, number: null, name: ''},
      {index: NO_THREAD, number: 0, name: ''},
    ].map((t) => this.new_thread(t));
    this.series = [];
    this.templates = [];
    this.harts = new Map();
    this.objects = [];
    this.processes = new Map();
    this.value_names = new Map(); // "space,id" -> Map of value -> name
    this.losses = [];
    this.time = new Column(Float64Array);
    this.template = new Column(Uint16Array);
    this.thread = new Column(Uint16Array);
    this.value = new Column(Float64Array); // first numeric argument, or NaN
    this.blocks = []; // {first, count, bytes, places}
    this.unmatched = 0;
    this.arrows = new Arrows(this);
  }

  get length() {
    return this.time.length;
  }

  new_thread(thread) {
    return {
      process: 0,
      runs: new Map(),
      starts: new Column(Float64Array),
      points: null,
      open: [],
      slices: [],
      ...thread,
    };
  }

  hart(number) {
    let hart = this.harts.get(number);
    if (!hart) {
      hart = {
        number,
        running: 0,
        known: false,
        since: 0,
        switches: 0,
        depth: 0,
        traps: [],
        causes: [],
        isrs: new Map(),
        pending: null,
        pending_since: 0,
        first_switch: false,
      };
      this.harts.set(number, hart);
      this.harts = new Map([...this.harts].sort((a, b) => a[0] - b[0]));
    }
    return hart;
  }

  async add(base64) {
    this.add_block(await unpack(base64));
  }

  add_block(bytes) {
    const block = new Bytes(bytes),
      count = block.number();
    this.define(new Bytes(block.piece(block.number())));
    const [times, templates, threads, values] = [0, 1, 2, 3].map(
      () => new Bytes(block.piece(block.number())),
    );
    const first = this.length,
      indexes = new Uint32Array(Math.ceil(count / STRIDE));
    if (first + count > this.time.data.length)
      for (const column of [this.time, this.template, this.thread, this.value])
        column.reserve(Math.max(first + count, 2 * first));
    let now = first ? this.time.data[first - 1] : 0;
    for (let i = 0; i < count; i++) {
      if (i % STRIDE === 0) indexes[i / STRIDE] = values.at;
      now += times.number();
      this.event(first + i, now, templates.number(), threads.number(), values);
    }
    this.blocks.push({first, count, bytes: values.bytes, indexes});
    if (now > this.last) this.last = now;
  }

  define(d) {
    while (d.more) {
      switch (d.number()) {
        case DEFINE.HEAD: {
          this.file = d.text();
          this.title = d.text();
          const numerator = d.number(),
            denominator = d.number();
          this.tick = denominator ? numerator / denominator : 0;
          this.origin = d.big();
          this.last = d.number();
          const records = d.number();
          for (const column of [this.time, this.template, this.thread, this.value])
            column.reserve(records);
          break;
        }
        case DEFINE.ORIGIN:
          this.origin = d.big();
          break;
        case DEFINE.THREAD: {
          const number = d.big();
          this.threads.push(
            this.new_thread({index: this.threads.length, number, process: d.number(), name: ''}),
          );
          break;
        }
        case DEFINE.SERIES: {
          const series = {
            index: this.series.length,
            kind: d.number(),
            space: d.number(),
            id: d.number(),
            hart: d.number() - 1,
            class: d.number(),
            category: d.text(),
            name: d.text(),
            points: null,
            curves: [],
            rows: null,
          };
          this.series.push(series);
          break;
        }
        case DEFINE.TEMPLATE: {
          const template = {
            series: this.series[d.number()],
            kind: d.number(),
            prefix: d.number(),
            args: [],
          };
          for (let args = d.number(); args > 0; args--) {
            const type = d.number();
            template.args.push({type, name: d.text()});
          }
          this.templates.push(template);
          break;
        }
        case DEFINE.THREAD_NAME:
          this.threads[d.number()].name = d.text();
          break;
        case DEFINE.SERIES_NAME:
          this.series[d.number()].name = d.text();
          break;
        case DEFINE.VALUE_NAME: {
          const key = d.number() + ',' + d.number(),
            value = d.number();
          if (!this.value_names.has(key)) this.value_names.set(key, new Map());
          this.value_names.get(key).set(value, d.text());
          break;
        }
        case DEFINE.OBJECT: {
          const object = {kind: d.number(), number: d.big(), process: d.number(), name: d.text()};
          if (object.kind === OBJECT_PROCESS)
            this.processes.set(Number(object.number), object.name);
          this.objects.push(object);
          break;
        }
        default:
          throw new Error('this page cannot read a definition in this trace');
      }
    }
  }

  event(index, time, number, thread, values) {
    const template = this.templates[number],
      series = template.series,
      prefix = template.prefix ? [] : NO_NUMBERS;
    let value = NaN;
    for (let i = 0; i < template.prefix; i++) prefix.push(values.number());
    this.time.push(time);
    this.template.push(number);
    this.thread.push(thread);
    if (time > this.last) this.last = time;
    if (template.kind === KIND.COUNTER) {
      template.args.forEach((arg, i) => {
        const n = values.argument(arg.type);
        if (Number.isNaN(n)) return;
        if (Number.isNaN(value)) value = n;
        const key = prefix[0] + ',' + arg.name;
        let curve = series.curves.find((c) => c.key === key);
        if (!curve)
          series.curves.push(
            (curve = {key, name: arg.name, correlation: prefix[0], points: new Points(this, true)}),
          );
        curve.points.push(index, n);
      });
    } else {
      for (const arg of template.args) {
        const n = values.argument(arg.type);
        if (Number.isNaN(value)) value = n;
      }
    }
    this.value.push(value);
    switch (template.kind) {
      case KIND.SWITCH:
        this.on_switch(this.hart(series.hart), index, time, thread, prefix[0]);
        return;
      case KIND.ISR_ENTER:
      case KIND.ISR_EXIT:
        this.on_trap(this.hart(series.hart), index, time, template.kind === KIND.ISR_ENTER, series);
        return;
      case KIND.LOSS:
        this.losses.push({
          event: index,
          first: time - prefix[0],
          last: time - prefix[0] + prefix[1],
          count: prefix.slice(2, 6),
          cause: prefix[6],
          source: prefix[7],
          counted: prefix[8] !== 0,
        });
        return;
      case KIND.BEGIN:
      case KIND.END:
      case KIND.COMPLETE:
        this.nest(this.threads[thread], index, time, template.kind, prefix[0]);
        this.point(series, index);
        return;
      case KIND.ASYNC_BEGIN:
      case KIND.ASYNC_END:
        this.add_async(series, index, time, template.kind, prefix[0]);
        break;
      case KIND.FLOW_BEGIN:
      case KIND.FLOW_STEP:
      case KIND.FLOW_END:
        this.arrows.flow(series, index, template.kind, prefix[0]);
        break;
    }
    this.point(series, index);
    const maker = this.threads[thread];
    if (!maker.points) maker.points = new Points(this);
    maker.points.push(index);
  }

  point(series, index) {
    if (!series.points) series.points = new Points(this);
    series.points.push(index);
  }

  // As in `weir stats`: a run lasts from one switch of a hart to the next. If the first switch
  // names the outgoing thread, that thread ran from the beginning.
  on_switch(hart, index, time, thread, outgoing) {
    if (!hart.first_switch && outgoing) this.run_begins(hart, index, 0, outgoing);
    hart.first_switch = true;
    this.run_ends(hart, time);
    if (hart.pending) hart.pending.responses.push(hart.pending_since, time);
    hart.pending = null;
    hart.switches++;
    if (thread) this.run_begins(hart, index, time, thread);
    if (thread >= FIRST_THREAD) this.threads[thread].starts.push(time);
  }

  run_begins(hart, index, time, thread) {
    const runs = this.threads[thread].runs;
    if (!runs.has(hart.number)) runs.set(hart.number, new Intervals(this));
    runs.get(hart.number).begin(time, index);
    hart.running = thread;
    hart.known = true;
  }

  run_ends(hart, time) {
    if (hart.known) this.threads[hart.running].runs.get(hart.number).finish(time);
    hart.known = false;
  }

  on_trap(hart, index, time, enters, series) {
    if (enters) {
      const depth = hart.depth++;
      if (!hart.traps[depth]) hart.traps[depth] = {intervals: new Intervals(this)};
      hart.traps[depth].intervals.begin(time, index);
      hart.causes[depth] = series;
      return;
    }
    if (!hart.depth) {
      this.unmatched++;
      return;
    }
    const depth = --hart.depth,
      intervals = hart.traps[depth].intervals,
      cause = hart.causes[depth];
    intervals.finish(time);
    let isr = hart.isrs.get(cause.id);
    if (!isr)
      hart.isrs.set(
        cause.id,
        (isr = {
          hart: hart.number,
          cause: cause.id,
          series: cause,
          durations: new Pairs(),
          responses: new Pairs(),
        }),
      );
    const start = intervals.start.data[intervals.length - 1];
    isr.durations.push(start, time);
    hart.pending = isr;
    hart.pending_since = start;
  }

  // Durations of a thread nest: one row for each depth.
  nest(thread, index, time, kind, length) {
    const open = thread.open;
    while (open.length && open[open.length - 1] <= time) open.pop();
    if (kind === KIND.END) {
      while (open.length && open[open.length - 1] !== Infinity) open.pop();
      if (open.length) {
        open.pop();
        thread.slices[open.length].finish(time);
      }
      return;
    }
    const depth = open.length;
    if (!thread.slices[depth]) thread.slices[depth] = new Intervals(this);
    thread.slices[depth].begin(time, index);
    if (kind === KIND.COMPLETE) thread.slices[depth].finish(time + length);
    open.push(kind === KIND.COMPLETE ? time + length : Infinity);
  }

  // Asynchronous durations: each takes the first free row.
  add_async(series, index, time, kind, correlation) {
    if (!series.rows) series.rows = {rows: [], open: new Map()};
    const {rows, open} = series.rows;
    if (kind === KIND.ASYNC_BEGIN) {
      let row = rows.findIndex((r) => !r.open);
      if (row < 0) row = rows.push(new Intervals(this)) - 1;
      rows[row].begin(time, index);
      open.set(correlation, row);
    } else if (open.has(correlation)) {
      rows[open.get(correlation)].finish(time);
      open.delete(correlation);
    }
  }

  // --- events ---

  index_at(t) {
    if (!this.finder || this.finder.length !== this.length)
      this.finder = new Finder(this.length, (i) => this.time.data[i]);
    return this.finder.index_at(t);
  }

  // Decodes an event: {prefix: [...], args: [[name, value], ...]}, with exact values. prefix: the
  // numbers before the arguments, see view_pack.c.
  decode_event(index) {
    let low = 0,
      high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].first <= index) low = middle;
      else high = middle - 1;
    }
    const block = this.blocks[low],
      bytes = new Bytes(block.bytes),
      stride = Math.floor((index - block.first) / STRIDE);
    bytes.at = block.indexes[stride];
    for (let i = block.first + stride * STRIDE; ; i++) {
      const template = this.templates[this.template.data[i]];
      if (i < index) {
        for (let prefix = template.prefix; prefix > 0; prefix--) bytes.number();
        for (const arg of template.args) bytes.argument(arg.type);
        continue;
      }
      const prefix = [];
      for (let n = template.prefix; n > 0; n--) prefix.push(bytes.number());
      return {
        prefix,
        args: template.args.map((arg) => [arg.name, bytes.exact(arg.type), arg.type]),
      };
    }
  }

  thread_name(index) {
    const thread = this.threads[index];
    if (!thread || !index) return '?';
    if (index === NO_THREAD) return 'idle';
    return thread.name || '0x' + thread.number.toString(16);
  }

  idle(index) {
    return index === NO_THREAD || /^idle/i.test(this.threads[index].name);
  }

  series_name(series) {
    if (series.kind === KIND.ISR_ENTER)
      return (
        (series.id >= 2 ** 31 ? 'interrupt ' : 'trap ') +
        (series.id % 2 ** 31) +
        (series.name ? ' ' + series.name : '')
      );
    if (series.space === 0)
      return (
        (series.category && series.name ? series.category + ':' : series.category) +
        (series.name || (series.category ? '' : KIND_NAMES[series.kind]))
      );
    return (
      series.name || [CLASSES[series.class], 'ThreadX', 'RKH'][series.space - 1] + ' ' + series.id
    );
  }

  // One line of text about an event, for lists and tips.
  describe(index) {
    const template = this.templates[this.template.data[index]],
      series = template.series;
    const {prefix, args} = this.decode_event(index);
    switch (template.kind) {
      case KIND.SWITCH:
        return (
          '→ ' +
          this.thread_name(this.thread.data[index]) +
          (prefix[1] ? ' (' + this.thread_name(prefix[0]) + ' ' + STATES[prefix[1]] + ')' : '')
        );
      case KIND.ISR_ENTER:
        return this.series_name(series) + ' enters';
      case KIND.ISR_EXIT:
        return 'return from trap or interrupt';
      case KIND.LOSS:
        return this.describe_loss(this.losses.find((loss) => loss.event === index));
    }
    const names = this.value_names.get(series.space + ',' + series.id);
    const values = args.map(([name, value]) => {
      const label = names && typeof value === 'bigint' ? names.get(Number(value)) : undefined;
      return (
        (name && name !== 'value' ? name + ' = ' : args.length === 1 ? '= ' : '') +
        value +
        (label === undefined ? '' : ' (' + label + ')')
      );
    });
    const kind =
      template.kind === KIND.INSTANT ||
      template.kind === KIND.COUNTER ||
      template.kind === KIND.COMPLETE
        ? ''
        : KIND_NAMES[template.kind] + ' ';
    return kind + this.series_name(series) + (values.length ? ' ' + values.join(', ') : '');
  }

  describe_loss(loss) {
    const counts = loss.count
      .map((count, i) => (count ? count + ' ' + CLASSES[i] : ''))
      .filter((t) => t);
    const reasons = DROP_REASONS.filter((_, i) => (loss.cause >> i) & 1);
    return (
      'lost ' +
      (counts.join(', ') || 'some') +
      (loss.counted ? '' : ' and more') +
      (reasons.length ? ' (' + reasons.join(', ') + ')' : '')
    );
  }

  // --- readable times ---

  // "12.3456 ms": with enough digits to distinguish times `resolution` ticks apart.
  show(ticks, resolution = 1) {
    if (!this.tick) return grouped(Math.round(ticks)) + ' ticks';
    const seconds = ticks * this.tick,
      size = Math.abs(seconds);
    const [unit, scale] =
      size >= 1 || !size
        ? ['s', 1]
        : size >= 1e-3
          ? ['ms', 1e3]
          : size >= 1e-6
            ? ['µs', 1e6]
            : size >= 1e-9
              ? ['ns', 1e9]
              : ['ps', 1e12];
    const digits = Math.max(
      0,
      Math.min(9, Math.ceil(-Math.log10(resolution * this.tick * scale) - 1e-9)),
    );
    return (seconds * scale).toFixed(digits) + ' ' + unit;
  }

  // Three digits, for tables.
  brief(ticks) {
    if (!this.tick) return ticks === Math.round(ticks) ? String(ticks) : ticks.toFixed(1);
    if (!ticks) return '0';
    const size = Math.abs(ticks * this.tick) / 0.9995;
    const [unit, scale] =
      size >= 1
        ? ['s', 1]
        : size >= 1e-3
          ? ['ms', 1e3]
          : size >= 1e-6
            ? ['µs', 1e6]
            : size >= 1e-9
              ? ['ns', 1e9]
              : ['ps', 1e12];
    const value = ticks * this.tick * scale;
    return (
      (Math.abs(value) >= 99.95
        ? value.toFixed(0)
        : Math.abs(value) >= 9.995
          ? value.toFixed(1)
          : value.toFixed(2)) +
      ' ' +
      unit
    );
  }
}
