export const separator = ' / ';

export function longerThan(text: string | null, length: number): boolean {
  return text !== null && text.length > length;
}
