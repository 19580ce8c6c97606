/** The time value of a `Date`, of whatever realm; anything else as it is. */
export function timeValue(value: unknown): unknown {
  return isDate(value) ? Date.prototype.getTime.call(value) : value;
}

/** What only says that it is one has no time. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null) return false;
  try {
    Date.prototype.getTime.call(value);
    return true;
  } catch {
    return false;
  }
}
