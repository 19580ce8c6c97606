// Constants whose value is chosen inside an expression, and which another such choice reads. Both are lambdas in C++, and a compiler
// for GPUs copies the initializer of the first.
import { float64, nullable, transform, utf8 } from 'rowfuse';

const steps = [1, 2.5, 7];

export const choicesOfChoices = transform({
  input: { s: utf8, x: float64, most: nullable(float64) },
  output: utf8,
  row({ s, x, most }) {
    const limit = (steps[Math.trunc(x)] ?? s.length) ** (steps[s.length] ?? 2);
    const end = steps[Math.trunc(limit)] ?? Math.min(limit, 9);
    return s.slice(steps[s.indexOf('a')] ?? end, most ?? limit) + (steps.indexOf(limit) < 0 ? s.slice(most ?? end) : '');
  },
});
