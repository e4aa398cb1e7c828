// SPDX-License-Identifier: Apache-2.0
// Draws the trace on canvases: an overview, and the visible span, lane by lane. The work for a
// frame depends on the number of pixels, not of events: each column of pixels queries the time
// covered, the number of events, or the minimum and maximum value between its edges.

const THEMES = {
  light: {
    page: '#ffffff',
    band: '#f6f8fa',
    line: '#e3e7ec',
    grid: '#eef1f4',
    text: '#1f2530',
    faint: '#697386',
    strong: '#0b5fce',
    idle: '#d5dae1',
    isr: '#525c6b',
    loss: '#c0262c',
    select: '#0b5fce',
    hit: '#b0129c',
    threads: [
      '#0072b2',
      '#e69f00',
      '#009e73',
      '#cc6599',
      '#56b4e9',
      '#d55e00',
      '#8a63c9',
      '#7f8c1d',
    ],
  },
  dark: {
    page: '#12161c',
    band: '#181d25',
    line: '#2b323d',
    grid: '#1f252e',
    text: '#e6eaf0',
    faint: '#8f9aab',
    strong: '#6cb0ff',
    idle: '#39424f',
    isr: '#aab4c3',
    loss: '#ff6b6b',
    select: '#6cb0ff',
    hit: '#ff7be9',
    threads: [
      '#3f9fe0',
      '#f0b429',
      '#2dc99a',
      '#e88fbd',
      '#8fd3ff',
      '#ff8142',
      '#b39af0',
      '#bcc951',
    ],
  },
};
const FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif';
const AXIS = 28,
  GAP = 6;

// A text that is safe to display: makes invisible characters and direction controls visible.
function clean(text, max = 200) {
  let out = '';
  for (const c of text) {
    const code = c.codePointAt(0);
    if (code < 32) out += String.fromCharCode(0x2400 + code);
    else if (code === 127) out += '\u2421';
    else if (
      (code >= 0x80 && code < 0xa0) ||
      code === 0xad ||
      code === 0x61c ||
      (code >= 0x200b && code <= 0x200f) ||
      (code >= 0x2028 && code <= 0x202e) ||
      (code >= 0x2060 && code <= 0x206f) ||
      code === 0xfeff ||
      (code >= 0xfff9 && code <= 0xfffb) ||
      code >= 0xe0000
    )
      out += '\\u{' + code.toString(16) + '}';
    else out += c;
    if (out.length > max) return out.slice(0, max) + '…';
  }
  return out;
}

// The colour of text on a background: light or dark.
function ink(color) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? '#10141a' : '#ffffff';
}

// A round step for an axis: 1, 2 or 5 times a power of ten, not below `min`.
function round_step(min) {
  const power = 10 ** Math.floor(Math.log10(min));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= min * 0.999999);
}

// Writes single columns of pixels: drawing a shape for each pixel would be too slow.
class Columns {
  constructor(width, height, dpr) {
    this.width = Math.max(1, Math.ceil(width));
    this.tall = Math.max(1, Math.round(height * dpr));
    this.height = height;
    this.picture = new ImageData(this.width, this.tall);
    this.pixels = new Uint32Array(this.picture.data.buffer);
  }

  static color(hex) {
    return (
      ((255 << 24) |
        (parseInt(hex.slice(5, 7), 16) << 16) |
        (parseInt(hex.slice(3, 5), 16) << 8) |
        parseInt(hex.slice(1, 3), 16)) >>>
      0
    );
  }

  // Fills column x from top to bottom, fractions of the height; at least one pixel.
  fill(x, top, bottom, color) {
    const scale = this.tall / this.height,
      from = Math.max(0, Math.min(this.tall - 1, Math.round(top * scale)));
    const to = Math.min(this.tall, Math.max(from + 1, Math.round(bottom * scale)));
    for (let y = from, at = from * this.width + x; y < to; y++, at += this.width)
      this.pixels[at] = color;
  }

  draw(c, x, y) {
    const canvas = new OffscreenCanvas(this.width, this.tall);
    canvas.getContext('2d').putImageData(this.picture, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(canvas, x, y, this.width, this.height);
  }
}

class Timeline {
  constructor(trace, canvas, overview) {
    this.trace = trace;
    this.canvas = canvas;
    this.overview = overview;
    this.from = 0;
    this.to = 1;
    this.scroll = 0;
    this.folded = new Set();
    this.hits = new Column(Uint32Array);
    this.select = null; // [from, to] in ticks, any order
    this.chosen = -1; // event
    this.pointer = null; // ticks
    this.theme = THEMES.light;
    this.fits = new Map();
    this.layout();
  }

  // --- layout ---

  set_theme(name) {
    this.theme = THEMES[name];
    this.hatches = new Map();
    this.stale = true;
  }

  // Takes the sizes of the canvas on the page.
  resize() {
    const dpr = window.devicePixelRatio || 1;
    for (const canvas of [this.canvas, this.overview]) {
      const width = Math.round(canvas.clientWidth * dpr),
        height = Math.round(canvas.clientHeight * dpr);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
        this.stale = true;
      }
    }
    this.dpr = dpr;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.left = this.width < 560 ? 104 : this.width < 900 ? 150 : 196;
  }

  get span() {
    return this.to - this.from;
  }

  x(t) {
    return this.left + ((t - this.from) / this.span) * (this.width - this.left);
  }

  t(x) {
    return this.from + ((x - this.left) / (this.width - this.left)) * this.span;
  }

  // The letter of each thread, as in `weir timeline`, and its colour. Idle threads are grey.
  style_threads() {
    let order = 0;
    this.styles = this.trace.threads.map((thread) => {
      if (thread.index < FIRST_THREAD) return {letter: '', color: this.theme.idle, stripes: 0};
      const n = thread.index - FIRST_THREAD,
        letter = String.fromCharCode(65 + (n % 26)) + (n >= 26 ? Math.floor(n / 26) : '');
      if (this.trace.idle(thread.index)) return {letter, color: this.theme.idle, stripes: 0};
      const colors = this.theme.threads,
        style = {
          letter,
          color: colors[order % colors.length],
          stripes: Math.floor(order / colors.length) % 3,
        };
      order++;
      return style;
    });
  }

