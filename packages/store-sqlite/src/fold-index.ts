import { quoteName } from "@tablewright/store-sql";

/**
 * An index on the fold of a text column: by it the language tells texts apart, so by it they are found. How letters are
 * folded comes with the Unicode data of the program, so their version stands in the name of the index, and one that
 * another version has made is made again.
 */
export interface FoldIndex {
  readonly name: string;
  /** What is indexed, as it stands in the statement that makes the index. */
  readonly on: string;
}

/** The index for a column, both by names of the file; another of its name may be there already. */
export function foldIndexFor(table: string, column: string): FoldIndex {
  return { name: `${table} by ${column}${CURRENT}`, on: `tw_fold(${quoteName(column)})` };
}

/** Whether an index, told by its name and the statement that made it, folds texts in another way than this program. */
export function isStaleFold(name: string, statement: string): boolean {
  return /\(tw_fold\("(?:[^"]|"")*"\)\)$/u.test(statement) && !name.includes(CURRENT);
}

const CURRENT = `, folded as of Unicode ${process.versions.unicode}`;
