import { float64, transform, utf8 } from 'rowfuse';

/** A stack of numbers, tokens of two kinds whose tests prove what they are, and a property that TypeScript alone narrows. */
export const evaluateTokens = transform({
  input: { tokens: utf8 },
  output: { value: float64, last: utf8 },
  row({ tokens }) {
    const stack: number[] = [];
    const seen: { token: string | number }[] = [];
    for (const token of tokens.split(' ').map((part) => (Number.isNaN(Number(part)) ? part : Number(part)))) {
      seen.push({ token });
      if (typeof token === 'number') stack.push(token);
      else {
        const right = stack.pop() ?? 0;
        const left = stack.pop() ?? 0;
        stack.push(token === '+' ? left + right : left * right);
      }
    }
    const last = seen.at(-1)
    if (last && typeof last.token === 'number') last.token += 1
    for (const one of seen) {
      const shown = (text: string) => text.length
      if (typeof one.token === 'number') {
        const tokenLength = shown
        one.token += tokenLength(tokens);
      }
    }
    return { value: stack[0] ?? 0, last: last && typeof last.token === 'string' ? last.token.toUpperCase() : '' };
  },
});
