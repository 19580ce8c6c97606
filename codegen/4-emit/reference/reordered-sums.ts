import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { SourceLoop } from '../../2-analyze/context/loop-origin.js';
import type { ReorderedLoop } from '../../ir/row-function.js';
import { type Edit, insert, isWithin, unusedName } from './edits.js';

/** Rewrites loops that add in the order of `sum()`: each step hands its summand to the window. */
export class ReorderedSums {
  readonly #loops: readonly (SourceLoop & { readonly sums: readonly string[] })[];
  readonly #name: string;

  constructor(reordered: readonly ReorderedLoop[], { loops }: Analysis, texts: readonly ts.Node[]) {
    this.#loops = reordered.flatMap(({ loop, sums }) => {
      const found = loops[loop];
      return found ? [{ ...found, sums }] : [];
    });
    this.#name = unusedName('additions', texts);
  }

  inserts(whole: ts.Node): readonly Edit[] {
    const loops = this.#loops.filter(({ node }) => isWithin(node, whole));
    // A loop may begin at the end of another. The text that ends the first is inserted last, and so precedes the second.
    const [before, after] = [loops.flatMap((loop) => this.#before(loop)), loops.flatMap((loop) => this.#after(loop))];
    return [...before, ...after];
  }

  #before({ node, array, sums }: SourceLoop & { readonly sums: readonly string[] }): readonly Edit[] {
    if (ts.isCallExpression(node)) {
      const { name } = node.expression as ts.PropertyAccessExpression;
      return [{ from: name.getStart(), to: name.getEnd(), text: 'reduceInOrder' }];
    }
    const { statement } = node;
    const windows = sums.map((_, index) => `${this.#name}${index} = ${array.getText()}.additions()`);
    const steps = sums.map((name, index) => `${name} = ${this.#name}${index}.step(${name});`).join(' ');
    const isBlock = ts.isBlock(statement);
    return [
      insert(node.getStart(), `{ const ${windows.join(', ')}; `, 'begin of statement'),
      insert(statement.getStart() + (isBlock ? 1 : 0), isBlock ? ` ${steps}` : `{ ${steps} `, 'begin of statement'),
    ];
  }

  #after({ node, sums }: SourceLoop & { readonly sums: readonly string[] }): readonly Edit[] {
    if (ts.isCallExpression(node)) return [];
    const totals = sums.map((name, index) => `${name} = ${this.#name}${index}.total(${name});`).join(' ');
    const end = insert(node.getEnd(), ` ${totals} }`, 'end of statement');
    return ts.isBlock(node.statement) ? [end] : [end, insert(node.statement.getEnd(), ' }', 'end of statement')];
  }
}
