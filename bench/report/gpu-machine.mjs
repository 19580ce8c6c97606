import { digits } from './format.mjs';

/** Describes the GPU of a standalone program's results, as the line above their table. */
export function gpuMachine({ machine, copy }) {
  return (
    `${machine.device}, ${machine.multiprocessors} multiprocessors, L2 ${machine.l2MiB} MiB, driver ${machine.driver}, ` +
    `CUDA ${machine.cudaRuntime}, clocks (now, highest; multiprocessor, then memory) ${machine.clocks}; ` +
    `${machine.date.slice(0, 10)}. ` +
    `Copy of ${digits(copy.bytes / 2 ** 30)} GiB, read and written: ${digits(copy.gigabytesPerSecond)} GB/s.`
  );
}
