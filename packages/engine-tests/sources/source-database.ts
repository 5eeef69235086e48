import type { Store } from "@tablewright/core/storage";
import type { Arbitrary } from "fast-check";

/** A database of another program, and a store in it. */
export interface SourceDatabase {
  readonly store: Store;
  /** What precedes the sources in a definition, such as `shop.`. */
  readonly place: string;
  /** Asks the database beside the store, as the other program does. */
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Statements that put into `rental.returned_on`, in a new row, what is no date of ours. */
  readonly spoil: string;
  /** What columns of types of it may hold that is no value of the types of ours. */
  readonly oddValues: readonly OddValue[];
  /** Columns of other types that a definition may declare as texts. */
  readonly textTypes: readonly TextType[];
  readonly exactTypes: ExactTypes;
  /** Types of columns that hold moments to the microsecond. */
  readonly momentTypes: { readonly datetime: string; readonly time: string };
  /** How it keeps instants. */
  readonly instants: SourceInstants;
  /** The type of a column that holds numbers of 32 bits. */
  readonly realType: string;
  /** The type of a column whose texts are compared without regard to case. */
  readonly looseText: string;
  /** The type of a column for texts of any characters; default `varchar(40)`. */
  readonly wideText?: string;
  /** A text between the quotes of a statement, where backslashes have a meaning there. */
  escaped?(text: string): string;
  /** How it holds lists of the values `red`, `light blue` and `a"b\`; undefined where it does not. */
  readonly lists?: SourceLists;
  /** Everything that the other program has made and put in, but for what the store keeps of its own. */
  dump(): Promise<string>;
  dispose(): Promise<void>;
}

/** A value of a column that has no counterpart. */
export interface OddValue {
  /** The type of the column there, and its type in a definition. */
  readonly type: string;
  readonly column: string;
  /** The value, and one that has a counterpart, as statements say them; and the latter as it is answered and as an expression. */
  readonly odd: string;
  readonly good: string;
  readonly answer: string | number | boolean | readonly string[];
  readonly expression: string;
  /** Whether it is blank without a warning, as the database has it in place of a NULL. */
  readonly isBlank?: boolean;
}

/** Types of columns that hold numbers which no double is, and such numbers. */
export interface ExactTypes {
  readonly decimal: string;
  readonly whole: string;
  /** Two that have the same nearest double, where the type tells such apart. */
  readonly large: string;
  readonly larger: string;
  /** Any that the type keeps as they are written. */
  readonly decimals: Arbitrary<string>;
}

/** A type of columns whose values are read as texts. */
export interface TextType {
  readonly type: string;
  /** Three values as statements have them, and the texts that they are read as. */
  readonly values: readonly string[];
  readonly texts: readonly string[];
  /** A text that the database refuses, or makes another one of. */
  readonly changed?: string;
}

/** A type of columns that hold lists. */
export interface SourceLists {
  /** Statements to be run before the type is used. */
  readonly prepared: readonly string[];
  readonly type: string;
  /** A list as the database writes it in a statement. */
  literal(items: readonly string[]): string;
  /** SQL of how a column is shown, and the list as that shows it. */
  readonly shown: string;
  show(items: readonly string[]): string;
}

/** A type of columns that keep instants. */
export interface SourceInstants {
  readonly type: string;
  /** An instant, such as `2024-07-01T10:00:00Z`, as the database writes it in a statement. */
  literal(instant: string): string;
  /** SQL of an instant in that form, given the column. */
  shown(column: string): string;
}
