// SPDX-License-Identifier: Apache-2.0
// Two spans compared: the selection with a reference. Each number of a table says how it
// differs.

// "+12 %", "same", "new"; '' if it has no sense.
function difference(now, before) {
  if (typeof now !== 'number' || typeof before !== 'number') return '';
  if (!Number.isFinite(now) || !Number.isFinite(before)) return '';
  if (!before && now) return 'new';
  const percent = (100 * (now - before)) / Math.abs(before),
    digits = Math.abs(percent) < 10 ? 1 : 0;
  if (now === before || Math.abs(percent) < 0.05) return 'same';
  return (percent > 0 ? '+' : '−') + Math.abs(percent).toFixed(digits) + ' %';
}

function compared_cell(cell, before) {
  const text = difference(key_of(cell), before === undefined ? 0 : key_of(before));
  if (!text) return cell;
  const td = cell_node(cell, {});
  td.append(element('small', {textContent: text}));
  return {key: key_of(cell), show: td};
}

// Rows with what differs from the rows of the same id.
function compared_rows(rows, others) {
  const before = new Map(others.map((row) => [row.id, row.cells]));
  return rows.map((row) => {
    const old = before.get(row.id);
    return {
      ...row,
      cells: row.cells.map((cell, i) => (i ? compared_cell(cell, old && old[i]) : cell)),
    };
  });
}

function toggle_compare() {
  timeline.reference = timeline.reference ? null : timeline.select && [...span()];
  selected();
}

function show_compare() {
  const {reference, select} = timeline;
  $('compare').hidden = !reference && !select;
  $('compare').textContent = reference ? 'Stop comparing' : 'Keep to compare';
  if (reference)
    $('part').append(
      '; compared with ' +
        trace.show(reference[1] - reference[0]) +
        ' from ' +
        trace.show(reference[0] + Number(trace.origin)),
    );
}
