/** Nothing to build here. */ // RF1005
export const answer = 42;
