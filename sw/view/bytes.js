// SPDX-License-Identifier: Apache-2.0
// The packed bytes of view_pack.c: their numbers, and how to read them.

const DEFINE = {
  HEAD: 1,
  THREAD: 2,
  SERIES: 3,
  TEMPLATE: 4,
  THREAD_NAME: 5,
  SERIES_NAME: 6,
  VALUE_NAME: 7,
  OBJECT: 8,
  ORIGIN: 9,
};
const KIND = {
  INSTANT: 0,
  SWITCH: 1,
  ISR_ENTER: 2,
  ISR_EXIT: 3,
  COUNTER: 4,
  BEGIN: 5,
  END: 6,
  COMPLETE: 7,
  ASYNC_BEGIN: 8,
  ASYNC_INSTANT: 9,
  ASYNC_END: 10,
  FLOW_BEGIN: 11,
  FLOW_STEP: 12,
  FLOW_END: 13,
  WAKEUP: 14,
  LOG: 15,
  LOSS: 16,
};
const KIND_NAMES = [
  'event',
  'switch',
  'enter',
  'exit',
  'counter',
  'begin',
  'end',
  'duration',
  'async begin',
  'async instant',
  'async end',
  'flow begin',
  'flow step',
  'flow end',
  'wakeup',
  'log',
  'loss',
];
const ARG = {NULL: 0, BOOL: 1, INT: 2, UINT: 3, FLOAT: 4, TEXT: 5, POINTER: 6, OBJECT: 7, BYTES: 8};
const CLASSES = ['USER', 'COM', 'SYS', 'NONE'];
const STATES = ['', 'new', 'running', 'suspended', 'blocked', 'dying', 'dead'];
// Why a thread does not run, by the state in which it left its hart.
const WAITS = {2: 'ready', 3: 'blocked', 4: 'blocked'};
const OBJECT_PROCESS = 1;
const SPACE_WEIR = 1;
const NO_THREAD = 1,
  FIRST_THREAD = 2; // index 0: unknown
const NO_NUMBERS = [];
const STRIDE = 64; // events between two positions where decoding of values can begin
const text_decoder = new TextDecoder();

class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get more() {
    return this.at < this.bytes.length;
  }

  // A number; the nearest double beyond 2^53.
  number() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127,
      factor = 128;
    do {
      byte = bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  }

  big() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 127) << shift;
      if (!(byte >= 128)) return value;
    }
  }

  signed_big() {
    const value = this.big();
    return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
  }

  piece(size) {
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  text() {
    return text_decoder.decode(this.piece(this.number()));
  }

  float() {
    this.at += 8;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at - 8, 8).getFloat64(
      0,
      true,
    );
  }

  // The number of an argument; NaN if it is not a number.
  argument(type) {
    switch (type) {
      case ARG.NULL:
        return NaN;
      case ARG.INT:
        return Number(this.signed_big());
      case ARG.FLOAT:
        return this.float();
      case ARG.TEXT:
      case ARG.BYTES:
        this.piece(this.number());
        return NaN;
      default:
        return this.number();
    }
  }

  // The exact value of an argument: a number, BigInt, or text.
  exact(type) {
    switch (type) {
      case ARG.NULL:
        return '';
      case ARG.BOOL:
        return this.number() ? 'true' : 'false';
      case ARG.INT:
        return this.signed_big();
      case ARG.FLOAT:
        return this.float();
      case ARG.TEXT:
        return this.text();
      case ARG.BYTES:
        return Array.from(this.piece(this.number()), (o) => o.toString(16).padStart(2, '0')).join(
          ' ',
        );
      case ARG.POINTER:
      case ARG.OBJECT:
        return '0x' + this.big().toString(16);
      default:
        return this.big();
    }
  }
}

function base64_bytes(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpack(base64) {
  const bytes = base64_bytes(base64),
    stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
