// The built functions. The contestants import them from here, and so never load the compiler.
import { fileURLToPath, pathToFileURL } from 'node:url';

export const folderOf = (kind) => fileURLToPath(new URL(`../.work/functions/${kind}`, import.meta.url));
const generatedFile = (kind, file) => pathToFileURL(`${folderOf(kind)}/generated/${file}`).href;

/** Returns the generated function, and the function that configures its process. */
export async function importTransform(kind, name) {
  const { [name]: transform, configure } = await import(generatedFile(kind, 'index.js'));
  return { transform, configure };
}

/** Returns the row function as plain JavaScript, without the addon. */
export async function importRow(kind, name) {
  return (await import(generatedFile(kind, `${name}/${name}.reference.js`))).row;
}
