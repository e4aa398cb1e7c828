// SPDX-License-Identifier: Apache-2.0
// The list of events: only the rows in view exist, so ten million events scroll like ten. A page of
// that height is more than a browser can scroll, so the list keeps its own position; its scroll bar
// is a scaled one.

const LIST_ROW = 24, // pixels
  BAR_MAX = 4_000_000; // pixels of the scaled scroll bar

// The first row in view so that `row` is in view too, with as little movement as possible.
function first_to_show(row, first, capacity, length) {
  const last = Math.max(0, length - capacity);
  if (row < first) first = row;
  if (row > first + capacity - 1) first = row - capacity + 1;
  return Math.min(Math.max(0, first), last);
}

// Rows are indexes of events: all of them, or those of a column.
class EventList {
  constructor(place, {columns, cells, choose, viewed}) {
    Object.assign(this, {columns, cells, choose, viewed});
    this.rows = null; // Column of events; null: all
    this.count = 0; // of all events
    this.first = 0;
    this.chosen = -1; // event
    this.build(place);
  }

  build(place) {
    this.head = element('div', {className: 'row head', role: 'row'});
    this.body = element('div', {className: 'rows', role: 'rowgroup'});
    this.empty = element('p', {className: 'nothing'});
    this.spacer = element('div');
    this.bar = element('div', {className: 'bar', ariaHidden: 'true', tabIndex: -1}, this.spacer);
    this.grid = element(
      'div',
      {className: 'grid', role: 'grid', tabIndex: 0, ariaLabel: 'Events'},
      this.head,
      this.body,
      this.empty,
    );
    this.grid.setAttribute('aria-readonly', 'true');
    place.append(this.grid, this.bar);
    this.bar.addEventListener('scroll', () => this.bar_moved());
    this.grid.addEventListener('wheel', (e) => this.wheel(e), {passive: false});
    this.grid.addEventListener('keydown', (e) => this.key(e));
    this.drag_by_touch();
    new ResizeObserver(() => this.draw()).observe(this.grid);
  }

  get length() {
    return this.rows ? this.rows.length : this.count;
  }

  event(row) {
    return this.rows ? this.rows.data[row] : row;
  }

  // The row of an event, or of the first one after it.
  row_of(event) {
    return this.rows ? index_in(this.rows, event) : event;
  }

  get capacity() {
    return Math.max(1, Math.floor(this.body.clientHeight / LIST_ROW));
  }

  set(rows, count, text) {
    this.rows = rows;
    this.count = count;
    this.empty.textContent = text;
    this.first = Math.min(this.first, Math.max(0, this.length - this.capacity));
    this.draw();
  }

  scroll_to(first, quiet = false) {
    const last = Math.max(0, this.length - this.capacity);
    this.first = Math.min(Math.max(0, Math.round(first)), last);
    this.draw();
    if (!quiet) this.viewed(this);
  }

  // Shows an event; in the middle if it is far away.
  show(event) {
    this.chosen = event;
    if (event < 0) return this.draw();
    const row = this.row_of(event),
      {capacity} = this,
      far = row < this.first - capacity || row > this.first + 2 * capacity;
    this.first = far
      ? first_to_show(row + (capacity >> 1), row - (capacity >> 1), capacity, this.length)
      : first_to_show(row, this.first, capacity, this.length);
    this.draw();
  }

  // --- the bar ---

  get travel() {
    return Math.max(1, this.spacer.offsetHeight - this.bar.clientHeight);
  }

  place_bar() {
    const last = Math.max(1, this.length - this.capacity),
      height = Math.min(BAR_MAX, this.length * LIST_ROW);
    this.spacer.style.height = height + 'px';
    this.bar.classList.toggle('unused', this.length <= this.capacity);
    this.placed = Math.round((this.first / last) * this.travel);
    this.bar.scrollTop = this.placed;
  }

  bar_moved() {
    if (Math.abs(this.bar.scrollTop - this.placed) < 2) return;
    this.scroll_to((this.bar.scrollTop / this.travel) * Math.max(0, this.length - this.capacity));
  }

  wheel(e) {
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) return;
    e.preventDefault();
    this.rest = (this.rest || 0) + (e.deltaMode ? e.deltaY * 3 : e.deltaY / LIST_ROW);
    const rows = Math.trunc(this.rest);
    this.rest -= rows;
    if (rows) this.scroll_to(this.first + rows);
  }

  drag_by_touch() {
    let from = null;
    this.body.addEventListener('pointerdown', (e) => {
      if (e.pointerType === 'touch') from = {y: e.clientY, first: this.first};
    });
    this.body.addEventListener('pointermove', (e) => {
      if (from) this.scroll_to(from.first + (from.y - e.clientY) / LIST_ROW);
    });
    for (const end of ['pointerup', 'pointercancel'])
      this.body.addEventListener(end, () => (from = null));
  }

  key(e) {
    const steps = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -this.capacity,
      PageDown: this.capacity,
      Home: -this.length,
      End: this.length,
    };
    if (!(e.key in steps) || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    if (!this.length) return;
    const now = this.chosen < 0 ? this.first - 1 : this.row_of(this.chosen);
    const row = Math.min(Math.max(0, now + steps[e.key]), this.length - 1);
    this.choose(this.event(row));
  }

  // --- rows ---

  draw() {
    if (!this.grid.clientHeight) return;
    this.draw_head();
    this.place_bar();
    this.empty.hidden = this.length > 0;
    this.grid.setAttribute('aria-rowcount', this.length + 1);
    const visible = Math.min(this.length - this.first, this.capacity + 1);
    while (this.body.children.length > visible) this.body.lastChild.remove();
    while (this.body.children.length < visible) this.body.append(this.new_row());
    [...this.body.children].forEach((row, i) => this.fill(row, this.first + i));
    const chosen = this.body.querySelector('.chosen');
    if (chosen) this.grid.setAttribute('aria-activedescendant', chosen.id);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  draw_head() {
    const names = this.columns();
    this.grid.style.setProperty('--columns', names.map((c) => c.width).join(' '));
    const key = names.map((c) => c.name).join();
    if (key === this.head_key) return;
    this.head_key = key;
    this.head.replaceChildren(
      ...names.map(({name, left}) =>
        element('span', {
          role: 'columnheader',
          textContent: name,
          className: left ? 'left' : '',
        }),
      ),
    );
  }

  new_row() {
    const row = element('div', {className: 'row', role: 'row'});
    row.addEventListener('click', () => this.choose(row.event));
    return row;
  }

  fill(row, place) {
    const event = this.event(place),
      before = place ? this.event(place - 1) : -1;
    row.event = event;
    row.id = 'event-' + event;
    row.setAttribute('aria-rowindex', place + 2);
    row.setAttribute('aria-selected', event === this.chosen);
    row.classList.toggle('chosen', event === this.chosen);
    row.replaceChildren(
      ...this.cells(event, before).map((content, i) => {
        const cell = element('span', {
          role: 'gridcell',
          className: this.columns()[i].left ? 'left' : '',
        });
        cell.append(content);
        return cell;
      }),
    );
  }
}
