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

function zoom(factor, x = null) {
  const at = timeline.t(
    x === null ? (timeline.left + timeline.width) / 2 : Math.max(x, timeline.left),
  );
  const before = timeline.span;
  timeline.from = at - (at - timeline.from) * factor;
  timeline.to = at + (timeline.to - at) * factor;
  const max = (trace.last || 1) * 1.06;
  if (timeline.span > max && before >= max * 0.999) timeline.fit();
  moved();
}

function move(part) {
  const by = timeline.span * part;
  timeline.from += by;
  timeline.to += by;
  moved();
}

function show(from, to) {
  timeline.from = from;
  timeline.to = to;
  moved();
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

// --- the link ---

let link_timer = 0;

function link_text() {
  const number = (n) => String(Math.round(n * 1000) / 1000),
    parts = [];
  parts.push('view=' + number(timeline.from) + ',' + number(timeline.to));
  if (timeline.scroll) parts.push('lane=' + Math.round(timeline.scroll));
  if (timeline.select) parts.push('select=' + timeline.select.map(number).join(','));
  if (timeline.chosen >= 0) parts.push('event=' + timeline.chosen);
  if (state.query) parts.push('find=' + encodeURIComponent(state.query));
  if (state.tab !== 'threads') parts.push('tab=' + state.tab);
  if (state.theme) parts.push('theme=' + state.theme);
  return '#' + parts.join('&');
}

function write_link() {
  clearTimeout(link_timer);
  if (state.loaded && !state.live)
    link_timer = setTimeout(() => history.replaceState(null, '', link_text()), 150);
}

function read_link() {
  const parts = new Map(
    location.hash
      .slice(1)
      .split('&')
      .map((part) => part.split(/=(.*)/s)),
  );
  const pair = (key) => {
    const numbers = (parts.get(key) || '').split(',').map(Number);
    return numbers.length === 2 && numbers.every(Number.isFinite) ? numbers : null;
  };
  const view = pair('view'),
    event = Number(parts.get('event'));
  if (view && view[1] > view[0]) [timeline.from, timeline.to] = view;
  timeline.scroll = Number(parts.get('lane')) || 0;
  timeline.select = pair('select');
  timeline.chosen =
    parts.has('event') && Number.isInteger(event) && event >= 0 && event < trace.length
      ? event
      : -1;
  if (['light', 'dark'].includes(parts.get('theme'))) state.theme = parts.get('theme');
  if (['threads', 'isrs', 'ids', 'event', 'found'].includes(parts.get('tab')))
    state.tab = parts.get('tab');
  let query = '';
  try {
    query = decodeURIComponent(parts.get('find') || '');
  } catch {
    // ignore the truncated query of a link
  }
  if (query !== state.query) {
    $('query').value = query;
    find(query, false);
  }
  set_theme();
  selected();
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

// --- tables ---

function span() {
  if (!timeline.select) return [0, trace.last];
  const [a, b] = timeline.select;
  return [Math.min(a, b), Math.max(a, b)];
}

function table(heads, rows) {
  if (!rows.length) return element('p', {className: 'nothing', textContent: 'The trace has none.'});
  const body = element('tbody');
  for (const {cells, act, chosen} of rows) {
    const row = element(
      'tr',
      {},
      ...cells.map((cell) => (cell instanceof Node ? cell : element('td', {textContent: cell}))),
    );
    if (act) {
      row.tabIndex = 0;
      row.addEventListener('click', act);
      row.addEventListener('keydown', (e) => e.key === 'Enter' && act());
    }
    if (chosen) row.className = 'chosen';
    body.append(row);
  }
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', {textContent: head, scope: 'col'}))),
    ),
    body,
  );
}

function badge(index) {
  const style = timeline.styles[index],
    e = element('span', {className: 'badge', textContent: style.letter});
  e.style.background = style.color;
  e.style.color = ink(style.color);
  return e;
}

