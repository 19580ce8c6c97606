import type { Fold } from '../../ir/row-function.js';
import { doubleType } from '../../ir/type.js';
import { cppType } from '../cpp/cpp-types.js';
import { emitExpression } from '../expressions/emit-expression.js';
import { withoutIdleDirectives } from '../scope/line-directives.js';
import type { RowScope } from '../scope/row-scope.js';
import { foldName } from '../statements/emit-for-of.js';
import { emitStatements } from '../statements/emit-statements.js';
import { parameter } from './parameters.js';
import { paramsRead, valueInWindow } from './window-rows.js';

/** A loop over a window as a struct. */
export interface EmittedFold {
  readonly name: string;
  /** The variables that it carries from step to step. */
  readonly members: string;
  /** Their initial values. */
  readonly begins: string;
  /** The statements of a step. */
  readonly body: string;
  /** The declarations of the parameters: the row of `begin`, and the row and the element's row of `step`. */
  readonly beginRow: string;
  readonly stepRow: string;
  readonly elementRow: string;
}

export function emitFold(fold: Fold, place: number, scope: RowScope): EmittedFold {
  const { fn, names } = scope;
  const states = fold.states.map(({ variable }) => ({
    name: names.of(variable),
    type: cppType(fn.variables[variable]?.stored ?? doubleType),
  }));
  const begins = `{${fold.states.map(({ begin }) => emitExpression(begin, scope)).join(', ')}}`;
  const step = [`      auto& [${states.map(({ name }) => name).join(', ')}] = carried;`, ...emitStep(fold, scope)];
  const body = withoutIdleDirectives(step).join('\n');
  return {
    name: foldName(place),
    members: states.map(({ name, type }) => `${type} ${name};`).join(' '),
    body,
    begins,
    beginRow: parameter('auto const&', 'row', begins),
    stepRow: parameter('auto const&', 'row', body),
    elementRow: parameter('auto const&', 'element_row', body),
  };
}

function emitStep({ loop, column }: Fold, scope: RowScope): readonly string[] {
  const { fn, names, loops } = scope;
  const { variable, body } = loop;
  const stored = fn.variables[variable]?.stored;
  const type = stored ? cppType(stored) : 'double';
  const value = valueInWindow(column, 'element_row', stored, scope);
  return [
    ...paramsRead(body, scope),
    `      ${names.unused(variable)}${type} const ${names.of(variable)} = ${value};`,
    ...loops.within(loop, () => emitStatements(body, 3, { ...scope, isFold: true })),
  ];
}
