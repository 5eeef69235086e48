import fc from "fast-check";
import { columnsOf, fieldsOf } from "./items-table.ts";
import { isList, itemOf, type Kind, kinds, listOf, type ScalarKind, scalarKinds } from "./kinds.ts";
import { learnSignatures, type Signature } from "./learn-signatures.ts";

type Source = fc.Arbitrary<string>;

/** Gives the expressions of a kind, one level deeper. */
type Tie = (kind: Kind) => Source;

/**
 * Sources of typed random expressions about a row of the table Items and, in scans, about its other rows. Most of them
 * check; those that do not (a text that is no date, a word too many) are left to the checker to refuse.
 */
export function arbitraryExpression(expected: readonly Kind[] = kinds): Source {
  const depth = fc.createDepthIdentifier();
  const tied = fc.letrec<Record<Kind, string>>((tie) => {
    const made = kinds.map((kind) => [kind, expressionOf(kind, (other) => tie(other) as Source, depth)]);
    return Object.fromEntries(made) as Record<Kind, Source>;
  });
  return fc.oneof(...expected.map((kind) => ({ weight: ROOT_WEIGHTS[kind] ?? 1, arbitrary: tied[kind] })));
}

/** Kinds with many functions stand at the root more often than lists. */
const ROOT_WEIGHTS: Partial<Record<Kind, number>> = {
  Text: 8,
  Number: 6,
  Decimal: 6,
  "Yes/No": 8,
  Date: 3,
  DateTime: 3,
  "List of Ref": 6,
};

function expressionOf(kind: Kind, tie: Tie, depthIdentifier: fc.DepthIdentifier): Source {
  const parts: readonly (readonly [weight: number, sources: readonly Source[]])[] = [
    [3, operationsOf(kind, tie)],
    [6, callsOf(kind, tie)],
    [1, conditionalsOf(kind, tie)],
    [3, scansOf(kind, tie)],
    [3, kind === "Yes/No" ? arbitraryCondition(tie) : []],
  ];
  const weighted = parts.flatMap(([weight, sources]) =>
    sources.length === 0 ? [] : [{ weight, arbitrary: fc.oneof(...sources) }],
  );
  return fc.oneof({ maxDepth: 4, depthIdentifier }, { weight: 3, arbitrary: leafOf(kind) }, ...weighted);
}

function leafOf(kind: Kind): Source {
  const columns = columnsOf[kind].flatMap((name) => [
    `[${name}]`,
    `[_THISROW].[${name}]`,
    `[_THISROW_BEFORE].[${name}]`,
    `[Item].[${name}]`,
    `[Item].[Item].[${name}]`,
  ]);
  const lists = isList(kind)
    ? columnsOf[itemOf(kind)].flatMap((name) => [`Items[${name}]`, `Open[${name}]`, `[Others][${name}]`])
    : [];
  const named = fc.constantFrom(...columns, ...lists, ...fieldsOf[kind]);
  const literals = LITERALS[kind];
  if (literals === undefined) return named;
  return fc.oneof({ weight: 3, arbitrary: named }, { weight: 1, arbitrary: fc.constantFrom(...literals) });
}

const LITERALS: Partial<Record<Kind, readonly string[]>> = {
  Text: [
    '""',
    '"a"',
    '"STRASSE"',
    "'it''s'",
    '"🚢"',
    '"12"',
    '"3/14/2026"',
    "[_PARAM].[word]",
    'USERSETTINGS("color")',
    "[_THISROW]",
    '" , "',
  ],
  Number: ["0", "1", "7", "-3", "9007199254740991", "[_RowNumber]", "[_THIS]", '"5"'],
  Decimal: ["0.1", "0.5", "2.25", "-1.005", "123456789.123", "[_PARAM].[amount]"],
  "Yes/No": ["TRUE", "FALSE"],
  Date: ['"3/14/2026"', '"2024-02-29"', "TODAY()"],
  DateTime: ['"2026-03-14 15:09:26"', "NOW()"],
  Time: ['"12:00:00"', '"11:59 PM"'],
  Duration: ['"000:00:01"', '"-048:00:00"'],
  LatLong: ['"51.5, -0.1"'],
  XY: ['"1, 2"'],
  Ref: ["[_THISROW]", '"a"', '""'],
  "List of Text": ['LIST("a", "A", "")', '{"x"}', "LIST()"],
  "List of Number": ["LIST(1, 2, 2)", "LIST()"],
  "List of Decimal": ["{0.1, 0.2, 1}"],
};

