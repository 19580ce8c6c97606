import { Field, Struct } from 'apache-arrow';
import type { ArrowBatch, ArrowData } from '../arrow-shapes.js';
import { aligned, type Body } from './body.js';
import { readColumns } from './columns.js';
import { Dictionaries } from './dictionaries.js';
import type { IpcMessage } from './message.js';
import type { IpcSchema } from './schema.js';
import { recordBatchShape } from './table-shapes.js';

/** Reads the record batches and dictionaries after a schema. */
export class BatchReader {
  readonly schema: IpcSchema;
  readonly #dictionaries: Dictionaries;
  readonly #type: Struct;

  /** @param mayReplace true if dictionaries may come again, as in a stream */
  constructor(schema: IpcSchema, mayReplace: boolean) {
    this.schema = schema;
    this.#dictionaries = new Dictionaries(schema, mayReplace);
    this.#type = new Struct(schema.fields.map(({ name, type, nullable }) => new Field(name, type, nullable)));
  }

  /** Reads a record batch. Its columns are views of the body. */
  batch({ header, version }: IpcMessage & { readonly kind: 'batch' }, body: Body): ArrowBatch {
    this.#dictionaries.checkComplete();
    const { schema } = this;
    const length = header.count('length');
    const children = readColumns(header, alignedBody(body), schema.fields, length, this.#context(version, false));
    const data: ArrowData = {
      type: this.#type,
      length,
      offset: 0,
      nullCount: 0,
      values: undefined,
      valueOffsets: undefined,
      nullBitmap: undefined,
      children,
    };
    return { schema, data };
  }

  /** Keeps the entries of a dictionary for the batches after it. */
  dictionary({ header, version, byte }: IpcMessage & { readonly kind: 'dictionary' }, body: Body): void {
    const id = header.int64('id');
    const field = this.#dictionaries.field(id, byte);
    const batch = header.table('data', recordBatchShape);
    if (batch === undefined) throw header.damaged(`the message of dictionary ${id} has no record batch`);
    const length = batch.count('length');
    const [entries] = readColumns(batch, alignedBody(body), [field], length, this.#context(version, true));
    if (entries !== undefined) this.#dictionaries.add(id, entries, header.bool('isDelta'), byte);
  }

  #context(version: number, isDictionary: boolean) {
    return { dictionaries: this.#dictionaries, version, isDictionary };
  }
}

function alignedBody({ bytes, byte }: Body): Body {
  return { bytes: aligned(bytes), byte };
}
