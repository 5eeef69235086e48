import { foldText } from "@tablewright/core/compiler";
import type { SqlDialect, TextPlace } from "../compile/sql-dialect.ts";
import type { SqlColumn } from "../compile/sql-table.ts";
import { type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";
import { type LookupList, parameterList } from "../plans/lookup-list.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";

/** How the SQL standard says parts of expressions; texts compare by code points. A dialect replaces what it says differently. */
export const standardPhrases = {
  isSame: "$1 is not distinct from $2",
  asInteger: "cast($1 as bigint)",
  asReal: "cast($1 as double precision)",
  asText: "cast($1 as text)",
  wholeQuotient: "$1 / $2",
  cutFraction: "trunc($1)",
  substring: "substring($1 from $2 for $3)",
  lengthOf: "char_length($1)",
  placeOf: "position($2 in $1)",
  byCodePoints: "$1",
} satisfies Partial<SqlDialect["phrases"]>;

/** Dates and times that are ISO texts, of which each part has its place; given how a database takes a substring, and an integer of it. */
export function isoPhrases({ substring, asInteger }: Pick<SqlDialect["phrases"], "substring" | "asInteger">) {
  const at = (start: string, length: string) => substring.replace("$2", start).replace("$3", length);
  const part = (start: string, length: string) => asInteger.split("$1").join(at(start, length));
  return {
    startOf: "($1 || 'T00:00:00')",
    onDayZero: "('1899-12-30T' || $1)",
    dateOf: at("1", "10"),
    timeOf: at("12", "8"),
    year: part("1", "4"),
    month: part("6", "2"),
    day: part("9", "2"),
  };
}

/**
 * What many databases say alike about the tables of a store; a dialect replaces what it says differently. Writers take turns:
 * no claim of events locks rows.
 */
export const standardDialect = {
  tableEnding: "",
  names: { longest: Number.POSITIVE_INFINITY, reserved: [] },
  inList: inListOfValues,
} satisfies Partial<SqlStoreDialect>;

/** Texts are left to the conditions of the plan: they are equal by the language's fold, and not as they are kept. */
function inListOfValues(
  { family, values, hasBlank }: LookupList,
  { name }: SqlColumn,
  { alias }: { readonly alias: string },
): SqlFragment | undefined {
  const list = family === "text" || values.length === 0 ? undefined : parameterList(values);
  if (list === undefined) return undefined;
  const column = sqlName(alias, name);
  return hasBlank ? sql`(${column} in (${list}) or ${column} is null)` : sql`(${column} in (${list}))`;
}

/**
 * A regular expression that finds, in texts compared by their bytes, those whose fold equals that of one of the constants,
 * or has that of the constant in it: each letter stands as the set of letters that fold to it. Undefined for constants with
 * letters that fold in another way next to others, and where it would be long.
 */
export function foldedPattern(constants: readonly string[], where: TextPlace | "whole"): string | undefined {
  const folds = constants.map(foldText);
  if (folds.length === 0 || folds.some((one) => BY_CONTEXT.test(one) || one === "")) return undefined;
  if (folds.reduce((sum, one) => sum + one.length, 0) > LONGEST) return undefined;
  const patterns = folds.map((fold) => patternOf(fold, where === "start" || where === "anywhere"));
  const any = `(?:${patterns.join("|")})`;
  return `${where === "start" || where === "whole" ? "^" : ""}${any}${where === "end" || where === "whole" ? "\\z" : ""}`;
}

/** What follows on the constant is open: the fold of a dotted capital I begins with an `i`. */
function patternOf(fold: string, isOpen: boolean): string {
  const letters = [...fold].map((letter) => [letter, ...(sources().get(letter) ?? [])]);
  if (isOpen && fold.endsWith("i")) letters.at(-1)?.push("\u0130");
  return letters.map((set) => `[${set.map(escaped).join("")}]`).join("");
}

function escaped(letter: string): string {
  return /^[!-/:-@[-`{-~]$/u.test(letter) ? `\\${letter}` : letter;
}

/** By each letter those others that fold only to it. */
function sources(): ReadonlyMap<string, readonly string[]> {
  if (cache !== undefined) return cache;
  const textsByFold = new Map<string, string[]>();
  for (let point = 0; point <= LAST_CASED; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    const fold = foldText(letter);
    if (fold !== letter) textsByFold.set(fold, [...(textsByFold.get(fold) ?? []), letter]);
  }
  cache = textsByFold;
  return textsByFold;
}

let cache: ReadonlyMap<string, readonly string[]> | undefined;

/** No letter beyond it has another case. */
const LAST_CASED = 0x1ffff;

/** The dot above may come from a dotted capital I. */
const BY_CONTEXT = /\u0307/u;

const LONGEST = 1_000;
