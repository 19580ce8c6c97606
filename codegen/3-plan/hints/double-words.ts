import type { Span } from '../../diagnostics/index.js';
import type { Expression } from '../../ir/expression.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { DoubleReason, FoundReason } from '../integers/why-double.js';
import { withoutConversions } from './site.js';

/** Returns the name of an operand as the source has it, for the start of a sentence. */
export function nameOf(e: Expression, { variables }: RowFunction): string {
  const value = withoutConversions(e);
  const name = value.kind === 'read' ? variables[value.variable]?.name : undefined;
  return name === undefined ? 'An operand' : `\`${name}\``;
}

/** Says why a number is a double, in words that follow "because". */
export function reasonInWords({ reason, variable, span }: FoundReason, at: Span): string {
  const said = says(reason);
  if (!variable || !span) return said;
  const line = span.line === at.line && span.file === at.file ? '' : ` in line ${span.line}`;
  return `\`${variable}\` takes a value${line} that ${values[reason.kind](reason)}`;
}

/** The reasons as clauses of their own. */
function says(reason: DoubleReason): string {
  switch (reason.kind) {
    case 'input':
      return `the input \`${reason.name}\` is ${reason.type}`;
    case 'element':
      return 'arrays hold numbers as doubles';
    default:
      return `its value ${values[reason.kind](reason)}`;
  }
}

/** The reasons as clauses that follow "a value that". */
const values: { readonly [Kind in DoubleReason['kind']]: (reason: DoubleReason) => string } = {
  input: (reason) =>
    reason.kind === 'input' ? `is computed from the input \`${reason.name}\`, which is ${reason.type}` : '',
  element: () => 'is an element of an array, which holds doubles',
  fraction: () => 'may have a fraction',
  parsed: () => 'is read from text, which may have a fraction or be no number',
  'unit code': () => 'is NaN behind the end of the text',
  'minus zero': (reason) =>
    `may be -0 (${reason.kind === 'minus zero' ? `\`${reason.operator}\`` : ''} of a number that may be negative)`,
  'large constant': (reason) =>
    `is the constant ${reason.kind === 'large constant' ? reason.value : ''}, which needs more than 31 bits`,
  unsigned: () => 'has 32 bits without a sign, because of `>>>`',
  large: () => 'may leave 32 bits',
  unbounded: () => 'nothing bounds',
  other: () => 'is not proved to be an integer',
};

/** The rewrite of an operation that takes the low 32 bits of a number. */
export const lowBits = '`x | 0`';

/** Says how to rewrite the source so that integers are proved. `whole` is the rewrite of the operation itself. */
export function rewriteOf({ reason, variable }: FoundReason, whole: string): string {
  const name = variable ? `\`${variable}\`` : 'it';
  switch (reason.kind) {
    case 'input':
      return reason.isInteger
        ? `If the values fit in 32 bits, begin with \`${reason.name} | 0\`, or declare the column int32.`
        : `If \`${reason.name}\` has whole numbers, declare the column int32, or begin with \`${reason.name} | 0\`.`;
    case 'element':
      return 'If the elements are integers of 32 bits, write `| 0` where one is read: `(x | 0) % 10`.';
    case 'fraction':
      return 'If the quotient is whole and 32 bits hold it, write `(a / b) | 0`.';
    case 'parsed':
      return `End the assignment of ${name} by \`| 0\` if the text holds integers of 32 bits.`;
    case 'large constant':
      return `Write the constant as \`${reason.value} | 0\`, which has the same bits.`;
    case 'unsigned':
      return 'Write `| 0` in the loop, and `>>> 0` once after it: the bits are the same.';
    case 'unit code':
      return `If the index is always inside the text, end the assignment of ${name} by \`| 0\`.`;
    case 'large':
    case 'unbounded':
      if (whole === lowBits) return `If only the low 32 bits count, end the assignment of ${name} by \`| 0\`.`;
      return variable
        ? `If 32 bits hold the value, end the assignment of ${name} by \`| 0\`, or bound it in the loop's condition.`
        : "If 32 bits hold the value, write `| 0` behind it, or bound its parts in the loop's condition.";
    default:
      return `If the value is an integer of 32 bits, write ${whole}.`;
  }
}
