import fc from "fast-check";
import { hostileTexts } from "./hostile-cells.ts";

/** Values about an order as people write them, by their type. */
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
export const literal = pick(hostileTexts).map((one) => `"${one.replaceAll('"', '""')}"`);
export const compared = pick(["=", "<>", "<", "<=", ">", ">="]);
export const textOf = fc.oneof(
  pick([
    "[Name]",
    "[Note]",
    "[Customer]",
    "[Customer].[Name]",
    "[Customer].[City]",
    "[Customer].[Label]",
    "UPPER([Name])",
    "LOWER([Note])",
    "TRIM([Name])",
    "USEREMAIL()",
    "[_PARAM].[word]",
  ]),
  literal,
  fc
    .tuple(pick(["LEFT", "RIGHT"]), pick(["[Name]", "[Note]"]), pick(["[N]", "2", "1", "[Rate]"]))
    .map(([name, a, b]) => `${name}(${a}, ${b})`),
  fc
    .tuple(pick(["[Name]", "[Note]"]), pick(["[N]", "1", "2"]), pick(["[M]", "2"]))
    .map(([a, b, c]) => `MID(${a}, ${b}, ${c})`),
  fc.tuple(literal, literal).map(([a, b]) => `SUBSTITUTE([Name], ${a}, ${b})`),
  pick([
    "[Name] & [Note]",
    "[Name] & [N]",
    '[Price] & ""',
    '[Day] & "x"',
    "CONCATENATE([Name], [At], [Done])",
    "[Clock] & [Span]",
  ]),
);
export const numberOf = fc.oneof(
  pick([
    "[N]",
    "[M]",
    "[Price]",
    "[Rate]",
    "[Double]",
    "[Customer].[Limit]",
    "[Customer].[Rank]",
    "[Customer].[Total]",
    "LEN([Name])",
    "FIND([Name], [Note])",
    "[Line]",
    "[_RowNumber]",
  ]),
  pick([
    "0",
    "1",
    "7",
    "0.1",
    "0.3",
    "2.5",
    "100",
    "1000000000000000",
    "9007199254740991",
    "0.000001",
    "[_PARAM].[amount]",
  ]),
  fc
    .tuple(
      pick(["[N]", "[M]", "[Price]", "[Rate]", "LEN([Name])", "2", "0.1"]),
      pick(["+", "-", "*", "/", "%"]),
      pick(["[N]", "[M]", "[Price]", "[Rate]", "3", "0.01"]),
    )
    .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
  fc
    .tuple(
      pick(["ABS", "FLOOR", "CEILING", "ROUND", "TRUNC"]),
      pick(["[Price]", "[Rate]", "[N]", "[Price] * 100.0", "[Price] / 3"]),
    )
    .map(([name, a]) => `${name}(${a})`),
  fc
    .tuple(
      pick(["YEAR", "MONTH", "DAY", "WEEKDAY", "WEEKDAY"]),
      pick(["[Day]", "[At]", "[Day] + 1", "[Day] - [N]", "[Clock]", "[Name]"]),
    )
    .map(([name, a]) => `${name}(${a})`),
  fc
    .tuple(
      pick(["HOUR", "MINUTE", "SECOND", "TOTALHOURS", "TOTALMINUTES", "TOTALSECONDS"]),
      pick(["[Span]", "[At] - NOW()", "[Day] - [Due]", "[Span] * 2"]),
    )
    .map(([name, a]) => `${name}(${a})`),
  pick([
    "COUNT([Customer].[Related Orders])",
    "SUM([Customer].[Related Orders][N])",
    "COUNT(SELECT(Orders[Line], [Customer] = [_THISROW].[Customer]))",
    "SUM(SELECT(Orders[Price], [Customer] = [_THISROW].[Customer]))",
    "MAX(SELECT(Orders[N], [Day] <= [_THISROW].[Day]))",
    "MIN(SELECT(Open[Price], [Line] > [_THISROW].[Line]))",
    "AVERAGE(SELECT(Orders[Price], [Name] = [_THISROW].[Name]))",
    "COUNT(SELECT(Orders[Name], TRUE, TRUE))",
    "COUNT(UNIQUE(Orders[Price]))",
    "COUNT(Orders[Line])",
    'LOOKUP([_THISROW].[Customer], "Customers", "ID", "Rank")',
    "COUNT([Tags])",
    "SUM(Orders[N])",
  ]),
);
export const dayOf = pick([
  "[Day]",
  "[Due]",
  "TODAY()",
  '"2024-02-29"',
  '""',
  "[Day] + 30",
  "[Due] - [N]",
  "[Day] + [Rate]",
  "[Due] - [Price] / 3",
  "DATE([At])",
  "EOMONTH([Day], 1)",
  "EOMONTH([Due], [N])",
  "[Customer].[Since]",
  "MAX(Orders[Day])",
  "TODAY() - 400",
]);
export const momentOf = pick([
  "[At]",
  "NOW()",
  "[At] + [Span]",
  "[Day] + [Span]",
  "[At] - 1",
  "[At] + [N]",
  "[At] - [Rate]",
  "[At] + [Price] * 0.37",
  "DATETIME([Name])",
  '"2026-03-14 12:00:00"',
  "DATETIME([Day])",
]);
export const spanOf = pick([
  "[Span]",
  "[Span] + [Span]",
  "[Day] - [Due]",
  "[At] - NOW()",
  '"000:59:59"',
  "[Clock] - [Clock]",
  "[Span] * [N]",
  "[Span] * [Rate]",
  "SUM(Orders[Span])",
]);
export const clockOf = pick(["[Clock]", "TIME([At])", '"12:00:00"', "[Clock] + [Span]", "TIMENOW()"]);
export const yesNoOf = pick(["[Done]", "TRUE", "FALSE", "[Customer].[Active]", "NOT([Done])", '""']);
/** Values that do not depend on the row, or turn out not to when they are compiled. */
const settled = pick([
  "1",
  "-1",
  "0.5",
  '"a"',
  '""',
  "TRUE",
  "TODAY()",
  "NOW()",
  "USEREMAIL()",
  "[_PARAM].[word]",
  "[_PARAM].[amount]",
  'CONTAINS([Name], "")',
  'STARTSWITH("", [Name])',
  'LEN("")',
  'LEFT("", [N])',
  'SUBSTITUTE("", [Name], "x")',
  'IF([Done], "", "")',
  "IF([Done], 1, 1)",
  "IF(TRUE, TODAY(), [Day])",
  'NOT(CONTAINS("", [Note]))',
  "COUNT(Customers[ID])",
  "MAX(Orders[Day])",
]);
/** Values that rows can be sorted by. */
export const sortValue = fc.oneof(
  textOf,
  numberOf,
  dayOf,
  momentOf,
  spanOf,
  clockOf,
  yesNoOf,
  settled,
  fc.tuple(settled, settled).map(([a, b]) => `IF([Done], ${a}, ${b})`),
  fc.tuple(settled, settled).map(([a, b]) => `${a} & ${b}`),
);
