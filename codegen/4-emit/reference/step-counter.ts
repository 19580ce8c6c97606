import type { ParsedTransform } from '../../1-parse/parsed-transform.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { type Edit, insert, nodesWithin, unusedName } from './edits.js';

/** The most steps in the counted loops of one row; more fail the row, because a kernel cannot be interrupted. */
const mostSteps = 2 ** 24;

/** Inserts the count of steps that native code has in its counted loops. */
export class StepCounter {
  readonly name: string;
  /** True if functions of modules have counted loops, too: the counter then stands outside all functions. */
  readonly isShared: boolean;
  readonly #loops: ReadonlySet<ts.IterationStatement>;

  constructor(loops: ReadonlySet<ts.IterationStatement>, [row, ...functions]: readonly ts.Node[]) {
    this.#loops = loops;
    this.name = unusedName('steps', [row, ...functions]);
    this.isShared = functions.some((node) => this.#loopsIn(node).length > 0);
  }

  /** Returns the edits of a row function that declares the counter itself. */
  ownInserts(row: ParsedTransform['row']): readonly Edit[] {
    const inserts = this.inserts(row);
    if (inserts.length === 0 || !row.body) return inserts;
    const at = row.body.getStart();
    if (ts.isBlock(row.body)) return [insert(at + 1, ` let ${this.name} = 0;`, 'begin of statement'), ...inserts];
    return [
      insert(at, `{ let ${this.name} = 0; return (`, 'begin of statement'),
      ...inserts,
      insert(row.body.getEnd(), '); }', 'end of statement'),
    ];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const { name } = this;
    const step = `if (++${name} > ${mostSteps}) throw new RangeError('its loops took more than ${mostSteps} steps');`;
    return this.#loopsIn(node).flatMap(({ statement }) =>
      ts.isBlock(statement)
        ? [insert(statement.getStart() + 1, ` ${step}`, 'begin of statement')]
        : [
            insert(statement.getStart(), `{ ${step} `, 'begin of statement'),
            insert(statement.getEnd(), ' }', 'end of statement'),
          ],
    );
  }

  #loopsIn(node: ts.Node): readonly ts.IterationStatement[] {
    return nodesWithin(this.#loops, node);
  }
}