/** Left side, operator, right side. */
const OPERATIONS: Partial<Record<Kind, readonly (readonly [Kind, string, Kind])[]>> = {
  Number: [
    ["Number", "+", "Number"],
    ["Number", "-", "Number"],
    ["Number", "*", "Number"],
    ["Number", "/", "Number"],
    ["Number", "%", "Number"],
  ],
  Decimal: [
    ["Decimal", "+", "Number"],
    ["Number", "-", "Decimal"],
    ["Decimal", "*", "Decimal"],
    ["Decimal", "/", "Number"],
    ["Decimal", "%", "Decimal"],
    ["Number", "^", "Number"],
    ["Duration", "/", "Duration"],
  ],
  Date: [
    ["Date", "+", "Number"],
    ["Date", "-", "Number"],
  ],
  DateTime: [
    ["DateTime", "+", "Decimal"],
    ["DateTime", "-", "Duration"],
    ["Date", "+", "Duration"],
  ],
  Time: [
    ["Time", "+", "Duration"],
    ["Time", "-", "Duration"],
  ],
  Duration: [
    ["Date", "-", "Date"],
    ["DateTime", "-", "DateTime"],
    ["Time", "-", "Time"],
    ["Duration", "+", "Duration"],
    ["Duration", "*", "Number"],
    ["Duration", "/", "Decimal"],
  ],
};

const COMPARISONS = ["=", "<>", "<", "<=", ">", ">="];

function operationsOf(kind: Kind, tie: Tie): readonly Source[] {
  const binary = (left: Source, operator: Source, right: Source) =>
    fc.tuple(left, operator, right).map(([a, sign, b]) => `(${a} ${sign} ${b})`);
  const declared = (OPERATIONS[kind] ?? []).map(([left, operator, right]) =>
    binary(tie(left), fc.constant(operator), tie(right)),
  );
  if (kind === "Text")
    return [
      binary(fc.oneof(...kinds.map(tie)), fc.constant("&"), fc.oneof(...kinds.map(tie))),
      chainOf("&", tie("Text")),
    ];
  if (kind === "Yes/No")
    return [...scalarKinds, "List of Text" as const].map((one) =>
      binary(tie(one), fc.constantFrom(...COMPARISONS), tie(one)),
    );
  if (isList(kind)) return [binary(tie(kind), fc.constantFrom("+", "-"), tie(kind))];
  if (kind !== "Number" && kind !== "Decimal") return declared;
  return [...declared, tie(kind).map((operand) => `-(${operand})`), chainOf("+", leafOf(kind))];
}

/** Long enough that the evaluator folds it in a loop. */
function chainOf(operator: string, part: Source): Source {
  const few = fc.array(part, { minLength: 1, maxLength: 3 });
  return few.map((parts) =>
    Array.from({ length: 70 }, (_, index) => `(${parts[index % parts.length]})`).join(operator),
  );
}

/** Functions whose arguments read other rows or names: a bare column is that of the other row. */
export const scanningFunctions = [
  ...["FILTER", "LET", "LOOKUP", "MAP", "MAXROW", "MINROW", "ORDERBY", "REF_ROWS", "SELECT"],
];

const signatures = learnSignatures().filter(({ name }) => !scanningFunctions.includes(name));

/** The functions that random expressions call by themselves, other than those that scan. */
export const calledFunctions: ReadonlySet<string> = new Set(signatures.map(({ name }) => name));

function callsOf(kind: Kind, tie: Tie): readonly Source[] {
  const byName = Map.groupBy(
    signatures.filter(({ result }) => result === kind),
    ({ name }) => name,
  );
  return [...byName.values()].map((ways) => fc.oneof(...ways.map((way) => callOf(way, tie))));
}

function callOf({ name, arguments: parts }: Signature, tie: Tie): Source {
  const sources = parts.map((part) =>
    typeof part === "string" ? tie(part) : fc.constantFrom(...part.words),
  );
  return fc.tuple(...sources).map((given) => `${name}(${given.join(", ")})`);
}

