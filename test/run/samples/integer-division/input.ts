import { bool, float64, int8, int32, transform, utf8 } from 'rowfuse';

/** Digits, divisors and factors, whose variables are ints although the columns may be negative. */
export const digits = transform({
  input: { n: int32, d: int8 },
  output: { sum: int32, reversed: float64, root: int32, luhn: int32, text: utf8 },
  row({ n, d }) {
    let rest = n;
    let sum = 0;
    let reversed = 0;
    while (rest !== 0) {
      sum += rest % 10;
      reversed = reversed * 10 + (rest % 10);
      rest = Math.trunc(rest / 10);
    }
    let root = Math.abs(n);
    while (root >= 10) {
      let digits = 0;
      while (root > 0) {
        digits += root % 10;
        root = Math.floor(root / 10);
      }
      root = digits;
    }
    let luhn = n;
    let check = 0;
    while (luhn > 0) {
      check += luhn % 10;
      luhn = (luhn - (luhn % 10)) / 10;
    }
    let text = '';
    let left = d;
    do {
      text = `${left % 7},${text}`;
      left = Math.ceil(left / 7);
    } while (left > 1 || left < 0);
    return { sum, reversed, root, luhn: check, text };
  },
});

/** The greatest common divisor, also of the lowest int and -1, and what becomes of a divisor that is 0. */
export const divisors = transform({
  input: { n: int32, m: int32, d: int8 },
  output: { divisor: int32, multiple: float64, lowest: int32, even: float64, byZero: bool, factors: utf8 },
  row({ n, m, d }) {
    let a = n;
    let b = m;
    while (b !== 0) {
      const rest = a % b;
      a = b;
      b = rest;
    }
    let c = n;
    let e: number = d;
    while (e) [c, e] = [e, c % e];
    let even = m;
    while (even % 2 === 0 && even !== 0) even /= 2;
    let steps = 0;
    for (let k = d; !(k % d) && steps < 3; k = k / d) steps++;
    let factors = '';
    let rest = Math.min(n, 100_000);
    for (let p = 2; p * p <= rest; p++) {
      while (rest % p === 0) {
        factors += `${p} `;
        rest = rest / p;
      }
    }
    const lowest = m === 0 ? 0 : n % (m > 0 ? -1 : m);
    return { divisor: a, multiple: c === 0 ? 0 : n / c, lowest, even, byZero: !(n % d) || steps === 3, factors };
  },
});

/** Results of integers whose zero has a sign that can be seen, and the same where it cannot. */
export const zeros = transform({
  input: { n: int32, d: int8 },
  output: { seen: float64, inverse: float64, hidden: int32, sum: float64, kept: float64, text: utf8, product: float64 },
  row({ n, d }) {
    const rest = n % 5;
    let kept = 1;
    for (let i = 0; i < 3; i++) kept = (kept * d) % 3;
    const negated = -(d % 2);
    return {
      seen: n % 3,
      inverse: 1 / rest,
      hidden: rest + negated,
      sum: (d % 4) + (n % 4),
      kept,
      text: `${rest} ${negated} ${rest === 0} ${negated < 0} ${[1, 2, 3][Math.abs(negated)]}`,
      product: Math.max(rest * 0, -0),
    };
  },
});

/** Calendar arithmetic on days before and after 1970, as written by hand. */
export const days = transform({
  input: { n: int32, y: int32 },
  output: { year: float64, month: float64, day: float64, easter: utf8, pages: int32, weekday: int32 },
  row({ n, y }) {
    const z = n + 719468;
    const era = Math.floor(z / 146097);
    const doe = z - era * 146097;
    const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365);
    const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
    const mp = Math.floor((5 * doy + 2) / 153);
    const month = mp < 10 ? mp + 3 : mp - 9;
    const a = y % 19;
    const b = Math.floor(y / 100);
    const c = y % 100;
    const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
    const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const days = ((n % 7) + 11) % 7;
    return {
      year: yoe + era * 400 + (month <= 2 ? 1 : 0),
      month,
      day: doy - Math.floor((153 * mp + 2) / 5) + 1,
      easter: `${h} ${l} ${Math.floor((a + 11 * h + 22 * l) / 451)}`,
      pages: Math.ceil(n / 25),
      weekday: days,
    };
  },
});

/** Loops whose steps C++ compilers take several at a time: tests for multiples, exact sums, and quotients as bounds. */
export const multiples = transform({
  input: { n: int32, m: int32, d: int8 },
  output: { count: int32, sum: float64, below: float64, above: int32, down: int32, nested: float64, last: float64 },
  row({ n, m, d }) {
    const most = Math.abs(m % 1000);
    let count = 0;
    let sum = 0;
    for (let k = 1; k <= most; k++) {
      if (n % k === 0) {
        count++;
        sum += k * k;
      }
    }
    let below = 0;
    for (let k = -9; k < most / 7; k += 3) if (k !== 0 && n % k === 0) below += k;
    let above = 0;
    for (let k = most; k >= m / 5000000; k--) if (m % (k * k + 1) !== 0) above++;
    let down = 0;
    for (let k = 400; n / 9000000 < k; k -= 7) down += k & 3;
    let nested = 0;
    let last = -0;
    for (let k = 1; k < most % 40; k++) {
      for (let j = k; j <= 20; j++) if (d % j === 0) nested += k * j;
      last = k / 4;
    }
    return { count, sum, below, above, down, nested, last };
  },
});

/** A loop whose steps are counted before the first of them, and are too many for some rows. */
export const manySteps = transform({
  input: { n: int32, k: int8 },
  output: { steps: float64, state: float64 },
  row({ n, k }) {
    const most = n > 2147483646 ? n : n % 5000;
    let steps = 0;
    for (let i = k; i <= most; i++) steps += i & 1;
    let state = n;
    for (let i = 0; i < 3; i++) state = (Math.imul(state, 69069) + 1) >>> 0;
    return { steps, state };
  },
});
