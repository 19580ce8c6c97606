import { float64, int32, int64, nullable, transform, utf8 } from 'rowfuse';

/** Chains longer than the nesting limit of an expression or a statement (64), or than a rope's 32 pieces, as programs write them. */

export const longSum = transform({
  input: { x: float64, y: float64 },
  output: float64,
  row: ({ x, y }) =>
    x + y + y - 3 / y + 4 % y + 5.25 * x + y + y + y + y + 10.25 * x + y + y + y + y + 15.25 * x + y - 17 / y
    + y + y + 20.25 * x + y + y + y - 24 / y + 25.25 * x + 26 % y + y + y + y + 30.25 * x - 31 / y + y + y
    + y + 35.25 * x + y + 37 % y - 38 / y + y + 40.25 * x + y + y + y + y + 45.25 * x + y + y + 48 % y + y
    + 50.25 * x + y - 52 / y + y + y + 55.25 * x + y + y + y - 59 / y + 60.25 * x + y + y + y + y + 65.25 * x
    - 66 / y + y + y + y + 70.25 * x + y + y - 73 / y + y + 75.25 * x + y + y + y + y + 80.25 * x + 81 % y
    + y + y + y + 85.25 * x + y - 87 / y + y + y + 90.25 * x + y + 92 % y + y - 94 / y + 95.25 * x + y + y
    + y + y + 100.25 * x - 101 / y + y + 103 % y + y + 105.25 * x + y + y - 108 / y + y + 110.25 * x + y + y
    + y + 114 % y + 115.25 * x + y + y + y + y + 120.25 * x + y - 122 / y + y + y + 125.25 * x + y + y + y
    - 129 / y + 130.25 * x + y + y + y + y + 135.25 * x - 136 / y + y + y + y + 140.25 * x + y + y - 143 / y
    + y + 145.25 * x + y + 147 % y + y + y,
});

export const longBits = transform({
  input: { k: int32 },
  output: int32,
  row: ({ k }) =>
    k ^ 7919 | (k >> 2) ^ (k << 3) ^ 31676 | (k << 5) ^ (k >> 6) ^ 55433 | (k >> 8) ^ (k << 9) ^ 79190
    | (k << 11) ^ (k >> 12) ^ 102947 | (k >> 14) ^ (k << 15) ^ 126704 | (k << 17) ^ (k >> 18) ^ 150461
    | (k >> 20) ^ (k << 21) ^ 174218 | (k << 23) ^ (k >> 24) ^ 197975 | (k >> 26) ^ (k << 27) ^ 221732
    | (k << 29) ^ (k >> 30) ^ 245489 | (k >> 1) ^ (k << 2) ^ 269246 | (k << 4) ^ (k >> 5) ^ 293003 | (k >> 7)
    ^ (k << 8) ^ 316760 | (k << 10) ^ (k >> 11) ^ 340517 | (k >> 13) ^ (k << 14) ^ 364274 | (k << 16)
    ^ (k >> 17) ^ 388031 | (k >> 19) ^ (k << 20) ^ 411788 | (k << 22) ^ (k >> 23) ^ 435545 | (k >> 25)
    ^ (k << 26) ^ 459302 | (k << 28) ^ (k >> 29) ^ 483059 | (k >> 0) ^ (k << 1) ^ 506816 | (k << 3)
    ^ (k >> 4) ^ 530573 | (k >> 6) ^ (k << 7) ^ 554330 | (k << 9) ^ (k >> 10) ^ 578087 | (k >> 12)
    ^ (k << 13) ^ 601844 | (k << 15) ^ (k >> 16) ^ 625601 | (k >> 18) ^ (k << 19) ^ 649358 | (k << 21)
    ^ (k >> 22) ^ 673115 | (k >> 24) ^ (k << 25) ^ 696872 | (k << 27),
});

/** The sum exceeds 64 bits on the way, and returns. */
export const longBigints = transform({
  input: { a: int64, b: int64 },
  output: utf8,
  row({ a, b }) {
    const sum =
      a + 1n - b - 3n * b + 4n - b + 6n * b + 7n - b - 9n * b + 10n - b + 12n * b + 13n - b - 15n * b + 16n
      - b + 18n * b + 19n - b - 21n * b + 22n - b + 24n * b + 25n - b - 27n * b + 28n - b + 30n * b + 31n - b
      - 33n * b + 34n - b + 36n * b + 37n - b - 39n * b + 40n - b + 42n * b + 43n - b - 45n * b + 46n - b
      + 48n * b + 49n - b - 51n * b + 52n - b + 54n * b + 55n - b - 57n * b + 58n - b + 60n * b + 61n - b
      - 63n * b + 64n - b + 66n * b + 67n - b - 69n * b + 70n - b + 72n * b + 73n - b - 75n * b + 76n - b
      + 78n * b + 79n;
    return `${sum}`;
  },
});

