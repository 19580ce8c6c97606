import type { Expression } from '../../ir/expression.js';
import { forEachStatement } from '../../ir/rewrite.js';
import { alternativesOf, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { RowContext } from '../context/row-context.js';

/** True if a text is known to have no lone half of a surrogate pair, as the text of columns has none. */
export function isWholeText(e: Expression, context: RowContext): boolean {
  const stored = new Map<VariableId, Expression[]>();
  forEachStatement(context.effects.before, (statement) => {
    if (statement.kind !== 'declare' && statement.kind !== 'assign') return;
    const values = stored.get(statement.variable) ?? [];
    values.push(statement.value);
    stored.set(statement.variable, values);
  });
  return new WholeTexts(stored, context).has(e);
}

class WholeTexts {
  readonly #stored: ReadonlyMap<VariableId, readonly Expression[]>;
  readonly #context: RowContext;
  /** The variables seen so far. A variable whose value depends on itself is not known to be whole. */
  readonly #variables = new Map<VariableId, boolean>();

  constructor(stored: ReadonlyMap<VariableId, readonly Expression[]>, context: RowContext) {
    this.#stored = stored;
    this.#context = context;
  }

  has(e: Expression): boolean {
    switch (e.kind) {
      case 'literal':
        return typeof e.value !== 'string' || e.value.isWellFormed();
      case 'read':
        return !mayBeText(e.type) || this.#isWhole(e.variable);
      case 'convert':
      case 'require':
      case 'flatten':
      case 'to-text':
        return this.has(e.operand);
      case 'logical':
      case 'coalesce':
        return this.has(e.left) && this.has(e.right);
      case 'conditional':
        return this.has(e.whenTrue) && this.has(e.whenFalse);
      case 'concat':
        return e.parts.every((part) => this.has(part));
      case 'pick':
        return e.values.every((value) => typeof value !== 'string' || value.isWellFormed());
      case 'string-call':
        return e.operation === 'toWellFormed' || (keepCharacters.has(e.operation) && this.has(e.receiver));
      case 'call':
        // Numbers, times and hashes as text.
        return true;
      default:
        return !mayBeText(e.type);
    }
  }

  #isWhole(variable: VariableId): boolean {
    if (this.#context.variables.isColumn(variable)) return true;
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    this.#variables.set(variable, false);
    const values = this.#stored.get(variable) ?? [];
    const isWhole = values.length > 0 && values.every((value) => this.has(value));
    this.#variables.set(variable, isWhole);
    return isWhole;
  }
}

/** True for a text, and for a value of several kinds that may be one. */
function mayBeText({ core }: Type): boolean {
  return alternativesOf(core).some(({ kind }) => kind === 'string');
}

/** Operations that remove whole characters at the ends, or map each character. */
const keepCharacters: ReadonlySet<string> = new Set([
  'trim',
  'trimStart',
  'trimEnd',
  'toUpperCase',
  'toLowerCase',
  'repeat',
]);
