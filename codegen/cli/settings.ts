import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../../schema/nearest.js';
import { type CpuLevel, cpuLevels } from '../5-build/tools/cpu-level.js';
import { type Diagnostic, formatDiagnostics, invalidSettings, nowhere, settingsAreCode } from '../diagnostics/index.js';
import { wantsColor } from './progress/color.js';

/** The build settings of a project, as data. Flags of the command line take precedence. */
export interface Settings {
  /** Modules that export transforms, or patterns for them, relative to {@link Project.directory}. */
  readonly sources?: readonly string[];
  /** The output directory, relative to {@link Project.directory}. */
  readonly out?: string;
  /** The level of x86-64 to compile for, as in `--cpu-level`. */
  readonly cpuLevel?: CpuLevel;
  /** The GPUs to compile for, in the form of `--cuda-arch`. */
  readonly cudaArch?: string;
  /** False leaves the GPU out. */
  readonly cuda?: boolean;
  /** Also builds the shared library for other languages. */
  readonly library?: boolean;
}

/** The project that a command runs in. */
export interface Project {
  /** The folder of the settings, absolute; the working directory of the command if there are none. */
  readonly directory: string;
  readonly settings: Settings;
  readonly diagnostics: readonly Diagnostic[];
}

const settingsFile = 'rowfuse.config.json';

/**
 * Returns the settings of the project that a folder belongs to. They are those of the nearest folder, upwards, with a `rowfuse.config.json`
 * or a `package.json`, which may have them under `rowfuse`.
 *
 * Settings are data and never code, since a build runs no code of the user's. Their paths stay inside the project: building somebody else's
 * folder must not write elsewhere.
 */
export function findProject(start: string): Project {
  for (let directory = start; ; directory = path.dirname(directory)) {
    const config = path.join(directory, settingsFile);
    const manifest = path.join(directory, 'package.json');
    const code = ['js', 'mjs', 'cjs', 'ts', 'mts'].map((extension) => `rowfuse.config.${extension}`);
    const asCode = code.find((name) => existsSync(path.join(directory, name)));
    if (existsSync(config)) return readSettings(directory, settingsFile, (content) => content);
    if (asCode !== undefined) {
      return {
        directory,
        settings: {},
        diagnostics: [settingsAreCode(nowhere, { file: asCode, instead: settingsFile })],
      };
    }
    if (existsSync(manifest)) return readSettings(directory, 'package.json', (content) => recordOf(content)?.rowfuse);
    if (directory === path.dirname(directory)) return { directory: start, settings: {}, diagnostics: [] };
  }
}

function readSettings(directory: string, file: string, select: (content: unknown) => unknown): Project {
  const diagnostics: Diagnostic[] = [];
  const complain = (reason: string): void => {
    diagnostics.push(invalidSettings(nowhere, { file, reason, known: known.join(', ') }));
  };
  let given: unknown;
  try {
    given = select(JSON.parse(readFileSync(path.join(directory, file), 'utf8')));
  } catch (error) {
    // npm reports a package.json that is not JSON.
    if (file === settingsFile) complain(error instanceof Error ? error.message : String(error));
  }
  const settings = given === undefined ? {} : checkSettings(given, complain);
  return { directory, settings, diagnostics };
}

type Complain = (reason: string) => void;

/** The check of each setting. */
const checks: { readonly [Name in keyof Settings]-?: (value: unknown, complain: Complain) => Settings[Name] } = {
  sources(value, complain) {
    const list = Array.isArray(value) ? value : [value];
    if (list.length === 0 || !list.every((item) => typeof item === 'string' && item !== '')) {
      complain('`sources` must be a path or pattern, or a list of such');
      return undefined;
    }
    for (const item of list) if (leaves(item)) complain(`\`sources\` names ${item}, which is outside the project`);
    return list;
  },
  out(value, complain) {
    if (typeof value !== 'string' || value === '') complain('`out` must be the path of a folder');
    else if (leaves(value)) complain(`\`out\` is ${value}, which is outside the project`);
    else return value;
    return undefined;
  },
  cpuLevel(value, complain) {
    const level = cpuLevels.find((known) => known === value);
    if (level === undefined) complain(`\`cpuLevel\` must be one of ${cpuLevels.join(', ')}`);
    return level;
  },
  cudaArch(value, complain) {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    complain('`cudaArch` must be text, such as "90" or "80-real;90"');
    return undefined;
  },
  cuda: truthOf('cuda'),
  library: truthOf('library'),
};

const known = Object.keys(checks);

function truthOf(name: string) {
  return (value: unknown, complain: Complain): boolean | undefined => {
    if (typeof value === 'boolean') return value;
    complain(`\`${name}\` must be true or false`);
    return undefined;
  };
}

function checkSettings(given: unknown, complain: Complain): Settings {
  const record = recordOf(given);
  if (record === undefined) {
    complain('the settings must be an object');
    return {};
  }
  const entries = Object.entries(record).flatMap(([name, value]) => {
    if (!isSetting(name)) {
      const close = nearest(name, known);
      complain(
        `there is no setting ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean \`${close}\`?`}`,
      );
      return [];
    }
    const checked = checks[name](value, complain);
    return checked === undefined ? [] : [[name, checked]];
  });
  return Object.fromEntries(entries);
}

function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(checks, name);
}

function leaves(file: string): boolean {
  const normal = path.normalize(file);
  return path.isAbsolute(file) || normal === '..' || normal.startsWith(`..${path.sep}`);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** Returns the project that a command runs in. Undefined if its settings are invalid, after the errors are printed. */
export function projectOfCommand(): Project | undefined {
  const project = findProject(process.cwd());
  if (project.diagnostics.length === 0) return project;
  const options = { root: project.directory, color: wantsColor(process.stderr) };
  process.stderr.write(formatDiagnostics('pretty', project.diagnostics, options));
  return undefined;
}
