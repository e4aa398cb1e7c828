// SPDX-License-Identifier: Apache-2.0
// The tables below the timeline. A cell is a text or a node, or {show, key}: what a table is sorted
// by, and what an export holds. A click on a heading sorts.

function span() {
  if (!timeline.select) return [0, trace.last];
  const [a, b] = timeline.select;
  return [Math.min(a, b), Math.max(a, b)];
}

function key_of(cell) {
  if (cell && typeof cell === 'object' && 'key' in cell) return cell.key;
  return cell instanceof Node ? cell.textContent : cell;
}

// Numbers by size, texts by the alphabet; what is missing comes last.
function compare_keys(a, b, way) {
  const none = (key) => key === '' || key === null || Number.isNaN(key);
  if (none(a) || none(b)) return none(a) - none(b);
  if (typeof a === 'number' && typeof b === 'number') return way * (a - b);
  return way * String(a).localeCompare(String(b), 'en', {numeric: true});
}

function sort_rows(rows, sort) {
  if (!sort) return rows;
  const [column, way] = sort;
  return [...rows].sort((a, b) =>
    compare_keys(key_of(a.cells[column]), key_of(b.cells[column]), way),
  );
}

function heading(head, column, name) {
  const sort = state.sort[name],
    th = element('th', {scope: 'col', className: head.left ? 'left' : ''});
  if (!name || !head.name) {
    th.textContent = head.name;
    return th;
  }
  const mine = sort && sort[0] === column,
    mark = mine ? (sort[1] > 0 ? ' ▴' : ' ▾') : '';
  th.setAttribute('aria-sort', mine ? (sort[1] > 0 ? 'ascending' : 'descending') : 'none');
  th.append(
    element('button', {
      textContent: head.name + mark,
      title: 'Sort by ' + head.name,
      onclick: () => sort_by(name, column, head.left ? 1 : -1),
    }),
  );
  return th;
}

// The first click sorts, the second the other way, the third not at all.
function sort_by(name, column, first) {
  const sort = state.sort[name];
  if (!sort || sort[0] !== column) state.sort[name] = [column, first];
  else if (sort[1] === first) state.sort[name] = [column, -first];
  else delete state.sort[name];
  fill_table();
  write_link();
  const head = $('table').querySelectorAll('th')[column];
  if (head) head.firstChild.focus();
}

function cell_node(cell, head) {
  const content = cell && typeof cell === 'object' && 'key' in cell ? cell.show : cell;
  const td = content instanceof HTMLTableCellElement ? content : element('td');
  if (td !== content) td.append(content);
  if (head.left) td.classList.add('left');
  return td;
}

function row_node(heads, {cells, act, chosen}) {
  const row = element('tr', {}, ...cells.map((cell, i) => cell_node(cell, heads[i])));
  if (act) {
    row.tabIndex = 0;
    row.addEventListener('click', (e) => e.target.closest('button, input, select') || act());
    row.addEventListener('keydown', (e) => e.key === 'Enter' && e.target === row && act());
  }
  if (chosen) row.className = 'chosen';
  return row;
}

// A table; with a name, one that can be sorted.
function table(heads, rows, name = null, none = 'This span has none.') {
  if (!rows.length) return element('p', {className: 'nothing', textContent: none});
  const sorted = sort_rows(rows, name && state.sort[name]);
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...heads.map((head, i) => heading(head, i, name)))),
    element('tbody', {}, ...sorted.map((row) => row_node(heads, row))),
  );
}

// --- cells ---

function badge(index) {
  const style = timeline.styles[index],
    e = element('span', {className: 'badge', textContent: style.letter});
  e.style.background = style.color;
  e.style.color = ink(style.color);
  return e;
}

function name_cell(name, before = []) {
  const text = clean(name, 120);
  return {key: text, show: element('td', {className: 'name', title: text}, ...before, text)};
}

function thread_cell(index) {
  return name_cell(trace.thread_name(index), [badge(index)]);
}

