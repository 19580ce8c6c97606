export const limit = 10;

export function shorten(text: string, most = limit): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1)}…`;
}
