import { typedArrayName } from './input/borrowed-buffers.js';
import { isDate } from './time-value.js';

const limit = 80;
const deepest = 4;

/** A value as an error message shows it: one line, at most about 80 characters. */
export function showValue(value: unknown, depth = 0): string {
  switch (typeof value) {
    case 'string':
      // Cut before quoting: quoting a text of megabytes to show its start would be waste.
      return value.length > limit ? `${JSON.stringify(value.slice(0, limit))}…` : JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return cut(`${value}n`);
    case 'object':
      return value === null ? 'null' : cut(showObject(value, depth));
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
}

function showObject(value: object, depth: number): string {
  // Cyclic objects never end.
  if (depth > deepest) return '…';
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString();
  if (value instanceof DataView) return 'a DataView';
  if (ArrayBuffer.isView(value))
    return `${typedArrayName(value) ?? ''} [${[...(value as Uint8Array).subarray(0, limit)].join(', ')}]`;
  if (Array.isArray(value))
    return `[${value
      .slice(0, limit)
      .map((element) => showValue(element, depth + 1))
      .join(', ')}]`;
  const parts: string[] = [];
  for (const [key, part] of Object.entries(value)) parts.push(`${JSON.stringify(key)}: ${showValue(part, depth + 1)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function cut(text: string): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
