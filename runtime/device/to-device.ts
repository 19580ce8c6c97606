import {
  type DataType,
  type Dictionary,
  type LargeUtf8,
  type RecordBatch,
  type Table,
  Type,
  type TypeMap,
  type Utf8,
  type Utf8View,
  type Vector,
} from 'apache-arrow';
import { hasOffsets, isTimeType, type NumberTypeName, numberTypes } from '../../schema/column-types.js';
import type { DeclaredType, ElementType } from '../../schema/columns.js';
import type { Addon } from '../backend/addon.js';
import type { ChosenBackend } from '../backend/choose-backend.js';
import { type ArrowType, declaredType, isText } from '../columns/arrow-types.js';
import type { InputColumn, OutputColumn } from '../description.js';
import { DeviceError, RowfuseError, SchemaError } from '../errors.js';
import { isBatch, isTable, isVector } from '../input/arrow-shapes.js';
import { unreadable } from '../input/checks/unreadable.js';
import type { Piece } from '../input/piece.js';
import { readInput } from '../input/read-input.js';
import { MemoryBudget } from '../memory-budget.js';
import type { ToDeviceOptions } from '../options.js';
import type { NumberArrayOf } from '../values/number-arrays.js';
import { typedArrayName } from '../values/typed-arrays.js';
import { kindOf } from '../words.js';
import { CudaStorage } from './cuda/cuda-storage.js';
import { uploadPiece } from './cuda/upload.js';
import type { DeviceStorage } from './device-storage.js';
import { DeviceTable } from './device-table.js';
import { type HostRun, HostStorage } from './host-storage.js';
import { type Block, releaseAll } from './stored-column.js';

/**
 * The input of `toDevice`: a Table or RecordBatch, the bytes of an Arrow IPC stream or file, or an object of Vectors and typed arrays.
 * Plain arrays are not accepted, because they do not tell their type.
 */
export type ToDeviceInput<Columns extends TypeMap> =
  | Table<Columns>
  | RecordBatch<Columns>
  | Uint8Array
  | ArrayBuffer
  | { readonly [Name in keyof Columns]: Vector<Columns[Name]> | NumberArrayOf<Columns[Name]> };

/** The types of columns in a device table: all layouts of text become `Utf8`. Columns of unknown names and types stay unknown. */
export type Resident<Columns extends TypeMap> = 0 extends 1 & Columns
  ? Columns
  : {
      [Name in keyof Columns]: Columns[Name] extends Dictionary<infer Value extends DataType>
        ? ResidentText<Value>
        : ResidentText<Columns[Name]>;
    };

type ResidentText<T extends DataType> = T extends LargeUtf8 | Utf8View ? Utf8 : T;

/**
 * Copies columns to the GPU, where they stay. It is the configured GPU if the cuda backend is in use. Otherwise the columns are copied to
 * memory of this process, so that programs run unchanged without a GPU. Dictionaries of text and other layouts of text become `utf8`.
 *
 * @throws SchemaError, RowError, MemoryError, DeviceError, BuildError, InputChangedError or OptionError, as a rejection.
 */
export type ToDevice = <Columns extends TypeMap>(
  table: ToDeviceInput<Columns>,
  options?: ToDeviceOptions,
) => Promise<DeviceTable<Resident<Columns>>>;

/** Makes the storages of one runtime, one per device. */
export class Storages {
  readonly #owner: object;
  readonly #run: HostRun;
  readonly #made = new Map<string, DeviceStorage>();

  constructor(owner: object, run: HostRun) {
    this.#owner = owner;
    this.#run = run;
  }

  cuda(addon: Addon, ordinal: number): DeviceStorage {
    return this.#get(`cuda:${ordinal}`, () => new CudaStorage(this.#owner, addon, ordinal));
  }

  host(backend: 'cpu' | 'js'): HostStorage {
    return this.#get(backend, () => new HostStorage(this.#owner, backend, this.#run));
  }

  #get<Storage extends DeviceStorage>(name: string, make: () => Storage): Storage {
    let storage = this.#made.get(name) as Storage | undefined;
    if (storage === undefined) {
      storage = make();
      this.#made.set(name, storage);
    }
    return storage;
  }
}