/** Twice more pieces than fit in a rope; only the result reads them. */
export const longText = transform({
  input: { s: utf8, t: nullable(utf8), k: int32 },
  output: utf8,
  row: ({ s, t, k }) =>
    s + s + k + 'd3' + s + (t ?? 'none') + 'g6' + s + (t ?? 'none') + 'j9' + s + (t ?? 'none') + 'm12' + s
    + (t ?? 'none') + 'p15' + s + k + 's18' + s + (t ?? 'none') + 'v21' + s + (t ?? 'none') + 'y24' + s
    + (t ?? 'none') + 'b27' + s + (t ?? 'none') + 'e30' + s + k + 'h33' + s + (t ?? 'none') + 'k36' + s
    + (t ?? 'none') + 'n39' + s + (t ?? 'none') + 'q42' + s + (t ?? 'none') + 't45' + s + k + 'w48' + s
    + (t ?? 'none') + 'z51' + s + (t ?? 'none') + 'c54' + s + (t ?? 'none') + 'f57' + s + (t ?? 'none')
    + 'i60' + s + k + 'l63' + s + (t ?? 'none') + 'o66' + s + (t ?? 'none') + 'r69' + s + (t ?? 'none')
    + 'u72' + s + (t ?? 'none') + 'x75' + s + k + 'a78' + s + (t ?? 'none') + 'd81' + s + (t ?? 'none')
    + 'g84' + s + (t ?? 'none') + 'j87' + s + (t ?? 'none') + 'm90' + s + k + 'p93' + s + (t ?? 'none')
    + 's96' + s + (t ?? 'none') + 'v99' + s + (t ?? 'none') + 'y102' + s + (t ?? 'none') + 'b105' + s + k
    + 'e108' + s + (t ?? 'none') + 'h111' + s + (t ?? 'none') + 'k114' + s + (t ?? 'none') + 'n117' + s
    + (t ?? 'none'),
});

/** The text is also read, so it must have its bytes in one piece. */
export const longTextRead = transform({
  input: { s: utf8, k: int32 },
  output: { text: utf8, place: int32, last: utf8 },
  row({ s, k }) {
    const text =
      s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s
      + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s
      + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s
      + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s + ',' + k + ',' + s
      + ',' + k + ',' + s + ',' + k + ',' + s + ',';
    return { text: text.toUpperCase(), place: text.indexOf(',,'), last: text.slice(-5) };
  },
});

/** A string that is doubled has twice the pieces each time. */
export const doubledText = transform({
  input: { s: utf8, t: utf8 },
  output: utf8,
  row({ s, t }) {
    const two = s + t;
    const four = two + two;
    const eight = four + four;
    const sixteen = eight + eight;
    const many = sixteen + sixteen;
    return many + s + many;
  },
});

export const longTemplate = transform({
  input: { s: utf8, k: int32 },
  output: utf8,
  row: ({ s, k }) =>
    `${s}-${k}${s};2${k + 2}${s}-${k}${s};5${k + 5}${s}-${k}${s};8${k + 8}${s}-${k}${s};11${k + 11}${s}-${k}${s};14${k + 14}${s}-${k}${s};17${k + 17}${s}-${k}${s};20${k + 20}${s}-${k}${s};23${k + 23}${s}-${k}${s};26${k + 26}${s}-${k}${s};29${k + 29}${s}-${k}${s};32${k + 32}${s}-${k}${s};35${k + 35}${s}-${k}${s};38${k + 38}${s}-${k}${s};41${k + 41}${s}-${k}${s};44${k + 44}${s}-${k}${s};47${k + 47}${s}-${k}${s};50${k + 50}${s}-${k}${s};53${k + 53}${s}-${k}${s};56${k + 56}${s}-${k}${s};59${k + 59}`,
});

export const longElseIf = transform({
  input: { s: utf8, t: nullable(utf8), k: int32 },
  output: { found: utf8, rounds: int32 },
  row({ s, t, k }) {
    let found = 'none';
    let rounds = 0;
    for (let i = 0; i < 3; i++) {
      if (t !== null && k % 100 === 0) {
        found = t.slice(0) + '0';
      } else if (k % 100 === 1) {
        found = '1';
      } else if (k % 100 === 2) {
        found = '2';
      } else if (k % 100 === 3) {
        rounds += 3;
        break;
      } else if (k % 100 === 4) {
        found = '4';
      } else if (s.length === 5) {
        found = s;
        continue;
      } else if (k % 100 === 6) {
        found = '6';
      } else if (t !== null && k % 100 === 7) {
        found = t.slice(3) + '7';
      } else if (k % 100 === 8) {
        found = '8';
      } else if (k % 100 === 9) {
        found = '9';
      } else if (k % 100 === 10) {
        rounds += 10;
        break;
      } else if (k % 100 === 11) {
        found = '11';
      } else if (s.length === 12) {
        found = s;
        continue;
      } else if (k % 100 === 13) {
        found = '13';
      } else if (t !== null && k % 100 === 14) {
        found = t.slice(2) + '14';
      } else if (k % 100 === 15) {
        found = '15';
      } else if (k % 100 === 16) {
        found = '16';
      } else if (k % 100 === 17) {
        rounds += 17;
        break;
      } else if (k % 100 === 18) {
        found = '18';
      } else if (s.length === 19) {
        found = s;
        continue;
      } else if (k % 100 === 20) {
        found = '20';
      } else if (t !== null && k % 100 === 21) {
        found = t.slice(1) + '21';
      } else if (k % 100 === 22) {
        found = '22';
      } else if (k % 100 === 23) {
        found = '23';
      } else if (k % 100 === 24) {
        rounds += 24;
        break;
      } else if (k % 100 === 25) {
        found = '25';
      } else if (s.length === 26) {
        found = s;
        continue;
      } else if (k % 100 === 27) {
        found = '27';
      } else if (t !== null && k % 100 === 28) {
        found = t.slice(0) + '28';
      } else if (k % 100 === 29) {
        found = '29';
      } else if (k % 100 === 30) {
        found = '30';
      } else if (k % 100 === 31) {
        rounds += 31;
        break;
      } else if (k % 100 === 32) {
        found = '32';
      } else if (s.length === 33) {
        found = s;
        continue;
      } else if (k % 100 === 34) {
        found = '34';
      } else if (t !== null && k % 100 === 35) {
        found = t.slice(3) + '35';
      } else if (k % 100 === 36) {
        found = '36';
      } else if (k % 100 === 37) {
        found = '37';
      } else if (k % 100 === 38) {
        rounds += 38;
        break;
      } else if (k % 100 === 39) {
        found = '39';
      } else if (s.length === 40) {
        found = s;
        continue;
      } else if (k % 100 === 41) {
        found = '41';
      } else if (t !== null && k % 100 === 42) {
        found = t.slice(2) + '42';
      } else if (k % 100 === 43) {
        found = '43';
      } else if (k % 100 === 44) {
        found = '44';
      } else if (k % 100 === 45) {
        rounds += 45;
        break;
      } else if (k % 100 === 46) {
        found = '46';
      } else if (s.length === 47) {
        found = s;
        continue;
      } else if (k % 100 === 48) {
        found = '48';
      } else if (t !== null && k % 100 === 49) {
        found = t.slice(1) + '49';
      } else if (k % 100 === 50) {
        found = '50';
      } else if (k % 100 === 51) {
        found = '51';
      } else if (k % 100 === 52) {
        rounds += 52;
        break;
      } else if (k % 100 === 53) {
        found = '53';
      } else if (s.length === 54) {
        found = s;
        continue;
      } else if (k % 100 === 55) {
        found = '55';
      } else if (t !== null && k % 100 === 56) {
        found = t.slice(0) + '56';
      } else if (k % 100 === 57) {
        found = '57';
      } else if (k % 100 === 58) {
        found = '58';
      } else if (k % 100 === 59) {
        rounds += 59;
        break;
      } else if (k % 100 === 60) {
        found = '60';
      } else if (s.length === 61) {
        found = s;
        continue;
      } else if (k % 100 === 62) {
        found = '62';
      } else if (t !== null && k % 100 === 63) {
        found = t.slice(3) + '63';
      } else if (k % 100 === 64) {
        found = '64';
      } else if (k % 100 === 65) {
        found = '65';
      } else if (k % 100 === 66) {
        rounds += 66;
        break;
      } else if (k % 100 === 67) {
        found = '67';
      } else if (s.length === 68) {
        found = s;
        continue;
      } else if (k % 100 === 69) {
        found = '69';
      } else {
        found = `${found}.`;
      }
      rounds++;
    }
    return { found, rounds };
  },
});

