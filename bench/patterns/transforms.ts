import { aggregate, bool, count, int32, mean, min, transform, utf8 } from 'rowfuse';

export const namesACity = transform({
  input: { text: utf8 },
  output: bool,
  row: ({ text }) =>
    /London|Paris|Berlin|Madrid|Rome|Vienna|Warsaw|Prague|Dublin|Lisbon|Athens|Oslo|Stockholm|Helsinki|Copenhagen|Brussels|Budapest|Bucharest|Sofia|Zagreb/.test(
      text,
    ),
});

export const firstDate = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '',
});

export const firstEmail = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => /[\w.+-]+@[\w-]+\.[\w.-]+/.exec(text)?.[0] ?? '',
});

export const logFields = transform({
  input: { log: utf8 },
  output: {
    address: utf8,
    user: utf8,
    time: utf8,
    method: utf8,
    path: utf8,
    status: utf8,
    size: utf8,
    referer: utf8,
    agent: utf8,
  },
  row({ log }) {
    const [
      ,
      address = '',
      user = '',
      time = '',
      method = '',
      path = '',
      status = '',
      size = '',
      referer = '',
      agent = '',
    ] =
      /^([^ ]+) [^ ]+ ([^ ]+) \[([^\]]+)\] "([^ "]+) ([^ "]+) [^"]*" (\d{3}) (\d+|-) "([^"]*)" "([^"]*)"$/.exec(log) ??
      [];
    return { address, user, time, method, path, status, size, referer, agent };
  },
});

export const digitsMasked = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.replace(/\d/g, '#'),
});

export const spacesCollapsed = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.replace(/\s+/g, ' '),
});

export const partsCounted = transform({
  input: { text: utf8 },
  output: int32,
  row: ({ text }) => text.split(/[.,;:!?]+/).length,
});

const hosts = transform({
  input: { referer: utf8 },
  output: { host: utf8, length: int32 },
  keep: ['referer'],
  where: ({ referer }) => referer !== '',
  row: ({ referer }) => ({
    host: referer.replace(/^https?:\/\/(?:www\.)?([^/]+)\/.*$/, '$1'),
    length: referer.length,
  }),
});

export const refererHosts = aggregate({
  from: hosts,
  key: 'host',
  output: { average: mean('length'), n: count(), least: min('referer') },
  order: 'none',
});
