import { ts } from 'ts-morph';
import {
  type DiagnosticBag,
  descriptionNotLiteral,
  missingDescriptionProperty,
  unknownDescriptionProperty,
} from '../diagnostics/index.js';
import { unwrap } from './const-initializer.js';
import { initializerOf } from './initializer-of.js';
import { listed } from './listed.js';
import type { RowFunctionNode } from './parsed-transform.js';
import type { Program } from './project.js';
import { propertyName } from './schema.js';
import { nodeSpan } from './span.js';

/** What a description must have, and what it may have besides. */
const properties = {
  transform: { required: ['input', 'output', 'row'], others: ['keep', 'params', 'where'] },
  expand: { required: ['input', 'output', 'rows'], others: ['keep', 'params'] },
  rolling: { required: ['input', 'output', 'window', 'frame'], others: ['keep', 'params', 'partitionBy', 'reorder'] },
  aggregate: { required: ['key', 'output'], others: ['input', 'from', 'order'] },
  reduce: { required: ['input', 'state', 'output', 'init', 'step', 'merge', 'finish'], others: [] },
} as const;

/** The properties of a description, by their names; those that it does not know are reported, and those that it misses. */
export function membersOf(
  call: ts.CallExpression,
  kind: keyof typeof properties,
  { root }: Program,
  bag: DiagnosticBag,
): ReadonlyMap<string, ts.ObjectLiteralElementLike> | undefined {
  const required: readonly string[] = properties[kind].required;
  const known: readonly string[] = [...required, ...properties[kind].others];
  const [argument] = call.arguments;
  const description = argument && unwrap(argument);
  if (!description || !ts.isObjectLiteralExpression(description)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, argument ?? call), { property: 'description' }));
    return undefined;
  }
  const members = new Map<string, ts.ObjectLiteralElementLike>();
  let isRead = true;
  for (const member of description.properties) {
    const key = member.name && propertyName(member.name);
    if (key === undefined) {
      bag.add(descriptionNotLiteral(nodeSpan(root, member), { property: 'description' }));
      isRead = false;
    } else if (known.includes(key)) members.set(key, member);
    else
      bag.add(
        unknownDescriptionProperty(nodeSpan(root, member), {
          property: key,
          known: listed(known),
        }),
      );
  }
  // What a spread has, nobody knows: what is missing may be there.
  if (!isRead) return undefined;
  for (const property of required) {
    if (!members.has(property))
      bag.add(missingDescriptionProperty(nodeSpan(root, call.expression), { property, required: listed(required) }));
  }
  return members;
}

/** The function that a property is. Anything else is reported. */
export function rowFunctionOf(
  member: ts.ObjectLiteralElementLike | undefined,
  name: string,
  { root }: Program,
  bag: DiagnosticBag,
): RowFunctionNode | undefined {
  if (!member) return undefined;
  const value = ts.isMethodDeclaration(member) ? member : initializerOf(member);
  const fn = value && ts.isExpression(value) ? unwrap(value) : value;
  if (fn && (ts.isMethodDeclaration(fn) || ts.isArrowFunction(fn) || ts.isFunctionExpression(fn))) return fn;
  bag.add(descriptionNotLiteral(nodeSpan(root, member), { property: `\`${name}\` function` }));
  return undefined;
}
