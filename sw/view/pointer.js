// SPDX-License-Identifier: Apache-2.0
// Mouse and touch.

const pointers = new Map();
let drag = null; // {kind: move | select | handle | scroll | pinch, ...}

// --- the tip ---

function tip_lines(found) {
  const {origin} = trace,
    at = (t) => trace.show(t + Number(origin));
  if (found.lines) return found.lines;
  if (found.thread !== undefined)
    return [
      clean(trace.thread_name(found.thread)) + ' runs for ' + trace.show(found.to - found.from),
      'from ' + at(found.from) + ' to ' + at(found.to),
    ];
  const long = found.to > found.from ? ', ' + trace.show(found.to - found.from) + ' long' : '',
    thread = trace.thread.data[found.event];
  return [
    clean(trace.describe(found.event)),
    at(trace.time.data[found.event]) + long,
    ...(thread ? ['thread ' + clean(trace.thread_name(thread))] : []),
  ];
}

function tell(e) {
  const found = drag ? null : timeline.hit(e.offsetX, e.offsetY),
    tip = $('tip');
  tip.hidden = !found;
  if (!found) return;
  tip.replaceChildren(...tip_lines(found).map((line) => element('div', {textContent: line})));
  const below = e.clientY + 18 + tip.offsetHeight <= innerHeight;
  tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top = (below ? e.clientY + 18 : e.clientY - tip.offsetHeight - 10) + 'px';
}

// --- dragging ---

// Snaps to an event or an edge that is near, unless Alt is held.
function time_at({offsetX: x, offsetY: y, altKey}) {
  return altKey ? timeline.t(x) : timeline.snapped(x, y);
}

// The end of the selection under the pointer: 0, 1, or -1.
function handle_at(x, y, reach) {
  if (!timeline.select || y > AXIS + 20) return -1;
  const distances = timeline.select.map((t) => Math.abs(timeline.x(t) - x));
  const near = distances[0] <= distances[1] ? 0 : 1;
  return distances[near] <= reach ? near : -1;
}

function start_drag(e) {
  const {offsetX: x, offsetY: y} = e,
    handle = handle_at(x, y, e.pointerType === 'touch' ? 26 : 14);
  if (x < timeline.left) return {kind: 'scroll', y, scroll: timeline.scroll, x};
  if (handle >= 0) return {kind: 'handle', handle, x, y};
  if (y < AXIS || e.shiftKey || state.measure) return {kind: 'select', x, y, t: time_at(e)};
  return {kind: 'move', x, y, from: timeline.from, to: timeline.to, scroll: timeline.scroll};
}

function inside_trace(t) {
  return Math.min(Math.max(t, 0), trace.last);
}

const DRAGS = {
  move({offsetX: x, offsetY: y}) {
    const by = (drag.x - x) * ((drag.to - drag.from) / (timeline.width - timeline.left));
    timeline.from = drag.from + by;
    timeline.to = drag.to + by;
    timeline.scroll = drag.scroll + drag.y - y;
    viewed();
  },
  scroll({offsetY: y}) {
    timeline.scroll = drag.scroll + drag.y - y;
    moved();
  },
  handle(e) {
    timeline.select[drag.handle] = inside_trace(time_at(e));
    selected();
  },
  select(e) {
    timeline.select = [drag.t, time_at(e)].map(inside_trace);
    selected();
  },
};

function drag_to(e) {
  if (Math.abs(e.offsetX - drag.x) > 3 || Math.abs(e.offsetY - drag.y) > 3) drag.moved = true;
  if (drag.moved) DRAGS[drag.kind](e);
}

function pinch() {
  const [a, b] = [...pointers.values()],
    distance = Math.max(10, Math.abs(a.x - b.x)),
    middle = (a.x + b.x) / 2;
  if (!drag || drag.kind !== 'pinch') {
    drag = {kind: 'pinch', span: timeline.span, distance, t: timeline.t(middle), moved: true};
    return;
  }
  const span = (drag.span * drag.distance) / distance;
  timeline.from = drag.t - ((middle - timeline.left) / (timeline.width - timeline.left)) * span;
  timeline.to = timeline.from + span;
  viewed();
}

