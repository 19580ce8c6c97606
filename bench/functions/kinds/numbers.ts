import { bool, float64, int32, transform, utf8 } from 'rowfuse';

export const collatzSteps = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let value = n;
    let steps = 0;
    while (value > 1) {
      value = value % 2 === 0 ? value / 2 : 3 * value + 1;
      steps++;
    }
    return steps;
  },
});

export const primeFactors = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    let rest = n;
    let result = '';
    for (let p = 2; p * p <= rest; p++) {
      while (rest % p === 0) {
        result += `${p} `;
        rest = rest / p;
      }
    }
    return rest > 1 ? result + rest : result;
  },
});

export const isPrime = transform({
  input: { n: int32 },
  output: bool,
  row({ n }) {
    if (n < 2) return false;
    for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
    return true;
  },
});

export const greatestDivisor = transform({
  input: { n: int32, m: int32 },
  output: int32,
  row({ n, m }) {
    let a = n;
    let b = m;
    while (b !== 0) {
      const rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  },
});

export const digitSum = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = n;
    let sum = 0;
    while (rest > 0) {
      sum += rest % 10;
      rest = Math.floor(rest / 10);
    }
    return sum;
  },
});

export const reversedDigits = transform({
  input: { n: int32 },
  output: float64,
  row({ n }) {
    let rest = n;
    let result = 0;
    while (rest > 0) {
      result = result * 10 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    return result;
  },
});

export const isPerfect = transform({
  input: { small: int32 },
  output: bool,
  row({ small }) {
    let sum = 0;
    for (let i = 1; i <= small / 2; i++) if (small % i === 0) sum += i;
    return sum === small;
  },
});

export const fibonacci = transform({
  input: { small: int32 },
  output: float64,
  row({ small }) {
    let a = 0;
    let b = 1;
    for (let i = 0; i < small; i++) [a, b] = [b, a + b];
    return a;
  },
});

export const factorial = transform({
  input: { small: int32 },
  output: float64,
  row({ small }) {
    let product = 1;
    for (let i = 2; i <= small; i++) product *= i;
    return product;
  },
});

export const powerModulo = transform({
  input: { n: int32, m: int32 },
  output: int32,
  row({ n, m }) {
    let base = n % 9973;
    let exponent = m;
    let result = 1;
    while (exponent > 0) {
      if (exponent % 2 === 1) result = (result * base) % 9973;
      base = (base * base) % 9973;
      exponent = Math.floor(exponent / 2);
    }
    return result;
  },
});

export const integerRoot = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let low = 0;
    let high = n;
    while (low < high) {
      const middle = Math.floor((low + high + 1) / 2);
      if (middle * middle <= n) low = middle;
      else high = middle - 1;
    }
    return low;
  },
});

export const squareRoot = transform({
  input: { price: float64 },
  output: float64,
  row({ price }) {
    let guess = price / 2;
    for (let i = 0; i < 20; i++) {
      const next = (guess + price / guess) / 2;
      if (Math.abs(next - guess) < 1e-12) break;
      guess = next;
    }
    return guess;
  },
});

export const compoundInterest = transform({
  input: { price: float64, small: int32 },
  output: float64,
  row({ price, small }) {
    let total = price;
    for (let year = 0; year < small; year++) total += total * 0.035;
    return Math.round(total * 100) / 100;
  },
});

export const haversine = transform({
  input: { x: float64, y: float64 },
  output: float64,
  row({ x, y }) {
    const radians = Math.PI / 180;
    const a =
      Math.sin(((52.5 - x) * radians) / 2) ** 2 +
      Math.cos(x * radians) * Math.cos(52.5 * radians) * Math.sin(((13.4 - y) * radians) / 2) ** 2;
    return 12742 * Math.asin(Math.sqrt(a));
  },
});

export const celsius = transform({
  input: { x: float64 },
  output: float64,
  row: ({ x }) => Math.round((((x - 32) * 5) / 9) * 10) / 10,
});

export const bodyMass = transform({
  input: { x: float64, y: float64 },
  output: utf8,
  row({ x, y }) {
    const index = Math.abs(x) / (1 + Math.abs(y) / 100) ** 2;
    return index < 18.5 ? 'under' : index < 25 ? 'normal' : index < 30 ? 'over' : 'obese';
  },
});

export const clampAndScale = transform({
  input: { x: float64 },
  output: int32,
  row: ({ x }) => Math.floor((Math.min(Math.max(x, -50), 50) + 50) * 2.55),
});

export const mandelbrot = transform({
  input: { x: float64, y: float64 },
  output: int32,
  row({ x, y }) {
    let a = 0;
    let b = 0;
    let steps = 0;
    while (a * a + b * b <= 4 && steps < 100) {
      const next = a * a - b * b + x / 40;
      b = 2 * a * b + y / 90;
      a = next;
      steps++;
    }
    return steps;
  },
});