export const longElseIfReturn = transform({
  input: { t: nullable(utf8), k: int32 },
  output: utf8,
  row({ t, k }) {
    if (k % 90 === 0) {
      return '0';
    } else if (k % 90 === 1) {
      return '1';
    } else if (k % 90 === 2) {
      return '2';
    } else if (k % 90 === 3) {
      return '3';
    } else if (k % 90 === 4) {
      return '4';
    } else if (k % 90 === 5) {
      return '5';
    } else if (k % 90 === 6) {
      return '6';
    } else if (k % 90 === 7) {
      return '7';
    } else if (k % 90 === 8) {
      return '8';
    } else if (k % 90 === 9) {
      return '9';
    } else if (k % 90 === 10) {
      return '10';
    } else if (k % 90 === 11) {
      return '11';
    } else if (k % 90 === 12) {
      return '12';
    } else if (k % 90 === 13) {
      return '13';
    } else if (k % 90 === 14) {
      return '14';
    } else if (k % 90 === 15) {
      return '15';
    } else if (k % 90 === 16) {
      return '16';
    } else if (k % 90 === 17) {
      return '17';
    } else if (k % 90 === 18) {
      return '18';
    } else if (k % 90 === 19) {
      return '19';
    } else if (k % 90 === 20) {
      return '20';
    } else if (k % 90 === 21) {
      return '21';
    } else if (k % 90 === 22) {
      return '22';
    } else if (k % 90 === 23) {
      return '23';
    } else if (k % 90 === 24) {
      return '24';
    } else if (k % 90 === 25) {
      return '25';
    } else if (k % 90 === 26) {
      return '26';
    } else if (k % 90 === 27) {
      return '27';
    } else if (k % 90 === 28) {
      return '28';
    } else if (k % 90 === 29) {
      return '29';
    } else if (k % 90 === 30) {
      return '30';
    } else if (k % 90 === 31) {
      return '31';
    } else if (k % 90 === 32) {
      return '32';
    } else if (k % 90 === 33) {
      return '33';
    } else if (k % 90 === 34) {
      return '34';
    } else if (k % 90 === 35) {
      return '35';
    } else if (k % 90 === 36) {
      return '36';
    } else if (k % 90 === 37) {
      return '37';
    } else if (k % 90 === 38) {
      return '38';
    } else if (k % 90 === 39) {
      return '39';
    } else if (t === null && k % 90 === 40) {
      return '40';
    } else if (k % 90 === 41) {
      return '41';
    } else if (k % 90 === 42) {
      return '42';
    } else if (k % 90 === 43) {
      return '43';
    } else if (k % 90 === 44) {
      return '44';
    } else if (k % 90 === 45) {
      return '45';
    } else if (k % 90 === 46) {
      return '46';
    } else if (k % 90 === 47) {
      return '47';
    } else if (k % 90 === 48) {
      return '48';
    } else if (k % 90 === 49) {
      return '49';
    } else if (k % 90 === 50) {
      return '50';
    } else if (k % 90 === 51) {
      return '51';
    } else if (k % 90 === 52) {
      return '52';
    } else if (k % 90 === 53) {
      return '53';
    } else if (k % 90 === 54) {
      return '54';
    } else if (k % 90 === 55) {
      return '55';
    } else if (k % 90 === 56) {
      return '56';
    } else if (k % 90 === 57) {
      return '57';
    } else if (k % 90 === 58) {
      return '58';
    } else if (k % 90 === 59) {
      return '59';
    } else if (k % 90 === 60) {
      return '60';
    } else if (k % 90 === 61) {
      return '61';
    } else if (k % 90 === 62) {
      return '62';
    } else if (k % 90 === 63) {
      return '63';
    } else if (k % 90 === 64) {
      return '64';
    } else if (k % 90 === 65) {
      return '65';
    } else if (k % 90 === 66) {
      return '66';
    } else if (k % 90 === 67) {
      return '67';
    } else if (k % 90 === 68) {
      return '68';
    } else if (k % 90 === 69) {
      return '69';
    }
    return t === null ? 'null' : t.trim();
  },
});

