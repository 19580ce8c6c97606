import { float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** Every function of `Math` that the specification leaves to the engine has V8's bits on every backend. */
export const trigonometry = transform({
  input: { x: float64, y: float64 },
  output: {
    sin: float64,
    cos: float64,
    tan: float64,
    asin: float64,
    acos: float64,
    atan: float64,
    atan2: float64,
    far: float64,
  },
  row: ({ x, y }) => ({
    sin: Math.sin(x),
    cos: Math.cos(x),
    tan: Math.tan(x),
    asin: Math.asin(x / 15),
    acos: Math.acos(x / 15),
    atan: Math.atan(x),
    atan2: Math.atan2(y, x),
    far: Math.sin(x * 1e9) + Math.cos(y * 1e200) - Math.tan(x * 3e6),
  }),
});

export const exponentials = transform({
  input: { x: float64, y: float64 },
  output: {
    exp: float64,
    expm1: float64,
    sinh: float64,
    cosh: float64,
    tanh: float64,
    log: float64,
    log1p: float64,
    log2: float64,
    log10: float64,
    asinh: float64,
    acosh: float64,
    atanh: float64,
    cbrt: float64,
  },
  row: ({ x, y }) => ({
    exp: Math.exp(x),
    expm1: Math.expm1(x / 7),
    sinh: Math.sinh(x),
    cosh: Math.cosh(x),
    tanh: Math.tanh(x / 3),
    log: Math.log(x),
    log1p: Math.log1p(y / 20),
    log2: Math.log2(y),
    log10: Math.log10(x),
    asinh: Math.asinh(x),
    acosh: Math.acosh(y),
    atanh: Math.atanh(x / 15),
    cbrt: Math.cbrt(y),
  }),
});

/** Powers, with the special cases of 0, 1, halves and infinities; and distances of any number of dimensions. */
export const powers = transform({
  input: { x: float64, y: float64, k: int32, n: nullable(float64) },
  output: {
    pow: float64,
    small: float64,
    integer: float64,
    root: float64,
    of: float64,
    absent: float64,
    hypot: float64,
    several: float64,
    none: float64,
    folded: utf8,
  },
  row: ({ x, y, k, n }) => ({
    pow: Math.pow(x, y),
    small: Math.pow(x, y / 16),
    integer: Math.pow(k, 3),
    root: Math.pow(x, 0.5) + Math.pow(x, -0.5),
    of: Math.pow(2, y),
    absent: Math.pow(x, n as number),
    hypot: Math.hypot(x, y),
    several: Math.hypot(x, y, n as number, k),
    none: Math.hypot() + Math.hypot(x),
    folded: `${Math.pow(2, 32)} ${Math.sin(1)} ${Math.hypot(3, 4)} ${Math.exp(1)} ${Math.pow(-3, 3)}`,
  }),
});
