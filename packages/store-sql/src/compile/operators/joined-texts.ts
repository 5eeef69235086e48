import { sql } from "../../fragments/sql-fragment.ts";
import type { SqlScope } from "../sql-scope.ts";
import { type SqlTerm, term } from "../sql-term.ts";
import { withinLength } from "./within-length.ts";

/**
 * Texts one after the other: a blank adds nothing, and no text at all is blank. Texts joined before stand for their
 * parts, so that one look at the length is enough for a chain of `&`. Undefined where too much would be joined.
 */
export function joinedTexts(texts: readonly SqlTerm[], scope: SqlScope): SqlTerm | undefined {
  const filled = texts.filter(({ constant }) => constant !== null);
  const [only] = filled;
  if (only === undefined) return { ...term("text", sql`null`), constant: null };
  if (filled.length === 1) return only;
  const parts = filled.flatMap((one) => one.parts ?? [one]);
  if (joined(parts).sql.size > LARGEST) return undefined;
  const result = withinLength(parts, parts, scope, joined);
  return result && { ...result, parts };
}

/** So much is left to the evaluator. */
const LARGEST = 500;

function joined(parts: readonly SqlTerm[]): SqlTerm {
  const [first, ...others] = parts.map((one) => (one.isNullable ? sql`coalesce(${one.sql}, '')` : one.sql));
  const text = others.reduce((left, right) => sql`${left} || ${right}`, first as SqlTerm["sql"]);
  const isNullable = parts.every((one) => one.isNullable);
  const mayThrow = parts.some((one) => one.mayThrow);
  return term("text", isNullable ? sql`nullif(${text}, '')` : sql`(${text})`, { isNullable, mayThrow });
}
