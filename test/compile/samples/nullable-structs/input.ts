import { int32, nullable, struct, transform, utf8 } from 'rowfuse';

export const relocated = transform({
  input: { address: nullable(struct({ city: utf8, zip: nullable(int32) })) },
  output: { address: nullable(struct({ city: utf8, zip: int32 })), zip: nullable(int32) },
  row({ address }) {
    if (address === null) return { address, zip: null };
    return { address: address.zip === null ? null : { city: address.city.trim(), zip: address.zip }, zip: address.zip };
  },
});
