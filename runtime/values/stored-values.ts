import { dayMilliseconds, type NumberType } from '../../schema/column-types.js';

/** True if a column holds the value exactly. A float holds every number, rounded. Nulls are not considered. */
export function holds({ range, milliseconds = 1 }: NumberType, value: unknown): value is number | bigint {
  if (range === undefined) return typeof value === 'number';
  const [min, max] = range;
  if (typeof value !== typeof min) return false;
  const isWhole = typeof value === 'bigint' || (Number.isInteger(value) && (value as number) % milliseconds === 0);
  return isWhole && (value as number | bigint) >= min && (value as number | bigint) <= max;
}

/** Returns a stored value as a row function sees it. A time is the nearest number of milliseconds. */
export function fromStored({ milliseconds }: NumberType, stored: number | bigint | undefined): unknown {
  return milliseconds === undefined ? stored : Number(stored) * milliseconds;
}

/** Returns a value as its column stores it, if the column {@link holds} it. */
export function toStored({ milliseconds, width }: NumberType, value: number | bigint): number | bigint {
  if (milliseconds === undefined) return value;
  const units = Number(value) / milliseconds;
  return width === 8 ? BigInt(units) : units;
}

/** Returns advice for a value that a column does not hold; undefined if it is not even of the column's kind. */
export function fixOf({ range, milliseconds = 1 }: NumberType, value: unknown): string | undefined {
  if (typeof value !== typeof (range?.[0] ?? 0)) return undefined;
  return milliseconds === 1
    ? `Return a ${typeof value} that fits, or declare a wider column`
    : `Round it (Math.floor(time / ${milliseconds}) * ${milliseconds}), or declare timestamp('ms')`;
}

/** Describes the values that a column holds. */
export function describeValues({ range, milliseconds }: NumberType): string {
  if (range === undefined) return 'a number';
  const [min, max] = range;
  if (milliseconds !== undefined && milliseconds > 1) {
    const unit = milliseconds === dayMilliseconds ? 'days (in UTC)' : 'seconds';
    return `milliseconds of whole ${unit}, a multiple of ${milliseconds} from ${min} to ${max}`;
  }
  return `${typeof min === 'bigint' ? 'a bigint' : 'an integer'} from ${min} to ${max}`;
}
