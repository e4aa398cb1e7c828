// SPDX-License-Identifier: Apache-2.0
// Search: "sample" matches names, "42" or "0x2a" values or names, "sample > 42" both. Names are
// those of ids, of threads at a switch, of categories and of values, and texts.

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

// The indexes of all matching events, in order; null if `stop()` returned true.
async function search(trace, query, stop) {
  const {name, compare, number, either} = parse_query(query),
    found = new Column(Uint32Array);
  if (!name && either) return found;
  const has = (text) => text.toLowerCase().includes(name);
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
  const fits = COMPARE[compare];
  const named = (e, t) =>
    by_name[t] ||
    (trace.templates[t].kind === KIND.SWITCH && threads[trace.thread.data[e]]) ||
    (labels[t] && has(labels[t].get(trace.value.data[e]) || '')) ||
    (by_text[t] && trace.decode_event(e).args.some((arg) => has(String(arg[1]))));
  for (let e = 0; e < trace.length; e++) {
    if (e % SLICE === 0 && e) {
      await new Promise((resolve) => setTimeout(resolve));
      if (stop()) return null;
    }
    const t = trace.template.data[e];
    if (
      either
        ? fits(trace.value.data[e], number) || named(e, t)
        : fits(trace.value.data[e], number) && (!name || named(e, t))
    )
      found.push(e);
  }
  return found;
}
