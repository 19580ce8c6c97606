import path from 'node:path';

/** Returns the violations, one line each. */
export function findViolations(sources, rules) {
  return [
    ...importViolations(sources, rules),
    ...(rules.everyFolder ? folderViolations(sources, rules) : []),
    ...sizeViolations(sources, rules),
  ];
}

/** Returns the layer of each file, or undefined for files of folders that no layer names. */
function layersOfFiles(layers) {
  const layerOf = new Map(layers.flatMap((folders, place) => folders.map((folder) => [folder, place])));
  return (file) => {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder))
      if (layerOf.has(folder)) return layerOf.get(folder);
    return undefined;
  };
}

function importViolations(sources, { layers, parts, importedOnlyBy }) {
  const placeOf = layersOfFiles(layers);
  const partOf = (file) => file.slice(0, file.indexOf('/'));
  return sources.flatMap(({ file, imports }) =>
    imports.flatMap((target) => {
      const [from, to] = [placeOf(file), placeOf(target)];
      const part = partOf(file);
      if (![part, ...parts[part]].includes(partOf(target)))
        return [`${file} imports ${target}, which ${part} may not (scripts/structure/rules.mjs)`];
      if (importedOnlyBy[target]?.includes(file) === false)
        return [`${file} imports ${target}, which only ${importedOnlyBy[target].join(' and ')} may import`];
      return from !== undefined && to !== undefined && to > from
        ? [`${file} imports ${target}, which is in a later layer (scripts/structure/rules.mjs)`]
        : [];
    }),
  );
}

/** Returns files of folders without a layer, and cycles of folders, whatever their layers. */
function folderViolations(sources, { layers }) {
  const placeOf = layersOfFiles(layers);
  const homeless = sources
    .filter(({ file }) => placeOf(file) === undefined)
    .map(({ file }) => `${file} is in no layer (scripts/structure/rules.mjs)`);
  const targets = new Map();
  for (const { file, imports } of sources) {
    const folder = path.posix.dirname(file);
    const others = imports.map((target) => path.posix.dirname(target)).filter((target) => target !== folder);
    targets.set(folder, new Set([...(targets.get(folder) ?? []), ...others]));
  }
  return [...homeless, ...cyclesOf(targets).map((cycle) => `folders import each other: ${cycle.join(', ')}`)];
}

/** Returns the sets of nodes that reach each other, each set sorted. */
function cyclesOf(targets) {
  const reachable = (start) => {
    const seen = new Set();
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (const next of targets.get(node) ?? [])
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
    return seen;
  };
  const reached = new Map([...targets.keys()].map((node) => [node, reachable(node)]));
  const cycles = [...reached].map(([node, others]) =>
    [...others].filter((other) => reached.get(other)?.has(node)).sort(),
  );
  return [...new Map(cycles.filter(({ length }) => length > 0).map((cycle) => [cycle.join(), cycle])).values()];
}

function sizeViolations(sources, { most, foldersOfAnySize, tables, large = {} }) {
  const found = [];
  const judge = (name, size, usual, unit = 'lines') => {
    const limit = large[name] ?? usual;
    if (size > limit) found.push(`${name} has ${size} ${unit}, more than ${limit}`);
    if (name in large && size <= usual)
      found.push(`${name} is no longer large: take it out of scripts/structure/rules.mjs`);
  };
  const files = new Map();
  for (const { file, lines, classes } of sources) {
    const folder = path.posix.dirname(file);
    files.set(folder, (files.get(folder) ?? 0) + 1);
    if (!tables.includes(file)) judge(file, lines, most.lines);
    for (const { name, lines: long } of classes) judge(`${file} ${name}`, long, most.classLines);
  }
  for (const [folder, count] of files)
    if (!foldersOfAnySize.includes(folder)) judge(folder, count, most.files, 'files of its own');
  return found;
}
