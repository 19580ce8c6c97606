import type { AST } from '@eslint-community/regexpp';
import { type CaseFolding, codePointFolding, noFolding, unitFolding } from '../characters/case-folding.js';
import { CharacterSet, lastCodePoint, lastUnit } from '../characters/character-set.js';
import { digits, foldedWords, lineTerminators, spaces, words } from '../characters/classes.js';
import { propertySet } from '../characters/properties.js';
import type { Flags } from './flags.js';
import { refuse } from './refusal.js';

/** The characters of a class, an escape or a literal under the flags that hold there. */
export class CharacterSets {
  private readonly folding: CaseFolding;
  private readonly last: number;

  constructor(private readonly flags: Flags) {
    const unfolded = !flags.ignoreCase;
    this.folding = unfolded ? noFolding : flags.unicode ? codePointFolding() : unitFolding();
    this.last = flags.unicode ? lastCodePoint : lastUnit;
  }

  /** Returns the set that an element of the pattern matches. */
  of(element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): CharacterSet {
    switch (element.type) {
      case 'Character':
        return this.folding.closure(this.member(element));
      case 'CharacterSet':
        return this.flags.unicodeSets ? this.member(element) : this.folding.closure(this.member(element));
      case 'CharacterClass':
        return this.classOf(element);
      case 'ExpressionCharacterClass':
        return this.negated(this.operand(element.expression), element.negate);
    }
  }

  get wordCharacters(): CharacterSet {
    return this.flags.ignoreCase && this.flags.unicode ? foldedWords : words;
  }

  private classOf(element: AST.CharacterClass): CharacterSet {
    const members = element.elements.map((member) => this.member(member));
    const set = CharacterSet.empty.union(...members);
    return this.negated(this.flags.unicodeSets ? set : this.folding.closure(set), element.negate);
  }

  private negated(set: CharacterSet, negate: boolean): CharacterSet {
    return negate ? set.complement(this.last) : set;
  }

  /**
   * Returns a member of a class. With `v`, operands fold before they are negated, subtracted or intersected; otherwise the class folds as a
   * whole.
   */
  private member(element: AST.CharacterClassElement | AST.CharacterSet): CharacterSet {
    switch (element.type) {
      case 'Character':
        return this.operandSet(CharacterSet.of([element.value, element.value]));
      case 'CharacterClassRange':
        return this.operandSet(CharacterSet.of([element.min.value, element.max.value]));
      case 'CharacterSet':
        return this.escape(element);
      case 'CharacterClass':
        return this.classOf(element);
      case 'ExpressionCharacterClass':
        return this.negated(this.operand(element.expression), element.negate);
      case 'ClassStringDisjunction':
        return this.strings(element);
    }
  }

  private operandSet(set: CharacterSet): CharacterSet {
    return this.flags.unicodeSets ? this.folding.closure(set) : set;
  }

  private operand(element: AST.ClassIntersection | AST.ClassSubtraction | AST.ClassSetOperand): CharacterSet {
    switch (element.type) {
      case 'ClassIntersection':
        return this.operand(element.left).intersection(this.operand(element.right));
      case 'ClassSubtraction':
        return this.operand(element.left).difference(this.operand(element.right));
      default:
        return this.member(element);
    }
  }

  /** Returns the strings of `\q{…}` if all of them are single characters. */
  private strings(element: AST.ClassStringDisjunction): CharacterSet {
    const characters = element.alternatives.map(({ elements }) => {
      const [character, ...others] = elements;
      if (character === undefined || others.length > 0)
        return refuse(
          element,
          `\`${element.raw}\``,
          'A set of the flag `v` that contains strings is not supported yet.',
          'Write the strings as alternatives beside the class: `(?:[a-z]|ch|ss)`, longest first.',
        );
      return character.value;
    });
    return this.operandSet(CharacterSet.ofCharacters(characters));
  }

  private escape(element: AST.CharacterSet): CharacterSet {
    switch (element.kind) {
      case 'any':
        return this.flags.dotAll ? CharacterSet.of([0, this.last]) : lineTerminators.complement(this.last);
      case 'digit':
        return this.negated(digits, element.negate);
      case 'space':
        return this.negated(spaces, element.negate);
      case 'word':
        return this.negated(this.wordCharacters, element.negate);
      case 'property': {
        if (element.strings)
          return refuse(
            element,
            `\`${element.raw}\``,
            'A property of strings is not supported.',
            'Use a property of characters: `\\p{Emoji_Presentation}`.',
          );
        const name = element.value === null ? element.key : `${element.key}=${element.value}`;
        // V8 does not fold this one with `iv`: the sign of Kelvin is no member there, as it is with `iu`.
        const set = name === 'ASCII' ? propertySet(name) : this.operandSet(propertySet(name));
        return this.negated(set, element.negate);
      }
    }
  }
}
