const rebuild = 'Build it in the image that it runs in';

/**
 * Messages of the dynamic loaders of glibc, musl, macOS and Windows, with their meaning for an addon file that exists. Messages of musl
 * begin with "Error"; the others name the file.
 */
const failures: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /it was compiled for processors of the level (\S+),/,
    () => 'build it on this machine, or elsewhere with `rowfuse build --cpu-level x86-64`',
  ],
  [
    /^Error (?:loading|relocating) .*?(?:ld-linux|libc\.so\.6|__\w+_chk)/,
    () => `it was built for glibc, and this system has musl (Alpine Linux). ${rebuild}`,
  ],
  [
    /^Error loading shared library (lib\S+): No such file/,
    ([, library]) =>
      `this system has musl (Alpine Linux) and lacks ${library}. Install it, or build the addon here if it was built for glibc`,
  ],
  [/^Error (?:loading|relocating) /, () => `it was built for another system than this one. ${rebuild}`],
  [/libc\.musl|ld-musl/, () => `it was built for musl (Alpine Linux), and this system has glibc. ${rebuild}`],
  [
    /version [`'](GLIBC(?:XX)?_[\d.]+)' not found/,
    ([, version]) => `it was built on a newer system and needs ${version}. ${rebuild}, or in an older one`,
  ],
  [
    /^(?!.*\.node: )(\S+): cannot open shared object file/,
    ([, library]) => `this system lacks ${library}. Install it, or build the addon in the image that it runs in`,
  ],
  [
    /cannot open shared object file|invalid ELF header|wrong ELF class|file too short|mach-o|incompatible architecture|not a valid Win32/i,
    () => 'the file is damaged, or was built for another platform. Build it again on this one',
  ],
];

/** Explains the message of a failed `dlopen` and says what to do; undefined for an unknown message. */
export function meaningOfLoadFailure(message: string): string | undefined {
  for (const [pattern, meaning] of failures) {
    const match = pattern.exec(message);
    if (match !== null) return meaning(match);
  }
  return undefined;
}
