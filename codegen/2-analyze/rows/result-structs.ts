import type { ts } from '../../1-parse/syntax/ts.js';
import { logical, not } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { type Column, presenceOfStruct } from '../../ir/row-function.js';
import { keepPresence } from '../choices/optional-values.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { namesInRow, partOfRow } from '../objects/row-parts.js';
import { isMissing, isOptional } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';

/** A part of an output row, and the state of the structs around it. */
export interface StructPart {
  readonly value: Value;
  /** The test for a null struct around the part. Undefined if none can be null. */
  readonly missing: Expression | undefined;
  /** A struct around the part is always null. */
  readonly isNull: boolean;
}

/** The structs of an output row, by their paths. The presence of each is computed once. */
export class ResultStructs {
  readonly #output: readonly Column[];
  readonly #node: ts.Node;
  readonly #context: RowContext;
  readonly #known = new Map<string, StructPart | undefined>();

  constructor(row: Value, output: readonly Column[], node: ts.Node, context: RowContext) {
    this.#output = output;
    this.#node = node;
    this.#context = context;
    this.#known.set('', { value: row, missing: undefined, isNull: false });
  }

  /** Returns the part of the row at a path whose names are structs, except the last. Undefined if the row has none. */
  partAt(path: readonly string[]): StructPart | undefined {
    const key = path.join('\0');
    if (!this.#known.has(key)) this.#known.set(key, this.#find(path));
    return this.#known.get(key);
  }

  #find(path: readonly string[]): StructPart | undefined {
    const outer = this.partAt(path.slice(0, -1));
    const name = path.at(-1);
    if (!outer || name === undefined || outer.isNull) return outer;
    const struct = this.#entered(outer, path.slice(0, -1));
    if (struct.isNull || isExpression(struct.value)) return struct.isNull ? struct : undefined;
    const context = this.#context;
    const { value } = struct;
    if (value.kind === 'row') {
      const part = namesInRow(value, context).includes(name) ? partOfRow(value, name, this.#node, context) : undefined;
      return part && this.#opened(struct, part);
    }
    const part = value.kind === 'object' ? value.properties.get(name) : undefined;
    return part && this.#opened(struct, part);
  }

  /** Returns the list of structs at a path, which is present, or null with the structs around it. */
  enteredAt(path: readonly string[]): StructPart | undefined {
    const part = this.partAt(path);
    return part && !part.isNull ? this.#entered(part, path) : part;
  }

  #opened(struct: StructPart, part: Value): StructPart {
    return { ...struct, value: this.#asked(part) };
  }

  /** Keeps the presence of a struct in a variable, since all its fields read it. */
  #asked(part: Value): Value {
    const value = expanded(part);
    return isOptional(value) && value.present.kind !== 'read' ? keepPresence(value, this.#context) : value;
  }

  /** Returns the object with the fields of a struct. One that may not be null fails the row if it is missing. */
  #entered(part: StructPart, path: readonly string[]): StructPart {
    const context = this.#context;
    const { value } = part;
    const isNullable = presenceOfStruct(this.#output, path) !== undefined;
    if (isExpression(value)) return isNullable && value.type.core.kind === 'nothing' ? { ...part, isNull: true } : part;
    if (!isOptional(value)) return part;
    const missing = isMissing(value);
    if (isNullable) {
      const either = part.missing ? (logical('||', part.missing, missing) ?? missing) : missing;
      return { ...part, value: value.value, missing: either };
    }
    const { line } = context.effects;
    const fails = part.missing ? (logical('&&', not(part.missing), missing) ?? missing) : missing;
    context.effects.push({ kind: 'if', test: fails, whenTrue: [{ kind: 'throw', line }], whenFalse: [], line });
    const present = { ...part, value: value.value };
    this.#known.set(path.join('\0'), present);
    return present;
  }
}
