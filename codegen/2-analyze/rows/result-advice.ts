import { type Column, isText } from '../../ir/row-function.js';
import { isBytes, type Type } from '../../ir/type.js';

/** Suggests how to convert a result to the type of its column. */
export function resultAdvice(column: Column, { core, ...type }: Type): string {
  const other = 'or declare another type in `output`.';
  if (core.kind === 'array') {
    return isBytes({ core, ...type })
      ? `Return something that is computed from the bytes, ${other}`
      : "Return one value, such as `words.join(',')`, or declare a list in `output`: `list(utf8)`.";
  }
  if (isText(column)) return `Convert it, \`String(x)\`, ${other}`;
  if (column.type === 'bool') return `Return a comparison, such as \`x > 0\` or \`s !== ''\`, ${other}`;
  const isBig = ['int64', 'uint64', 'timestamp[us]', 'timestamp[ns]'].includes(column.type);
  if (isBig && (core.kind === 'number' || core.kind === 'string')) return `Convert it, \`BigInt(x)\`, ${other}`;
  const isNumber = column.type !== 'binary' && column.type !== 'largeBinary';
  return isNumber && !isBig
    ? `Convert it, \`Number(x)\`, ${other}`
    : 'Change the value, or the column type in `output`.';
}
