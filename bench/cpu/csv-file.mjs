// The table as a headerless CSV file, written from the bytes: the input of programs that have their own reader.
import { closeSync, openSync, writeSync } from 'node:fs';

export function writeCsv(path, { rows, name, visibility }) {
  const block = 65536;
  const file = openSync(path, 'w');
  try {
    for (let from = 0; from < rows; from += block) {
      const to = Math.min(rows, from + block);
      const bytes = name.offsets[to] - name.offsets[from] + visibility.offsets[to] - visibility.offsets[from];
      const text = new Uint8Array(bytes + (to - from) * 2);
      let at = 0;
      for (let row = from; row < to; row++) {
        for (let byte = name.offsets[row]; byte < name.offsets[row + 1]; byte++) text[at++] = name.data[byte];
        text[at++] = 0x2c;
        for (let byte = visibility.offsets[row]; byte < visibility.offsets[row + 1]; byte++) {
          text[at++] = visibility.data[byte];
        }
        text[at++] = 0x0a;
      }
      writeSync(file, text);
    }
  } finally {
    closeSync(file);
  }
}
