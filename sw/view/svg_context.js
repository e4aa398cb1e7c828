// SPDX-License-Identifier: Apache-2.0
// As much of a canvas context as the drawing uses, written as SVG.

function svg_number(n) {
  return String(Math.round(n * 100) / 100);
}

class SvgContext {
  constructor(width, height, scale) {
    this.scale = scale; // pixels of a pattern in one unit
    this.page = document.implementation.createDocument(SVG, 'svg'); // loads nothing
    this.root = this.make('svg', {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    });
    this.defs = this.make('defs', {});
    this.root.append(this.defs);
    this.node = this.root;
    this.ids = 0;
    this.stack = [];
    this.path = '';
    this.ruler = new OffscreenCanvas(1, 1).getContext('2d');
    this.fillStyle = this.strokeStyle = '#000000';
    this.lineWidth = this.globalAlpha = 1;
    this.font = '10px sans-serif';
    this.textAlign = 'left';
    this.textBaseline = 'alphabetic';
    this.dash = [];
  }

  make(name, attributes, ...children) {
    const e = this.page.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  }

  get text() {
    return new XMLSerializer().serializeToString(this.root);
  }

  static STATE = [
    'node',
    'fillStyle',
    'strokeStyle',
    'lineWidth',
    'globalAlpha',
    'font',
    'textAlign',
    'textBaseline',
    'dash',
  ];

  save() {
    this.stack.push(SvgContext.STATE.map((name) => this[name]));
  }

  restore() {
    const state = this.stack.pop();
    SvgContext.STATE.forEach((name, i) => (this[name] = state[i]));
  }

  setTransform() {}

  add(name, attributes, ...children) {
    if (this.globalAlpha < 1) attributes.opacity = svg_number(this.globalAlpha);
    this.node.append(svg(name, attributes, ...children));
  }

  paint(style) {
    return typeof style === 'string' ? style : `url(#${style.id})`;
  }

  // --- paths ---

  beginPath() {
    this.path = '';
  }

  step(letter, ...numbers) {
    this.path += letter + numbers.map(svg_number).join(' ');
  }

  moveTo(x, y) {
    this.step('M', x, y);
  }

  lineTo(x, y) {
    this.step(this.path ? 'L' : 'M', x, y);
  }

  bezierCurveTo(...numbers) {
    this.step('C', ...numbers);
  }

  rect(x, y, width, height) {
    this.step('M', x, y);
    this.step('h', width);
    this.step('v', height);
    this.step('h', -width);
    this.path += 'z';
  }

  // radius: one, or those of the four corners.
  roundRect(x, y, width, height, radius) {
    const most = Math.min(Math.abs(width), Math.abs(height)) / 2;
    const [a, b, c, d] = (Array.isArray(radius) ? radius : [radius, radius, radius, radius]).map(
      (r) => Math.min(r, most),
    );
    const corner = (r, dx, dy) => this.step('a', r, r, 0, 0, 1, dx, dy);
    this.step('M', x + a, y);
    this.step('H', x + width - b);
    corner(b, b, b);
    this.step('V', y + height - c);
    corner(c, -c, c);
    this.step('H', x + d);
    corner(d, -d, -d);
    this.step('V', y + a);
    corner(a, a, -a);
  }

  // Whole circles only.
  arc(x, y, r) {
    this.step('M', x - r, y);
    this.step('a', r, r, 0, 1, 1, 2 * r, 0);
    this.step('a', r, r, 0, 1, 1, -2 * r, 0);
  }

  fill() {
    this.add('path', {d: this.path, fill: this.paint(this.fillStyle)});
  }

  stroke() {
    this.add('path', {
      d: this.path,
      fill: 'none',
      stroke: this.paint(this.strokeStyle),
      'stroke-width': svg_number(this.lineWidth),
      'stroke-dasharray': this.dash.join(' ') || 'none',
    });
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  clip() {
    const id = 'clip' + this.ids++,
      inside = this.make('g', {'clip-path': `url(#${id})`});
    this.defs.append(this.make('clipPath', {id}, this.make('path', {d: this.path})));
    this.node.append(inside);
    this.node = inside;
  }

  box(name, x, y, width, height, style) {
    this.add(name, {
      x: svg_number(x),
      y: svg_number(y),
      width: svg_number(Math.max(0, width)),
      height: svg_number(Math.max(0, height)),
      ...style,
    });
  }

  fillRect(x, y, width, height) {
    if (width < 0) [x, width] = [x + width, -width];
    this.box('rect', x, y, width, height, {fill: this.paint(this.fillStyle)});
  }

  strokeRect(x, y, width, height) {
    this.box('rect', x, y, width, height, {
      fill: 'none',
      stroke: this.paint(this.strokeStyle),
      'stroke-width': svg_number(this.lineWidth),
    });
  }

  // --- texts and pictures ---

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  fillText(text, x, y) {
    const anchors = {left: 'start', center: 'middle', right: 'end'};
    this.add(
      'text',
      {
        x: svg_number(x),
        y: svg_number(y),
        fill: this.paint(this.fillStyle),
        style: 'font: ' + this.font,
        'text-anchor': anchors[this.textAlign],
        dy: '0.35em',
      },
      text,
    );
  }

  data_of(picture) {
    const canvas = element('canvas', {width: picture.width, height: picture.height});
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL();
  }

  drawImage(picture, x, y, width, height) {
    this.box('image', x, y, width, height, {
      href: this.data_of(picture),
      preserveAspectRatio: 'none',
      style: 'image-rendering: pixelated',
    });
  }

  createPattern(tile) {
    const id = 'pattern' + this.ids++,
      size = svg_number(tile.width / this.scale);
    this.defs.append(
      svg(
        'pattern',
        {id, width: size, height: size, patternUnits: 'userSpaceOnUse'},
        this.make('image', {href: this.data_of(tile), width: size, height: size}),
      ),
    );
    return {id, setTransform() {}};
  }
}
