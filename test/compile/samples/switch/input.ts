import { int32, transform, utf8 } from 'rowfuse';

export const sizes = transform({
  input: { kind: utf8, count: int32 },
  output: utf8,
  row({ kind, count }) {
    let size = 'none';
    rows: for (const letter of kind) {
      switch (letter) {
        case 's':
        case 'm':
          size = 'small';
          break;
        case 'l':
          if (count > 100) break rows;
          size = 'large';
          break;
        case ' ':
          continue;
        default:
          return letter;
      }
    }
    return size;
  },
});
