import { abiVersion } from '../../../schema/abi.js';
import type { EmittedFile, GeneratedTransform } from '../emitted-file.js';
import { render } from '../templates.js';
import { banner } from './banner.js';
import { emitPackage } from './emit-package.js';
import { exportName } from './js-names.js';

/**
 * Emits the files that all transforms of an output directory share: `index.js`, which an app imports, `runtime.js`, which knows the
 * addon, and `package.json`. They depend on the transforms' names alone, so a build of some sources can write them without reading
 * the others.
 */
export function emitIndex(transforms: readonly GeneratedTransform[], buildHash: string): readonly EmittedFile[] {
  if (transforms.length === 0) return [];
  const sorted = [...transforms].sort((a, b) => (a.name < b.name ? -1 : 1));
  const values = {
    banner: banner([...new Set(transforms.map(({ source }) => source))].sort().join(', ')),
    abi: abiVersion,
    buildHash,
    transforms: sorted
      .filter(({ passOf }) => passOf === undefined)
      .map(({ name, directory }) => ({ exportName: exportName(name), directory })),
  };
  return [
    { path: 'index.js', text: render('index.js', values) },
    { path: 'index.d.ts', text: render('index.d.ts', values) },
    { path: 'runtime.js', text: render('runtime.js', values) },
    emitPackage(),
  ];
}
