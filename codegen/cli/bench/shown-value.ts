/** Formats a JSON value for a message. Arrays and objects may be as large as the file, so their contents are left out. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON.parse has rounded it.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return `about ${value}`;
  if (typeof value === 'string' && value.length > 80) return `${JSON.stringify(value.slice(0, 80))}…`;
  return JSON.stringify(value);
}
