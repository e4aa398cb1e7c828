// SPDX-License-Identifier: Apache-2.0
// How lanes are shown: a menu at the name of a lane, and the tab of all lanes, for keys and touch.

function change_lanes(change) {
  change(timeline.prefs);
  timeline.arrange();
  if (state.tab === 'lanes') fill_table();
  moved();
}

function keys_of_group(lane) {
  const group = timeline.groups.find(({lanes}) => lanes.some(({key}) => key === lane.key));
  return timeline.prefs.sorted(group.lanes).map(({key}) => key);
}

function move_lane(lane, step) {
  change_lanes((prefs) => prefs.move(keys_of_group(lane), lane.key, step));
}

function can_plot(lane) {
  return Boolean(lane.plots);
}

// --- the menu ---

function lane_actions(lane) {
  const {prefs} = timeline,
    other = prefs.mode(lane) === 'plot' ? 'marks' : 'plot';
  return [
    ['Hide', () => change_lanes(() => prefs.set_hidden(lane, true))],
    [
      lane.pinned ? 'Unpin' : 'Pin to the top',
      () => change_lanes(() => prefs.set_pinned(lane.key, !lane.pinned)),
    ],
    ['Move up', () => move_lane(lane, -1)],
    ['Move down', () => move_lane(lane, 1)],
    ...(can_plot(lane)
      ? [['Draw as ' + other, () => change_lanes(() => prefs.set_mode(lane.key, other))]]
      : []),
    ...(lane.kind === 'curve'
      ? [
          [
            lane.whole ? 'Scale to the view' : 'Scale to the whole trace',
            () => change_lanes(() => prefs.set_whole(lane.key, !lane.whole)),
          ],
        ]
      : []),
    ...(lane.thread ? [['List its events', () => list_only({thread: lane.thread.index})]] : []),
    ...(lane.series ? [['List its events', () => list_only({series: lane.series.index})]] : []),
    ['All lanes …', () => set_tab('lanes')],
  ];
}

function list_only(change) {
  set_tab('events');
  refilter({thread: -1, series: -1, text: '', ...change});
  show_filter();
}

function open_lane_menu(lane, x, y) {
  open_menu(lane.name, lane_actions(lane), x, y);
}

// A menu of [text, action] at a position.
function open_menu(name, actions, x, y) {
  const menu = $('menu');
  menu.replaceChildren(
    ...actions.map(([textContent, act]) =>
      element('button', {
        textContent,
        role: 'menuitem',
        onclick: () => {
          close_menu();
          act();
        },
      }),
    ),
  );
  menu.setAttribute('aria-label', clean(name, 80));
  menu.hidden = false;
  menu.style.left = Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 8)) + 'px';
  menu.style.top = Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 8)) + 'px';
  menu.firstChild.focus();
}

function close_menu() {
  $('menu').hidden = true;
}

function menu_key(e) {
  const items = [...$('menu').children],
    step = {ArrowUp: -1, ArrowDown: 1}[e.key];
  e.stopPropagation();
  if (e.key === 'Escape') {
    close_menu();
    $('timeline').focus();
  } else if (step) {
    e.preventDefault();
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  }
}

function listen_menu() {
  $('menu').addEventListener('keydown', menu_key);
  addEventListener('pointerdown', (e) => e.target.closest('#menu') || close_menu(), true);
}

// --- the tab ---

function check_cell(checked, label, change) {
  const box = element('input', {type: 'checkbox', checked, ariaLabel: label});
  box.addEventListener('change', () => change(box.checked));
  return {key: Number(checked), show: box};
}

function choice_cell(options, value, label, change) {
  const select = element(
    'select',
    {ariaLabel: label},
    ...options.map((o) => element('option', {textContent: o, selected: o === value})),
  );
  select.addEventListener('change', () => change(select.value));
  return {key: value, show: select};
}

function order_cell(lane, name) {
  const button = (textContent, label, step) =>
    element('button', {
      textContent,
      ariaLabel: label + ' ' + name,
      onclick: () => move_lane(lane, step),
    });
  return element(
    'span',
    {className: 'pair'},
    button('↑', 'move up', -1),
    button('↓', 'move down', 1),
  );
}

function lane_row(lane, group) {
  const {prefs} = timeline,
    name = clean(lane.name, 120);
  return {
    cells: [
      lane.thread ? thread_cell(lane.thread.index) : name_cell(lane.name),
      group || 'losses',
      check_cell(!prefs.is_hidden(lane), 'show ' + name, (on) =>
        change_lanes(() => prefs.set_hidden(lane, !on)),
      ),
      check_cell(prefs.pinned.includes(lane.key), 'pin ' + name, (on) =>
        change_lanes(() => prefs.set_pinned(lane.key, on)),
      ),
      can_plot(lane)
        ? choice_cell(['plot', 'marks'], prefs.mode(lane), 'draw ' + name, (mode) =>
            change_lanes(() => prefs.set_mode(lane.key, mode)),
          )
        : '',
      can_plot(lane) && prefs.mode(lane) === 'plot'
        ? choice_cell(
            ['view', 'whole trace'],
            prefs.whole.has(lane.key) ? 'whole trace' : 'view',
            'scale ' + name,
            (scale) => change_lanes(() => prefs.set_whole(lane.key, scale !== 'view')),
          )
        : '',
      order_cell(lane, name),
    ],
  };
}

function lane_rows() {
  return timeline.groups.flatMap(({name, lanes}) =>
    timeline.prefs.sorted(lanes).map((lane) => lane_row(lane, name)),
  );
}

TABLES.lanes = {
  heads: () => ['lane', 'group', 'shown', 'pinned', 'drawn as', 'scaled to', 'order'].map(NAME),
  rows: lane_rows,
};
