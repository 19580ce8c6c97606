import type { ts } from '../../1-parse/syntax/ts.js';
import type { Capture } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import type { FunctionNode } from '../values/value.js';
import type { CapturedFunction } from './captured-function.js';
import { SourceLoops } from './loop-origin.js';

/** What the JavaScript reference needs besides the text of a row function: what it captures, and where it has to check something. */
export class ReferenceNotes {
  readonly captures = new Map<string, Capture>();
  /** What is imported from `rowfuse` for the reference to call: the exported name by the local one, `*` for the module. */
  readonly imports = new Map<string, string>();
  /** The functions of modules that are called. */
  readonly functions = new Map<FunctionNode, CapturedFunction>();
  /** Names of modules that are called otherwise in the reference, where those of all modules stand side by side. */
  readonly renames = new Map<ts.Node, string>();
  /** Statements of loops whose steps are counted. */
  readonly countedLoops = new Set<ts.IterationStatement>();
  /** The same of loops that need no counting. A loop of a function that is inlined twice may be one and the other. */
  readonly boundedLoops = new Set<ts.IterationStatement>();
  /** Loops that are counted in any case. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;
  /** Loops over arrays. */
  readonly loops: SourceLoops;
  /** The elements of arrays that are assigned: the reference checks their places. */
  readonly assignedElements = new Set<ts.ElementAccessExpression>();
  /** Operands of bigint operators, either of which may be null or undefined: the reference checks that one of them is not. */
  readonly presentBigInts = new Set<ts.Expression>();
  readonly #names = new Map<ts.Symbol, string>();

  /** @param variableOf the variable that a name stands for, where it is one */
  constructor(
    alwaysCounted: ReadonlySet<ts.IterationStatement>,
    variableOf: (name: ts.Identifier) => VariableId | undefined,
  ) {
    this.alwaysCounted = alwaysCounted;
    this.loops = new SourceLoops(variableOf);
  }

  /** The name of a module's constant or function in the reference: its own, unless another one has it. */
  referenceName(symbol: ts.Symbol, name: string): string {
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    let unique = name;
    for (let count = 1; taken.has(unique) || unique in globalThis; count += 1) unique = `${name}$${count}`;
    this.#names.set(symbol, unique);
    return unique;
  }
}
