import { int32, transform, utf8 } from 'rowfuse';

export const textByIndex = transform({
  input: { csv: utf8 },
  output: int32,
  row({ csv }) {
    let fields = 1;
    let quoted = false;
    for (let i = 0; i < csv.length; i++) {
      const c = csv[i];
      if (c === '"') quoted = !quoted;
      else if (c === ',' && !quoted) fields++;
    }
    return fields;
  },
});

export const textByIndexFaster = transform({
  input: { csv: utf8 },
  output: int32,
  row({ csv }) {
    let fields = 1;
    let quoted = false;
    for (const c of csv) {
      if (c === '"') quoted = !quoted;
      else if (c === ',' && !quoted) fields++;
    }
    return fields;
  },
});
