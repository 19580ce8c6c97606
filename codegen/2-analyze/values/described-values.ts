import { withArticle } from '../../../schema/with-article.js';
import { describeType, type Type } from '../../ir/type.js';

/** Describes a value of a type for messages: `a string | null`, `an array`, `undefined`. */
export function describeValue(type: Type): string {
  return withArticle(describeType(type));
}
