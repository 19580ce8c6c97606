import { bool, int64, transform } from 'rowfuse';

/** The customers of a query. */
const wanted = new Set([
  1_009n,
  4_021n,
  8_167n,
  15_013n,
  23_357n,
  31_193n,
  42_043n,
  54_917n,
  68_111n,
  79_999n,
  104_729n,
  155_921n,
  224_737n,
  299_993n,
  350_377n,
  493_127n,
  611_953n,
  746_773n,
  882_377n,
  999_983n,
]);

/** Marks the rows of these customers: a test for membership of twenty values. */
export const udfMap = transform({
  input: { value: int64 },
  output: { selected: bool },
  row: ({ value }) => ({ selected: wanted.has(value) }),
});
