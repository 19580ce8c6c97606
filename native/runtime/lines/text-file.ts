import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { FileError, InputChangedError } from '../errors.js';

/** What the system says of a path before it is opened. */
export interface FileState {
  readonly isRegular: boolean;
  /** Bytes; 0 also of what has no size: a pipe, a device, a file of `/proc`. */
  readonly size: number;
}

/** A file to read. Errors speak of `name`, the transform. */
export interface TextFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Looks at a file without opening it: opening a pipe waits for a writer.
 *
 * @throws FileError where there is none, or a folder
 */
export async function stateOf(file: TextFile): Promise<FileState> {
  return judged(
    file,
    await stat(file.path).catch((error) => {
      throw asFileError(file, error);
    }),
  );
}

/** The same at once. */
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

  /** @throws FileError where it cannot be opened, or is no regular file any more */
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

  /** The bytes that come next, of which there are none at the end. */
  async read(buffer: Uint8Array): Promise<Uint8Array> {
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, null).catch((error) => {
      throw asFileError(this.#file, error);
    });
    this.#total += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** @throws InputChangedError where the file has grown or shrunk since it was opened */
  async end(): Promise<void> {
    refuseChange(this.#file, this.#before.size, (await this.#handle.stat()).size, this.#total);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** The bytes of a regular file, `buffer.length` at a time, which are worth nothing once the next are asked for. */
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

/** What was a file when it was looked at may be a pipe by now: opening it does not wait. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function regular({ name, path }: TextFile, state: Stats): Stats {
  if (state.isFile()) return state;
  throw new InputChangedError(
    `${name}: ${path} was a file when the call began, and is none any more. Wait until nothing replaces it.`,
  );
}

/**
 * Refuses a file that grows or shrinks while it is read: its lines could not be told. A file of `/proc` has no size, so bytes that come
 * of a file without any are no growth unless its size says so as well.
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

/** An error of the system as one of ours; any other as it is. */
export function asFileError(file: TextFile, error: unknown): unknown {
  const { syscall, code, errno } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || syscall === undefined || code === undefined) return error;
  // Errors of reading, that of a folder among them, do not name the file, as those of opening do.
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
