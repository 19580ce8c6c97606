import type { ts } from 'ts-morph';
import { type DiagnosticBag, descriptionNotLiteral } from '../diagnostics/index.js';
import type { Column } from '../ir/row-function.js';
import type { Program } from './project.js';
import { nodeSpan } from './syntax/span.js';

const columns =
  'Write an object of column types, `{ name: utf8, size: int32 }`, or a `const` of such an object: no call, no spread and no property of another object.';
const names = "Write names as strings, `['id', 'name']`, or constants of strings.";

/** The advice for each part of a description that must be written out. */
const forms = {
  description: 'Write the object in the call: `transform({ input, output, row })`.',
  function: 'Write the function here, and let it call the other one: `row: (row) => clean(row)`.',
  aggregates: "Write an object of aggregates: `{ total: sum('amount') }`.",
  columns,
  names,
};

/** Reports a part of a description that cannot be read from the source. */
export function reportUnread(
  node: ts.Node,
  property: string,
  form: keyof typeof forms,
  { root }: Pick<Program, 'root'>,
  bag: DiagnosticBag,
): void {
  const what =
    form === 'description' ? 'The description' : `The ${form === 'function' ? 'function ' : ''}\`${property}\``;
  bag.add(descriptionNotLiteral(nodeSpan(root, node), { property: what, advice: forms[form] }));
}

/** Stands for columns that could not be read. Any name may be one of them, so unknown columns are not reported beside it. */
export const unreadColumns: Column = { name: '…', type: 'utf8', nullable: true, broken: true, unread: true };
