// SPDX-License-Identifier: Apache-2.0
// Search and filter: "sample" matches names, "42" or "0x2a" values or names, "sample > 42" both.
// Names are those of ids, of threads at a switch, of categories and of values, and texts.

const SLICE = 200000; // events between two yields to the browser

function parse_query(query) {
  const match =
    /^(.*?)\s*(!=|>=|<=|=|>|<)\s*(-?(?:0x[0-9a-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?))$/i.exec(
      query.trim(),
    );
  const number = (text) => (/^-/.test(text) ? -Number(text.slice(1)) : Number(text));
  if (match)
    return {
      name: match[1].toLowerCase(),
      compare: match[2],
      number: number(match[3]),
      either: false,
    };
  const text = query.trim();
  const value = /^-?(0x[0-9a-f]+|\d+(\.\d*)?)$/i.test(text) ? number(text) : NaN;
  return {name: text.toLowerCase(), compare: '=', number: value, either: true};
}

const COMPARE = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b && a === a,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};

// Whether the name of an event contains a text: a function of the event and its template.
function name_test(trace, has) {
  const threads = Uint8Array.from(trace.threads, (thread) => has(trace.thread_name(thread.index)));
  const by_name = [],
    by_text = [],
    labels = [];
  trace.templates.forEach((template, i) => {
    const {series} = template;
    by_name[i] =
      has(trace.series_name(series)) ||
      has(series.category) ||
      (template.kind !== KIND.INSTANT && has(KIND_NAMES[template.kind]));
    by_text[i] = template.args.some((arg) => arg.type === ARG.TEXT);
    labels[i] = trace.value_names.get(series.space + ',' + series.id);
  });
  return (e, t) =>
    by_name[t] ||
    (trace.templates[t].kind === KIND.SWITCH && threads[trace.thread.data[e]]) ||
    (labels[t] && has(labels[t].get(trace.value.data[e]) || '')) ||
    (by_text[t] && trace.decode_event(e).args.some((arg) => has(String(arg[1]))));
}

// Whether an event matches a query: a function of the event and its template; null: all match.
function query_test(trace, query) {
  const {name, compare, number, either} = parse_query(query);
  if (!name && either) return null;
  const named = name_test(trace, (text) => text.toLowerCase().includes(name)),
    fits = COMPARE[compare],
    values = trace.value;
  if (either) return (e, t) => fits(values.data[e], number) || named(e, t);
  return (e, t) => fits(values.data[e], number) && (!name || named(e, t));
}

// The indexes of the events that pass, in order; null if `stop()` returned true.
async function collect(trace, passes, stop) {
  const found = new Column(Uint32Array),
    {length} = trace,
    template = trace.template.data;
  for (let start = 0; start < length; start += SLICE) {
    if (start) await new Promise((resolve) => setTimeout(resolve));
    if (stop()) return null;
    for (let e = start; e < Math.min(start + SLICE, length); e++)
      if (passes(e, template[e])) found.push(e);
  }
  return found;
}

function search(trace, query, stop) {
  const test = query_test(trace, query);
  return collect(trace, test || (() => false), stop);
}

// The events of a thread (by index), a series (by index) and a query; -1: any. `rows` is null if
// all events pass.
async function filter_events(trace, {thread, series, text}, stop) {
  const test = query_test(trace, text);
  if (thread < 0 && series < 0 && !test) return {rows: null};
  const wanted = Uint8Array.from(
    trace.templates,
    (template) => series < 0 || template.series.index === series,
  );
  const rows = await collect(
    trace,
    (e, t) => wanted[t] && (thread < 0 || trace.thread.data[e] === thread) && (!test || test(e, t)),
    stop,
  );
  return rows && {rows};
}