export const longConditional = transform({
  input: { k: int32, x: float64 },
  output: float64,
  row: ({ k, x }) =>
    k % 100 === 0 ? x + 0 : k % 100 === 1 ? 3 : k % 100 === 2 ? k : k % 100 === 3 ? x + 3 :
    k % 100 === 4 ? 12 : k % 100 === 5 ? k : k % 100 === 6 ? x + 6 : k % 100 === 7 ? 21 : k % 100 === 8 ? k :
    k % 100 === 9 ? x + 9 : k % 100 === 10 ? 30 : k % 100 === 11 ? k : k % 100 === 12 ? x + 12 :
    k % 100 === 13 ? 39 : k % 100 === 14 ? k : k % 100 === 15 ? x + 15 : k % 100 === 16 ? 48 :
    k % 100 === 17 ? k : k % 100 === 18 ? x + 18 : k % 100 === 19 ? 57 : k % 100 === 20 ? k :
    k % 100 === 21 ? x + 21 : k % 100 === 22 ? 66 : k % 100 === 23 ? k : k % 100 === 24 ? x + 24 :
    k % 100 === 25 ? 75 : k % 100 === 26 ? k : k % 100 === 27 ? x + 27 : k % 100 === 28 ? 84 :
    k % 100 === 29 ? k : k % 100 === 30 ? x + 30 : k % 100 === 31 ? 93 : k % 100 === 32 ? k :
    k % 100 === 33 ? x + 33 : k % 100 === 34 ? 102 : k % 100 === 35 ? k : k % 100 === 36 ? x + 36 :
    k % 100 === 37 ? 111 : k % 100 === 38 ? k : k % 100 === 39 ? x + 39 : k % 100 === 40 ? 120 :
    k % 100 === 41 ? k : k % 100 === 42 ? x + 42 : k % 100 === 43 ? 129 : k % 100 === 44 ? k :
    k % 100 === 45 ? x + 45 : k % 100 === 46 ? 138 : k % 100 === 47 ? k : k % 100 === 48 ? x + 48 :
    k % 100 === 49 ? 147 : k % 100 === 50 ? k : k % 100 === 51 ? x + 51 : k % 100 === 52 ? 156 :
    k % 100 === 53 ? k : k % 100 === 54 ? x + 54 : k % 100 === 55 ? 165 : k % 100 === 56 ? k :
    k % 100 === 57 ? x + 57 : k % 100 === 58 ? 174 : k % 100 === 59 ? k : k % 100 === 60 ? x + 60 :
    k % 100 === 61 ? 183 : k % 100 === 62 ? k : k % 100 === 63 ? x + 63 : k % 100 === 64 ? 192 :
    k % 100 === 65 ? k : k % 100 === 66 ? x + 66 : k % 100 === 67 ? 201 : k % 100 === 68 ? k :
    k % 100 === 69 ? x + 69 : -x,
});

export const longConditionalText = transform({
  input: { s: utf8, t: nullable(utf8) },
  output: utf8,
  row({ s, t }) {
    const name =
      s === 'a' ? `0-${s}` : s === 'b' ? '1' : s === 'c' ? s.trim() : s === 'd' ? `3-${s}` :
      s === 'e' ? '4' : s === 'f' ? s.trim() : s === 'g' ? `6-${s}` : s === 'h' ? '7' :
      s === 'i' ? s.trim() : s === 'j' ? `9-${s}` : s === 'k' ? '10' : s === 'l' ? s.trim() :
      s === 'm' ? `12-${s}` : s === 'n' ? '13' : s === 'o' ? s.trim() : s === 'p' ? `15-${s}` :
      s === 'q' ? '16' : s === 'r' ? s.trim() : s === 's' ? `18-${s}` : s === 't' ? '19' :
      s === 'u' ? s.trim() : s === 'v' ? `21-${s}` : s === 'w' ? '22' : s === 'x' ? s.trim() :
      s === 'y' ? `24-${s}` : s === 'z' ? '25' : s === 'a26' ? s.trim() : s === 'b27' ? `27-${s}` :
      s === 'c28' ? '28' : s === 'd29' ? s.trim() : s === 'e30' ? `30-${s}` : s === 'f31' ? '31' :
      s === 'g32' ? s.trim() : s === 'h33' ? `33-${s}` : s === 'i34' ? '34' : s === 'j35' ? s.trim() :
      s === 'k36' ? `36-${s}` : s === 'l37' ? '37' : s === 'm38' ? s.trim() : s === 'n39' ? `39-${s}` :
      s === 'o40' ? '40' : s === 'p41' ? s.trim() : s === 'q42' ? `42-${s}` : s === 'r43' ? '43' :
      s === 's44' ? s.trim() : s === 't45' ? `45-${s}` : s === 'u46' ? '46' : s === 'v47' ? s.trim() :
      s === 'w48' ? `48-${s}` : s === 'x49' ? '49' : s === 'y50' ? s.trim() : s === 'z51' ? `51-${s}` :
      s === 'a52' ? '52' : s === 'b53' ? s.trim() : s === 'c54' ? `54-${s}` : s === 'd55' ? '55' :
      s === 'e56' ? s.trim() : s === 'f57' ? `57-${s}` : s === 'g58' ? '58' : s === 'h59' ? s.trim() :
      s === 'i60' ? `60-${s}` : s === 'j61' ? '61' : s === 'k62' ? s.trim() : s === 'l63' ? `63-${s}` :
      s === 'm64' ? '64' : s === 'n65' ? s.trim() : s === 'o66' ? `66-${s}` : s === 'p67' ? '67' :
      s === 'q68' ? s.trim() : s === 'r69' ? `69-${s}` : (t ?? 'other');
    return name.padEnd(4);
  },
});

