/** A growing little-endian buffer, which the C++ test programs read on standard input. */
export class RecordWriter {
  private buffer = Buffer.alloc(1 << 20);
  private used = 0;

  private reserve(size: number): number {
    while (this.used + size > this.buffer.length) {
      const larger = Buffer.alloc(this.buffer.length * 2);
      this.buffer.copy(larger);
      this.buffer = larger;
    }
    const at = this.used;
    this.used += size;
    return at;
  }

  u8(value: number): void {
    const at = this.reserve(1);
    this.buffer.writeUInt8(value, at);
  }

  u16(value: number): void {
    const at = this.reserve(2);
    this.buffer.writeUInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeUInt32LE(value, at);
  }

  i32(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeInt32LE(value, at);
  }

  f64(value: number): void {
    const at = this.reserve(8);
    this.buffer.writeDoubleLE(value, at);
  }

  /** Writes 128 bits of a bigint, in two's complement. */
  i128(value: bigint): void {
    const at = this.reserve(16);
    this.buffer.writeBigUInt64LE(BigInt.asUintN(64, value), at);
    this.buffer.writeBigInt64LE(BigInt.asIntN(64, value >> 64n), at + 8);
  }

  bytes(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.buffer.set(bytes, at);
  }

  /** Writes ASCII text, preceded by its size. */
  text(text: string): void {
    this.u16(text.length);
    this.bytes(Buffer.from(text, 'latin1'));
  }

  /** Writes UTF-16 units, preceded by their count. */
  units(text: string): void {
    this.u32(text.length);
    const at = this.reserve(text.length * 2);
    this.buffer.write(text, at, 'utf16le');
  }

  take(): Buffer {
    return this.buffer.subarray(0, this.used);
  }
}
