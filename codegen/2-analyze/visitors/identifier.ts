import type { ts } from '../../1-parse/ts.js';
import { literal } from '../../ir/build.js';
import { capturedFunction } from '../captured-functions.js';
import { capture } from '../captures.js';
import { referTo } from '../constant-references.js';
import { valueOfReference } from '../constant-values.js';
import { globalConstant } from '../evaluate-constant.js';
import type { RowContext } from '../row-context.js';
import { readSlots } from '../slots.js';
import type { Value } from '../value.js';

const wholeRow: Value = { kind: 'row', omitted: new Set() };

export function visitIdentifier(node: ts.Identifier, context: RowContext): Value | undefined {
  const binding = context.bindingOf(node);
  switch (binding?.kind) {
    case 'variable':
      return context.read(binding.id);
    case 'slots':
      return readSlots(binding.slots, context);
    case 'column':
      return context.readColumn(binding.index);
    case 'broken':
      return undefined;
    case 'constant':
      return valueOfReference(binding.reference, node, context);
    case 'row':
      return wholeRow;
    default: {
      const global = globalConstant(node, context.program.checker);
      if (global) return literal(global.value);
      const called = capturedFunction(node, context);
      if (called) return called;
      const constant = referTo(node, context);
      if (constant === 'reported') return undefined;
      return constant ? valueOfReference(constant, node, context) : capture(node, context);
    }
  }
}