/** A function without an effect is a value; one with effects is chosen with them. */
export const longConditionalObject = transform({
  input: { k: int32 },
  output: { code: int32, text: utf8 },
  row({ k }) {
    const chosen =
      k % 80 === 0 ? { code: 0, text: 't0' } : k % 80 === 1 ? { code: 1, text: `${k}` } :
      k % 80 === 2 ? { code: 2, text: 't2' } : k % 80 === 3 ? { code: 3, text: `${k}` } :
      k % 80 === 4 ? { code: 4, text: 't4' } : k % 80 === 5 ? { code: 5, text: `${k}` } :
      k % 80 === 6 ? { code: 6, text: 't6' } : k % 80 === 7 ? { code: 7, text: `${k}` } :
      k % 80 === 8 ? { code: 8, text: 't8' } : k % 80 === 9 ? { code: 9, text: `${k}` } :
      k % 80 === 10 ? { code: 10, text: 't10' } : k % 80 === 11 ? { code: 11, text: `${k}` } :
      k % 80 === 12 ? { code: 12, text: 't12' } : k % 80 === 13 ? { code: 13, text: `${k}` } :
      k % 80 === 14 ? { code: 14, text: 't14' } : k % 80 === 15 ? { code: 15, text: `${k}` } :
      k % 80 === 16 ? { code: 16, text: 't16' } : k % 80 === 17 ? { code: 17, text: `${k}` } :
      k % 80 === 18 ? { code: 18, text: 't18' } : k % 80 === 19 ? { code: 19, text: `${k}` } :
      k % 80 === 20 ? { code: 20, text: 't20' } : k % 80 === 21 ? { code: 21, text: `${k}` } :
      k % 80 === 22 ? { code: 22, text: 't22' } : k % 80 === 23 ? { code: 23, text: `${k}` } :
      k % 80 === 24 ? { code: 24, text: 't24' } : k % 80 === 25 ? { code: 25, text: `${k}` } :
      k % 80 === 26 ? { code: 26, text: 't26' } : k % 80 === 27 ? { code: 27, text: `${k}` } :
      k % 80 === 28 ? { code: 28, text: 't28' } : k % 80 === 29 ? { code: 29, text: `${k}` } :
      k % 80 === 30 ? { code: 30, text: 't30' } : k % 80 === 31 ? { code: 31, text: `${k}` } :
      k % 80 === 32 ? { code: 32, text: 't32' } : k % 80 === 33 ? { code: 33, text: `${k}` } :
      k % 80 === 34 ? { code: 34, text: 't34' } : k % 80 === 35 ? { code: 35, text: `${k}` } :
      k % 80 === 36 ? { code: 36, text: 't36' } : k % 80 === 37 ? { code: 37, text: `${k}` } :
      k % 80 === 38 ? { code: 38, text: 't38' } : k % 80 === 39 ? { code: 39, text: `${k}` } :
      k % 80 === 40 ? { code: 40, text: 't40' } : k % 80 === 41 ? { code: 41, text: `${k}` } :
      k % 80 === 42 ? { code: 42, text: 't42' } : k % 80 === 43 ? { code: 43, text: `${k}` } :
      k % 80 === 44 ? { code: 44, text: 't44' } : k % 80 === 45 ? { code: 45, text: `${k}` } :
      k % 80 === 46 ? { code: 46, text: 't46' } : k % 80 === 47 ? { code: 47, text: `${k}` } :
      k % 80 === 48 ? { code: 48, text: 't48' } : k % 80 === 49 ? { code: 49, text: `${k}` } :
      k % 80 === 50 ? { code: 50, text: 't50' } : k % 80 === 51 ? { code: 51, text: `${k}` } :
      k % 80 === 52 ? { code: 52, text: 't52' } : k % 80 === 53 ? { code: 53, text: `${k}` } :
      k % 80 === 54 ? { code: 54, text: 't54' } : k % 80 === 55 ? { code: 55, text: `${k}` } :
      k % 80 === 56 ? { code: 56, text: 't56' } : k % 80 === 57 ? { code: 57, text: `${k}` } :
      k % 80 === 58 ? { code: 58, text: 't58' } : k % 80 === 59 ? { code: 59, text: `${k}` } :
      k % 80 === 60 ? { code: 60, text: 't60' } : k % 80 === 61 ? { code: 61, text: `${k}` } :
      k % 80 === 62 ? { code: 62, text: 't62' } : k % 80 === 63 ? { code: 63, text: `${k}` } :
      k % 80 === 64 ? { code: 64, text: 't64' } : k % 80 === 65 ? { code: 65, text: `${k}` } :
      k % 80 === 66 ? { code: 66, text: 't66' } : k % 80 === 67 ? { code: 67, text: `${k}` } :
      k % 80 === 68 ? { code: 68, text: 't68' } : k % 80 === 69 ? { code: 69, text: `${k}` } :
      { code: -1, text: 'none' };
    return { code: chosen.code + 1, text: chosen.text };
  },
});

