/**
 * The kind of a fault. Bytes that are `cut` or `damaged` are not Arrow IPC. `unsupported` bytes are, but of a kind that is not read here.
 */
export type FaultKind = 'cut' | 'damaged' | 'unsupported';

/** The reason why bytes of Arrow IPC are refused. The caller that was given the bytes turns it into a SchemaError. */
export class IpcFault extends Error {
  readonly kind: FaultKind;
  /** The place in the input, from 0. */
  readonly byte: number;
  /** The remedy, if it depends on the fault. */
  readonly fix: string | undefined;

  constructor(kind: FaultKind, byte: number, what: string, fix?: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'IpcFault';
    this.kind = kind;
    this.byte = byte;
    this.fix = fix;
  }
}

/** Makes the fault of bytes that contradict the format, or each other. */
export function damaged(byte: number, what: string): IpcFault {
  return new IpcFault('damaged', byte, what);
}

/** Makes the fault of bytes that end too early. */
export function cut(byte: number, what: string): IpcFault {
  return new IpcFault('cut', byte, what);
}

/** Makes the fault of Arrow IPC of a kind that is not read here. */
export function unsupported(byte: number, what: string, fix: string, options?: ErrorOptions): IpcFault {
  return new IpcFault('unsupported', byte, what, fix, options);
}

/** The most characters of a name in a message. */
const longestName = 80;

/** Quotes a name for a message. A name may be as long as the input. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}
