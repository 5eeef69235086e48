import { type Diagnostic, type Instead, writeInstead } from "../../diagnostics/index.ts";
import { depthBy, piecesOf } from "./words.ts";

/** Adds the hint for what people write elsewhere, if the error is at one. */
export function withHabit(error: Diagnostic, source: string): Diagnostic {
  if (!ABOUT_SIGNS.has(error.code)) return error;
  const start = error.start ?? 0;
  if (error.code === "syntax/empty-argument" && source[start] === ",") return error;
  const habit = habitAt(source, start);
  if (habit === undefined) return error;
  // What mends the error by itself is not what the hint says to write.
  const { replacement: _, ...unmended } = error;
  return typeof habit === "string" ? { ...unmended, hint: habit } : { ...unmended, ...habit };
}

const ABOUT_SIGNS = new Set<string>([
  "syntax/cut-off",
  "syntax/dereference",
  "syntax/empty-argument",
  "syntax/missing-quote",
  "syntax/operator-expected",
  "syntax/unknown-character",
  "syntax/value-expected",
]);

/** A hint, with a replacement if it says exactly what to write. */
type Habit = string | Pick<Diagnostic, "hint" | "replacement">;

function habitAt(source: string, at: number): Habit | undefined {
  const behind = source.slice(at, at + REACH);
  if (/^is\s+(?:not\s+)?(?:true|false)\b/i.test(behind)) return WHOLE;
  const infix = INFIX_HABITS.get(/^\p{L}+(?![\p{L}\p{N}_])/u.exec(behind)?.[0].toUpperCase() ?? "");
  if (infix !== undefined) return infix;
  if (behind.startsWith(",")) return habitAtComma(source, at);
  const from = Math.max(0, at - REACH);
  const around = `${source.slice(from, at)}‸${behind}`;
  for (const [pattern, hint] of SIGN_HABITS) {
    const match = pattern.exec(around);
    if (match === null) continue;
    const said = typeof hint === "function" ? hint(match) : hint;
    if (typeof said === "string") return said;
    const start = from + match.index;
    const end = start + match[0].length - "‸".length;
    return { hint: said.hint, replacement: { start, end, text: said.instead ?? "" } };
  }
  return undefined;
}

const WHOLE = "A condition is TRUE or FALSE by itself. Write only [Column], or NOT([Column]).";

/** Characters before and after an error that the patterns read. */
const REACH = 40;

/**
 * Outside of all brackets a comma between digits is a decimal comma, or groups them; in brackets that call nothing it parts a
 * list.
 */
function habitAtComma(source: string, at: number): Habit {
  if (isInBrackets(source.slice(0, at))) return "Write LIST(first, second), or {first, second}, for a list.";
  const before = /(?<![\d.,])[\d.]{1,15}$/.exec(source.slice(Math.max(0, at - REACH), at))?.[0];
  const after = /^,([\d.,]{1,15})/.exec(source.slice(at, at + REACH))?.[1];
  if (before === undefined || after === undefined)
    return "Commas separate only arguments, as in LIST(first, second).";
  const isGrouped = /^\d{3}(?:,\d{3})*(?:\.\d+)?$/.test(after) && /^\d{1,3}$/.test(before);
  const text = isGrouped ? before + after.replaceAll(",", "") : `${before.replaceAll(".", "")}.${after}`;
  const hint = `Write ${text}. ${isGrouped ? "Digits are not grouped" : "Decimals have a point"}.`;
  const replacement = { start: at - before.length, end: at + 1 + after.length, text };
  return isGrouped && after.length === 3
    ? `Write ${text} without a comma, or ${before}.${after} for decimals.`
    : { hint, replacement };
}

function isInBrackets(before: string): boolean {
  let depth = 0;
  for (const [piece] of piecesOf(before)) depth += depthBy(piece);
  return depth > 0;
}

/** What to write instead of a function that is known elsewhere. */
export function functionHabit(name: string): string | undefined {
  return FUNCTION_HABITS.get(name.toUpperCase());
}

