/** Constants that other modules import. */
export const rates: Record<string, { readonly vat: number; readonly name: string; readonly euro: boolean | null }> = {
  a: { vat: 0.19, name: 'Ä', euro: true },
  b: { vat: 20, name: '\ud83d', euro: null },
  '✓': { vat: -0, name: '', euro: false },
  constructor: { vat: Number.NaN, name: 'own', euro: true },
};

export enum Level {
  Low = 1,
  Middle,
  High = 10,
  Top = -1,
}

export const enum Unit {
  Metre = 'm',
  Second = 's',
}

export const limits = Object.freeze({ low: -3, high: 7.5, names: ['low', 'high'] as const, big: 2n ** 70n });
export default limits;
