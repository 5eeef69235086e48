import type { SqlDialect, TextPlace } from "../compile/sql-dialect.ts";
import { joinSql, quoteName, type SqlFragment, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import { isoPhrases, standardPhrases } from "./standard.ts";

const texts = { asInteger: "cast($1 as integer)", substring: "substr($1, $2, $3)" };

/**
 * SQLite without any function of ours: dates and times are ISO texts, texts compare by code points, TRUE is 1. Bound numbers may
 * arrive as doubles.
 */
export const plainSqlite: SqlDialect = {
  placeholder: () => "?",
  quoteName,
  bound: (value, form) =>
    form === "integer" ? sql`cast(${sqlParameter(value)} as integer)` : sqlParameter(value),
  widensIntegers: true,
  itemsOf: (list) => sql`json_each(${list})`,
  foldMatches: (text, constants, where) =>
    where === "whole" ? foldsToAny(text, constants) : foldHas(text, constants, where),
  mostAlternatives: 32,
  phrases: {
    ...standardPhrases,
    ...texts,
    ...isoPhrases(texts),
    isSame: "$1 is $2",
    asReal: "cast($1 as real)",
    lengthOf: "length($1)",
    placeOf: "instr($1, $2)",
    countOfDate: "(unixepoch($1) / 86400)",
    countOfTime: "(unixepoch($1) - 946684800)",
    countOfDatetime: "unixepoch($1)",
    dateOfCount: "date($1 * 86400, 'unixepoch')",
    timeOfCount: "time($1, 'unixepoch')",
    datetimeOfCount: "strftime('%Y-%m-%dT%H:%M:%S', $1, 'unixepoch')",
    // What has an offset is neither flattened nor given conditions from outside.
    fence: "($1 limit -1 offset 0)",
  },
};

/**
 * NOCASE folds only ASCII, which is all that counts with an ASCII constant: of the letters beyond ASCII only the
 * Kelvin sign folds to an ASCII text, so a `k` is looked for in its three forms. Undefined where that would be many.
 */
function foldsToAny(text: SqlFragment, constants: readonly string[]): SqlFragment | undefined {
  const forms = constants.flatMap(formsOf);
  if (forms.length === 0 || forms.length > constants.length + MOST_EXTRA_FORMS) return undefined;
  if (!forms.every((one) => one !== undefined)) return undefined;
  const holes = forms.map((one) => sqlParameter(one));
  if (holes.length === 1) return sql`${text} collate nocase = ${holes[0] as SqlFragment}`;
  return sql`${text} collate nocase in (${joinSql(holes, ", ")})`;
}

const MOST_EXTRA_FORMS = 8;
const LONGEST_PATTERN = 1_000;

function formsOf(constant: string): readonly (string | undefined)[] {
  if (!isAscii(constant)) return [undefined];
  const [first = "", ...others] = constant.split(/k/i);
  if (others.length > 3) return [undefined];
  return others.reduce<readonly string[]>(
    (forms, piece) => forms.flatMap((form) => [`${form}k${piece}`, `${form}\u212a${piece}`]),
    [first],
  );
}

/**
 * LIKE ignores the case of ASCII. Letters beyond ASCII whose fold has an ASCII letter in it are the Kelvin sign and the
 * dotted capital I, so constants with `k` or `i` are left to `fold`.
 */
function foldHas(
  text: SqlFragment,
  [constant = ""]: readonly string[],
  where: TextPlace,
): SqlFragment | undefined {
  if (!isAscii(constant) || /[ki]/i.test(constant) || constant.length > LONGEST_PATTERN) return undefined;
  const escaped = constant.replace(/[\\%_]/g, "\\$&");
  const start = where === "start" ? "" : "%";
  const end = where === "end" ? "" : "%";
  return sql`${text} like ${sqlParameter(`${start}${escaped}${end}`)} escape '\\'`;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII character is meant
  return /^[\x01-\x7f]*$/.test(text);
}
