/**
 * The most elements of a constant, including those of nested constants. A `Map` literal of 100,000 entries has this
 * many. They become tables of C++ and text of the reference; TypeScript alone takes 450 MB for them.
 */
export const mostElements = 300_000;
/** The most UTF-16 units of all its text. */
export const mostUnits = 4_000_000;
