import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { readSlots } from '../choices/read-slots.js';
import { capture } from '../constants/captures.js';
import { globalConstant } from '../constants/global-constant.js';
import { referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { capturedFunction } from '../functions/captured-functions.js';
import type { Value } from '../values/value.js';

const wholeRow: Value = { kind: 'row', omitted: new Set() };

export function visitIdentifier(node: ts.Identifier, context: RowContext): Value | undefined {
  const binding = context.names.bindingOf(node);
  switch (binding?.kind) {
    case 'variable':
      return context.variables.read(binding.id);
    case 'slots':
      return readSlots(binding.slots, context);
    case 'column':
      return context.variables.readColumn(binding.index);
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
