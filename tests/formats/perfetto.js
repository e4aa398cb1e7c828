// SPDX-License-Identifier: Apache-2.0
// Runs SQL over a trace file in Perfetto's own trace processor, offline.
//
//     node perfetto.js UI_DIR TRACE SQL...
//
// UI_DIR has engine_bundle.js and trace_processor.wasm of a release. The bundle expects to be a Web
// Worker, so it runs, unmodified, in a context with the parts of one that it uses. The interface is
// its protobuf messages (perfetto/trace_processor/trace_processor.proto). Prints a JSON array: for
// each SQL statement an array of row objects.
// 64-bit integers beyond 2^53 are printed as strings.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

// --- the few protobuf shapes needed --------------------------------------------------------------

const VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5;

function varint(value) {
  const bytes = [];
  for (let v = BigInt(value); ; v >>= 7n) {
    if (v < 128n) return Buffer.from([...bytes, Number(v)]);
    bytes.push(Number(v & 127n) | 128);
  }
}

function field(number, value) {
  if (typeof value === 'number')
    return Buffer.concat([varint(number << 3 | VARINT), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number << 3 | BYTES), varint(bytes.length), bytes]);
}

function readVarint(buffer, at) {
  let value = 0n, shift = 0n;
  for (;;) {
    const byte = buffer[at.position++];
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
    shift += 7n;
  }
}

function* fields(buffer) {
  for (const at = {position: 0}; at.position < buffer.length;) {
    const key = Number(readVarint(buffer, at));
    const number = key >> 3;
    if ((key & 7) === VARINT) {
      yield [number, readVarint(buffer, at)];
      continue;
    }
    const size = {[FIXED64]: 8, [FIXED32]: 4}[key & 7] ?? Number(readVarint(buffer, at));
    yield [number, buffer.subarray(at.position, at.position += size)];
  }
}

const APPEND = 1, FINALIZE = 2, QUERY = 3;  // TraceProcessorRpc.request
const MSG = 1, SEQ = 1, REQUEST = 2, INVALID = 4, FATAL = 5, DATA = 101, ARGS = 103;
const APPENDED = 201, RESULT = 203;

// --- a Web Worker, as far as the bundle looks ----------------------------------------------------

async function startEngine(ui) {
  const context = vm.createContext(
      {console, URL, TextDecoder, TextEncoder, performance, setTimeout, clearTimeout});
  context.self = context;
  context.location = {href: 'https://localhost/'};
  context.WorkerGlobalScope = function () {};
  context.XMLHttpRequest = class {
    open(method, url) { this.file = path.join(ui, path.basename(url)); }
    send() { this.response = fs.readFileSync(this.file); this.status = 200; }
  };
  vm.runInContext(fs.readFileSync(path.join(ui, 'engine_bundle.js'), 'utf8'), context);
  // Bytes must be of the context's own Uint8Array to be accepted.
  const toContext = vm.runInContext('(bytes) => new Uint8Array(bytes)', context);
  const replies = [];
  const port = {postMessage: (bytes) => replies.push(Buffer.from(bytes))};
  context.onmessage({data: port});
  await new Promise((done) => setTimeout(done, 0));  // the runtime announces itself

  let sequence = 0;
  return (request, ...args) => {
    const message = Buffer.concat([field(SEQ, ++sequence), field(REQUEST, request), ...args]);
    port.onmessage({data: toContext(field(MSG, message))});
    const answers = [];
    for (const [, answer] of fields(Buffer.concat(replies.splice(0)))) {
      for (const [number, value] of fields(answer)) {
        if (number === FATAL || number === INVALID) throw new Error(`trace processor: ${value}`);
        if (number === APPENDED || number === RESULT) answers.push(value);
      }
    }
    return answers;
  };
}

// --- queries -------------------------------------------------------------------------------------

function load(engine, file) {
  const data = fs.readFileSync(file);
  const chunk = 16 << 20;
  for (let i = 0; i < data.length; i += chunk) {
    for (const answer of engine(APPEND, field(DATA, data.subarray(i, i + chunk)))) {
      for (const [number, value] of fields(answer)) {
        if (number === 2) throw new Error(`${file}: ${value}`);
      }
    }
  }
  engine(FINALIZE);
}

const cellReaders = {
  1: () => null,
  2: (batch) => {
    const value = BigInt.asIntN(64, readVarint(batch.varints, batch.varintAt));
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  },
  3: (batch) => batch.floats.readDoubleLE((batch.floatCount++) * 8),
  4: (batch) => batch.strings[batch.stringCount++],
  5: (batch) => batch.blobs[batch.blobCount++].toString('hex'),
};

function query(engine, sql) {
  const columns = [], rows = [];
  let row = [];
  for (const result of engine(QUERY, field(ARGS, field(1, sql)))) {
    for (const [number, value] of fields(result)) {
      if (number === 1) columns.push(value.toString());
      if (number === 2) throw new Error(`${value}`);
      if (number !== 3) continue;
      const batch = {varints: Buffer.alloc(0), varintAt: {position: 0},
                     floats: Buffer.alloc(0), floatCount: 0,
                     strings: [], stringCount: 0, blobs: [], blobCount: 0};
      let cells = Buffer.alloc(0);
      for (const [part, bytes] of fields(value)) {
        if (part === 1) cells = bytes;
        if (part === 2) batch.varints = bytes;
        if (part === 3) batch.floats = bytes;
        if (part === 4) batch.blobs.push(bytes);
        if (part === 5) batch.strings = bytes.toString().split('\0');
      }
      for (const cell of cells) {
        row.push(cellReaders[cell](batch));
        if (row.length === columns.length) {
          rows.push(Object.fromEntries(columns.map((name, i) => [name, row[i]])));
          row = [];
        }
      }
    }
  }
  return rows;
}

async function main([ui, file, ...statements]) {
  const engine = await startEngine(ui);
  load(engine, file);
  process.stdout.write(JSON.stringify(statements.map((sql) => query(engine, sql))) + '\n');
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`perfetto.js: ${error.message}\n`);
  process.exit(1);
});
