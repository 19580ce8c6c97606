import { type FlatNumber, type FlatSource, type FlatTableSource, flatBuffer } from './flat-writer.js';

/** Numbers of `MessageHeader`. */
export const headers = { schema: 1, dictionary: 2, batch: 3, tensor: 4 };

/** A number of Arrow's `Type`, with the table that describes it. */
export const types = {
  null: [1, { table: [] }],
  int32: [
    2,
    {
      table: [
        [4, 32],
        [1, 1],
      ],
    },
  ],
  utf8: [5, { table: [] }],
  bool: [6, { table: [] }],
  list: [12, { table: [] }],
  struct: [13, { table: [] }],
  utf8View: [24, { table: [] }],
} as const satisfies { readonly [name: string]: readonly [number, FlatTableSource] };

export interface FieldSource {
  readonly name?: string;
  readonly type: readonly [tag: number, table: FlatTableSource | undefined];
  readonly children?: readonly FlatTableSource[];
  readonly dictionary?: FlatTableSource;
}

export function field({ name = 'n', type: [tag, type], children = [], dictionary }: FieldSource): FlatTableSource {
  return { table: [{ text: name }, [1, 1], [1, tag], type, dictionary, { tables: children }] };
}

export function schema(fields: readonly FlatTableSource[], endianness = 0): FlatTableSource {
  return { table: [[2, endianness], { tables: fields }] };
}

/** The encoding of a field by a dictionary of that number, with indices of 32 bits. */
export function encoding(id: number | bigint): FlatTableSource {
  return { table: [[8, id]] };
}

/** Pairs of 64-bit numbers: nodes, as length and number of nulls, or buffers, as place and length. */
export type Pairs = readonly (readonly [number | bigint, number | bigint])[];

export interface BatchSource {
  readonly length: number | bigint;
  readonly nodes: Pairs;
  readonly buffers: Pairs;
  readonly compression?: FlatTableSource;
  readonly variadicCounts?: readonly (number | bigint)[];
}

export function batch({ length, nodes, buffers, compression, variadicCounts }: BatchSource): FlatTableSource {
  const counts = variadicCounts && {
    numbers: variadicCounts.map((count): FlatNumber => [8, count]),
    length: variadicCounts.length,
  };
  return { table: [[8, length], structs(nodes), structs(buffers), compression, counts] };
}

export function dictionary(id: number | bigint, data: FlatSource, isDelta = 0): FlatTableSource {
  return { table: [[8, id], data, [1, isDelta]] };
}

/** Returns a vector of pairs with the given length, right or wrong. */
export function structs(pairs: Pairs, length = pairs.length): FlatSource {
  return { numbers: pairs.flat().map((value): FlatNumber => [8, value]), length };
}

export interface MessageSource {
  readonly type: number;
  readonly header: FlatSource | undefined;
  readonly body?: Uint8Array;
  /** The declared length of the message's body. */
  readonly bodyLength?: number | bigint;
  readonly version?: number;
}

/** The metadata of a message. */
export function metadata({
  type,
  header,
  body,
  bodyLength = body?.length ?? 0,
  version = 4,
}: MessageSource): Uint8Array {
  return flatBuffer({ table: [[2, version], [1, type], header, [8, bodyLength]] });
}

/** Returns a message with its prefix. */
export function message(source: MessageSource): Uint8Array {
  return framed(metadata(source), source.body);
}

/** The prefix, the metadata, and the body. */
export function framed(bytes: Uint8Array, body: Uint8Array = new Uint8Array(0)): Uint8Array {
  const prefix = new Uint8Array(8);
  const view = new DataView(prefix.buffer);
  view.setInt32(0, -1, true);
  view.setInt32(4, bytes.length, true);
  return concat([prefix, bytes, body]);
}

/** Returns a stream of messages, with its end mark. */
export function stream(...messages: readonly Uint8Array[]): Uint8Array {
  return concat([...messages, framed(new Uint8Array(0))]);
}

export function schemaMessage(...fields: readonly FlatTableSource[]): Uint8Array {
  return message({ type: headers.schema, header: schema(fields) });
}

export function batchMessage(source: BatchSource, body?: Uint8Array): Uint8Array {
  return message({ type: headers.batch, header: batch(source), ...(body && { body }) });
}

/** A block of a footer: place, bytes of metadata with prefix, bytes of body. */
export type BlockSource = readonly [at: number | bigint, metadata: number, body: number | bigint];

/** Returns a file of messages, with a footer that lists the given blocks. */
export function file(
  fields: readonly FlatTableSource[],
  messages: readonly Uint8Array[],
  blocks: { readonly dictionaries?: readonly BlockSource[]; readonly batches?: readonly BlockSource[] },
): Uint8Array {
  const footer = flatBuffer({
    table: [[2, 4], schema(fields), blockVector(blocks.dictionaries ?? []), blockVector(blocks.batches ?? [])],
  });
  const length = new Uint8Array(4);
  new DataView(length.buffer).setInt32(0, footer.length, true);
  const magic = new TextEncoder().encode('ARROW1');
  return concat([magic, new Uint8Array(2), ...messages, framed(new Uint8Array(0)), footer, length, magic]);
}

function blockVector(blocks: readonly BlockSource[]): FlatSource {
  const numbers = blocks.flatMap(([at, metadataLength, body]): FlatNumber[] => [
    [8, at],
    [4, metadataLength],
    [4, 0],
    [8, body],
  ]);
  return { numbers, length: blocks.length };
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the places of the messages after the beginning of a file. */
export function blocksOf(messages: readonly Uint8Array[], bodies: readonly number[]): [number, number, number][] {
  let at = 8;
  return messages.map(({ length }, index) => {
    const bodyLength = bodies[index] ?? 0;
    const block: [number, number, number] = [at, length - bodyLength, bodyLength];
    at += length;
    return block;
  });
}