export const longConditionalRows = transform({
  input: { k: int32 },
  output: { code: int32, text: utf8 },
  row: ({ k }) =>
    k % 80 === 0 ? { code: 0, text: 't0' } : k % 80 === 1 ? { code: 1, text: `${k}` } :
    k % 80 === 2 ? { code: 2, text: 't2' } : k % 80 === 3 ? { code: 3, text: `${k}` } :
    k % 80 === 4 ? { code: 4, text: 't4' } : k % 80 === 5 ? { code: 5, text: `${k}` } :
    k % 80 === 6 ? { code: 6, text: 't6' } : k % 80 === 7 ? { code: 7, text: `${k}` } :
    k % 80 === 8 ? { code: 8, text: 't8' } : k % 80 === 9 ? { code: 9, text: `${k}` } :
    k % 80 === 10 ? { code: 10, text: 't10' } : k % 80 === 11 ? { code: 11, text: `${k}` } :
    k % 80 === 12 ? { code: 12, text: 't12' } : k % 80 === 13 ? { code: 13, text: `${k}` } :
    k % 80 === 14 ? { code: 14, text: 't14' } : k % 80 === 15 ? { code: 15, text: `${k}` } :
    k % 80 === 16 ? { code: 16, text: 't16' } : k % 80 === 17 ? { code: 17, text: `${k}` } :
    k % 80 === 18 ? { code: 18, text: 't18' } : k % 80 === 19 ? { code: 19, text: `${k}` } :
    k % 80 === 20 ? { code: 20, text: 't20' } : k % 80 === 21 ? { code: 21, text: `${k}` } :
    k % 80 === 22 ? { code: 22, text: 't22' } : k % 80 === 23 ? { code: 23, text: `${k}` } :
    k % 80 === 24 ? { code: 24, text: 't24' } : k % 80 === 25 ? { code: 25, text: `${k}` } :
    k % 80 === 26 ? { code: 26, text: 't26' } : k % 80 === 27 ? { code: 27, text: `${k}` } :
    k % 80 === 28 ? { code: 28, text: 't28' } : k % 80 === 29 ? { code: 29, text: `${k}` } :
    k % 80 === 30 ? { code: 30, text: 't30' } : k % 80 === 31 ? { code: 31, text: `${k}` } :
    k % 80 === 32 ? { code: 32, text: 't32' } : k % 80 === 33 ? { code: 33, text: `${k}` } :
    k % 80 === 34 ? { code: 34, text: 't34' } : k % 80 === 35 ? { code: 35, text: `${k}` } :
    k % 80 === 36 ? { code: 36, text: 't36' } : k % 80 === 37 ? { code: 37, text: `${k}` } :
    k % 80 === 38 ? { code: 38, text: 't38' } : k % 80 === 39 ? { code: 39, text: `${k}` } :
    k % 80 === 40 ? { code: 40, text: 't40' } : k % 80 === 41 ? { code: 41, text: `${k}` } :
    k % 80 === 42 ? { code: 42, text: 't42' } : k % 80 === 43 ? { code: 43, text: `${k}` } :
    k % 80 === 44 ? { code: 44, text: 't44' } : k % 80 === 45 ? { code: 45, text: `${k}` } :
    k % 80 === 46 ? { code: 46, text: 't46' } : k % 80 === 47 ? { code: 47, text: `${k}` } :
    k % 80 === 48 ? { code: 48, text: 't48' } : k % 80 === 49 ? { code: 49, text: `${k}` } :
    k % 80 === 50 ? { code: 50, text: 't50' } : k % 80 === 51 ? { code: 51, text: `${k}` } :
    k % 80 === 52 ? { code: 52, text: 't52' } : k % 80 === 53 ? { code: 53, text: `${k}` } :
    k % 80 === 54 ? { code: 54, text: 't54' } : k % 80 === 55 ? { code: 55, text: `${k}` } :
    k % 80 === 56 ? { code: 56, text: 't56' } : k % 80 === 57 ? { code: 57, text: `${k}` } :
    k % 80 === 58 ? { code: 58, text: 't58' } : k % 80 === 59 ? { code: 59, text: `${k}` } :
    k % 80 === 60 ? { code: 60, text: 't60' } : k % 80 === 61 ? { code: 61, text: `${k}` } :
    k % 80 === 62 ? { code: 62, text: 't62' } : k % 80 === 63 ? { code: 63, text: `${k}` } :
    k % 80 === 64 ? { code: 64, text: 't64' } : k % 80 === 65 ? { code: 65, text: `${k}` } :
    k % 80 === 66 ? { code: 66, text: 't66' } : k % 80 === 67 ? { code: 67, text: `${k}` } :
    k % 80 === 68 ? { code: 68, text: 't68' } : k % 80 === 69 ? { code: 69, text: `${k}` } :
    { code: -1, text: 'none' },
});

