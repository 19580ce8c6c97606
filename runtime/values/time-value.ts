/** Returns the time value of a `Date` of any realm, and any other value unchanged. */
export function timeValue(value: unknown): unknown {
  return isDate(value) ? Date.prototype.getTime.call(value) : value;
}

/** True for a `Date` of any realm. An object that only claims to be one has no time value. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null) return false;
  try {
    Date.prototype.getTime.call(value);
    return true;
  } catch {
    return false;
  }
}
