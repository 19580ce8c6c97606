import { float64, nullable, transform, utf8 } from 'rowfuse';

/** Evaluates an expression in reverse Polish notation, or gives null. Rosetta Code: Parsing/RPN calculator algorithm. */
export const rpnCalculator = transform({
  input: { expression: utf8 },
  output: nullable(float64),
  row({ expression }) {
    const stack: number[] = [];
    for (const token of expression.trim().split(/\s+/)) {
      if (token === '+' || token === '-' || token === '*' || token === '/') {
        const right = stack.pop();
        const left = stack.pop();
        if (left === undefined || right === undefined) return null;
        switch (token) {
          case '+':
            stack.push(left + right);
            break;
          case '-':
            stack.push(left - right);
            break;
          case '*':
            stack.push(left * right);
            break;
          case '/':
            stack.push(left / right);
            break;
        }
      } else {
        const value = Number.parseFloat(token);
        if (Number.isNaN(value)) return null;
        stack.push(value);
      }
    }
    return stack.length === 1 ? stack[0] : null;
  },
});
