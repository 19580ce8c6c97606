import { report } from '../../examples/one-billion-rows/report.mjs';

export async function contestant(file) {
  const { configure, stations } = await import('../.work/one-billion-rows/generated/index.js');
  configure({ threads: 2 });
  return async () => report(await stations({ file }, { backend: 'cpu' }));
}
