// Values of several kinds that become text: each is converted by itself.
import { bool, float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

export const mixedTexts = transform({
  input: { s: utf8, t: nullable(utf8), n: float64, m: nullable(float64), k: int32, z: nullable(int64), b: bool, c: nullable(bool) },
  output: utf8,
  row({ s, t, n, m, k, z, b, c }) {
    let calls = 0;
    const counted = (x: number) => {
      calls += 1;
      return x;
    };
    const chosen = `${m ?? 'none'} ${b ? n : s} ${z ?? c ?? '-'} ${t || k} ${c && n} ${m === null ? 'null' : m > 0 ? m : b}`;
    const added = 'a' + (b ? counted(k) : t) + (c ?? s) + (calls > 0 && 'called');
    return chosen + added + String(z || s) + `${(t as string | null) ?? (calls === 0 ? counted(n) : z)}` + calls;
  },
});
