import { transform, utf8 } from 'rowfuse';

let changing = 'a';
const computed = Date.now();
const list = ['a', Date.now()];
declare const ambient: string;
function helper(name: string) {
  return name;
}
changing = 'b';

export const captures = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    if (name === changing) return ''; // RF1402
    if (name.length === computed) return ''; // RF1401
    if (name === ambient) return ''; // RF1401
    if (list.includes(name)) return ''; // RF1401
    if (process.platform === 'linux') return ''; // RF1403
    // @ts-ignore
    if (name === nmae) return ''; // RF1404
    return helper(name);
  },
});
