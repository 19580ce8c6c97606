import { float64, list, nullable, struct, transform, utf8 } from 'rowfuse';

/** For nullable structs an array says which are present; lists in them are arrays of arrays. */
export const richest = transform({
  input: { people: list(nullable(struct({ name: utf8, accounts: list(struct({ bank: utf8, balance: float64 })) }))) },
  output: { rich: list(nullable(struct({ name: utf8, banks: list(utf8) }))) },
  row: ({ people }) => ({
    rich: people.map((person) =>
      person === null
        ? null
        : { name: person.name, banks: person.accounts.filter(({ balance }) => balance > 1e6).map(({ bank }) => bank) },
    ),
  }),
});
