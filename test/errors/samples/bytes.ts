import { binary, int32, nullable, transform, utf8 } from 'rowfuse';

export const changed = transform({
  input: { data: binary },
  output: binary,
  row({ data }) {
    data[0] = 1; // RF1203
    return data;
  },
});

export const made = transform({
  input: { data: binary },
  output: binary,
  row: ({ data }) => data.map((byte) => byte + 1), // RF1301
});

export const filled = transform({
  input: { data: binary },
  output: nullable(binary),
  row: ({ data }) => data.fill(0), // RF1301
});

export const member = transform({
  input: { data: binary },
  output: int32,
  row: ({ data }) => data.byteOffset, // RF1301
});

export const compared = transform({
  input: { data: binary, other: binary },
  output: utf8,
  row: ({ data, other }) => (data === other ? 'same' : 'other'), // RF1302
});

export const numbers = transform({
  input: { data: binary },
  output: binary,
  // @ts-expect-error: an array is no Uint8Array
  row: ({ data }) => [...data], // RF1303
});
