export type { EmittedFile, EmittedTransform, GeneratedTransform } from '../4-emit/emitted-file.js';
export { type BuildOptions, type BuildReport, build } from './build.js';
export { BuildError } from './build-error.js';
export type { BuildEvent } from './build-event.js';
