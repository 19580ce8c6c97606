export type { EmittedFile, EmittedTransform, GeneratedTransform } from '../4-emit/emitted-file.js';
export { type BuildOptions, build } from './build.js';
export { BuildError } from './build-error.js';
export type { BuildEvent, BuildPart } from './build-event.js';
export type { BuildReport } from './build-report.js';
