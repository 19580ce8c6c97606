import type { VariableId } from '../../ir/variable.js';

/** The index of a string. */
interface TextIndex {
  readonly name: string;
  /** True if the string is the same for the whole row. */
  readonly isFixed: boolean;
  /** True if it is asked for places, and not only for the numbers of units. */
  readonly findsPlaces: boolean;
}

/** The locals that a functor declares before its statements. They live as long as the row. */
export class FunctorLocals {
  readonly #end: string;
  readonly #numberTexts: string[] = [];
  readonly #bigintTexts: string[] = [];
  readonly #textBuffers: { readonly name: string; readonly size: number }[] = [];
  /** The indices of strings by their variable. */
  readonly #indices = new Map<VariableId, TextIndex>();
  #usesArena = false;
  #countsSteps = false;

  /** @param end the statement that ends the row */
  constructor(end: string) {
    this.#end = end;
  }

  /** Returns the name of a new buffer for the text of a number. */
  newNumberText(): string {
    const name = `text${this.#numberTexts.length + 1}`;
    this.#numberTexts.push(name);
    return name;
  }

  /** Returns the name of a new buffer for the text of a bigint. */
  newBigIntText(): string {
    const name = `bigint_text${this.#bigintTexts.length + 1}`;
    this.#bigintTexts.push(name);
    return name;
  }

  /** Returns the name of a new buffer of `size` bytes. */
  newTextBuffer(size: number): string {
    const name = `buffer${this.#textBuffers.length + 1}`;
    this.#textBuffers.push({ name, size });
    return name;
  }

  /** Returns the name of the index of a string variable. */
  indexOf(variable: VariableId, { isFixed, findsPlaces }: Omit<TextIndex, 'name'>): string {
    const known = this.#indices.get(variable);
    const name = known?.name ?? `index${this.#indices.size + 1}`;
    this.#indices.set(variable, { name, isFixed, findsPlaces: findsPlaces || known?.findsPlaces === true });
    return name;
  }

  get usesIndices(): boolean {
    return this.#indices.size > 0;
  }

  /** Declares `arena`, in which strings and arrays are built. */
  useArena(): void {
    this.#usesArena = true;
  }

  get usesArena(): boolean {
    return this.#usesArena;
  }

  /** Returns the statement that ends the row if a condition holds. */
  endIf(condition: string): string {
    return `if (${condition}) ${this.#end}`;
  }

  /** Returns the statement that counts a step of a loop towards the row's limit. */
  countStep(): string {
    this.#countsSteps = true;
    return `if (!steps.next(out)) ${this.#end}`;
  }

  /** Returns the statement that counts the steps of a loop before the first of them. */
  countSteps(steps: string): string {
    this.#countsSteps = true;
    return `if (!steps.take(out, ${steps})) ${this.#end}`;
  }

  /** Returns the declarations, at the indentation of the functor's body. */
  declarations(): readonly string[] {
    const declared = (type: string, names: readonly string[]) =>
      names.length > 0 ? [`    rf::${type} ${names.join(', ')};`] : [];
    return [
      ...declared('NumberText', this.#numberTexts),
      ...declared('BigIntText', this.#bigintTexts),
      ...['UnitIndex', 'PlaceIndex', 'ChangingUnitIndex', 'ChangingPlaceIndex'].flatMap((type) =>
        declared(type, this.#indicesOf(type)),
      ),
      ...this.#textBuffers.map(({ name, size }) => `    rf::TextBuffer<${size}> ${name};`),
      ...(this.#usesArena ? ['    auto arena = rf::arena(out);'] : []),
      ...(this.#countsSteps ? ['    rf::Steps steps;'] : []),
    ];
  }

  /** Returns the headers that the declarations need, relative to the row library's folder. */
  headers(): readonly string[] {
    return [
      ...(this.usesIndices ? ['string/unit_index.hpp'] : []),
      ...(this.#bigintTexts.length > 0 ? ['number/text/bigint_text.hpp'] : []),
      ...(this.#numberTexts.length > 0 ? ['number/text/number_text.hpp'] : []),
      ...(this.#countsSteps ? ['row/steps.hpp'] : []),
      ...(this.#usesArena ? ['string/memory/arena.hpp'] : []),
    ];
  }

  /** Returns the indices of a type of the library, with their arguments. */
  #indicesOf(type: string): readonly string[] {
    return [...this.#indices.values()].flatMap(({ name, isFixed, findsPlaces }, number) => {
      const own = `${isFixed ? '' : 'Changing'}${findsPlaces ? 'PlaceIndex' : 'UnitIndex'}`;
      return own === type ? [`${name}{out, ${number}}`] : [];
    });
  }
}
