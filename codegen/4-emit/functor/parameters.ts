/** Declares a parameter of a function; without its name if the function's body does not use it. */
export function parameter(type: string, name: string, body: string): string {
  const code = body.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return new RegExp(`\\b${name}\\b`).test(code) ? `${type} ${name}` : type;
}
