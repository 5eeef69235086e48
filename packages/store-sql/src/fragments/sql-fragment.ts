/** A part of a statement: text of ours, names that the dialect quotes, and values that are bound. */
export class SqlFragment {
  readonly pieces: readonly SqlPiece[];

  constructor(pieces: readonly SqlPiece[]) {
    this.pieces = pieces;
  }

  /** How long the part is, which bounds what a statement may grow to. */
  get size(): number {
    return this.pieces.length;
  }
}

/** Text of ours stands as it is; what a user wrote is a name or a value and never text. */
type SqlPiece = string | SqlName | SqlParameter;

interface SqlName {
  readonly name: string;
}

interface SqlParameter {
  readonly value: SqlBound;
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

/** SQL with `$1`, `$2` … in the places of its operands, as a function of these. */
export function sqlOf(text: string): (...operands: readonly SqlFragment[]) => SqlFragment {
  const parts = text.split(/\$(\d)/u);
  return (...operands) =>
    new SqlFragment(
      parts.flatMap((part, at) => {
        if (at % 2 === 1) return operands[Number(part) - 1]?.pieces ?? [];
        return part === "" ? [] : [part];
      }),
    );
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

/** A table's, column's or index's name as SQL text, whatever characters it has. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
