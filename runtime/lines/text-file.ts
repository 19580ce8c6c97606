import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { FileError, InputChangedError } from '../errors.js';

/** The state of a path before it is opened. */
export interface FileState {
  readonly isRegular: boolean;
  /** Bytes. It is also 0 if there is no size: for a pipe, a device, a file of `/proc`. */
  readonly size: number;
}

/** A file to read. Errors begin with `name`, the transform. */
export interface TextFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Inspects a file without opening it: opening a pipe waits for a writer.
 *
 * @throws FileError when there is no file, or it is a folder
 */
export async function stateOf(file: TextFile): Promise<FileState> {
  return judged(
    file,
    await stat(file.path).catch((error) => {
      throw asFileError(file, error);
    }),
  );
}

/** Does the same as {@link stateOf}, at once. */
export function stateOfNow(file: TextFile): FileState {
  return judged(
    file,
    orFileError(file, () => statSync(file.path)),
  );
}

function judged(file: TextFile, state: Stats): FileState {
  if (!state.isDirectory()) return { isRegular: state.isFile(), size: state.size };
  const message = `EISDIR: illegal operation on a directory, read '${file.path}'`;
  throw fileError(file, { message, code: 'EISDIR', syscall: 'read' }, undefined);
}

/** A regular file that is being read. */
export class OpenFile {
  readonly #file: TextFile;
  readonly #handle: FileHandle;
  readonly #before: Stats;
  #total = 0;

  private constructor(file: TextFile, handle: FileHandle, before: Stats) {
    this.#file = file;
    this.#handle = handle;
    this.#before = before;
  }

  /**
   * Opens a file.
   *
   * @throws FileError when it cannot be opened
   * @throws InputChangedError when it is no longer a regular file
   */
  static async open(file: TextFile): Promise<OpenFile> {
    const handle = await open(file.path, readOnly).catch((error) => {
      throw asFileError(file, error);
    });
    try {
      return new OpenFile(file, handle, regular(file, await handle.stat()));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads the next bytes. The result is empty at the end. */
  async read(buffer: Uint8Array): Promise<Uint8Array> {
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, null).catch((error) => {
      throw asFileError(this.#file, error);
    });
    this.#total += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** @throws InputChangedError when the file has grown or shrunk since it was opened */
  async end(): Promise<void> {
    refuseChange(this.#file, this.#before.size, (await this.#handle.stat()).size, this.#total);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Reads a regular file, `buffer.length` bytes at a time. Bytes are valid until the next ones are requested. */
export function* readNow(file: TextFile, buffer: Uint8Array): Generator<Uint8Array, void> {
  const opened = orFileError(file, () => openSync(file.path, readOnly));
  try {
    const before = regular(file, fstatSync(opened));
    let total = 0;
    for (;;) {
      const bytesRead = orFileError(file, () => readSync(opened, buffer, 0, buffer.length, null));
      if (bytesRead === 0) break;
      total += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    refuseChange(file, before.size, fstatSync(opened).size, total);
  } finally {
    closeSync(opened);
  }
}

/** A regular file may have become a pipe since it was inspected. Opening it does not wait. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function regular({ name, path }: TextFile, state: Stats): Stats {
  if (state.isFile()) return state;
  throw new InputChangedError(
    `${name}: ${path} was a file when the call began, and is none any more. Wait until nothing replaces it.`,
  );
}

/**
 * Rejects a file that grows or shrinks while it is read, because its lines are undefined. A file of `/proc` has size 0, so bytes read from
 * such a file are no change unless its size changes too.
 */
function refuseChange({ name, path }: TextFile, before: number, after: number, read: number): void {
  if (after === before && (read === before || before === 0)) return;
  throw new InputChangedError(
    after === before
      ? `${name}: ${path} has ${before} bytes by its file system, and had ${read} when it was read. ` +
          'Where nothing writes to it, pass a stream: createReadStream(path).'
      : `${name}: ${path} had ${before} bytes when the call began, and ${after} when it was read. ` +
          'Wait until nothing writes to it, or pass a stream of the part that is meant: createReadStream(path, { end }).',
  );
}

function orFileError<Result>(file: TextFile, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFileError(file, error);
  }
}

/** Converts an error of the system to a FileError; returns any other unchanged. */
export function asFileError(file: TextFile, error: unknown): unknown {
  const { syscall, code, errno } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || syscall === undefined || code === undefined) return error;
  // Unlike errors of opening, errors of reading (including that of a folder) do not name the file.
  const message = error.message.includes(file.path) ? error.message : `${error.message} '${file.path}'`;
  return fileError(file, { message, code, syscall, errno }, error);
}

function fileError(
  { name, path }: TextFile,
  {
    message,
    ...details
  }: { readonly message: string; readonly code: string; readonly syscall: string; readonly errno?: number | undefined },
  cause: unknown,
): FileError {
  const fix = advice[details.code] ?? 'Check the path, or pass the text as bytes or as a stream';
  return new FileError(`${name}: ${message}. ${fix}.`, { ...details, path }, cause === undefined ? {} : { cause });
}

const advice: { readonly [code: string]: string } = {
  ENOENT: 'Pass the path of a file that is there; relative ones start at the working directory',
  EACCES: 'Run as a user who may read it',
  EISDIR: 'Pass the path of a file',
};
