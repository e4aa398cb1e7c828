// SPDX-License-Identifier: Apache-2.0
// The visible span on its canvas: lanes, scales, texts, patterns.

const LETTERS_MIN = 3; // of a text that is cut

class View {
  constructor(trace, canvas, overview) {
    this.trace = trace;
    this.canvas = canvas;
    this.overview = overview;
    this.from = 0;
    this.to = 1;
    this.scroll = 0;
    this.folded = new Set();
    this.prefs = new LanePrefs();
    this.hits = new Column(Uint32Array);
    this.select = null; // [from, to] in ticks, any order
    this.chosen = -1; // event
    this.pointer = null; // ticks
    this.reference = null; // a span to compare with
    this.notes = []; // {t, text}, sorted
    this.listed = null; // [from, to] of the rows in the list of events
    this.theme = THEMES.light;
    this.fits = new Map();
    this.layer = new Layer();
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
    this.style_threads();
    this.groups = lane_groups(this.trace);
    this.arrange();
  }

  arrange() {
    const {pinned, scrolled} = arrange_lanes(this.groups, this.prefs, this.folded);
    this.pinned_height = stack_lanes(pinned);
    this.content = stack_lanes(scrolled) + 8;
    this.lanes = [...pinned, ...scrolled];
    this.stale = true;
  }

  // Where the scrolled lanes begin.
  get top() {
    return AXIS + this.pinned_height;
  }

  // The position of a lane on the canvas.
  top_of(lane) {
    return lane.pinned ? AXIS + lane.y : this.top + lane.y - this.scroll;
  }

  // Scrolls a lane into view.
  bring(lane) {
    if (lane && !lane.pinned) this.scroll = lane.y - 60;
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
    this.scroll = Math.max(0, Math.min(this.scroll, this.content - (this.height - this.top)));
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
    {
      color = this.theme.text,
      size = 12,
      weight = 400,
      align = 'left',
      max = Infinity,
      whole = false,
    } = {},
  ) {
    c.font = weight + ' ' + size + 'px ' + FONT;
    c.fillStyle = color;
    c.textAlign = align;
    c.textBaseline = 'middle';
    if (max !== Infinity) {
      const fit = this.fitting(c, text, max);
      text = whole && fit !== text ? '' : fit;
    }
    if (text) c.fillText(text, x, y);
    return text;
  }

  // As much of a text as fits, with an ellipsis; '' if only a few letters fit.
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
      fit = low >= LETTERS_MIN ? letters.slice(0, low).join('') + '…' : '';
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
}