/** Copies columns to the memory of the chosen backend. */
export async function copyToDevice(
  input: unknown,
  options: ToDeviceOptions,
  chosen: ChosenBackend,
  storages: Storages,
): Promise<DeviceTable> {
  const columns = declaredBy(input, options.columns);
  const found = columns.map(asFound);
  const declared = found.map((column): InputColumn => ({ ...column, read: true }));
  const { copyInputs = false, signal } = options;
  const memory = new MemoryBudget('toDevice');
  const rows = readInput({ name: 'toDevice', input: declared }, input, {
    copyInputs,
    valuesInErrors: true,
    spreadsOut: true,
    memory,
  });
  const upload = async (piece: Piece): Promise<{ readonly storage: DeviceStorage; readonly block: Block }> => {
    if (chosen.backend !== 'cuda') {
      const storage = storages.host(chosen.backend);
      return { storage, block: storage.upload(piece, found, memory) };
    }
    const { ordinal, block } = await uploadPiece(chosen.addon, piece, found, memory);
    return { storage: storages.cuda(chosen.addon, ordinal), block };
  };
  const blocks: Block[] = [];
  try {
    let place: DeviceStorage | undefined;
    for (const piece of rows.pieces()) {
      const { storage, block } = await upload(piece);
      blocks.push(block);
      place ??= storage;
      if (place !== storage) throw movedMeanwhile(place, storage);
      piece.verify();
      signal?.throwIfAborted();
    }
    if (place === undefined) {
      // Without rows no upload told the device: an empty one does.
      const { storage, block } = await upload({ start: 0, length: 0, buffers: noBuffers(columns), verify() {} });
      releaseAll([block]);
      place = storage;
    }
    return new DeviceTable({ storage: place, columns, blocks });
  } catch (error) {
    releaseAll(blocks);
    throw memory.explain(error);
  }
}

/** Returns the column as nullable, at any depth of lists: the data tells whether there are nulls, not the fields' flags. */
function asFound({ required: _, element, ...column }: OutputColumn): OutputColumn {
  return { ...column, nullable: true, ...(element && { element: elementAsFound(element) }) };
}

function elementAsFound({ required: _, element, ...type }: ElementType): ElementType {
  return { ...type, nullable: true, ...(element && { element: elementAsFound(element) }) };
}

function movedMeanwhile(from: DeviceStorage, to: DeviceStorage): DeviceError {
  return new DeviceError(
    `toDevice: configure() changed the device from ${from.device} to ${to.device} while columns were copied. ` +
      'Wait for the promise before choosing another device.',
  );
}

function noBuffers(columns: readonly DeclaredType[]): Piece['buffers'] {
  return columns.map(({ type, element }) => {
    const [elements] = element ? noBuffers([element]) : [];
    return {
      values: hasOffsets(type) || type === 'bool' ? new Uint8Array(0) : new numberTypes[type].array(new ArrayBuffer(0)),
      valuesBit: 0,
      ...(hasOffsets(type) && { offsets: new Int32Array(1) }),
      ...(elements && { elements, elementCount: 0 }),
      validityBit: 0,
    };
  });
}

/** Returns the columns that a transform would have to declare for an input. */
function declaredBy(input: unknown, wanted: readonly string[] | undefined): OutputColumn[] {
  const present = columnsOf(input);
  const names = wanted ?? present.map(({ name }) => name);
  return names.flatMap((name, index) => {
    const found = present.find((column) => column.name === name);
    if (found === undefined) {
      throw new SchemaError(
        `toDevice: there is no column ${JSON.stringify(name)}: the input has ${present.map((column) => JSON.stringify(column.name)).join(', ')}.`,
        { column: name },
      );
    }
    if (names.indexOf(name) !== index) {
      throw new SchemaError(`toDevice: the column ${JSON.stringify(name)} comes twice. Name each column once.`, {
        column: name,
      });
    }
    if (found.leaves === undefined) {
      throw new SchemaError(
        `Column ${JSON.stringify(name)}: got ${found.what}, which no device table can hold. ${found.fix}`,
        { column: name },
      );
    }
    return found.leaves;
  });
}

interface PresentColumn {
  readonly name: string;
  /** The column, or the columns of a struct; undefined for a type that no device table can hold. */
  readonly leaves: readonly OutputColumn[] | undefined;
  readonly what: string;
  readonly fix: string;
}

