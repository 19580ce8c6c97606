import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile, EmittedTransform } from '../4-emit/emitted-file.js';
import type { BuildEvent } from './build-event.js';
import { BuildInputs } from './build-inputs.js';
import type { BuildLock } from './build-lock.js';
import { addonName, type BuildRecord, installAddon, libraryName, readBuildRecord } from './build-record.js';
import type { BuildStep } from './build-steps.js';
import type { CacheLocation } from './cache/cache-location.js';
import { evict } from './cache/evict.js';
import type { Objects } from './cache/object-cache.js';
import { CMakeProject } from './cmake/cmake-project.js';
import { cmakePath, type NativeSetup } from './cmake/native-setup.js';
import { PlainLinks } from './cmake/plain-path.js';
import { UnitLayout, type Units } from './cmake/unit-layout.js';
import { type Engine, provideEngine } from './engine.js';
import { TransformObjects } from './transform-objects.js';

export interface NativeBuildOptions {
  /** The project's root; paths of sources are relative to it. */
  readonly root: string;
  readonly out: string;
  readonly buildDirectory: string;
  readonly cache: CacheLocation;
  readonly lock: BuildLock;
  readonly patience: number;
  readonly onEvent: (event: BuildEvent) => void;
}

/** The emitted sources to compile. */
export interface NativeSources {
  readonly transforms: readonly EmittedTransform[];
  readonly files: readonly EmittedFile[];
  readonly buildHash: string;
}

export type NativeBuild =
  /** Nothing that goes into the addon has changed, and no tool was run. */
  | { readonly status: 'unchanged'; readonly record: BuildRecord }
  | {
      readonly status: 'built';
      readonly record: BuildRecord;
      /** Folders of the transforms of which at least one file was compiled. */
      readonly compiled: readonly string[];
      readonly configureMilliseconds: number;
      readonly buildMilliseconds: number;
      /** Slowest first. Known with ninja only. */
      readonly steps: readonly BuildStep[];
    };

/** The native build of one output directory. Steps that do not depend on the transforms begin before these are known. */
export class AddonBuild {
  readonly #setup: NativeSetup;
  readonly #options: NativeBuildOptions;
  readonly #inputs: BuildInputs;
  readonly #layout: UnitLayout;
  readonly #compiled = new Set<string>();
  #names = new Map<string, string>();
  #project: CMakeProject | undefined;
  #engine: Promise<Engine> | undefined;
  #hasEngine = false;

  constructor(setup: NativeSetup, options: NativeBuildOptions) {
    this.#setup = setup;
    this.#options = options;
    this.#inputs = new BuildInputs(setup);
    this.#layout = new UnitLayout(options.buildDirectory, options.root);
  }

  /** Begins to compile the engine and to configure if there is no addon, because both will be needed then. */
  begin(): void {
    if (readBuildRecord(this.#options.out) !== undefined) return;
    // A failure here occurs again where the result is awaited.
    this.#getEngine().catch(() => {});
    this.#getProject()
      .configure()
      .catch(() => {});
  }

  /**
   * Compiles the emitted sources into `<out>/native/<platform>-<arch>/rowfuse.node`, unless the addon was made from them already.
   *
   * @throws BuildError RF2002 when a compiler rejects a file, RF2003 when CMake cannot configure
   */
  async finish(sources: NativeSources): Promise<NativeBuild> {
    const { out, cache } = this.#options;
    const inputs = this.#inputs.addon(sources.files);
    const current = readBuildRecord(out);
    if (current?.inputs === inputs) return { status: 'unchanged', record: current };

    this.#names = new Map(sources.transforms.map(({ directory, name }) => [directory, name]));
    const project = this.#getProject();
    const engineReady = this.#getEngine();
    engineReady.catch(() => {});
    await project.configure();
    const objects = new TransformObjects(this.#setup, this.#inputs, this.#options);
    const units = objects.find(sources.transforms, this.#layout);
    if (!this.#hasEngine) {
      // The engine is still compiling. Files that do not need it are compiled meanwhile, and linked afterwards.
      this.#layOut(units, sources, undefined);
      await project.build('rowfuse_objects');
    }
    const engine = await engineReady;
    this.#layOut(units, sources, engine);
    const times = await project.build();
    objects.keep(project);
    evict(cache);
    const record = this.#install(inputs, sources.buildHash);
    const steps = [...engine.steps, ...times.steps];
    return { status: 'built', record, compiled: [...this.#compiled].sort(), ...times, steps };
  }

  #getEngine(): Promise<Engine> {
    const { cache, lock, patience, onEvent } = this.#options;
    const [setup, inputs, { token }] = [this.#setup, this.#inputs, lock];
    this.#engine ??= provideEngine({ setup, inputs, cache, token, patience, onEvent }).then((engine) => {
      this.#hasEngine = true;
      return engine;
    });
    return this.#engine;
  }

  #getProject(): CMakeProject {
    const { buildDirectory, lock, onEvent } = this.#options;
    this.#project ??= new CMakeProject({
      setup: this.#setup,
      part: 'addon',
      buildDirectory,
      token: lock.token,
      nameOf: (directory) => this.#names.get(directory),
      prepare: () => this.#layout.write(),
      onEvent: (event) => {
        if (event.kind === 'compiled' && event.directory !== undefined) this.#compiled.add(event.directory);
        onEvent(event);
      },
    });
    return this.#project;
  }

  #layOut(units: Units, { transforms, files, buildHash }: NativeSources, engine: Engine | undefined): void {
    const { out, buildDirectory } = this.#options;
    const add = (objects: Objects = new Map()) =>
      [...objects].map(([name, content]) => this.#layout.add(`engine-${name}`, content));
    this.#layout.setUnits(
      {
        ...units,
        GENERATED: [cmakePath(new PlainLinks(buildDirectory).to(out))],
        TRANSFORMS: transforms.map(({ directory }) => directory),
        BINDING_OBJECTS: add(engine?.binding),
        CALL_OBJECTS: add(engine?.call),
        LIBRARY_OBJECTS: add(engine?.library),
        BUILD_HASH: [buildHash],
      },
      files,
    );
    this.#layout.write();
  }

  #install(inputs: string, buildHash: string): BuildRecord {
    const { out, buildDirectory } = this.#options;
    const { plan, library } = this.#setup;
    const release = path.join(buildDirectory, 'Release');
    const binaries = {
      addon: readFileSync(path.join(release, addonName)),
      library: library ? readFileSync(path.join(release, libraryName)) : undefined,
    };
    return installAddon(out, binaries, {
      inputs,
      buildHash,
      compiler: plan.cxx.identity,
      cpuLevel: plan.cpuLevel ?? '',
      cudaCompiler: plan.cuda?.identity ?? '',
      cudaArchitectures: plan.cuda?.architectures ?? '',
    });
  }
}
