// SPDX-License-Identifier: Apache-2.0
// The keyboard, and the buttons that do the same.

function fit() {
  timeline.fit();
  viewed();
}

function toggle_measure() {
  state.measure = !state.measure;
  $('measure').setAttribute('aria-pressed', state.measure);
}

// On a phone, most buttons are behind one.
function toggle_more() {
  const open = $('header').classList.toggle('open');
  $('more').setAttribute('aria-expanded', open);
}

function toggle_theme() {
  state.theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  set_theme();
  write_link();
}

async function copy_link() {
  clearTimeout(link_timer);
  history.replaceState(null, '', link_text());
  try {
    await navigator.clipboard.writeText(location.href);
    $('link').textContent = 'Copied';
  } catch {
    $('link').textContent = 'In the address';
  }
  setTimeout(() => ($('link').textContent = 'Link'), 1500);
}

function set_end(which) {
  const t = Math.min(
    Math.max(timeline.pointer === null ? (timeline.from + timeline.to) / 2 : timeline.pointer, 0),
    trace.last,
  );
  timeline.select = timeline.select || [t, t];
  timeline.select[which] = t;
  selected();
}

const KEYS = {
  '+': () => zoom(0.5),
  '=': () => zoom(0.5),
  w: () => zoom(0.5),
  '-': () => zoom(2),
  _: () => zoom(2),
  s: () => zoom(2),
  ArrowLeft: () => move(-0.15),
  ArrowRight: () => move(0.15),
  PageUp: () => move(-0.9),
  PageDown: () => move(0.9),
  ArrowUp: () => scroll_by(-60),
  ArrowDown: () => scroll_by(60),
  Home: () => show(0, timeline.span),
  End: () => show(trace.last - timeline.span, trace.last),
  0: fit,
  f: fit,
  a: () => set_end(0),
  b: () => set_end(1),
  z: () => timeline.select && show(...span()),
  Escape: () => {
    timeline.select = null;
    timeline.chosen = -1;
    selected();
  },
  '/': () => $('query').select(),
  n: () => next_hit(1),
  p: () => next_hit(-1),
  ',': () => step_event(-1),
  '.': () => step_event(1),
  '<': () => step_event(-1, true),
  '>': () => step_event(1, true),
  e: () => set_tab('events'),
  c: toggle_compare,
  k: add_note,
  j: (e) => go_to_note(e.shiftKey ? -1 : 1),
  x: open_export_menu,
  l: copy_link,
  t: toggle_theme,
  m: toggle_measure,
  '?': () => $('keys').showModal(),
};

const MOVES = new Set([
  '+',
  '=',
  '-',
  '_',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  '0',
]);

// Who cannot see the timeline hears where it is.
function announce_view() {
  const at = (t) => trace.show(t + Number(trace.origin), timeline.span / 1000),
    first = trace.index_at(timeline.from),
    events = trace.index_at(timeline.to) - first;
  announce(
    'in view ' + at(timeline.from) + ' to ' + at(timeline.to) + ', ' + grouped(events) + ' events',
  );
}

function scroll_by(pixels) {
  timeline.scroll += pixels;
  moved();
}

function key(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || $('keys').open) return;
  if (['INPUT', 'SELECT', 'TEXTAREA'].includes(e.target.tagName)) return;
  if (['TABLE', 'TR'].includes(e.target.tagName) || e.target.id === 'table')
    if (!['/', 'Escape'].includes(e.key) && e.key.length > 1) return;
  if (e.target.tagName === 'BUTTON' && (e.key === 'Enter' || e.key === ' ')) return;
  const act = KEYS[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!act) return;
  e.preventDefault();
  act(e);
  if (MOVES.has(e.key)) announce_view();
}