// --- the timeline ---

function cursor_at(x, y) {
  if (handle_at(x, y, 14) >= 0) return 'ew-resize';
  if (x < timeline.left) return 'default';
  if (y < AXIS || state.measure) return 'crosshair';
  return drag ? 'grabbing' : 'default';
}

function pointer_down(e) {
  const canvas = $('timeline');
  canvas.setPointerCapture(e.pointerId);
  canvas.focus({preventScroll: true});
  pointers.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
  $('tip').hidden = true;
  if (pointers.size === 2) pinch();
  else if (e.button === 0) drag = start_drag(e);
}

function pointer_move(e) {
  if (pointers.has(e.pointerId)) pointers.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
  if (pointers.size === 2) return pinch();
  if (drag && drag.kind !== 'pinch') drag_to(e);
  const over = e.offsetX >= timeline.left && e.pointerType !== 'touch';
  timeline.pointer = over ? time_at(e) : null;
  $('timeline').style.cursor = cursor_at(e.offsetX, e.offsetY);
  tell(e);
  redraw();
}

function pointer_up(e) {
  const click = drag && !drag.moved && e.type === 'pointerup',
    {kind} = drag || {};
  pointers.delete(e.pointerId);
  if (!pointers.size) drag = null;
  if (click && kind === 'scroll') click_label(e);
  else if (click && kind !== 'handle') (e.offsetY >= AXIS ? click_lane : click_axis)(e);
  redraw();
}

function click_label(e) {
  const lane = timeline.lane_at(e.offsetY);
  if (!lane) return;
  if (lane.kind !== 'group') return open_lane_menu(lane, e.clientX, e.clientY);
  if (!timeline.folded.delete(lane.name)) timeline.folded.add(lane.name);
  timeline.arrange();
  moved();
}

// A flag of a note.
function click_axis(e) {
  const note = timeline.note_at(e.offsetX);
  if (note) open_note(note);
}

function click_lane(e) {
  const found = timeline.hit(e.offsetX, e.offsetY);
  if (found && !found.lines) choose(found.event);
}

function pointer_leave() {
  timeline.pointer = null;
  $('tip').hidden = true;
  redraw();
}

function double_click(e) {
  const found = timeline.hit(e.offsetX, e.offsetY);
  if (!found || !(found.to > found.from)) return;
  timeline.select = [found.from, found.to];
  set_tab('threads');
  selected();
}

function wheel(e) {
  e.preventDefault();
  const scale = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1,
    dx = e.deltaX * scale,
    dy = e.deltaY * scale;
  if (e.offsetX < timeline.left) {
    timeline.scroll += dy;
    moved();
  } else if (e.shiftKey || Math.abs(dx) > Math.abs(dy)) {
    move((dx || dy) / (timeline.width - timeline.left));
  } else {
    zoom(Math.exp(Math.max(-300, Math.min(300, dy)) * (e.ctrlKey ? 0.01 : 0.0022)), e.offsetX);
  }
}

function listen_timeline() {
  const canvas = $('timeline');
  canvas.addEventListener('pointerdown', pointer_down);
  canvas.addEventListener('pointermove', pointer_move);
  canvas.addEventListener('pointerup', pointer_up);
  canvas.addEventListener('pointercancel', pointer_up);
  canvas.addEventListener('pointerleave', pointer_leave);
  canvas.addEventListener('dblclick', double_click);
  canvas.addEventListener('wheel', wheel, {passive: false});
  canvas.addEventListener('contextmenu', (e) => {
    const lane = timeline.lane_at(e.offsetY);
    if (!lane || lane.kind === 'group') return;
    e.preventDefault();
    open_lane_menu(lane, e.clientX, e.clientY);
  });
  new ResizeObserver(redraw).observe(canvas);
}

