import { allExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';

/** The Unicode version of the case tables in native/include/rowfuse/string/case/case_tables.hpp. */
export const unicodeVersion = '17.0';

/** True if a row function maps case, and so depends on the version of Unicode. */
export function mapsCase({ body }: RowFunction): boolean {
  return allExpressions(body).some(
    (e) => e.kind === 'string-call' && (e.operation === 'toUpperCase' || e.operation === 'toLowerCase'),
  );
}
