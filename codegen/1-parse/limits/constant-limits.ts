/**
 * Elements of a constant, at most, those of what it consists of included: a `Map` of 100,000 entries that is written out has as many. They
 * become tables of C++ and text of the reference; TypeScript alone takes 450 MB for them.
 */
export const mostElements = 300_000;
/** UTF-16 units of all its text, at most. */
export const mostUnits = 4_000_000;
