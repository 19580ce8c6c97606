import { hasNode } from '../../1-parse/syntax/nodes-in.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { compare, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { leaves } from '../../ir/rewrite.js';
import type { Label, Statement } from '../../ir/statement.js';
import { intType } from '../../ir/type.js';
import { branchesOf, type TestedBranch } from '../choices/test-chain.js';
import { type Flow, joinFlows, narrow } from '../context/flow.js';
import { jumpTarget, labelled, withoutLastLeave } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, sequence } from '../effects/effects.js';
import { joined } from '../effects/operator-chain.js';
import { strictEqual } from '../numbers/binary-operation.js';
import { lineOf } from '../syntax/line-of.js';
import { literalValue } from '../syntax/literal.js';
import { describeValue } from '../values/described-values.js';

/** A clause with statements, and the clauses without statements directly before it. */
interface Group {
  readonly clauses: readonly ts.CaseOrDefaultClause[];
  readonly hasDefault: boolean;
}

/** A `case`: its test, and the side effects of the value that it compares with. */
interface Case {
  readonly group: number;
  readonly test: Expression;
  readonly before: readonly Statement[];
  readonly line: number;
}

/** Visits `switch`. The cases are compared one after the other, and control falls from one group of statements into the next. */
export function visitSwitchStatement(node: ts.SwitchStatement, context: RowContext): readonly Statement[] {
  const value = context.visit.expression(node.expression);
  if (!value || reportSharedNames(node.caseBlock, context)) return [];
  const subject = isLasting(value, node.caseBlock, context) ? value : keepExpression(value, 'subject', context);
  const groups = groupClauses(node.caseBlock);
  const line = lineOf(node);

  // The flow at the start of each group, if one of its cases was the first that is equal.
  const entries: (Flow | undefined)[] = groups.map(() => undefined);
  const cases: Case[] = [];
  for (const [group, { clauses }] of groups.entries()) {
    for (const clause of clauses) {
      if (!ts.isCaseClause(clause) || !context.flow) continue;
      const { result, before } = context.effects.collect(() => context.visit.expression(clause.expression));
      const test = result && sameValue(subject, result, clause, context);
      if (!test) return [];
      const { flow } = context;
      if (!flow) break;
      entries[group] = joinFlows(entries[group], narrow(flow, test, true));
      context.flow = narrow(flow, test, false);
      cases.push({ group, test, before, line: lineOf(clause) });
    }
  }
  const defaultGroup = groups.findIndex(({ hasDefault }) => hasDefault);
  const target = jumpTarget('switch', node);
  const label = context.newLabel();
  target.breakLabel = label;
  if (defaultGroup >= 0) entries[defaultGroup] = joinFlows(entries[defaultGroup], context.flow);
  else target.afterBreak = context.flow;

  context.jumps.push(target);
  let fallsThrough = false;
  context.flow = undefined;
  const bodies = groups.map(({ clauses }, group) => {
    if (context.flow) fallsThrough = true;
    context.flow = joinFlows(context.flow, entries[group]);
    return context.visit.statements(clauses.at(-1)?.statements ?? []);
  });
  context.jumps.pop();
  context.flow = joinFlows(context.flow, target.afterBreak);

  const parts = { groups, cases, bodies, defaultGroup, label, line };
  if (groups.length === 0) return sequence(...cases.map(({ before }) => before));
  return !fallsThrough && isChain(parts) ? chain(parts, context) : entered(parts, context);
}

/** True if a value is the same for all cases: cases of literals and names do not change a variable. */
function isLasting(value: Expression, { clauses }: ts.CaseBlock, context: RowContext): boolean {
  if (isStable(value, context)) return true;
  const isName = (node: ts.Expression): boolean =>
    ts.isPropertyAccessExpression(node) ? isName(node.expression) : ts.isIdentifier(node);
  return (
    value.kind === 'read' &&
    clauses.every((clause) => !ts.isCaseClause(clause) || literalValue(clause.expression) || isName(clause.expression))
  );
}

function groupClauses({ clauses }: ts.CaseBlock): readonly Group[] {
  const groups: Group[] = [];
  let open: ts.CaseOrDefaultClause[] = [];
  for (const [index, clause] of clauses.entries()) {
    open.push(clause);
    if (clause.statements.length === 0 && index < clauses.length - 1) continue;
    groups.push({ clauses: open, hasDefault: open.some(ts.isDefaultClause) });
    open = [];
  }
  return groups;
}

