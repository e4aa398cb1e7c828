// SPDX-License-Identifier: Apache-2.0
// Bookmarks with notes: at a time, in the link, in a tab, and as flags on the time axis.

// "12.5:a text;99:" as [{t, text}], sorted. What cannot be read is left out.
function parse_notes(text) {
  return (text || '')
    .split(';')
    .map((part) => /^(-?\d+(?:\.\d+)?):(.*)$/s.exec(part))
    .filter((match) => match)
    .map(([, t, note]) => ({t: Number(t), text: decoded(note)}))
    .sort((a, b) => a.t - b.t);
}

// The characters of the link's own syntax are escaped by encodeURIComponent.
function notes_text(notes) {
  return notes
    .map(({t, text}) => Math.round(t * 1000) / 1000 + ':' + encodeURIComponent(text))
    .join(';');
}

// The note after or before a time; null if there is none.
function next_note(notes, t, step) {
  const sorted = step > 0 ? notes : [...notes].reverse();
  return sorted.find((note) => step * (note.t - t) > 1e-6) || null;
}

function change_notes(notes) {
  timeline.notes = notes.sort((a, b) => a.t - b.t);
  if (state.tab === 'notes') fill_table();
  moved();
}

// At the pointer, else at the chosen event, else in the middle.
function note_time() {
  if (timeline.pointer !== null) return timeline.pointer;
  if (timeline.chosen >= 0) return trace.time.data[timeline.chosen];
  return (timeline.from + timeline.to) / 2;
}

function add_note() {
  const note = {t: Math.round(inside_trace(note_time()) * 1000) / 1000, text: ''};
  change_notes([...timeline.notes, note]);
  open_note(note);
}

function open_note(note) {
  set_tab('notes');
  const field = $('table').querySelector(`input[data-note="${timeline.notes.indexOf(note)}"]`);
  if (field) field.focus();
}

function go_to_note(step) {
  const note = next_note(timeline.notes, state.at_note ?? (timeline.from + timeline.to) / 2, step);
  if (!note) return;
  state.at_note = note.t;
  reveal(note.t);
  announce('note ' + note.text);
}

function note_field(note, i) {
  const field = element('input', {value: note.text, placeholder: 'a note', ariaLabel: 'note'});
  field.dataset.note = i;
  field.addEventListener('input', () => {
    note.text = field.value;
    moved();
  });
  return {key: note.text, show: field};
}

TABLES.notes = {
  heads: () => [NAME('time'), NAME('note'), NAME('')],
  rows: () =>
    timeline.notes.map((note, i) => ({
      cells: [
        {key: note.t, show: trace.show(note.t + Number(trace.origin))},
        note_field(note, i),
        element('button', {
          textContent: 'Remove',
          onclick: () => change_notes(timeline.notes.filter((n) => n !== note)),
        }),
      ],
      act: () => reveal(note.t),
    })),
  none: 'No note yet. K sets one at the pointer, or at the chosen event.',
};
