import type { Addon } from './addon.js';
import { BuildError, DeviceError, OptionError } from './errors.js';
import type { LoadedAddon } from './load-addon.js';
import { type Backend, backends } from './options.js';

/** Which backend is in use, and why. */
export interface BackendChoice {
  readonly backend: Backend;
  readonly reason: string;
}

/** A choice together with what it needs. */
export type ChosenBackend =
  | { readonly backend: 'js'; readonly reason: string }
  | { readonly backend: 'cpu' | 'cuda'; readonly reason: string; readonly addon: Addon };

/** Picks backends for one generated folder; loads its addon at the first need. */
export class BackendChooser {
  readonly #load: () => LoadedAddon;
  #loaded: LoadedAddon | undefined;
  #cuda: ReturnType<Addon['cuda']> | undefined;

  constructor(load: () => LoadedAddon) {
    this.#load = load;
  }

  /**
   * The backend for a call: what the call asks for, else what `ROWFUSE_BACKEND` asks for, else the first that works.
   *
   * @throws BuildError when the addon is stale, or missing though asked for; DeviceError when there is no usable GPU;
   * OptionError when `ROWFUSE_BACKEND` names no backend.
   */
  choose(asked?: Backend): ChosenBackend {
    if (asked !== undefined) return this.#require(asked, 'the call asks for it');
    const variable = process.env.ROWFUSE_BACKEND;
    if (variable === undefined || variable === '') return this.#firstThatWorks();
    const backend = backends.find((name) => name === variable);
    if (backend === undefined) {
      throw new OptionError(
        `ROWFUSE_BACKEND is ${JSON.stringify(variable)}, which is no backend. Set it to one of ${backends.join(', ')}, or unset it.`,
      );
    }
    return this.#require(backend, 'ROWFUSE_BACKEND asks for it');
  }

  #firstThatWorks(): ChosenBackend {
    const loaded = this.#addon();
    if (loaded.addon === undefined) return { backend: 'js', reason: loaded.reason };
    const cuda = this.#cudaOf(loaded.addon);
    if (cuda.available) return { backend: 'cuda', reason: cuda.device ?? cuda.reason, addon: loaded.addon };
    return { backend: 'cpu', reason: `cuda does not work here: ${cuda.reason}`, addon: loaded.addon };
  }

  #require(backend: Backend, reason: string): ChosenBackend {
    if (backend === 'js') return { backend, reason };
    const loaded = this.#addon();
    if (loaded.addon === undefined) {
      throw new BuildError(
        `The ${backend} backend does not work here: ${loaded.reason}. Or leave the backend open to run on js.`,
      );
    }
    if (backend === 'cpu') return { backend, reason, addon: loaded.addon };
    const cuda = this.#cudaOf(loaded.addon);
    if (!cuda.available) {
      throw new DeviceError(
        `The cuda backend does not work here: ${cuda.reason}. Run \`npx rowfuse doctor\` to see what is missing, or leave the backend open to run on cpu.`,
      );
    }
    return { backend, reason: cuda.device === undefined ? reason : `${reason}; ${cuda.device}`, addon: loaded.addon };
  }

  #addon(): LoadedAddon {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  #cudaOf(addon: Addon): ReturnType<Addon['cuda']> {
    this.#cuda ??= addon.cuda();
    return this.#cuda;
  }
}
