/** Formats names for a message: `\`a\`, \`b\` and \`c\``. */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' and ');
}