export const luhnOfNumber = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = n;
    let sum = 0;
    let twice = true;
    while (rest > 0) {
      let digit = rest % 10;
      if (twice) {
        digit *= 2;
        if (digit > 9) digit -= 9;
      }
      sum += digit;
      twice = !twice;
      rest = (rest - (rest % 10)) / 10;
    }
    return (10 - (sum % 10)) % 10;
  },
});

export const luhn = transform({
  input: { card: utf8 },
  output: bool,
  row({ card }) {
    let sum = 0;
    for (let i = 0; i < card.length; i++) {
      let digit = Number(card[card.length - 1 - i]);
      if (i % 2 === 1) {
        digit *= 2;
        if (digit > 9) digit -= 9;
      }
      sum += digit;
    }
    return sum % 10 === 0;
  },
});

export const fizzBuzz = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => (n % 15 === 0 ? 'FizzBuzz' : n % 5 === 0 ? 'Buzz' : n % 3 === 0 ? 'Fizz' : String(n)),
});

export const countDivisors = transform({
  input: { small: int32 },
  output: int32,
  row({ small }) {
    let count = 0;
    for (let i = 1; i <= small; i++) if (small % i === 0) count++;
    return count;
  },
});

export const discount = transform({
  input: { price: float64, small: int32 },
  output: float64,
  row({ price, small }) {
    const rate = small >= 50 ? 0.15 : small >= 20 ? 0.1 : small >= 10 ? 0.05 : 0;
    return Math.round(price * small * (1 - rate) * 100) / 100;
  },
});

export const bucketOf = transform({
  input: { price: float64 },
  output: int32,
  row: ({ price }) => Math.min(9, Math.floor(Math.log10(price + 1) * 2)),
});

export const pageOfRow = transform({
  input: { n: int32, small: int32 },
  output: { page: int32, position: int32 },
  row: ({ n, small }) => ({ page: Math.floor(n / (small + 1)) + 1, position: n % (small + 1) }),
});

export const integralOfCurve = transform({
  input: { x: float64 },
  output: float64,
  row({ x }) {
    const steps = 32;
    const width = Math.abs(x) / steps;
    let sum = 0;
    for (let i = 0; i < steps; i++) {
      const at = (i + 0.5) * width;
      sum += at * at * width;
    }
    return sum;
  },
});

function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

export const leastMultiple = transform({
  input: { n: int32, small: int32 },
  output: float64,
  row: ({ n, small }) => (n === 0 || small === 0 ? 0 : (n / commonDivisor(n, small)) * small),
});

export const isPalindromicNumber = transform({
  input: { n: int32 },
  output: bool,
  row({ n }) {
    let reversed = 0;
    for (let rest = n; rest > 0; rest = Math.trunc(rest / 10)) reversed = reversed * 10 + (rest % 10);
    return reversed === n;
  },
});

export const digitalRoot = transform({
  input: { n: int32 },
  output: int32,
  row({ n }) {
    let rest = Math.abs(n);
    while (rest >= 10) {
      let sum = 0;
      for (const digit of String(rest)) sum += Number(digit);
      rest = sum;
    }
    return rest;
  },
});

export const polynomial = transform({
  input: { x: float64 },
  output: float64,
  row({ x }) {
    const coefficients = [3.5, -2, 0.25, 1.75, -0.125];
    return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
  },
});

export const taxByBrackets = transform({
  input: { income: float64 },
  output: float64,
  row({ income }) {
    const brackets = [
      [0, 11_000, 0.1],
      [11_000, 44_725, 0.12],
      [44_725, 95_375, 0.22],
      [95_375, Infinity, 0.24],
    ] as const;
    let tax = 0;
    for (const [from, to, rate] of brackets) if (income > from) tax += (Math.min(income, to) - from) * rate;
    return Math.round(tax * 100) / 100;
  },
});

export const distanceToSegment = transform({
  input: { x: float64, y: float64 },
  output: float64,
  row({ x, y }) {
    const [ax, ay, bx, by] = [-20, -10, 40, 30];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    return Math.sqrt((x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2);
  },
});

export const sign = transform({
  input: { x: float64 },
  output: int32,
  row: ({ x }) => (x > 0.5 ? 1 : x < -0.5 ? -1 : 0),
});

export const binomial = transform({
  input: { small: int32 },
  output: float64,
  row({ small }) {
    const k = Math.min(small >> 1, 12);
    let result = 1;
    for (let i = 1; i <= k; i++) result = (result * (small - k + i)) / i;
    return result;
  },
});
