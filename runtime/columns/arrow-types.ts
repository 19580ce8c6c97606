import { DateUnit, Precision, TimeUnit, Type } from 'apache-arrow';
import type { ColumnTypeName, NumberTypeName, TimeTypeName } from '../../schema/column-types.js';
import type { DeclaredType } from '../../schema/columns.js';

/** An Arrow type of any copy of the library. Types are told by `typeId`, never by `instanceof`. */
export interface ArrowType {
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly precision?: number;
  /** The unit of dates and times. */
  readonly unit?: number;
  readonly timezone?: string | null | undefined;
  /** The type of a dictionary's values. */
  readonly dictionary?: ArrowType;
  /** The one child of a list, or the fields of a struct. */
  readonly children?: readonly { readonly name: string; readonly type: ArrowType; readonly nullable?: boolean }[];
}

/** Returns the declaration that matches an Arrow type; undefined if there is none. */
export function declaredType(arrow: ArrowType): DeclaredType | undefined {
  const [child] = arrow.typeId === Type.List ? (arrow.children ?? []) : [];
  if (child) {
    const element = declaredType(child.type);
    return element ? { type: 'list', element: { ...element, nullable: child.nullable ?? true } } : undefined;
  }
  const type = columnTypeName(arrow);
  if (type === undefined) return undefined;
  // Arrow's C++ library has an empty text for no time zone.
  return { type, ...(arrow.timezone && { timezone: arrow.timezone }) };
}

const timestamps: { readonly [unit: number]: TimeTypeName } = {
  [TimeUnit.SECOND]: 'timestamp[s]',
  [TimeUnit.MILLISECOND]: 'timestamp[ms]',
  [TimeUnit.MICROSECOND]: 'timestamp[us]',
  [TimeUnit.NANOSECOND]: 'timestamp[ns]',
};

/** True if values of a type are text, in any layout but a dictionary. */
export function isText(type: ArrowType | undefined): boolean {
  return type !== undefined && textTypes.includes(type.typeId);
}

const textTypes: readonly number[] = [Type.Utf8, Type.LargeUtf8, Type.Utf8View];

const signedIntegers: { readonly [bits: number]: NumberTypeName } = {
  8: 'int8',
  16: 'int16',
  32: 'int32',
  64: 'int64',
};
const unsignedIntegers: { readonly [bits: number]: NumberTypeName } = {
  8: 'uint8',
  16: 'uint16',
  32: 'uint32',
  64: 'uint64',
};

/** Returns the name of an Arrow type in declarations; undefined if there is none. */
export function columnTypeName(type: ArrowType): ColumnTypeName | undefined {
  switch (type.typeId) {
    case Type.Date:
      return type.unit === DateUnit.DAY ? 'date32' : undefined;
    case Type.Timestamp:
      return timestamps[type.unit ?? -1];
    case Type.Dictionary:
      return isText(type.dictionary) ? 'dictionary' : undefined;
    case Type.Bool:
      return 'bool';
    case Type.Utf8:
      return 'utf8';
    case Type.LargeUtf8:
      return 'largeUtf8';
    case Type.Binary:
      return 'binary';
    case Type.LargeBinary:
      return 'largeBinary';
    case Type.Float:
      if (type.precision === Precision.SINGLE) return 'float32';
      return type.precision === Precision.DOUBLE ? 'float64' : undefined;
    case Type.Int:
      return (type.isSigned ? signedIntegers : unsignedIntegers)[type.bitWidth ?? 0];
    default:
      return undefined;
  }
}
