import type { WriteStream } from 'node:tty';

/** True if a stream should get escape sequences for colour: a terminal, unless NO_COLOR or FORCE_COLOR decide. */
export function wantsColor(stream: Pick<WriteStream, 'isTTY'>, environment = process.env): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = environment;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return stream.isTTY === true && TERM !== 'dumb';
}
