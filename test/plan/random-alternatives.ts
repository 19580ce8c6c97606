import { coalesce, conditional, equal, literal } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { presentType } from '../../codegen/ir/type.js';
import type { GeneratorScope } from './generator-scope.js';
import type { Kind, RandomValues } from './random-values.js';

/** Builds `a ?? b`, `a === null ? b : a`, or another choice. The branches are of one kind. */
export function chosen(kind: Kind, other: () => Expression, scope: GeneratorScope, values: RandomValues): Expression {
  const variable = scope.variableOf(kind, true);
  if (!variable || scope.choices.oneIn(3)) return either(values.boolean(1), other(), other());
  const value = scope.read(variable);
  if (scope.choices.below(3) > 0) return coalesce(value, other()) ?? value;
  const present = scope.read(variable, presentType(variable.stored));
  return either(equal(value, literal(null)), other(), present);
}

export function either(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  if (test.kind === 'literal') return test.value ? whenTrue : whenFalse;
  return conditional(test, whenTrue, whenFalse) ?? whenTrue;
}
