/** Mutants that behave as the planner does, each with the reason. They do not count as survivors. */
export const equivalent = [
  {
    file: 'codegen/3-plan/loops/loop-scope.ts',
    before: "this.#fn.variables[id]?.name ?? '?'",
    after: 'this.#fn.variables[id]?.name',
    why: 'Every variable of a row function is in its list.',
  },
  {
    file: 'codegen/ir/intrinsics/bigint-operations.ts',
    before: 'count < -256n',
    after: '(count) <= (-256n)',
    why: 'At the limit, the count and the limit are equal.',
  },
];
