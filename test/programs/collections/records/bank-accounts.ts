import { float64, int32, list, struct, transform, utf8 } from 'rowfuse';

interface Account {
  owner: string;
  balance: number;
  bookings: number;
}

/** Books transfers between accounts, refuses those without cover, and gives the accounts afterwards. Exercism: Bank Account. */
export const bankAccounts = transform({
  input: {
    owners: list(utf8),
    deposit: float64,
    transfers: list(struct({ from: utf8, to: utf8, amount: float64 })),
  },
  output: { accounts: list(struct({ owner: utf8, balance: float64, bookings: int32 })), refused: int32 },
  row({ owners, deposit, transfers }) {
    const accounts: Account[] = owners.map((owner) => ({ owner, balance: deposit, bookings: 0 }));
    let refused = 0;
    for (const { from, to, amount } of transfers) {
      const payer = accounts.find((account) => account.owner === from);
      const payee = accounts.find((account) => account.owner === to);
      if (!payer || !payee || payer.balance < amount) {
        refused++;
        continue;
      }
      payer.balance -= amount;
      payer.bookings += 1;
      payee.balance += amount;
      payee.bookings += 1;
    }
    for (let i = 0; i < accounts.length; i++) {
      if (accounts[i].bookings === 0) accounts[i].balance -= 1;
    }
    return { accounts, refused };
  },
});