/**
 * Lists the columns of an input.
 *
 * @throws SchemaError for an input that is not Arrow data, even if reading its properties throws
 */
function columnsOf(input: unknown): PresentColumn[] {
  try {
    return presentColumns(input);
  } catch (error) {
    throw error instanceof RowfuseError ? error : unreadable('toDevice', 'the input', error);
  }
}

function presentColumns(input: unknown): PresentColumn[] {
  if (isTable(input) || isBatch(input)) {
    return input.schema.fields.map(({ name, type, ...field }) =>
      arrowColumn(name, type, (field as { readonly nullable?: boolean }).nullable ?? true),
    );
  }
  if (typeof input !== 'object' || input === null || isVector(input) || Array.isArray(input) || typedArrayName(input)) {
    throw new SchemaError(
      `toDevice: the input is ${isVector(input) ? 'a Vector' : kindOf(input)}. Pass a Table, a RecordBatch, the bytes of Arrow IPC, or an object of columns: { name: vector, … }.`,
    );
  }
  return Object.entries(input).map(([name, value]) => {
    if (isVector(value)) return arrowColumn(name, value.type, true);
    const kind = typedArrayName(value);
    const type = numberTypeNames.find((candidate) => numberTypes[candidate].arrayName === kind);
    return {
      name,
      leaves: type && [{ name, type, nullable: false }],
      what: Array.isArray(value) ? 'a plain array' : kindOf(value),
      fix: 'Pass an Arrow Vector, which says its type (vectorFromArray(array, new Utf8())), or a typed array of numbers.',
    };
  });
}

/** Plain numbers only, because a typed array does not tell that it counts time. */
const numberTypeNames = (Object.keys(numberTypes) as NumberTypeName[]).filter((name) => !isTimeType(name));

function arrowColumn(name: string, type: ArrowType, nullable: boolean): PresentColumn {
  return {
    name,
    leaves: leavesOf([name], type, nullable),
    what: String(type),
    fix: 'Cast it before, or leave it out: toDevice(table, { columns: [...] }).',
  };
}

/**
 * Returns the columns that store an Arrow column. A struct or a list of structs, at any depth, has a presence column and its fields;
 * everything below a null is null. Undefined for a type that no device table can hold.
 */
function leavesOf(path: readonly string[], type: ArrowType, nullable: boolean): readonly OutputColumn[] | undefined {
  const name = path.join('.');
  if (type.typeId === Type.Struct) {
    const fields = (type.children ?? []).map((field) =>
      leavesOf([...path, field.name], field.type, field.nullable ?? true),
    );
    return fields.every((leaves) => leaves !== undefined) ? belowNull(path, nullable, fields.flat()) : undefined;
  }
  const [item] = type.typeId === Type.List ? (type.children ?? []) : [];
  const elements = item && leavesOf(path, item.type, item.nullable ?? true);
  if (elements?.some(({ presence }) => presence))
    return belowNull(
      path,
      nullable,
      elements.map((column) => listOf(column, path.length)),
    );
  const declared = storedAs(type);
  return declared && [{ name, ...(path.length > 1 && { path }), ...declared, nullable }];
}

/** Returns the columns of a struct or a list of structs after their presence column. */
function belowNull(path: readonly string[], nullable: boolean, columns: readonly OutputColumn[]): OutputColumn[] {
  return [
    { name: path.join('.'), path, type: 'bool', nullable, presence: true },
    ...columns.map((field): OutputColumn => (field.nullable ? field : { ...field, nullable: true, required: true })),
  ];
}

/** Returns the column of lists whose elements a column has. The list lies below the first `depth` names. */
function listOf({ name, path, listed = [], presence, ...element }: OutputColumn, depth: number): OutputColumn {
  return {
    name,
    ...(path && { path }),
    type: 'list',
    nullable: false,
    element,
    listed: [depth, ...listed],
    ...(presence && { presence }),
  };
}

function storedAs(type: ArrowType): DeclaredType | undefined {
  const text = type.typeId === Type.Dictionary ? type.dictionary : type;
  if (isText(text)) return { type: 'utf8' };
  if (type.typeId !== Type.List) return declaredType(type);
  const [item] = type.children ?? [];
  const element = item && storedAs(item.type);
  return element && { type: 'list', element: { ...element, nullable: item.nullable ?? true } };
}
