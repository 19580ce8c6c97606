/**
 * Numbers of a pattern, and offsets in its image: the members of `struct Layout` (native/include/rowfuse/regex/layout.hpp), in its order.
 */
export const layoutMembers = [
  'unicode',
  'classes',
  'limit',
  'rest',
  'blocks',
  'entries',
  'kinds',
  'groups',
  'registers',
  'sticky',
  'nodes',
  'members',
  'cleared',
  'components',
  'componentCount',
  'rowWords',
  'searchStates',
  'searchStarts',
  'searchTransitions',
  'taggedStates',
  'taggedStops',
  'taggedStarts',
  'taggedTransitions',
  'taggedActions',
  'taggedOutputs',
  'taggedRegisters',
  'taggedAll',
] as const;

export type Layout = Readonly<Record<(typeof layoutMembers)[number], number>>;
