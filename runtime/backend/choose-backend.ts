import { applyConfiguration, configuration } from '../configure.js';
import { BuildError, DeviceError, OptionError } from '../errors.js';
import { type Backend, backends } from '../options.js';
import type { Addon, AddonConfiguration } from './addon.js';
import { warnOfFallback } from './fallback-warning.js';
import type { LoadedAddon } from './load-addon.js';

/** The backend that a call uses, and why. */
export interface BackendChoice {
  /** The backend. */
  readonly backend: Backend;
  /** The reason in words: the request, the GPU's name, or why a faster backend does not work. */
  readonly reason: string;
}

/** A choice together with the addon that it needs. */
export type ChosenBackend =
  | { readonly backend: 'js'; readonly reason: string }
  | { readonly backend: 'cpu' | 'cuda'; readonly reason: string; readonly addon: Addon };

/** Chooses backends for one generated folder. Loads its addon when it is first needed. */
export class BackendChooser {
  readonly #load: () => LoadedAddon;
  #loaded: LoadedAddon | undefined;
  #cuda: ReturnType<Addon['cuda']> | undefined;
  #probed: AddonConfiguration | undefined;

  constructor(load: () => LoadedAddon) {
    this.#load = load;
  }

  /**
   * Returns the backend of a call: the one that the call asks for, else `ROWFUSE_BACKEND`, else the first that works.
   *
   * @throws BuildError when the addon is stale, or is missing although a native backend is requested
   * @throws DeviceError when there is no usable GPU
   * @throws OptionError when `ROWFUSE_BACKEND` is not a backend, or `configure` names a device that does not exist
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

  /** Returns the addon for a backend that is already decided. */
  require(backend: 'cpu' | 'cuda'): Exclude<ChosenBackend, { backend: 'js' }> {
    const chosen = this.#require(backend, 'the device table is there');
    if (chosen.backend === 'js') throw new Error(`asked for ${backend}`);
    return chosen;
  }

  #firstThatWorks(): ChosenBackend {
    const loaded = this.#addon();
    if (loaded.addon === undefined) {
      warnOfFallback(loaded.reason);
      return { backend: 'js', reason: loaded.reason };
    }
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

  /** Asks the addon about the configured device, once per `configure`. */
  #cudaOf(addon: Addon): ReturnType<Addon['cuda']> {
    const configured = configuration();
    if (this.#cuda !== undefined && this.#probed === configured) return this.#cuda;
    applyConfiguration(addon);
    const cuda = addon.cuda();
    const { devices = [] } = cuda;
    if (configured.device !== undefined && devices.length > 0 && configured.device >= devices.length) {
      const names = devices.map((name, ordinal) => `${ordinal} (${name})`).join(', ');
      throw new OptionError(`configure: there is no device ${configured.device}. This machine has ${names}.`);
    }
    this.#cuda = cuda;
    this.#probed = configured;
    return cuda;
  }
}
