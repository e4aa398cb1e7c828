// SPDX-License-Identifier: Apache-2.0
// A frame: the lanes, drawn when they change, and what lies over them.

class Timeline extends Hits {
  draw() {
    this.resize();
    this.clamp_view();
    if (!this.hatches) this.hatches = new Map();
    if (this.stale) this.style_threads();
    this.draw_overview();
    this.refresh_lanes();
    const c = this.canvas.getContext('2d', {alpha: false});
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.lanes_picture, 0, 0);
    c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    this.draw_over(c);
    this.stale = false;
  }

  draw_over(c) {
    this.draw_hits(c);
    this.draw_listed(c);
    this.draw_reference(c);
    this.draw_notes(c);
    this.draw_chosen(c);
    this.draw_selection(c);
    this.draw_pointer(c);
    c.fillStyle = this.theme.line;
    c.fillRect(this.left - 1, 0, 1, this.height);
  }

  // The overlay follows the pointer; the lanes are redrawn only when they change.
  refresh_lanes() {
    const {width, height} = this.canvas;
    const key = [
      this.from,
      this.to,
      this.scroll,
      width,
      height,
      this.dpr,
      this.trace.length,
    ].join();
    if (!this.stale && key === this.drawn) return;
    this.drawn = key;
    this.edges = Float64Array.from({length: Math.max(1, this.width - this.left) + 1}, (_, x) =>
      this.t(this.left + x),
    );
    const old = this.lanes_picture;
    if (!old || old.width !== width || old.height !== height)
      this.lanes_picture = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    this.draw_lanes(this.lanes_picture.getContext('2d', {alpha: false}));
  }

  draw_lanes(c) {
    const {theme} = this;
    c.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    c.fillStyle = theme.page;
    c.fillRect(0, 0, this.width, this.height);
    this.draw_grid(c);
    this.clipped(c, this.top, () => {
      this.draw_losses(c, 0.8, 0.08);
      this.draw_some(
        c,
        this.lanes.filter((lane) => !lane.pinned),
      );
    });
    if (this.pinned_height) this.draw_pinned(c);
    this.clipped(c, AXIS, () => {
      this.draw_arrows(c);
      this.draw_losses(c, 0.28, 0.04);
      this.draw_loss_counts(c);
    });
    this.draw_scroll_bar(c);
  }

  clipped(c, top, draw) {
    c.save();
    c.beginPath();
    c.rect(0, top, this.width, Math.max(0, this.height - top));
    c.clip();
    draw();
    c.restore();
  }

  draw_pinned(c) {
    this.draw_some(
      c,
      this.lanes.filter((lane) => lane.pinned),
    );
    c.fillStyle = this.theme.faint;
    c.fillRect(0, this.top - 2, this.width, 1);
  }

  draw_some(c, lanes) {
    this.layer.begin(this.width - this.left, this.height, this.dpr);
    for (const lane of lanes) {
      const y = this.top_of(lane);
      if (y + lane.height < (lane.pinned ? AXIS : this.top) || y > this.height) continue;
      if (lane.kind === 'group') {
        this.draw_group(c, lane, y);
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
    this.layer.draw(c, this.left);
  }

  draw_group(c, lane, y) {
    const {theme} = this,
      folded = this.folded.has(lane.name);
    c.fillStyle = theme.band;
    c.fillRect(0, y, this.width, lane.height);
    this.text(c, (folded ? '▸ ' : '▾ ') + lane.name, 10, y + 11, {
      size: 11,
      weight: 600,
      color: theme.faint,
      max: this.left - 14,
    });
    const notes = [
      folded && lane.count ? lane.count + ' folded' : '',
      lane.hidden ? lane.hidden + ' hidden' : '',
    ];
    this.text(c, notes.filter((note) => note).join(', '), this.left + 8, y + 11, {
      size: 11,
      color: theme.faint,
    });
  }

  draw_scroll_bar(c) {
    const capacity = this.height - this.top;
    if (this.content <= capacity) return;
    const size = Math.max(24, (capacity * capacity) / this.content),
      at = ((capacity - size - 4) * this.scroll) / (this.content - capacity);
    c.fillStyle = this.theme.faint;
    c.globalAlpha = 0.45;
    c.beginPath();
    c.roundRect(this.width - 6, this.top + 2 + at, 4, size, 2);
    c.fill();
    c.globalAlpha = 1;
  }
}
