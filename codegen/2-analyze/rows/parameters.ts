import { mayReadIndex } from '../../1-parse/counted-stages.js';
import type { RowFunctionNode } from '../../1-parse/parsed-transform.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { requirePresent } from '../choices/optional-values.js';
import type { RowContext } from '../context/row-context.js';
import { storable } from '../effects/stored-value.js';
import { bind } from '../objects/bind-value.js';
import { columnIndex, isStruct, presenceIndex, recordsIn, structAt } from '../objects/row-parts.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import type { Slots } from '../values/slots.js';
import type { RowValue, Value } from '../values/value.js';

/**
 * Binds the parameters of a row function: the row, whole or destructured into columns, and the object of `params` and `index`. If the
 * parameters are structs of the input, `structs` has their names.
 */
export function bindParameters(
  row: RowFunctionNode,
  structs: readonly string[] | undefined,
  context: RowContext,
): readonly Statement[] {
  if (structs) return bindStructs(row, structs, context);
  const [first, second, third] = row.parameters;
  if (third) {
    context.refuse(third, {
      construct: 'A third parameter',
      reason: 'A row function is called with the row, and an object of `params` and `index`.',
      advice: 'Use constants of the module, or further columns.',
    });
  }
  if (!first) return [];
  if (first.dotDotDotToken || first.initializer) unsupported(first, context);
  return [...bindFirst(first.name, context), ...(second ? bindSecond(second, context) : [])];
}

function bindStructs(row: RowFunctionNode, structs: readonly string[], context: RowContext): readonly Statement[] {
  return row.parameters.flatMap((parameter, place) => {
    const struct = structs[place];
    const { name, dotDotDotToken, initializer } = parameter;
    if (struct === undefined || dotDotDotToken || initializer) {
      unsupported(parameter, context);
      return [];
    }
    return bindStruct(name, [struct], context);
  });
}

function bindFirst(name: ts.BindingName, context: RowContext): readonly Statement[] {
  if (!ts.isIdentifier(name)) return bindRow(name, context);
  context.names.bind(name, { kind: 'row' });
  return [];
}

/** Binds the second parameter: `{ params, index }`, or a name for that object. */
function bindSecond(parameter: ts.ParameterDeclaration, context: RowContext): readonly Statement[] {
  if (parameter.dotDotDotToken || parameter.initializer) unsupported(parameter, context);
  context.effects.line = lineOf(parameter);
  const { before } = context.effects.collect(() => bind(parameter.name, toldTo(parameter, context), context));
  return before;
}

/** Returns the value of a second parameter: the params, and the row's number if it may be read. */
export function toldTo({ name: parameter }: ts.ParameterDeclaration, context: RowContext, index?: Expression): Value {
  const read = (place: number) => context.variables.read(context.variables.column(place));
  const params = context.input.flatMap(({ name, scalar }, place) =>
    scalar === 'param' ? [[name, read(place)] as const] : [],
  );
  const told = new Map<string, Value>([['params', { kind: 'object', properties: new Map(params) }]]);
  if (mayReadIndex(parameter)) told.set('index', index ?? read(context.rowNumber));
  return { kind: 'object', properties: told };
}

/** Binds a pattern to the row: `{ name, visibility: v, 'first name': f }`. */
export function bindRow(
  pattern: ts.BindingName,
  context: RowContext,
  row: RowValue = { kind: 'row', omitted: new Set() },
): readonly Statement[] {
  if (!ts.isObjectBindingPattern(pattern)) {
    unsupported(pattern, context);
    return [];
  }
  const names = pattern.elements.map(({ propertyName: key, name }) => {
    const taken = key ?? name;
    return ts.isPropertyName(taken) ? propertyName(taken) : undefined;
  });
  const taken = new Set(names.slice(0, -1).filter((name) => name !== undefined));
  return pattern.elements.flatMap((element) => bindElement(element, taken, row, context));
}

function bindElement(
  element: ts.BindingElement,
  taken: ReadonlySet<string>,
  row: RowValue,
  context: RowContext,
): readonly Statement[] {
  if (element.dotDotDotToken && ts.isIdentifier(element.name)) {
    context.names.bind(element.name, { kind: 'slots', slots: { kind: 'fixed', value: { ...row, omitted: taken } } });
    return [];
  }
  const key = element.propertyName ?? element.name;
  const column = ts.isPropertyName(key) ? propertyName(key) : undefined;
  const isNested = column !== undefined && !element.initializer && isStruct([...(row.path ?? []), column], context);
  if (isNested && !element.dotDotDotToken) {
    return bindStruct(element.name, [...(row.path ?? []), column], context);
  }
  if (!ts.isIdentifier(element.name) || element.initializer || element.dotDotDotToken || column === undefined) {
    context.refuse(element, {
      construct: `\`${element.getText()}\` in the row's destructuring`,
      reason: 'Every column that the row function reads is known when it is built, and a column has no default.',
      advice: 'Name the columns one by one: `{ name, visibility: v }`; write `name ?? other` where null may come.',
    });
    if (ts.isIdentifier(element.name)) context.names.bind(element.name, { kind: 'broken' });
    return [];
  }
  const index = columnIndex([...(row.path ?? []), column], key, context);
  if (index === undefined) {
    context.names.bind(element.name, { kind: 'broken' });
    return [];
  }
  if (!context.names.isReassigned(element.name)) {
    context.names.bind(element.name, { kind: 'column', index });
    return [];
  }
  const value = storable(context.variables.readColumn(index), element.name, context);
  const id = context.variables.declare(element.name, value.type);
  context.names.bind(element.name, { kind: 'variable', id });
  return [{ kind: 'declare', variable: id, value, line: lineOf(element) }];
}

/** Binds a name, or a pattern of fields, to a struct or a list of structs of the row. */
function bindStruct(name: ts.BindingName, path: readonly string[], context: RowContext): readonly Statement[] {
  const records = recordsIn(path, context);
  const row: RowValue = { kind: 'row', omitted: new Set(), path };
  const fixed: Slots = { kind: 'fixed', value: records ?? row };
  const place = presenceIndex(path, context);
  if (records && !ts.isIdentifier(name)) {
    context.effects.line = lineOf(name);
    return context.effects.collect(() => bind(name, structAt(path, context), context)).before;
  }
  if (!ts.isIdentifier(name)) {
    context.effects.line = lineOf(name);
    const { before } = context.effects.collect(() => requirePresent(structAt(path, context), context));
    return [...before, ...bindRow(name, context, row)];
  }
  if (context.names.isReassigned(name)) {
    context.effects.line = lineOf(name);
    return context.effects.collect(() => bind(name, structAt(path, context), context)).before;
  }
  const present: Slots | undefined =
    place === undefined ? undefined : { kind: 'variable', id: context.variables.column(place) };
  const slots: Slots = present ? { kind: 'optional', tagged: true, present, value: fixed } : fixed;
  context.names.bind(name, { kind: 'slots', slots });
  return [];
}
