import { convert } from '../ir/build.js';
import type { Statement } from '../ir/statement.js';
import type { Variable } from '../ir/variable.js';

/** Converts every stored value to what its variable holds in the end, which is known only after the whole function. */
export function fitStores(body: readonly Statement[], variables: readonly Variable[]): readonly Statement[] {
  return body.map((statement) => {
    switch (statement.kind) {
      case 'declare':
      case 'assign': {
        const variable = variables[statement.variable];
        return variable ? { ...statement, value: convert(statement.value, variable.stored) } : statement;
      }
      case 'if':
        return {
          ...statement,
          then: fitStores(statement.then, variables),
          otherwise: fitStores(statement.otherwise, variables),
        };
      case 'block':
        return { ...statement, body: fitStores(statement.body, variables) };
      case 'evaluate':
      case 'return':
        return statement;
    }
  });
}