function conditionalsOf(kind: Kind, tie: Tie): readonly Source[] {
  const isTrue = tie("Yes/No");
  const value = tie(kind);
  const chosen = (one: ScalarKind) =>
    fc
      .tuple(tie(one), fc.array(fc.tuple(tie(one), value), { minLength: 1, maxLength: 3 }), value)
      .map(([subject, cases, otherwise]) => `SWITCH(${subject}, ${cases.flat().join(", ")}, ${otherwise})`);
  return [
    fc.tuple(isTrue, value, value).map((parts) => `IF(${parts.join(", ")})`),
    fc
      .tuple(value, isTrue, value)
      .map(([a, b, c]) => `LET(one, ${a}, IF(OR(ISBLANK(one), ${b}), one, ${c}))`),
    fc.oneof(...scalarKinds.map(chosen)),
    ...(kind === "Yes/No"
      ? [fc.tuple(fc.constantFrom("AND", "OR"), isTrue, isTrue).map(([name, a, b]) => `${name}(${a}, ${b})`)]
      : []),
  ];
}

const sources = fc.constantFrom('"Items"', '"Open"');

function scansOf(kind: Kind, tie: Tie): readonly Source[] {
  const found = columnsOf[kind].map((name) => lookupOf(name, tie));
  if (kind === "Ref") return [...found, extremeRowOf(tie)];
  if (kind === "List of Ref") {
    const children = fc.constant('REF_ROWS("Items", "Item")');
    return [filterOf(tie), filterOfList(tie), orderByOf(tie), topOf(tie), topOf(tie), children];
  }
  if (!isList(kind)) return found;
  return [
    ...found,
    ...mapsOf(itemOf(kind), tie),
    fc
      .tuple(tie(kind), fc.constantFrom(...COMPARISONS), leafOf(itemOf(kind)))
      .map(([list, sign, one]) => `FILTER(${list}, [_ITEM] ${sign} ${one})`),
    ...columnsOf[itemOf(kind)].map((name) => selectOf(name, tie)),
  ];
}

/** One value for each row of a list of Refs, or for each item of a list. */
function mapsOf(kind: ScalarKind, tie: Tie): readonly Source[] {
  const ofItems = fc
    .tuple(tie(listOf(kind)), leafOf("Yes/No"), leafOf(kind))
    .map(([list, isTrue, other]) => `MAP(${list}, IF(OR(ISBLANK([_ITEM]), ${isTrue}), [_ITEM], ${other}))`);
  const ofRows = fc.tuple(tie("List of Ref"), tie(kind)).map((parts) => `MAP(${parts.join(", ")})`);
  return [ofItems, ofRows];
}

function filterOfList(tie: Tie): Source {
  return fc.tuple(tie("List of Ref"), scanCondition(tie)).map((parts) => `FILTER(${parts.join(", ")})`);
}

function lookupOf(result: string, tie: Tie): Source {
  return fc.constantFrom(...scalarKinds).chain((kind) => {
    const column = fc.constantFrom(...columnsOf[kind]);
    return fc
      .tuple(tie(kind), sources, column)
      .map(([value, source, name]) => `LOOKUP(${value}, ${source}, "${name}", "${result}")`);
  });
}

function extremeRowOf(tie: Tie): Source {
  const columns = scalarKinds.flatMap((kind) => columnsOf[kind]);
  const parts = fc.tuple(
    fc.constantFrom("MAXROW", "MINROW"),
    fc.oneof(sources, tie("List of Ref")),
    fc.constantFrom(...columns),
    scanCondition(tie),
  );
  return parts.map(([name, source, column, condition]) => `${name}(${source}, "${column}", ${condition})`);
}

function selectOf(name: string, tie: Tie): Source {
  const from = fc.constantFrom(`Items[${name}]`, `Open[${name}]`, `[Others][${name}]`);
  const parts = fc.tuple(from, scanCondition(tie), fc.constantFrom("", ", TRUE", ", TRUE"));
  return parts.map(([source, condition, flag]) => `SELECT(${source}, ${condition}${flag})`);
}

