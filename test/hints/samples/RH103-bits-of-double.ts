import { int32, transform, uint32 } from 'rowfuse';

export const bitsOfDouble = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let state = n;
    for (let i = 0; i < 32; i++) {
      state = (state << 5) + state + i;
    }
    return state >>> 0;
  },
});

export const bitsOfDoubleFaster = transform({
  input: { n: int32 },
  output: uint32,
  row({ n }) {
    let state = n;
    for (let i = 0; i < 32; i++) {
      state = ((state << 5) + state + i) | 0;
    }
    return state >>> 0;
  },
});
