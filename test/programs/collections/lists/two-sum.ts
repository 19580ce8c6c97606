import { int32, list, nullable, struct, transform } from 'rowfuse';

/** Finds the places of two numbers with a given sum, or null. Rosetta Code: Two sum. */
export const twoSum = transform({
  input: { numbers: list(int32), target: int32 },
  output: nullable(struct({ first: int32, second: int32 })),
  row({ numbers, target }) {
    const places = new Map<number, number>();
    for (const [second, number] of numbers.entries()) {
      const first = places.get(target - number);
      if (first !== undefined) return { first, second };
      places.set(number, second);
    }
    return null;
  },
});
