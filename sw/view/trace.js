// SPDX-License-Identifier: Apache-2.0
// The trace in the page: unpacks the blocks of view_pack.c into typed arrays with one entry for
// each event, and into lanes of intervals and points. Times are ticks since the trace began, as
// doubles: exact up to 2^53.

// The method that reads each definition.
const DEFINERS = Object.fromEntries(
  Object.entries(DEFINE).map(([name, number]) => [number, 'define_' + name.toLowerCase()]),
);

const NAMES_SHOWN = 8; // of a thread

class Trace extends Words {
  constructor() {
    super();
    this.file = this.title = '';
    this.tick = 0; // seconds; 0: unknown
    this.origin = 0n;
    this.last = 0;
    this.numbers = new Map(); // of threads: their indexes
    this.threads = [
      {index: 0, number: null, name: ''},
      {index: NO_THREAD, number: 0, name: ''},
    ].map((t) => this.new_thread(t));
    this.series = [];
    this.templates = [];
    this.harts = new Map();
    this.threadless = new Map(); // durations without a thread, by hart
    this.objects = [];
    this.object_names = new Map(); // of objects that are no threads: number -> name
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
      names: new Set(),
      shown: '', // of its names
      runs: new Map(),
      starts: new Column(Float64Array),
      points: null,
      waits: {}, // ready or blocked: intervals
      left: NaN, // time and event at which it left its hart in a state that is not known
      left_event: 0,
      woken: NaN, // time and event at which the RTOS made it ready
      woken_event: 0,
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
      const name = DEFINERS[d.number()];
      if (!name) throw new Error('this page cannot read a definition in this trace');
      this[name](d);
    }
  }

  define_head(d) {
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
  }

  define_origin(d) {
    this.origin = d.big();
  }

  define_thread(d) {
    const number = d.big();
    this.numbers.set(Number(number), this.threads.length);
    this.threads.push(
      this.new_thread({index: this.threads.length, number, process: d.number(), name: ''}),
    );
  }

  define_series(d) {
    this.series.push({
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
      spans: null, // its durations
    });
  }

  define_template(d) {
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
  }

  // Threads may have one number, one after another: their names, and how many more there are.
  define_thread_name(d) {
    const thread = this.threads[d.number()],
      name = d.text();
    if (!name || thread.names.has(name)) return;
    thread.names.add(name);
    const more = thread.names.size - NAMES_SHOWN;
    if (more <= 0) thread.name = thread.shown = [...thread.names].join(', ');
    else thread.name = `${thread.shown}, and ${more} more`;
  }

  define_series_name(d) {
    this.series[d.number()].name = d.text();
  }

  define_value_name(d) {
    const key = d.number() + ',' + d.number(),
      value = d.number();
    if (!this.value_names.has(key)) this.value_names.set(key, new Map());
    this.value_names.get(key).set(value, d.text());
  }

  define_object(d) {
    const object = {kind: d.number(), number: d.big(), process: d.number(), name: d.text()};
    if (object.kind === OBJECT_PROCESS) this.processes.set(Number(object.number), object.name);
    this.objects.push(object);
    this.object_names.set(Number(object.number), object.name);
  }

  event(index, time, number, thread, values) {
    const template = this.templates[number],
      prefix = template.prefix ? [] : NO_NUMBERS;
    for (let i = 0; i < template.prefix; i++) prefix.push(values.number());
    this.time.push(time);
    this.template.push(number);
    this.thread.push(thread);
    if (time > this.last) this.last = time;
    this.value.push(this.read_value(template, index, prefix, values));
    if (this.on_record(template, index, time, thread, prefix)) return;
    this.point(template.series, index);
    if (is_name(template.series)) return;
    const maker = this.threads[thread];
    if (!maker.points) maker.points = new Points(this);
    maker.points.push(index);
  }

  // The first number among the arguments, or NaN. Those of a counter are points of its curves.
  read_value(template, index, prefix, values) {
    let value = NaN;
    for (const arg of template.args) {
      const n = values.argument(arg.type);
      if (Number.isNaN(n)) continue;
      if (Number.isNaN(value)) value = n;
      if (template.kind === KIND.COUNTER)
        this.curve_of(template.series, prefix[0], arg.name).points.push(index, n);
    }
    return value;
  }

  curve_of(series, correlation, name) {
    const key = correlation + ',' + name,
      known = series.curves.find((curve) => curve.key === key);
    if (known) return known;
    const curve = {key, name, correlation, points: new Points(this, true)};
    series.curves.push(curve);
    return curve;
  }

  // What a record is beside a point of its series. Returns whether it is no mark of its thread.
  on_record({kind, series}, index, time, thread, prefix) {
    switch (kind) {
      case KIND.INSTANT:
        if (series.id === READY_ID && series.space === SPACE_WEIR) this.on_ready(index, time);
        return false;
      case KIND.WAKEUP:
        this.wake(this.threads[thread], index, time);
        return false;
      case KIND.SWITCH:
        this.on_switch(this.hart(series.hart), index, time, thread, prefix[0]);
        this.on_wait(index, time, thread, prefix[0], prefix[1]);
        return true;
      case KIND.ISR_ENTER:
      case KIND.ISR_EXIT:
        this.on_trap(this.hart(series.hart), index, time, kind === KIND.ISR_ENTER, series);
        return true;
      case KIND.LOSS:
        this.on_loss(index, time, prefix);
        return true;
      case KIND.BEGIN:
      case KIND.END:
      case KIND.COMPLETE:
        this.nest(this.nester(thread, series.hart), series, index, time, kind, prefix[0]);
        this.point(series, index);
        return true;
      case KIND.ASYNC_BEGIN:
      case KIND.ASYNC_END:
        this.add_async(series, index, time, kind, prefix[0]);
        return false;
      case KIND.FLOW_BEGIN:
      case KIND.FLOW_STEP:
      case KIND.FLOW_END:
        this.arrows.flow(series, index, kind, prefix[0]);
    }
    return false;
  }

  on_loss(event, time, [before, length, ...rest]) {
    this.losses.push({
      event,
      first: time - before,
      last: time - before + length,
      count: rest.slice(0, 4),
      cause: rest[4],
      source: rest[5],
      counted: rest[6] !== 0,
    });
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

  // The outgoing thread waits until it runs again: ready if it was preempted, else blocked.
  on_wait(index, time, incoming, outgoing, state) {
    if (incoming === outgoing) return;
    let known = false;
    for (const wait of Object.values(this.threads[incoming].waits))
      if (wait.open) {
        wait.finish(time);
        known = true;
      }
    if (this.wakes && !known && incoming >= FIRST_THREAD)
      this.on_start(this.threads[incoming], time);
    if (outgoing < FIRST_THREAD) return;
    if (!WAITS[state]) {
      this.threads[outgoing].left = time;
      this.threads[outgoing].left_event = index;
      return;
    }
    const {waits} = this.threads[outgoing],
      wait = (waits[WAITS[state]] ||= new Intervals(this));
    if (!wait.open) wait.begin(time, index);
  }

  // An event of an RTOS makes the thread ready whose number is its value.
  on_ready(index, time) {
    const thread = this.numbers.get(this.value.data[index]);
    if (thread !== undefined) this.wake(this.threads[thread], index, time);
  }

  wake(thread, index, time) {
    this.wakes = true;
    if (thread.woken >= thread.left) return; // it is ready already
    thread.woken = time;
    thread.woken_event = index;
  }

  // A thread starts whose state was not known when it left: it was blocked until the RTOS made it
  // ready, or ready all the time, if the RTOS did not have to.
  on_start(thread, time) {
    const {left, left_event, woken, woken_event} = thread,
      add = (name, from, to, event) => {
        if (!(to > from)) return;
        const wait = (thread.waits[name] ||= new Intervals(this));
        wait.begin(from, event);
        wait.finish(to);
      };
    if (woken >= left || (Number.isNaN(left) && woken <= time)) {
      add('blocked', left, woken, left_event);
      add('ready', woken, time, woken_event);
    } else add('ready', left, time, left_event);
    thread.left = thread.woken = NaN;
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

  // Where durations nest: on their thread; without one, or if it is not known, on their hart.
  nester(thread, hart) {
    if (thread >= FIRST_THREAD) return this.threads[thread];
    if (!this.threadless.has(hart)) this.threadless.set(hart, {open: [], slices: []});
    return this.threadless.get(hart);
  }

  // Durations of a thread nest: one row for each depth.
  nest(thread, series, index, time, kind, length) {
    const {open} = thread;
    while (open.length && open[open.length - 1].end <= time) open.pop();
    if (kind === KIND.END) {
      while (open.length && open[open.length - 1].end !== Infinity) open.pop();
      if (!open.length) return;
      const {series: begun, start} = open.pop();
      thread.slices[open.length].finish(time);
      this.add_span(begun, start, time);
      return;
    }
    const depth = open.length,
      whole = kind === KIND.COMPLETE;
    if (!thread.slices[depth]) thread.slices[depth] = new Intervals(this);
    thread.slices[depth].begin(time, index);
    if (whole) {
      thread.slices[depth].finish(time + length);
      this.add_span(series, time, time + length);
    }
    open.push({series, start: time, end: whole ? time + length : Infinity});
  }

  add_span(series, from, to) {
    if (!series.spans) series.spans = new Pairs();
    series.spans.push(from, to);
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
      const row = rows[open.get(correlation)];
      row.finish(time);
      this.add_span(series, row.start.data[row.length - 1], time);
      open.delete(correlation);
    }
  }

  // --- events ---

  index_at(t) {
    if (!this.finder || this.finder.length !== this.length)
      this.finder = new Finder(this.length, (i) => this.time.data[i]);
    return this.finder.index_at(t);
  }

  // The loss that an event reports.
  loss_of(event) {
    let low = 0,
      high = this.losses.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.losses[middle].event < event) low = middle + 1;
      else high = middle;
    }
    return this.losses[low];
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
}
