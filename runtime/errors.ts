/** The base class of all errors of the runtime, so that one `catch` can tell them from others. */
export abstract class RowfuseError extends Error {
  /** Stable across releases. A bundler may rename the class, but not this. */
  abstract readonly code: string;
}

/** The place and the reason of a row's failure. {@link RowError} has the same fields. */
export interface RowErrorDetails {
  readonly row: number;
  readonly batch?: number | undefined;
  readonly column?: string | undefined;
  readonly value?: string | undefined;
  readonly byte?: number | undefined;
}

/**
 * One row could not be computed: the row function threw, a number does not fit its column, a value is missing, or text is not UTF-8. It is
 * always the lowest failing row of the call, whatever the backend.
 */
export class RowError extends RowfuseError {
  readonly code = 'RowError';
  /** The row's number in the whole input, from 0; in a stream, counted since its start. */
  readonly row: number;
  /** In a stream: the number of the batch, from 0. */
  readonly batch: number | undefined;
  /** The column concerned; undefined if the row function itself threw. */
  readonly column: string | undefined;
  /** The offending value as text, at most about 80 characters; absent with `valuesInErrors: false`. */
  readonly value: string | undefined;
  /** For invalid UTF-8: the first byte in the row's value, from 0, that is not UTF-8. */
  readonly byte: number | undefined;

  constructor(message: string, details: RowErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RowError';
    this.row = details.row;
    this.batch = details.batch;
    this.column = details.column;
    this.value = details.value;
    this.byte = details.byte;
  }
}

/** The place at which an input differs from its declaration. */
export interface SchemaErrorDetails {
  readonly column?: string | undefined;
  readonly row?: number | undefined;
  readonly batch?: number | undefined;
}

/** The input is not what the transform declares: a column is missing, has another type or is malformed. */
export class SchemaError extends RowfuseError {
  readonly code = 'SchemaError';
  /** The declared column concerned; undefined if the input as a whole is wrong. */
  readonly column: string | undefined;
  /** The first row concerned, if there is one; in a stream, counted since its start. */
  readonly row: number | undefined;
  /** In a stream: the number of the batch, from 0. */
  readonly batch: number | undefined;

  constructor(message: string, details: SchemaErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SchemaError';
    this.column = details.column;
    this.row = details.row;
    this.batch = details.batch;
  }
}

/** The aggregate of a group could not be computed, or does not fit its column. */
export class GroupError extends RowfuseError {
  readonly code = 'GroupError';
  /** The column of the result. */
  readonly column: string;

  constructor(message: string, details: { readonly column: string }, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GroupError';
    this.column = details.column;
  }
}

/** The compiled addon is required but missing, or belongs to another build. The message has the command that builds it. */
export class BuildError extends RowfuseError {
  readonly code = 'BuildError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BuildError';
  }
}

/** The backend could not do the work: there is no device, its memory is full, or its driver failed. */
export class DeviceError extends RowfuseError {
  readonly code = 'DeviceError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeviceError';
  }
}

/** The memory that a call needed. {@link MemoryError} has the same fields. */
export interface MemoryErrorDetails {
  readonly requested?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * A call needs more memory than it may take, or than there is. The failed call keeps none of it: the next call has all the memory again.
 */
export class MemoryError extends RowfuseError {
  readonly code = 'MemoryError';
  /** The bytes that the call would have taken, at least; undefined if unknown. */
  readonly requested: number | undefined;
  /** The bytes that the call may take; undefined if unknown. */
  readonly limit: number | undefined;

  constructor(message: string, details: MemoryErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MemoryError';
    this.requested = details.requested;
    this.limit = details.limit;
  }
}

/** A borrowed input was changed or transferred while the call was running. */
export class InputChangedError extends RowfuseError {
  readonly code = 'InputChanged';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputChangedError';
  }
}

/** The system's error for a file that could not be read. {@link FileError} has the same fields. */
export interface FileErrorDetails {
  readonly code: string;
  readonly path: string;
  readonly syscall: string;
  readonly errno?: number | undefined;
}

/** A file of lines cannot be read. It has the fields of Node's own file errors, including `code`. */
export class FileError extends RowfuseError {
  /** The system's name of the error: `ENOENT`, `EACCES`, … */
  readonly code: string;
  /** The path of the file. */
  readonly path: string;
  /** The operation that failed: `open`, `read`, … */
  readonly syscall: string;
  /** The system's number of the error, below 0; undefined if no operation has failed yet. */
  readonly errno: number | undefined;

  constructor(message: string, details: FileErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileError';
    this.code = details.code;
    this.path = details.path;
    this.syscall = details.syscall;
    this.errno = details.errno;
  }
}

/** An option is unknown or has an impossible value. */
export class OptionError extends RowfuseError {
  readonly code = 'OptionError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OptionError';
  }
}

/** A native backend reported a failing row that the reference computes without an error. This is a bug in rowfuse. */
export class BackendMismatchError extends RowfuseError {
  readonly code = 'BackendMismatch';
  /** The row's number in the whole input, from 0. */
  readonly row: number;

  constructor(message: string, row: number) {
    super(message);
    this.name = 'BackendMismatchError';
    this.row = row;
  }
}
