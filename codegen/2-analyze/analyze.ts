import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import type { Program } from '../1-parse/project.js';
import { ts } from '../1-parse/ts.js';
import { DiagnosticBag, missingReturn, noOutputColumns, unsupportedSyntax } from '../diagnostics/index.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { findAssignments } from './assignments.js';
import { fitStores } from './fit-stores.js';
import { bindParameters } from './parameters.js';
import { RowContext } from './row-context.js';
import { visitStatements } from './visitors/block.js';
import { lineOf } from './visitors/index.js';
import { visitResult } from './visitors/return-statement.js';

/** Turns one transform's row function into IR. Undefined where something was reported. */
export function analyze(transform: ParsedTransform, program: Program, bag: DiagnosticBag): RowFunction | undefined {
  const { name, source, input, output, row } = transform;
  const found = new DiagnosticBag();
  const context = new RowContext(program, found, transform, findAssignments(row, program.checker));
  if (output.length === 0) context.report(transform.call.expression, (span) => noOutputColumns(span, { name }));
  checkForm(transform, context);
  const body = [...bindParameters(row, context), ...visitBody(transform, context)];
  bag.add(...found.sorted());
  if (found.hasErrors) return undefined;
  return Object.freeze({
    name,
    source,
    input,
    output,
    captures: [...context.captures.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    imports: [...context.imports]
      .map(([local, exported]) => ({ local, exported }))
      .sort((a, b) => (a.local < b.local ? -1 : 1)),
    variables: context.variables,
    body: fitStores(body, context.variables),
    countedLoops: [...context.countedLoops].map(({ statement }) => statement.getStart()).sort((a, b) => a - b),
  });
}

function checkForm({ row }: ParsedTransform, context: RowContext): void {
  if (row.asteriskToken || row.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) {
    context.report(row, (span) =>
      unsupportedSyntax(span, {
        construct: 'A generator or an async function',
        reason: 'A row function returns its value at once, one for each row.',
        advice: 'Write a plain function.',
      }),
    );
  }
}

function visitBody({ row }: ParsedTransform, context: RowContext): readonly Statement[] {
  const { body } = row;
  if (!body) return [];
  if (!ts.isBlock(body)) return visitResult(body, lineOf(body), context);
  const statements = visitStatements(body.statements, context);
  if (context.flow) context.report(row.name ?? row, (span) => missingReturn(span));
  return statements;
}
