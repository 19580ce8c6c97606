/** Other formats of tables and archives, by their first bytes. */
const formats: readonly { readonly begin: readonly number[]; readonly name: string; readonly fix: string }[] = [
  {
    begin: [0x50, 0x41, 0x52, 0x31],
    name: 'a Parquet file',
    fix: 'Read it with a Parquet library and pass the table, or its bytes as Arrow IPC (tableToIPC(table) makes them).',
  },
  {
    begin: [0x46, 0x45, 0x41, 0x31],
    name: 'a file of Feather V1',
    fix: "Write it again as Feather V2, which is Arrow IPC: in pandas, frame.to_feather(path, compression='uncompressed').",
  },
  { begin: [0x4f, 0x52, 0x43], name: 'an ORC file', fix: 'Read it with an ORC library, and pass the table.' },
  { begin: [0x1f, 0x8b], name: 'compressed by gzip', fix: 'Decompress them before: gunzipSync(bytes) of node:zlib.' },
  { begin: [0x28, 0xb5, 0x2f, 0xfd], name: 'compressed by Zstandard', fix: 'Decompress them before.' },
  { begin: [0x50, 0x4b, 0x03, 0x04], name: 'a zip archive', fix: 'Unpack it before.' },
];

/** Returns the name of another format that bytes begin like, with advice; undefined if there is none. */
export function otherFormat(bytes: Uint8Array): { readonly name: string; readonly fix: string } | undefined {
  return formats.find(({ begin }) => begin.every((byte, index) => bytes[index] === byte));
}
