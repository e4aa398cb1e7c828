// SPDX-License-Identifier: Apache-2.0
// Draws the lanes of the visible span. The work for a frame depends on the number of pixels, not
// of events: each column of pixels queries the time covered, the number of events, or the minimum
// and maximum value between its edges.

const LOAD_BAR = 4; // pixels of a bar of the load

class Lanes extends View {
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
    const span = trace.show(this.span, this.span / 1000);
    this.text(c, span + (this.left < 140 ? '' : ' in view'), 10, AXIS / 2, {
      size: 11,
      color: theme.faint,
      max: this.left - 16,
    });
    // outside of the trace
    c.fillStyle = theme.band;
    if (this.from < 0) c.fillRect(this.left, AXIS, this.x(0) - this.left, this.height);
    if (this.to > trace.last) c.fillRect(this.x(trace.last), AXIS, this.width, this.height);
  }

  // The note beside the name of a lane: a share, or how many.
  note_of(lane) {
    const percent = (share) => (100 * share).toFixed(1) + ' %';
    switch (lane.kind) {
      case 'thread': {
        const share = this.shares && this.shares.get(lane.thread.index);
        return share === undefined ? '' : percent(share);
      }
      case 'hart': {
        const shares = hart_load(this.trace, lane.hart, 0, this.trace.last);
        return shares ? percent(shares.busy) + ' busy' : '';
      }
      case 'load': {
        const shares = hart_load(this.trace, lane.hart, this.from, this.to);
        return shares ? percent(shares.load) + ' in view' : '';
      }
      case 'points':
        return grouped(lane.points.length) + '×';
    }
    return '';
  }

  draw_label(c, lane, y) {
    const {theme} = this,
      of_thread = lane.kind === 'thread',
      x = of_thread ? 31 + (this.styles[lane.thread.index].letter.length - 1) * 5 : 10,
      narrow = this.left < 140,
      below = narrow && lane.height >= 36 && lane.hart; // the note below the name
    c.fillStyle = theme.line;
    c.fillRect(0, y + lane.height + GAP / 2, this.width, 1);
    let middle = y + (of_thread ? Math.min(12, lane.height / 2) : lane.height / 2);
    if (of_thread) this.badge(c, lane.thread.index, 10, middle);
    if (lane.kind === 'curve') this.draw_scale(c, lane, y);
    if (below) middle -= 8;
    const note = narrow && of_thread ? '' : this.note_of(lane),
      taken = this.draw_note(c, note, below ? middle + 16 : middle);
    const max = this.left - x - 10 - (narrow ? 0 : taken) - (lane.kind === 'curve' ? 34 : 0);
    this.text(c, clean(lane.name), x, middle, {
      weight: lane.kind === 'hart' || of_thread ? 600 : 400,
      color: lane.kind === 'loss' ? theme.loss : lane.kind === 'isr' ? theme.faint : theme.text,
      max,
    });
    if (lane.series && lane.height > 30) this.draw_origin(c, lane, x, middle + 14, max);
  }

  // Returns the width that the note takes.
  draw_note(c, note, y) {
    if (!note) return 0;
    const {faint} = this.theme;
    this.text(c, note, this.left - 8, y, {size: 11, color: faint, align: 'right'});
    return 12 + c.measureText(note).width;
  }

  draw_scale(c, {scale: [min, max], height}, y) {
    const style = {size: 10, color: this.theme.faint, align: 'right'};
    this.text(c, short_number(max), this.left - 8, y + 7, style);
    this.text(c, short_number(min), this.left - 8, y + height - 7, style);
  }

  // Class, id and hart, below the name.
  draw_origin(c, {series, name}, x, y, max) {
    const id = series.space === SPACE_WEIR ? CLASSES[series.class] + ' ' + series.id : '',
      about = id + (series.hart > 0 ? ' hart ' + series.hart : '');
    if (about && name !== about)
      this.text(c, about, x, y, {size: 10, color: this.theme.faint, max});
  }

  // Draws intervals as boxes; where they are dense, draws their share of each column's time as a
  // height.
  draw_intervals(c, intervals, y, height, fill, label, plain) {
    const first = intervals.ending(this.from),
      end = intervals.index_at(this.to);
    if (first >= end) return;
    if (end - first > (this.width - this.left) / 2) {
      this.draw_stack([{runs: [intervals], color: plain}], this.edges, y, height);
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
            c.font = '600 11px ' + FONT;
            const text = c.measureText(name).width <= width - 6 ? name : style.letter;
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

  // The load of a hart as bars of a few pixels: threads at work, with idle threads in grey above.
  draw_load(c, lane, y) {
    const {trace, theme} = this,
      columns = Math.ceil((this.width - this.left) / LOAD_BAR),
      {edges} = this,
      last = edges.length - 1,
      work = new Float64Array(columns),
      idle = new Float64Array(columns);
    for (const {index, runs} of trace.threads) {
      const mine = runs.get(lane.hart.number);
      if (!mine || index === NO_THREAD || !mine.touches(edges[0], edges[last])) continue;
      const sums = mine.coverage(edges),
        into = trace.idle(index) ? idle : work;
      for (let i = 0; i < columns; i++)
        into[i] += sums[Math.min(last, (i + 1) * LOAD_BAR)] - sums[i * LOAD_BAR];
    }
    const scale = lane.height / (LOAD_BAR * (edges[1] - edges[0])),
      bottom = y + lane.height;
    c.fillStyle = theme.grid;
    c.fillRect(this.left, y, this.width - this.left, lane.height);
    for (let i = 0; i < columns; i++) {
      const x = this.left + i * LOAD_BAR,
        tall = work[i] * scale;
      c.fillStyle = theme.strong;
      c.fillRect(x, bottom - tall, LOAD_BAR, tall);
      c.fillStyle = theme.idle;
      c.fillRect(x, bottom - tall - idle[i] * scale, LOAD_BAR, idle[i] * scale);
    }
  }

  // Stacks the share of each member in each column, idle ones on top. edges: times between the
  // columns; harts: number of harts in a column.
  draw_stack(members, edges, y, height, {harts = 1, layer = this.layer} = {}) {
    const width = Math.min(layer.width, edges.length - 1),
      base = new Float64Array(width),
      whole = (edges[1] - edges[0]) * harts;
    members.sort((a, b) => Boolean(a.idle) - Boolean(b.idle));
    for (const {runs, color} of members) {
      const paint = Layer.color(color);
      for (const intervals of runs) {
        if (!intervals.touches(edges[0], edges[width])) continue;
        const sums = intervals.coverage(edges);
        for (let x = 0; x < width; x++) {
          const tall = ((sums[x + 1] - sums[x]) / whole) * height;
          if (!(tall > 0)) continue;
          const bottom = y + height - base[x];
          layer.fill(x, Math.min(bottom - tall, y + height - 1), bottom, paint);
          base[x] += tall;
        }
      }
    }
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

  draw_thread(c, {thread}, y) {
    if (thread.runs.size) this.draw_runs(c, thread, y);
    let top = y + (thread.runs.size ? 26 : 4);
    for (const slices of thread.slices) {
      this.draw_slices(c, slices, top);
      top += ROW;
    }
    const {color} = this.styles[thread.index];
    if (thread.points)
      this.draw_marks(
        c,
        thread.points,
        top + 5,
        color === this.theme.idle ? this.theme.faint : color,
        true,
      );
  }

  draw_runs(c, thread, y) {
    const {color} = this.styles[thread.index],
      all = [...thread.runs.values()],
      room = (this.width - this.left) / 2;
    const visible = all.reduce(
      (sum, runs) => sum + runs.index_at(this.to) - runs.ending(this.from),
      0,
    );
    c.fillStyle = this.theme.line;
    c.fillRect(this.left, y + 23, this.width - this.left, 1);
    if (visible <= room) this.draw_waits(c, thread, y);
    if (all.length > 1 && visible > room)
      return this.draw_stack([{runs: all, color}], this.edges, y + 2, 21);
    for (const [hart, runs] of thread.runs) this.draw_runs_on(c, thread, hart, runs, y);
  }

  // Boxes with the length of each run.
  draw_runs_on(c, thread, hart, runs, y) {
    const {trace} = this,
      style = this.styles[thread.index],
      fill = this.fill_of(c, style),
      where = trace.harts.size > 1 ? ' hart ' + hart : '';
    const label = (i, x, width) => {
      if (width < 26) return;
      this.text(c, trace.brief(runs.end(i) - runs.start.data[i]) + where, x + 5, y + 13, {
        size: 10,
        color: ink(style.color),
        max: width - 8,
        whole: true,
      });
    };
    this.draw_intervals(c, runs, y + 2, 21, () => fill, label, style.color);
  }

  draw_slices(c, slices, top) {
    const {trace, theme} = this,
      series = (i) => trace.templates[trace.template.data[slices.event.data[i]]].series,
      color = (i) => theme.threads[series(i).index % theme.threads.length];
    const label = (i, x, width) =>
      this.text(c, clean(trace.series_name(series(i))), x + 4, top + 8, {
        size: 10,
        color: ink(color(i)),
        max: width - 8,
      });
    this.draw_intervals(c, slices, top, 15, color, label, color(0));
  }

  // Between its runs: hatched while the thread is ready, a line while it is blocked.
  draw_waits(c, {waits, index}, y) {
    const {ready, blocked} = waits,
      {color} = this.styles[index];
    const draw = (wait, top, height, fill) =>
      wait &&
      this.draw_intervals(
        c,
        wait,
        y + top,
        height,
        () => fill,
        () => null,
        color,
      );
    if (ready) draw(ready, 11, 12, this.hatch(c, color, 5, 1.4, this.theme.page));
    draw(blocked, 20, 3, this.theme.faint);
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
        indexes = points.indexes(this.edges),
        paint = Layer.color(color);
      for (let x = 0; x < this.layer.width; x++)
        if (indexes[x + 1] > indexes[x]) {
          const tall = 8 * Math.min(1, Math.sqrt((indexes[x + 1] - indexes[x]) / max));
          this.layer.fill(x, y + 2 - tall, y + 5, paint);
        }
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
    return this.top_of(lane) + inside;
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

  // The values that a curve spans from bottom to top: those in view, or of the whole trace.
  scale_of(lane) {
    const {points} = lane,
      first = lane.whole ? 0 : Math.max(0, points.index_at(this.from) - 1),
      end = lane.whole ? points.length : Math.min(points.length, points.index_at(this.to) + 1);
    return points.range(first, end);
  }

  draw_curve(c, lane, y) {
    const {points} = lane,
      [min, max] = (lane.scale = this.scale_of(lane)),
      height = lane.height - 10;
    const level = (value) =>
      y + 5 + (max > min ? height - ((value - min) / (max - min)) * height : height / 2);
    const first = Math.max(0, points.index_at(this.from) - 1),
      end = Math.min(points.length, points.index_at(this.to) + 1);
    if (end - first > this.width - this.left) return this.draw_dense_curve(points, level);
    this.draw_line(c, lane, y, first, end, level);
    if (end - first <= (this.width - this.left) / 5)
      this.draw_dots(c, points, y + lane.height / 2, first, end, level);
  }

  draw_dense_curve(points, level) {
    const indexes = points.indexes(this.edges),
      paint = Layer.color(this.theme.strong);
    for (let x = 0; x < this.layer.width; x++) {
      if (indexes[x + 1] === indexes[x]) continue;
      const [low, high] = points.range(indexes[x], indexes[x + 1]);
      if (low <= high) this.layer.fill(x, level(high) - 0.7, level(low) + 0.7, paint);
    }
  }

  draw_line(c, lane, y, first, end, level) {
    const {points} = lane,
      stop = Math.min(this.x(this.trace.last), this.width);
    c.strokeStyle = c.fillStyle = this.theme.strong;
    c.lineWidth = 1.2;
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
    if (pen && lane.steps) c.lineTo(stop, last);
    c.globalAlpha = lane.steps ? 1 : 0.45;
    c.stroke();
    if (pen && lane.steps) {
      c.lineTo(stop, y + lane.height);
      c.lineTo(this.x(points.time(first)), y + lane.height);
      c.globalAlpha = 0.14;
      c.fill();
    }
    c.globalAlpha = 1;
  }

  // Dots, and their values where they have place.
  draw_dots(c, points, middle, first, end, level) {
    const numbers = end - first < (this.width - this.left) / 30;
    for (let i = first; i < end; i++) {
      const value = points.value(i);
      if (!Number.isFinite(value)) continue;
      const x = this.x(points.time(i)),
        y = level(value);
      c.fillStyle = this.theme.strong;
      c.beginPath();
      c.arc(x, y, 2.6, 0, 7);
      c.fill();
      if (!numbers) continue;
      const next = i + 1 < points.length ? this.x(points.time(i + 1)) : this.width;
      this.text(c, short_number(value), x + 6, y + (y > middle ? -7 : 7), {
        size: 10,
        color: this.theme.faint,
        max: next - x - 8,
        whole: true,
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
    const y = this.top_of(lane) + 4;
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
}
