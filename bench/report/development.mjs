import { table } from './format.mjs';

export function developmentSection({ machine, tasks }) {
  const lines = tasks.map(({ task, seconds }) => [
    task,
    seconds.median.toFixed(2),
    `${seconds.least.toFixed(2)} to ${seconds.most.toFixed(2)}`,
  ]);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.compiler}, Node ${machine.node}, ${machine.date.slice(0, 10)}. ` +
      `Medians of ${tasks[0]?.seconds.runs} runs, each with an empty cache:`,
    '',
    table(['task', 's', 'from, to'], lines),
  ].join('\n');
}
