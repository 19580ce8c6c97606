import { float64, hmacSha256, int64, transform, utf8 } from 'rowfuse';

/** Text becomes numbers, and numbers become text in their own buffers; a date is a number. */
export const invoiceLine = transform({
  input: { price: float64, quantity: utf8, placed: float64, id: int64 },
  output: { line: utf8, total: float64, reference: utf8 },
  row({ price, quantity, placed, id }) {
    const count = Number(quantity);
    const date = new Date(placed);
    const total = price * count;
    return {
      line: `${date.toISOString().slice(0, 10)} ${quantity} x ${price.toFixed(2)} = ${total.toPrecision(6)}`,
      total,
      reference: `${id.toString(36)}-${date.getUTCFullYear()}-${hmacSha256('key', quantity)}`,
    };
  },
});
