import { formOf } from '../../ir/bigint-range.js';
import type { Claim, Claims } from '../../ir/claim.js';
import type { Arithmetic, Expression } from '../../ir/expression.js';
import { isLazy } from '../../ir/type.js';
import { cppBigIntLiteral, cppNumber } from '../cpp/cpp-literals.js';
import { cppBigInt } from '../cpp/cpp-types.js';
import { atom, type Code, type EmitCode, operation } from './code.js';

/** Functions of the library that compute an operator and verify a claim about its result. */
const functions: Readonly<Record<Arithmetic['operator'], string>> = {
  '+': 'sum',
  '-': 'difference',
  '*': 'product',
  '/': 'quotient',
  '%': 'remainder',
};

/** Emits an expression whose value a checked build verifies; `plain` emits it without the claim. */
export function emitClaimed(e: Expression, claims: Claims, emit: EmitCode, plain: (e: Expression) => Code): Code {
  const claim = claims(e);
  switch (claim?.kind) {
    case 'exact integer': {
      if (e.kind !== 'arithmetic') return verified('claimed_integer', plain(e), boundsOf(claim));
      const operands = [e.left, e.right].map((operand) => emit(operand).text);
      return atom(`rf::claimed_${functions[e.operator]}(${[...operands, ...boundsOf(claim)].join(', ')})`);
    }
    case 'integer':
      return verified('claimed_integer', plain(e), boundsOf(claim));
    case 'wrapped':
      return verified('claimed_wrapped', plain(e), [inDoubles(e, emit).text]);
    case 'bigint':
    case 'exact bigint':
      return verified('claimed_bigint', plain(e), boundsOf(claim));
    case undefined:
      return isNewText(e) ? atom(`rf::claimed_text(${plain(e).text})`) : plain(e);
  }
}

/** Emits an operator of bigints that stays in one C++ type. */
export function claimedBigIntOperation(
  e: Arithmetic,
  { text: left }: Code,
  { text: right }: Code,
  range: Parameters<typeof formOf>[0],
): Code {
  return atom(`rf::claimed_bigint_${functions[e.operator]}<${cppBigInt(formOf(range))}>(${left}, ${right})`);
}

function verified(name: string, { text }: Code, others: readonly string[]): Code {
  return atom(`rf::${name}(${[text, ...others].join(', ')})`);
}

function boundsOf(claim: Exclude<Claim, { readonly kind: 'wrapped' }>): readonly string[] {
  return [claim.min, claim.max].map((bound) =>
    typeof bound === 'bigint' ? cppBigIntLiteral(bound, 'int128') : cppNumber(bound, 'double'),
  );
}

/** Emits what JavaScript computes where the planner computes modulo 2^32. */
function inDoubles(e: Expression, emit: EmitCode): Code {
  const operator = e.kind === 'call' ? /^Int32 ([-+*])$/.exec(e.intrinsic)?.[1] : undefined;
  if (e.kind !== 'call' || operator === undefined) return atom(`rf::to_double(${emit(e).text})`);
  const [left, right] = e.arguments.map((operand) => inDoubles(operand, emit));
  return left && right ? operation(left, operator as '+' | '-' | '*', right) : atom('0.0');
}

/** True for a text with bytes that an operation makes. The elements of arrays may lie under the null of a struct, where any bytes are. */
function isNewText(e: Expression): boolean {
  const others = ['literal', 'read', 'convert', 'array-call'];
  return e.type.core.kind === 'string' && !isLazy(e.type) && !others.includes(e.kind);
}