export const longSwitch = transform({
  input: { k: int32 },
  output: utf8,
  row({ k }) {
    let text = '';
    switch (k % 100) {
      case 0:
      case 1000:
        return '0';
      case 1:
        text += '1';
        break;
      case 2:
        text += '2';
        break;
      case 3:
      case 1003:
        return '3';
      case 4:
        text += '4';
        break;
      case 5:
        text += '5';
        break;
      case 6:
      case 1006:
        return '6';
      case 7:
        text += '7';
        break;
      case 8:
        text += '8';
        break;
      case 9:
      case 1009:
        return '9';
      case 10:
        text += '10';
        break;
      case 11:
        text += '11';
        break;
      case 12:
      case 1012:
        return '12';
      case 13:
        text += '13';
        break;
      case 14:
        text += '14';
        break;
      case 15:
      case 1015:
        return '15';
      case 16:
        text += '16';
        break;
      case 17:
        text += '17';
        break;
      case 18:
      case 1018:
        return '18';
      case 19:
        text += '19';
        break;
      case 20:
        text += '20';
        break;
      case 21:
      case 1021:
        return '21';
      case 22:
        text += '22';
        break;
      case 23:
        text += '23';
        break;
      case 24:
      case 1024:
        return '24';
      case 25:
        text += '25';
        break;
      case 26:
        text += '26';
        break;
      case 27:
      case 1027:
        return '27';
      case 28:
        text += '28';
        break;
      case 29:
        text += '29';
        break;
      case 30:
      case 1030:
        return '30';
      case 31:
        text += '31';
        break;
      case 32:
        text += '32';
        break;
      case 33:
      case 1033:
        return '33';
      case 34:
        text += '34';
        break;
      case 35:
        text += '35';
        break;
      case 36:
      case 1036:
        return '36';
      case 37:
        text += '37';
        break;
      case 38:
        text += '38';
        break;
      case 39:
      case 1039:
        return '39';
      case 40:
        text += '40';
        break;
      case 41:
        text += '41';
        break;
      case 42:
      case 1042:
        return '42';
      case 43:
        text += '43';
        break;
      case 44:
        text += '44';
        break;
      case 45:
      case 1045:
        return '45';
      case 46:
        text += '46';
        break;
      case 47:
        text += '47';
        break;
      case 48:
      case 1048:
        return '48';
      case 49:
        text += '49';
        break;
      case 50:
        text += '50';
        break;
      case 51:
      case 1051:
        return '51';
      case 52:
        text += '52';
        break;
      case 53:
        text += '53';
        break;
      case 54:
      case 1054:
        return '54';
      case 55:
        text += '55';
        break;
      case 56:
        text += '56';
        break;
      case 57:
      case 1057:
        return '57';
      case 58:
        text += '58';
        break;
      case 59:
        text += '59';
        break;
      case 60:
      case 1060:
        return '60';
      case 61:
        text += '61';
        break;
      case 62:
        text += '62';
        break;
      case 63:
      case 1063:
        return '63';
      case 64:
        text += '64';
        break;
      case 65:
        text += '65';
        break;
      case 66:
      case 1066:
        return '66';
      case 67:
        text += '67';
        break;
      case 68:
        text += '68';
        break;
      case 69:
      case 1069:
        return '69';
      default:
        text = 'default';
    }
    return text;
  },
});

/** Cases of one branch, and one that falls into the next. */
export const longSwitchFallsThrough = transform({
  input: { k: int32 },
  output: int32,
  row({ k }) {
    let sum = 0;
    switch (k % 100) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
      case 10:
      case 11:
      case 12:
      case 13:
      case 14:
      case 15:
      case 16:
      case 17:
      case 18:
      case 19:
      case 20:
      case 21:
      case 22:
      case 23:
      case 24:
      case 25:
      case 26:
      case 27:
      case 28:
      case 29:
      case 30:
      case 31:
      case 32:
      case 33:
      case 34:
      case 35:
      case 36:
      case 37:
      case 38:
      case 39:
      case 40:
      case 41:
      case 42:
      case 43:
      case 44:
      case 45:
      case 46:
      case 47:
      case 48:
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57:
      case 58:
      case 59:
      case 60:
      case 61:
      case 62:
      case 63:
      case 64:
      case 65:
      case 66:
      case 67:
      case 68:
      case 69:
        sum += 1;
        break;
      // @ts-expect-error: control falls through.
      case 70:
        sum += 0;
      // @ts-expect-error: control falls through.
      case 71:
        sum += 1;
      // @ts-expect-error: control falls through.
      case 72:
        sum += 2;
      // @ts-expect-error: control falls through.
      case 73:
        sum += 3;
      // @ts-expect-error: control falls through.
      case 74:
        sum += 4;
      // @ts-expect-error: control falls through.
      case 75:
        sum += 5;
      // @ts-expect-error: control falls through.
      case 76:
        sum += 6;
      // @ts-expect-error: control falls through.
      case 77:
        sum += 7;
      // @ts-expect-error: control falls through.
      case 78:
        sum += 8;
      case 79:
        sum += 9;
        break;
      default:
        sum = -1;
    }
    return sum;
  },
});

