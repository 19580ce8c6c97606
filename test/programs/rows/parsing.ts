import type { Cases } from './case.js';

export const parsing: Cases = {
  matchingBrackets: [
    [{ text: '' }, true],
    [{ text: '[]' }, true],
    [{ text: '[(])' }, false],
    [{ text: '{what is (42)}?' }, true],
    [{ text: ']' }, false],
    [{ text: '((' }, false],
    [{ text: '}{' }, false],
    [{ text: 'no brackets' }, true],
    [{ text: '([{}({}[])])' }, true],
  ],
  rpnCalculator: [
    [{ expression: '' }, null],
    [{ expression: '5' }, 5],
    [{ expression: '3 4 +' }, 7],
    [{ expression: '3 4 2 * 1 5 - / +' }, 1],
    [{ expression: '2 3 4 + *' }, 14],
    [{ expression: ' 10 2 8 *  + 3 - ' }, 23],
    [{ expression: '1 0 /' }, Number.POSITIVE_INFINITY],
    [{ expression: '+' }, null],
    [{ expression: '1 2' }, null],
    [{ expression: '1 x +' }, null],
  ],
  infixCalculator: [
    [{ expression: '' }, 0],
    [{ expression: '42' }, 42],
    [{ expression: '1 + 2 * 3' }, 7],
    [{ expression: '(1 + 2) * 3' }, 9],
    [{ expression: '8 / 4 / 2' }, 1],
    [{ expression: '10 - 4 - 3' }, 3],
    [{ expression: '2 * (3 + (4 - 1)) / 4' }, 3],
    [{ expression: '0.5*4' }, 2],
    [{ expression: '7/0' }, Number.POSITIVE_INFINITY],
  ],
  queryParameter: [
    [{ url: '' }, { page: null, tags: [], names: [] }],
    [{ url: 'https://a.test/' }, { page: null, tags: [], names: [] }],
    [{ url: 'https://a.test/?page=2&tag=x&tag=y' }, { page: '2', tags: ['x', 'y'], names: ['page', 'tag'] }],
    [{ url: '?page' }, { page: '', tags: [], names: ['page'] }],
    [{ url: '?page=1&page=2#end' }, { page: '1', tags: [], names: ['page'] }],
    [{ url: '?' }, { page: null, tags: [], names: [] }],
    [{ url: '?a=1&&b=2' }, { page: null, tags: [], names: ['a', 'b'] }],
    [{ url: '?page=3=4' }, { page: '3', tags: [], names: ['page'] }],
    [{ url: '?tag=&tag=z' }, { page: null, tags: ['', 'z'], names: ['tag'] }],
  ],
  requestHeaders: [
    [{ headers: '' }, { host: null, length: null, compressed: false, count: 0 }],
    [
      { headers: 'Host: example.com\nContent-Length: 42' },
      { host: 'example.com', length: 42, compressed: false, count: 2 },
    ],
    [{ headers: 'HOST:a\nhost: b' }, { host: 'b', length: null, compressed: false, count: 1 }],
    [{ headers: 'Content-Encoding: gzip' }, { host: null, length: null, compressed: true, count: 1 }],
    [{ headers: 'not a header\n: no key' }, { host: null, length: null, compressed: false, count: 0 }],
    [
      { headers: 'Host: localhost:8080\r\nAccept: */*\r\n' },
      { host: 'localhost:8080', length: null, compressed: false, count: 2 },
    ],
    [{ headers: 'Content-Length: 7 bytes' }, { host: null, length: 7, compressed: false, count: 1 }],
  ],
  fillTemplate: [
    [
      { template: '', values: [] },
      { text: '', missing: [] },
    ],
    [
      { template: 'plain', values: [{ name: 'plain', value: 'x' }] },
      { text: 'plain', missing: [] },
    ],
    [
      {
        template: 'Dear {{name}}, you owe {{amount}}.',
        values: [
          { name: 'name', value: 'Ada' },
          { name: 'amount', value: '5' },
        ],
      },
      { text: 'Dear Ada, you owe 5.', missing: [] },
    ],
    [
      { template: '{{a}}{{b}}{{a}}', values: [{ name: 'b', value: '1' }] },
      { text: '{{a}}1{{a}}', missing: ['a'] },
    ],
    [
      {
        template: '{{x}}',
        values: [
          { name: 'x', value: 'first' },
          { name: 'x', value: 'second' },
        ],
      },
      { text: 'second', missing: [] },
    ],
    [
      { template: '{{ x }} {x}', values: [{ name: 'x', value: '1' }] },
      { text: '{{ x }} {x}', missing: [] },
    ],
    [
      { template: '{{toString}}', values: [] },
      { text: '{{toString}}', missing: ['toString'] },
    ],
    [
      { template: '{{money}}', values: [{ name: 'money', value: '$1' }] },
      { text: '$1', missing: [] },
    ],
  ],
  mixedValues: [
    [{ line: '' }, { sum: 0, flags: 0, text: '' }],
    [{ line: '1, two, true, 3.5' }, { sum: 4.5, flags: 1, text: 'two' }],
    [{ line: 'true,false,true' }, { sum: 0, flags: 2, text: '' }],
    [{ line: 'a,b,c' }, { sum: 0, flags: 0, text: 'a b c' }],
    [{ line: '1e3,-0.5' }, { sum: 999.5, flags: 0, text: '' }],
    [{ line: '0x10, ten' }, { sum: 16, flags: 0, text: 'ten' }],
    [{ line: ' , ' }, { sum: 0, flags: 0, text: ' ' }],
    [{ line: 'Infinity,1' }, { sum: Number.POSITIVE_INFINITY, flags: 0, text: '' }],
  ],
};
