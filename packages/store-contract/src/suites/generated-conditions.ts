import { check } from "@tablewright/core/compiler";
import type { CheckedExpression } from "@tablewright/core/storage";
import fc from "fast-check";
import { scope } from "../tables/specimens.ts";
import { joined } from "./joined.ts";
import { listsOf } from "./lists-of.ts";
import { textsOf } from "./texts-of.ts";

type Sources = Record<"test" | "number" | "text" | "date", string>;

const operator = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");
const quoted = fc
  .constantFrom(
    "a",
    "A",
    "ab",
    "straße",
    "STRASSE",
    "K",
    "\u212a",
    "i",
    "İ",
    "é",
    "e\u0301",
    "🚢",
    "👩‍👩‍👧",
    "%",
    "_",
    "'",
    "b ",
    "",
  )
  .map((text) => `"${text}"`);
const few = fc.constantFrom("0", "1", "-1", "2", "3");

const sources = fc.letrec<Sources>((tie) => {
  const test = tie("test");
  const number = tie("number");
  const text = tie("text");
  const date = tie("date");
  const { specimens, teams, texts, numbers } = listsOf({ test, few });
  return {
    text: oneOf(
      fc.oneof(
        fc.constantFrom("[Label]", "[Note]", "[Team]", "[Key]", "[Team].[Name]", "[_PARAM].[label]"),
        quoted,
      ),
      ...textsOf({ text, number, date, test, few, quoted }),
      joined`ANY(SELECT(Teams[Name], [Size] > ${few}))`,
      joined`ANY(${texts})`,
      joined`INDEX(${texts}, ${few})`,
      joined`LOOKUP(ANY(${specimens}), Specimens, Key, Label)`,
    ),
    number: oneOf(
      fc.constantFrom(
        "[Rank]",
        "[Rank]",
        "[Count]",
        "[Weight]",
        "[Cost]",
        "[Share]",
        "[Team].[Size]",
        "0",
        "2",
        "-3",
        "0.1",
        "2.5",
      ),
      joined`(${number} + ${number})`,
      joined`(${number} - ${number})`,
      joined`(${number} * ${few})`,
      joined`(${number} / ${number})`,
      joined`(${number} % ${few})`,
      joined`ABS(${number})`,
      joined`ROUND(${number})`,
      joined`ROUND(${number}, 1)`,
      joined`FLOOR(${number})`,
      joined`MOD(${number}, ${few})`,
      joined`LEN(${text})`,
      joined`FIND(${quoted}, ${text})`,
      joined`YEAR(${date})`,
      joined`MONTH(${date})`,
      joined`DAY(${date})`,
      joined`WEEKDAY(${date})`,
      joined`IF(${test}, ${number}, ${number})`,
      fc.constantFrom("COUNT([Tags])", "HOUR([Span])", "MAX(Teams[Size])", "SUM(Specimens[Cost])"),
      joined`COUNT(SELECT(Specimens[Key], [Rank] = [_THISROW].[Rank]))`,
      joined`COUNT(SELECT(Teams[Name], [Size] > ${few}))`,
      joined`SUM(SELECT(Specimens[Cost], [Team] = [_THISROW].[Team]))`,
      joined`COUNT(${fc.oneof(specimens, teams, texts, numbers)})`,
      joined`${fc.constantFrom("SUM", "AVERAGE", "MAX", "MIN", "ANY")}(${numbers})`,
      joined`INDEX(${numbers}, ${few})`,
      joined`LOOKUP(MAXROW(Specimens, Rank, ${test}), Specimens, Key, Cost)`,
    ),
    date: oneOf(
      fc.constantFrom("[Day]", "[Day]", "TODAY()", "DATE([At])", 'DATE("2/29/2024")', 'DATE("12/31/1999")'),
      joined`(${date} + ${few})`,
      joined`EOMONTH(${date}, ${few})`,
      joined`IF(${test}, ${date}, ${date})`,
    ),
    test: oneOf(
      fc.oneof(
        fc.constantFrom("[Flag]", "TRUE", "ISBLANK([Tags])", "[_RowNumber] > 3"),
        joined`[At] ${operator} NOW()`,
        joined`[Clock] ${operator} "12:00:00"`,
        joined`[Span] ${operator} "001:00:00"`,
        joined`[Place] ${operator} "52.520008, 13.404954"`,
      ),
      joined`${number} ${operator} ${number}`,
      joined`${text} ${operator} ${text}`,
      joined`${date} ${operator} ${date}`,
      joined`ISBLANK(${text})`,
      joined`ISNOTBLANK(${number})`,
      joined`CONTAINS(${text}, ${text})`,
      joined`STARTSWITH(${text}, ${quoted})`,
      joined`ENDSWITH(${text}, ${quoted})`,
      joined`IN(${text}, LIST(${quoted}, ${quoted}))`,
      joined`IN(${text}, [Tags])`,
      joined`IN(${number}, {1, 2.5, ${few}, 7, 9})`,
      joined`IN([Team], SELECT(Teams[Name], [Size] ${operator} ${few}))`,
      joined`IN(${text}, ${texts})`,
      joined`IN(${number}, ${numbers})`,
      joined`IN([Team], ${fc.oneof(teams, texts)})`,
      joined`ISBLANK(${fc.oneof(specimens, texts, numbers)})`,
      joined`AND(${test}, ${test})`,
      joined`OR(${test}, ${test})`,
      joined`NOT(${test})`,
      joined`IF(${test}, ${test}, ${test})`,
    ),
  };
});

/** Conditions about a row of `Specimens`, of every type and with the rows of other tables, as deep as people write them. */
export const generatedCondition: fc.Arbitrary<CheckedExpression> = checked("test");

/** What specimens may be sorted by. */
export const generatedSortValue: fc.Arbitrary<CheckedExpression> = fc.oneof(
  checked("number"),
  checked("text"),
  checked("date"),
);

function checked(kind: keyof Sources): fc.Arbitrary<CheckedExpression> {
  const expected = kind === "test" ? { kind: "Yes/No" as const } : undefined;
  return sources[kind]
    .map((source) => check(source, scope, expected).output)
    .filter((expression) => expression !== undefined);
}

/** The first is what ends the depth. */
function oneOf(...choices: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.oneof({ depthSize: "small", withCrossShrink: true }, ...choices);
}
