import { kindOf } from '../words.js';
import { isDate } from './time-value.js';
import { typedArrayName } from './typed-arrays.js';

const limit = 80;
/** The deepest level of objects that is shown. */
const mostLevels = 5;

/** Formats a value for an error message: one line, at most about 80 characters. A value that cannot be read is shown by its kind. */
export function showValue(value: unknown): string {
  try {
    return show(value, mostLevels);
  } catch {
    return kindOf(value);
  }
}

function show(value: unknown, levels: number): string {
  switch (typeof value) {
    case 'string':
      // Cut before quoting: quoting megabytes of text to show its start would be waste.
      return value.length > limit ? `${JSON.stringify(value.slice(0, limit))}…` : JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return cut(`${value}n`);
    case 'object':
      return value === null ? 'null' : cut(showObject(value, levels));
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
}

function showObject(value: object, levels: number): string {
  if (levels === 0) return '…';
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'an invalid Date' : value.toISOString();
  if (value instanceof DataView) return 'a DataView';
  if (ArrayBuffer.isView(value))
    return `${typedArrayName(value) ?? ''} [${[...(value as Uint8Array).subarray(0, limit)].join(', ')}]`;
  if (Array.isArray(value)) return `[${joined(value, (part) => show(part, levels - 1))}]`;
  const parts = joined(Object.entries(value), ([key, part]) => `${JSON.stringify(key)}: ${show(part, levels - 1)}`);
  return parts === '' ? '{}' : `{ ${parts} }`;
}

/** Joins parts until the text is as long as the limit. */
function joined<Part>(parts: readonly Part[], show: (part: Part) => string): string {
  let text = '';
  for (const [place, part] of parts.entries()) {
    if (text.length > limit) break;
    text += `${place > 0 ? ', ' : ''}${show(part)}`;
  }
  return text;
}

function cut(text: string): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
