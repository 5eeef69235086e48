import { check, valueFamilyOf } from "@tablewright/core/compiler";
import type { CheckedExpression, Family } from "@tablewright/core/storage";
import { joined, textsOf } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { columnsOf, type ForeignTables, scopeOf } from "./foreign-tables.ts";

type Sources = Record<"test" | "number" | "text" | "date" | "moment" | "time" | "span", string>;

/** Conditions and values about a thing, as they are written. */
export interface ForeignExpressions {
  readonly condition: fc.Arbitrary<string>;
  /** What things may be sorted by, and what may be computed of them. */
  readonly value: fc.Arbitrary<string>;
  check(source: string): CheckedExpression;
}

const operator = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");
const few = fc.constantFrom("0", "1", "-1", "2", "3");
const quoted = fc
  .constantFrom(
    ...["a", "A", "a ", " a", "ab", "aB", "%", "_", "'", "", " ", "0", "7", "007", "1.50", "B", "\\"],
    ...[
      "straße",
      "STRASSE",
      "k",
      "\u212a",
      "i",
      "İ",
      "ı",
      "I",
      "é",
      "e\u0301",
      "É",
      "e",
      "🚢",
      "-",
      "ss",
      "\u00a0",
    ],
    ...[
      "2024-02-29",
      "2024-02-29 10:00:00",
      "red",
      "9007199254740993",
      "\u00c5",
      "ά",
      "\u0301",
      "𐐀",
      "\uffee",
    ],
  )
  .map((text) => `"${text}"`);
const numbers = fc.constantFrom(
  ...["0", "1", "-1", "2", "-3", "0.1", "0.3", "2.5", "2.55", "0.30000000000000004", "1.005", "100", "7"],
  ...[
    "9007199254740990",
    "9007199254740991",
    "-9007199254740991",
    "999999999999999",
    "123456789012345",
    "0.123456789012345",
  ],
  ...["16777217", "16777216", "1.1", "3.14", "0.000001", "99999999.99", "12345678.9"],
);
const dates = fc.constantFrom(
  ...["2024-02-29", "1999-12-31", "2026-03-14", "1970-01-01", "2000-01-01"].map((day) => `DATE("${day}")`),
  "TODAY()",
);
const moments = fc.constantFrom(
  ...[
    'DATETIME("2024-02-29 10:00:00")',
    'DATETIME("2024-02-29 00:00:00")',
    'DATETIME("1999-12-31 23:59:59")',
  ],
  ...['DATETIME("2024-03-31 02:30:00")', "NOW()"],
);
const times = fc.constantFrom(
  ...["10:00:00", "00:00:00", "23:59:59", "12:30:00"].map((one) => `TIME("${one}")`),
);
const spans = fc.constantFrom('"001:00:00"', '"000:00:00"', '"-001:00:00"', '"024:00:00"', '"100:00:01"');

