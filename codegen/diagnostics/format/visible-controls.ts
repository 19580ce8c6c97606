/**
 * Source text on a terminal must not be able to command it: control characters become their pictures (U+2400 and
 * following), one column each, so that carets still stand under the right character.
 */
export function visibleControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, (control) => {
    const unit = control.charCodeAt(0);
    return unit < 0x20 ? String.fromCharCode(0x2400 + unit) : unit === 0x7f ? '\u2421' : '\ufffd';
  });
}
