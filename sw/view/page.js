// SPDX-License-Identifier: Apache-2.0
// The page around the drawing: loading, navigation, selection, search, tables, and the link to the
// current view. Names from a trace become only text: textContent, or text on a canvas.

const $ = (id) => document.getElementById(id);
const trace = new Trace();
const timeline = new Timeline(trace, $('timeline'), $('overview'));
const state = {
  tab: 'threads',
  query: '',
  measure: false,
  theme: null,
  hit: -1,
  live: false,
  loaded: false,
  sort: {}, // of each tab: [column, 1 or -1]
};

function element(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// --- drawing, once a frame ---

let wanted = false;

function redraw() {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(() => {
    wanted = false;
    if (state.loaded) timeline.draw();
  });
}

function moved() {
  redraw();
  write_link();
}

// The view changed, but not on behalf of the list.
function viewed() {
  moved();
  follow_soon();
}

let following = false;

function follow_soon() {
  if (following || !open_list()) return;
  following = true;
  requestAnimationFrame(() => {
    following = false;
    follow_view();
  });
}

function zoom(factor, x = null) {
  const at = timeline.t(
    x === null ? (timeline.left + timeline.width) / 2 : Math.max(x, timeline.left),
  );
  const before = timeline.span;
  timeline.from = at - (at - timeline.from) * factor;
  timeline.to = at + (timeline.to - at) * factor;
  const max = (trace.last || 1) * 1.06;
  if (timeline.span > max && before >= max * 0.999) timeline.fit();
  viewed();
}

function move(part) {
  const by = timeline.span * part;
  timeline.from += by;
  timeline.to += by;
  viewed();
}

function show(from, to) {
  timeline.from = from;
  timeline.to = to;
  viewed();
}

// Brings a time into view, without zooming.
function reveal(t) {
  if (t < timeline.from + timeline.span * 0.05 || t > timeline.to - timeline.span * 0.05) {
    const half = timeline.span / 2;
    timeline.from = t - half;
    timeline.to = t + half;
  }
  moved();
}

// --- light and dark ---

const dark = matchMedia('(prefers-color-scheme: dark)');

function set_theme() {
  const name = state.theme || (dark.matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = name;
  timeline.set_theme(name);
  redraw();
  if (state.loaded) fill_table();
}

let select_timer = 0;

// On a change of the selection: shows its length at once, updates the tables after a pause.
function selected() {
  const [from, to] = span(),
    brief = !timeline.select;
  const per_second = trace.tick && to > from ? 1 / ((to - from) * trace.tick) : 0;
  $('part').textContent = brief
    ? 'whole trace, ' + trace.brief(trace.last)
    : 'selected ' +
      trace.show(to - from) +
      (per_second ? ' (' + Number(per_second.toPrecision(4)) + ' Hz)' : '') +
      ', from ' +
      trace.show(from + Number(trace.origin)) +
      ' to ' +
      trace.show(to + Number(trace.origin));
  $('clear').hidden = brief;
  show_compare();
  $('part').classList.toggle('whole-trace', brief);
  clearTimeout(select_timer);
  // measures go through all samples, most other tables do not
  const late = state.tab === 'measures' || state.slow;
  select_timer = setTimeout(() => state.loaded && refill_table(), late ? PAUSE : 0);
  moved();
}

// Chooses an event in the timeline: the list shows it.
function choose(event) {
  timeline.chosen = event;
  if (state.tab !== 'events') set_tab('events');
  show_event();
  moved();
}

function set_tab(tab) {
  state.tab = tab;
  fill_table();
  fit_panel();
  if (open_list()) follow_view();
  write_link();
}

// As high as its table, or as a list needs, until somebody drags it.
function fit_panel() {
  if (state.panel_dragged || innerWidth <= 560) return;
  const most = Math.min(270, innerHeight * 0.4),
    rows = $('table').querySelectorAll('tr').length;
  $('panel').style.height = (rows ? Math.min(most, 60 + 29 * Math.max(rows, 4)) : most) + 'px';
  redraw();
}

// --- searching ---

let searches = 0;

async function find(query, go = true) {
  const mine = ++searches;
  state.query = query;
  state.hit = -1;
  $('found').textContent = query.trim() ? '…' : '';
  const hits = await search(trace, query, () => mine !== searches);
  if (!hits) return;
  timeline.hits = hits;
  found_list.set(
    hits,
    trace.length,
    query.trim() ? 'Nothing found.' : 'Search above: a name, a value, or both, as sample > 1061.',
  );
  $('found').textContent = query.trim() ? grouped(hits.length) : '';
  if (query.trim() && go) set_tab('found');
  moved();
}

function go_to_hit(i) {
  const {hits} = timeline;
  if (!hits.length) return;
  state.hit = (i + hits.length) % hits.length;
  timeline.chosen = hits.data[state.hit];
  $('found').textContent = grouped(state.hit + 1) + ' of ' + grouped(hits.length);
  if (!open_list()) set_tab('found');
  show_event();
  reveal(trace.time.data[timeline.chosen]);
}

function next_hit(step) {
  const {hits} = timeline;
  if (state.hit >= 0) return go_to_hit(state.hit + step);
  const middle = (timeline.from + timeline.to) / 2;
  const i = index_in(hits, trace.index_at(step > 0 ? timeline.from : middle));
  return go_to_hit(step > 0 ? i : i - 1);
}

// Goes to the event before or after the chosen one: in the same lane, or in any.
function step_event(step, any = false) {
  const {chosen} = timeline;
  if (chosen < 0) {
    const first = trace.index_at((timeline.from + timeline.to) / 2) + (step < 0 ? -1 : 0);
    if (first >= 0 && first < trace.length) go_to_event(first);
    return;
  }
  const next = any ? chosen + step : next_of_series(chosen, step);
  if (next >= 0 && next < trace.length) go_to_event(next);
}

// The event of the same series before or after; -1 if there is none.
function next_of_series(event, step) {
  const {series} = trace.templates[trace.template.data[event]];
  if (series.points) {
    const place = index_in(series.points.event, event) + step;
    return place >= 0 && place < series.points.length ? series.points.event.data[place] : -1;
  }
  for (event += step; event >= 0 && event < trace.length; event += step)
    if (trace.templates[trace.template.data[event]].series === series) return event;
  return -1;
}

function go_to_event(event) {
  choose(event);
  reveal(trace.time.data[event]);
}
