import { list, struct, transform, utf8 } from 'rowfuse';

type Operation = 'keep' | 'insert' | 'delete';

interface Step {
  operation: Operation;
  line: string;
}

/** Computes the steps that turn one list of lines into another, as `diff` does. */
export const editScript = transform({
  input: { before: list(utf8), after: list(utf8) },
  output: list(struct({ operation: utf8, line: utf8 })),
  row({ before, after }) {
    const n = before.length;
    const m = after.length;
    const common: number[][] = Array.from({ length: n + 1 }, () => new Array<number>(m + 1).fill(0));
    for (let i = n - 1; i >= 0; i--) {
      for (let j = m - 1; j >= 0; j--) {
        common[i][j] = before[i] === after[j] ? 1 + common[i + 1][j + 1] : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }

    const steps: Step[] = [];
    let i = 0;
    let j = 0;
    while (i < n || j < m) {
      if (i < n && j < m && before[i] === after[j]) {
        steps.push({ operation: 'keep', line: before[i++] });
        j++;
      } else if (j === m || (i < n && common[i + 1][j] >= common[i][j + 1])) {
        steps.push({ operation: 'delete', line: before[i++] });
      } else {
        steps.push({ operation: 'insert', line: after[j++] });
      }
    }
    return steps;
  },
});