  layout() {
    const {trace} = this,
      lanes = [];
    const group = (name, members) => {
      if (!members.length) return;
      lanes.push({kind: 'group', name, height: 22, count: members.length});
      if (!this.folded.has(name)) lanes.push(...members);
    };
    this.style_threads();
    if (trace.losses.length) lanes.push({kind: 'loss', height: 24, name: 'lost'});
    group(
      'Harts',
      [...trace.harts.values()].flatMap((hart) => [
        {kind: 'hart', hart, height: 52, name: 'hart ' + hart.number},
        ...(hart.traps.length
          ? [{kind: 'isr', hart, height: 8 + 17 * hart.traps.length, name: 'traps, interrupts'}]
          : []),
      ]),
    );
    group(
      'Threads',
      trace.threads
        .filter((t) => t.index >= FIRST_THREAD && (t.runs.size || t.points || t.slices.length))
        .map((thread) => ({
          kind: 'thread',
          thread,
          height:
            (thread.runs.size ? 24 : 6) + 17 * thread.slices.length + (thread.points ? 16 : 4),
          name: trace.thread_name(thread.index),
        })),
    );
    const ids = trace.series
      .filter((s) => (s.points || s.curves.length) && s.kind !== KIND.BEGIN)
      .sort((a, b) => a.class - b.class || a.hart - b.hart || a.id - b.id || a.index - b.index);
    group(
      'Events and counters',
      ids.flatMap((series) => {
        const name = trace.series_name(series);
        if (series.rows)
          return [{kind: 'async', series, height: 8 + 17 * series.rows.rows.length, name}];
        if (series.curves.length)
          return series.curves.map((curve) => ({
            kind: 'curve',
            series,
            points: curve.points,
            steps: true,
            height: 40,
            name: series.curves.length > 1 && curve.name ? name + ' ' + curve.name : name,
          }));
        const [min, max] = series.points.range(0, series.points.length);
        return [
          {
            kind: min < max ? 'curve' : 'points',
            series,
            points: series.points,
            steps: false,
            height: min < max ? 40 : 24,
            name,
          },
        ];
      }),
    );
    let y = 0;
    for (const lane of lanes) {
      lane.y = y;
      y += lane.height + (lane.kind === 'group' ? 0 : GAP);
    }
    this.lanes = lanes;
    this.content = y + 8;
    this.stale = true;
  }

  clamp_view() {
    const {trace} = this,
      min = Math.max(1e-3, Math.min(10, trace.last / 100)),
      last = trace.last || 1;
    let span = Math.min(Math.max(this.span, min), last * 1.06);
    if (!(span > 0)) span = last;
    const middle = (this.from + this.to) / 2,
      slack = span * 0.5;
    this.from = Math.min(Math.max(middle - span / 2, -slack), last + slack - span);
    if (span >= last) this.from = Math.min(Math.max(this.from, last - span), 0);
    this.to = this.from + span;
    this.scroll = Math.max(0, Math.min(this.scroll, this.content - (this.height - AXIS)));
  }

  fit() {
    this.from = -this.trace.last * 0.005;
    this.to = this.trace.last * 1.01;
  }

  // --- helpers ---

  text(
    c,
    text,
    x,
    y,
    {color = this.theme.text, size = 12, weight = 400, align = 'left', max = Infinity} = {},
  ) {
    c.font = weight + ' ' + size + 'px ' + FONT;
    c.fillStyle = color;
    c.textAlign = align;
    c.textBaseline = 'middle';
    if (max !== Infinity) text = this.fitting(c, text, max);
    if (text) c.fillText(text, x, y);
    return text;
  }

