import fc from "fast-check";
import { days } from "./shop-tables.ts";
import {
  clockOf,
  compared,
  dayOf,
  literal,
  momentOf,
  numberOf,
  spanOf,
  textOf,
  yesNoOf,
} from "./shop-values.ts";

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const pair = (side: fc.Arbitrary<string>) => fc.tuple(side, compared, side).map((parts) => parts.join(" "));

const leaf = fc.oneof(
  { weight: 5, arbitrary: pair(textOf) },
  { weight: 6, arbitrary: pair(numberOf) },
  { weight: 4, arbitrary: pair(dayOf) },
  { weight: 3, arbitrary: pair(momentOf) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("COUNT([Customer].[Related Orders]) > 0", "[Customer].[Total] <> 0"),
  },
  pair(spanOf),
  pair(clockOf),
  pair(yesNoOf),
  yesNoOf,
  {
    weight: 4,
    arbitrary: fc
      .tuple(pick(["CONTAINS", "STARTSWITH", "ENDSWITH"]), textOf, textOf)
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(textOf, fc.array(fc.oneof(literal, pick(["[Note]", '""'])), { minLength: 1, maxLength: 6 }))
      .map(([a, list]) => `IN(${a}, LIST(${list.join(", ")}))`),
  },
  fc
    .tuple(numberOf, fc.array(pick(["0", "1", "0.1", "100", "0.3", "7"]), { minLength: 1, maxLength: 6 }))
    .map(([a, list]) => `IN(${a}, LIST(${list.join(", ")}))`),
  fc
    .tuple(dayOf, fc.array(pick(days), { minLength: 4, maxLength: 6 }))
    .map(([a, list]) => `IN(${a}, LIST(${list.map((one) => `"${one}"`).join(", ")}))`),
  fc
    .tuple(
      textOf,
      pick([
        "[Tags]",
        "Customers[ID]",
        "SELECT(Orders[Name], [Customer] = [_THISROW].[Customer])",
        "[Customer].[Related Orders][Note]",
        "SELECT(Customers[City], [Active])",
      ]),
    )
    .map(([a, list]) => `IN(${a}, ${list})`),
  fc
    .tuple(
      pick(["ISBLANK", "ISNOTBLANK"]),
      fc.oneof(
        textOf,
        numberOf,
        dayOf,
        pick([
          "[Tags]",
          "[Customer].[Related Orders]",
          "SELECT(Open[Line], [N] > [_THISROW].[N])",
          "[Customer].[ID]",
          'FILTER("Customers", [Name] = [_THISROW].[Name])',
        ]),
      ),
    )
    .map(([name, a]) => `${name}(${a})`),
  fc
    .tuple(
      pick(["MAXROW", "MINROW"]),
      pick(["Rank", "Limit", "Since", "Name", "Active"]),
      pick(["", ", [Active]"]),
    )
    .map(([name, column, condition]) => `[Customer] = ${name}("Customers", "${column}"${condition})`),
  pick([
    'LOOKUP([Name], "Customers", "City", "ID") = [Customer]',
    "ANY(Orders[Name]) = [Name]",
    "INDEX(Orders[Name], 2) = [Name]",
    "INDEX([Tags], 1) = [Name]",
    "[Customer].[Related Orders] = LIST()",
  ]),
);
/** Conditions of a few levels. */
export const shopCondition = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    fc
      .tuple(pick(["AND", "OR"]), fc.array(tie("whole"), { minLength: 2, maxLength: 4 }))
      .map(([name, parts]) => `${name}(${parts.join(", ")})`),
    tie("whole").map((one) => `NOT(${one})`),
    fc.tuple(tie("whole"), tie("whole"), tie("whole")).map((parts) => `IF(${parts.join(", ")})`),
    fc
      .tuple(tie("whole"), numberOf, numberOf, compared, numberOf)
      .map(([a, b, c, sign, d]) => `IF(${a}, ${b}, ${c}) ${sign} ${d}`),
    fc.tuple(tie("whole"), textOf, compared, textOf).map(([a, b, sign, d]) => `IFS(${a}, ${b}) ${sign} ${d}`),
    fc
      .tuple(textOf, literal, literal, numberOf, numberOf, numberOf)
      .map(([a, b, c, d, e, f]) => `SWITCH(${a}, ${b}, ${d}, ${c}, ${e}, ${f}) > 1`),
    fc.tuple(dayOf, dayOf, tie("whole"), dayOf).map(([a, b, c, d]) => `IF(${c}, ${a}, ${b}) >= ${d}`),
  ),
})).whole;
