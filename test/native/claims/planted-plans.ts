/** Plans of the row functions of planted.ts in which one claim is wrong. */
import type { Plan } from '../../../codegen/3-plan/plan.js';
import { literal } from '../../../codegen/ir/build.js';
import type { Claim } from '../../../codegen/ir/claim.js';
import type { Expression } from '../../../codegen/ir/expression.js';
import { rewriteExpressions } from '../../../codegen/ir/rewrite.js';
import { intType, presentType } from '../../../codegen/ir/type.js';

export interface PlantedClaim {
  /** The row function. */
  readonly name: string;
  /** The C++ value of its column, for which the planted claim does not hold. */
  readonly row: string;
  /** The beginning of the report, behind the place. */
  readonly report: string;
  /** True for a claim of the library, whose report does not name the statement. */
  readonly hasNoLine?: boolean;
  readonly change: (plan: Plan) => Plan;
  /** Changes the generated code instead, for claims that are not part of the plan. */
  readonly edit?: (code: string) => string;
}

const unchanged = (plan: Plan) => plan;

export const plantedClaims: readonly PlantedClaim[] = [
  {
    name: 'smallSum',
    row: '1023',
    report: 'a number is within its range: 1028',
    change: claiming((claim) => (claim.kind === 'exact integer' ? { ...claim, max: 1027 } : claim)),
  },
  {
    name: 'exactSum',
    row: '2147483647',
    report: 'a number is within its range: 8796093018112',
    change: rewriting((e) =>
      e.kind === 'arithmetic' ? { ...e, left: asInt(e.left), right: asInt(e.right), type: intType } : e,
    ),
  },
  {
    name: 'wrappedHash',
    row: '2147483647',
    report: 'wrapped arithmetic is exact in doubles: 4.6116860141324206e+18',
    change: rewriting((e) => {
      if (e.kind === 'literal' && e.value === 65_599) return literal(2 ** 31 - 1);
      return e.kind === 'bitwise' && e.operator === '&' ? e.left : e;
    }),
  },
  {
    name: 'doubled',
    row: '15',
    report: 'a bigint is within its range: 30',
    change: claiming((claim) => (claim.kind === 'exact bigint' ? { ...claim, max: 29n } : claim)),
  },
  {
    name: 'sizeOrZero',
    row: 'rf::null',
    report: 'a value is never null or undefined: 0',
    change: rewriting((e) => (e.kind === 'equal' ? literal(false) : e)),
  },
  {
    name: 'colour',
    row: '1',
    report: 'a place is within its table: 1',
    hasNoLine: true,
    change: rewriting((e) => {
      if (e.kind === 'coalesce') return e.left;
      return e.kind === 'pick' ? { ...e, values: e.values.slice(0, 1), type: presentType(e.type) } : e;
    }),
  },
  {
    name: 'joined',
    row: 'rf::View("four", 4, rf::View::ascii)',
    report: 'a text has at most the bytes of its bound: 11',
    change: (plan) => ({
      ...plan,
      bounds: plan.bounds.map((one) => ({ ...one, bound: { ...one.bound, constant: 2 } })),
    }),
  },
  {
    name: 'tagged',
    row: 'rf::View("longer", 6, rf::View::ascii)',
    report: 'a piece of a text is at most a word: 6',
    change: ({ segments, ...plan }) => ({
      ...plan,
      segments: segments && { ...segments, longer: segments.longer.map(() => false) },
    }),
  },
  {
    name: 'grown',
    row: 'rf::View("ab", 2, rf::View::ascii)',
    report: 'a text is ASCII: the byte: 255',
    hasNoLine: true,
    change: unchanged,
    // Another value is a view of the text that grows.
    edit: (code) =>
      code.replace(
        /^( *)(text = .*rf::append<rf::Views::one>.*)$/m,
        '$1auto const old = text;\n$2\nrf::claimed_text(old);',
      ),
  },
];

function claiming(change: (claim: Claim) => Claim): (plan: Plan) => Plan {
  return (plan) => {
    const { claims } = plan.fn;
    const changed = (e: Expression) => {
      const claim = claims?.(e);
      return claim && change(claim);
    };
    return { ...plan, fn: { ...plan.fn, claims: changed } };
  };
}

function rewriting(change: (e: Expression) => Expression): (plan: Plan) => Plan {
  return (plan) => ({ ...plan, fn: { ...plan.fn, body: rewriteExpressions(plan.fn.body, change) } });
}

function asInt(e: Expression): Expression {
  if (e.kind === 'convert') return asInt(e.operand);
  return e.kind === 'literal' ? { ...e, type: intType } : e;
}
