import type { RowContext } from '../context/row-context.js';
import { optionalOf } from '../values/optional-value.js';
import type { Slots } from '../values/slots.js';
import { isExpression, type Value } from '../values/value.js';

export function readSlots(slots: Slots, context: RowContext): Value {
  switch (slots.kind) {
    case 'variable':
      return context.variables.read(slots.id);
    case 'object':
      return {
        kind: 'object',
        held: slots.held,
        properties: new Map([...slots.properties].map(([name, part]) => [name, readSlots(part, context)])),
      };
    case 'tuple':
      return {
        kind: 'tuple',
        held: slots.held,
        elements: slots.elements.map((part) => readSlots(part, context)),
        ...(slots.further && {
          further: new Map([...slots.further].map(([name, part]) => [name, readSlots(part, context)])),
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
