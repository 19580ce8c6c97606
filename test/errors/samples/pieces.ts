import { transform, utf8 } from 'rowfuse';

export const pieces = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    const two = name + name;
    const four = two + two;
    const eight = four + four;
    const sixteen = eight + eight;
    const many = sixteen + sixteen;
    return many + name; // RF1501
  },
});
