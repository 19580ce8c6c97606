/** The time value of a `Date`, of whatever realm; anything else as it is. */
export function timeValue(value: unknown): unknown {
  return isDate(value) ? value.getTime() : value;
}

export function isDate(value: unknown): value is Date {
  return typeof value === 'object' && Object.prototype.toString.call(value) === '[object Date]';
}
