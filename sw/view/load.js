// SPDX-License-Identifier: Apache-2.0
// Loads the trace, or follows a recording.

const WARM_STEP = 50000; // numbers

// Shows the summary of the trace.
function show_summary() {
  const {threads} = thread_stats(trace, 0, trace.last),
    lost = loss_stats(trace, 0, trace.last);
  timeline.shares = new Map(
    threads.filter((t) => t.run.count).map((t) => [t.thread.index, t.share]),
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
  const title = trace.title && trace.title !== trace.file ? [clean(trace.title, 80)] : [],
    losses = lost.losses === 1 ? '1 loss' : grouped(lost.losses) + ' losses',
    parts = lost.losses ? [...facts, ...title] : [...facts, loss, ...title];
  // a part that has no space is left out as a whole
  $('facts').replaceChildren(
    ...(lost.losses ? [element('b', {textContent: loss + ' in ' + losses})] : []),
    ...parts.map((text, i) =>
      element('span', {textContent: (i || lost.losses ? ' · ' : '') + text}),
    ),
  );
  redraw();
}

// Builds the tables of statistics of a long trace while nobody waits for them.
async function warm_up() {
  let paused = performance.now();
  for (const [tree, length] of all_trees(trace))
    for (let n = 0; n <= length; n += WARM_STEP) {
      tree.grow(Math.min(n + WARM_STEP, length));
      if (performance.now() - paused < 12) continue;
      await new Promise((resolve) => setTimeout(resolve, 5));
      paused = performance.now();
    }
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
  show_page();
}

// Shows a trace that is loaded.
function show_page() {
  state.loaded = true;
  show_summary();
  timeline.resize();
  timeline.fit();
  read_link();
  fill_table();
  fit_panel();
  $('loading').hidden = true;
  timeline.draw();
  state.warm = warm_up();
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
    fill_filter();
    refilter();
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
  source.addEventListener('failed', () => ended('page is full, the recording goes on'));
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
  hart_load,
  ready: (document.querySelector('script[type="weir/live"]')
    ? follow
    : document.querySelector('script[type="weir/open"]')
      ? open_files
      : load)().catch((error) => {
    $('loading').className = 'wrong';
    $('loading-text').textContent = 'This file cannot be shown: ' + error.message;
    throw error;
  }),
};
