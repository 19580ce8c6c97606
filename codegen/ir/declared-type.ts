import type { Column } from './row-function.js';

/** Returns a column's type as a description declares it: `nullable(timestamp('us', 'UTC'))`. */
export function declaredType(
  column: Pick<Column, 'type' | 'nullable' | 'timezone' | 'element' | 'presence' | 'required' | 'window'>,
): string {
  return column.nullable && !column.required ? `nullable(${presentType(column)})` : presentType(column);
}

/** Returns the declared type without `nullable`. */
export function presentType({
  type,
  timezone,
  element,
  presence,
  window,
}: Pick<Column, 'type' | 'timezone' | 'element' | 'presence' | 'window'>): string {
  if (presence) return 'struct({ … })';
  if (element && window) return `windows of ${declaredType(element)}`;
  if (element) return `list(${declaredType(element)})`;
  if (type === 'dictionary') return 'dictionary(utf8)';
  const unit = /^timestamp\[(\w+)\]$/.exec(type)?.[1];
  if (unit === undefined) return type;
  return `timestamp('${unit}'${timezone === undefined ? '' : `, '${timezone}'`})`;
}
