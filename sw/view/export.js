// SPDX-License-Identifier: Apache-2.0
// What leaves the page: the picture as PNG or SVG, tables, events and notes as CSV.

// A cell of CSV, as RFC 4180 has it. A text that a spreadsheet would take as a formula gets a ' in
// front, as in `weir convert`.
function csv_cell(cell) {
  let text = cell === null || cell === undefined ? '' : String(cell);
  if (typeof cell === 'string' && /^[=+\-@\t\r]/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

function csv_row(cells) {
  return cells.map(csv_cell).join() + '\r\n';
}

function save_file(parts, type, ending) {
  const url = URL.createObjectURL(new Blob(parts, {type})),
    stem = clean(trace.file.split('/').pop() || 'trace', 100).replace(/\.[^.]*$/, '');
  element('a', {href: url, download: stem + ending}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// --- pictures ---

function picture_png() {
  timeline.draw();
  const {canvas, overview} = timeline,
    both = new OffscreenCanvas(canvas.width, canvas.height + overview.height),
    c = both.getContext('2d');
  c.drawImage(overview, 0, 0);
  c.drawImage(canvas, 0, overview.height);
  return both.convertToBlob();
}

// The same drawing, on a context that writes SVG.
function picture_svg() {
  timeline.draw();
  const {width, height, dpr, hatches} = timeline,
    c = new SvgContext(width, height, dpr);
  timeline.hatches = new Map(); // patterns belong to a context
  timeline.draw_lanes(c);
  timeline.draw_over(c);
  timeline.hatches = hatches;
  return c.text;
}

// --- tables ---

// A key in a CSV: times are ticks, so they become seconds if the trace knows them.
function table_csv(heads, rows) {
  return [
    csv_row(heads.map((head) => head.name)),
    ...rows.map((row) => csv_row(row.cells.map((cell) => exported(cell)))),
  ];
}

function exported(cell) {
  const key = key_of(cell);
  return cell && cell.ticks && trace.tick ? key * trace.tick : key;
}

function open_table_csv() {
  const sheet = TABLES[state.tab];
  if (sheet) return table_csv(sheet.heads(), sheet.rows(...span()));
  if (state.tab === 'measures') return table_csv(MEASURE_HEADS, measuring.rows || []);
  return null;
}

const TEXT_MAX = 20000; // characters of a cell
const EVENT_HEADS = ['time', 'ticks', 'hart', 'thread', 'thread_name', 'kind', 'event', 'text'];

function event_fields(event) {
  const t = trace.time.data[event],
    ticks = trace.origin + BigInt(Math.round(t)),
    thread = trace.threads[trace.thread.data[event]],
    {kind, series} = trace.templates[trace.template.data[event]];
  return [
    trace.tick ? Number(ticks) * trace.tick : '',
    ticks,
    series.hart < 0 ? '' : series.hart,
    thread.index ? thread.number : '',
    thread.index ? clean(trace.thread_name(thread.index), TEXT_MAX) : '',
    KIND_NAMES[kind],
    clean(event_name(series), TEXT_MAX),
    clean(trace.describe(event), TEXT_MAX),
  ];
}

// The events of the list, in the selection if there is one, piece by piece: there may be millions.
async function events_csv(list, report) {
  const parts = [csv_row(EVENT_HEADS)],
    [from, to] = span(),
    first = timeline.select ? list.row_of(trace.index_at(from)) : 0;
  let paused = performance.now();
  for (let row = first, text = ''; row < list.length; row++) {
    const event = list.event(row);
    if (timeline.select && trace.time.data[event] > to) {
      parts.push(text);
      break;
    }
    text += csv_row(event_fields(event));
    if (text.length > 1 << 16 || row === list.length - 1) {
      parts.push(text);
      text = '';
    }
    if (performance.now() - paused < 40) continue;
    report(row / list.length);
    await new Promise((resolve) => setTimeout(resolve));
    paused = performance.now();
  }
  return parts;
}

async function save_events() {
  const report = (part) =>
    ($('part').textContent = 'writing events: ' + (100 * part).toFixed(0) + ' %');
  const list = state.tab === 'found' ? found_list : event_list;
  save_file(await events_csv(list, report), 'text/csv', '.events.csv');
  selected();
}

function notes_csv() {
  return [
    csv_row(['time', 'ticks', 'note']),
    ...timeline.notes.map(({t, text}) => {
      const ticks = Number(trace.origin) + t;
      return csv_row([trace.tick ? ticks * trace.tick : '', ticks, text]);
    }),
  ];
}

// --- the menu ---

function export_actions() {
  const sheet = open_table_csv();
  return [
    ['Picture, PNG', async () => save_file([await picture_png()], 'image/png', '.png')],
    ['Picture, SVG', () => save_file([picture_svg()], 'image/svg+xml', '.svg')],
    ...(sheet
      ? [['This table, CSV', () => save_file(sheet, 'text/csv', '.' + state.tab + '.csv')]]
      : []),
    ['Events of the list, CSV', save_events],
    ...(timeline.notes.length
      ? [['Notes, CSV', () => save_file(notes_csv(), 'text/csv', '.notes.csv')]]
      : []),
  ];
}

function open_export_menu() {
  const {left, bottom} = $('export').getBoundingClientRect();
  open_menu('Export', export_actions(), left, bottom + 4);
}
