import { transform, utf8 } from 'rowfuse';

let changing = 1;
changing = 2;
function recursive(text: string, ...others: string[]): string {
  return text.length > 3 ? text : recursive(`${text}x`, text, ...others);
}
function even(n: number): boolean {
  return n === 0 || odd(() => n - 1); // RF1203
}
function odd(n: () => number): boolean {
  return n() !== 0 && even(n() - 1);
}
const letters = (text: string): number => {
  let count = 0;
  for (const letter of text) count += letter === '(' ? letters(text.slice(1)) : 1;
  return count;
};
const readsState = () => changing; // RF1402
async function later(text: string) { // RF1203
  return text;
}
const add = (n: number) => (x: number) => x + n;
const doubled = (n: number): number => (n > 0 ? 1 : 0);
const many = (n: number) => doubled(n) + doubled(n) + doubled(n) + doubled(n);
const more = (n: number) => many(n) + many(n) + many(n) + many(n) + many(n) + many(n) + many(n) + many(n);
const most = (n: number) => more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n) + more(n);
const all = (n: number) => most(n) + most(n) + most(n) + most(n) + most(n) + most(n) + most(n) + most(n);

export const functions = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    recursive(name); // RF1203
    even(name.length);
    letters(name); // RF1203
    readsState();
    later(name);
    const pick = name === 'a' ? (s: string) => s : (s: string) => s.trim(); // RF1203
    const object = { size: 1 };
    const grow = (target: { size: number }) => {
      target.size += 1;
    };
    grow(object);
    const pair = (...words: [string, string]) => words[0];
    pair(...(name.split(' ') as [string, string]));
    const two = (a: string, b: string) => a + b;
    two(...(name.split(' ') as [string, string])); // RF1203
    const add1 = add(1); // RF1203
    return pick(name + add1(2));
  },
});