function share_cell(share, color) {
  const bar = element('i');
  bar.style.width = (100 * share).toFixed(2) + '%';
  bar.style.background = color;
  return {
    key: share,
    show: element(
      'td',
      {},
      element('span', {className: 'share'}, bar),
      element('span', {className: 'percent', textContent: (100 * share).toFixed(1) + ' %'}),
    ),
  };
}

// A time, empty if there is none.
function time_cell(ticks, exists = true) {
  return exists ? {key: ticks, show: trace.brief(ticks), ticks: true} : '';
}

function count_cell(n) {
  return {key: n, show: grouped(n)};
}

function number_cell(n, exists = true) {
  if (!exists) return '';
  return {key: n, show: Number.isInteger(n) ? grouped(n) : n.toPrecision(6)};
}

// --- threads, interrupts, ids ---

function go_to_lane(test) {
  return () => {
    timeline.bring(timeline.lanes.find(test));
    moved();
  };
}

function thread_rows(from, to) {
  return thread_stats(trace, from, to)
    .threads.filter((t) => t.run.count || t.switches || t.thread.points)
    .map(({thread, share, run, time, switches, period}) => ({
      id: thread,
      cells: [
        thread_cell(thread.index),
        share_cell(share, timeline.styles[thread.index].color),
        time_cell(time, run.count),
        count_cell(switches),
        time_cell(run.mean, run.count),
        time_cell(run.max, run.count),
        time_cell(period.mean, period.count),
        time_cell(period.deviation, period.count),
      ],
      act: go_to_lane((lane) => lane.thread === thread),
    }));
}

function isr_rows(from, to) {
  return isr_stats(trace, from, to)
    .filter((i) => i.duration.count)
    .map(({isr, duration, response}) => ({
      id: isr,
      cells: [
        name_cell(trace.series_name(isr.series)),
        count_cell(isr.hart),
        count_cell(duration.count),
        time_cell(duration.min),
        time_cell(duration.mean),
        time_cell(duration.max),
        time_cell(response.mean, response.count),
        time_cell(response.max, response.count),
      ],
    }));
}

function id_rows(from, to) {
  return series_stats(trace, from, to)
    .filter((s) => s.count)
    .map(({series, count, rate, interval, value}) => ({
      id: series,
      cells: [
        name_cell(trace.series_name(series)),
        series.hart < 0 ? '' : count_cell(series.hart),
        count_cell(count),
        {key: rate, show: rate.toPrecision(4)},
        time_cell(interval.mean, interval.count),
        time_cell(interval.deviation, interval.count),
        number_cell(value.min, value.count),
        number_cell(value.mean, value.count),
        number_cell(value.max, value.count),
      ],
      act: go_to_lane((lane) => lane.series === series),
    }));
}

const NAME = (name) => ({name, left: true}),
  NUMBER = (name) => ({name});

const TABLES = {
  threads: {
    heads: () => [
      NAME('thread'),
      NAME('share'),
      ...['run time', 'switches', 'mean run', 'longest', 'period', 'jitter'].map(NUMBER),
    ],
    rows: thread_rows,
  },
  isrs: {
    heads: () => [
      NAME('trap or interrupt'),
      ...['hart', 'times', 'shortest', 'mean', 'longest', 'to switch', 'longest to switch'].map(
        NUMBER,
      ),
    ],
    rows: isr_rows,
    none: 'No trap or interrupt returns in this span.',
  },
  ids: {
    heads: () => [
      NAME('id'),
      ...['hart', 'records', trace.tick ? 'per second' : 'per tick', 'interval', 'jitter'].map(
        NUMBER,
      ),
      ...['min', 'mean', 'max'].map(NUMBER),
    ],
    rows: id_rows,
    none: 'No id has a record in this span.',
  },
};

// --- an event ---

function switch_details(row, prefix, thread) {
  row(
    'from',
    trace.thread_name(prefix[0]) +
      (prefix[1] ? ', ' + STATES[prefix[1]] : '') +
      (prefix.length > 2 ? ', priority ' + prefix[2] : ''),
  );
  row('to', trace.thread_name(thread) + (prefix.length > 3 ? ', priority ' + prefix[3] : ''));
}

