/**
 * What people write who know spreadsheets, SQL or JavaScript, and what to write here instead. One table, so that a hint
 * is one line; `habits.test.ts` holds a case for each. A name without a counterpart is in `WITHOUT_COUNTERPART`, so
 * that nothing is suggested that only looks alike.
 */

const AVERAGE = "Write AVERAGE(list).";
const COUNT_WHERE = "Write COUNT(SELECT(Table[Column], condition)).";
const DAYS_BETWEEN = "Write TOTALHOURS([End] - [Start]) / 24.";
const FIND = "Write FIND(part, text) for its position, or CONTAINS(text, part) for whether it is there.";
const IF = "Write IF(condition, value, otherwise).";
const IF_BLANK = "Write IF(ISBLANK(value), otherwise, value).";
const JOIN = "Write first & second, or CONCATENATE(first, second).";
const LOOKUP = 'Write LOOKUP(value, "Table", "Column", "Column of the result").';
const MID = "Write MID(text, start, length).";
const RANDOM = "Write RANDBETWEEN(least, greatest).";
const SUM_WHERE = "Write SUM(SELECT(Table[Column], condition)).";
const TODAY = "Write TODAY().";

/** Functions of elsewhere, in capitals, and the hint for each. */
export const FUNCTION_HABITS: ReadonlyMap<string, string> = new Map([
  ["ADDDAYS", "Write [Date] + days."],
  ["AVERAGEIF", "Write AVERAGE(SELECT(Table[Column], condition))."],
  ["AVERAGEIFS", "Write AVERAGE(SELECT(Table[Column], condition))."],
  ["AVG", AVERAGE],
  ["BETWEEN", "Write AND(least <= value, value <= greatest)."],
  ["CASE", "Write SWITCH(value, case, result, otherwise), or IFS(condition, result)."],
  ["COALESCE", IF_BLANK],
  ["CONCAT", JOIN],
  ["COUNTA", "Write COUNT(list)."],
  ["COUNTIF", COUNT_WHERE],
  ["COUNTIFS", COUNT_WHERE],
  ["CURDATE", TODAY],
  ["CURRENT_DATE", TODAY],
  ["DATEADD", "Write [Date] + days."],
  ["DATEDIF", DAYS_BETWEEN],
  ["DATEDIFF", DAYS_BETWEEN],
  ["DATEVALUE", "Write DATE(text)."],
  ["DAYNAME", 'Write TEXT([Date], "DDDD").'],
  ["DAYS", DAYS_BETWEEN],
  ["DISTINCT", "Write UNIQUE(list)."],
  [
    "EDATE",
    "Write MIN(LIST(EOMONTH([Date], months), EOMONTH([Date], months - 1) + DAY([Date]))) for a day some months on.",
  ],
  ["FORMAT", "Write TEXT(value, format)."],
  ["GETDATE", TODAY],
  ["HLOOKUP", LOOKUP],
  ["IFERROR", `${IF_BLANK} What cannot be computed is blank.`],
  ["IFNA", `${IF_BLANK} What is not found is blank.`],
  ["IFNULL", IF_BLANK],
  ["IIF", IF],
  ["INDEXOF", FIND],
  ["INSTR", FIND],
  ["INT", "Write FLOOR(number)."],
  ["ISEMPTY", "Write ISBLANK(value)."],
  ["ISERROR", "Write ISBLANK(value). What cannot be computed is blank."],
  ["ISNOTNULL", "Write ISNOTBLANK(value)."],
  ["ISNULL", "Write ISBLANK(value)."],
  ["JOIN", JOIN],
  ["LARGE", "Write INDEX(SORT(list, TRUE), position)."],
  ["LCASE", "Write LOWER(text)."],
  ["LENGTH", "Write LEN(text)."],
  ["MATCH", LOOKUP],
  ["MAXIFS", "Write MAX(SELECT(Table[Column], condition))."],
  ["MEAN", AVERAGE],
  ["MINIFS", "Write MIN(SELECT(Table[Column], condition))."],
  ["MONTHNAME", 'Write TEXT([Date], "MMMM").'],
  ["NVL", IF_BLANK],
  ["PI", "Write 3.14159265358979."],
  ["PRODUCT", "Write first * second."],
  ["QUOTIENT", "Write TRUNC(number / divisor)."],
  ["RAND", RANDOM],
  ["RANDOM", RANDOM],
  ["REPLACE", "Write SUBSTITUTE(text, part, new part)."],
  ["ROUNDDOWN", "Write FLOOR(number)."],
  ["ROUNDUP", "Write CEILING(number)."],
  ["ROW", "Write [_RowNumber]."],
  ["SEARCH", FIND],
  ["SMALL", "Write INDEX(SORT(list), position)."],
  ["STDEV", "Write STDEVP(list)."],
  ["SUBSTR", MID],
  ["SUBSTRING", MID],
  ["SUMIF", SUM_WHERE],
  ["SUMIFS", SUM_WHERE],
  ["TEXTJOIN", JOIN],
  ["TIMEVALUE", "Write TIME(text)."],
  ["UCASE", "Write UPPER(text)."],
  ["VALUE", "Write NUMBER(text), or DECIMAL(text)."],
  ["VLOOKUP", LOOKUP],
  ["XLOOKUP", LOOKUP],
  ["XOR", "Write first <> second for conditions of which one alone holds."],
]);