function thread_cell(index) {
  return element('td', {className: 'name'}, badge(index), clean(trace.thread_name(index), 120));
}

function share_cell(share, color) {
  const bar = element('i');
  bar.style.width = (100 * share).toFixed(2) + '%';
  bar.style.background = color;
  return element(
    'td',
    {},
    element('span', {className: 'share'}, bar),
    element('span', {className: 'percent', textContent: (100 * share).toFixed(1) + ' %'}),
  );
}

function thread_rows(from, to) {
  const {threads} = thread_stats(trace, from, to),
    brief = (n, s) => (s.count ? trace.brief(n) : '');
  return threads
    .filter((t) => t.run.count || t.switches || t.thread.points)
    .map((t) => ({
      cells: [
        thread_cell(t.thread.index),
        share_cell(t.share, timeline.styles[t.thread.index].color),
        t.run.count ? trace.brief(t.time) : '',
        grouped(t.switches),
        brief(t.run.mean, t.run),
        brief(t.run.max, t.run),
        brief(t.period.mean, t.period),
        brief(t.period.deviation, t.period),
      ],
      act: () => {
        const lane = timeline.lanes.find((l) => l.thread === t.thread);
        if (lane) timeline.scroll = lane.y - 60;
        moved();
      },
    }));
}

function isr_rows(from, to) {
  return isr_stats(trace, from, to)
    .filter((i) => i.duration.count)
    .map(({isr, duration, response}) => ({
      cells: [
        clean(trace.series_name(isr.series), 120),
        String(isr.hart),
        grouped(duration.count),
        trace.brief(duration.min),
        trace.brief(duration.mean),
        trace.brief(duration.max),
        response.count ? trace.brief(response.mean) : '',
        response.count ? trace.brief(response.max) : '',
      ],
    }));
}

function id_rows(from, to) {
  const number = (n) => (Number.isInteger(n) ? grouped(n) : n.toPrecision(6));
  return series_stats(trace, from, to)
    .filter((s) => s.count)
    .map(({series, count, rate, interval, value}) => ({
      cells: [
        element('td', {className: 'name', textContent: clean(trace.series_name(series), 120)}),
        series.hart < 0 ? '' : String(series.hart),
        grouped(count),
        rate.toPrecision(4),
        interval.count ? trace.brief(interval.mean) : '',
        interval.count ? trace.brief(interval.deviation) : '',
        ...(value.count
          ? [number(value.min), number(value.mean), number(value.max)]
          : ['', '', '']),
      ],
      act: () => {
        const lane = timeline.lanes.find((l) => l.series === series);
        if (lane) timeline.scroll = lane.y - 60;
        moved();
      },
    }));
}

