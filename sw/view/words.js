// SPDX-License-Identifier: Apache-2.0
// Names, times and events as text.

// 12 345
function grouped(n) {
  return n.toLocaleString('en').replaceAll(',', '\u202f');
}

// A value in a few characters: 42, 1.621e9.
function short_number(n) {
  if (!Number.isFinite(n)) return '';
  return Math.abs(n) >= 1e6 || n !== Math.round(n)
    ? n.toPrecision(4).replace(/e\+?/, 'e')
    : String(n);
}

class Words {
  thread_name(index) {
    const thread = this.threads[index];
    if (!thread || !index) return '?';
    if (index === NO_THREAD) return 'idle';
    return thread.name || '0x' + thread.number.toString(16);
  }

  idle(index) {
    return index === NO_THREAD || /^idle/i.test(this.threads[index].name);
  }

  series_name(series) {
    if (series.kind === KIND.ISR_ENTER)
      return (
        (series.id >= 2 ** 31 ? 'interrupt ' : 'trap ') +
        (series.id % 2 ** 31) +
        (series.name ? ' ' + series.name : '')
      );
    if (series.space === 0)
      return (
        (series.category && series.name ? series.category + ':' : series.category) +
        (series.name || (series.category ? '' : KIND_NAMES[series.kind]))
      );
    return (
      series.name || [CLASSES[series.class], 'ThreadX', 'RKH'][series.space - 1] + ' ' + series.id
    );
  }

  // One line of text about an event, for lists and tips.
  describe(index) {
    const template = this.templates[this.template.data[index]],
      series = template.series;
    const {prefix, args} = this.decode_event(index);
    switch (template.kind) {
      case KIND.SWITCH:
        return (
          '→ ' +
          this.thread_name(this.thread.data[index]) +
          (prefix[1] ? ' (' + this.thread_name(prefix[0]) + ' ' + STATES[prefix[1]] + ')' : '')
        );
      case KIND.ISR_ENTER:
        return this.series_name(series) + ' enters';
      case KIND.ISR_EXIT:
        return 'return from trap or interrupt';
      case KIND.LOSS:
        return this.describe_loss(this.loss_of(index));
    }
    const names = this.value_names.get(series.space + ',' + series.id);
    const values = args.map(([name, value]) => {
      const whose = args.length === 1 ? this.object_named(series, value) : undefined;
      if (whose) return '= ' + whose;
      const label = names && typeof value === 'bigint' ? names.get(Number(value)) : undefined;
      return (
        (name && name !== 'value' ? name + ' = ' : args.length === 1 ? '= ' : '') +
        value +
        (label === undefined ? '' : ' (' + label + ')')
      );
    });
    const kind =
      template.kind === KIND.INSTANT ||
      template.kind === KIND.COUNTER ||
      template.kind === KIND.COMPLETE
        ? ''
        : KIND_NAMES[template.kind] + ' ';
    return kind + this.series_name(series) + (values.length ? ' ' + values.join(', ') : '');
  }

  // The name of the thread or object that the value of an event of an RTOS's glue is (weir_rtos.h).
  object_named({space, id}, value) {
    const of_object = (id >= 0x4110 && id <= 0x418f) || (id >= 0x41b0 && id <= 0x41bf),
      of_thread = id >= 0xc110 && id <= 0xc117 && id !== 0xc115,
      of_timer = id === 0xc123 || id === 0xc125 || id === 0xc126;
    if (space !== 1 || typeof value !== 'bigint' || !(of_object || of_thread || of_timer)) return;
    const thread = this.threads[this.numbers.get(Number(value))];
    if (thread && thread.name) return thread.name;
    return this.object_names.get(Number(value));
  }

  describe_loss(loss) {
    const counts = loss.count
      .map((count, i) => (count ? count + ' ' + CLASSES[i] : ''))
      .filter((t) => t);
    const reasons = DROP_REASONS.filter((_, i) => (loss.cause >> i) & 1);
    return (
      'lost ' +
      (counts.join(', ') || 'some') +
      (loss.counted ? '' : ' and more') +
      (reasons.length ? ' (' + reasons.join(', ') + ')' : '')
    );
  }

  // --- readable times ---

  // "12.3456 ms": with enough digits to distinguish times `resolution` ticks apart.
  show(ticks, resolution = 1) {
    if (!this.tick) return grouped(Math.round(ticks)) + ' ticks';
    const seconds = ticks * this.tick,
      size = Math.abs(seconds);
    const [unit, scale] =
      size >= 1 || !size
        ? ['s', 1]
        : size >= 1e-3
          ? ['ms', 1e3]
          : size >= 1e-6
            ? ['µs', 1e6]
            : size >= 1e-9
              ? ['ns', 1e9]
              : ['ps', 1e12];
    const digits = Math.max(
      0,
      Math.min(9, Math.ceil(-Math.log10(resolution * this.tick * scale) - 1e-9)),
    );
    return (seconds * scale).toFixed(digits) + ' ' + unit;
  }

  // Three digits, for tables.
  brief(ticks) {
    if (!this.tick) return ticks === Math.round(ticks) ? String(ticks) : ticks.toFixed(1);
    if (!ticks) return '0';
    const size = Math.abs(ticks * this.tick) / 0.9995;
    const [unit, scale] =
      size >= 1
        ? ['s', 1]
        : size >= 1e-3
          ? ['ms', 1e3]
          : size >= 1e-6
            ? ['µs', 1e6]
            : size >= 1e-9
              ? ['ns', 1e9]
              : ['ps', 1e12];
    const value = ticks * this.tick * scale;
    return (
      (Math.abs(value) >= 99.95
        ? value.toFixed(0)
        : Math.abs(value) >= 9.995
          ? value.toFixed(1)
          : value.toFixed(2)) +
      ' ' +
      unit
    );
  }
}
