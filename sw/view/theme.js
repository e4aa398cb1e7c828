// SPDX-License-Identifier: Apache-2.0
// Colours, fonts, and what draws without knowing the trace.

const THEMES = {
  light: {
    page: '#ffffff',
    band: '#f6f8fa',
    line: '#e3e7ec',
    grid: '#eef1f4',
    text: '#1f2530',
    faint: '#697386',
    strong: '#0b5fce',
    idle: '#d5dae1',
    isr: '#525c6b',
    loss: '#c0262c',
    select: '#0b5fce',
    hit: '#b0129c',
    note: '#f2c94c',
    threads: [
      '#0072b2',
      '#e69f00',
      '#009e73',
      '#cc6599',
      '#56b4e9',
      '#d55e00',
      '#8a63c9',
      '#7f8c1d',
    ],
  },
  dark: {
    page: '#12161c',
    band: '#181d25',
    line: '#2b323d',
    grid: '#1f252e',
    text: '#e6eaf0',
    faint: '#8f9aab',
    strong: '#6cb0ff',
    idle: '#39424f',
    isr: '#aab4c3',
    loss: '#ff6b6b',
    select: '#6cb0ff',
    hit: '#ff7be9',
    note: '#c9a227',
    threads: [
      '#3f9fe0',
      '#f0b429',
      '#2dc99a',
      '#e88fbd',
      '#8fd3ff',
      '#ff8142',
      '#b39af0',
      '#bcc951',
    ],
  },
};
const FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif';
const AXIS = 28;

// A text that is safe to display: makes invisible characters and direction controls visible.
function clean(text, max = 200) {
  let out = '';
  for (const c of text) {
    const code = c.codePointAt(0);
    if (code < 32) out += String.fromCharCode(0x2400 + code);
    else if (code === 127) out += '\u2421';
    else if (
      (code >= 0x80 && code < 0xa0) ||
      code === 0xad ||
      code === 0x61c ||
      (code >= 0x200b && code <= 0x200f) ||
      (code >= 0x2028 && code <= 0x202e) ||
      (code >= 0x2060 && code <= 0x206f) ||
      code === 0xfeff ||
      (code >= 0xfff9 && code <= 0xfffb) ||
      code >= 0xe0000
    )
      out += '\\u{' + code.toString(16) + '}';
    else out += c;
    if (out.length > max) return out.slice(0, max) + '…';
  }
  return out;
}

// The colour of text on a background: light or dark.
function ink(color) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? '#10141a' : '#ffffff';
}

// A round step for an axis: 1, 2 or 5 times a power of ten, not below `min`.
function round_step(min) {
  const power = 10 ** Math.floor(Math.log10(min));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= min * 0.999999);
}

// Single columns of pixels, of all lanes in one picture: a shape for each pixel, or a picture for
// each lane, would be too slow.
class Layer {
  constructor() {
    this.width = this.tall = this.scale = 0;
    this.used = false;
  }

  begin(width, height, scale) {
    width = Math.max(1, Math.ceil(width));
    const tall = Math.max(1, Math.ceil(height * scale));
    this.scale = scale;
    this.height = tall / scale;
    if (width !== this.width || tall !== this.tall) {
      this.width = width;
      this.tall = tall;
      this.picture = new ImageData(width, tall);
      this.pixels = new Uint32Array(this.picture.data.buffer);
      this.canvas = new OffscreenCanvas(width, tall);
    } else if (this.used) {
      this.pixels.fill(0);
    }
    this.used = false;
  }

  static color(hex) {
    return (
      ((255 << 24) |
        (parseInt(hex.slice(5, 7), 16) << 16) |
        (parseInt(hex.slice(3, 5), 16) << 8) |
        parseInt(hex.slice(1, 3), 16)) >>>
      0
    );
  }

  // Fills column x from top to bottom; at least one pixel.
  fill(x, top, bottom, color) {
    const from = Math.max(0, Math.round(top * this.scale)),
      to = Math.min(this.tall, Math.max(from + 1, Math.round(bottom * this.scale)));
    for (let y = from, at = from * this.width + x; y < to; y++, at += this.width)
      this.pixels[at] = color;
    this.used = true;
  }

  draw(c, x) {
    if (!this.used) return;
    this.canvas.getContext('2d').putImageData(this.picture, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(this.canvas, x, 0, this.width, this.height);
  }
}