function event_rows() {
  const event = timeline.chosen,
    template = trace.templates[trace.template.data[event]],
    {series} = template,
    {prefix, args} = trace.decode_event(event);
  const t = trace.time.data[event],
    thread = trace.thread.data[event],
    rows = [];
  const row = (name, value) =>
    rows.push({
      cells: [
        element('td', {className: 'left', textContent: name}),
        element('td', {className: 'left whole', textContent: clean(String(value), 20000)}),
      ],
    });
  row('event', trace.describe(event));
  row(
    'time',
    trace.show(t + Number(trace.origin)) +
      (trace.tick ? '  (' + (trace.origin + BigInt(Math.round(t))) + ' ticks)' : ''),
  );
  if (event > 0) row('since previous event', trace.show(t - trace.time.data[event - 1]));
  row(
    'kind',
    KIND_NAMES[template.kind] +
      (series.space === 1
        ? ', ' + CLASSES[series.class] + ' ' + series.id
        : series.space
          ? ', id ' + series.id
          : ''),
  );
  if (template.kind === KIND.SWITCH) {
    row(
      'from',
      trace.thread_name(prefix[0]) +
        (prefix[1] ? ', ' + STATES[prefix[1]] : '') +
        (prefix.length > 2 ? ', priority ' + prefix[2] : ''),
    );
    row('to', trace.thread_name(thread) + (prefix.length > 3 ? ', priority ' + prefix[3] : ''));
  } else if (thread) {
    row('thread', trace.thread_name(thread));
  }
  if (thread >= FIRST_THREAD) {
    const {number, process} = trace.threads[thread];
    row(
      'thread number',
      '0x' +
        number.toString(16) +
        (process
          ? ', process ' +
            process +
            (trace.processes.has(process) ? ' ' + trace.processes.get(process) : '')
          : ''),
    );
  }
  if (series.hart >= 0) row('hart', series.hart);
  if (series.category) row('category', series.category);
  if (template.kind === KIND.COMPLETE) row('length', trace.show(prefix[0]));
  if (template.kind >= KIND.ASYNC_BEGIN && template.kind <= KIND.FLOW_END) row('number', prefix[0]);
  if (template.kind === KIND.LOSS) {
    const loss = trace.losses.find((l) => l.event === event);
    row('first lost', trace.show(loss.first + Number(trace.origin)));
    row('last lost', trace.show(loss.last + Number(trace.origin)));
    if (loss.source) row('sources', '0x' + loss.source.toString(16));
  }
  for (const [name, value, type] of args)
    row(
      name || 'value',
      value +
        (typeof value === 'bigint' && type !== ARG.INT && value > 9n
          ? '  (0x' + value.toString(16) + ')'
          : ''),
    );
  return rows;
}

const FOUND_MAX = 500;

function found_rows() {
  const {hits} = timeline,
    rows = [];
  for (
    let i = Math.max(0, Math.min(state.hit - FOUND_MAX / 2, hits.length - FOUND_MAX));
    i < hits.length && rows.length < FOUND_MAX;
    i++
  ) {
    const event = hits.data[i],
      thread = trace.thread.data[event];
    rows.push({
      cells: [
        element('td', {className: 'left', textContent: grouped(i + 1)}),
        trace.show(trace.time.data[event] + Number(trace.origin)),
        element('td', {
          className: 'left',
          textContent: thread ? clean(trace.thread_name(thread), 60) : '',
        }),
        element('td', {className: 'left', textContent: clean(trace.describe(event), 300)}),
      ],
      act: () => go_to_hit(i),
      chosen: i === state.hit,
    });
  }
  return rows;
}

function fill_table() {
  const [from, to] = span(),
    place = $('table');
  for (const tab of $('tabs').children)
    tab.setAttribute('aria-selected', tab.dataset.tab === state.tab);
  let content;
  switch (state.tab) {
    case 'isrs':
      content = table(
        [
          'trap or interrupt',
          'hart',
          'times',
          'shortest',
          'mean',
          'longest',
          'to switch',
          'longest',
        ],
        isr_rows(from, to),
      );
      break;
    case 'ids':
      content = table(
        [
          'id',
          'hart',
          'records',
          trace.tick ? 'per second' : 'per tick',
          'interval',
          'jitter',
          'min',
          'mean',
          'max',
        ],
        id_rows(from, to),
      );
      break;
    case 'event':
      content =
        timeline.chosen < 0
          ? element('p', {
              className: 'nothing',
              textContent: 'Click an event in the timeline to see its details.',
            })
          : table(['', ''], event_rows());
      break;
    case 'found':
      content = timeline.hits.length
        ? table(['', 'time', 'thread', 'event'], found_rows())
        : element('p', {
            className: 'nothing',
            textContent: state.query
              ? 'Nothing found.'
              : 'Search above: a name, a value, or both, as sample > 1061.',
          });
      break;
    default:
      content = table(
        ['thread', 'share', 'run time', 'switches', 'mean run', 'longest', 'period', 'jitter'],
        thread_rows(from, to),
      );
  }
  place.replaceChildren(content);
  const chosen = place.querySelector('.chosen');
  if (chosen) chosen.scrollIntoView({block: 'nearest'});
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
  $('clear').hidden = !timeline.select;
  clearTimeout(select_timer);
  select_timer = setTimeout(() => state.loaded && fill_table(), trace.length > 200000 ? 200 : 20);
  moved();
}

