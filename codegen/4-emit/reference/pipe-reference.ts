import { dropsRows, type ParsedStages, type PipeStage, type RowFunctionNode } from '../../1-parse/parsed-transform.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { Column } from '../../ir/row-function.js';
import { jsJson } from '../user-text.js';
import { Checks } from './checks.js';
import { editedText, strip, unusedName } from './edits.js';
import { Polyfills } from './polyfills.js';
import { functionText } from './reference.js';
import { emitConstants } from './reference-constants.js';
import { StepCounter } from './step-counter.js';

/** Emits a pipe as plain JavaScript: its stages' functions, which the runtime calls one after the other for each row. */
export function emitPipeReference(pipe: ParsedStages, analysis: Analysis): { imports: string; code: string } {
  const count = pipe.kind === 'pipe' ? pipe.counts?.place : undefined;
  const given = count === undefined ? pipe.stages : pipe.stages.slice(0, count);
  const functionName = (stage: PipeStage) => (stage.transform.kind === 'expand' ? 'rows' : 'row');
  const nodes = given.flatMap(({ transform: { row, where } }) => [...(where ? [where] : []), row]);
  const texts = [pipe.call, ...nodes, ...analysis.functions.map(({ node }) => node)];
  const steps = new StepCounter(analysis.countedLoops, texts);
  const checks = new Checks(analysis, texts);
  const polyfills = new Polyfills(analysis, texts);
  const member = (name: string, node: RowFunctionNode) => {
    const text = editedText(node, node.getStart(), analysis, [
      ...steps.inserts(node),
      ...checks.inserts(node),
      ...polyfills.inserts(node),
    ]);
    return ts.isMethodDeclaration(node) ? text : `${name}: ${text}`;
  };
  const stages = given.map((stage, place) => {
    const { row, where } = stage.transform;
    return `{\n${[description(stage, place, pipe), ...(where ? [member('where', where)] : []), member(functionName(stage), row)].join(',\n')},\n}`;
  });
  const functions = analysis.functions.map(
    (one) => `const ${one.name} = ${functionText(one, analysis, steps, [checks, polyfills])};`,
  );
  const constants = emitConstants(analysis.fn.captures, [...stages, ...functions].join(' '));
  const outside = [...constants, ...checks.declarations(), ...polyfills.declarations(), ...functions];
  const pipeRows = unusedName('pipeRows', texts);
  const name = dropsRows(pipe) ? 'rows' : 'row';
  const call = `${pipeRows}([\n${stages.join(',\n')},\n]).${count === undefined ? name : 'count'}`;
  const imports = `import { pipeRows${pipeRows === 'pipeRows' ? '' : ` as ${pipeRows}`} } from '@rowfuse/runtime';`;
  const start = `export const ${name} = (() => {\n${outside.join('\n')}\n`;
  if (!steps.isShared)
    return {
      imports,
      code: strip(outside.length === 0 ? `export const ${name} = ${call};\n` : `${start}return ${call};\n})();\n`),
    };
  // The count of steps starts anew with each row, and goes on over its stages.
  const beginning = `(...given) => {\n${steps.name} = 0;\nreturn piped(...given);\n}`;
  return {
    imports,
    code: strip(`${start}let ${steps.name} = 0;\nconst piped = ${call};\nreturn ${beginning};\n})();\n`),
  };
}

/** Returns the properties of a stage besides its functions, for the runtime. */
function description({ transform, from }: PipeStage, place: number, { counted }: ParsedStages): string {
  const { name, input, keep, output, single } = transform;
  const taken =
    place === 0
      ? []
      : input.flatMap(({ name: column, path, presence, listed }, index) =>
          // The presence of a struct that is never null is left out.
          from[index] === 'there'
            ? []
            : [
                {
                  name: column,
                  ...(path && { path }),
                  ...(presence && { presence }),
                  ...(listed && { listed }),
                  from: from[index],
                },
              ],
        );
  const kept = keep.flatMap((index) => (input[index] ? [{ ...columnOf(input[index]), from: index }] : []));
  const index = counted.find((stage) => stage.place === place)?.column.name;
  const described = {
    name,
    ...(index !== undefined && { index }),
    input: taken,
    keep: kept,
    output: output.map(columnOf),
    single,
  };
  return jsJson(described, 2).slice(2, -2);
}

function columnOf({ name, path, type, nullable, presence, required, timezone, element, listed }: Column) {
  return {
    name,
    ...(path && { path }),
    type,
    nullable,
    ...(presence && { presence }),
    ...(required && { required }),
    ...(timezone !== undefined && { timezone }),
    ...(element && { element }),
    ...(listed && { listed }),
  };
}