/** Conditions of every type about the columns of tables, and of the rows that they refer to. */
export function foreignExpressions(tables: ForeignTables): ForeignExpressions {
  const names = (expected: Family) =>
    columnsOf(tables)
      .filter(({ type }) => valueFamilyOf(type) === expected)
      .map(({ name }) => `[${name}]`);
  const oneOfColumns = (family: Family, rest: fc.Arbitrary<string>) => {
    const own = names(family);
    return own.length === 0 ? rest : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, rest);
  };
  const texts = fc.constantFrom(
    "[Group]",
    "[Group].[Name]",
    "[Part of].[Group].[Code]",
    "[_PARAM].[label]",
    ...names("text"),
  );
  const numberColumns = fc.constantFrom("[Id]", "[Part of]", "[Group].[Size]", ...names("number"));
  const isOwn = (column: string) => !column.includes("].");
  const [ownTexts, ownNumbers] = [texts.filter(isOwn), numberColumns.filter(isOwn)];
  const list = fc.constantFrom('LIST("a", "red")', ...names("list"));
  const yesNo = fc.constantFrom("TRUE", ...names("yes/no"));
  const sourcesOf = (oneOf: OneOf) =>
    fc.letrec<Sources>((tie) => {
      const [test, number, text, date] = [tie("test"), tie("number"), tie("text"), tie("date")];
      const [moment, time, span] = [tie("moment"), tie("time"), tie("span")];
      const things = fc.oneof(
        fc.constantFrom("Things[Id]", "FILTER(Things, [Id] > 1)[Part of]"),
        joined`FILTER(Things, ${test})`,
        joined`SELECT(Things[Part of], ${test})`,
      );
      const groups = fc.oneof(joined`SELECT(Things[Group], ${test})`, joined`${things}[Group]`);
      return {
        text: oneOf(
          fc.oneof({ weight: 4, arbitrary: texts }, quoted),
          ...textsOf({ text, number, date, test, few, quoted }),
          joined`(${moment} & "|" & ${time} & "|" & ${span})`,
          joined`SWITCH(${text}, ${quoted}, ${text}, ${text})`,
          joined`ANY(SELECT(Groups[Code], [Size] > ${few}))`,
          joined`ANY(${list})`,
          joined`LOOKUP(${text}, "Groups", "Name", "Code")`,
          joined`ANY(${things}${ownTexts})`,
          joined`INDEX(${groups}[Code], ${few})`,
        ),
        number: oneOf(
          fc.oneof({ weight: 4, arbitrary: numberColumns }, numbers),
          joined`(${number} + ${number})`,
          joined`(${number} - ${number})`,
          joined`(${number} * ${fc.oneof(few, numberColumns)})`,
          joined`(${number} / ${number})`,
          joined`(${number} % ${few})`,
          joined`ABS(${number})`,
          joined`(-${number})`,
          joined`ROUND(${number})`,
          joined`ROUND(${number}, ${few})`,
          joined`FLOOR(${number})`,
          joined`CEILING(${number})`,
          joined`TRUNC(${number})`,
          joined`MOD(${number}, ${few})`,
          joined`LEN(${text})`,
          joined`COUNT(${list})`,
          joined`FIND(${quoted}, ${text})`,
          joined`LOOKUP(${few}, "Things", "Part of", "Id")`,
          joined`YEAR(${date})`,
          joined`MONTH(${date})`,
          joined`DAY(${moment})`,
          joined`WEEKDAY(${date})`,
          joined`HOUR(${time} - "00:00:00")`,
          joined`MINUTE(${span})`,
          joined`IF(${test}, ${number}, ${number})`,
          fc.constantFrom(
            "MAX(Groups[Size])",
            ...names("number").flatMap((one) => [`SUM(Things${one})`, `MAX(Things${one})`]),
          ),
          joined`COUNT(SELECT(Things[Id], ${texts} = [_THISROW].[Group]))`,
          joined`COUNT(SELECT(Things[Id], ${numberColumns} = [_THISROW].[Part of]))`,
          joined`COUNT(SELECT(Groups[Code], [Size] > ${few}))`,
          joined`SUM(SELECT(Things${ownNumbers}, [Part of] = [_THISROW].[Id]))`,
          joined`AVERAGE(SELECT(Things${ownNumbers}, [Group] = [_THISROW].[Group]))`,
          joined`MIN(SELECT(Things${ownNumbers}, [Part of] = [_THISROW].[Part of]))`,
          joined`${fc.constantFrom("SUM", "AVERAGE", "MAX", "COUNT")}(${things}${ownNumbers})`,
          joined`SUM(${groups}[Size])`,
          joined`COUNT(UNIQUE(${fc.oneof(things, groups)}))`,
        ),
        date: oneOf(
          oneOfColumns("date", dates),
          joined`(${date} + ${few})`,
          joined`DATE(${moment})`,
          joined`EOMONTH(${date}, ${few})`,
          joined`IF(${test}, ${date}, ${date})`,
        ),
        moment: oneOf(
          oneOfColumns("datetime", moments),
          joined`(${moment} + ${few})`,
          joined`(${moment} + ${span})`,
          joined`DATETIME(${date})`,
          joined`IF(${test}, ${moment}, ${moment})`,
        ),
        time: oneOf(
          oneOfColumns("time", times),
          joined`TIME(${moment})`,
          joined`IF(${test}, ${time}, ${time})`,
        ),
        span: oneOf(
          oneOfColumns("duration", joined`(${date} - ${date})`),
          joined`(${date} - ${date})`,
          joined`(${moment} - ${moment})`,
          joined`(${time} - ${time})`,
          joined`IF(${test}, ${span}, ${span})`,
        ),
        test: oneOf(
          yesNo,
          joined`${number} ${operator} ${number}`,
          joined`${text} ${operator} ${text}`,
          joined`${date} ${operator} ${date}`,
          joined`${moment} ${operator} ${moment}`,
          joined`${time} ${operator} ${time}`,
          joined`${span} ${operator} ${span}`,
          joined`${span} ${operator} ${spans}`,
          joined`${yesNo} ${operator} ${test}`,
          joined`ISBLANK(${text})`,
          joined`ISNOTBLANK(${number})`,
          joined`ISBLANK(${date})`,
          joined`ISBLANK(${moment})`,
          joined`CONTAINS(${text}, ${text})`,
          joined`STARTSWITH(${text}, ${quoted})`,
          joined`ENDSWITH(${text}, ${quoted})`,
          joined`IN(${text}, LIST(${quoted}, ${quoted}))`,
          joined`IN(${number}, {${number}, 2.5, ${numbers}})`,
          joined`IN(${date}, LIST(${dates}, ${dates}))`,
          joined`IN(${text}, ${list})`,
          joined`ISBLANK(${list})`,
          joined`(${list} = ${list})`,
          joined`IN(${text}, SELECT(Groups[Code], [Size] ${operator} ${few}))`,
          joined`IN(${text}, SELECT(Groups[Name], TRUE))`,
          joined`IN(${number}, SELECT(Things${ownNumbers}, [Part of] = ${few}))`,
          joined`IN(${number}, ${things}${ownNumbers})`,
          joined`IN(${text}, ${groups}[Name])`,
          joined`AND(${test}, ${test})`,
          joined`OR(${test}, ${test})`,
          joined`NOT(${test})`,
          joined`IF(${test}, ${test}, ${test})`,
        ),
      };
    });
  const scope = scopeOf(tables);
  const [shallow, deep] = [sourcesOf(oneOfDepth(1)), sourcesOf(oneOfDepth(5))];
  const read = (source: string) => check(source, scope).output;
  const valid = (kind: keyof Sources) =>
    fc
      .oneof({ weight: 3, arbitrary: shallow[kind] }, deep[kind])
      .filter((source) => read(source) !== undefined);
  return {
    condition: valid("test").filter((source) => read(source)?.type.kind === "Yes/No"),
    value: fc.oneof(...(["number", "text", "date", "moment", "time", "span"] as const).map(valid)),
    check: (source) => {
      const output = read(source);
      if (output === undefined) throw new Error(`"${source}" is wrong.`);
      return output;
    },
  };
}

type OneOf = (...choices: readonly fc.Arbitrary<string>[]) => fc.Arbitrary<string>;

/** The first choice is what ends the depth. */
function oneOfDepth(maxDepth: number): OneOf {
  const depthIdentifier = fc.createDepthIdentifier();
  return (...choices) =>
    fc.oneof({ depthSize: "small", maxDepth, depthIdentifier, withCrossShrink: true }, ...choices);
}
