import { ts } from 'ts-morph';
import { nearest } from '../../schema/nearest.js';
import { type DiagnosticBag, missingDescriptionProperty, unknownDescriptionProperty } from '../diagnostics/index.js';
import { listed } from './columns/listed.js';
import type { RowFunctionNode } from './parsed-transform.js';
import type { Program } from './project.js';
import { reportUnread } from './report-unread.js';
import { unwrap } from './syntax/const-initializer.js';
import { initializerOf } from './syntax/initializer-of.js';
import { propertyName } from './syntax/property-name.js';
import { nodeSpan } from './syntax/span.js';

/** The required and the optional properties of each kind of description. */
const properties = {
  transform: { required: ['input', 'output', 'row'], others: ['keep', 'params', 'where'] },
  expand: { required: ['input', 'output', 'rows'], others: ['keep', 'params'] },
  rolling: { required: ['input', 'output', 'window', 'frame'], others: ['keep', 'params', 'partitionBy', 'reorder'] },
  aggregate: { required: ['key', 'output'], others: ['input', 'from', 'order'] },
  reduce: { required: ['input', 'state', 'output', 'init', 'step', 'merge', 'finish'], others: [] },
} as const;

type Kind = keyof typeof properties;

function propertiesOf(kind: Kind): readonly string[] {
  return [...properties[kind].required, ...properties[kind].others];
}

function otherKinds(kind: Kind): readonly Kind[] {
  return (Object.keys(properties) as Kind[]).filter((other) => other !== kind);
}

/** Returns the properties of a description by name; reports unknown and missing ones. */
export function membersOf(
  call: ts.CallExpression,
  kind: keyof typeof properties,
  { root }: Program,
  bag: DiagnosticBag,
): ReadonlyMap<string, ts.ObjectLiteralElementLike> | undefined {
  const required: readonly string[] = properties[kind].required;
  const known = propertiesOf(kind);
  const [argument] = call.arguments;
  const description = argument && unwrap(argument);
  if (!description || !ts.isObjectLiteralExpression(description)) {
    reportUnread(argument ?? call, 'description', 'description', { root }, bag);
    return undefined;
  }
  const members = new Map<string, ts.ObjectLiteralElementLike>();
  const unknown: (readonly [string, ts.ObjectLiteralElementLike])[] = [];
  const taken = new Set<string>();
  let isRead = true;
  for (const member of description.properties) {
    const key = member.name && propertyName(member.name);
    if (key === undefined) {
      reportUnread(member, 'description', 'description', { root }, bag);
      isRead = false;
    } else if (known.includes(key)) members.set(key, member);
    else unknown.push([key, member]);
  }
  for (const [key, member] of unknown) {
    const owner = otherKinds(kind).find((other) => propertiesOf(other).includes(key));
    const meant = nearest(key, known);
    const isFree = meant !== undefined && !members.has(meant);
    // A misspelt property is read as the one it means. A property of another kind of description is not read, but the
    // one that it resembles is not reported as missing.
    if (isFree && owner === undefined) members.set(meant, member);
    if (isFree) taken.add(meant);
    const advice =
      owner !== undefined
        ? `\`${key}\` belongs to \`${owner}({ … })\`: describe it so, ${isFree ? `or write \`${meant}\`` : 'or leave it out'}.`
        : isFree
          ? `Did you mean \`${meant}\`?`
          : 'Remove it, or correct its spelling.';
    bag.add(unknownDescriptionProperty(nodeSpan(root, member), { property: key, known: listed(known), advice }));
  }
  // A spread or a computed name may hold the missing properties.
  if (!isRead) return undefined;
  for (const property of required) {
    if (!members.has(property) && !taken.has(property))
      bag.add(missingDescriptionProperty(nodeSpan(root, call.expression), { property, required: listed(required) }));
  }
  return members;
}

/** Returns the function of a property; reports anything else. */
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
  reportUnread(member, name, 'function', { root }, bag);
  return undefined;
}
