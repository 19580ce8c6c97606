/**
 * Builds a perfect hash by "hash, displace": buckets, the fullest first, are moved until all their keys find free slots. Undefined if no
 * table of a reasonable size is found.
 */
export function displacedSlots(
  keys: readonly bigint[],
): { readonly displacements: readonly number[]; readonly slots: readonly bigint[] } | undefined {
  const unsigned = keys.map((key) => BigInt.asUintN(64, key));
  const least = 2 ** Math.ceil(Math.log2(keys.length * 1.25));
  return displace(unsigned, least) ?? displace(unsigned, least * 2) ?? displace(unsigned, least * 4);
}

interface Mixed {
  readonly key: bigint;
  readonly upper: number;
  readonly step: number;
}

function displace(keys: readonly bigint[], count: number) {
  const buckets = Math.max(1, count / 4);
  const members: Mixed[][] = Array.from({ length: buckets }, () => []);
  for (const key of keys) {
    const mixed = mix(key);
    const lower = Number(mixed & 0xffffffffn);
    members[lower & (buckets - 1)]?.push({ key, upper: Number(mixed >> 32n), step: (lower >>> 8) | 1 });
  }
  const sizeAt = (bucket: number) => members[bucket]?.length ?? 0;
  const order = members.map((_, bucket) => bucket).sort((a, b) => sizeAt(b) - sizeAt(a));
  const slots: (bigint | undefined)[] = Array.from({ length: count }, () => undefined);
  const displacements = Array.from({ length: buckets }, () => 0);
  for (const bucket of order) {
    const inside = members[bucket] ?? [];
    if (inside.length === 0) break;
    const displacement = firstFit(inside, slots);
    if (displacement === undefined) return undefined;
    displacements[bucket] = displacement;
    for (const member of inside) slots[placeOf(member, displacement, count)] = member.key;
  }
  const [first] = keys;
  return { displacements, slots: slots.map((slot) => slot ?? first ?? 0n) };
}

function firstFit(inside: readonly Mixed[], slots: readonly (bigint | undefined)[]): number | undefined {
  // Places repeat after as many displacements as there are slots.
  const most = Math.min(slots.length, 2 ** 16);
  for (let displacement = 0; displacement < most; displacement += 1) {
    const places = inside.map((member) => placeOf(member, displacement, slots.length));
    if (new Set(places).size === places.length && places.every((place) => slots[place] === undefined))
      return displacement;
  }
  return undefined;
}

function placeOf({ upper, step }: Mixed, displacement: number, count: number): number {
  return ((upper + Math.imul(displacement, step)) & (count - 1)) >>> 0;
}

/** Mixes a key as `DisplacedKeys` in `value/member.hpp` does. */
function mix(key: bigint): bigint {
  const once = BigInt.asUintN(64, key * 0x9e3779b97f4a7c15n);
  return BigInt.asUintN(64, (once ^ (once >> 32n)) * 0xd6e8feb86659fd93n);
}