function thread_details(row, {number, process}) {
  const name = trace.processes.has(process) ? ' ' + trace.processes.get(process) : '';
  row('thread number', '0x' + number.toString(16) + (process ? ', process ' + process + name : ''));
}

function loss_details(row, event) {
  const loss = trace.loss_of(event);
  row('first lost', trace.show(loss.first + Number(trace.origin)));
  row('last lost', trace.show(loss.last + Number(trace.origin)));
  if (loss.source) row('sources', '0x' + loss.source.toString(16));
}

function time_details(row, event) {
  const t = trace.time.data[event],
    ticks = trace.tick ? '  (' + (trace.origin + BigInt(Math.round(t))) + ' ticks)' : '';
  row('time', trace.show(t + Number(trace.origin)) + ticks);
  if (event > 0) row('since previous event', trace.show(t - trace.time.data[event - 1]));
}

function kind_details(row, {kind, series}, prefix) {
  const id =
    series.space === 1 ? ', ' + CLASSES[series.class] + ' ' + series.id : ', id ' + series.id;
  row('kind', KIND_NAMES[kind] + (series.space ? id : ''));
  if (series.hart >= 0) row('hart', series.hart);
  if (series.category) row('category', series.category);
  if (kind === KIND.COMPLETE) row('length', trace.show(prefix[0]));
  if (kind >= KIND.ASYNC_BEGIN && kind <= KIND.FLOW_END) row('number', prefix[0]);
}

function value_text(value, type) {
  const hex = typeof value === 'bigint' && type !== ARG.INT && value > 9n;
  return value + (hex ? '  (0x' + value.toString(16) + ')' : '');
}

function event_rows() {
  const event = timeline.chosen,
    template = trace.templates[trace.template.data[event]],
    {prefix, args} = trace.decode_event(event),
    thread = trace.thread.data[event],
    rows = [];
  const row = (name, value) =>
    rows.push({
      cells: [name, element('td', {className: 'whole', textContent: clean(String(value), 20000)})],
    });
  row('event', trace.describe(event));
  time_details(row, event);
  kind_details(row, template, prefix);
  if (template.kind === KIND.SWITCH) switch_details(row, prefix, thread);
  else if (thread) row('thread', trace.thread_name(thread));
  if (thread >= FIRST_THREAD) thread_details(row, trace.threads[thread]);
  if (template.kind === KIND.LOSS) loss_details(row, event);
  for (const [name, value, type] of args) row(name || 'value', value_text(value, type));
  return rows;
}

// --- the open tab ---

const SLOW = 25, // ms to fill a table that does not follow each move of a selection
  PAUSE = 150;

function sheet_rows(sheet) {
  const rows = sheet.rows(...span()),
    {reference} = timeline;
  return reference && rows.some((row) => row.id !== undefined)
    ? compared_rows(rows, sheet.rows(...reference))
    : rows;
}

// What the selection changes; not fields in which somebody may be typing.
function refill_table() {
  const start = performance.now();
  if (!['notes', 'lanes'].includes(state.tab)) fill_table();
  state.slow = performance.now() - start > SLOW;
}

function fill_table() {
  for (const tab of $('tabs').children) {
    const open = tab.dataset.tab === state.tab;
    tab.setAttribute('aria-selected', open);
    tab.tabIndex = open ? 0 : -1;
    if (open) $('table').setAttribute('aria-labelledby', tab.id);
  }
  const sheet = TABLES[state.tab];
  $('table').hidden = !sheet;
  $('events').hidden = state.tab !== 'events';
  $('hits').hidden = state.tab !== 'found';
  $('measured').hidden = state.tab !== 'measures';
  if (sheet)
    $('table').replaceChildren(table(sheet.heads(), sheet_rows(sheet), state.tab, sheet.none));
  else $('table').replaceChildren();
  if (state.tab === 'events') {
    fill_filter();
    show_event();
  } else if (state.tab === 'measures') {
    fill_measure_tools();
    fill_measures();
  } else if (state.tab === 'found') {
    found_list.draw();
  }
}
