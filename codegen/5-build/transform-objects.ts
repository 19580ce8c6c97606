import { readFileSync } from 'node:fs';
import type { EmittedTransform } from '../4-emit/emitted-file.js';
import type { BuildInputs } from './build-inputs.js';
import type { CacheLocation } from './cache/cache-location.js';
import { ObjectCache } from './cache/object-cache.js';
import type { CMakeProject } from './cmake/cmake-project.js';
import type { NativeSetup } from './cmake/native-setup.js';
import type { UnitLayout, Units } from './cmake/unit-layout.js';

/** A kind of code, with one object file per transform. */
interface Kind {
  readonly name: 'rows' | 'kernels';
  /** The file in which CMake lists the objects of this kind, in the order of the units. */
  readonly list: string;
  readonly key: (transform: EmittedTransform) => string;
}

/** The object files of transforms. Those of earlier builds come from the cache; those of this build are stored there. */
export class TransformObjects {
  readonly #cache: ObjectCache;
  readonly #kinds: readonly Kind[];
  /** False in builds with many transforms per file, where no object file belongs to a single one. */
  readonly #isKept: boolean;
  readonly #compiled = new Map<Kind, readonly EmittedTransform[]>();

  constructor(
    { plan, quick, optimization }: NativeSetup,
    inputs: BuildInputs,
    { cache, buildDirectory }: { readonly cache: CacheLocation; readonly buildDirectory: string },
  ) {
    this.#cache = new ObjectCache(cache);
    this.#isKept = !quick && optimization === 3;
    const rows: Kind = { name: 'rows', list: 'rows-objects.txt', key: (transform) => inputs.rows(transform) };
    const kernels: Kind = {
      name: 'kernels',
      list: 'kernels-objects.txt',
      key: (transform) => inputs.kernels(transform, buildDirectory),
    };
    this.#kinds = plan.cuda === undefined ? [rows] : [rows, kernels];
  }

  /** Lays out the objects that were compiled earlier. Returns the transforms that are still to be compiled. */
  find(transforms: readonly EmittedTransform[], layout: UnitLayout): Units {
    for (const kind of this.#kinds) {
      const missing = transforms.filter((transform) => {
        const objects = this.#isKept ? this.#cache.find(kind.key(transform)) : undefined;
        for (const bytes of objects?.values() ?? []) layout.add(`${transform.directory}-${kind.name}.o`, bytes);
        return objects === undefined;
      });
      this.#compiled.set(kind, missing);
    }
    const directories = (name: Kind['name']) =>
      [...this.#compiled].flatMap(([kind, some]) => (kind.name === name ? some.map(({ directory }) => directory) : []));
    return { ROWS: directories('rows'), KERNELS: directories('kernels') };
  }

  /** Stores the objects that this build compiled. */
  keep(project: CMakeProject): void {
    if (!this.#isKept) return;
    for (const [{ list, key }, transforms] of this.#compiled) {
      const files = transforms.length > 0 ? project.objectsIn(list) : [];
      if (files.length !== transforms.length) continue; // The counts differ if precompiled headers are objects too (MSVC).
      for (const [index, transform] of transforms.entries()) {
        const code = readFileSync(files[index] ?? '');
        this.#cache.store(key(transform), new Map([['code.o', code]]));
      }
    }
  }
}
