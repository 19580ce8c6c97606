/** A separate process for some mutants: it may crash or never end, and its memory returns when it ends. */
import { builtTransforms } from '../../run/built-transforms.js';
import { type Checked, checkMutant } from '../check-mutant.js';
import { MutantSource } from './mutant-source.js';

/** A message of a worker: it begins a mutant, or reports the result. */
export interface WorkerMessage {
  readonly index: number;
  readonly checked?: Checked & { readonly milliseconds: number; readonly fixture: string };
  /** The peak memory of the process. */
  readonly mostKilobytes?: number;
}

const [generated = '', seed = '0', first = '0', end = '0'] = process.argv.slice(2);
const source = new MutantSource(Number(seed));
const transforms = await builtTransforms(generated);

for (let index = Number(first); index < Number(end); index += 1) {
  await tell({ index });
  const { fixture, bytes, transforms: names } = source.mutant(index);
  const used = transforms.filter(({ name }) => names.includes(name));
  const began = performance.now();
  const checked = await checkMutant(bytes, used, ['js', 'cpu']);
  const milliseconds = performance.now() - began;
  const { maxRSS: mostKilobytes } = process.resourceUsage();
  await tell({ index, checked: { ...checked, milliseconds, fixture }, mostKilobytes });
}
process.disconnect();

function tell(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
