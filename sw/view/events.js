// SPDX-License-Identifier: Apache-2.0
// The tab of events: the list, its filter, and all details of the chosen event. List and timeline
// follow each other.

const filter = {thread: -1, series: -1, text: ''};
let filters = 0;

function show_time(event) {
  return trace.show(trace.time.data[event] + Number(trace.origin));
}

function list_columns() {
  const wide = innerWidth > 900;
  return [
    {name: 'time', width: wide ? '9.5em' : '8em'},
    ...(wide ? [{name: 'difference', width: '9em'}] : []),
    ...(wide && trace.harts.size > 1 ? [{name: 'hart', width: '4.5em'}] : []),
    {name: 'thread', width: wide ? 'minmax(8em, 16em)' : 'minmax(8em, 24%)', left: true},
    {name: 'event', width: 'minmax(0, 1fr)', left: true},
  ];
}

function list_cells(event, before) {
  const thread = trace.thread.data[event],
    {series} = trace.templates[trace.template.data[event]],
    wide = innerWidth > 900;
  return [
    show_time(event),
    ...(wide
      ? [before < 0 ? '' : '+' + trace.brief(trace.time.data[event] - trace.time.data[before])]
      : []),
    ...(wide && trace.harts.size > 1 ? [series.hart < 0 ? '' : String(series.hart)] : []),
    thread ? named_thread(thread) : '',
    clean(trace.describe(event), 300),
  ];
}

function named_thread(index) {
  const name = element('span', {});
  if (index >= FIRST_THREAD) name.append(badge(index));
  name.append(clean(trace.thread_name(index), 120));
  return name;
}

// --- list and timeline in step ---

// The list moved: the timeline marks the rows in view.
function list_viewed(list) {
  const end = Math.min(list.first + list.capacity, list.length) - 1;
  timeline.listed =
    end >= list.first
      ? [trace.time.data[list.event(list.first)], trace.time.data[list.event(end)]]
      : null;
  redraw();
}

function choose_in_list(event) {
  timeline.chosen = event;
  show_event();
  reveal(trace.time.data[event]);
}

// The timeline moved: the list shows the chosen event if that is in view, else the first in view.
function follow_view() {
  const list = open_list();
  if (!list || !list.length) return;
  const t = timeline.chosen < 0 ? NaN : trace.time.data[timeline.chosen];
  if (t >= timeline.from && t <= timeline.to) list.show(timeline.chosen);
  else if (timeline.from > 0) list.scroll_to(list.row_of(trace.index_at(timeline.from)), true);
  list_viewed(list);
}

function show_event() {
  const list = open_list();
  if (list) list.show(timeline.chosen);
  $('details').replaceChildren(
    timeline.chosen < 0
      ? element('p', {
          className: 'nothing',
          textContent: 'Choose an event, here or in the timeline, to see its details.',
        })
      : table(
          [
            {name: 'chosen event', left: true},
            {name: '', left: true},
          ],
          event_rows(),
        ),
  );
  announce(
    timeline.chosen < 0 ? '' : show_time(timeline.chosen) + ', ' + trace.describe(timeline.chosen),
  );
}

function announce(text) {
  $('said').textContent = clean(text, 300);
}

// --- the filter ---

function fill_filter() {
  const options = (names, chosen, all) => [
    element('option', {value: -1, textContent: all, selected: chosen < 0}),
    ...names.map(([value, name]) =>
      element('option', {value, textContent: clean(name, 80), selected: chosen === value}),
    ),
  ];
  const threads = trace.threads.slice(NO_THREAD).map((t) => [t.index, trace.thread_name(t.index)]);
  const ids = trace.series.map((s) => [s.index, event_name(s)]);
  if ($('filter-thread').childElementCount !== threads.length + 1)
    $('filter-thread').replaceChildren(...options(threads, filter.thread, 'all threads'));
  if ($('filter-id').childElementCount !== ids.length + 1)
    $('filter-id').replaceChildren(...options(ids, filter.series, 'all ids'));
}

function event_name(series) {
  const hart = trace.harts.size > 1 && series.hart >= 0 ? ', hart ' + series.hart : '';
  return (series.kind === KIND.SWITCH ? 'thread switch' : trace.series_name(series)) + hart;
}

// Shows the filter in its fields.
function show_filter() {
  $('filter-thread').value = filter.thread;
  $('filter-id').value = filter.series;
  $('filter-text').value = filter.text;
}

async function refilter(change = {}) {
  Object.assign(filter, change);
  const mine = ++filters;
  $('filter-count').textContent = '…';
  const result = await filter_events(trace, filter, () => mine !== filters);
  if (!result) return;
  event_list.set(result.rows, trace.length, 'No event passes the filter.');
  $('filter-count').textContent =
    grouped(event_list.length) + (event_list.length === 1 ? ' event' : ' events');
  follow_view();
  write_link();
}

// --- the lists ---

const list_options = {
  columns: list_columns,
  cells: list_cells,
  choose: choose_in_list,
  viewed: list_viewed,
};
const event_list = new EventList($('all'), list_options);
const found_list = new EventList($('hits'), {
  ...list_options,
  choose: (event) => go_to_hit(found_list.row_of(event)),
});

function open_list() {
  return state.tab === 'events' ? event_list : state.tab === 'found' ? found_list : null;
}

function listen_events() {
  $('filter-thread').addEventListener('change', (e) => refilter({thread: Number(e.target.value)}));
  $('filter-id').addEventListener('change', (e) => refilter({series: Number(e.target.value)}));
  let typing = 0;
  $('filter-text').addEventListener('input', (e) => {
    clearTimeout(typing);
    typing = setTimeout(() => refilter({text: e.target.value}), 150);
  });
}