function choose(event) {
  timeline.chosen = event;
  if (event >= 0) set_tab('event');
  moved();
}

function set_tab(tab) {
  state.tab = tab;
  fill_table();
  write_link();
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
  $('found').textContent = query.trim() ? grouped(hits.length) : '';
  if (query.trim() && go) state.tab = 'found';
  fill_table();
  moved();
}

function go_to_hit(i) {
  const {hits} = timeline;
  if (!hits.length) return;
  state.hit = (i + hits.length) % hits.length;
  timeline.chosen = hits.data[state.hit];
  $('found').textContent = grouped(state.hit + 1) + ' of ' + grouped(hits.length);
  if (state.tab !== 'event') state.tab = 'found';
  fill_table();
  reveal(trace.time.data[timeline.chosen]);
}

function next_hit(step) {
  const {hits} = timeline;
  if (state.hit >= 0) return go_to_hit(state.hit + step);
  const middle = (timeline.from + timeline.to) / 2;
  let i = 0;
  while (i < hits.length && trace.time.data[hits.data[i]] < (step > 0 ? timeline.from : middle))
    i++;
  return go_to_hit(step > 0 ? i : i - 1);
}

// Goes to the event before or after the chosen one in the same lane.
function step_event(step) {
  if (timeline.chosen < 0) return;
  const {points} = trace.templates[trace.template.data[timeline.chosen]].series;
  let event = timeline.chosen;
  if (points) {
    const place = index_in(points.event, event) + step;
    if (place >= 0 && place < points.length) event = points.event.data[place];
  } else {
    const t = trace.template.data[event];
    do event += step;
    while (event > 0 && event < trace.length - 1 && trace.template.data[event] !== t);
    if (event < 0 || event >= trace.length || trace.template.data[event] !== t) return;
  }
  choose(event);
  reveal(trace.time.data[event]);
}

// --- mouse and touch ---

const pointers = new Map();
let drag = null; // {kind: move | select | a | b | scroll, ...}

function tell(e) {
  const found = timeline.hit(e.offsetX, e.offsetY),
    tip = $('tip');
  if (!found || drag) {
    tip.hidden = true;
    return;
  }
  const lines = [];
  if (found.thread !== undefined) {
    lines.push(
      clean(trace.thread_name(found.thread)) + ' runs for ' + trace.show(found.to - found.from),
    );
    lines.push(
      'from ' +
        trace.show(found.from + Number(trace.origin)) +
        ' to ' +
        trace.show(found.to + Number(trace.origin)),
    );
  } else {
    lines.push(clean(trace.describe(found.event)));
    lines.push(
      trace.show(trace.time.data[found.event] + Number(trace.origin)) +
        (found.to > found.from ? ', ' + trace.show(found.to - found.from) + ' long' : ''),
    );
    const thread = trace.thread.data[found.event];
    if (thread) lines.push('thread ' + clean(trace.thread_name(thread)));
  }
  tip.replaceChildren(...lines.map((line) => element('div', {textContent: line})));
  tip.hidden = false;
  tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
  tip.style.top =
    (e.clientY + 18 + tip.offsetHeight > innerHeight
      ? e.clientY - tip.offsetHeight - 10
      : e.clientY + 18) + 'px';
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
  if (y < AXIS || e.shiftKey || state.measure) return {kind: 'select', x, y, t: timeline.t(x)};
  return {kind: 'move', x, y, from: timeline.from, to: timeline.to, scroll: timeline.scroll};
}

