// SPDX-License-Identifier: Apache-2.0
// The tab of measures: a table of all of one kind, and the histogram of the chosen one.

const MEASURES = {
  durations: duration_measures,
  periods: period_measures,
  values: value_measures,
  latency: () => [],
};
const measuring = {kind: 'durations', key: '', from: -1, to: -1, log: false, number: 0};

function measures_of_kind() {
  const {kind, from, to} = measuring;
  if (kind !== 'latency') return MEASURES[kind](trace);
  return from >= 0 && to >= 0 ? [latency_measure(trace, from, to)] : [];
}

function amount(value) {
  return measuring.kind === 'values' ? short_number(value) : trace.brief(value);
}

function measure_row(measure, samples) {
  const {summary} = samples,
    ticks = measuring.kind !== 'values',
    cell = (value) => ({key: value, show: amount(value), ticks});
  return {
    cells: [
      measure.thread === undefined
        ? name_cell(measure.name)
        : name_cell(measure.name, [badge(measure.thread)]),
      count_cell(summary.count),
      ...[summary.min, summary.mean, ...summary.shares, summary.max, summary.deviation].map(cell),
    ],
    act: () => choose_measure(measure.key),
    chosen: measure.key === measuring.key,
  };
}

const MEASURE_HEADS = [
  NAME('measure'),
  ...['times', 'min', 'mean', 'median', '90 %', '99 %', '99.9 %', 'max', 'jitter'].map(NUMBER),
];

// Measures row by row, so that a long trace does not stop the page.
async function fill_measures() {
  const mine = ++measuring.number,
    [from, to] = span(),
    measures = measures_of_kind(),
    rows = [];
  let paused = performance.now(),
    shown = null;
  if (!measures.some((m) => m.key === measuring.key)) measuring.key = '';
  for (const measure of measures) {
    if (performance.now() - paused > 30) {
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== measuring.number) return;
      paused = performance.now();
    }
    const samples = samples_of(measure, from, to);
    if (!samples.length) continue;
    if (!measuring.key) measuring.key = measure.key;
    if (measure.key === measuring.key) shown = {measure, samples};
    rows.push(measure_row(measure, samples));
  }
  measuring.rows = rows;
  $('measures').replaceChildren(
    rows.length ? table(MEASURE_HEADS, rows, 'measures') : nothing_measured(),
  );
  draw_histogram(shown);
}

function nothing_measured() {
  const texts = {
    durations: 'Nothing in this span has a begin and an end.',
    periods: 'Nothing in this span comes twice.',
    values: 'No event in this span has a value.',
    latency: 'Choose two ids: from each event of the first to the next of the second.',
  };
  return element('p', {className: 'nothing', textContent: texts[measuring.kind]});
}

function choose_measure(key) {
  measuring.key = key;
  fill_measures();
  write_link();
}

// --- the histogram ---

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

const PLOT = {left: 38, right: 8, bottom: 22, top: 20};

// The size of the picture: what the pane has left.
function plot_size() {
  const {clientWidth, clientHeight} = $('histogram');
  return {width: Math.max(200, clientWidth - 24), height: Math.max(110, clientHeight - 74)};
}

function draw_histogram(shown) {
  measuring.shown = shown;
  if (!shown) return $('histogram').replaceChildren();
  const {measure, samples} = shown,
    {summary} = samples,
    {min, max} = summary,
    bars = histogram(samples.numbers, min, max, {log: measuring.log});
  const log = element('input', {type: 'checkbox', checked: measuring.log});
  log.addEventListener('change', () => {
    measuring.log = log.checked;
    draw_histogram(shown);
    write_link();
  });
  const button = (textContent, way) =>
    element('button', {textContent, onclick: () => show_sample(samples, samples.extreme(way))});
  $('histogram').replaceChildren(
    element('h2', {textContent: clean(measure.name, 120)}),
    element(
      'div',
      {className: 'tools'},
      button('Smallest', -1),
      button('Largest', 1),
      element('label', {}, log, ' logarithmic'),
    ),
    histogram_picture(bars, summary, samples),
  );
}

function histogram_picture({edges, counts}, summary, samples) {
  const {width, height} = plot_size(),
    {left, right, bottom, top} = PLOT,
    most = Math.max(...counts),
    base = height - bottom,
    each = (width - left - right) / counts.length;
  const bars = counts.map((count, i) => {
    const tall = count ? Math.max(1.5, (count / most) * (base - top)) : 0;
    const title = grouped(count) + ' from ' + amount(edges[i]) + ' to ' + amount(edges[i + 1]);
    const bar = svg(
      'rect',
      {
        x: left + i * each + 0.5,
        y: base - tall,
        width: Math.max(1, each - 1),
        height: tall,
        class: 'count',
      },
      svg('title', {}, title),
    );
    bar.addEventListener('click', () =>
      next_in_bar(samples, edges[i], edges[i + 1], i === counts.length - 1),
    );
    return bar;
  });
  const place = (value) => left + each * place_in(edges, value);
  const picture = svg('svg', {width, height, role: 'img'}, ...bars);
  picture.append(
    svg('path', {d: `M${left} ${base}H${width - right}`, class: 'axis'}),
    svg('text', {x: left - 4, y: top + 4, class: 'end'}, grouped(most)),
    svg('text', {x: left, y: height - 6}, amount(edges[0])),
    svg('text', {x: width - right, y: height - 6, class: 'end'}, amount(edges[counts.length])),
    ...percentile_marks(summary, place, base, width),
  );
  picture.setAttribute('aria-label', histogram_text(summary));
  return picture;
}

