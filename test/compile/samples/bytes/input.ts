import { binary, int32, largeBinary, nullable, transform } from 'rowfuse';

export const payload = transform({
  input: { packet: binary },
  output: { size: int32, payload: nullable(largeBinary) },
  row({ packet }) {
    const size = packet[0] ?? 0;
    let sum = 0;
    for (const byte of packet) sum += byte;
    return { size: sum, payload: packet.length > size ? packet.subarray(1, 1 + size) : null };
  },
});
