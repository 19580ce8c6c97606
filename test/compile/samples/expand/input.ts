import { expand, int32, utf8 } from 'rowfuse';

export const words = expand({
  input: { id: int32, line: utf8 },
  output: { word: utf8, at: int32 },
  keep: ['id'],
  *rows({ line }) {
    let at = 0;
    for (const word of line.split(' ')) {
      if (word === 'end') return;
      yield { word, at: at++ };
    }
  },
});