function drag_to(e) {
  const {offsetX: x, offsetY: y} = e;
  if (Math.abs(x - drag.x) > 3 || Math.abs(y - drag.y) > 3) drag.sums_cache = true;
  if (!drag.sums_cache) return;
  switch (drag.kind) {
    case 'move': {
      const by = ((drag.x - x) / (timeline.width - timeline.left)) * (drag.to - drag.from);
      timeline.from = drag.from + by;
      timeline.to = drag.to + by;
      timeline.scroll = drag.scroll + drag.y - y;
      return moved();
    }
    case 'scroll':
      timeline.scroll = drag.scroll + drag.y - y;
      return moved();
    case 'handle':
      timeline.select[drag.handle] = Math.min(Math.max(timeline.t(x), 0), trace.last);
      return selected();
    case 'select':
      timeline.select = [drag.t, timeline.t(x)].map((t) => Math.min(Math.max(t, 0), trace.last));
      return selected();
  }
}

function pinch() {
  const [a, b] = [...pointers.values()],
    distance = Math.max(10, Math.abs(a.x - b.x)),
    middle = (a.x + b.x) / 2;
  if (drag && drag.kind === 'pinch') {
    const span = (drag.span * drag.distance) / distance;
    timeline.from = drag.t - ((middle - timeline.left) / (timeline.width - timeline.left)) * span;
    timeline.to = timeline.from + span;
    moved();
  } else {
    drag = {kind: 'pinch', span: timeline.span, distance, t: timeline.t(middle), sums_cache: true};
  }
}

function listen() {
  const canvas = $('timeline'),
    overview = $('overview');
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    canvas.focus({preventScroll: true});
    pointers.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
    $('tip').hidden = true;
    if (pointers.size === 2) pinch();
    else if (e.button === 0) drag = start_drag(e);
  });
  canvas.addEventListener('pointermove', (e) => {
    if (pointers.has(e.pointerId)) pointers.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
    if (pointers.size === 2) return pinch();
    if (drag && drag.kind !== 'pinch') drag_to(e);
    timeline.pointer =
      e.offsetX >= timeline.left && e.pointerType !== 'touch' ? timeline.t(e.offsetX) : null;
    canvas.style.cursor =
      handle_at(e.offsetX, e.offsetY, 14) >= 0
        ? 'ew-resize'
        : e.offsetX < timeline.left
          ? 'default'
          : e.offsetY < AXIS || state.measure
            ? 'crosshair'
            : drag
              ? 'grabbing'
              : 'default';
    tell(e);
    redraw();
  });
  const up = (e) => {
    const click = drag && !drag.sums_cache && e.type === 'pointerup';
    pointers.delete(e.pointerId);
    if (click && drag.kind === 'scroll') {
      const lane = timeline.lane_at(e.offsetY);
      if (lane && lane.kind === 'group') {
        timeline.folded.has(lane.name)
          ? timeline.folded.delete(lane.name)
          : timeline.folded.add(lane.name);
        timeline.layout();
        show_summary();
      }
    } else if (click && drag.kind !== 'handle' && e.offsetY >= AXIS) {
      const found = timeline.hit(e.offsetX, e.offsetY);
      if (found) choose(found.event);
    }
    if (!pointers.size) drag = null;
    redraw();
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('pointerleave', () => {
    timeline.pointer = null;
    $('tip').hidden = true;
    redraw();
  });
  canvas.addEventListener('dblclick', (e) => {
    const found = timeline.hit(e.offsetX, e.offsetY);
    if (!found || !(found.to > found.from)) return;
    timeline.select = [found.from, found.to];
    set_tab('threads');
    selected();
  });
  canvas.addEventListener(
    'wheel',
    (e) => {
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
    },
    {passive: false},
  );

  const jump = (e) => {
    const t = ((e.offsetX - timeline.left) / (overview.clientWidth - timeline.left)) * trace.last,
      half = timeline.span / 2;
    show(t - half, t + half);
  };
  overview.addEventListener('pointerdown', (e) => {
    overview.setPointerCapture(e.pointerId);
    jump(e);
  });
  overview.addEventListener('pointermove', (e) => e.buttons && jump(e));

  const grip = $('grip');
  grip.addEventListener('pointerdown', (e) => grip.setPointerCapture(e.pointerId));
  grip.addEventListener('pointermove', (e) => {
    if (!e.buttons) return;
    $('panel').style.height =
      Math.max(34, Math.min(innerHeight - 260, innerHeight - e.clientY)) + 'px';
    redraw();
  });

  for (const tab of $('tabs').children)
    tab.addEventListener('click', () => set_tab(tab.dataset.tab));
  $('clear').addEventListener('click', () => {
    timeline.select = null;
    selected();
  });
  $('in').addEventListener('click', () => zoom(0.5));
  $('out').addEventListener('click', () => zoom(2));
  $('fit').addEventListener('click', fit);
  $('measure').addEventListener('click', toggle_measure);
  $('theme').addEventListener('click', toggle_theme);
  $('link').addEventListener('click', copy_link);
  $('help').addEventListener('click', () => $('keys').showModal());
  $('previous').addEventListener('click', () => next_hit(-1));
  $('next').addEventListener('click', () => next_hit(1));
  let typing = 0;
  $('query').addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => find($('query').value), 150);
  });
  $('find').addEventListener('submit', (e) => e.preventDefault());
  $('query').addEventListener('keydown', async (e) => {
    if (e.key === 'Escape') canvas.focus();
    if (e.key !== 'Enter') return;
    clearTimeout(typing);
    if ($('query').value !== state.query) await find($('query').value);
    next_hit(e.shiftKey ? -1 : 1);
  });
  addEventListener('keydown', key);
  addEventListener('resize', redraw);
  addEventListener('hashchange', read_link);
  dark.addEventListener('change', set_theme);
  new ResizeObserver(redraw).observe(canvas);
}

