type Table = Uint8Array | Uint16Array | Int32Array;

/** Collects tables in one image of little-endian bytes, each at a multiple of 4. */
export class ImageWriter {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  /** Returns the offset of a table. */
  add(table: Table): number {
    const offset = this.size;
    const bytes = bytesOf(table);
    const padded = new Uint8Array((bytes.length + 3) & ~3);
    padded.set(bytes);
    this.parts.push(padded);
    this.size += padded.length;
    return offset;
  }

  bytes(): Uint8Array {
    const image = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      image.set(part, at);
      at += part.length;
    }
    return image;
  }
}

function bytesOf(table: Table): Uint8Array {
  const width = table.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(table.length * width);
  table.forEach((value: number, place: number) => {
    for (let byte = 0; byte < width; byte++) bytes[place * width + byte] = value >> (8 * byte);
  });
  return bytes;
}
