const UNRELEASED = '## [Unreleased]\n';

/** Returns the text below `## [Unreleased]`, without the blank lines around it. */
export function unreleased(changelog) {
  const begin = changelog.indexOf(UNRELEASED);
  if (begin < 0) throw new Error(`CHANGELOG.md has no line "${UNRELEASED.trim()}"`);
  const rest = changelog.slice(begin + UNRELEASED.length);
  const end = rest.search(/^## \[/m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** Returns the changelog with the unreleased changes as those of a version, and an empty section above them. */
export function withRelease(changelog, version, date) {
  if (unreleased(changelog) === '')
    throw new Error('CHANGELOG.md has nothing below "## [Unreleased]": say what changed');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`);
}
