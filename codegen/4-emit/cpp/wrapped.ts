/** The columns of generated code, beyond which lists go on in the next line. */
export const widest = 120;

/** Returns a list between its beginning and its end, on one line or, if it is too long, on several. */
export function wrapped(before: string, items: readonly string[], after: string, indent: string): string {
  const line = `${indent}${before}${items.join(', ')}${after}`;
  if (line.length <= widest) return line;
  return `${indent}${before.trimEnd()}\n${filled(items, ', ', `${indent}    `)}${after}`;
}

/** Returns a list in lines that begin alike, each as long as possible. */
export function filled(items: readonly string[], separator: string, start: string): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const longer = `${last}${separator}${item}`;
    if (last === undefined || longer.length > widest) lines.push(`${start}${item}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`${separator.trimEnd()}\n`);
}
