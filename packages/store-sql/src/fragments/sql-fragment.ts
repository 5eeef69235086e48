/** A part of a statement: text of ours, names that the dialect quotes, and values that are bound. */
export class SqlFragment {
  readonly pieces: readonly SqlPiece[];

  constructor(pieces: readonly SqlPiece[]) {
    this.pieces = pieces;
  }

  /** How long the part is, which bounds what a statement may grow to. */
  get size(): number {
    let size = this.pieces.length;
    for (const piece of this.pieces)
      if (typeof piece === "object" && "search" in piece) size += piece.inPlace.size;
    return size;
  }
}

/** Text of ours stands as it is; what a user wrote is a name or a value and never text. */
export type SqlPiece = string | SqlName | SqlParameter | SqlSearch | SqlSearchNumber;

export interface SqlName {
  readonly name: string;
}

export interface SqlParameter {
  readonly value: SqlBound;
}

/**
 * A search that reads nothing of the rows around it, so that it may also be carried out before the statement that it is part of.
 */
export interface SqlSearch {
  readonly search: SearchApart;
  /** Where it is not. */
  readonly inPlace: SqlFragment;
  /** Where it is: `table` holds what it found, in the columns `value` and `beside` and in the order of the rows. */
  from(table: SqlFragment): SqlFragment;
}

/** Of the search around it in its statement, counted from 1; 0 outside the search. */
export interface SqlSearchNumber {
  readonly numberOf: RowsApart;
}

/** A search as a statement of its own, for the rows of a window of slots at a time. */
export interface SearchApart {
  readonly rows: RowsApart;
  /** What it finds among the rows that have slots above one and up to another. */
  within(above: number, upTo: number): SqlFragment;
  /** Whether that are two columns. */
  readonly hasBeside: boolean;
  /** Whether it only counts which values there are; else in which order they come, and how often, counts as well. */
  readonly isSet: boolean;
  /** How many of what it finds are enough. */
  readonly most: number;
}

/** The rows of a table that are searched. */
export interface RowsApart {
  /** The name of the table in the database. */
  readonly table: string;
  /** Its column of whole numbers that an index finds ranges of. */
  readonly slot: string;
}

/** What can be bound to a statement. */
export type SqlBound = string | number | null;

/** Text with fragments in its parameters; nothing but a fragment can stand there. */
export function sql(texts: TemplateStringsArray, ...parts: readonly SqlFragment[]): SqlFragment {
  const pieces: SqlPiece[] = [];
  for (const [index, text] of texts.entries()) {
    if (text !== "") pieces.push(text);
    for (const piece of parts[index]?.pieces ?? []) pieces.push(piece);
  }
  return new SqlFragment(pieces);
}

/**
 * A text that stands in a statement as it is, and not as a value: an index serves an expression only where both say the same. For names of
 * members that a definition declares.
 */
export function sqlText(text: string): SqlFragment {
  return new SqlFragment([`'${text.replaceAll("'", "''")}'`]);
}

/** A name of the database, or a column of an alias. */
export function sqlName(first: string, second?: string): SqlFragment {
  return new SqlFragment(second === undefined ? [{ name: first }] : [{ name: first }, ".", { name: second }]);
}

/** A bound value. */
export function sqlParameter(value: SqlBound): SqlFragment {
  return new SqlFragment([{ value }]);
}

/** Fragments one after the other with a separator between them. */
export function joinSql(parts: readonly SqlFragment[], separator: string): SqlFragment {
  return new SqlFragment(
    parts.flatMap((part, index) => (index === 0 ? part.pieces : [separator, ...part.pieces])),
  );
}