// --- the overview, the height of the tables ---

function jump(e) {
  const {clientWidth} = $('overview'),
    t = ((e.offsetX - timeline.left) / (clientWidth - timeline.left)) * trace.last,
    half = timeline.span / 2;
  show(t - half, t + half);
}

function listen_overview() {
  const overview = $('overview');
  overview.addEventListener('pointerdown', (e) => {
    overview.setPointerCapture(e.pointerId);
    jump(e);
  });
  overview.addEventListener('pointermove', (e) => e.buttons && jump(e));
}

function set_panel_height(height) {
  state.panel_dragged = true;
  $('panel').style.height = Math.max(34, Math.min(innerHeight - 200, height)) + 'px';
  redraw();
}

function listen_grip() {
  const grip = $('grip');
  grip.addEventListener('pointerdown', (e) => grip.setPointerCapture(e.pointerId));
  grip.addEventListener(
    'pointermove',
    (e) => e.buttons && set_panel_height(innerHeight - e.clientY),
  );
  grip.addEventListener('keydown', (e) => {
    const by = {ArrowUp: 24, ArrowDown: -24}[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    set_panel_height($('panel').clientHeight + by);
  });
}

// --- the buttons, the search ---

function clear_selection() {
  timeline.select = null;
  selected();
}

function listen_buttons() {
  const clicks = {
    clear: clear_selection,
    compare: toggle_compare,
    export: open_export_menu,
    in: () => zoom(0.5),
    out: () => zoom(2),
    fit,
    measure: toggle_measure,
    theme: toggle_theme,
    more: toggle_more,
    link: copy_link,
    help: () => $('keys').showModal(),
    previous: () => next_hit(-1),
    next: () => next_hit(1),
  };
  for (const [id, act] of Object.entries(clicks)) $(id).addEventListener('click', act);
  listen_tabs();
}

const PANELS = {measures: 'measured', events: 'events', found: 'hits'}; // others: table

function listen_tabs() {
  for (const tab of $('tabs').children) {
    tab.id = 'tab-' + tab.dataset.tab;
    tab.setAttribute('aria-controls', PANELS[tab.dataset.tab] || 'table');
    tab.addEventListener('click', () => set_tab(tab.dataset.tab));
  }
  $('tabs').addEventListener('keydown', tab_key);
}

// Arrow keys move among the tabs.
function tab_key(e) {
  const step = {ArrowLeft: -1, ArrowRight: 1}[e.key],
    tabs = [...$('tabs').children];
  if (!step) return;
  e.preventDefault();
  e.stopPropagation();
  const next = tabs[(tabs.indexOf(e.target) + step + tabs.length) % tabs.length];
  set_tab(next.dataset.tab);
  next.focus();
}

function listen_search() {
  let typing = 0;
  $('query').addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => find($('query').value), 150);
  });
  $('find').addEventListener('submit', (e) => e.preventDefault());
  $('query').addEventListener('keydown', async (e) => {
    if (e.key === 'Escape') $('timeline').focus();
    if (e.key !== 'Enter') return;
    clearTimeout(typing);
    if ($('query').value !== state.query) await find($('query').value);
    next_hit(e.shiftKey ? -1 : 1);
  });
}

// A frame around what has the focus helps with keys only.
function listen_focus() {
  const by_mouse = (on) => () => document.body.classList.toggle('by-mouse', on);
  addEventListener('pointerdown', by_mouse(true), true);
  addEventListener('keydown', by_mouse(false), true);
}

function listen() {
  listen_timeline();
  listen_overview();
  listen_grip();
  listen_buttons();
  listen_search();
  listen_focus();
  listen_events();
  listen_measures();
  listen_menu();
  addEventListener('keydown', key);
  addEventListener('resize', redraw);
  addEventListener('hashchange', read_link);
  dark.addEventListener('change', set_theme);
}
