import { float64, transform, utf8 } from 'rowfuse';

interface Operator {
  precedence: number;
  apply: (left: number, right: number) => number;
}

const operators: Record<string, Operator> = {
  '+': { precedence: 1, apply: (left, right) => left + right },
  '-': { precedence: 1, apply: (left, right) => left - right },
  '*': { precedence: 2, apply: (left, right) => left * right },
  '/': { precedence: 2, apply: (left, right) => left / right },
};

function reduceTop(values: number[], pending: string[]): void {
  const operator = operators[pending.pop()!];
  const right = values.pop()!;
  const left = values.pop()!;
  values.push(operator.apply(left, right));
}

/** Evaluates an expression with parentheses, by two stacks. Rosetta Code: Parsing/Shunting-yard algorithm. */
export const infixCalculator = transform({
  input: { expression: utf8 },
  output: float64,
  row({ expression }) {
    const tokens = expression.match(/\d+(\.\d+)?|[-+*/()]/g) ?? [];
    const values: number[] = [];
    const pending: string[] = [];
    for (const token of tokens) {
      if (token === '(') {
        pending.push(token);
      } else if (token === ')') {
        while (pending[pending.length - 1] !== '(') reduceTop(values, pending);
        pending.pop();
      } else if (token in operators) {
        while (
          pending.length > 0 &&
          pending[pending.length - 1] !== '(' &&
          operators[pending[pending.length - 1]].precedence >= operators[token].precedence
        ) {
          reduceTop(values, pending);
        }
        pending.push(token);
      } else {
        values.push(Number(token));
      }
    }
    while (pending.length > 0) reduceTop(values, pending);
    return values.length > 0 ? values[0] : 0;
  },
});
