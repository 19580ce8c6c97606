import { transform, utf8 } from 'rowfuse';

export const statements = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    for (const key in {}) key.trim(); // RF1203
    switch (name) {
      case 'a':
        let late = 1;
        break;
      case 'b':
        late = 2; // RF1203
    }
    try { // RF1203
      name.trim();
    } catch {}
    switch (name) {
      case 1: // RF1302
        break;
    }
    var old = name; // RF1203
    function* inner() {} // RF1203
    class Inner {} // RF1203
    debugger; // RF1203
    if (name === 'x') throw new Error('no', { cause: name }); // RF1203
    if (name === 'y') throw new Error(...['no']); // RF1203
    return name;
  },
});
