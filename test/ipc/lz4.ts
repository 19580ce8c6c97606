/** Decompresses an LZ4 frame (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), without its checksums. */
export function decodeLz4(frame: Uint8Array): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = frame[4] ?? 0;
  const hasContentSize = (flags & 8) !== 0;
  const hasBlockChecksums = (flags & 16) !== 0;
  const out: number[] = [];
  for (let at = hasContentSize ? 15 : 7; ; ) {
    const header = view.getUint32(at, true);
    if (header === 0) return Uint8Array.from(out);
    const size = header & 0x7fffffff;
    const block = frame.subarray(at + 4, at + 4 + size);
    if (header >>> 31 === 1) out.push(...block);
    else decodeBlock(block, out);
    at += 4 + size + (hasBlockChecksums ? 4 : 0);
  }
}

function decodeBlock(block: Uint8Array, out: number[]): void {
  let at = 0;
  const length = (first: number) => {
    let sum = first;
    for (let byte = first === 15 ? 255 : 0; byte === 255; ) {
      byte = block[at++] ?? 0;
      sum += byte;
    }
    return sum;
  };
  while (at < block.length) {
    const token = block[at++] ?? 0;
    for (let left = length(token >>> 4); left > 0; left -= 1) out.push(block[at++] ?? 0);
    if (at >= block.length) return;
    const distance = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    for (let left = length(token & 15) + 4; left > 0; left -= 1) out.push(out[out.length - distance] ?? 0);
  }
}
