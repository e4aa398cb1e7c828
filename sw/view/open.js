// SPDX-License-Identifier: Apache-2.0
// The page without a trace (make viewer): opens files that are dropped on it, with the readers
// of the command as WebAssembly. Nothing leaves the page.

// What the readers need of a system (WASI): text to stderr, and nothing else.
class System {
  constructor() {
    this.text = '';
    const fail = 52; // not supported
    const calls = {
      fd_write: (fd, vectors, count, written) => this.write(vectors, count, written),
      proc_exit: (code) => {
        throw new Error(this.text.trim() || 'the readers ended with code ' + code);
      },
      environ_sizes_get: (count, size) => {
        this.view.setUint32(count, 0, true);
        this.view.setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_close: () => 0,
    };
    this.imports = new Proxy(calls, {get: (known, name) => known[name] || (() => fail)});
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  write(vectors, count, written) {
    let size = 0;
    for (let i = 0; i < count; i++) {
      const at = this.view.getUint32(vectors + 8 * i, true),
        bytes = this.view.getUint32(vectors + 8 * i + 4, true);
      this.text += text_decoder.decode(new Uint8Array(this.memory.buffer, at, bytes));
      size += bytes;
    }
    this.view.setUint32(written, size, true);
    return 0;
  }
}

async function start_readers() {
  const text = document.querySelector('script[type="weir/open"]').textContent,
    system = new System(),
    module = await WebAssembly.compile(base64_bytes(text)),
    imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module))
    (imports[from] ||= {})[name] = system.imports[name];
  const {exports} = await WebAssembly.instantiate(module, imports);
  system.memory = exports.memory;
  exports._initialize();
  return {...exports, system};
}

function put_text(readers, text) {
  const bytes = new TextEncoder().encode(text),
    at = readers.open_text(bytes.length);
  new Uint8Array(readers.memory.buffer).set([...bytes, 0], at);
  return at;
}

// Reads the files into the trace. Returns what the readers report.
async function read_files(list, unit) {
  const readers = await start_readers();
  for (const file of list) {
    const bytes = new Uint8Array(await file.arrayBuffer()),
      at = readers.open_file(put_text(readers, file.name), bytes.length);
    if (!at) throw new Error(file.name + ' is too large for the memory of a page');
    new Uint8Array(readers.memory.buffer).set(bytes, at);
  }
  const report = () => readers.system.text.trim();
  if (readers.open_begin(put_text(readers, unit))) throw new Error(report());
  for (let at; (at = readers.open_block()); ) {
    const size = readers.open_block_size();
    trace.add_block(new Uint8Array(readers.memory.buffer).slice(at, at + size));
    $('loading-text').textContent = 'Reading the trace: ' + grouped(trace.length) + ' events';
    await new Promise((resolve) => setTimeout(resolve));
  }
  readers.open_end();
  return report();
}

// Waits for files that are dropped or chosen.
function choose_files() {
  const input = element('input', {type: 'file', multiple: true, id: 'files'}),
    unit = element('input', {
      id: 'unit',
      size: 8,
      placeholder: '10ns',
      ariaLabel: 'Tick of a stream without a head',
    });
  $('loading').className = 'open';
  $('loading-text').replaceChildren(
    element('b', {textContent: 'Drop a trace here'}),
    element('span', {
      textContent:
        'flux, FXT, TXTB or RKH; several files become one. ' +
        'They stay in this page: nothing is sent.',
    }),
    input,
    element('label', {textContent: 'a stream without a head: its tick '}, unit),
  );
  $('progress').hidden = true;
  return new Promise((resolve) => {
    input.onchange = () => input.files.length && resolve([[...input.files], unit.value.trim()]);
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length)
        resolve([[...event.dataTransfer.files], unit.value.trim()]);
    });
  });
}

async function open_files() {
  set_theme();
  const [list, unit] = await choose_files();
  $('loading').className = '';
  $('loading-text').textContent = 'Reading the trace';
  const report = await read_files(list, unit);
  listen();
  show_page();
  if (report) show_report(report);
}

// Problems, and what was left out.
function show_report(report) {
  const lines = report.split('\n').map((line) => line.replace(/^weir: /, ''));
  $('facts').prepend(
    element('button', {
      id: 'report',
      textContent:
        lines.length === 1 ? '1 note of the reader' : lines.length + ' notes of the reader',
      title: lines.join('\n'),
      onclick: () => alert(lines.join('\n')),
    }),
    ' ',
  );
}