  // As much of a text as fits, with an ellipsis; '' if nothing fits.
  fitting(c, text, max) {
    const key = c.font + '|' + Math.floor(max) + '|' + text;
    let fit = this.fits.get(key);
    if (fit !== undefined) return fit;
    fit = text;
    if (c.measureText(text).width > max) {
      const letters = [...text];
      let low = 0,
        high = letters.length;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (c.measureText(letters.slice(0, middle).join('') + '…').width <= max) low = middle;
        else high = middle - 1;
      }
      fit = low ? letters.slice(0, low).join('') + '…' : '';
    }
    if (this.fits.size > 5000) this.fits.clear();
    this.fits.set(key, fit);
    return fit;
  }

  // A pattern of slanted lines.
  hatch(c, color, gap, width, back = null, up = true) {
    const key = color + gap + width + back + up;
    if (!this.hatches.has(key)) {
      const size = gap * this.dpr,
        tile = new OffscreenCanvas(size, size),
        t = tile.getContext('2d');
      if (back) {
        t.fillStyle = back;
        t.fillRect(0, 0, size, size);
      }
      t.strokeStyle = color;
      t.lineWidth = width * this.dpr;
      t.lineCap = 'square';
      t.beginPath();
      for (const shift of [-size, 0, size])
        if (up) {
          t.moveTo(shift, size);
          t.lineTo(shift + size, 0);
        } else {
          t.moveTo(shift, 0);
          t.lineTo(shift + size, size);
        }
      t.stroke();
      const pattern = c.createPattern(tile, 'repeat');
      pattern.setTransform(new DOMMatrix().scale(1 / this.dpr));
      this.hatches.set(key, pattern);
    }
    return this.hatches.get(key);
  }

  fill_of(c, style) {
    if (!style.stripes) return style.color;
    return this.hatch(
      c,
      ink(style.color) === '#ffffff' ? 'rgba(255,255,255,.5)' : 'rgba(0,0,0,.4)',
      6,
      1.2,
      style.color,
      style.stripes === 1,
    );
  }

  badge(c, index, x, y, size = 15) {
    const style = this.styles[index];
    c.fillStyle = this.fill_of(c, style);
    c.beginPath();
    c.roundRect(x, y - size / 2, size + (style.letter.length - 1) * 5, size, 3);
    c.fill();
    this.text(c, style.letter, x + (size + (style.letter.length - 1) * 5) / 2, y + 0.5, {
      color: ink(style.color),
      size: 10,
      weight: 700,
      align: 'center',
    });
  }

  // --- the frame ---

  draw() {
    this.resize();
    this.clamp_view();
    if (!this.hatches) this.hatches = new Map();
    if (this.stale) this.style_threads();
    this.draw_overview();
    const c = this.canvas.getContext('2d', {alpha: false}),
      {theme} = this;
    // the overlay follows the pointer; the lanes are redrawn only when they change
    const key = [
      this.from,
      this.to,
      this.scroll,
      this.canvas.width,
      this.canvas.height,
      this.dpr,
      this.trace.length,
    ].join();
    if (this.stale || key !== this.drawn) {
      this.drawn = key;
      this.edges = Float64Array.from({length: Math.max(1, this.width - this.left) + 1}, (_, x) =>
        this.t(this.left + x),
      );
      if (
        !this.lanes_picture ||
        this.lanes_picture.width !== this.canvas.width ||
        this.lanes_picture.height !== this.canvas.height
      )
        this.lanes_picture = new OffscreenCanvas(
          Math.max(1, this.canvas.width),
          Math.max(1, this.canvas.height),
        );
      this.draw_lanes(this.lanes_picture.getContext('2d', {alpha: false}));
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.lanes_picture, 0, 0);
    c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    this.draw_hits(c);
    this.draw_chosen(c);
    this.draw_selection(c);
    this.draw_pointer(c);
    c.fillStyle = theme.line;
    c.fillRect(this.left - 1, 0, 1, this.height);
    this.stale = false;
  }

  draw_lanes(c) {
    const {theme} = this;
    c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    c.fillStyle = theme.page;
    c.fillRect(0, 0, this.width, this.height);
    this.draw_grid(c);
    c.save();
    c.beginPath();
    c.rect(0, AXIS, this.width, this.height - AXIS);
    c.clip();
    this.draw_losses(c, 0.8, 0.08);
    for (const lane of this.lanes) {
      const y = AXIS + lane.y - this.scroll;
      if (y + lane.height < AXIS || y > this.height) continue;
      if (lane.kind === 'group') {
        c.fillStyle = theme.band;
        c.fillRect(0, y, this.width, lane.height);
        this.text(c, (this.folded.has(lane.name) ? '▸ ' : '▾ ') + lane.name, 10, y + 11, {
          size: 11,
          weight: 600,
          color: theme.faint,
        });
        if (this.folded.has(lane.name))
          this.text(c, String(lane.count), this.left - 10, y + 11, {
            size: 11,
            color: theme.faint,
            align: 'right',
          });
        continue;
      }
      c.save();
      c.beginPath();
      c.rect(this.left, y, this.width - this.left, lane.height);
      c.clip();
      this['draw_' + lane.kind](c, lane, y);
      c.restore();
      this.draw_label(c, lane, y);
    }
    this.draw_arrows(c);
    this.draw_losses(c, 0.28, 0.04);
    this.draw_loss_counts(c);
    c.restore();
    if (this.content > this.height - AXIS) {
      const capacity = this.height - AXIS,
        size = Math.max(24, (capacity * capacity) / this.content);
      c.fillStyle = theme.faint;
      c.globalAlpha = 0.45;
      c.beginPath();
      c.roundRect(
        this.width - 6,
        AXIS + 2 + ((capacity - size - 4) * this.scroll) / (this.content - capacity),
        4,
        size,
        2,
      );
      c.fill();
      c.globalAlpha = 1;
    }
  }

  ticks(width) {
    const {trace} = this,
      unit = trace.tick || 1,
      origin = Number(trace.origin);
    const step = round_step((this.span / Math.max(1, width / 110)) * unit) / unit,
      list = [];
    for (let n = Math.ceil((this.from + origin) / step - 1e-9); list.length < 200; n++) {
      const t = n * step - origin;
      if (t > this.to) break;
      list.push(t);
    }
    return {step, list};
  }

  draw_grid(c) {
    const {theme, trace} = this,
      {step, list} = this.ticks(this.width - this.left),
      origin = Number(trace.origin);
    c.fillStyle = theme.grid;
    for (const t of list) c.fillRect(Math.round(this.x(t)), AXIS, 1, this.height);
    c.fillStyle = theme.band;
    c.fillRect(0, 0, this.width, AXIS);
    c.fillStyle = theme.line;
    c.fillRect(0, AXIS - 1, this.width, 1);
    // one unit for the whole axis
    const size = Math.max(Math.abs(this.from + origin), Math.abs(this.to + origin)) * trace.tick;
    const [unit, scale] = !trace.tick
      ? ['ticks', 1]
      : size >= 2
        ? ['s', 1]
        : size >= 2e-3
          ? ['ms', 1e3]
          : size >= 2e-6
            ? ['µs', 1e6]
            : ['ns', 1e9];
    const digits = Math.max(
      0,
      Math.min(9, Math.ceil(-Math.log10(step * (trace.tick || 1) * scale) - 1e-9)),
    );
    for (const t of list) {
      const x = Math.round(this.x(t));
      if (x < this.left) continue;
      c.fillStyle = theme.faint;
      c.fillRect(x, AXIS - 6, 1, 5);
      const label = ((t + origin) * (trace.tick || 1) * scale).toFixed(digits) + ' ' + unit;
      this.text(c, label.replace(/^-(0(\.0*)? )/, '$1'), x + 4, AXIS / 2 - 1, {
        size: 11,
        color: theme.faint,
      });
    }
    c.fillStyle = theme.band;
    c.fillRect(0, 0, this.left, AXIS - 1);
    this.text(c, trace.show(this.span, this.span / 1000) + ' in view', 10, AXIS / 2, {
      size: 11,
      color: theme.faint,
      max: this.left - 16,
    });
    // outside of the trace
    c.fillStyle = theme.band;
    if (this.from < 0) c.fillRect(this.left, AXIS, this.x(0) - this.left, this.height);
    if (this.to > trace.last) c.fillRect(this.x(trace.last), AXIS, this.width, this.height);
  }

  draw_label(c, lane, y) {
    const {theme} = this;
    c.fillStyle = theme.line;
    c.fillRect(0, y + lane.height + GAP / 2, this.width, 1);
    let x = 10,
      middle = y + lane.height / 2,
      note = '';
    if (lane.kind === 'thread') {
      this.badge(c, lane.thread.index, x, y + Math.min(12, lane.height / 2));
      x += 21 + (this.styles[lane.thread.index].letter.length - 1) * 5;
      middle = y + Math.min(12, lane.height / 2);
      const share = this.shares && this.shares.get(lane.thread.index);
      if (share !== undefined) note = (100 * share).toFixed(1) + ' %';
    } else if (lane.kind === 'hart') {
      const busy = this.busy && this.busy.get(lane.hart.number);
      if (busy !== undefined) note = (100 * busy).toFixed(1) + ' %';
    } else if (lane.kind === 'curve') {
      const [min, max] = lane.points.range(0, lane.points.length);
      const number = (n) =>
        Math.abs(n) >= 1e6 || n !== Math.round(n)
          ? n.toPrecision(4).replace(/e\+?/, 'e')
          : String(n);
      this.text(c, number(max), this.left - 8, y + 7, {
        size: 10,
        color: theme.faint,
        align: 'right',
      });
      this.text(c, number(min), this.left - 8, y + lane.height - 7, {
        size: 10,
        color: theme.faint,
        align: 'right',
      });
    } else if (lane.kind === 'points') {
      note = grouped(lane.points.length) + '×';
    }
    const narrow = this.left < 140;
    if (note && !(narrow && lane.kind === 'thread'))
      this.text(c, note, this.left - 8, middle, {size: 11, color: theme.faint, align: 'right'});
    const capacity =
      this.left - x - 10 - (note && !narrow ? 50 : 0) - (lane.kind === 'curve' ? 34 : 0);
    this.text(c, clean(lane.name), x, middle, {
      weight: lane.kind === 'hart' || lane.kind === 'thread' ? 600 : 400,
      color: lane.kind === 'loss' ? theme.loss : lane.kind === 'isr' ? theme.faint : theme.text,
      max: capacity,
    });
    if (lane.kind === 'curve' || lane.kind === 'points' || lane.kind === 'async') {
      const {series} = lane,
        about =
          (series.space === 1 ? CLASSES[series.class] + ' ' + series.id : '') +
          (series.hart > 0 ? ' hart ' + series.hart : '');
      if (about && lane.height > 30 && lane.name !== about)
        this.text(c, about, x, middle + 14, {size: 10, color: theme.faint, max: capacity});
    }
  }

  // Draws intervals as boxes; where they are dense, draws their share of each column's time as a
  // height.
  draw_intervals(c, intervals, y, height, fill, label, plain) {
    const first = intervals.ending(this.from),
      end = intervals.index_at(this.to);
    if (first >= end) return;
    if (end - first > (this.width - this.left) / 2) {
      this.draw_stack(c, [{runs: [intervals], color: plain}], this.edges, y, height);
      return;
    }
    let done = -Infinity;
    for (let i = first; i < end; i++) {
      const x0 = Math.max(this.x(intervals.start.data[i]), this.left - 4),
        x1 = Math.min(this.x(intervals.end(i)), this.width + 4);
      const left = Math.max(x0, done),
        width = Math.max(x1 - left, 1);
      if (x1 < done) continue;
      c.fillStyle = fill(i);
      if (width > 6) {
        c.beginPath();
        c.roundRect(left, y, width - 0.5, height, 2);
        c.fill();
      } else {
        c.fillRect(left, y, width > 2 ? width - 0.5 : width, height);
      }
      if (width > 12) label(i, left, width);
      done = left + width;
    }
  }

  draw_hart(c, lane, y) {
    const {trace, theme} = this,
      {hart} = lane,
      height = lane.height;
    const running = trace.threads.filter((t) => t.runs.has(hart.number) && t.index !== NO_THREAD);
    let visible = 0;
    for (const thread of running) {
      const runs = thread.runs.get(hart.number);
      visible += runs.index_at(this.to) - runs.ending(this.from);
    }
    c.fillStyle = theme.band;
    c.fillRect(this.left, y, this.width - this.left, height);
    if (visible <= (this.width - this.left) / 3) {
      for (const thread of running) {
        const style = this.styles[thread.index],
          name = clean(trace.thread_name(thread.index)),
          fill = this.fill_of(c, style),
          idle = trace.idle(thread.index);
        this.draw_intervals(
          c,
          thread.runs.get(hart.number),
          y + (idle ? height * 0.6 : 0),
          idle ? height * 0.4 : height,
          () => fill,
          (i, x, width) => {
            const text = width > 34 ? name : style.letter;
            c.font = '600 11px ' + FONT;
            if (this.fitting(c, text, width - 6))
              this.text(c, text, x + width / 2, y + height * (idle ? 0.8 : 0.5), {
                size: 11,
                weight: 600,
                color: ink(style.color),
                align: 'center',
                max: width - 6,
              });
          },
          style.color,
        );
      }
      return;
    }
    this.draw_stack(
      c,
      running.map((thread) => ({
        runs: [thread.runs.get(hart.number)],
        color: this.styles[thread.index].color,
        idle: trace.idle(thread.index),
      })),
      this.edges,
      y,
      height,
    );
  }

  // Stacks the share of each member in each column, idle ones on top. edges: times between the
  // columns; harts: number of harts in a column.
  draw_stack(c, members, edges, y, height, harts = 1) {
    const columns = new Columns(edges.length - 1, height, this.dpr),
      base = new Float64Array(columns.width),
      decode_event = (edges[1] - edges[0]) * harts;
    members.sort((a, b) => Boolean(a.idle) - Boolean(b.idle));
    for (const {runs, color} of members) {
      const paint = Columns.color(color);
      for (const intervals of runs) {
        if (
          !intervals.length ||
          intervals.start.data[0] > edges[columns.width] ||
          intervals.end(intervals.length - 1) < edges[0]
        )
          continue;
        const sums = intervals.coverage(edges);
        for (let x = 0; x < columns.width; x++) {
          const tall = ((sums[x + 1] - sums[x]) / decode_event) * height;
          if (!(tall > 0)) continue;
          columns.fill(x, height - base[x] - tall, height - base[x], paint);
          base[x] += tall;
        }
      }
    }
    columns.draw(c, this.left, y);
  }

  draw_isr(c, lane, y) {
    const {trace, theme} = this;
    lane.hart.traps.forEach(({intervals}, depth) => {
      const top = y + 4 + 17 * depth;
      this.draw_intervals(
        c,
        intervals,
        top,
        14,
        () => this.hatch(c, theme.isr, 5, 1.4, theme.band),
        (i, x, width) => {
          if (width < 30) return;
          const name = clean(
            trace.series_name(trace.templates[trace.template.data[intervals.event.data[i]]].series),
          );
          c.fillStyle = theme.page;
          c.globalAlpha = 0.85;
          c.fillRect(x + 1, top + 1, width - 3, 12);
          c.globalAlpha = 1;
          this.text(c, name, x + 4, top + 7, {size: 10, max: width - 8});
        },
        theme.isr,
      );
    });
  }

  draw_thread(c, lane, y) {
    const {trace} = this,
      {thread} = lane,
      style = this.styles[thread.index],
      fill = this.fill_of(c, style);
    if (thread.runs.size) {
      const all = [...thread.runs.values()];
      const visible = all.reduce(
        (sum, runs) => sum + runs.index_at(this.to) - runs.ending(this.from),
        0,
      );
      c.fillStyle = this.theme.line;
      c.fillRect(this.left, y + 23, this.width - this.left, 1);
      if (all.length > 1 && visible > (this.width - this.left) / 2)
        this.draw_stack(c, [{runs: all, color: style.color}], this.edges, y + 2, 21);
      else
        for (const [hart, runs] of thread.runs)
          this.draw_intervals(
            c,
            runs,
            y + 2,
            21,
            () => fill,
            (i, x, width) => {
              if (width < 26) return;
              this.text(
                c,
                trace.brief(runs.end(i) - runs.start.data[i]) +
                  (trace.harts.size > 1 ? ' hart ' + hart : ''),
                x + 5,
                y + 13,
                {size: 10, color: ink(style.color), max: width - 8},
              );
            },
            style.color,
          );
    }
    let top = y + (thread.runs.size ? 26 : 4);
    for (const slices of thread.slices) {
      this.draw_intervals(
        c,
        slices,
        top,
        15,
        (i) => {
          const series = trace.templates[trace.template.data[slices.event.data[i]]].series;
          return this.theme.threads[series.index % this.theme.threads.length];
        },
        (i, x, width) => {
          const series = trace.templates[trace.template.data[slices.event.data[i]]].series;
          this.text(c, clean(trace.series_name(series)), x + 4, top + 8, {
            size: 10,
            color: ink(this.theme.threads[series.index % this.theme.threads.length]),
            max: width - 8,
          });
        },
        this.theme.threads[
          trace.templates[trace.template.data[slices.event.data[0]]].series.index %
            this.theme.threads.length
        ],
      );
      top += 17;
    }
    if (thread.points)
      this.draw_marks(
        c,
        thread.points,
        top + 5,
        style.color === this.theme.idle ? this.theme.faint : style.color,
        true,
      );
  }

  // Draws events as marks, with text where it fits; where they are dense, draws their number in
  // each column as a height.
  draw_marks(c, points, y, color, label) {
    const {trace} = this,
      first = points.index_at(this.from),
      end = points.index_at(this.to),
      width = this.width - this.left;
    c.fillStyle = color;
    if (end - first > width / 4) {
      const max = ((end - first) / width) * 4,
        columns = new Columns(width, 11, this.dpr),
        indexes = points.indexes(this.edges),
        paint = Columns.color(color);
      for (let x = 0; x < columns.width; x++)
        if (indexes[x + 1] > indexes[x])
          columns.fill(
            x,
            8 - 8 * Math.min(1, Math.sqrt((indexes[x + 1] - indexes[x]) / max)),
            11,
            paint,
          );
      columns.draw(c, this.left, y - 6);
      return;
    }
    for (let i = first; i < end; i++) {
      const x = this.x(points.time(i));
      c.fillStyle = color;
      c.beginPath();
      c.moveTo(x, y - 5);
      c.lineTo(x + 4, y);
      c.lineTo(x, y + 5);
      c.lineTo(x - 4, y);
      c.fill();
      if (!label || end - first > width / 30) continue;
      const capacity = (i + 1 < points.length ? this.x(points.time(i + 1)) : Infinity) - x - 14;
      if (capacity < 24) continue;
      const text = clean(trace.describe(points.event.data[i]));
      c.font = '400 10px ' + FONT;
      if (capacity > 140 || c.measureText(text).width <= capacity)
        this.text(c, text, x + 7, y + 0.5, {
          size: 10,
          color: this.theme.faint,
          max: Math.min(capacity, 300),
        });
    }
  }

  // The position of the mark of an event: in the lane of its thread, else of its series; in the
  // heading of a folded group.
  mark_y(event) {
    const {trace} = this,
      thread = trace.threads[trace.thread.data[event]],
      {series} = trace.templates[trace.template.data[event]];
    const prefix = (lane) =>
      thread.index >= FIRST_THREAD ? lane.thread === thread : lane.series === series;
    const group = thread.index >= FIRST_THREAD ? 'Threads' : 'Events and counters';
    const lane =
      this.lanes.find(prefix) || this.lanes.find((l) => l.kind === 'group' && l.name === group);
    if (!lane) return null;
    const inside =
      lane.kind === 'thread'
        ? (thread.runs.size ? 26 : 4) + 17 * thread.slices.length + 5
        : lane.height / 2;
    return AXIS + lane.y - this.scroll + inside;
  }

  // Draws flows as arrows from mark to mark; if there are too many, draws none.
  draw_arrows(c) {
    const {trace} = this,
      shown = trace.arrows.within(this.from, this.to, 300);
    if (!shown || !shown.length) return;
    c.save();
    c.beginPath();
    c.rect(this.left, AXIS, this.width - this.left, this.height - AXIS);
    c.clip();
    c.strokeStyle = c.fillStyle = this.theme.text;
    c.lineWidth = 1.25;
    c.globalAlpha = 0.75;
    for (const [from, to] of shown) {
      const y0 = this.mark_y(from),
        y1 = this.mark_y(to);
      if (y0 === null || y1 === null) continue;
      const x0 = this.x(trace.time.data[from]) + 4,
        x1 = this.x(trace.time.data[to]) - 4;
      const bend = Math.max(10, Math.min(60, Math.abs(x1 - x0) / 2)),
        lift = y0 === y1 ? 14 : 0;
      c.beginPath();
      c.moveTo(x0, y0);
      c.bezierCurveTo(x0 + bend, y0 - lift, x1 - 4 - bend, y1 - lift, x1 - 4, y1);
      c.stroke();
      c.beginPath();
      c.moveTo(x1, y1);
      c.lineTo(x1 - 7, y1 - 3.5);
      c.lineTo(x1 - 7, y1 + 3.5);
      c.fill();
    }
    c.restore();
  }

  draw_points(c, lane, y) {
    this.draw_marks(c, lane.points, y + lane.height / 2, this.theme.strong, true);
  }

  draw_curve(c, lane, y) {
    const {points} = lane,
      [min, max] = points.range(0, points.length),
      height = lane.height - 10;
    const level = (value) =>
      max > min ? y + 5 + height - ((value - min) / (max - min)) * height : y + 5 + height / 2;
    const first = Math.max(0, points.index_at(this.from) - 1),
      end = Math.min(points.length, points.index_at(this.to) + 1);
    c.strokeStyle = c.fillStyle = this.theme.strong;
    c.lineWidth = 1.2;
    if (end - first > this.width - this.left) {
      const columns = new Columns(this.width - this.left, lane.height, this.dpr),
        indexes = points.indexes(this.edges),
        paint = Columns.color(this.theme.strong);
      for (let x = 0; x < columns.width; x++) {
        if (indexes[x + 1] === indexes[x]) continue;
        const [low, high] = points.range(indexes[x], indexes[x + 1]);
        if (low <= high) columns.fill(x, level(high) - y - 0.7, level(low) - y + 0.7, paint);
      }
      columns.draw(c, this.left, y);
      return;
    }
    c.beginPath();
    let pen = false,
      last = 0;
    for (let i = first; i < end; i++) {
      const value = points.value(i),
        x = this.x(points.time(i));
      if (!Number.isFinite(value)) continue;
      if (pen) c.lineTo(x, last);
      last = level(value);
      if (pen) c.lineTo(x, last);
      else c.moveTo(x, last);
      pen = true;
    }
    if (pen && lane.steps) c.lineTo(Math.min(this.x(this.trace.last), this.width), last);
    c.globalAlpha = lane.steps ? 1 : 0.45;
    c.stroke();
    if (lane.steps) {
      c.lineTo(Math.min(this.x(this.trace.last), this.width), y + lane.height);
      if (first < end) c.lineTo(this.x(points.time(first)), y + lane.height);
      c.globalAlpha = 0.14;
      c.fill();
    }
    c.globalAlpha = 1;
    if (end - first > (this.width - this.left) / 5) return;
    for (let i = first; i < end; i++) {
      const value = points.value(i);
      if (!Number.isFinite(value)) continue;
      c.beginPath();
      c.arc(this.x(points.time(i)), level(value), 2.6, 0, 7);
      c.fill();
    }
    if (end - first < (this.width - this.left) / 60)
      for (let i = first; i < end; i++) {
        const x = this.x(points.time(i)),
          up = level(points.value(i)) > y + lane.height / 2;
        this.text(c, String(points.value(i)), x + 6, level(points.value(i)) + (up ? -7 : 7), {
          size: 10,
          color: this.theme.faint,
        });
      }
  }

  draw_async(c, lane, y) {
    const {trace} = this;
    lane.series.rows.rows.forEach((intervals, row) => {
      const top = y + 4 + 17 * row,
        color = this.theme.threads[lane.series.index % this.theme.threads.length];
      this.draw_intervals(
        c,
        intervals,
        top,
        15,
        () => color,
        (i, x, width) =>
          this.text(
            c,
            clean(trace.describe(intervals.event.data[i]).replace('async begin ', '')),
            x + 4,
            top + 8,
            {size: 10, color: ink(color), max: width - 8},
          ),
        color,
      );
    });
  }

  draw_loss() {}

  // Hatches losses across all lanes: strong below the content of the lanes, weak above it.
  draw_losses(c, lines, shade) {
    const {theme} = this;
    let done = -Infinity,
      drawn = 0;
    for (const loss of this.trace.losses) {
      if (loss.last < this.from || loss.first > this.to) continue;
      const x0 = Math.max(this.x(loss.first), this.left - 2, done),
        x1 = Math.min(Math.max(this.x(loss.last), this.x(loss.first) + 3), this.width + 2);
      if (x1 <= done + 0.5 || drawn++ > 4000) continue;
      c.globalAlpha = lines;
      c.fillStyle = this.hatch(c, theme.loss, 7, 1.1);
      c.fillRect(x0, AXIS, x1 - x0, this.height);
      c.globalAlpha = shade;
      c.fillStyle = theme.loss;
      c.fillRect(x0, AXIS, x1 - x0, this.height);
      done = x1;
    }
    c.globalAlpha = 1;
  }

  // Draws the number of lost events; combines losses that are close together.
  draw_loss_counts(c) {
    const {trace, theme} = this,
      lane = this.lanes.find((l) => l.kind === 'loss'),
      labels = [];
    if (!lane) return;
    for (const loss of trace.losses) {
      if (loss.last < this.from || loss.first > this.to) continue;
      const x = Math.min(Math.max(this.x(loss.first), this.left + 2), this.width - 80);
      let label = labels[labels.length - 1];
      if (!label || x > label.x + 80) labels.push((label = {x, count: 0, more: false}));
      label.count += loss.count.reduce((a, b) => a + b, 0);
      label.more = label.more || !loss.counted;
    }
    const y = AXIS + lane.y - this.scroll + 4;
    c.font = '600 11px ' + FONT;
    for (const {x, count, more} of labels) {
      const text = (count ? grouped(count) + (more ? ' and more' : '') : 'some') + ' lost';
      c.fillStyle = theme.loss;
      c.beginPath();
      c.roundRect(x, y, c.measureText(text).width + 10, 17, 3);
      c.fill();
      this.text(c, text, x + 5, y + 9, {size: 11, weight: 600, color: ink(theme.loss)});
    }
  }

  draw_hits(c) {
    const {hits, trace, theme} = this;
    if (!hits.length) return;
    const time = (i) => trace.time.data[hits.data[i]];
    if (!this.hit_finder || this.hit_finder.hits !== hits) {
      this.hit_finder = new Finder(hits.length, time);
      this.hit_finder.hits = hits;
    }
    c.fillStyle = theme.hit;
    for (
      let i = this.hit_finder.index_at(this.from), last = -1;
      i < hits.length && time(i) <= this.to;
    ) {
      const x = Math.floor(this.x(time(i)));
      if (x > last && x >= this.left) {
        c.globalAlpha = 0.35;
        c.fillRect(x, AXIS, 1, this.height);
        c.globalAlpha = 1;
        c.beginPath();
        c.moveTo(x + 0.5, AXIS);
        c.lineTo(x + 4.5, AXIS - 7);
        c.lineTo(x - 3.5, AXIS - 7);
        c.fill();
        last = x;
      }
      i = Math.max(i + 1, this.hit_finder.index_at(this.t(x + 1)));
    }
  }

  draw_chosen(c) {
    if (this.chosen < 0) return;
    const x = Math.round(this.x(this.trace.time.data[this.chosen]));
    if (x < this.left || x > this.width) return;
    c.strokeStyle = this.theme.text;
    c.lineWidth = 1;
    c.setLineDash([3, 3]);
    c.beginPath();
    c.moveTo(x + 0.5, AXIS);
    c.lineTo(x + 0.5, this.height);
    c.stroke();
    c.setLineDash([]);
  }

  draw_selection(c) {
    const {theme, trace} = this;
    if (!this.select) return;
    const [a, b] = this.select,
      low = Math.min(a, b),
      high = Math.max(a, b),
      x0 = this.x(low),
      x1 = this.x(high);
    c.save();
    c.beginPath();
    c.rect(this.left, 0, this.width - this.left, this.height);
    c.clip();
    c.fillStyle = theme.select;
    c.globalAlpha = 0.1;
    c.fillRect(x0, 0, x1 - x0, this.height);
    c.globalAlpha = 1;
    c.fillRect(x0 - 0.5, 0, 1, this.height);
    c.fillRect(x1 - 0.5, 0, 1, this.height);
    const text = trace.show(high - low, Math.max(trace.tick ? 1 : 0, (high - low) / 1e6));
    c.font = '600 11px ' + FONT;
    const width = c.measureText(text).width + 12,
      inside = Math.max(x0, this.left) + Math.min(x1, this.width);
    const x = Math.min(Math.max(inside / 2 - width / 2, this.left + 2), this.width - width - 2);
    c.beginPath();
    c.roundRect(x, 4, width, 19, 4);
    c.fill();
    this.text(c, text, x + 6, 14, {size: 11, weight: 600, color: ink(theme.select)});
    for (const [name, t] of [
      ['a', a],
      ['b', b],
    ]) {
      const at = this.x(t),
        side = t === low && a !== b ? -1 : 1;
      c.fillStyle = theme.select;
      c.beginPath();
      c.roundRect(
        side < 0 ? at - 15 : at,
        AXIS - 1,
        15,
        16,
        side < 0 ? [4, 0, 0, 4] : [0, 4, 4, 0],
      );
      c.fill();
      this.text(c, name, at + side * 7.5, AXIS + 7, {
        size: 11,
        weight: 700,
        color: ink(theme.select),
        align: 'center',
      });
    }
    c.restore();
  }

  draw_pointer(c) {
    if (this.pointer === null) return;
    const x = Math.round(this.x(this.pointer)),
      {theme, trace} = this;
    if (x < this.left) return;
    c.fillStyle = theme.faint;
    c.globalAlpha = 0.7;
    c.fillRect(x, AXIS, 1, this.height);
    c.globalAlpha = 1;
    const text = trace.show(this.pointer + Number(trace.origin), Math.max(1, this.span / 5000));
    c.font = '400 11px ' + FONT;
    const width = c.measureText(text).width + 10,
      left = Math.min(Math.max(x - width / 2, this.left), this.width - width);
    c.fillStyle = theme.text;
    c.beginPath();
    c.roundRect(left, this.height - 20, width, 18, 4);
    c.fill();
    this.text(c, text, left + 5, this.height - 11, {size: 11, color: theme.page});
  }

  // Draws the overview, with the visible span marked.
  draw_overview() {
    const {trace, theme, overview, dpr} = this,
      c = overview.getContext('2d', {alpha: false});
    const width = overview.clientWidth,
      height = overview.clientHeight,
      left = this.left;
    if (this.stale || !this.overview_picture || this.overview_picture.width !== overview.width) {
      this.overview_picture = new OffscreenCanvas(
        Math.max(1, overview.width),
        Math.max(1, overview.height),
      );
      const p = this.overview_picture.getContext('2d');
      p.setTransform(dpr, 0, 0, dpr, 0, 0);
      p.fillStyle = theme.page;
      p.fillRect(0, 0, width, height);
      const time = (x) => ((x - left) / (width - left)) * trace.last;
      const members = trace.threads
        .filter((t) => t.index !== NO_THREAD && t.runs.size)
        .map((t) => ({
          runs: [...t.runs.values()],
          color: this.styles[t.index].color,
          idle: trace.idle(t.index),
        }));
      if (trace.last > 0 && width > left) {
        if (members.length)
          this.draw_stack(
            p,
            members,
            Float64Array.from({length: width - left + 1}, (_, x) => time(left + x)),
            2,
            height - 4,
            trace.harts.size || 1,
          );
        else this.draw_density(p, left, width, height, time);
        p.fillStyle = theme.loss;
        for (const loss of trace.losses)
          p.fillRect(
            left + (loss.first / trace.last) * (width - left),
            0,
            Math.max(2, ((loss.last - loss.first) / trace.last) * (width - left)),
            4,
          );
      }
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.overview_picture, 0, 0);
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    const x = (t) => left + (t / (trace.last || 1)) * (width - left),
      x0 = Math.max(left, x(this.from)),
      x1 = Math.min(width, Math.max(x(this.to), x0 + 3));
    c.fillStyle = theme.page;
    c.globalAlpha = 0.65;
    c.fillRect(left, 0, x0 - left, height);
    c.fillRect(x1, 0, width - x1, height);
    c.globalAlpha = 1;
    c.strokeStyle = theme.faint;
    c.lineWidth = 1.5;
    c.strokeRect(x0 + 0.75, 0.75, Math.max(1, x1 - x0 - 1.5), height - 1.5);
    if (this.select) {
      c.fillStyle = theme.select;
      c.fillRect(
        x(Math.min(...this.select)),
        height - 3,
        Math.max(2, x(Math.max(...this.select)) - x(Math.min(...this.select))),
        3,
      );
    }
    this.text(c, 'whole trace', 10, height / 2, {size: 11, color: theme.faint, max: left - 16});
  }

  // Draws the events of each column if no thread is known to run.
  draw_density(c, left, right, height, time) {
    const counts = [];
    let before = 0;
    for (let x = left; x < right; x++) {
      const place = this.trace.index_at(time(x + 1));
      counts.push(place - before);
      before = place;
    }
    const max = Math.max(...counts, 1);
    c.fillStyle = this.theme.strong;
    counts.forEach(
      (count, i) =>
        count &&
        c.fillRect(
          left + i,
          height - 2 - (height - 4) * Math.sqrt(count / max),
          1,
          (height - 4) * Math.sqrt(count / max),
        ),
    );
  }

  // --- hit test ---

  lane_at(y) {
    const at = y - AXIS + this.scroll;
    return y < AXIS
      ? null
      : this.lanes.find((lane) => at >= lane.y && at < lane.y + lane.height + GAP) || null;
  }

  // The object at a position: {event, lane, text, from, to}, or null.
  hit(x, y) {
    const lane = this.lane_at(y),
      {trace} = this;
    if (!lane || x < this.left) return null;
    const t = this.t(x),
      inside = y - AXIS + this.scroll - lane.y,
      slack = (this.span / (this.width - this.left)) * 6;
    const nearest = (points) => {
      if (!points) return null;
      const place = points.index_at(t);
      const near = [place - 1, place]
        .filter((i) => i >= 0 && i < points.length)
        .sort((a, b) => Math.abs(points.time(a) - t) - Math.abs(points.time(b) - t))[0];
      return near !== undefined && Math.abs(points.time(near) - t) <= slack
        ? {lane, event: points.event.data[near]}
        : null;
    };
    const inside_of = (intervals, what) => {
      if (!intervals) return null;
      const i = intervals.ending(t - slack / 3);
      if (i >= intervals.length || intervals.start.data[i] > t + slack / 3) return null;
      return {
        lane,
        event: intervals.event.data[i],
        from: intervals.start.data[i],
        to: intervals.end(i),
        ...what,
      };
    };
    switch (lane.kind) {
      case 'hart':
        for (const thread of trace.threads) {
          const found = inside_of(thread.runs.get(lane.hart.number), {thread: thread.index});
          if (found && thread.index !== NO_THREAD && t >= found.from && t < found.to) return found;
        }
        return null;
      case 'isr': {
        const trap = lane.hart.traps[Math.floor((inside - 4) / 17)];
        return trap ? inside_of(trap.intervals, {}) : null;
      }
      case 'thread': {
        const top = lane.thread.runs.size ? 26 : 4,
          row = Math.floor((inside - top) / 17);
        if (inside >= top && row < lane.thread.slices.length)
          return inside_of(lane.thread.slices[row], {});
        const point = inside > top ? nearest(lane.thread.points) : null;
        if (point) return point;
        for (const [hart, runs] of lane.thread.runs) {
          const found = inside_of(runs, {thread: lane.thread.index, hart});
          if (found) return found;
        }
        return null;
      }
      case 'async': {
        const rows = lane.series.rows.rows,
          row = Math.floor((inside - 4) / 17);
        return row >= 0 && row < rows.length ? inside_of(rows[row], {}) : null;
      }
      case 'loss': {
        const loss = trace.losses.find((l) => l.first - slack <= t && l.last + slack >= t);
        return loss ? {lane, event: loss.event, from: loss.first, to: loss.last} : null;
      }
      default:
        return nearest(lane.points);
    }
  }
}
