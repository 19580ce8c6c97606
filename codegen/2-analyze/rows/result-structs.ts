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

/** A part of a row that is made, and what is known of the structs around it. */
export interface StructPart {
  readonly value: Value;
  /** Whether one of them is null; undefined where none can be. */
  readonly missing: Expression | undefined;
  /** One of them is null in any case. */
  readonly isNull: boolean;
}

/** The structs of a row that is made, by their paths. Each is asked once whether it is there. */
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

  /** What the row has at the end of some names: each but the last is that of a struct. Undefined where it has nothing. */
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

  /** The same of a list of structs that is there, or null with those around it. */
  enteredAt(path: readonly string[]): StructPart | undefined {
    const part = this.partAt(path);
    return part && !part.isNull ? this.#entered(part, path) : part;
  }

  #opened(struct: StructPart, part: Value): StructPart {
    return { ...struct, value: this.#asked(part) };
  }

  /** All fields ask whether a struct is there. */
  #asked(part: Value): Value {
    const value = expanded(part);
    return isOptional(value) && value.present.kind !== 'read' ? keepPresence(value, this.#context) : value;
  }

  /** A struct as the object that has its fields. */
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