/** Returns the test `subject === value`, or the value itself for `switch (true)`. */
function sameValue(subject: Expression, value: Expression, clause: ts.CaseClause, context: RowContext) {
  const isTrue = subject.kind === 'literal' && subject.value === true;
  if (isTrue && value.type.core.kind === 'boolean' && !value.type.mayBeNull && !value.type.mayBeUndefined) return value;
  return (
    strictEqual(subject, value) ??
    context.report(clause.expression, (span) =>
      unsupportedOperation(span, {
        operation: '`case`',
        operands: `${describeValue(subject.type)} and ${describeValue(value.type)}`,
        advice: 'Compare values of one type.',
      }),
    )
  );
}

/** Reports a name that one clause declares and another one uses: JavaScript throws if its declaration has not run. */
function reportSharedNames(block: ts.CaseBlock, context: RowContext): boolean {
  const { checker } = context.program;
  const declared = new Map<ts.Symbol, ts.CaseOrDefaultClause>();
  for (const clause of block.clauses) {
    for (const statement of clause.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name } of statement.declarationList.declarations) {
        for (const bound of boundNames(name)) {
          const symbol = checker.getSymbolAtLocation(bound);
          if (symbol) declared.set(symbol, clause);
        }
      }
    }
  }
  const isShared = (node: ts.Node, clause: ts.CaseOrDefaultClause): boolean => {
    const owner = ts.isIdentifier(node) ? declared.get(checker.getSymbolAtLocation(node) as ts.Symbol) : undefined;
    if (!owner || owner === clause) return false;
    context.refuse(node, {
      construct: 'A variable that another `case` declares',
      reason: 'Control may have come here without its declaration, which JavaScript answers with an error.',
      advice: 'Declare it in front of the `switch`.',
    });
    return true;
  };
  return block.clauses.some((clause) => hasNode(clause, (node) => isShared(node, clause)));
}

function boundNames(name: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

interface Parts {
  readonly groups: readonly Group[];
  readonly cases: readonly Case[];
  readonly bodies: readonly (readonly Statement[])[];
  /** -1 if there is none. */
  readonly defaultGroup: number;
  readonly label: Label;
  readonly line: number;
}

/** True if the switch is a chain of tests, each before the statements of its group. */
function isChain({ groups, cases, defaultGroup }: Parts): boolean {
  const isDefaultAlone = defaultGroup < 0 || groups[defaultGroup]?.clauses.length === 1;
  const isFirst = (one: Case, index: number) => cases[index - 1]?.group !== one.group;
  return isDefaultAlone && cases.every((one, index) => one.before.length === 0 || isFirst(one, index));
}

function chain({ cases, bodies, defaultGroup, label, line }: Parts, context: RowContext): readonly Statement[] {
  const body = (group: number) => withoutLastLeave(bodies[group] ?? [], label);
  const tests = new Map<number, Case[]>();
  for (const one of cases) {
    const same = tests.get(one.group);
    if (same) same.push(one);
    else tests.set(one.group, [one]);
  }
  const branches = [...tests].flatMap(([group, [first, ...others]]): readonly TestedBranch[] => {
    const test = first && joined('||', [first.test, ...others.map((other) => other.test)]);
    return first && test ? [{ before: first.before, test, whenTrue: body(group), line: first.line }] : [];
  });
  const statements = branchesOf(branches, defaultGroup < 0 ? [] : body(defaultGroup), line, context);
  return labelled(statements, label, line);
}

/** Finds the number of the group where control enters. From there on, each group runs until control leaves. */
function entered(parts: Parts, context: RowContext): readonly Statement[] {
  const { groups, cases, bodies, defaultGroup, label, line } = parts;
  const none = groups.length;
  const entry = context.variables.temporary('entry', intType, true);
  const enter = (group: number, at: number): Statement => ({
    kind: 'assign',
    variable: entry,
    value: literal(group),
    line: at,
  });
  const tests = cases.map(
    ({ test, before, group, line: at }): TestedBranch => ({ before, test, whenTrue: [enter(group, at)], line: at }),
  );
  const declared: Statement = {
    kind: 'declare',
    variable: entry,
    value: literal(defaultGroup < 0 ? none : defaultGroup),
    line,
  };
  const runs = bodies.flatMap((body, group): readonly Statement[] => {
    const isLast = group === groups.length - 1;
    // With a default, control always enters a group, which cannot be behind the last one.
    if (isLast && defaultGroup >= 0) return [{ kind: 'block', body: withoutLastLeave(body, label), line }];
    const test = compare('<=', context.variables.read(entry), literal(group));
    return [{ kind: 'if', test, whenTrue: isLast ? withoutLastLeave(body, label) : body, whenFalse: [], line }];
  });
  const body = [declared, ...branchesOf(tests, [], line, context), ...runs];
  return leaves(body, label) ? [{ kind: 'block', label, body, line }] : body;
}
