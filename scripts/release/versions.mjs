const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;

/** True if `version` may follow `earlier`, the versions that were released (https://semver.org, section 11). */
export function follows(version, earlier) {
  return earlier.every((other) => compare(version, other) > 0);
}

function compare(one, other) {
  const [a, b] = [one, other].map((version) => {
    const parts = SEMVER.exec(version);
    if (parts === null) throw new Error(`${version} is no version: write it as 1.2.3 or 1.2.3-beta.1`);
    return { numbers: parts.slice(1, 4).map(Number), pre: parts[4]?.split('.') };
  });
  for (const [index, number] of a.numbers.entries()) if (number !== b.numbers[index]) return number - b.numbers[index];
  if (a.pre === undefined || b.pre === undefined) return Number(a.pre === undefined) - Number(b.pre === undefined);
  return comparePrereleases(a.pre, b.pre);
}

/** Numbers are less than words, and fewer parts are less than more of the same. */
function comparePrereleases(one, other) {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (part === against) continue;
    const [isNumber, againstIsNumber] = [/^\d+$/.test(part), /^\d+$/.test(against)];
    if (isNumber && againstIsNumber) return Number(part) - Number(against);
    if (isNumber !== againstIsNumber) return isNumber ? -1 : 1;
    return part < against ? -1 : 1;
  }
  return one.length - other.length;
}

/** Sets the version in every place of the workspace that has it. Takes and returns the files, parsed, by their names. */
export function withVersion(files, version) {
  const {
    'package.json': compiler,
    'runtime/package.json': runtime,
    'package-lock.json': lock,
  } = structuredClone(files);
  const peers = (manifest) => ({
    ...manifest,
    peerDependencies: { ...manifest.peerDependencies, '@rowfuse/runtime': version },
  });
  return {
    'package.json': peers({ ...compiler, version }),
    'runtime/package.json': { ...runtime, version },
    'package-lock.json': {
      ...lock,
      version,
      packages: {
        ...lock.packages,
        '': peers({ ...lock.packages[''], version }),
        runtime: { ...lock.packages.runtime, version },
      },
    },
  };
}
