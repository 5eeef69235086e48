import fc from "fast-check";
import { columnsOf, fieldsOf } from "./items-table.ts";
import { type Kind, scalarKinds } from "./kinds.ts";

type Source = fc.Arbitrary<string>;

/** Gives the expressions of a kind. */
type Tie = (kind: Kind) => Source;

const comparisons = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");

/** Conditions as people write them most often, for which evaluators have ways of their own. */
export function arbitraryCondition(tie: Tie): readonly Source[] {
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
export function scanCondition(tie: Tie): Source {
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
