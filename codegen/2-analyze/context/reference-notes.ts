import type { ts } from '../../1-parse/syntax/ts.js';
import type { Capture } from '../../ir/row-function.js';
import type { AlternativeKind } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { FunctionNode } from '../values/value.js';
import type { CapturedFunction } from './captured-function.js';
import { SourceLoops } from './loop-origin.js';

/** The dictionary that a key belongs to; undefined for a literal. A key that is only written may be any name but `__proto__`. */
export interface DictionaryKey {
  readonly dictionary: ts.Expression | undefined;
  readonly isOnlyWritten: boolean;
}

/** Functions that the oldest supported Node lacks. */
export type Polyfilled =
  | 'groupBy'
  | 'groupIntoObject'
  | 'union'
  | 'intersection'
  | 'difference'
  | 'symmetricDifference'
  | 'isSubsetOf'
  | 'isSupersetOf'
  | 'isDisjointFrom';

/** Facts that the JavaScript reference needs besides the text of a row function: its captures, and the places that it checks. */
export class ReferenceNotes {
  readonly captures = new Map<string, Capture>();
  /** Exports of `rowfuse` that the reference calls: the exported name by the local one, `*` for the module. */
  readonly imports = new Map<string, string>();
  /** The functions of modules that are called. */
  readonly functions = new Map<FunctionNode, CapturedFunction>();
  /** Uses of module names that are renamed in the reference, where the names of all modules share one scope. */
  readonly renames = new Map<ts.Node, string>();
  /** Loops whose steps are counted. */
  readonly countedLoops = new Set<ts.IterationStatement>();
  /** Loops that need no counting. A loop of a function that is inlined twice may be in both sets. */
  readonly boundedLoops = new Set<ts.IterationStatement>();
  /** Loops that are always counted. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;
  /** Loops over arrays. */
  readonly loops: SourceLoops;
  /** Assigned array elements, whose indices the reference checks. */
  readonly assignedElements = new Set<ts.ElementAccessExpression>();
  /**
   * Operands of bigint operators whose two sides may both be absent. The reference checks that one of them is present.
   */
  readonly presentBigInts = new Set<ts.Expression>();
  /** Keys of dictionaries, each with the dictionary, that must not be names which every object inherits. */
  readonly dictionaryKeys = new Map<ts.Expression, DictionaryKey>();
  /** Keys that are one of a few names by the source's type. The reference checks that. */
  readonly namedKeys = new Map<ts.Expression, readonly string[]>();
  /** Values of several kinds that the source's type narrows to fewer. The reference checks the kind. */
  readonly narrowed = new Map<ts.Expression, readonly AlternativeKind[]>();
  /** Calls of functions that the oldest supported Node lacks. The reference has its own. */
  readonly polyfilled = new Map<ts.CallExpression, Polyfilled>();
  /** Functions that call themselves. The reference counts how deep. */
  readonly recursive = new Set<FunctionNode>();
  readonly #names = new Map<ts.Symbol | ts.Node, string>();

  /** @param variableOf returns the variable that a name is bound to, if it is one */
  constructor(
    alwaysCounted: ReadonlySet<ts.IterationStatement>,
    variableOf: (name: ts.Identifier) => VariableId | undefined,
  ) {
    this.alwaysCounted = alwaysCounted;
    this.loops = new SourceLoops(variableOf);
  }

  /**
   * Returns the name of a module's constant or function in the reference: its own, unless that is taken.
   *
   * @param locals names that may not be used: where `text.cut(s)` becomes `cut(s)`, a local `cut` would hide the function
   */
  referenceName(of: ts.Symbol | ts.Node, name: string, locals: ReadonlySet<string> = new Set()): string {
    const known = this.#names.get(of);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    let unique = name;
    for (let count = 1; taken.has(unique) || locals.has(unique) || unique in globalThis; count += 1)
      unique = `${name}$${count}`;
    this.#names.set(of, unique);
    return unique;
  }
}
