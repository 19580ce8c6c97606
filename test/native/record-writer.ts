/** A growing little-endian buffer: what the C++ test programs read on their standard input. */
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

  bytes(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.buffer.set(bytes, at);
  }

  /** UTF-16 units, with their count in front. */
  units(text: string): void {
    this.u32(text.length);
    const at = this.reserve(text.length * 2);
    this.buffer.write(text, at, 'utf16le');
  }

  take(): Buffer {
    return this.buffer.subarray(0, this.used);
  }
}
