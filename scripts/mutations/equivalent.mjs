/** Mutants that behave as the planner does, each with the reason. They do not count as survivors. */
export const equivalent = [
  {
    file: 'codegen/3-plan/loops/folds.ts',
    before: "source.kind === 'read' ? fn.variables[source.variable]?.column : undefined",
    after: 'fn.variables[source.variable]?.column',
    why: 'Other expressions have no variable, and no variable has the place undefined.',
  },
  {
    file: 'codegen/3-plan/loops/loop-extremes.ts',
    before: "taken.kind === 'literal' && taken.value === true",
    after: 'taken.value === true',
    why: 'Only literals have a value that is true.',
  },
  {
    file: 'codegen/3-plan/loops/loop-scope.ts',
    before: "this.#fn.variables[id]?.name ?? '?'",
    after: 'this.#fn.variables[id]?.name',
    why: 'Every variable of a row function is in its list.',
  },
  {
    file: 'codegen/ir/bitwise.ts',
    before: "a.kind !== 'bigint' || b.kind !== 'bigint'",
    after: "b.kind !== 'bigint'",
    why: 'Both operands are numbers, or both are bigints.',
  },
  {
    file: 'codegen/ir/intrinsics/bigint-operations.ts',
    before: 'count < -256n',
    after: '(count) <= (-256n)',
    why: 'At the limit, the count and the limit are equal.',
  },
  {
    file: 'codegen/3-plan/integers/decimal-integers.ts',
    before: "e.kind !== 'call' || !throughIntegerColumns.has(e.intrinsic)",
    after: '!throughIntegerColumns.has(e.intrinsic)',
    why: 'Only calls have an intrinsic.',
  },
  {
    file: 'codegen/3-plan/integers/number-range.ts',
    before: 'place === undefined ? undefined : input[place]',
    after: 'input[place]',
    why: 'No column has the place undefined.',
  },
  {
    file: 'codegen/3-plan/integers/wrapped.ts',
    before: "e.operator === '>>>' && e.right.kind === 'literal'",
    after: "(e.operator === '>>>') || (e.right.kind === 'literal')",
    why: 'With a literal of 0, other shifts and `|` give their left operand, which is an int.',
  },
];
