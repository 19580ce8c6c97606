import { transform, utf8 } from 'rowfuse';

/** `await import()` of a module that exports this waits for it. */
export const then = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1104

const halves = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1116
export { halves as '\ud800' };

const lines = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1116
export { lines as 'a\u2028b' };

const turned = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1116
export { turned as 'a\u202eb' };

export const aNameThatNobodyWouldWantToReadOutOnTheTelephoneNorHearReadOutToThemselvesByAnybodyWhoKnowsWhatItSaysAndMeans = // RF1117
  transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name });

const marks = transform({ input: { name: utf8 }, output: utf8, row: ({ name }) => name }); // RF1117
export { marks as 'äöüäöüäöüäöüä' };
