import { transform, utf8 } from 'rowfuse';

export const statements = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    for (let i = 0; i < 3; i++) name.trim(); // RF1203
    for (const unit of name) unit.trim(); // RF1203
    for (const key in {}) key.trim(); // RF1203
    while (name === '') name.trim(); // RF1203
    do name.trim(); // RF1203
    while (name === '');
    switch (name) { // RF1203
      default:
    }
    try { // RF1203
      name.trim();
    } catch {}
    outer: { // RF1203
      break outer;
    }
    var old = name; // RF1203
    function inner() {} // RF1203
    class Inner {} // RF1203
    debugger; // RF1203
    if (name === 'x') throw new Error('no'); // RF1203
    return name;
  },
});
