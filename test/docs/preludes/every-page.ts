import { Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';

const name = vectorFromArray(['Ada Lovelace', 'Grace Hopper'], new Utf8());
const visibility = vectorFromArray(['public', 'private'], new Utf8());

/** The input of `redact`. */
export const table = new Table({ name, visibility });
export const batches = table.batches;

/** The files that snippets read, besides those of their page's prelude. */
export const files = {
  'people.arrow': tableToIPC(table),
  'upload.arrow': tableToIPC(table),
};
