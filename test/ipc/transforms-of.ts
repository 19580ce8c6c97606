/** The transforms of test/run/samples/ipc-columns that take the columns of a fixture. */
export function transformsOf(fixture: string): readonly string[] {
  const found = Object.entries(transforms).find(([name]) => fixture.startsWith(name));
  return found?.[1] ?? [];
}

const transforms: { readonly [beginning: string]: readonly string[] } = {
  numbers: ['ipcNumbers'],
  'compressed-': ['ipcNumbers'],
  texts: ['ipcTexts', 'ipcCategory'],
  nested: ['ipcNested'],
  'other-types': ['ipcTimes', 'ipcId'],
  unions: ['ipcId'],
  metadata: ['ipcNumber'],
  'dictionary-in-list': ['ipcTags'],
  'dictionary-in-struct': ['ipcRow'],
  'dictionary-': ['ipcCategory'],
  'no-': ['ipcNumber', 'ipcCategory'],
  'arrow-js': ['ipcNumber', 'ipcId', 'ipcCategory'],
  deep: ['ipcNumber'],
};
