import { int32, int64, transform } from 'rowfuse';

export const bigintOf128Bits = transform({
  input: { n: int32 },
  output: int64,
  row({ n }) {
    let state = BigInt(n);
    for (let i = 0; i < 32; i++) state = (state * 75n + 74n) % 65537n;
    return BigInt.asIntN(64, state);
  },
});

export const bigintOf128BitsFaster = transform({
  input: { n: int32 },
  output: int64,
  row({ n }) {
    let state = BigInt(n);
    for (let i = 0; i < 32; i++) state = (BigInt.asIntN(32, state) * 75n + 74n) % 65537n;
    return BigInt.asIntN(64, state);
  },
});