function filterOf(tie: Tie): Source {
  return fc
    .tuple(sources, scanCondition(tie))
    .map(([source, condition]) => `FILTER(${source}, ${condition})`);
}

function orderByOf(tie: Tie): Source {
  const rows = fc.oneof(fc.constantFrom("Items[ID]", "[Others]", "Items[ID] + [Others]"), tie(listOf("Ref")));
  const key = fc
    .tuple(fc.oneof(...scalarKinds.map(tie)), fc.constantFrom("", ", TRUE", ", FALSE"))
    .map((parts) => parts.join(""));
  const keys = fc.array(key, { minLength: 1, maxLength: 3 });
  return fc.tuple(rows, keys).map(([list, by]) => `ORDERBY(${list}, ${by.join(", ")})`);
}

function topOf(tie: Tie): Source {
  return fc
    .tuple(orderByOf(tie), fc.oneof(tie("Number"), fc.constantFrom("1", "2", "3")))
    .map(([rows, count]) => `TOP(${rows}, ${count})`);
}

const comparisons = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");

/** Conditions as people write them most often, for which evaluators have ways of their own. */
function arbitraryCondition(tie: Tie): readonly Source[] {
  const number = fc.constantFrom("0", "1", "3", "7", "-3", "0.5", "9007199254740991");
  const numbers = [...columnsOf.Number, ...columnsOf.Decimal].map((name) => `[${name}]`);
  const numeric = fc.constantFrom(...numbers, ...fieldsOf.Number, ...fieldsOf.Decimal);
  const word = fc.constantFrom('"a"', '"A"', '"Straße"', '"STRASSE"', '"İ"', '""', '"é"', '"12.5"');
  const text = fc.constantFrom(...columnsOf.Text.map((name) => `[${name}]`), ...fieldsOf.Text);
  const compared = (left: Source, right: Source) =>
    fc.tuple(left, comparisons, right).map((parts) => parts.join(" "));
  const many = (item: Source) =>
    fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => `LIST(${items.join(", ")})`);
  return [
    compared(numeric, number),
    compared(number, numeric),
    compared(text, word),
    compared(text, text),
    compared(
      fc.tuple(numeric, fc.constantFrom("+", "-", "*"), numeric).map((parts) => `(${parts.join(" ")})`),
      number,
    ),
    compared(
      tie("Text").map((one) => `LEN(${one})`),
      number,
    ),
    compared(
      fc
        .tuple(tie("Yes/No"), number, numeric, number)
        .map(([a, b, c, d]) => `IFS(${a}, ${b}, ${c} > 1, ${d})`),
      number,
    ),
    fc.tuple(text, many(word)).map(([value, list]) => `IN(${value}, ${list})`),
    fc.tuple(numeric, many(number)).map(([value, list]) => `IN(${value}, ${list})`),
    fc
      .tuple(numeric, number, number)
      .map(([column, low, high]) => `AND(${column} >= ${low}, ${column} < ${high})`),
    compared(fc.constantFrom("[Day]", "[Due]"), fc.constantFrom('"3/14/2026"', "TODAY()", "[Day]")),
    fc
      .tuple(fc.constantFrom("CONTAINS", "STARTSWITH", "ENDSWITH"), text, word)
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
  ];
}

/** A condition on the row of a scan, often with an equality that an index can serve. */
function scanCondition(tie: Tie): Source {
  const isSame = fc
    .constantFrom(...scalarKinds.flatMap((kind) => columnsOf[kind]))
    .map((name) => `[${name}] = [_THISROW].[${name}]`);
  const equality = fc.constantFrom(...scalarKinds).chain((kind) => {
    const column = fc.constantFrom(...columnsOf[kind]);
    return fc.tuple(column, tie(kind)).map(([name, value]) => `[${name}] = ${value}`);
  });
  const both = fc.tuple(fc.oneof(isSame, equality), tie("Yes/No")).map((parts) => `AND(${parts.join(", ")})`);
  const condition = fc.oneof(tie("Yes/No"), isSame, equality, both);
  return fc.tuple(condition, fc.boolean()).map(([one, isOuter]) => {
    return isOuter ? one.replaceAll("[_THISROW].", "[_THISROW-1].") : one;
  });
}