function fit() {
  timeline.fit();
  moved();
}

function toggle_measure() {
  state.measure = !state.measure;
  $('measure').setAttribute('aria-pressed', state.measure);
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
  l: copy_link,
  t: toggle_theme,
  m: toggle_measure,
  '?': () => $('keys').showModal(),
};

function scroll_by(pixels) {
  timeline.scroll += pixels;
  moved();
}

function key(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'INPUT' || $('keys').open) return;
  if (['TABLE', 'TR'].includes(e.target.tagName) || e.target.id === 'table')
    if (!['/', 'Escape'].includes(e.key) && e.key.length > 1) return;
  if (e.target.tagName === 'BUTTON' && (e.key === 'Enter' || e.key === ' ')) return;
  const act = KEYS[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!act) return;
  e.preventDefault();
  act();
}

// --- loading ---

// Shows the summary of the trace.
function show_summary() {
  const {threads, harts} = thread_stats(trace, 0, trace.last),
    lost = loss_stats(trace, 0, trace.last);
  timeline.shares = new Map(
    threads.filter((t) => t.run.count).map((t) => [t.thread.index, t.share]),
  );
  timeline.busy = new Map(
    harts.map((hart) => {
      const work = threads
        .filter((t) => !trace.idle(t.thread.index) && t.thread.runs.has(hart.hart))
        .reduce((sum, t) => {
          const runs = t.thread.runs.get(hart.hart);
          return sum + runs.covered(trace.last);
        }, 0);
      return [hart.hart, hart.busy + hart.idle > 0 ? work / (hart.busy + hart.idle) : 0];
    }),
  );
  timeline.layout();
  const name = clean(trace.file.split('/').pop() || 'trace', 100);
  document.title = name + ' · weir';
  $('title').textContent = name;
  const switches = [...trace.harts.values()].reduce((sum, hart) => sum + hart.switches, 0),
    many = (n, what) => grouped(n) + ' ' + what + (n === 1 ? '' : 's');
  const facts = [
    trace.harts.size ? many(trace.harts.size, 'hart') : '',
    trace.brief(trace.last),
    many(trace.length, 'record'),
    switches ? grouped(switches) + (switches === 1 ? ' switch' : ' switches') : '',
  ].filter((t) => t);
  const loss =
    (lost.all ? grouped(lost.all) : lost.uncounted ? 'some' : 'nothing') +
    (lost.uncounted && lost.all ? ' and more' : '') +
    ' lost';
  const title = trace.title && trace.title !== trace.file ? ' · ' + clean(trace.title, 80) : '';
  if (lost.losses)
    $('facts').replaceChildren(
      element('b', {
        textContent:
          loss + ' in ' + (lost.losses === 1 ? '1 loss' : grouped(lost.losses) + ' losses'),
      }),
      ' · ' + facts.join(' · ') + title,
    );
  else $('facts').replaceChildren(facts.join(' · ') + ' · ' + loss + title);
  redraw();
}

