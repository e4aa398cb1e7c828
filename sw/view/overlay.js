// SPDX-License-Identifier: Apache-2.0
// What lies over the lanes: matches of a search, the chosen event, the selection, the pointer; and
// the overview of the whole trace.

class Overlays extends Lanes {
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

  // The rows of the list of events: a bar on the axis.
  draw_listed(c) {
    if (!this.listed) return;
    const x0 = Math.max(this.left, this.x(this.listed[0])),
      x1 = Math.min(this.width, Math.max(this.x(this.listed[1]), x0 + 3));
    if (x1 <= x0) return;
    c.fillStyle = this.theme.strong;
    c.fillRect(x0, AXIS - 4, x1 - x0, 3);
  }

  // The span that is compared with: a frame on the axis.
  draw_reference(c) {
    if (!this.reference) return;
    const [x0, x1] = this.reference.map((t) =>
      Math.min(this.width, Math.max(this.left, this.x(t))),
    );
    if (x1 <= x0) return;
    c.fillStyle = this.hatch(c, this.theme.faint, 6, 1.2);
    c.fillRect(x0, AXIS - 8, x1 - x0, 7);
    c.fillStyle = this.theme.faint;
    for (const x of [x0, x1 - 1]) c.fillRect(x, AXIS - 8, 1, this.height);
  }

  // Flags on the axis; the text of a note has the place up to the next one.
  draw_notes(c) {
    const {theme} = this;
    this.notes.forEach(({t, text}, i) => {
      const x = Math.round(this.x(t)),
        next = this.notes[i + 1],
        free = Math.min(this.width, next ? this.x(next.t) : Infinity) - x - 14;
      if (x < this.left - 1 || x > this.width) return;
      c.fillStyle = theme.note;
      c.fillRect(x, 2, 1, this.height);
      const shown = free > 10 ? this.note_label(c, text, Math.min(free, 180)) : '';
      c.fillStyle = theme.note;
      c.fillRect(x, 2, shown ? c.measureText(shown).width + 10 : 8, 15);
      if (shown) this.text(c, shown, x + 5, 10, {size: 11, color: ink(theme.note)});
    });
  }

  note_label(c, text, max) {
    c.font = '400 11px ' + FONT;
    return this.fitting(c, clean(text), max);
  }

  // The note whose flag is at a position.
  note_at(x) {
    return this.notes.findLast(({t}) => x >= this.x(t) - 2 && x < this.x(t) + 20) || null;
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
        if (members.length) {
          const layer = new Layer(),
            edges = Float64Array.from({length: width - left + 1}, (_, x) => time(left + x));
          layer.begin(width - left, height, dpr);
          this.draw_stack(members, edges, 2, height - 4, {harts: trace.harts.size || 1, layer});
          layer.draw(p, left);
        } else this.draw_density(p, left, width, height, time);
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
}