/** Whether the name is known elsewhere, so that no name is suggested that only looks like it. */
export function isForeignFunction(name: string): boolean {
  return WITHOUT_COUNTERPART.has(name.toUpperCase()) || FUNCTION_HABITS.has(name.toUpperCase());
}

/** What to write instead of words without quotes; undefined for words that may be meant as text. */
export function wordHabit(words: string): WordHabit | undefined {
  const isName = words.length > 2 && words === words.toUpperCase();
  const ofName = isName ? functionHabit(words) : undefined;
  if (ofName !== undefined) return { hint: ofName };
  for (const [pattern, habit] of WORD_HABITS) {
    const match = pattern.exec(words);
    if (match !== null) return typeof habit === "function" ? habit(match) : habit;
  }
  return undefined;
}

type WordHabit = Instead & { readonly hint: string };

/** A number with an exponent, another base or signs between its digits, as it is written here. */
function numberHint(value: number, has = "exponent"): WordHabit {
  const [digits = "", exponent] = `${value}`.split("e");
  const written = exponent === undefined ? digits : `${digits} * 10.0 ^ ${Number(exponent)}`;
  return Number.isFinite(value)
    ? writeInstead(written, `: a number has no ${has}`)
    : { hint: "Write a number of at most 15 digits." };
}

/** What NOT before a word between two values is about: `[Status] NOT IN (…)`. */
export function negatedWord(source: string, start: number): { hint: string; end: number } | undefined {
  const [whole = "", word = ""] = /^not\s+(\p{L}+)(?!\s*\()/iu.exec(source.slice(start, start + REACH)) ?? [];
  const [, call] = /^Write ([A-Z]+\([^)]*\))/.exec(INFIX_HABITS.get(word.toUpperCase()) ?? "") ?? [];
  return call === undefined ? undefined : { hint: `Write NOT(${call}).`, end: start + whole.length };
}

/** A member of an object of elsewhere, such as `.toUpperCase()`. */
function memberHint(name: string): string {
  return (
    functionHabit(name) ??
    INFIX_HABITS.get(name.toUpperCase()) ??
    "Write a function around its value, such as UPPER(text)."
  );
}

/**
 * What people write who know spreadsheets, SQL or JavaScript, and what to write here instead. One table, so that a hint
 * is one line; `habits.test.ts` holds a case for each. A name without a counterpart is in `WITHOUT_COUNTERPART`, so
 * that nothing is suggested that only looks alike.
 */

