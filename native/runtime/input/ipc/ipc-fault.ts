/** What kind of fault it is: `cut` and `damaged` bytes are no Arrow IPC, `unsupported` ones are, but cannot be read here. */
export type FaultKind = 'cut' | 'damaged' | 'unsupported';

/** Why bytes of Arrow IPC are refused, and at which byte. Whoever was given the bytes makes a SchemaError of it. */
export class IpcFault extends Error {
  readonly kind: FaultKind;
  /** Counted from the first byte of the input. */
  readonly byte: number;
  /** What to do about it, where that depends on the fault. */
  readonly fix: string | undefined;

  constructor(kind: FaultKind, byte: number, what: string, fix?: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'IpcFault';
    this.kind = kind;
    this.byte = byte;
    this.fix = fix;
  }
}

/** The fault of bytes that contradict the format, or each other. */
export function damaged(byte: number, what: string): IpcFault {
  return new IpcFault('damaged', byte, what);
}

/** The fault of bytes that end too early. */
export function cut(byte: number, what: string): IpcFault {
  return new IpcFault('cut', byte, what);
}

/** The fault of bytes that are Arrow IPC, but of a kind that is not read here. */
export function unsupported(byte: number, what: string, fix: string, options?: ErrorOptions): IpcFault {
  return new IpcFault('unsupported', byte, what, fix, options);
}

/** The most characters of a name in a message. */
const longestName = 80;

/** A name in a message: it may be as long as the input. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}
