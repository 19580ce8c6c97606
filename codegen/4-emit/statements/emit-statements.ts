import type { Statement } from '../../ir/statement.js';
import { emitExpression } from '../expressions/emit-expression.js';
import type { RowScope } from '../scope/row-scope.js';
import { emitAccessStatement, endIfOutgrown } from './emit-access-statement.js';
import { emitAssignment } from './emit-assignment.js';
import { emitBlock, labelName } from './emit-block.js';
import { emitDeclaration } from './emit-declaration.js';
import { emitForOf } from './emit-for-of.js';
import { emitIf } from './emit-if.js';
import { emitLoop } from './emit-loop.js';
import { emitFinish, emitMachine, emitRecur, emitRoutine } from './emit-machine.js';
import { emitReturn, emitRow } from './emit-result.js';
import { emitSort } from './emit-sort.js';
import { type EmitStatements, indented } from './statement-lines.js';

/** Emits the lines of statements of the IR, at a depth of indentation. */
export function emitStatements(body: readonly Statement[], depth: number, scope: RowScope): readonly string[] {
  return body.flatMap((statement) => emitStatement(statement, depth, scope));
}

function emitStatement(statement: Statement, depth: number, scope: RowScope): readonly string[] {
  const emit: EmitStatements = (body, at) => emitStatements(body, at, scope);
  const lines = (code: string) => scope.lines.at(statement, indented(code, depth));
  switch (statement.kind) {
    case 'declare':
      return lines(`${emitDeclaration(statement, scope)}${endIfOutgrown(statement, scope)}`);
    case 'assign':
      return lines(`${emitAssignment(statement, scope)};`);
    case 'evaluate':
      return lines(
        statement.value.kind === 'access'
          ? emitAccessStatement(statement.value, scope)
          : `static_cast<void>(${emitExpression(statement.value, scope)});`,
      );
    case 'emit':
      return lines(emitRow(statement, scope));
    case 'return':
      return lines(emitReturn(statement, scope));
    case 'throw':
      return lines(scope.fn.isAttempt ? 'rf::fail(out);\nreturn true;' : 'return rf::fail(out);');
    case 'break':
      return lines('break;');
    case 'continue':
      return lines(scope.isFold ? 'return;' : 'continue;');
    case 'leave':
      return lines(`goto ${labelName(statement.label)};`);
    case 'step':
      return indented(scope.locals.countStep(), depth);
    case 'loop':
      return emitLoop(statement, undefined, depth, scope, emit);
    case 'for-of':
      return emitForOf(statement, depth, scope, emit);
    case 'sort':
      return emitSort(statement, depth, scope, emit);
    case 'machine':
      return emitMachine(statement, depth, scope, emit);
    case 'routine':
      return emitRoutine(statement, depth, scope, emit);
    case 'recur':
      return lines(emitRecur(statement, scope));
    case 'finish':
      return lines(emitFinish(statement, scope));
    case 'block':
      return emitBlock(statement, depth, scope, emit);
    case 'if':
      return emitIf(statement, depth, scope, emit);
  }
}