/** Functions of elsewhere, in capitals, and the hint for each. */
export const FUNCTION_HABITS = hintsBy({
  "[Date] + days": "ADDDAYS DATEADD DATE_ADD",
  '""': "BLANK",
  "a line break, or any other character, within quotes": "CHAR CHR",
  "UNIQUEID()": "GUID NEWID UUID",
  "ISNOTBLANK(NUMBER(text))": "ISNUMBER",
  "AVERAGE(SELECT(Table[Column], condition))": "AVERAGEIFS",
  "AVERAGE(list)": "AVG MEAN",
  "AND(least <= value, value <= greatest)": "BETWEEN",
  "SWITCH(value, case, result, otherwise), or IFS(condition, result)": "CASE",
  "first & second, or CONCATENATE(first, second)": "CONCAT JOIN",
  "COUNT(list)": "COUNTA",
  "COUNT(SELECT(Table[Column], condition))": "COUNTIFS",
  "TODAY()": "CURDATE CURRENT_DATE GETDATE",
  "NOW()": "CURRENT_TIMESTAMP SYSDATE GETUTCDATE",
  "USEREMAIL()": "CURRENT_USER",
  "TOTALHOURS([End] - [Start]) / 24": "DATEDIFF DAYS",
  "DATE(text)": "DATEVALUE",
  'TEXT([Date], "DDDD")': "DAYNAME",
  "UNIQUE(list)": "DISTINCT",
  "TEXT(value, format)": "FORMAT",
  'LOOKUP(value, "Table", "Column", "Column of the result")': "HLOOKUP MATCH VLOOKUP XLOOKUP",
  "IF(condition, value, otherwise)": "IIF",
  "FIND(part, text) for its position, or CONTAINS(text, part) for whether it is there":
    "INDEXOF INSTR SEARCH",
  "FLOOR(number)": "INT",
  "ISBLANK(value)": "ISEMPTY ISERROR ISNULL",
  "IN(value, list), or CONTAINS(text, part)": "INCLUDES",
  "ISNOTBLANK(value)": "ISNOTNULL",
  "INDEX(list, 1)": "FIRST",
  "INDEX(list, COUNT(list))": "LAST",
  "INDEX(list, position)": "NTH",
  'FILTER("Table", condition)': "QUERY WHERE",
  "INDEX(SORT(list, TRUE), position)": "LARGE",
  "LOWER(text)": "LCASE TOLOWERCASE",
  "LEN(text)": "LENGTH",
  "MAX(SELECT(Table[Column], condition))": "MAXIFS",
  "MIN(SELECT(Table[Column], condition))": "MINIFS",
  'TEXT([Date], "MMMM")': "MONTHNAME",
  "3.14159265358979": "PI",
  "POWER(number, exponent)": "POW",
  "first * second": "PRODUCT",
  "the expression only": "RETURN",
  "TRUNC(number / divisor)": "QUOTIENT",
  "RANDBETWEEN(least, greatest)": "RAND RANDOM",
  "SUBSTITUTE(text, part, new part)": "REPLACE",
  "[_RowNumber]": "ROW ROWNUM ROWNUMBER ROW_NUMBER",
  "INDEX(SORT(list), position)": "SMALL",
  "STDEVP(list), if the list is the whole population": "STDEV",
  "MID(text, start, length)": "SUBSTR SUBSTRING",
  "SUM(SELECT(Table[Column], condition))": "SUMIFS",
  "TIME(text)": "TIMEVALUE",
  "TRY(value, otherwise)": "COALESCE IFERROR IFNA IFNULL NVL",
  "UPPER(text)": "TOUPPERCASE UCASE",
  "NUMBER(text), or DECIMAL(text)": "VALUE",
  "first <> second for conditions of which only one holds": "XOR",
});

/** Names of functions of other languages that have no counterpart here. */
export const WITHOUT_COUNTERPART: ReadonlySet<string> = new Set(
  "ACOS ASIN ATAN BYROW CELL CODE COLUMN COS COUNTBLANK EVEN FACT FV GCD HASH LCM MODE N NA NPER NPV ODD OFFSET PMT PV RANK RATE REDUCE ROWS SCAN SIN SLOPE SUMPRODUCT SUMSQ T TAN TYPE TYPEOF VAR".split(
    " ",
  ),
);

/** Functions of both that take more arguments elsewhere. */
export const ARGUMENT_HABITS: ReadonlyMap<string, string> = new Map([
  ...["CEILING", "FLOOR"].map(
    (name) => [name, `Write ${name}(number * 100) / 100.0 for two digits.`] as const,
  ),
  ["DATE", 'Write DATE("2026-01-31").'],
  ["TIME", 'Write TIME("10:30:00").'],
  ["IN", "Write IN(value, LIST(first, second))."],
]);

/** Words between two values. AND, OR and NOT have an error of their own. */
export const INFIX_HABITS = hintsBy({
  "AND(least <= value, value <= greatest)": "BETWEEN",
  "first + second": "PLUS",
  "first - second": "MINUS",
  "first * second": "TIMES X",
  "first = second": "EQUAL EQUALS",
  "first > second": "GREATER MORE",
  "first < second": "LESS",
  "ORDERBY(rows, [Column], TRUE) for descending order": "ASC DESC",
  "SWITCH(value, case, result, otherwise), or IFS(condition, result)": "WHEN",
  "[Date] + days": "DAY DAYS",
  "[Date] + 7 * weeks": "WEEK WEEKS",
  "EDATE(date, months)": "MONTH MONTHS",
  "EDATE(date, 12 * years)": "YEAR YEARS",
  'a Duration, such as "001:30:00"': "HOUR HOURS MINUTE MINUTES SECOND SECONDS",
  "SELECT(Table[Column], condition)": "WHERE",
  "CONTAINS(text, part)": "CONTAINS",
  "TRUNC(number / divisor)": "DIV",
  "IF(condition, value, otherwise)": "ELSE THEN",
  "ENDSWITH(text, part)": "ENDS ENDSWITH",
  "IN(value, list)": "IN",
  "ISBLANK(value), or ISNOTBLANK(value)": "IS",
  "CONTAINS(text, part), STARTSWITH(text, part) or ENDSWITH(text, part)": "ILIKE LIKE MATCHES REGEXP RLIKE",
  "MOD(number, divisor)": "MOD",
  "STARTSWITH(text, part)": "BEGINS STARTS STARTSWITH",
  "first <> second": "XOR",
});

