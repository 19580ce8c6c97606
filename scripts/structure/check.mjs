import path from 'node:path';

/** What does not hold, a line each. */
export function findViolations(sources, rules) {
  return [...importViolations(sources, rules), ...sizeViolations(sources, rules)];
}

function importViolations(sources, { layers, islands, importedOnlyBy }) {
  const layerOf = new Map(layers.flatMap((folders, place) => folders.map((folder) => [folder, place])));
  const placeOf = (file) => {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder))
      if (layerOf.has(folder)) return layerOf.get(folder);
    return undefined;
  };
  const islandOf = (file) => islands.find((folder) => file.startsWith(`${folder}/`));
  return sources.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const [from, to] = [placeOf(file), placeOf(target)];
      if (islandOf(file) !== islandOf(target)) return [`${file} imports ${target}, which is not in the same part`];
      if (importedOnlyBy[target]?.includes(file) === false)
        return [`${file} imports ${target}, which only ${importedOnlyBy[target].join(' and ')} may import`];
      return from !== undefined && to !== undefined && to > from
        ? [`${file} imports ${target}, which is in a later layer (scripts/structure/rules.mjs)`]
        : [];
    }),
  );
}

function sizeViolations(sources, { most, foldersOfAnySize, tables }) {
  const found = [];
  const judge = (name, lines, limit) => {
    if (lines > limit) found.push(`${name} has ${lines} lines, more than ${limit}`);
  };
  const files = new Map();
  for (const { file, lines, classes } of sources) {
    const folder = path.posix.dirname(file);
    files.set(folder, (files.get(folder) ?? 0) + 1);
    if (!tables.includes(file)) judge(file, lines, most.lines);
    for (const { name, lines: long } of classes) judge(`${file} ${name}`, long, most.classLines);
  }
  for (const [folder, count] of files)
    if (count > most.files && !foldersOfAnySize.includes(folder))
      found.push(`${folder} has ${count} files of its own, more than ${most.files}`);
  return found;
}
