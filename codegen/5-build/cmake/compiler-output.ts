/** The relevant part of a failed build's output. */
export interface CompilerFailure {
  /** The first messages, each with the lines that belong to it. */
  readonly excerpt: string;
  /** The folder of the transform whose file failed, if it is known. */
  readonly directory?: string;
}

const message = /(?:\b(?:fatal )?error\b[ :]|undefined reference|ptxas fatal|CMake Error|ninja: |\*\*\* )/i;
const noise = /^(?:FAILED: |\[\d+\/\d+\]|\[ *\d+%\]|ninja: build stopped|make(?:\[\d+\])?: \*\*\*|gmake)/;
const messages = 3;
const linesEach = 6;
const longest = 300;

/** Cuts the output of a compiler, CMake or ninja down to its first few messages. */
export function compilerFailure(output: string): CompilerFailure {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const kept: string[] = [];
  let found = 0;
  for (let index = 0; index < lines.length && found < messages; index += 1) {
    const line = lines[index] ?? '';
    if (noise.test(line) || isCommand(line) || !message.test(line)) continue;
    found += 1;
    kept.push(shortened(line));
    while (kept.length < found * linesEach && index + 1 < lines.length) {
      const next = lines[index + 1] ?? '';
      // CMake sets its messages off with empty lines and indents the lines that belong to them.
      const belongs = line.startsWith('CMake Error') ? /^(?:\s|$)/.test(next) : next !== '';
      if (!belongs || noise.test(next) || message.test(next)) break;
      if (next !== '') kept.push(shortened(next));
      index += 1;
    }
  }
  const excerpt = (kept.length > 0 ? kept : lines.filter((line) => line !== '').slice(-linesEach)).join('\n');
  const directory = failedDirectory(output);
  return directory === undefined ? { excerpt } : { excerpt, directory };
}

/** True if the output holds a message of a compiler, rather than of CMake, ninja or make about their own state. */
export function isCompilerMessage(output: string): boolean {
  return /^(?!ninja|make|CMake|gmake).*(?:: (?:fatal )?error ?: |undefined reference|ptxas fatal)/m.test(output);
}

/** True for the command of a failed step, which ninja prints in full. */
function isCommand(line: string): boolean {
  const [program = '', ...args] = line.replace(/^: && /, '').split(' ');
  return /\+\+|cc|clang/.test(program) && args.some((arg) => /^-[IDOo]/.test(arg));
}

function shortened(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)} …` : line;
}

function failedDirectory(output: string): string | undefined {
  return (/FAILED: \S*?([^/\s]+)\/\1\.(?:cpp|cu|binding\.cc)\.o/.exec(output) ??
    /\*\*\* \[\S*?([^/\s]+)\/\1\.(?:cpp|cu|binding\.cc)\.o/.exec(output))?.[1];
}
