// The jobs, as each contestant has them. The row functions, which V8 runs as they are, stand in transforms.ts. Each formulation gives the
// results of the row function for all texts, which the checksums verify; where a dialect differs, it is the nearest one that does.

/** White space as JavaScript has it. `\s` is ASCII in DuckDB, and has U+0085 but not U+FEFF in Polars. */
const everySpace =
  '[\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]+';
const cities =
  'London|Paris|Berlin|Madrid|Rome|Vienna|Warsaw|Prague|Dublin|Lisbon|Athens|Oslo|Stockholm|Helsinki|Copenhagen|Brussels|Budapest|Bucharest|Sofia|Zagreb';
const logFields = ['address', 'user', 'time', 'method', 'path', 'status', 'size', 'referer', 'agent'];
const logLine = (digit) =>
  `^([^ ]+) [^ ]+ ([^ ]+) \\[([^\\]]+)\\] "([^ "]+) ([^ "]+) [^"]*" (${digit}{3}) (${digit}+|-) "([^"]*)" "([^"]*)"$`;
const hostPattern = '^https?://(?:www\\.)?([^/]+)/.*$';

/** The classes `\d` and `\w` of Polars are those of Unicode; JavaScript's and DuckDB's are ASCII. */
const asciiClasses =
  '`\\d` and `\\w` of Polars have letters and digits of all of Unicode, so their ASCII members are written out';
const word = '0-9A-Za-z_';
const spacesOf = (content) => (content === 'ascii' ? '\\s+' : everySpace);
const spaceNote = 'over mixed text the white space of JavaScript is written out, because `\\s` has other members';

/**
 * A job has the name of its transform, the column that it reads, and its formulations: `sql` gives a value per row, `polars` an expression
 * of the column, by the library and the content.
 */
export const jobs = [
  {
    name: 'namesACity',
    column: 'text',
    sql: () => `regexp_matches(text, '${cities}')`,
    polars: (text) => text.str.contains(cities),
  },
  {
    name: 'firstDate',
    column: 'text',
    sql: () => `regexp_extract(text, '\\d{4}-\\d{2}-\\d{2}')`,
    polars: (text, pl) => text.str.extract('([0-9]{4}-[0-9]{2}-[0-9]{2})', 1).fillNull(pl.lit('')),
    notes: { polars: asciiClasses },
  },
  {
    name: 'firstEmail',
    column: 'text',
    sql: () => `regexp_extract(text, '[\\w.+-]+@[\\w-]+\\.[\\w.-]+')`,
    polars: (text, pl) => text.str.extract(`([${word}.+-]+@[${word}-]+\\.[${word}.-]+)`, 1).fillNull(pl.lit('')),
    notes: { polars: asciiClasses },
  },
  {
    name: 'logFields',
    column: 'log',
    sql: () => `regexp_extract(log, '${logLine('\\d')}', [${logFields.map((name) => `'${name}'`).join(', ')}])`,
    polars: (log, pl) =>
      logFields.map((name, index) =>
        log.str
          .extract(logLine('[0-9]'), index + 1)
          .fillNull(pl.lit(''))
          .alias(name),
      ),
    notes: {
      polars: `one call of \`extract\` per group, because nodejs-polars has none for all groups; ${asciiClasses}`,
    },
  },
  {
    name: 'digitsMasked',
    column: 'text',
    sql: () => `regexp_replace(text, '\\d', '#', 'g')`,
    polars: (text) => text.str.replaceAll('[0-9]', '#'),
    notes: { polars: asciiClasses },
  },
  {
    name: 'spacesCollapsed',
    column: 'text',
    sql: (content) => `regexp_replace(text, '${spacesOf(content)}', ' ', 'g')`,
    polars: (text, _, content) => text.str.replaceAll(spacesOf(content), ' '),
    notes: { duckdb: spaceNote, polars: spaceNote },
  },
  {
    name: 'partsCounted',
    column: 'text',
    sql: () => `len(regexp_split_to_array(text, '[.,;:!?]+'))`,
    polars: (text, pl) => text.str.replaceAll('[.,;:!?]+', '\u0001').str.split('\u0001').lst.lengths().cast(pl.Int32),
    notes: {
      polars:
        'nodejs-polars splits by a fixed text only, so `replaceAll` puts U+0001 in the place of each match, and `split` follows',
    },
  },
];

/** ClickBench's query 28 without its `HAVING` and `LIMIT`: all groups, in any order. */
export const refererHosts = {
  name: 'refererHosts',
  column: 'referer',
  isGrouped: true,
  query: `
    SELECT regexp_replace(referer, '${hostPattern}', '\\1') AS host, avg(length(referer)) AS average, count(*) AS n, min(referer) AS least
    FROM t WHERE referer <> '' GROUP BY host`,
  lazy: (frame, pl) =>
    frame
      .filter(pl.col('referer').neq(pl.lit('')))
      .select(pl.col('referer').str.replace(hostPattern, '$1').alias('host'), pl.col('referer'))
      .groupBy('host')
      .agg(
        pl.col('referer').str.lengths().cast(pl.Int64).mean().alias('average'),
        pl.col('referer').count().alias('n'),
        pl.col('referer').min().alias('least'),
      ),
};

export const jobOf = (name) => [...jobs, refererHosts].find((job) => job.name === name);
