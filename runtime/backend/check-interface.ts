import { abiVersion } from '../../schema/abi.js';
import { BuildError } from '../errors.js';
import { rebuildSteps, shownPath } from './addon-advice.js';
import { generatedFolder } from './addon-location.js';
import type { AddonExpectation } from './load-addon.js';

/**
 * Checks that generated code and this runtime are of the same interface. The compiler and the runtime are two packages, so an installation
 * may have them in different versions.
 *
 * @throws BuildError otherwise
 */
export function checkInterface(expected: AddonExpectation): void {
  if (expected.abi === abiVersion) return;
  const folder = generatedFolder(expected);
  throw new BuildError(
    `The generated code${folder === undefined ? '' : ` in ${shownPath(folder)}`} has interface version ${expected.abi}, ` +
      `the installed @rowfuse/runtime has ${abiVersion}. Install rowfuse and @rowfuse/runtime in the same version, ` +
      `then run ${rebuildSteps(expected, new Set())}.`,
  );
}
