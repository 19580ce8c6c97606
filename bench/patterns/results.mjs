import { createHash } from 'node:crypto';

/** Returns the text of a row of a result. Equal rows have equal texts, whichever contestant they come from. */
export function textOf(value) {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? Object.values(value).map(String).join('\u001f') : String(value);
}

/** Returns the checksum of all rows, from blocks of rows. Groups have no order, so they are sorted. */
export async function checksumOf(blocks, isGrouped) {
  const hash = createHash('sha256');
  const add = (texts) => hash.update(`${texts.join('\n')}\n`);
  const groups = [];
  let rows = 0;
  for await (const block of blocks) {
    const texts = block.map(textOf);
    rows += texts.length;
    if (isGrouped) for (const text of texts) groups.push(text);
    else add(texts);
  }
  if (isGrouped) add(groups.sort());
  return { rows, checksum: hash.digest('hex').slice(0, 16) };
}
