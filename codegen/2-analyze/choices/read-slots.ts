import type { RowContext } from '../context/row-context.js';
import { optionalOf } from '../values/optional-value.js';
import type { Slots } from '../values/slots.js';
import { isExpression, mapProperties, type Value } from '../values/value.js';

export function readSlots(slots: Slots, context: RowContext): Value {
  const read = (part: Slots) => readSlots(part, context);
  switch (slots.kind) {
    case 'variable':
      return context.variables.read(slots.id);
    case 'object':
      return {
        kind: 'object',
        held: slots.held,
        properties: mapProperties(slots.properties, read),
      };
    case 'tuple':
      return {
        kind: 'tuple',
        held: slots.held,
        elements: slots.elements.map(read),
        ...(slots.further && {
          further: mapProperties(slots.further, read),
        }),
      };
    case 'date': {
      const time = readSlots(slots.time, context);
      return isExpression(time) ? { kind: 'date', time } : time;
    }
    case 'records':
      return { kind: 'records', parts: readSlots(slots.parts, context) };
    case 'optional': {
      const present = readSlots(slots.present, context);
      if (!isExpression(present)) return present;
      const value = readSlots(slots.value, context);
      return slots.tagged ? optionalOf(present, value) : { kind: 'optional', present, value };
    }
    case 'fixed':
      return slots.value;
  }
}
