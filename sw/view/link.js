// SPDX-License-Identifier: Apache-2.0
// The link to the current view: the fragment of the address holds the whole state of the page.

let link_timer = 0;

function link_parts() {
  const number = (n) => String(Math.round(n * 1000) / 1000),
    parts = [['view', number(timeline.from) + ',' + number(timeline.to)]];
  const add = (name, value) => value && parts.push([name, value]);
  add('lane', timeline.scroll && Math.round(timeline.scroll));
  add('select', timeline.select && timeline.select.map(number).join());
  if (timeline.chosen >= 0) parts.push(['event', timeline.chosen]);
  add('find', encodeURIComponent(state.query));
  add('tab', state.tab !== 'threads' && state.tab);
  if (filter.thread >= 0) parts.push(['thread', filter.thread]);
  if (filter.series >= 0) parts.push(['id', filter.series]);
  add('reference', timeline.reference && timeline.reference.map(number).join());
  add('notes', notes_text(timeline.notes));
  add('measure', measure_link());
  add('text', encodeURIComponent(filter.text));
  add('fold', [...timeline.folded].map((name) => encodeURIComponent(name)).join());
  parts.push(...timeline.prefs.parts);
  add(
    'sort',
    Object.entries(state.sort)
      .map(([tab, [column, way]]) => tab + (way < 0 ? '-' : '.') + column)
      .join(),
  );
  add('theme', state.theme);
  return parts;
}

function link_text() {
  return (
    '#' +
    link_parts()
      .map(([name, value]) => name + '=' + value)
      .join('&')
  );
}

function write_link() {
  clearTimeout(link_timer);
  if (state.loaded && !state.live)
    link_timer = setTimeout(() => history.replaceState(null, '', link_text()), 150);
}

// A part of a link that was cut off may not decode.
function decoded(text) {
  try {
    return decodeURIComponent(text || '');
  } catch {
    return '';
  }
}

function pair_of(text) {
  const numbers = (text || '').split(',').map(Number);
  return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : null;
}

// An index below `length`, or -1.
function index_of(text, length) {
  const index = Number(text);
  return text && Number.isInteger(index) && index >= 0 && index < length ? index : -1;
}

function read_sort(text) {
  const sort = {};
  for (const [, tab, way, column] of (text || '').matchAll(/(\w+)([-.])(\d+)/g))
    sort[tab] = [Number(column), way === '-' ? -1 : 1];
  return sort;
}

function read_link() {
  const parts = new Map(
    location.hash
      .slice(1)
      .split('&')
      .map((part) => part.split(/=(.*)/s)),
  );
  const view = pair_of(parts.get('view')),
    tabs = [...$('tabs').children].map((tab) => tab.dataset.tab);
  if (view && view[1] > view[0]) [timeline.from, timeline.to] = view;
  timeline.scroll = Number(parts.get('lane')) || 0;
  const select = pair_of(parts.get('select'));
  timeline.select = select && select.map(inside_trace);
  timeline.reference = pair_of(parts.get('reference'));
  timeline.notes = parse_notes(parts.get('notes'));
  timeline.chosen = index_of(parts.get('event'), trace.length);
  timeline.folded = new Set(
    (parts.get('fold') || '')
      .split(',')
      .map(decoded)
      .filter((name) => name),
  );
  timeline.prefs = LanePrefs.from(parts);
  timeline.layout();
  state.sort = read_sort(parts.get('sort'));
  if (['light', 'dark'].includes(parts.get('theme'))) state.theme = parts.get('theme');
  if (tabs.includes(parts.get('tab'))) state.tab = parts.get('tab');
  read_queries(parts);
  set_theme();
  selected();
}

function read_queries(parts) {
  const query = decoded(parts.get('find'));
  if (query !== state.query) {
    $('query').value = query;
    find(query, false);
  }
  $('filter-text').value = decoded(parts.get('text'));
  refilter({
    thread: index_of(parts.get('thread'), trace.threads.length),
    series: index_of(parts.get('id'), trace.series.length),
    text: $('filter-text').value,
  });
  read_measure(parts.get('measure'));
  fill_filter();
}
