import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../conformance/any-text.ts";
import { readTableSource, writeTableSource } from "./table-source.ts";

test.each<[string, object | undefined]>([
  ["film", { table: "film" }],
  ["public.film", { schema: "public", table: "film" }],
  ["Order Details", { table: "Order Details" }],
  ['"a.b"', { table: "a.b" }],
  ['"a.b"."c ""d"" "', { schema: "a.b", table: 'c "d" ' }],
  ["main.größe 🚢", { schema: "main", table: "größe 🚢" }],
  ["a", { table: "a" }],
  ["a.b.c", undefined],
  [".film", undefined],
  ["film.", undefined],
  [" film", undefined],
  ["public. film", undefined],
  ['fi"lm', undefined],
  ['"film', undefined],
  ['""', undefined],
  ['"fi"lm"', undefined],
])("%s", (text, source) => {
  expect(readTableSource(text)).toEqual(source);
  if (source !== undefined) expect(writeTableSource(source as never)).toBe(text);
});

test("every name has a text that reads to it", () => {
  const name = anyText({ minLength: 1 });
  fc.assert(
    fc.property(name, fc.option(name, { nil: undefined }), (table, schema) => {
      const source = schema === undefined ? { table } : { schema, table };
      expect(readTableSource(writeTableSource(source) ?? "")).toEqual(source);
    }),
  );
});

test("an empty name has none", () => {
  expect(writeTableSource({ table: "" })).toBeUndefined();
  expect(writeTableSource({ schema: "", table: "film" })).toBeUndefined();
});
