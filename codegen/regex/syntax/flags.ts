/** The flags of a pattern that decide what it matches. */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** Flag `u` or `v`: the pattern reads code points instead of UTF-16 units. */
  readonly unicode: boolean;
  /** Flag `v`. */
  readonly unicodeSets: boolean;
  readonly sticky: boolean;
}

export function flagsOf(flags: string): Flags {
  return {
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    dotAll: flags.includes('s'),
    unicode: flags.includes('u') || flags.includes('v'),
    unicodeSets: flags.includes('v'),
    sticky: flags.includes('y'),
  };
}
