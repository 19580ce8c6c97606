import { isDate } from './time-value.js';

const limit = 80;

/** A value as an error message shows it: one line, at most about 80 characters. */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      // Cut before quoting: quoting a text of megabytes to show its start would be waste.
      return value.length > limit ? `${JSON.stringify(value.slice(0, limit))}…` : JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return cut(`${value}n`);
    case 'object':
      return value === null ? 'null' : cut(showObject(value));
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
}

/** What kind of JavaScript value it is, for messages that leave the value out. */
export function showKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (ArrayBuffer.isView(value)) return value.constructor.name;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function showObject(value: object): string {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString();
  if (ArrayBuffer.isView(value))
    return `${showKind(value)} [${[...(value as Uint8Array).subarray(0, limit)].join(', ')}]`;
  if (Array.isArray(value)) return `[${value.slice(0, limit).map(showValue).join(', ')}]`;
  const parts: string[] = [];
  for (const [key, part] of Object.entries(value)) parts.push(`${JSON.stringify(key)}: ${showValue(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function cut(text: string): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