const CELLS = "There are no cells here. Write [Column] for the row, or Table[Column] for all rows.";

const LAMBDA = 'Write >= to compare. FILTER and MAP take an expression without "name =>".';

/** Whole words without quotes that are no text, or hardly one. */
const WORD_HABITS: readonly (readonly [
  pattern: RegExp,
  habit: WordHabit | ((match: RegExpExecArray) => WordHabit),
])[] = [
  [/^desc$/i, writeInstead("TRUE", " for descending order")],
  [/^asc$/i, writeInstead("FALSE", " for ascending order")],
  [/^\\n$/, { instead: '"\n"', hint: "Write a line break within quotes." }],
  [/^(?:null|nil|undefined)$/i, writeInstead('""', " for a blank, ISBLANK(value) to ask for one")],
  [
    /^\d+(?:\.\d+)?e-?\d{1,3}$|^0[xob][\da-f]+$/i,
    ([number]) => numberHint(Number(number), number.startsWith("0x") ? "other base" : undefined),
  ],
  [/^\d+(?:\.\d+)?e$/i, { hint: "Write all digits of the number: it has no exponent." }],
  [
    /^\d{1,3}(?:_\d{3})+$/,
    ([number]) => numberHint(Number(number.replaceAll("_", "")), "sign between its digits"),
  ],
  [/^\p{Sc} ?(\d+(?:\.\d+)?)$/u, ([, number = ""]) => writeInstead(number, " for the number")],
  [
    /^\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+$|^\$[A-Z]{1,3}\$?\d+$|^[A-Z]{1,3}\$\d+$|^[A-Z]:[A-Z]$/i,
    { hint: CELLS },
  ],
  [/^#([^#]+)#$/, ([, date]) => writeInstead(`"${date}"`, " in quotes")],
  [/^interval\b/i, { hint: "Write [Date] + days." }],
  [/^(?:const|let|var)\s/i, { hint: "Write LET(name, value, expression)." }],
  [/^select\s|^from\s/i, { hint: "Write SELECT(Table[Column], condition)." }],
  [/^√/, { hint: "Write SQRT(number)." }],
  [/^π$/, writeInstead("3.14159265358979")],
];

/** Patterns of the text around a syntax error, which is at "‸". The first that matches decides. */
const SIGN_HABITS: readonly (readonly [
  pattern: RegExp,
  hint: string | WordHabit | ((match: RegExpExecArray) => string | WordHabit),
])[] = [
  [/‸([–−×÷≤≥≠（），＝＋－＊／＜＞＆])/, ([, sign = ""]) => writeInstead(LOOK_ALIKES[sign] ?? "")],
  [/‸[\u00ad\u200b-\u200d\u2060]/, { instead: "", hint: "Remove it: it is an invisible character." }],
  [/-‸>(?=\s*\[)/, { instead: ".", hint: "Write [Ref].[Column]." }],
  [/-‸>|‸\?\./, "Write [Ref].[Column]."],
  [/‸\.\s*["']/, "Write & to join texts."],
  [
    /(?<![\d.])(\d+)‸(\.\d+e[+-]?\d{1,3})(?![\p{L}\p{N}])/iu,
    ([, whole, rest]) => numberHint(Number(`${whole}${rest}`)),
  ],
  [/‸\.length\b(?!\s*\()/, "Write LEN(text), or COUNT(list)."],
  [/‸\.([a-z]\w*)\s*\(/i, ([, name = ""]) => memberHint(name)],
  [/\.\d+‸\.|\d‸\.\./, "A number has one point."],
  [/(?<=\d)‸\.(?!\s*[\d[])/, { instead: ".0", hint: "A number ends with a digit, such as 1.0." }],
  [/‸\.\s*\*/, "Write Table[Column] for the values of all rows."],
  [/[\p{L}\p{N}_']‸![$A-Z]/iu, CELLS],
  [/‸!==?/, writeInstead("<>")],
  [/\d\s*‸!/, "There is no function for a factorial."],
  [/&‸&/, "Write AND(first condition, second condition)."],
  [/‸\|/, "Write OR(first condition, second condition), or first & second for texts."],
  [/=‸</, writeInstead("<=")],
  [/<=‸>/, writeInstead("=")],
  [/(?:^|[(,])\s*\(?\s*\p{L}\w*\s*\)?\s*=‸>/u, LAMBDA],
  [/=‸>/, writeInstead(">=")],
  [
    /\b(\d{1,2})‸(:\d{2}(?::\d{2})?(?: ?[ap]m)?)\b/i,
    ([, hour, rest]) => writeInstead(`"${hour}${rest}"`, " in quotes"),
  ],
  [/~\s*‸|‸\s*~/, "Write CONTAINS(text, part), STARTSWITH(text, part) or ENDSWITH(text, part)."],
  [/‸!/, "Write NOT(condition)."],
  [/\*‸\*/, writeInstead("^", " for a power")],
  [/\bCOUNT\s*\(\s*‸\*/i, 'Write COUNT(FILTER("Table", TRUE)).'],
  [/\bTRUE\s*‸\(/i, "Write TRUE."],
  [/\bFALSE\s*‸\(/i, "Write FALSE."],
  [/‸\?\?/, "Write IF(ISBLANK(value), otherwise, value)."],
  [/‸\?|\bIF\b[^{]*‸\{/i, "Write IF(condition, value, otherwise)."],
  [/\$‸\{|^\s*‸<+(?=\s*[\p{L}[])/u, "Write [Column] for a column."],
  [/\{\s*‸\}/, "Write LIST() for an empty list."],
  [
    /\[?\[([^[\]]+)\]‸\]|([\p{L}_][\p{L}\p{N}_ ]*)‸\]/u,
    ([, first, second]) => writeInstead(`[${first ?? second}]`),
  ],
  [
    /(\d{1,3})(?: ‸|‸')(\d{3}(?:[ ']\d{3})*)'?(?![\d.])/,
    ([, first, others = ""]) =>
      writeInstead(first + others.replaceAll(/\D/g, ""), ": digits are not grouped"),
  ],
  [/["']\s*‸:/, 'Separate arguments by ",".'],
  [/(\d+(?:\.\d+)?)\s*‸\p{Sc}/u, ([, number = ""]) => writeInstead(number, ": a number has no unit")],
  [/["']‸[^\s"'.,:)]/, 'Write a quote within a text twice: "say ""hi""".'],
  [/\b([A-Z]{2,})\s*‸["{(\d]/, ([, name]) => `Write ${name}(…).`],
  [
    /(\d+(?:\.\d+)?)\s*%\s*‸/,
    ([, number]) => `Write ${Number(number) / 100}. Between two values, % is the remainder of a division.`,
  ],
  [/%\s*‸/, "Write / 100.0 for percent. Between two values, % is the remainder of a division."],
  [/#([^#]*)‸#/, ([, date]) => writeInstead(`"${date}"`, " in quotes")],
];

/** Signs that word processors, telephones and other keyboards write, and what they mean. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ "–": "-", "−": "-", "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "<>" },
  ...{ "（": "(", "）": ")", "，": ",", "＝": "=", "＋": "+", "－": "-" },
  ...{ "＊": "*", "／": "/", "＜": "<", "＞": ">", "＆": "&" },
};

/** The hint of each name, from what to write for which names. */
function hintsBy(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([instead, all]) =>
      all.split(" ").map((name) => [name, `Write ${instead}.`] as const),
    ),
  );
}
