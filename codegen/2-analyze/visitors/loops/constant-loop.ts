import { ts } from '../../../1-parse/syntax/ts.js';
import { arithmetic, compare, literal } from '../../../ir/build.js';
import { type ConstantValue, holdsPattern, isComposite } from '../../../ir/constant-value.js';
import type { Statement } from '../../../ir/statement.js';
import { doubleType } from '../../../ir/type.js';
import { iterated } from '../../constants/parts.js';
import { joinFlows } from '../../context/flow.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { bindConstant } from '../../objects/constant-bindings.js';
import { unsupported } from '../../refusals/unsupported.js';
import { lineOf } from '../../syntax/line-of.js';
import { type ConstantReference, knownValue } from '../../values/constant-reference.js';
import { visitBody } from './loop.js';
import { visitUnrolledLoop } from './unrolled-loop.js';

/** Visits `for (const rate of rates)` over a constant: a counting loop whose counter selects the element. */
export function visitConstantLoop(
  node: ts.ForOfStatement,
  reference: ConstantReference,
  context: RowContext,
): readonly Statement[] {
  const { initializer, expression } = node;
  const declaration = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  const elements = elementsOf(reference);
  const isDeclared = declaration && (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
  if (!isDeclared || !elements || node.awaitModifier) {
    unsupported(node.awaitModifier || isDeclared ? (elements ? node : expression) : initializer, context);
    return [];
  }
  if (elements.some(holdsPattern)) return visitUnrolledLoop(node, declaration.name, reference, elements, context);
  const line = lineOf(node);
  const counter = context.variables.temporary('place', doubleType, true);
  const start = context.flow;
  const { body, after, label } = untilStable(context, () => {
    const head = context.flow;
    const element: ConstantReference = {
      index: context.variables.read(counter),
      candidates: elements,
      total: true,
      capture: reference.capture,
      name: reference.name,
    };
    const bound = bindConstant(declaration.name, element, context);
    const { body: step, target } = visitBody(node, context);
    const after = joinFlows(head, target.afterBreak);
    const result = { body: [...bound, ...step], after, label: target.breakLabel };
    return { result, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  const test = compare('<', context.variables.read(counter), literal(elements.length));
  const next = arithmetic('+', context.variables.read(counter), literal(1));
  return [
    {
      kind: 'block',
      line,
      ...(label === undefined ? {} : { label }),
      body: [
        { kind: 'declare', variable: counter, value: zero, line },
        {
          kind: 'loop',
          test,
          bodyFirst: false,
          body,
          update: [{ kind: 'assign', variable: counter, value: next, line }],
          counted: false,
          line,
        },
      ],
    },
  ];
}

const zero = Object.freeze({ kind: 'convert' as const, operand: literal(0), type: doubleType });

/** Returns the elements of a constant. Undefined if it is only known when the row runs, or is not iterable. */
function elementsOf(reference: ConstantReference): readonly ConstantValue[] | undefined {
  const found = knownValue(reference);
  return found && isComposite(found.value) ? iterated(found.value) : undefined;
}
