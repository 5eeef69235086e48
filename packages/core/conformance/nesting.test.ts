/** Expressions nested in themselves: each level costs as much as the one before, also where several forms of a part are tried. */
import { expect, test } from "vitest";
import { compile, ExpressionError } from "../src/expression/index.ts";
import { NESTED } from "./nested-shapes.ts";

const scope = {
  table: "T",
  tables: {
    T: {
      key: "Id",
      columns: {
        Id: "Number",
        Name: "Text",
        On: "Yes/No",
        Up: { type: "Ref", table: "T" },
        Tags: "List of Text",
      },
    },
  },
} as const;
const rows = [1, 2, 3].map((Id) => ({ Id, Name: `n${Id}`, On: true, Up: 1, Tags: ["a", "b"] }));

test.each(NESTED)("%s within itself", (shape, leaf) => {
  let source: string = leaf;
  for (let level = 0; level < LEVELS; level++) source = shape.replace("□", () => source);
  const compiled = compile(source, scope);
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  try {
    compiled.evaluate({ row: rows[0] as object, tables: { T: rows }, limits: { fuel: 2_000 } });
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    expect((error as ExpressionError).code).toBe("limit/fuel");
  }
});

/** What doubled at each level would not end. */
const LEVELS = 30;
