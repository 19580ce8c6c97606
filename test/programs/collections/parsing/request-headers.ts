import { bool, int32, nullable, struct, transform, utf8 } from 'rowfuse';

/** Parses lines of `Key: value` into a record, and reads some of its entries. The last of equal keys wins. */
export const requestHeaders = transform({
  input: { headers: utf8 },
  output: struct({ host: nullable(utf8), length: nullable(int32), compressed: bool, count: int32 }),
  row({ headers }) {
    const record: { [key: string]: string } = {};
    for (const line of headers.split('\n')) {
      const colon = line.indexOf(':');
      if (colon < 1) continue;
      const key = line.slice(0, colon).trim().toLowerCase();
      record[key] = line.slice(colon + 1).trim();
    }
    const length = record['content-length'];
    return {
      host: record.host ?? null,
      length: length === undefined ? null : Number.parseInt(length, 10),
      compressed: 'content-encoding' in record,
      count: Object.keys(record).length,
    };
  },
});
