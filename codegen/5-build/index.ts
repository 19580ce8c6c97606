export { type BuildOptions, type BuildReport, build } from './build.js';
export { BuildError } from './build-error.js';
export type { BuildEvent } from './build-event.js';
export type { EmittedFile, EmittedTransform } from './emitted-file.js';
