import { isMinusOne } from '../../ir/bitwise.js';
import type { Bitwise } from '../../ir/expression.js';
import { constantOf } from '../../ir/intrinsics/constant.js';
import { isInt } from '../../ir/intrinsics/number-function.js';

/** C++ text, and how tightly it binds; see {@link ./emit-expression.ts}. */
interface Code {
  readonly text: string;
  readonly binding: 'atom' | 'unary' | 'binary';
}

/** A bitwise operator, from the text of its operands, each of which may stand beside any operator. */
export function emitBitwise(e: Bitwise, left: string, right: string): Code {
  const { operator } = e;
  if (operator === '^' && isMinusOne(e.right)) return { text: `~${left}`, binding: 'unary' };
  const isShift = operator === '<<' || operator === '>>' || operator === '>>>';
  const count = isShift ? shiftCount(e, right) : right;
  if (operator !== '>>>') return { text: `${left} ${operator} ${count}`, binding: 'binary' };
  const type = isInt(e) ? 'std::int32_t' : 'double';
  return { text: `static_cast<${type}>(static_cast<std::uint32_t>(${left}) >> ${count})`, binding: 'atom' };
}

/** ECMA-262, section 6.1.6.1.9: five bits of the count. */
function shiftCount({ right }: Bitwise, text: string): string {
  const found = constantOf(right);
  return found ? String(Number(found.value) & 31) : `(${text} & 31)`;
}