async function load() {
  set_theme();
  listen();
  const blocks = [...document.querySelectorAll('script[type="weir/block"]')];
  let drawn = performance.now();
  for (let i = 0; i < blocks.length; i++) {
    await trace.add(blocks[i].textContent);
    blocks[i].remove();
    if (performance.now() - drawn > 60) {
      $('progress').value = (i + 1) / blocks.length;
      $('loading-text').textContent = 'Reading the trace: ' + grouped(trace.length) + ' events';
      await new Promise((resolve) => requestAnimationFrame(resolve));
      drawn = performance.now();
    }
  }
  state.loaded = true;
  show_summary();
  timeline.resize();
  timeline.fit();
  read_link();
  fill_table();
  // not higher than the table of threads
  $('panel').style.height =
    Math.min($('panel').clientHeight, 74 + 28 * Math.max(3, timeline.shares.size)) + 'px';
  $('loading').hidden = true;
  timeline.draw();
}

// Follows a recording. A view of the whole trace, or of its end, stays one.
async function follow() {
  set_theme();
  listen();
  state.live = state.loaded = true;
  $('loading-text').textContent = 'Waiting for the first event';
  const source = new EventSource('stream');
  let last = Promise.resolve(),
    last_end = 0;
  const update = () => {
    if (trace.length && !$('loading').hidden) {
      $('loading').hidden = true;
      timeline.fit();
    }
    const end = timeline.to >= last_end,
      all = timeline.from <= 0 && end,
      span = timeline.span;
    last_end = trace.last;
    show_summary();
    if (all) timeline.fit();
    else if (end) [timeline.from, timeline.to] = [trace.last * 1.0001 - span, trace.last * 1.0001];
    timeline.stale = true;
    selected();
  };
  let timer = 0;
  source.onmessage = (message) => {
    last = last
      .then(() => trace.add(message.data))
      .then(() => {
        timer =
          timer ||
          setTimeout(
            () => {
              timer = 0;
              update();
            },
            Math.min(2000, 100 + trace.length / 1000),
          );
      });
  };
  const ended = (text) =>
    last.then(() => {
      source.close();
      clearTimeout(timer);
      update();
      state.live = false;
      document.title += ' (' + text + ')';
      $('facts').append(' · ' + text);
    });
  source.addEventListener('over', () => ended('recording ended'));
  source.onerror = () => state.live && ended('connection lost');
}

// For tests, and for use in the console.
window.weir = {
  trace,
  timeline,
  state,
  thread_stats,
  series_stats,
  isr_stats,
  loss_stats,
  ready: (document.querySelector('script[type="weir/live"]') ? follow : load)().catch((error) => {
    $('loading').className = 'wrong';
    $('loading-text').textContent = 'This file cannot be shown: ' + error.message;
    throw error;
  }),
};