export const longOr = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) =>
    s.length === 0 || s === 'b' || s.length === 2 || s === 'd' || s.length === 4 || s === 'f'
    || s.length === 6 || s === 'h' || s.length === 8 || s === 'j' || s.length === 10 || s === 'l'
    || s.length === 12 || s === 'n' || s.length === 14 || s === 'p' || s.length === 16 || s === 'r'
    || s.length === 18 || s === 't' || s.length === 20 || s === 'v' || s.length === 22 || s === 'x'
    || s.length === 24 || s === 'z' || s.length === 26 || s === 'b27' || s.length === 28 || s === 'd29'
    || s.length === 30 || s === 'f31' || s.length === 32 || s === 'h33' || s.length === 34 || s === 'j35'
    || s.length === 36 || s === 'l37' || s.length === 38 || s === 'n39' || s.length === 40 || s === 'p41'
    || s.length === 42 || s === 'r43' || s.length === 44 || s === 't45' || s.length === 46 || s === 'v47'
    || s.length === 48 || s === 'x49' || s.length === 50 || s === 'z51' || s.length === 52 || s === 'b53'
    || s.length === 54 || s === 'd55' || s.length === 56 || s === 'f57' || s.length === 58 || s === 'h59'
    || s.length === 60 || s === 'j61' || s.length === 62 || s === 'l63' || s.length === 64 || s === 'n65'
    || s.length === 66 || s === 'p67' || s.length === 68 || s === 'r69' || s.length === 70 || s === 't71'
    || s.length === 72 || s === 'v73' || s.length === 74 || s === 'x75' || s.length === 76 || s === 'z77'
    || s.length === 78 || s === 'b79' || s.length === 80 || s === 'd81' || s.length === 82 || s === 'f83'
    || s.length === 84 || s === 'h85' || s.length === 86 || s === 'j87' || s.length === 88 || s === 'l89'
    || s.length === 90 || s === 'n91' || s.length === 92 || s === 'p93' || s.length === 94 || s === 'r95'
    || s.length === 96 || s === 't97' || s.length === 98 || s === 'v99' || s.length === 100 || s === 'x101'
    || s.length === 102 || s === 'z103' || s.length === 104 || s === 'b105' || s.length === 106
    || s === 'd107' || s.length === 108 || s === 'f109' || s.length === 110 || s === 'h111'
    || s.length === 112 || s === 'j113' || s.length === 114 || s === 'l115' || s.length === 116
    || s === 'n117' || s.length === 118 || s === 'p119' || s.length === 120 || s === 'r121'
    || s.length === 122 || s === 't123' || s.length === 124 || s === 'v125' || s.length === 126
    || s === 'x127' || s.length === 128 || s === 'z129'
      ? 'known'
      : s,
});

/** The narrowing of the first test holds in the last, and after all. */
export const longAnd = transform({
  input: { t: nullable(utf8) },
  output: utf8,
  row({ t }) {
    if (
      t !== null && t !== 'b' && t.length !== 2 && t !== 'd' && t.length !== 4 && t !== 'f' && t.length !== 6
      && t !== 'h' && t.length !== 8 && t !== 'j' && t.length !== 10 && t !== 'l' && t.length !== 12
      && t !== 'n' && t.length !== 14 && t !== 'p' && t.length !== 16 && t !== 'r' && t.length !== 18
      && t !== 't' && t.length !== 20 && t !== 'v' && t.length !== 22 && t !== 'x' && t.length !== 24
      && t !== 'z' && t.length !== 26 && t !== 'b27' && t.length !== 28 && t !== 'd29' && t.length !== 30
      && t !== 'f31' && t.length !== 32 && t !== 'h33' && t.length !== 34 && t !== 'j35' && t.length !== 36
      && t !== 'l37' && t.length !== 38 && t !== 'n39' && t.length !== 40 && t !== 'p41' && t.length !== 42
      && t !== 'r43' && t.length !== 44 && t !== 't45' && t.length !== 46 && t !== 'v47' && t.length !== 48
      && t !== 'x49' && t.length !== 50 && t !== 'z51' && t.length !== 52 && t !== 'b53' && t.length !== 54
      && t !== 'd55' && t.length !== 56 && t !== 'f57' && t.length !== 58 && t !== 'h59' && t.length !== 60
      && t !== 'j61' && t.length !== 62 && t !== 'l63' && t.length !== 64 && t !== 'n65' && t.length !== 66
      && t !== 'p67' && t.length !== 68 && t !== 'r69' && t.length !== 70 && t !== 't71' && t.length !== 72
      && t !== 'v73' && t.length !== 74 && t !== 'x75' && t.length !== 76 && t !== 'z77' && t.length !== 78
      && t !== 'b79' && t.length !== 80 && t !== 'd81' && t.length !== 82 && t !== 'f83' && t.length !== 84
      && t !== 'h85' && t.length !== 86 && t !== 'j87' && t.length !== 88 && t !== 'l89' && t.length !== 90
      && t !== 'n91' && t.length !== 92 && t !== 'p93' && t.length !== 94 && t !== 'r95' && t.length !== 96
      && t !== 't97' && t.length !== 98 && t !== 'v99'
    )
      return t.trim();
    return 'known';
  },
});

export const longNullish = transform({
  input: { a: nullable(utf8), b: nullable(utf8), c: nullable(utf8) },
  output: utf8,
  row: ({ a, b, c }) =>
    a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c
    ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c
    ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c
    ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? c ?? a ?? b ?? 'none',
});

/** Nested loops: facts at the start of each are found in as many rounds as there are levels. */
export const loopsInLoops = transform({
  input: { k: int32, t: nullable(utf8) },
  output: utf8,
  row({ k, t }) {
    let total = 0;
    let last = t;
    for (let i0 = 0; i0 < 3; i0++) {
      for (let i1 = 0; i1 < 2; i1++) {
        for (let i2 = 0; i2 < 2; i2++) {
          for (let i3 = 0; i3 < 2; i3++) {
            for (let i4 = 0; i4 < 2; i4++) {
              for (let i5 = 0; i5 < 2; i5++) {
                total += k % 7;
                last = total % 3 === 0 ? null : last === null ? t : `${last.length}`;
              }
            }
          }
        }
      }
    }
    return `${total} ${last ?? 'none'}`;
  },
});