// The place of a value among the edges, with the part inside its bin.
function place_in(edges, value) {
  let i = 0;
  while (i + 2 < edges.length && edges[i + 1] <= value) i++;
  return i + (value - edges[i]) / (edges[i + 1] - edges[i]);
}

function percentile_marks(summary, place, base, width) {
  const {top} = PLOT;
  let free = -Infinity;
  return [
    ['median', 0],
    ['99 %', 2],
  ].flatMap(([name, i]) => {
    const x = place(summary.shares[i]),
      line = svg('path', {d: `M${x} ${base}V${top - 4}`, class: 'mark'});
    const end = x > width - 50;
    if (x < free || (end && x - 50 < free)) return [line];
    free = x + 50;
    const text = {x: end ? x - 3 : x + 3, y: top - 6, class: end ? 'end' : ''};
    return [line, svg('text', text, name)];
  });
}

function histogram_text({count, min, max, mean, shares}) {
  return (
    grouped(count) +
    ' times, from ' +
    amount(min) +
    ' to ' +
    amount(max) +
    ', mean ' +
    amount(mean) +
    ', median ' +
    amount(shares[0]) +
    ', 99 % at most ' +
    amount(shares[2])
  );
}

// Selects a sample in the timeline.
function show_sample(samples, i) {
  const from = samples.from.data[i],
    to = samples.to.data[i],
    margin = Math.max((to - from) * 0.6, timeline.pixel * 20);
  timeline.select = to > from ? [from, to] : null;
  if (to === from) timeline.chosen = trace.index_at(from);
  if (from < timeline.from || to > timeline.to || to - from < 40 * timeline.pixel)
    show(from - margin, to + margin);
  moved();
  announce(amount(samples.values.data[i]) + ' at ' + trace.show(from + Number(trace.origin)));
}

// A click on a bar shows its samples one after the other.
function next_in_bar(samples, low, high, last) {
  const {length} = samples,
    begin = measuring.at === undefined ? 0 : measuring.at + 1;
  for (let n = 0; n < length; n++) {
    const i = (begin + n) % length,
      value = samples.values.data[i];
    if (value < low || (last ? value > high : value >= high)) continue;
    measuring.at = i;
    return show_sample(samples, i);
  }
}

// --- the tools of the tab ---

function fill_measure_tools() {
  const ids = trace.series.filter((s) => s.points && s.points.length);
  for (const [place, chosen] of [
    ['latency-from', measuring.from],
    ['latency-to', measuring.to],
  ]) {
    if ($(place).childElementCount !== ids.length + 1)
      $(place).replaceChildren(
        element('option', {value: -1, textContent: place === 'latency-from' ? 'from' : 'to'}),
        ...ids.map((s) =>
          element('option', {value: s.index, textContent: clean(event_name(s), 80)}),
        ),
      );
    $(place).value = chosen;
    $(place).hidden = measuring.kind !== 'latency';
  }
  $('measure-kind').value = measuring.kind;
}

function set_measure(change) {
  Object.assign(measuring, {key: '', at: undefined}, change);
  fill_measure_tools();
  fill_measures();
  write_link();
}

function measure_link() {
  const {kind, key, log} = measuring;
  return kind === 'durations' && !key && !log ? '' : [kind, key, log ? 'log' : ''].join('.');
}

function read_measure(text) {
  const [kind, key, log] = (text || '').split('.'),
    ids = /^x(\d+)_(\d+)$/.exec(key || '') || [];
  measuring.kind = Object.hasOwn(MEASURES, kind) ? kind : 'durations';
  measuring.key = key || '';
  measuring.log = log === 'log';
  const timed = (number) => {
    const i = index_of(number, trace.series.length);
    return i >= 0 && trace.series[i].points ? i : -1;
  };
  measuring.from = timed(ids[1]);
  measuring.to = timed(ids[2]);
}

function listen_measures() {
  $('measure-kind').addEventListener('change', (e) => set_measure({kind: e.target.value}));
  $('latency-from').addEventListener('change', (e) => set_measure({from: Number(e.target.value)}));
  $('latency-to').addEventListener('change', (e) => set_measure({to: Number(e.target.value)}));
}
