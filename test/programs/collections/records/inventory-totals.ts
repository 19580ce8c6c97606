import { float64, int32, list, struct, transform, utf8 } from 'rowfuse';

interface Total {
  quantity: number;
  value: number;
}

/** Adds up quantities and values per article, in the order of first appearance. Articles without stock are left out. */
export const inventoryTotals = transform({
  input: { entries: list(struct({ article: utf8, quantity: int32, price: float64 })) },
  output: list(struct({ article: utf8, quantity: int32, value: float64 })),
  row({ entries }) {
    const totals: { [article: string]: Total } = {};
    for (const { article, quantity, price } of entries) {
      const key = `article:${article}`;
      totals[key] ??= { quantity: 0, value: 0 };
      totals[key].quantity += quantity;
      totals[key].value += quantity * price;
    }
    for (const key in totals) {
      if (totals[key].quantity <= 0) delete totals[key];
    }
    return Object.entries(totals).map(([key, total]) => ({ article: key.slice(8), ...total }));
  },
});
