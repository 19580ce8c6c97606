import { list, struct, transform, utf8 } from 'rowfuse';

/** Replaces `{{name}}` by the value of that name, and lists the names without a value. */
export const fillTemplate = transform({
  input: { template: utf8, values: list(struct({ name: utf8, value: utf8 })) },
  output: { text: utf8, missing: list(utf8) },
  row({ template, values }) {
    const record = Object.fromEntries(values.map(({ name, value }) => [name, value]));
    const missing = new Set<string>();
    const text = template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      if (Object.hasOwn(record, name)) return record[name];
      missing.add(name);
      return whole;
    });
    return { text, missing: [...missing] };
  },
});
