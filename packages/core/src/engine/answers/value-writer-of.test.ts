import fc from "fast-check";
import { expect, test } from "vitest";
import type { Type } from "../../expression/parts.ts";
import { type ColumnDefinition, type ColumnType, columnTypes, noOptions } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { Wire } from "../calls/request.ts";
import { cellWriterOf } from "./value-writer-of.ts";

const wires: readonly Wire[] = ["spec", "typed", "appsheet"];
const bases = columnTypes.filter(({ mayBeKey }) => mayBeKey);
const typeOf = (columnType: ColumnType, key: Type = { kind: "Text" }) => ({
  columnType,
  type: columnType.expressionType(noOptions, () => key as never),
});
const types = columnTypes.flatMap((one) => [
  typeOf(one),
  ...bases.flatMap((base) => {
    const over = one.over?.(base);
    return over === undefined ? [] : [typeOf(over, typeOf(base).type)];
  }),
]);
const cases = types.flatMap((column) =>
  wires.flatMap((wire) => ["en-US", "ja-JP"].map((locale) => ({ ...column, wire, locale }))),
);
const writerOf = ({ columnType, type, wire, locale }: (typeof cases)[number]) =>
  cellWriterOf(
    { answer: { wire }, read: { context: { locale } } } as Call,
    { columnType, options: noOptions, type } as ColumnDefinition,
  );

test.each([
  ["text", fc.string({ minLength: 1 })],
  ["number", fc.integer({ min: -2e9, max: 2e9 }).map((units) => units / 100 + 0)],
] as const)("what is copied as a %s is what its writer gives", (form, value) => {
  const writers = cases.map(writerOf).filter((writer) => writer.form === form);
  fc.assert(
    fc.property(value, (one) => {
      for (const { write } of writers) expect(write(one)).toBe(one);
    }),
  );
  expect(writers.length).toBeGreaterThan(wires.length);
});

test("what writes days is one function for all calls that write them alike", () => {
  const ofDays = cases.filter((one) => writerOf(one).form === "day");
  for (const one of ofDays) expect(writerOf(one).write).toBe(writerOf(one).write);
  expect(ofDays.map(({ columnType, wire }) => `${columnType.name} ${wire}`)).toContain("Date spec");
});