/** Names of functions of elsewhere that nothing here stands for. */
export const WITHOUT_COUNTERPART: ReadonlySet<string> = new Set(
  "ACOS ASIN ATAN BYROW CELL CHAR CHOOSE CODE COLUMN COS COUNTBLANK EVEN EXACT FACT FV GCD HASH LCM LET MAP MEDIAN MODE N NA NPER NPV ODD OFFSET PMT PV RANK RATE REDUCE REPT ROWS SCAN SIGN SIN SLOPE SUMPRODUCT SUMSQ T TAN TYPE VAR".split(
    " ",
  ),
);

/** Functions of both that take more arguments elsewhere. */
export const ARGUMENT_HABITS: ReadonlyMap<string, string> = new Map(
  ["CEILING", "FLOOR", "ROUND", "TRUNC"].map((name) => [
    name,
    `Write ${name}(number * 100) / 100.0 for two digits.`,
  ]),
);

/** Words between two values. AND, OR and NOT have an error of their own. */
export const INFIX_HABITS: ReadonlyMap<string, string> = new Map([
  ["BETWEEN", "Write AND(least <= value, value <= greatest)."],
  ["CONTAINS", "Write CONTAINS(text, part)."],
  ["DIV", "Write TRUNC(number / divisor)."],
  ["ELSE", IF],
  ["ENDSWITH", "Write ENDSWITH(text, part)."],
  ["IN", "Write IN(value, list)."],
  ["IS", "Write ISBLANK(value), or ISNOTBLANK(value)."],
  ["LIKE", "Write CONTAINS(text, part), STARTSWITH(text, part) or ENDSWITH(text, part)."],
  ["MOD", "Write MOD(number, divisor)."],
  ["STARTSWITH", "Write STARTSWITH(text, part)."],
  ["THEN", IF],
  ["XOR", "Write first <> second."],
]);

/** What stands at a syntax error, the text before it up to "‸" and the text behind. The first that fits decides. */
export const SIGN_HABITS: readonly (readonly [
  pattern: RegExp,
  hint: string | ((match: RegExpExecArray) => string),
])[] = [
  [/&\s*‸&/, "Write AND(first condition, second condition)."],
  [/‸\|\|/, "Write OR(first condition, second condition)."],
  [/=‸</, "Write <=."],
  [/=‸>/, "Write >=."],
  [/‸!=/, "Write <>."],
  [
    /[\p{L}\p{N}_']‸![$A-Z]/iu,
    "There are no cells here. Write [Column] for the row, or Table[Column] for all rows.",
  ],
  [/‸!/, "Write NOT(condition)."],
  [/\*‸\*/, "Write ^ for a power."],
  [/\/‸[/*]/, "An expression has no comments."],
  [/\bCOUNT\s*\(\s*‸\*/i, 'Write COUNT(FILTER("Table", TRUE)).'],
  [/\bTRUE\s*‸\(/i, "Write TRUE."],
  [/\bFALSE\s*‸\(/i, "Write FALSE."],
  [/‸\?/, IF],
  [
    /(\d+(?:\.\d+)?)\s*%\s*‸/,
    ([, number]) => `Write ${Number(number) / 100}. Between two values, % is the remainder of a division.`,
  ],
  [/%\s*‸/, "Write / 100.0 for percent. Between two values, % is the remainder of a division."],
  [/#([^#]*)‸#/, ([, date]) => `Write "${date}" in quotes.`],
];
